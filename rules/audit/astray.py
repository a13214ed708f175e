"""Money that went astray in a log, as columns: seats of a hand between which wrong money moved.

Seats belong together where other chips moved between them than were due. Without transfers nobody can say who paid whom:
all seats of the hand whose results differ belong together. So do seats whose results were written down wrong, and sets of
seats whose chips do not come out even by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from rules.audit.money import Money
from rules.checks.transfers import moved
from rules.hands import Flags, Hands, Ints, any_seat
from rules.narrow import narrow
from rules.replay import table_stakes
from rules.replay.engine import Replayed


class Astray(Struct, frozen=True, eq=False):
    """A rows, each the seats of one hand whose wrong money hangs together; shares: their seats, row after row.

    hand: the number (A,), line (A,). misallocated went to the wrong player, misrecorded was only written down wrong.
    unbalanced: how much more (+) was owed by the seats than to them, which is nobody's at the table. row (N,): of each
    share; seat (N,): the number; player (N,): position among the log's players; owed (N,): due less what moved.
    """

    hand: Ints
    line: Ints
    misallocated: Ints
    misrecorded: Ints
    unbalanced: Ints
    row: Ints
    seat: Ints
    player: Ints
    owed: Ints

    def __len__(self) -> int:
        return len(self.hand)

    @property
    def gross(self) -> int:
        """What had to be paid to set every hand right, with what is nobody's."""
        return int(np.maximum(self.owed, 0).sum()) + int(np.maximum(self.unbalanced, 0).sum())


def joined(blocks: list[Astray]) -> Astray:
    """What went astray in several blocks, one after the other."""
    names = ("hand", "line", "misallocated", "misrecorded", "unbalanced", "seat", "player", "owed")
    columns = {name: _concatenated([getattr(each, name) for each in blocks]) for name in names}
    before = np.cumsum([0, *map(len, blocks)])
    rows = [each.row + int(before[at]) for at, each in enumerate(blocks)]
    return Astray(**columns, row=_concatenated(rows))


def _concatenated(columns: list[Ints]) -> Ints:
    return np.concatenate(columns) if columns else np.zeros(0, np.int64)


def astray_of(hands: Hands, money: Money, replayed: Replayed | None = None) -> Astray:
    """What went astray in a block, in the order of its hands. replayed: needed where money moved by chips."""
    there = money.testable[:, None] & hands.present
    owed = np.where(there, money.due - money.paid, 0)
    which = np.flatnonzero(any_seat((owed != 0) | (money.written != 0)))
    owed, written, chips = owed[which], money.written[which], money.by_chips[which]
    label = _labels(which, owed, written, chips, replayed)
    concerned = (owed != 0) | (written != 0)
    hand, seat = np.nonzero(concerned)
    group = _first_seats(label, concerned)[hand, seat]
    _, row = np.unique(hand * owed.shape[1] + group, return_inverse=True)
    order = np.argsort(row, kind="stable")
    hand, seat, row = hand[order], seat[order], row[order]
    starts = np.flatnonzero(np.diff(row, prepend=-1))
    mine, noted = owed[hand, seat], written[hand, seat]
    too_little, too_much = _sums(np.maximum(mine, 0), starts), _sums(np.maximum(-mine, 0), starts)
    above, below = _sums(np.maximum(noted, 0), starts), _sums(np.maximum(-noted, 0), starts)
    short, wrong = too_much - too_little, np.maximum(too_much, too_little)
    of_hand = hand[starts]
    misallocated = np.where(chips[of_hand], wrong, wrong - np.abs(short))
    place = which[hand]
    return Astray(
        hand=narrow(hands.number[which[of_hand]]),
        line=narrow(hands.line[which[of_hand]]),
        misallocated=narrow(misallocated),
        misrecorded=narrow(np.maximum(above, below) + wrong - misallocated),
        unbalanced=narrow(short),
        row=row.astype(np.int32),
        seat=hands.seat[place, seat].astype(np.int8),
        player=hands.player[place, seat].astype(np.int32),
        owed=narrow(mine),
    )


def _sums(values: Ints, starts: Ints) -> Ints:
    return np.add.reduceat(values, starts) if len(starts) else np.zeros(0, np.int64)


def _labels(which: Ints, owed: Ints, written: Ints, chips: Flags, replayed: Replayed | None) -> Ints:
    """(W, S) the same number for the seat columns of a hand that belong together."""
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
    """Join the groups of some seats (W, S) in each hand."""
    lowest = np.where(seats, label, label.shape[1]).min(axis=1, initial=label.shape[1])
    touched = np.zeros((len(label), label.shape[1]), np.bool_)
    hand, seat = np.nonzero(seats)
    touched[hand, label[hand, seat]] = True
    label[:] = np.where(np.take_along_axis(touched, label, axis=1), lowest[:, None], label)


def _by_chips(replayed: Replayed, which: Ints, label: Ints) -> Ints:
    """(W, S) labels of seats joined by the pairs between which other chips moved than were due."""
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


def _balances(replayed: Replayed, which: Ints) -> Ints:
    """(W, P) what moved from a to b in the recorded transfers, less what was due."""
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


def _limited(replayed: Replayed, which: Ints) -> Iterator[tuple[int, int, int, int]]:
    """(hand, payer, payee, amount) of the payments that were due under table stakes."""
    if replayed.stakes is None or replayed.pool is not None:
        return
    for hand in which[~replayed.void[which]].tolist():
        moves = replayed.stakes.limited.get(hand)
        if moves is None:
            moves = list(table_stakes.moves(replayed.compared, replayed.parts, hand))
        for move in moves:
            yield hand, move.payer, move.payee, move.amount


def _first_seats(label: Ints, concerned: Flags) -> Ints:
    """(W, S) the first column that is concerned and belongs together with each column."""
    seats = label.shape[1]
    first = np.stack(
        [((label == each) & concerned).argmax(axis=1) for each in range(seats)], axis=1
    ) if len(label) else np.zeros((0, seats), np.int64)  # fmt: skip
    return np.take_along_axis(first, label, axis=1)
