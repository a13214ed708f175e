"""A player sets, surrenders or folds worse when it helps one opponent.

Finds: a player's dominated settings and surrenders fall on the hands in which one opponent sits; surrenders of a table fall on
the best hand of the deal. A setting is dominated if one exchange of a card between two rows leaves them in order, makes one
stronger and none weaker. In pot games: his folds of the better hand to the last bet fall on the bets of one opponent.
Why: who plays for a partner gives his good hands away.
Example: of 400 hands of a player an opponent was in 200; he set 31 worse than he could, 30 of them with this opponent, where
chance gives 15.5.
Needs: the rows of the hands, with and without the opponent; in pot games both hands and the whole board.
Innocent: a tired or new player in the hours when the opponent comes.
Next: sit behind the player once; for surrenders, see the hands on video.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.hands import Ints, every_seat
from rules.screening.indicator import Indicator
from rules.screening.statistics import Observed, ScreenedSession, Unit, observed

INDICATOR = Indicator(
    code="SCN005",
    name="weaker-for-one",
    engine="marked",
    units=(("payer", "payee"), ("table",)),
    games=("chinese", "pot"),
    needs=("rows",),
)


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Tables of each player with each other one, and of the table's surrenders."""
    if session.hands.pot is not None:
        yield from _folds(session.hands.pot.folds, session)
        return
    yield from _settings(session)
    yield from _surrenders(session)


def _settings(session: ScreenedSession) -> Iterator[Observed]:
    hands = session.hands
    judged, weaker = hands.ranked | hands.surrendered, hands.dominated | hands.surrendered
    there = {
        player: (hands.seated & (hands.player == player)).any(axis=1)
        for player in np.unique(hands.player[hands.seated]).tolist()
    }
    for one in there:
        hand, seat = np.nonzero(judged & (hands.player == one))
        worse = weaker[hand, seat]
        for other, present in there.items():
            if other != one:
                unit: Unit = (("payer", session.player(one)), ("payee", session.player(other)))
                yield observed(unit, hand, worse, present[hand])


def _folds(folds: Ints, session: ScreenedSession) -> Iterator[Observed]:
    """Tables of each player who folded to the last bet with each who bet. folds: as in ScreenedPots."""
    hand, column, bettor, better = folds.T
    folded, bet = session.hands.player[hand, column], session.hands.player[hand, bettor]
    for one in np.unique(folded).tolist():
        mine = folded == one
        for other in np.unique(bet[mine]).tolist():
            unit: Unit = (("payer", session.player(one)), ("payee", session.player(other)))
            yield observed(unit, hand[mine], better[mine] == 1, bet[mine] == other)


def _surrenders(session: ScreenedSession) -> Iterator[Observed]:
    hands = session.hands
    whole = every_seat(hands.known | ~hands.seated)[:, None] & hands.seated
    if not (hands.surrendered & whole).any():
        return
    units = np.where(hands.known, hands.units.astype(np.int64), np.iinfo(np.int64).min)
    most = units.max(axis=1, initial=np.iinfo(np.int64).min)
    hand, seat = np.nonzero(whole)
    best = units[hand, seat] == most[hand]
    yield observed((("table", session.header.table),), hand, hands.surrendered[hand, seat], best)
