"""A player held a natural and did not declare it.

Finds: hands in which a seat's thirteen cards form a natural of the ruleset that was not declared.
Why: the controls do not say whether a natural must be declared, and the answer decides what every player at the table
pays.
Example: seat 1 holds one card of each rank and played its rows.
Needs: a seat's thirteen cards.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.open_points import TOPICS, reports_open_points
from rules.checks.support.ruleset_conditions import leaves_open

CHECK = Check(
    "SET006",
    "natural-undeclared",
    "undetermined",
    "note",
    ("WSGC-natural-optional", "PAGAT-special-waive", "PAGAT-special-declare", "MY-special-declare"),
    quotes=False,
    scope="log",
    rule=("naturals.declare", "naturals.waivable"),
    area="cards",
    applies=leaves_open(*TOPICS["SET006"]),
)

run = reports_open_points(
    "SET006", "A seat holds a natural that it did not declare, or a better one than it declared"
)
