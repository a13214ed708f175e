"""No document names the amount of a surrender.

Finds: surrendered hands under controls for which the authority's sheet leaves the amount to the room.
Why: the sheet permits "a set amount" and names none; the room's own controls must name it.
Example: 12 hands were surrendered at 2 units.
Needs: `surrendered`.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.open_points import TOPICS, reports_open_points
from rules.checks.support.ruleset_conditions import leaves_open

CHECK = Check(
    "SUR003",
    "surrender-amount",
    "undetermined",
    "note",
    ("WSGC-surrender", "VAR-surrender-amount", "HG-surrender", "ONE4-surrender-bonus"),
    quotes=False,
    scope="log",
    rule=("surrender.amount",),
    area="money",
    applies=leaves_open(*TOPICS["SUR003"]),
)

run = reports_open_points(
    "SUR003",
    "A hand was surrendered, for an amount that only the room's own controls can name",
    lambda log: [],
)
