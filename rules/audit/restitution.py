"""Who is owed what by whom: the differences between recorded and due nets, by player."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from rules.checks.transfers import moved
from rules.hands import NOT_RECORDED, Flags, Ints, any_seat, every_seat
from rules.replay.chinese import Replayed
from rules.replay.unpriced import explained
from rules.results import Repayment, Restitution


class Restitutions:
    """Adds up over the blocks of a log.

    Where transfers were recorded they are what was paid: chips that went right beside nets that are wrong leave
    nobody in debt. misallocated: went to the wrong player; misrecorded: was written down wrong.
    """

    def __init__(self) -> None:
        self._columns = np.zeros((3, 0), np.int64)  # hands, recorded, due by player
        self._players: list[str] = []
        self._owed: dict[tuple[str | None, str | None], list[int]] = defaultdict(lambda: [0, 0])
        self.misallocated = 0
        self.misrecorded = 0
        self.testable = 0
        self.recorded_any = False

    def add(self, replayed: Replayed) -> None:
        """Take the hands whose seats all have a recorded and a due net."""
        hands = replayed.hands
        testable = testable_hands(replayed)
        self.testable += int(testable.sum())
        if not testable.any():
            return
        self.recorded_any = True
        self._grow(list(hands.players))
        paid = paid_to(replayed)
        seats = testable[:, None] & hands.present
        player = hands.player[seats]
        for row, values in enumerate((np.ones(len(player), np.int64), paid[seats], replayed.net[seats])):
            np.add.at(self._columns[row], player, values)
        written = np.where(seats, hands.net - paid, 0)
        self.misrecorded += int(np.abs(written).sum()) // 2
        difference = np.where(seats, replayed.net - paid, 0)
        for hand in np.flatnonzero(any_seat(difference != 0)).tolist():
            self._settle(difference[hand].tolist(), [hands.players[p] for p in hands.player[hand].tolist()])

    def _grow(self, players: list[str]) -> None:
        more = len(players) - self._columns.shape[1]
        if more > 0:
            self._columns = np.pad(self._columns, ((0, 0), (0, more)))
            self._players = players

    def _settle(self, owed: list[int], players: list[str]) -> None:
        """One hand: those who received too much owe those who received too little, in the order of the seats.

        What does not balance is owed to or by nobody at the table (None).
        """
        creditors: list[list] = [
            [player, amount] for player, amount in zip(players, owed, strict=True) if amount > 0
        ]
        debtors: list[list] = [
            [player, -amount] for player, amount in zip(players, owed, strict=True) if amount < 0
        ]
        too_much, too_little = (sum(amount for _, amount in side) for side in (debtors, creditors))
        self.misallocated += min(too_much, too_little)
        short = too_much - too_little
        self.misrecorded += abs(short)
        if short:
            (creditors if short > 0 else debtors).append([None, abs(short)])
        while debtors and creditors:
            paid = min(debtors[0][1], creditors[0][1])
            total = self._owed[debtors[0][0], creditors[0][0]]
            total[0] += paid
            total[1] += 1
            for side in (debtors, creditors):
                side[0][1] -= paid
                if not side[0][1]:
                    side.pop(0)

    def by_player(self) -> list[Restitution]:
        """Players who are owed or owe something, the largest amount first."""
        rows = zip(self._players, *self._columns.tolist(), strict=False)
        told = [
            Restitution(player=player, hands=hands, recorded=recorded, due=due, owed=due - recorded)
            for player, hands, recorded, due in rows
            if hands
        ]
        return sorted(told, key=lambda each: (-abs(each.owed), each.player))

    def repayments(self) -> list[Repayment]:
        told = [
            Repayment(debtor=debtor, creditor=creditor, amount=amount, hands=hands)
            for (debtor, creditor), (amount, hands) in self._owed.items()
        ]
        return sorted(told, key=lambda each: (-each.amount, each.debtor or "", each.creditor or ""))


def paid_to(replayed: Replayed) -> Ints:
    """(H, S) what the seats were paid: what the recorded transfers brought them, else the recorded nets."""
    hands = replayed.hands
    if not hands.transfers_recorded.any():
        return hands.net
    found = moved(hands)
    if replayed.pool is not None:  # transfers are beside what the pool pays out
        return hands.net
    told = hands.transfers_recorded & ~found.strange & ~replayed.void
    return np.where(told[:, None], found.total, hands.net)


def testable_hands(replayed: Replayed) -> Flags:
    """(H,) hands in which every seat has a recorded and a due net, and the controls price what was paid."""
    hands = replayed.hands
    both = (hands.net != NOT_RECORDED) & (replayed.net != NOT_RECORDED)
    testable = every_seat(both | ~hands.present)
    for mask, _ in explained(replayed, hands.net):
        testable &= ~mask
    return testable
