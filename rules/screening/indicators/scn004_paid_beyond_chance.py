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
from functools import cache
from typing import Literal

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
_SIDES: tuple[Literal["left", "right"], ...] = ("left", "right")


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
    order = np.argsort(pairs)
    units, starts, counts = np.unique(pairs[order], return_index=True, return_counts=True)
    sums = np.add.reduceat(found[order], starts) if len(starts) else found
    shown, moved = _largest(pairs, paid_at, units), _moved(hands, pairs, paid_at, units)
    for unit, count, (own, others, *logs), at, money in zip(
        units.tolist(), counts.tolist(), sums.tolist(), shown, moved, strict=True
    ):
        payer, payee = divmod(unit, len(hands.players))
        who: Unit = (("payer", session.player(payer)), ("payee", session.player(payee)))
        yield Observed(PairRow(who, count, own, others, tuple(logs), moved=money), at)


def _of_width(hands: ScreenedHands, paid: Ints, which: Ints, width: int) -> tuple[Ints, Ints, Ints]:
    """(n,) ordered pairs of the hands of so many players, payer * players + payee; (n, 8): paid, others, logs by tilt; (n, 2):
    hand, money.
    """
    columns = np.nonzero(hands.seated[which])[1].reshape(-1, width)
    row, place = np.nonzero(_pays(hands)[which[:, None], columns])  # of each payer
    hand, payer = which[row, None], columns[row, place, None]
    payees = columns[row[:, None], _others(width)[place]]
    values, unit = paid[hand, payer, payees], hands.unit[hand]
    own = values * SHARES // unit
    others = (values.sum(axis=1, keepdims=True) - values) * SHARES // (unit * (width - 2))
    logs = logs_of_rows(values, unit[:, 0]).reshape(-1, len(TILTS))
    pairs = hands.player[hand, payer].astype(np.int64) * len(hands.players) + hands.player[hand, payees]
    at = np.repeat(hand[:, 0], width - 1)
    found = np.column_stack((own.ravel(), others.ravel(), logs))
    return pairs.ravel(), found, np.column_stack((at, values.ravel()))


@cache
def _others(width: int) -> Ints:
    """(width, width - 1) by place all other places."""
    places = np.arange(width)
    found: Ints = np.stack([np.delete(places, each) for each in places])
    return found


def _pays(hands: ScreenedHands) -> Flags:
    """(N, S) seats whose payments are looked at: in pot games those that lost money."""
    return hands.seated if hands.pot is None else hands.pot.loses


def _largest(pairs: Ints, paid_at: Ints, units: Ints) -> list[Ints]:
    """By unit (n,) at most ten positions of hands with the largest payments, the largest first. pairs: (m,) units of payments;
    paid_at: (m, 2) position of the hand, money.
    """
    paid = np.flatnonzero(paid_at[:, 1] > 0)
    unit, (hand, money) = pairs[paid], paid_at[paid].T
    order = np.lexsort((hand, -money, unit))
    first, end = (np.searchsorted(unit[order], units, side) for side in _SIDES)
    last = np.minimum(first + _SHOWN, end)
    return [hand[order[start:stop]] for start, stop in zip(first.tolist(), last.tolist(), strict=True)]


def _moved(
    hands: ScreenedHands, pairs: Ints, paid_at: Ints, units: Ints
) -> list[tuple[tuple[int, int], ...]]:
    """By unit (n,), of pot games, the units of its hands, with the money that went to the payee. Arguments as in `_largest`."""
    if hands.pot is None:
        return [()] * len(units)
    found: list[dict[int, int]] = [{} for _ in range(len(units))]
    place = np.searchsorted(units, pairs)
    hand, money = paid_at.T
    unit = hands.unit[hand]
    for one in np.unique(unit).tolist():
        sums = np.zeros(len(units), np.int64)
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
