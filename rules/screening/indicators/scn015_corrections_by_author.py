"""Logs of one person are corrected late, or corrections help one player.

Finds: of the session files of a month those of one author, or of one supervisor, were superseded more than seven days after
they came more often than the others; and corrections, all or those of one author, change the result of one player, or of
the house, always to one side.
Why: a record is changed when nobody looks at it any more.
Example: of 60 files in a month an author made 15; nine were corrected late, eight of them his, where chance gives 2.3.
Needs: who recorded each file, the supervisor of its session, and files that were corrected after more than seven days; for the
side, ten corrections that change a player's result, and both logs of each.
Innocent: one person makes all files or all corrections; then nothing can be tested.
Next: read the file before and after, side by side.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

import numpy as np

from rules.hands import Flags
from rules.screening.engines.marked import MarkedStratum
from rules.screening.filed_month import FiledMonth
from rules.screening.indicator import Indicator
from rules.screening.statistics import NO_HANDS, DifferenceRow, MarkedRow, Observed, Role, Unit

INDICATOR = Indicator(
    code="SCN015", name="corrections-by-author", engine="marked",
    units=(("author",), ("supervisor",), ("player",), ("room",), ("author", "player"), ("author", "room")),
    games=("chinese", "ofc", "pot"), reads="corrections",
)  # fmt: skip
_ROLES: tuple[Role, ...] = ("author", "supervisor")


def rows(month: FiledMonth) -> Iterator[Observed]:
    """Tables of each author and supervisor over the files; differences of each player, and of the house, by correction."""
    late: Flags = np.array([log.late for log in month.logs], np.bool_)
    for role in _ROLES:
        whose = list(map(attrgetter(role), month.logs))
        for person in sorted({each for each in whose if each is not None}):
            his: Flags = np.array([each == person for each in whose], np.bool_)
            yield Observed(MarkedRow(((role, person),), MarkedStratum.of(late, his)), NO_HANDS)
    for change in month.changes:
        whom: Unit = (("room", month.room),) if change.player is None else (("player", change.player),)
        units = [whom] if change.author is None else [whom, (("author", change.author), *whom)]
        for unit in units:
            row = DifferenceRow(unit, month.last_day, change.after, change.before, change.correction)
            yield Observed(row, NO_HANDS)
