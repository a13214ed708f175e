"""A player pays one opponent more than the others at the table.

Finds: what a player pays one opponent is more, hand by hand, than what he pays the other opponents of the same hand.
Why: chips are passed to a partner by losing to him.
Example: in 800 hands a player paid an opponent 766 units, where the other opponents got 78 each.
Needs: at least 100 hands of three players or more with what moved between them. In pot games what a player put into a pot goes to
its winners by their awards, in the hands that he lost.
Innocent: the opponent plays better than the rest; therefore his mean from all other players is shown beside it, and an alarm
needs 0.25 units a hand more than that.
Next: list the ten hands with the largest payments; compare arrival, address, buy-ins and cash-outs of both.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from rules.hands import Flags, Ints
from rules.replay.scoring import SHARES
from rules.screening.engines.exchangeable import TILTS, logs_of_rows
from rules.screening.indicator import Indicator
from rules.screening.screened_hands import ScreenedHands
from rules.screening.statistics import Observed, PairRow, ScreenedSession, Unit

INDICATOR = Indicator(
    code="SCN004", name="paid-beyond-chance", engine="exchangeable", units=(("payer", "payee"),),
    games=("chinese", "ofc", "pot"), least=100,
    needs=("moved",),
)  # fmt: skip
_SHOWN = 10  # hands
_FEWEST = 3  # players of a hand


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Sums of each ordered pair of players of the session."""
    hands = session.hands
    which = np.flatnonzero(_comparable(hands))
    paid, seats = _matrix(hands), hands.seated.sum(axis=1)
    parts = [
        _of_width(hands, paid, which[seats[which] == width], width)
        for width in np.unique(seats[which]).tolist()
    ]
    if not parts:
        return
    pairs, found, paid_at = (np.concatenate(each) for each in zip(*parts, strict=True))
    units, place = np.unique(pairs, return_inverse=True)
    sums = np.zeros((len(units), found.shape[1]), np.int64)
    np.add.at(sums, place, found)
    shown, moved = _largest(place, paid_at, len(units)), _moved(hands, place, paid_at, len(units))
    for unit, (count, own, others, *logs), at, money in zip(
        units.tolist(), sums.tolist(), shown, moved, strict=True
    ):
        payer, payee = divmod(unit, len(hands.players))
        who: Unit = (("payer", session.player(payer)), ("payee", session.player(payee)))
        yield Observed(PairRow(who, count, own, others, tuple(logs), moved=money), at)


def _of_width(hands: ScreenedHands, paid: Ints, which: Ints, width: int) -> tuple[Ints, Ints, Ints]:
    """(n,) ordered pairs of the hands of so many players, payer * players + payee; (n, 9): 1, paid, others, logs by tilt; (n, 2):
    hand, money.
    """
    columns = np.nonzero(hands.seated[which])[1].reshape(-1, width)
    between = paid[which[:, None, None], columns[:, :, None], columns[:, None, :]]
    apart = ~np.eye(width, dtype=np.bool_)
    values = between[:, apart].reshape(-1, width - 1)  # a row for each payer
    unit = np.repeat(hands.unit[which], width)
    player = hands.player[which[:, None], columns].astype(np.int64)
    everybody = np.broadcast_to(player[:, None, :], between.shape)
    payees = everybody[:, apart].reshape(-1, width - 1)
    own = values * SHARES // unit[:, None]
    others = (values.sum(axis=1, keepdims=True) - values) * SHARES // (unit[:, None] * (width - 2))
    payers = np.repeat(player.ravel(), width - 1).reshape(-1, width - 1)
    pays = _pays(hands)[which[:, None], columns].ravel()
    values, unit, own, others, payers, payees = (
        each[pays] for each in (values, unit, own, others, payers, payees)
    )
    logs = logs_of_rows(values, unit)
    pairs = payers.ravel() * len(hands.players) + payees.ravel()
    once = np.ones(len(pairs), np.int64)
    found = np.column_stack((once, own.ravel(), others.ravel(), logs.reshape(-1, len(TILTS))))
    at = np.repeat(np.repeat(which, width)[pays], width - 1)
    return pairs, found, np.column_stack((at, values.ravel()))


def _pays(hands: ScreenedHands) -> Flags:
    """(N, S) seats whose payments are looked at: in pot games those that lost money."""
    return hands.seated if hands.pot is None else hands.pot.loses


def _largest(place: Ints, paid_at: Ints, units: int) -> list[Ints]:
    """By pair (n,) at most ten positions of hands with the largest payments, the largest first. place: (m,) the pair of each
    payment; paid_at: (m, 2) position of its hand, money.
    """
    hand, money = paid_at.T
    order = np.lexsort((hand, -money, place))
    order = order[money[order] > 0]
    starts = np.searchsorted(place[order], np.arange(units + 1))
    return [hand[order[start : min(start + _SHOWN, end)]] for start, end in pairwise(starts.tolist())]


def _moved(hands: ScreenedHands, place: Ints, paid_at: Ints, pairs: int) -> list[tuple[tuple[int, int], ...]]:
    """By pair, of pot games, the units of its hands, each with the money that went to the payee. Arguments as in `_largest`."""
    found: list[dict[int, int]] = [{} for _ in range(pairs)]
    hand, money = paid_at.T
    unit = hands.unit[hand]
    for one in np.unique(unit).tolist() if hands.pot is not None else ():
        sums = np.zeros(pairs, np.int64)
        np.add.at(sums, place[unit == one], money[unit == one])
        for pair in np.unique(place[unit == one]).tolist():
            found[pair][one] = int(sums[pair])
    return [tuple(each.items()) for each in found]


def _comparable(hands: ScreenedHands) -> Flags:
    """(N,) hands of three players or more, not void, with a unit and with what moved between all of them."""
    found: Flags = (hands.seated.sum(axis=1) >= _FEWEST) & hands.paid_known & ~hands.void
    found &= hands.unit > 0  # also recorded
    return found


def _matrix(hands: ScreenedHands) -> Ints:
    """(N, S, S) money that each seat paid each; less what it got, but for pot games."""
    seats = hands.seat.shape[1]
    found = np.zeros((len(hands), seats, seats), np.int64)
    hand, payer, payee, money = hands.paid.T
    np.add.at(found, (hand, payer, payee), money)
    if hands.pot is None:
        np.subtract.at(found, (hand, payee, payer), money)
    return found
