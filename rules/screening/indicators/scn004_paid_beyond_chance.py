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
    units, place = np.unique(pairs, return_inverse=True)
    sums = np.zeros((len(units), found.shape[1]), np.int64)
    np.add.at(sums, place, found)
    shown = _LargestPayments(hands, paid, which)
    for unit, (count, own, others, *logs) in zip(units.tolist(), sums.tolist(), strict=True):
        payer, payee = divmod(unit, len(hands.players))
        who: Unit = (("payer", session.player(payer)), ("payee", session.player(payee)))
        yield Observed(PairRow(who, count, own, others, tuple(logs)), shown.of(payer, payee))


def _of_width(hands: ScreenedHands, paid: Ints, which: Ints, width: int) -> tuple[Ints, Ints]:
    """(n,) ordered pairs of the hands of so many players, payer * players + payee, and (n, 9): 1, paid, others, logs by tilt."""
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
    pairs = np.repeat(player.ravel(), width - 1) * len(hands.players) + payees.ravel()
    once = np.ones(len(pairs), np.int64)
    return pairs, np.column_stack((once, own.ravel(), others.ravel(), logs.reshape(-1, len(TILTS))))


def _logs(values: Ints, unit: Ints) -> Ints:
    """(n, m, 6) nano-nats of each of the values (n, m) among those of its row, each row once."""
    rows = np.column_stack((unit, values))
    _, first, place = np.unique(_as_one(rows), return_index=True, return_inverse=True)
    logs = [
        [logs_of_one(each // common, tuple(one // common for one in row), worth // common) for each in row]
        for worth, *row in rows[first].tolist()
        for common in (gcd(worth, *row),)
    ]
    found: Ints = np.array(logs, np.int64)[place]
    return found


def _as_one(rows: Ints) -> Ints:
    """(n,) a number for each row (n, m), the same for equal rows alone."""
    code = np.zeros(len(rows), np.int64)
    for column in rows.T:
        values, place = np.unique(column, return_inverse=True)
        code = np.unique(code * len(values) + place, return_inverse=True)[1]
    return code


class _LargestPayments:
    """Hands in which a payer paid a payee most."""

    def __init__(self, hands: ScreenedHands, paid: Ints, which: Ints) -> None:
        self._paid, self._which = paid[which], which
        self._seats = {
            player: (there.any(axis=1), there.argmax(axis=1))
            for player in np.unique(hands.player[which]).tolist()
            for there in (hands.player[which] == player,)
        }

    def of(self, payer: int, payee: int) -> Ints:
        """(n,) at most ten positions, the largest payment first."""
        (pays_in, pays), (gets_in, gets) = self._seats[payer], self._seats[payee]
        both = np.flatnonzero(pays_in & gets_in)
        value = self._paid[both, pays[both], gets[both]]
        order = np.argsort(-value, kind="stable")[:_SHOWN]
        found: Ints = self._which[both[order[value[order] > 0]]]
        return found


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
