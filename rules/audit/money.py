"""What a hand moved beside what it was due: which money went to the wrong player, and which was only written down wrong.

Each wrong amount counts once. What moved is what the recorded transfers brought (with what a recorded pool took and
paid), else the recorded nets. Where it is not what was due, chips went to the wrong player. A net is written down wrong
as far as it lies beyond both what moved and what was due; one between the two, or at either, adds nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rules.checks.pools import pools
from rules.checks.transfers import moved
from rules.hands import NOT_RECORDED, Flags, Ints, any_seat, every_seat
from rules.replay import table_stakes
from rules.replay.engine import Replayed
from rules.replay.unpriced import explained


class Share(NamedTuple):
    """A seat whose money differs. owed: due less what moved (+: is owed)."""

    seat: int
    player: str
    owed: int


@dataclass(frozen=True, slots=True)
class Astray:
    """Seats of a hand between which wrong money moved, or whose results were written down wrong together.

    misallocated went to the wrong player, misrecorded was only written down wrong. unbalanced: how much more (+) was owed
    by the seats than to them, which is nobody's at the table.
    """

    hand: int
    line: int
    shares: tuple[Share, ...]
    misallocated: int
    misrecorded: int
    unbalanced: int


@dataclass(frozen=True)
class Money:
    """A block's money. due and paid (H, S) mean nothing in hands that are not testable. written (H, S): by how much the
    recorded net lies beyond both; 0 where not every net of the hand was recorded. by_chips (H,): what moved is what
    transfers brought.
    """

    testable: Flags  # (H,)
    due: Ints
    paid: Ints
    written: Ints
    by_chips: Flags


def money_of(replayed: Replayed, impossible: Flags) -> Money:
    """Hold what moved in a block against what was due. impossible: (H,) deals that cannot have happened, of which nothing
    is due that anybody could name.
    """
    hands, present = replayed.hands, replayed.hands.present
    chips, by_chips = _chips(replayed)
    paid = np.where(by_chips[:, None], chips, hands.net)
    due = replayed.net
    testable = every_seat(((paid != NOT_RECORDED) & (due != NOT_RECORDED)) | ~present) & ~impossible
    for mask, _ in explained(replayed, paid):
        testable &= ~mask
    recorded = testable & by_chips & every_seat((hands.net != NOT_RECORDED) | ~present)
    beyond = hands.net - np.clip(hands.net, np.minimum(paid, due), np.maximum(paid, due))
    written = np.where(recorded[:, None] & present, beyond, 0)
    return Money(testable, due, paid, written, by_chips & testable)


def _chips(replayed: Replayed) -> tuple[Ints, Flags]:
    """(H, S) what recorded transfers brought the seats, with a recorded pool; and (H,) where that is what moved."""
    hands = replayed.hands
    if not hands.transfers_recorded.any():
        return hands.net, hands.transfers_recorded
    found = moved(hands)
    reported = hands.transfers_recorded & ~found.strange
    if replayed.pool is None:
        return found.total, reported
    beside = pools(hands)
    total = found.total + beside.awards.sum(axis=-1) - beside.contributions
    elsewhere = np.zeros(len(hands), np.bool_)
    elsewhere[[hand for hand, *_ in beside.outside]] = True
    return total, reported & (beside.recorded | replayed.void) & ~elsewhere


def astray(replayed: Replayed, money: Money) -> Iterator[Astray]:
    """What went astray in a block, hand by hand."""
    hands = replayed.hands
    there = money.testable[:, None] & hands.present
    owed = np.where(there, money.due - money.paid, 0)
    for hand in np.flatnonzero(any_seat((owed != 0) | (money.written != 0))).tolist():
        yield from _of_hand(replayed, money, hand, owed[hand].tolist(), money.written[hand].tolist())


def _of_hand(
    replayed: Replayed, money: Money, hand: int, owed: list[int], written: list[int]
) -> Iterator[Astray]:
    hands = replayed.hands
    chips = bool(money.by_chips[hand])
    number, line = int(hands.number[hand]), int(hands.line[hand])
    for group in _groups(replayed, hand, owed, written, chips):
        too_little = sum(owed[seat] for seat in group if owed[seat] > 0)
        too_much = -sum(owed[seat] for seat in group if owed[seat] < 0)
        above = sum(written[seat] for seat in group if written[seat] > 0)
        below = -sum(written[seat] for seat in group if written[seat] < 0)
        short = too_much - too_little
        wrong = max(too_much, too_little)
        misallocated = wrong if chips else wrong - abs(short)
        shares = tuple(
            Share(int(hands.seat[hand, seat]), hands.players[hands.player[hand, seat]], owed[seat])
            for seat in group
        )
        misrecorded = max(above, below) + wrong - misallocated
        yield Astray(number, line, shares, misallocated, misrecorded, short)


def _groups(
    replayed: Replayed, hand: int, owed: Sequence[int], written: Sequence[int], chips: bool
) -> list[list[int]]:
    """Seat columns whose wrong money hangs together: by the pairs between which other chips moved than were due.

    Without transfers nobody can say who paid whom: all seats whose results differ are one group. So are seats whose
    results were written down wrong, and groups whose chips do not come out even by themselves.
    """
    joined = Joined(len(owed))
    off = [seat for seat, amount in enumerate(owed) if amount]
    if chips:
        for a, b in _pairs_that_differ(replayed, hand):
            joined.join(a, b)
    else:
        joined.join(*off)
    joined.join(*(seat for seat, amount in enumerate(written) if amount))
    uneven = [group for group in joined.groups(off) if sum(owed[seat] for seat in group)]
    joined.join(*(group[0] for group in uneven))
    concerned = [seat for seat, amount in enumerate(owed) if amount or written[seat]]
    return joined.groups(concerned)


def _pairs_that_differ(replayed: Replayed, hand: int) -> list[tuple[int, int]]:
    """Pairs of seat columns between which the recorded transfers move another amount than was due."""
    hands, found = replayed.hands, moved(replayed.hands)
    balance: dict[tuple[int, int], int] = {}

    def add(payer: int, payee: int, amount: int) -> None:
        pair, sign = ((payer, payee), 1) if payer < payee else ((payee, payer), -1)
        balance[pair] = balance.get(pair, 0) + sign * amount

    listed = hands.transfers
    first, last = np.searchsorted(listed.hand, [hand, hand + 1])
    for row in range(first, last):
        if found.seated[row]:
            add(int(found.payer[row]), int(found.payee[row]), int(listed["amount"][row]))
    for payer, payee, amount in _due_between(replayed, hand):
        add(payee, payer, amount)
    return [pair for pair, amount in balance.items() if amount]


def _due_between(replayed: Replayed, hand: int) -> Iterator[tuple[int, int, int]]:
    """(payer, payee, amount) of the payments that were due between seat columns."""
    if replayed.void[hand] or replayed.pool is not None:
        return
    if replayed.stakes is not None:
        moves = replayed.stakes.limited.get(hand)
        if moves is None:
            moves = list(table_stakes.moves(replayed.compared, replayed.parts, hand))
        for move in moves:
            yield move.payer, move.payee, move.amount
        return
    unit = int(replayed.hands.unit[hand])
    for a, b, units in zip(
        replayed.a.tolist(), replayed.b.tolist(), replayed.pair_units[hand].tolist(), strict=True
    ):
        if units:
            yield b, a, units * unit // replayed.scoring.denominator


class Joined:
    """Things by their positions, joined into groups."""

    def __init__(self, size: int) -> None:
        self._parent = list(range(size))

    def join(self, *places: int) -> None:
        for place in places[1:]:
            self._parent[self.root(place)] = self.root(places[0])

    def root(self, place: int) -> int:
        while self._parent[place] != place:
            self._parent[place] = self._parent[self._parent[place]]
            place = self._parent[place]
        return place

    def groups(self, places: Sequence[int]) -> list[list[int]]:
        """The groups of some places, without the others."""
        found: dict[int, list[int]] = {}
        for place in places:
            found.setdefault(self.root(place), []).append(place)
        return list(found.values())
