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
from typing import Literal

import numpy as np

from rules.hands import Flags, Ints
from rules.narrow import narrow
from rules.replay.scoring import SHARES
from rules.screening.engines.exchangeable import logs_of_rows
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
# units that count of a payment in a pot; what is beyond depends on stacks, in which opponents differ
_COUNTED = 20
# (4 + 6, n) pair, unit, hands, what was paid, in parts of a unit too, and to others, logs by tilt; (3, n) pair, position of the
# hand, money
_OfPairs = tuple[Ints, Ints]
_SIDES: tuple[Literal["left", "right"], ...] = ("left", "right")


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Sums of each ordered pair of players of the session."""
    hands = session.hands
    paid = _matrix(hands)
    parts = [_of_hands(hands, paid, some) for some in pieces(np.flatnonzero(_comparable(hands)))]
    if not parts:
        return
    by_unit, largest = _together(parts)
    sums = _added_up(np.delete(by_unit, (1, 3), axis=0), 1)
    shown, moved = _by_pair(largest, sums[0]), _by_pair(by_unit, sums[0])
    money = list(zip(by_unit[1].tolist(), by_unit[3].tolist(), strict=True)) if hands.pot is not None else []
    for (pair, count, own, others, *logs), here, each in zip(sums.T.tolist(), shown, moved, strict=True):
        payer, payee = divmod(pair, len(hands.players))
        who: Unit = (("payer", hands.players[payer]), ("payee", hands.players[payee]))
        row = PairRow(who, count, own, others, tuple(logs), 0, tuple(money[each]))
        yield Observed(row, largest[1, here])


def _of_hands(hands: ScreenedHands, paid: Ints, which: Ints) -> _OfPairs:
    """The pairs of hands at some positions. A pair is payer * players + payee."""
    seated = hands.seated[which]
    row, payer = np.nonzero(seated & _pays(hands)[which])
    others = seated[row]
    others[np.arange(len(row)), payer] = False
    of, payee = np.nonzero(others)  # of a payer, all payees one after another
    hand, sizes = which[row], np.count_nonzero(others, axis=1)
    unit, values = hands.unit[hand], paid[hand[of], payer[of], payee]
    pairs = (
        hands.player[hand, payer].astype(np.int64)[of] * len(hands.players) + hands.player[hand[of], payee]
    )
    counted = values if hands.pot is None else np.minimum(values, _COUNTED * unit[of])
    own, rest = counted * SHARES // unit[of], _in_all(counted, sizes)[of] - counted
    mean = rest * SHARES // (unit * (sizes - 1))[of]
    logs = logs_of_rows(counted, sizes, unit)
    by_unit = np.vstack((pairs, unit[of], np.ones_like(pairs), values, own, mean, logs))
    return _together([(by_unit, np.vstack((pairs, hand[of], values)))])


def _in_all(values: Ints, sizes: Ints) -> Ints:
    """(n,) sums of rows of values, which are one after another. sizes: (n,) at least one each."""
    found: Ints = np.add.reduceat(values, np.cumsum(sizes) - sizes)
    return found


def _together(parts: Sequence[_OfPairs]) -> _OfPairs:
    by_unit, payments = (np.hstack(each) for each in zip(*parts, strict=True))
    return _added_up(by_unit, 2), _largest(payments)


def _added_up(columns: Ints, keys: int) -> Ints:
    """(c, n) columns in the order of their keys, which are the first rows, each once; the other rows are added up."""
    ordered = columns[:, np.lexsort([narrow(each) for each in reversed(columns[:keys])])]
    differs = np.ones(columns.shape[1], np.bool_)
    differs[1:] = (ordered[:keys, 1:] != ordered[:keys, :-1]).any(axis=0)
    starts = np.flatnonzero(differs)
    return np.vstack((ordered[:keys, starts], np.add.reduceat(ordered[keys:], starts, axis=1)))


def _by_pair(columns: Ints, pairs: Ints) -> list[slice]:
    """Where the columns of each of some pairs are, all in order."""
    first, end = (np.searchsorted(columns[0], pairs, side).tolist() for side in _SIDES)
    return list(map(slice, first, end))


def _pays(hands: ScreenedHands) -> Flags:
    """(N, S) seats whose payments are looked at: in pot games those that lost money."""
    return hands.seated if hands.pot is None else hands.pot.loses


def _largest(payments: Ints) -> Ints:
    """(3, n) of each pair at most ten payments above zero, the largest first. payments: (3, m) pair, hand's position, money."""
    found = payments[:, payments[2] > 0]
    pair, hand, money = found
    found = found[:, np.lexsort((hand, -money, pair))]
    nth = np.arange(found.shape[1]) - np.searchsorted(found[0], found[0])
    return found[:, nth < _SHOWN]


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
