"""A player pays one opponent more than the others at the table.

Finds: what a player pays one opponent is more, hand by hand, than what he pays the other opponents of the same hand.
Why: chips are passed to a partner by losing to him.
Example: in 800 hands a player paid an opponent 766 units, where the other opponents got 78 each.
Needs: at least 100 hands of three players or more with what moved between them.
Innocent: the opponent plays better than the rest; therefore his mean from all other players is shown beside it, and an alarm
needs 0.25 units a hand more than that.
Next: list the ten hands with the largest payments; compare arrival, address, buy-ins and cash-outs of both.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

import numpy as np

from rules.hands import Flags, Ints
from rules.replay.scoring import SHARES
from rules.screening.engines.exchangeable import TILTS, logs_of_one
from rules.screening.indicator import Indicator
from rules.screening.screened_hands import ScreenedHands
from rules.screening.statistics import Observed, PairRow, ScreenedSession, Unit

INDICATOR = Indicator(
    code="SCN004", name="paid-beyond-chance", engine="exchangeable", units=(("payer", "payee"),),
    games=("chinese", "ofc"), least=100,
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
    pairs, found = (np.concatenate(each) for each in zip(*parts, strict=True))
    units, place = np.unique(pairs, axis=0, return_inverse=True)
    sums = np.zeros((len(units), found.shape[1]), np.int64)
    np.add.at(sums, place.ravel(), found)
    for (payer, payee), (count, own, others, *logs) in zip(units.tolist(), sums.tolist(), strict=True):
        unit: Unit = (("payer", session.player(payer)), ("payee", session.player(payee)))
        shown = _largest(hands, paid, which, payer, payee)
        yield Observed(PairRow(unit, count, own, others, tuple(logs)), shown)


def _of_width(hands: ScreenedHands, paid: Ints, which: Ints, width: int) -> tuple[Ints, Ints]:
    """Ordered pairs (n, 2) of the hands of so many players, and (n, 9) of each: 1, paid, others, logs by tilt."""
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
    logs = _logs(values, unit)
    pairs = np.column_stack((np.repeat(player.ravel(), width - 1), payees.ravel()))
    once = np.ones(len(pairs), np.int64)
    return pairs, np.column_stack((once, own.ravel(), others.ravel(), logs.reshape(-1, len(TILTS))))


def _logs(values: Ints, unit: Ints) -> Ints:
    """(n, m, 6) nano-nats of each of the values (n, m) among those of its row, each row once."""
    distinct, place = np.unique(np.column_stack((unit, values)), axis=0, return_inverse=True)
    logs = [
        [logs_of_one(each // common, tuple(one // common for one in row), worth // common) for each in row]
        for worth, *row in distinct.tolist()
        for common in (gcd(worth, *row),)
    ]
    found: Ints = np.array(logs, np.int64)[place.ravel()]
    return found


def _largest(hands: ScreenedHands, paid: Ints, which: Ints, payer: int, payee: int) -> Ints:
    """(n,) at most ten positions of hands in which a payer paid a payee most, the largest payment first."""
    pays, gets = (hands.player[which] == payer).argmax(axis=1), (hands.player[which] == payee).argmax(axis=1)
    both = (hands.player[which] == payer).any(axis=1) & (hands.player[which] == payee).any(axis=1)
    value = np.where(both, paid[which, pays, gets], 0)
    order = np.argsort(-value, kind="stable")[:_SHOWN]
    return which[order[value[order] > 0]]


def _comparable(hands: ScreenedHands) -> Flags:
    """(N,) hands of three players or more, not void, with a unit and with what moved between all of them."""
    found: Flags = (hands.seated.sum(axis=1) >= _FEWEST) & hands.paid_known & ~hands.void
    found &= hands.unit > 0  # also recorded
    return found


def _matrix(hands: ScreenedHands) -> Ints:
    """(N, S, S) money that each seat paid each, less what it got."""
    seats = hands.seat.shape[1]
    found = np.zeros((len(hands), seats, seats), np.int64)
    hand, payer, payee, money = hands.paid.T
    np.add.at(found, (hand, payer, payee), money)
    np.subtract.at(found, (hand, payee, payer), money)
    return found
