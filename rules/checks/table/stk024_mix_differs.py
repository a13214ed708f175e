"""A hand of a mix is not of its rotation.

Finds: a hand of H.O.R.S.E. or of another mix whose game the rotation does not have, or which was played at another limit than the
rotation has for the game.
Why: a mix is one game to its players; a hand of another game changes what they sat down for.
Example: a hand of `draw5` in a table of H.O.R.S.E.
Needs: `mix`; for the limit, `limit` of the hand or of the terms.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import POTS, Check, Draft, Tested
from rules.checks.support.views import PotView
from rules.controls.sections.pots import Mix
from rules.pot_hands import GAMES, LIMITS, MIXES

CHECK = Check(
    "STK024",
    "mix-differs",
    "violation",
    "minor",
    ("OLY-1.6-a", "external:TDA-games"),
    title="The hand is not of the rotation of its mix",
    quotes=False,
    rule=("pot.mixes",),
    area="procedure",
    games=POTS,
)


def run(view: PotView) -> Tested:
    pot = view.replayed.play.pot
    return Tested(_findings(view), inapplicable=pot.mix < 0)


def _findings(view: PotView) -> Iterator[Draft]:
    pot, rules = view.replayed.play.pot, view.replayed.play.rules
    for hand in np.flatnonzero(pot.mix >= 0).tolist():
        name = MIXES[int(pot.mix[hand])]
        mix = rules.mixes.get(name)
        if mix is not None:
            yield from _of_mix(view, hand, name, mix)


def _of_mix(view: PotView, hand: int, name: str, mix: Mix) -> Iterator[Draft]:
    pot, path = view.replayed.play.pot, f"pot.mixes.{name}"
    game, limit = GAMES[int(pot.game[hand])], int(pot.limit[hand])
    if game not in mix.rotation:
        words = f"the game is {game}, which {name} does not have"
        yield _draft(view, hand, game, None, f"{path}.rotation", words)
        return
    allowed = {due for each, due in zip(mix.rotation, mix.limits, strict=False) if each == game}
    if limit >= 0 and allowed and LIMITS[limit] not in allowed:
        due = " or ".join(sorted(allowed))
        words = f"{game} was played at {LIMITS[limit]}; in {name} it is played at {due}"
        yield _draft(view, hand, LIMITS[limit], due, f"{path}.limits", words)


def _draft(view: PotView, hand: int, stated: str, expected: str | None, rule: str, words: str) -> Draft:
    message = f"{view.where(hand)}: {words.replace('_', ' ')}."
    return Draft(hand=hand, stated=stated, expected=expected, unit="game", rule=rule, message=message)
