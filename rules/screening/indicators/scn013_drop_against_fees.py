"""The box is short, or over, always to one side.

Finds: on the gaming days on which the drop differs from the recorded fees it is less, or more, more often than errors of
counting give.
Why: who takes a little from each box, or records fewer fees than are collected, always errs to one side.
Example: of 19 gaming days the drop was short on 16, by $25.00 in all, and over on none.
Needs: drops and the fees of all hands before them; at least ten gaming days that differ. FEE020 reports each difference.
Innocent: a habit of rounding.
Next: count with a second person, both in the record of the count.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.screening.counted_log import CountedLog
from rules.screening.indicator import Indicator
from rules.screening.statistics import NO_HANDS, DifferenceRow, Observed, Unit

INDICATOR = Indicator(
    code="SCN013", name="drop-against-fees", engine="signs", units=(("room",), ("room", "counters")),
    games=("chinese", "ofc", "pot"), reads="counts",
)  # fmt: skip


def rows(log: CountedLog) -> Iterator[Observed]:
    """Differences of the room and of each shift of counters; those of a gaming day add up, over kinds, tables and sessions."""
    for each in log.days:
        room: Unit = (("room", log.room),)
        yield Observed(DifferenceRow(room, each.day, each.drop, each.fees), NO_HANDS)
        if each.counters:
            shift: Unit = (*room, ("counters", "+".join(each.counters)))
            yield Observed(DifferenceRow(shift, each.day, each.drop, each.fees), NO_HANDS)
