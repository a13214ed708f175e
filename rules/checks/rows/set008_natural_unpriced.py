"""The controls do not price a natural.

Finds: hands with a natural that the ruleset lists and that no document prices.
Why: until the room's controls name the price, what every player at the table owes is not settled.
Example: seat 3 declared a hand without pictures; no document says what it wins.
Needs: a seat's thirteen cards.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.open_points import TOPICS, reports_open_points, unranked
from rules.checks.support.ruleset_conditions import leaves_open
from rules.controls.ruleset import Ruleset

CHECK = Check(
    "SET008",
    "natural-unpriced",
    "undetermined",
    "note",
    ("VAR-no-pictures",),
    quotes=False,
    scope="log",
    rule=("naturals.list",),
    area="cards",
    applies=leaves_open(*TOPICS["SET008"]),
)


def _lists_unpriced(ruleset: Ruleset) -> bool:
    return any(each.units is None for each in ruleset.sections.naturals.hands)


run = reports_open_points(
    "SET008",
    "A seat holds a natural that no document prices",
    lambda log: unranked(log, _lists_unpriced),
)
