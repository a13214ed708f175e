"""The ruleset of the session does not cover the game that was dealt.

Finds: open-face hands under a ruleset for closed hands, and closed hands under a ruleset for open-face play.
Why: a room may deal only the games that its controls describe; nothing in such a hand can be tested under them.
Example: an open-face hand in a session that names wsgc-base.
Needs: a ruleset, and the kind of each hand, which every hand has.
"""

from __future__ import annotations

import numpy as np

from rules.checks.base import Check, Draft, LogView, Tested

CHECK = Check(
    "CTL002",
    "game-not-in-controls",
    "violation",
    "major",
    ("external:RECORD-attributable", "CARN-event"),
    scope="log",
    area="evidence",
)
_GAMES = {"chinese": "open-face", "ofc": "closed"}  # what a ruleset of the family is not made for


def run(log: LogView) -> Tested:
    return Tested(
        [draft for family, game in _GAMES.items() for draft in _finding(log, family, game)],
        [(log.under < 0, "no revision of the ruleset was in force on the hand's day")],
    )


def _finding(log: LogView, family: str, game: str) -> list[Draft]:
    other = log.ruled(lambda ruleset: ruleset.family == family)
    of_game = log.open_face if game == "open-face" else ~log.open_face
    hands = log.number[np.flatnonzero(other & of_game)].tolist()
    if not hands:
        return []
    which = (
        f"Hand {hands[0]} is" if len(hands) == 1 else f"{len(hands):,} hands ({hands[0]} to {hands[-1]}) are"
    )
    return [
        Draft(
            hands=hands,
            stated=game,
            expected=family,
            unit="game",
            fact=f"{log.rules.name}|{game}",
            message=f"{which} {game}, a game that {log.rules.name} does not describe; the audit cannot test it.",
        )
    ]
