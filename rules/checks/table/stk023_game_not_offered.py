"""The controls do not offer the game of the hand.

Finds: a pot game that the ruleset does not have, such as short deck in a club that offers none; as a note, a bomb pot where
the controls describe none, which is no violation.
Why: a room may deal only the games that its controls describe. How such a hand is bet and won is not stated, and nothing else
in it can be tested. A bomb pot is replayed all the same.
Example: a hand of `short_deck` under olympic-cash.
Needs: `game`, which every hand has.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import numpy as np

from rules.checks.support.check import POTS, Check, Draft, Tested
from rules.checks.support.replayed_acts import not_offered
from rules.checks.support.views import PotView
from rules.pot_hands import GAMES

CHECK = Check(
    "STK023",
    "game-not-offered",
    "violation",
    "major",
    ("OLY-1.6-a", "OLY-1.6-b", "external:TDA-games"),
    title="The controls do not offer the game of the hand",
    quotes=False,
    rule=("pot.games", "pot.betting.bomb_pots"),
    area="procedure",
    games=POTS,
)


def run(view: PotView) -> Tested:
    return Tested(chain(_findings(view), _bomb_pots(view)))


def _findings(view: PotView) -> Iterator[Draft]:
    within = view.ruleset.cites_within("pot.games")
    clause = next((each for each in CHECK.clauses if each in within), view.ruleset.cite("pot.games"))
    games = view.replayed.play.pot.game
    for hand in np.flatnonzero(not_offered(view)[0]).tolist():
        game = GAMES[int(games[hand])]
        yield Draft(
            hand=hand,
            stated=game,
            unit="game",
            clause=clause,
            rule="pot.games",
            message=f"{view.where(hand)}: the game is {game.replace('_', ' ')}, which {view.ruleset.id} does not offer.",
        )


def _bomb_pots(view: PotView) -> Iterator[Draft]:
    for hand in np.flatnonzero(view.replayed.bombs_not_offered & ~not_offered(view)[0]).tolist():
        yield Draft(
            hand=hand,
            stated="bomb_pot",
            unit="game",
            clause=view.ruleset.cite("pot.betting.bomb_pots"),
            rule="pot.betting.bomb_pots",
            kind="undetermined",
            severity="note",
            message=f"{view.where(hand)}: a bomb pot was played, which {view.ruleset.id} does not describe.",
        )
