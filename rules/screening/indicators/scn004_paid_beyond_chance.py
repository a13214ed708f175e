"""A player pays one opponent more than the others at the table.

Finds: what a player pays one opponent is more, hand by hand, than what he pays the other opponents of the same hand.
Why: chips are passed to a partner by losing to him.
Example: in 800 hands a player paid an opponent 766 units, where the other opponents got 78 each.
Needs: at least 100 hands of three players or more with what moved between them. In pot games what a player put into a pot goes to
its winners by their awards, in the hands that he lost.
Innocent: the opponent plays better than the rest; therefore his mean from all other players is shown beside it, and an alarm
needs 0.25 units a hand more than that. Large pots go to deep stacks: of a payment in a pot game 20 big blinds count at most.
Next: list the ten hands with the largest payments; compare arrival, address, buy-ins and cash-outs of both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
_COUNTED = (
    20  # units that count of a payment in a pot: what is beyond depends on stacks, which are not exchangeable
)
_NOTHING = np.zeros((0, 3), np.int64)
# (n, 10) pair, hands, what was paid, and to others, logs by tilt; (n, 3) pair, position of the hand, money; (n, 3) pair, unit,
# money, of pot games alone
_OfPairs = tuple[Ints, Ints, Ints]
_SIDES: tuple[Literal["left", "right"], ...] = ("left", "right")


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Sums of each ordered pair of players of the session."""
    hands = session.hands
    paid = _matrix(hands)
    parts = [_of_hands(hands, paid, some) for some in pieces(np.flatnonzero(_comparable(hands)))]
    if not parts:
        return
    sums, largest, moved = parts[0] if len(parts) == 1 else _together(parts)
    shown, money = _by_pair(largest, sums[:, 0]), _by_pair(moved, sums[:, 0])
    for (pair, count, own, others, *logs), at, each in zip(sums.tolist(), shown, money, strict=True):
        payer, payee = divmod(pair, len(hands.players))
        who: Unit = (("payer", session.player(payer)), ("payee", session.player(payee)))
        by_unit = tuple([(unit, amount) for _, unit, amount in each.tolist()])
        yield Observed(PairRow(who, count, own, others, tuple(logs), moved=by_unit), at[:, 1])


def _of_hands(hands: ScreenedHands, paid: Ints, which: Ints) -> _OfPairs:
    """The pairs of hands at some positions."""
    seats = hands.seated[which].sum(axis=1)
    by_width = [
        _of_width(hands, paid, which[seats == width], width)
        for width in np.flatnonzero(np.bincount(seats)).tolist()
    ]
    return _together(by_width)


def _together(parts: Sequence[_OfPairs]) -> _OfPairs:
    sums, payments, moved = (np.concatenate(each) for each in zip(*parts, strict=True))
    return _added_up(sums, 1), _largest(payments), _added_up(moved, 2)


def _of_width(hands: ScreenedHands, paid: Ints, which: Ints, width: int) -> _OfPairs:
    """The pairs of hands of so many players, which are not added up. A pair is payer * players + payee."""
    columns = np.nonzero(hands.seated[which])[1].reshape(-1, width)
    row, place = np.nonzero(_pays(hands)[which[:, None], columns])  # of each payer
    hand, payer = which[row, None], columns[row, place, None]
    payees = columns[row[:, None], _others(width)[place]]
    values, unit = paid[hand, payer, payees], hands.unit[hand]
    pairs = hands.player[hand, payer].astype(np.int64) * len(hands.players) + hands.player[hand, payees]
    counted = values if hands.pot is None else np.minimum(values, _COUNTED * unit)
    own = counted * SHARES // unit
    others = (counted.sum(axis=1, keepdims=True) - counted) * SHARES // (unit * (width - 2))
    logs = logs_of_rows(counted, unit[:, 0]).reshape(-1, len(TILTS))
    sums = np.column_stack((_columns(pairs, np.int64(1), own, others), logs))
    moved = _NOTHING if hands.pot is None else _columns(pairs, unit, values)
    return sums, _columns(pairs, hand, values), moved


def _columns(first: Ints, *others: Ints | np.int64) -> Ints:
    """(n, c) columns, all of the shape of the first."""
    found = np.empty((*first.shape, 1 + len(others)), np.int64)
    for place, each in enumerate((first, *others)):
        found[..., place] = each
    return found.reshape(-1, found.shape[-1])


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
