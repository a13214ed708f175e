"""The scoring does not price an outcome.

Finds: pairs of players with an outcome for which the controls name no payment, such as one row won and two tied.
Why: until the room's own controls name the payment, what is due rests on a reading of the controls.
Example: under 2-4 scoring, one row is won and two are tied.
Needs: the rows of both players.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.open_points import TOPICS, reports_open_points
from rules.checks.support.ruleset_conditions import leaves_open

CHECK = Check(
    "SCR003",
    "silent-outcome",
    "undetermined",
    "note",
    ("WSGC-24-two", "WSGC-16-two", "HG-two-of-three", "ONE4-two"),
    quotes=False,
    scope="log",
    rule=("rows.silent",),
    area="money",
    applies=leaves_open(*TOPICS["SCR003"]),
)

run = reports_open_points("SCR003", "Rows fell in a way that the scoring does not price")
