"""Money astray as columns: seats of a hand between which wrong money moved.

Seats belong together where chips moved otherwise than due, results are misrecorded, or chips do not balance.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.checks.support.recorded_transfers import moved
from rules.hands import Flags, Hands, Ints, any_seat
from rules.narrow import narrow
from rules.replay import table_stakes
from rules.replay.row_replay import ReplayedRows

OF_RESULTS = -1  # no break of an account


class Astray(Struct, frozen=True, eq=False):
    """A rows, each the seats of one hand whose wrong money belongs together; shares (N,): their seats.

    misallocated: between players; to_nobody: with nobody; misrecorded: a record only; each (A,), 0 or more. broken (A,): group of
    breaks that it sets off; -1: of results. owed (N,): due less moved, as far as another player has or lacks it; nobodys: the
    rest.
    """

    hand: Ints
    line: Ints
    misallocated: Ints
    to_nobody: Ints
    misrecorded: Ints
    broken: Ints
    row: Ints
    seat: Ints
    player: Ints
    owed: Ints
    nobodys: Ints

    def __len__(self) -> int:
        return len(self.hand)

    @property
    def gross(self) -> int:
        """Sum that players had to pay each other, hand by hand."""
        return int(np.maximum(self.owed, 0).sum())

    def of_hands(self, lines: Ints) -> Astray:
        """Rows of the hands on some lines."""
        kept = np.isin(self.line, lines)
        shares = kept[self.row] if len(self.row) else np.zeros(0, np.bool_)
        place = np.cumsum(kept) - 1
        rows = {name: getattr(self, name)[kept] for name in _ROWS}
        of_shares = {name: getattr(self, name)[shares] for name in _SHARES}
        return Astray(**rows, **of_shares, row=place[self.row[shares]].astype(np.int32))


_ROWS = ("hand", "line", "misallocated", "to_nobody", "misrecorded", "broken")
_SHARES = ("seat", "player", "owed", "nobodys")


def joined(blocks: list[Astray]) -> Astray:
    columns = {name: _concatenated([getattr(each, name) for each in blocks]) for name in (*_ROWS, *_SHARES)}
    before = np.cumsum([0, *map(len, blocks)])
    rows = [each.row + int(before[at]) for at, each in enumerate(blocks)]
    return Astray(**columns, row=_concatenated(rows))


def in_order(astray: Astray) -> Astray:
    """Rows in log order."""
    order = np.argsort(astray.line, kind="stable")
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    moved_to = place[astray.row] if len(astray.row) else astray.row
    shares = np.argsort(moved_to, kind="stable")
    return Astray(
        **{name: getattr(astray, name)[order] for name in _ROWS},
        **{name: getattr(astray, name)[shares] for name in _SHARES},
        row=moved_to[shares].astype(np.int32),
    )


def _concatenated(columns: list[Ints]) -> Ints:
    return np.concatenate(columns) if columns else np.zeros(0, np.int64)


class Differences(Struct, frozen=True, eq=False):
    """Differences in W hands at positions which. owed (W, S): due less moved. written (W, S): rejected less accepted record.

    linked (W,): movements have payer and payee. nobody (W,): chips with nobody are known. short (W,): surplus of all seats.
    """

    which: Ints
    owed: Ints
    written: Ints
    linked: Flags
    nobody: Flags
    short: Ints


def astray_of(hands: Hands, found: Differences, replayed: ReplayedRows | None = None) -> Astray:
    """Money astray in a block. replayed: needed where movements name payer and payee."""
    which, owed, written = found.which, found.owed, found.written
    label = _labels(which, owed, written, found.linked, replayed)
    concerned = (owed != 0) | (written != 0)
    concerned[:, 0] |= ~any_seat(concerned)  # a hand of which only the sum is known
    hand, seat = np.nonzero(concerned)
    group = _first_seats(label, concerned)[hand, seat]
    _, row = np.unique(hand * owed.shape[1] + group, return_inverse=True)
    order = np.argsort(row, kind="stable")
    hand, seat, row = hand[order], seat[order], row[order]
    starts = np.flatnonzero(np.diff(row, prepend=-1))
    mine, noted = owed[hand, seat], written[hand, seat]
    too_little, too_much = _sums(np.maximum(mine, 0), starts), _sums(np.maximum(-mine, 0), starts)
    above, below = _sums(np.maximum(noted, 0), starts), _sums(np.maximum(-noted, 0), starts)
    of_hand = hand[starts]
    short = np.where(any_seat(owed != 0)[of_hand], too_much - too_little, found.short[of_hand])
    nobodys = _nobodys(mine, row, starts, too_much - too_little)
    place = which[hand]
    return Astray(
        hand=narrow(hands.number[which[of_hand]]),
        line=narrow(hands.line[which[of_hand]]),
        misallocated=narrow(np.minimum(too_much, too_little)),
        to_nobody=narrow(np.where(found.nobody[of_hand], np.abs(short), 0)),
        misrecorded=narrow(np.maximum(above, below)),
        broken=np.full(len(starts), OF_RESULTS, np.int32),
        row=row.astype(np.int32),
        seat=hands.seat[place, seat].astype(np.int8),
        player=hands.player[place, seat].astype(np.int32),
        owed=narrow(mine - nobodys),
        nobodys=narrow(np.where(found.nobody[hand], nobodys, 0)),
    )


def _nobodys(owed: Ints, row: Ints, starts: Ints, short: Ints) -> Ints:
    """(N,) part of shares that no player of the row has or lacks: largest shares first."""
    found = np.zeros(len(owed), np.int64)
    ends = np.append(starts[1:], len(owed))
    for at in np.flatnonzero(short).tolist():
        rest = -int(short[at])  # + is lacking
        sign = 1 if rest > 0 else -1
        places = range(int(starts[at]), int(ends[at]))
        for place in sorted(places, key=lambda each: (-sign * int(owed[each]), each)):
            part = min(max(sign * int(owed[place]), 0), abs(rest))
            found[place] = sign * part
            rest -= sign * part
    return found


def _sums(values: Ints, starts: Ints) -> Ints:
    return np.add.reduceat(values, starts) if len(starts) else np.zeros(0, np.int64)


def _labels(
    which: Ints, owed: Ints, written: Ints, chips: Flags, replayed: ReplayedRows | None
) -> NDArray[np.int64]:
    label = np.broadcast_to(np.arange(owed.shape[1]), owed.shape).copy()
    _join(label, (owed != 0) & ~chips[:, None])
    by_chips = np.flatnonzero(chips)
    if replayed is not None and len(by_chips):
        label[by_chips] = _by_chips(replayed, which[by_chips], label[by_chips])
    _join(label, written != 0)
    sums = np.stack([np.where(label == each, owed, 0).sum(axis=1) for each in range(owed.shape[1])], axis=1)
    _join(label, np.take_along_axis(sums, label, axis=1) != 0)
    return label


def _join(label: Ints, seats: Flags) -> None:
    lowest = np.where(seats, label, label.shape[1]).min(axis=1, initial=label.shape[1])
    touched = np.zeros((len(label), label.shape[1]), np.bool_)
    hand, seat = np.nonzero(seats)
    touched[hand, label[hand, seat]] = True
    label[:] = np.where(np.take_along_axis(touched, label, axis=1), lowest[:, None], label)


def _by_chips(replayed: ReplayedRows, which: Ints, label: Ints) -> Ints:
    differ = _balances(replayed, which) != 0
    pairs = list(enumerate(zip(replayed.a.tolist(), replayed.b.tolist(), strict=True)))
    while True:
        before = label.copy()
        for place, (a, b) in pairs:
            low = np.minimum(label[:, a], label[:, b])
            label[:, a] = np.where(differ[:, place], low, label[:, a])
            label[:, b] = np.where(differ[:, place], low, label[:, b])
        if (label == before).all():
            return label


def _balances(replayed: ReplayedRows, which: Ints) -> Ints:
    """(W, P) recorded transfers from a to b, less those due."""
    hands, found, a, b = replayed.hands, moved(replayed.hands), replayed.a, replayed.b
    seats = hands.seat.shape[1]
    pair = np.zeros((seats, seats), np.int64)
    pair[a, b] = pair[b, a] = np.arange(len(a))
    balance = np.zeros((len(hands), len(a)), np.int64)
    listed = hands.transfers
    rows = np.flatnonzero(found.seated)
    payer, payee = found.payer[rows], found.payee[rows]
    amount = listed["amount"][rows] * np.where(payer < payee, 1, -1)
    np.add.at(balance, (listed.hand[rows], pair[payer, payee]), amount)
    for hand, payer_, payee_, due in _limited(replayed, which):
        balance[hand, pair[payer_, payee_]] += due if payee_ < payer_ else -due
    balance = balance[which]
    if replayed.stakes is None and replayed.pool is None:
        unit = hands.unit[which][:, None]
        due_to_a = replayed.pair_units[which] * unit // replayed.scoring.denominator
        balance += np.where(replayed.void[which][:, None], 0, due_to_a)
    return balance


def _limited(replayed: ReplayedRows, which: Ints) -> Iterator[tuple[int, int, int, int]]:
    if replayed.stakes is None or replayed.pool is not None:
        return
    for hand in which[~replayed.void[which]].tolist():
        moves = replayed.stakes.limited.get(hand)
        if moves is None:
            moves = list(table_stakes.moves(replayed.compared, replayed.parts, hand))
        for move in moves:
            yield hand, move.payer, move.payee, move.amount


def _first_seats(label: Ints, concerned: Flags) -> Ints:
    seats = label.shape[1]
    first = np.stack(
        [((label == each) & concerned).argmax(axis=1) for each in range(seats)], axis=1
    ) if len(label) else np.zeros((0, seats), np.int64)  # fmt: skip
    return np.take_along_axis(first, label, axis=1)
