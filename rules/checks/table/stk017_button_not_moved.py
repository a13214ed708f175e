"""The button was where it had been in the hand before.

Finds: a hand whose button is at the seat of the hand before, although that hand was played.
Why: a button that does not move lets the same players pay the blinds twice.
Example: hands 12 and 13 have the button at seat 4.
Needs: `dealer` of two hands in a row.
"""

from __future__ import annotations

from rules.checks.support import breach_words
from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import (
    ReplayedAct,
    button_before_needed,
    button_needed,
    without_button,
)
from rules.checks.support.views import PotView


def _button(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> int | None:
    return int(view.replayed.play.dealer[hand])


BREACHES = {
    "button_not_moved": Breach(
        "it was there in the hand before, and had to move",
        "pot.misdeals.grounds.button_not_moved",
        ("OLY-1.56-c", "external:TDA-misdeals"),
        unit="seat",
        stated=_button,
        found=breach_words.button,
    ),
}
CHECK = Check(
    "STK017",
    "button-not-moved",
    "violation",
    "major",
    clauses_of(BREACHES),
    title="The button did not move",
    quotes=False,
    rule=paths_of(BREACHES),
    area="procedure",
    games=POTS,
    needs=("table_numbers",),
)
run = reports_breaches(BREACHES, button_needed, button_before_needed, without=without_button)
