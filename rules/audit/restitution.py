"""Who is owed what by whom: what moved beside what was due, by player and hand by hand."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.audit.astray import Astray, astray_of, joined
from rules.audit.money import Money, money_of
from rules.audit.repayments import reconciled, repayments
from rules.checks.transfers import moved
from rules.hands import NOT_RECORDED, Flags, Hands, Ints, every_seat
from rules.narrow import narrow
from rules.replay.engine import Replayed
from rules.replay.unpriced import explained
from rules.results import Reconciliation, Repayment, Restitution


class Restitutions:
    """Adds up over the blocks of a log.

    misallocated: went to the wrong player; misrecorded: was only written down wrong. by_nets: hands whose recorded nets
    could be compared with what was due. impossible: hands left out because their deal cannot have happened. astray: what
    went wrong, hand by hand.
    """

    def __init__(self) -> None:
        self._columns = np.zeros((4, 0), np.int64)  # hands, moved, due, hands that differ, by player
        self._players: list[str] = []
        self._astray: list[Astray] = []
        self.testable = 0
        self.by_nets = 0
        self.impossible = 0
        self._priced: list[NDArray[Any]] = []  # numbers of the testable hands

    def add(self, replayed: Replayed, impossible: Flags) -> None:
        """Take the hands whose seats all have a recorded and a due result. impossible: (H,) deals that cannot be."""
        hands = replayed.hands
        self.impossible += int(impossible.sum())
        self.by_nets += int(testable_hands(replayed).sum())
        money = money_of(replayed, impossible)
        self.take(hands, money, replayed)

    def take(self, hands: Hands, money: Money, replayed: Replayed | None = None) -> None:
        """Take the money of hands. replayed: of hands whose chips moved from seat to seat."""
        self.testable += int(money.testable.sum())
        self._priced.append(narrow(hands.number[money.testable]))
        if not money.testable.any():
            return
        self._grow(list(hands.players))
        seats = money.testable[:, None] & hands.present
        player, paid, due = hands.player[seats], money.paid[seats], money.due[seats]
        players = self._columns.shape[1]
        self._columns[0] += np.bincount(player, minlength=players)
        self._columns[3] += np.bincount(player[paid != due], minlength=players)
        for row, amounts in ((1, paid), (2, due)):
            np.add.at(self._columns[row], player, amounts)
        if (paid != due).any() or money.written.any():
            self._astray.append(astray_of(hands, money, replayed))

    def _grow(self, players: list[str]) -> None:
        more = len(players) - self._columns.shape[1]
        if more > 0:
            self._columns = np.pad(self._columns, ((0, 0), (0, more)))
            self._players = players

    @cached_property
    def astray(self) -> Astray:
        """What went astray, in the order of the log; to be read once every block was taken."""
        found = joined(self._astray)
        self._astray = []
        return found

    @property
    def misallocated(self) -> int:
        return int(self.astray.misallocated.sum())

    @property
    def misrecorded(self) -> int:
        return int(self.astray.misrecorded.sum())

    def priced(self) -> Ints:
        """The numbers of the hands whose money is known."""
        return np.concatenate([np.zeros(0, np.int64), *self._priced])

    def by_player(self) -> list[Restitution]:
        """Players with a testable hand, the largest difference first."""
        rows = zip(self._players, *self._columns.tolist(), strict=False)
        reported = [
            Restitution(
                player=player, hands=hands, recorded=paid, due=due, owed=due - paid, differing=differing
            )
            for player, hands, paid, due, differing in rows
            if hands
        ]
        return sorted(reported, key=lambda each: (-abs(each.owed), each.player))

    def repayments(self) -> list[Repayment]:
        return repayments(self.by_player())

    def reconciliation(self) -> Reconciliation:
        """What was owed hand by hand, beside the repayments that are left of it."""
        unbalanced = int(np.abs(self.astray.unbalanced).sum())
        return reconciled(self.astray.gross, unbalanced, self.repayments())


def paid_to(replayed: Replayed) -> Ints:
    """(H, S) what the seats were paid: what the recorded transfers brought them, else the recorded nets."""
    hands = replayed.hands
    if not hands.transfers_recorded.any():
        return hands.net
    found = moved(hands)
    if replayed.pool is not None:  # transfers are beside what the pool pays out
        return hands.net
    reported = hands.transfers_recorded & ~found.strange & ~replayed.void
    return np.where(reported[:, None], found.total, hands.net)


def testable_hands(replayed: Replayed) -> Flags:
    """(H,) hands in which every seat has a recorded and a due net, and the controls price what was paid."""
    hands = replayed.hands
    both = (hands.net != NOT_RECORDED) & (replayed.net != NOT_RECORDED)
    testable = every_seat(both | ~hands.present)
    for mask, _ in explained(replayed, hands.net):
        testable &= ~mask
    return testable
