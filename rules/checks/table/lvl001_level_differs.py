"""The recorded level does not belong to the hand number.

Finds: a hand whose `level` differs from the level that the schedule gives for its number at the table. In a tournament
whose levels go by the clock: from the last level announced before the hand began.
Why: the level sets the value of a point. A level that begins too early or too late changes every payment.
Example: hand 12 is recorded at level 1; a level lasts nine hands, so it belongs to level 2.
Needs: `level`. Where the table's counter began before the log, its own count is used and one finding reports it. A
count that leaves out misdeals is accepted. By the clock: when the hand began, and when levels were announced. Where the hands
of all tables or of each player are counted, the file of the tournament shows what a table's log alone cannot.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested, inapplicable, nothing_to_test
from rules.checks.support.log_view import LogView
from rules.checks.support.seat_history import NOT_REPLAYED, LogSeating
from rules.controls.ruleset import Ruleset
from rules.hands import Ints
from rules.replay.level_schedule import LevelSchedule, schedule_of

CHECK = Check(
    "LVL001",
    "level-differs",
    "violation",
    "major",
    ("CARN-level-hands",),
    title="The level does not match the hand's number",
    quotes=False,
    scope="log",
    rule=("event.levels",),
    area="procedure",
    applies=lambda ruleset: schedule_of(ruleset) is not None,
    follows=("LOG001", "LOG002"),
    mutations=("ofc",),
)
OF_OTHERS = (
    "the hands of all tables, or of each player, are counted towards a level: a table's log has its own alone"
)
ENOUGH = 9  # hands of a log that show how many were played before it
SOME = 3  # of them must not fit their numbers; one or two are a level that came too early or too late


def run(log: LogView) -> Tested:
    scheduled = log.ruled(CHECK.applies_to)
    seating = log.people.seating
    if not scheduled.any():
        return inapplicable(log)
    if seating is None:
        return nothing_to_test(log, NOT_REPLAYED)
    unrecorded = seating.in_log(seating.level == NOT_RECORDED)
    findings: list[Draft] = []
    for index, ruleset in enumerate(log.rulesets):
        schedule = schedule_of(ruleset)
        which = np.flatnonzero((seating.under == index) & (seating.level != NOT_RECORDED))
        if schedule is not None and schedule.counter == "table" and len(which):
            findings += _findings(log, seating, which, schedule, _units(log, seating, which))
    return Tested(
        findings,
        [
            (scheduled & unrecorded, "the level was not recorded"),
            (scheduled & ~log.ruled(_counts_its_own), OF_OTHERS),
            (scheduled & ~seating.in_log(np.ones(len(seating), np.bool_)), NOT_REPLAYED),
        ],
    )


def _counts_its_own(ruleset: Ruleset) -> bool:
    schedule = schedule_of(ruleset)
    return schedule is None or schedule.counter == "table"


def _units(log: LogView, seating: LogSeating, which: Ints) -> Ints:
    units: Ints = log.unit[np.searchsorted(log.line, seating.line[which])]
    return units


def played_before(number: Ints, level: Ints, unit: Ints, schedule: LevelSchedule) -> int:
    """Hands before the counter's 1, by the levels recorded.

    0 unless nearly all levels of a log say so; in a short log all must, and no hand may fit by its number or point value.
    """
    plain = int((schedule.level_of(number) == level).sum())
    best, fits = _best_shift(number, level, schedule)
    if len(number) < ENOUGH:
        by_value = (unit == schedule.value_of(schedule.level_of(number))).any()
        return best if fits == len(number) and not plain and not by_value else 0
    return best if fits > max(plain, len(number) * 3 // 4) and len(number) - plain >= SOME else 0


def _best_shift(number: Ints, level: Ints, schedule: LevelSchedule) -> tuple[int, int]:
    """Least shift above 0 that fits most hands, and how many."""
    first = (level - 1) * schedule.hands_a_level + 1 - number
    last = first + schedule.hands_a_level - 1
    if schedule.repeats:
        last = np.where(level == schedule.last, np.iinfo(np.int64).max // 2, last)
    there = (level >= 1) & (level <= schedule.last) & (last >= 1)
    starts = np.sort(np.maximum(first[there], 1))
    if not len(starts):
        return 0, 0
    ends = np.sort(last[there])
    within = np.arange(1, len(starts) + 1) - np.searchsorted(ends, starts, side="left")
    place = int(within.argmax())
    place = int(np.flatnonzero(starts == starts[place])[-1])
    return int(starts[place]), int(within[place])


def _findings(
    log: LogView, seating: LogSeating, which: Ints, schedule: LevelSchedule, unit: Ints
) -> Iterator[Draft]:
    number, level = seating.number[which], seating.level[which]
    before = played_before(number, level, unit, schedule)
    if before:
        yield Draft(
            hands=number.tolist(),
            stated=before,
            expected=0,
            unit="hands",
            kind="undetermined",
            severity="note",
            fact="counter",
            message=(
                f"The levels fit a table that had played {before} hands before the first number of its counter; "
                f"the audit uses that count. A person decides whether the table had played them."
            ),
        )
    due = schedule.level_of(number + before)
    misdeals = np.cumsum(seating.void)[which]  # a count that leaves them out is as good
    differs = (level != due) & (level != schedule.level_of(number + before - misdeals))
    for at in np.flatnonzero(differs).tolist():
        hand, expected = int(which[at]), None if due[at] == NOT_RECORDED else int(due[at])
        belongs = "it is outside the schedule" if expected is None else f"it belongs to level {expected}"
        yield Draft(
            hand=log.position(int(seating.line[hand])),
            stated=int(level[at]),
            expected=expected,
            unit="level",
            message=(
                f"Hand {int(number[at])} is recorded at level {int(level[at])}; a level lasts "
                f"{schedule.hands_a_level} hands, so {belongs}."
            ),
        )
