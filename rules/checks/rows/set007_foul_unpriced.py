"""The controls do not price a foul.

Finds: hands with a fouled seat, under controls that do not say what a foul pays.
Why: until the room's controls name the amount, what is due rests on custom.
Example: seat 1 fouled and paid three units; no document says three.
Needs: a seat's rows, or a ruling that its hand was fouled or dead.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.open_points import TOPICS, reports_open_points
from rules.checks.support.ruleset_conditions import leaves_open

CHECK = Check(
    "SET007",
    "foul-unpriced",
    "undetermined",
    "note",
    ("WSGC-2b", "WSGC-irregularities", "PAGAT-arrange-order"),
    quotes=False,
    scope="log",
    rule=("set_order.foul",),
    area="cards",
    applies=leaves_open(*TOPICS["SET007"]),
)

run = reports_open_points("SET007", "A hand was fouled, and no document says what a foul pays")
