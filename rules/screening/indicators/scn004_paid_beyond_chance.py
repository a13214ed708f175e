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
from rules.screening.hand_pieces import pieces
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
        _of_width(hands, paid, some, width)
        for width in np.unique(seats[which]).tolist()
        for some in pieces(which[seats[which] == width])
    ]
    if not parts:
        return
    sums, largest, moved = (np.concatenate(each) for each in zip(*parts, strict=True))
    sums, largest, moved = _added_up(sums, 1), _largest(largest), _added_up(moved, 2)
    shown, money = _by_pair(largest, sums[:, 0]), _by_pair(moved, sums[:, 0])
    for (pair, count, own, others, *logs), at, each in zip(sums.tolist(), shown, money, strict=True):
        payer, payee = divmod(pair, len(hands.players))
        who: Unit = (("payer", session.player(payer)), ("payee", session.player(payee)))
        row = PairRow(who, count, own, others, tuple(logs), moved=tuple(map(tuple, each[:, 1:].tolist())))
        yield Observed(row, at[:, 1])


def _of_width(hands: ScreenedHands, paid: Ints, which: Ints, width: int) -> tuple[Ints, Ints, Ints]:
    """Of hands of so many players: (n, 10) pair, hands, what was paid, and to others, logs by tilt; (n, 3) pair, position of the
    hand, money, the largest; (n, 3) pair, unit, money, of pot games. A pair is payer * players + payee.
    """
    columns = np.nonzero(hands.seated[which])[1].reshape(-1, width)
    row, place = np.nonzero(_pays(hands)[which[:, None], columns])  # of each payer
    hand, payer = which[row, None], columns[row, place, None]
    payees = columns[row[:, None], _others(width)[place]]
    values, unit = paid[hand, payer, payees], hands.unit[hand]
    pairs = hands.player[hand, payer].astype(np.int64) * len(hands.players) + hands.player[hand, payees]
    own = values * SHARES // unit
    others = (values.sum(axis=1, keepdims=True) - values) * SHARES // (unit * (width - 2))
    logs = logs_of_rows(values, unit[:, 0]).reshape(-1, len(TILTS))
    sums = _columns(pairs, np.int64(1), own, others)
    moved = _columns(pairs, unit, values)[: 0 if hands.pot is None else None]
    largest = _largest(_columns(pairs, hand, values))
    return _added_up(np.column_stack((sums, logs)), 1), largest, _added_up(moved, 2)


def _columns(first: Ints, *others: Ints | np.int64) -> Ints:
    """(n, c) columns of the shape of the first, each in one row after another."""
    return np.column_stack([np.broadcast_to(each, first.shape).ravel() for each in (first, *others)])


def _added_up(rows: Ints, keys: int) -> Ints:
    """(n, c) rows in the order of their keys, which are the first columns, each once; the other columns are added up."""
    ordered = rows[np.lexsort(rows[:, :keys].T[::-1])]
    differs = np.ones(len(rows), np.bool_)
    differs[1:] = (ordered[1:, :keys] != ordered[:-1, :keys]).any(axis=1)
    starts = np.flatnonzero(differs)
    if not len(starts):
        return rows
    return np.column_stack((ordered[starts, :keys], np.add.reduceat(ordered[:, keys:], starts)))


def _by_pair(rows: Ints, pairs: Ints) -> list[Ints]:
    """The rows of each of some pairs, all in order."""
    first, end = (np.searchsorted(rows[:, 0], pairs, side).tolist() for side in _SIDES)
    return [rows[start:stop] for start, stop in zip(first, end, strict=True)]


@cache
def _others(width: int) -> Ints:
    """(width, width - 1) by place all other places."""
    places = np.arange(width)
    found: Ints = np.stack([np.delete(places, each) for each in places])
    return found


def _pays(hands: ScreenedHands) -> Flags:
    """(N, S) seats whose payments are looked at: in pot games those that lost money."""
    return hands.seated if hands.pot is None else hands.pot.loses


def _largest(payments: Ints) -> Ints:
    """(n, 3) of each pair at most ten payments above zero, the largest first. payments: (m, 3) pair, hand's position, money."""
    found = payments[payments[:, 2] > 0]
    pair, hand, money = found.T
    found = found[np.lexsort((hand, -money, pair))]
    nth = np.arange(len(found)) - np.searchsorted(found[:, 0], found[:, 0])
    return found[nth < _SHOWN]


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
