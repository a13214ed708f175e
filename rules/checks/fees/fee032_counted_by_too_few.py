"""Too few people counted a drop box.

Finds: a count of a drop box with fewer different people in `counted_by` than the controls in force require.
Why: a person who counts money alone can keep some of it, and no entry would show it.
Example: `s-12` counted the rake box alone; two people must count it.
Needs: `drop` events with `counted_by`; controls that say how many people count a box.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.support.check import Check, Draft, Tested
from rules.checks.support.fee_rules import in_force_at
from rules.checks.support.fee_triangle import WORDS
from rules.checks.support.log_view import LogView
from rules.controls.ruleset import Ruleset
from rules.records.events import Drop

CHECK = Check(
    "FEE032",
    "counted-by-too-few",
    "violation",
    "major",
    ("external:FEES-counted",),
    title="Too few people counted a drop box",
    scope="log",
    rule=("fees.drop.people",),
    area="fees",
    of_amounts=False,
)
_PEOPLE = "fees.drop.people"


def run(log: LogView) -> Tested:
    ruled = log.ruled(lambda ruleset: ruleset.sections.fees.drop.people is not None)
    counts = list(_counts(log))
    reasons = []
    if not counts:
        reasons.append((ruled, "no count of a drop box is in the log"))
    elif not all(each.counted_by for _, each, _ in counts):
        reasons.append((ruled, "who counted a drop box was not recorded"))
    return Tested(_findings(log, counts), reasons)


def _counts(log: LogView) -> Iterator[tuple[int, Drop, Ruleset]]:
    for line, event in log.events.of(Drop):
        ruleset = in_force_at(log, event.at)
        if ruleset is not None and ruleset.sections.fees.drop.people is not None:
            yield line, event, ruleset


def _findings(log: LogView, counts: list[tuple[int, Drop, Ruleset]]) -> Iterator[Draft]:
    for line, event, ruleset in counts:
        people, required = sorted(set(event.counted_by)), ruleset.sections.fees.drop.people
        assert required is not None
        if people and len(people) < required:
            yield Draft(
                line=line,
                stated=len(people),
                expected=required,
                unit="people",
                money=event.amount,
                rule=_PEOPLE,
                fact=f"{event.kind}|{event.at}|{event.amount}|{len(people)}|{required}",
                message=(
                    f"Line {line}: the box of {WORDS[event.kind]} with {log.money(event.amount)} was counted at {event.at} by "
                    f"{', '.join(people)}; at least {required} people must count a box."
                ),
            )
