"""The ruleset of the session does not cover the game that was dealt.

Finds: hands under a ruleset of another game, or of tournaments or jackpots, which have no hands.
Why: a room may deal only the games that its controls describe; nothing in such a hand can be tested under them.
Example: an open-face hand in a session that names wsgc-base.
Needs: a ruleset, and the kind of each hand, which every hand has.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from rules.checks.support.check import ANY_GAME, Check, Draft, Tested
from rules.checks.support.log_view import LogView
from rules.controls.ruleset import BESIDE_HANDS
from rules.hands import FAMILIES

CHECK = Check(
    "CTL002",
    "game-not-in-controls",
    "violation",
    "major",
    ("external:RECORD-attributable", "CARN-event"),
    title="The controls do not have the game of the hand",
    quotes=False,
    scope="log",
    area="evidence",
    games=ANY_GAME,
)
_PAIRS = [each for each in product((*FAMILIES, *BESIDE_HANDS), FAMILIES) if each[0] != each[1]]
_NAMES = {"ofc": "open-face", "chinese": "closed", "pot": "pot"}


def run(log: LogView) -> Tested:
    return Tested(
        [draft for family, game in _PAIRS if game in log.games for draft in _finding(log, family, game)],
        [(log.under < 0, "no revision of the ruleset was in force on the hand's day")],
    )


def _finding(log: LogView, family: str, game: str) -> list[Draft]:
    other = log.ruled(lambda ruleset: ruleset.family == family)
    hands = log.number[np.flatnonzero(other & log.of(game))].tolist()
    if not hands:
        return []
    name = _NAMES[game]
    called = "of a pot game" if game == "pot" else name
    which = (
        f"Hand {hands[0]} is" if len(hands) == 1 else f"{len(hands):,} hands ({hands[0]} to {hands[-1]}) are"
    )
    return [
        Draft(
            hands=hands,
            stated=name,
            expected=family,
            unit="game",
            fact=f"{log.rules.name}|{name}",
            message=f"{which} {called}, a game that {log.rules.name} does not describe; the audit cannot test it.",
        )
    ]
