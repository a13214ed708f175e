"""Money of a log over its blocks: shortages, debts, unknown amounts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.audit.money.claims import Claimed, claimed_astray, due_apart, split_fees
from rules.audit.money.disputed import (
    DISPUTED,
    DISPUTED_POTS,
    MOVES,
    NEITHER,
    NETS,
    DecidedDisputes,
    DisputedHands,
    Witness,
    disputed_hands,
    side_of,
)
from rules.audit.money.excess_over_due import bounds_by_reason, excess_of
from rules.audit.money.fee_rows import NO_ROWS, FeeMoney, FeeRows, joined_rows
from rules.audit.money.money_astray import Astray, Differences, astray_of, in_order, joined
from rules.audit.money.money_of_fees import fees_of
from rules.audit.money.money_of_pots import pots_of
from rules.audit.money.money_of_seats import Reasons, records_of, testable_hands
from rules.audit.money.money_records import MoneyRecords
from rules.audit.money.player_sums import PlayerSums
from rules.audit.money.unknown import Unknown
from rules.checks.money.money_bounds import Bounds, bounded
from rules.checks.pots.pot_bounds import bounded_pots
from rules.checks.support.views import BlockView, PotView
from rules.hands import Flags, Hands, Ints, any_seat, over_seats
from rules.narrow import narrow
from rules.replay.row_replay import ReplayedRows
from rules.results import Restitution

UNBALANCED = "the recorded nets do not balance"
ONE_RECORD = (
    "only nets are on record",
    "only transfers are on record",
    "neither nets nor transfers are on record",
)


class MoneyAccount:
    """Money over the blocks of a log. by_nets: hands with comparable nets. impossible: hands left out."""

    def __init__(self) -> None:
        self._sums = PlayerSums()
        self._players: Sequence[str] = []
        self._astray: list[Astray] = []
        self._disputed: list[DisputedHands] = []
        self.decided: list[DecidedDisputes] = []
        self._fees: list[FeeRows] = []
        self._claimed: list[Astray] = []  # what follows from the rules that the log names alone
        self._claimed_fees: list[FeeRows] = []
        self.unknown = {kind: Unknown() for kind in HAND_KINDS}
        self.hands = 0
        self.testable = 0
        self.by_nets = 0
        self.impossible = 0
        self.taken: Counter[str] = Counter()  # by kind of fee
        self.fees_known = True
        self._priced: list[NDArray[Any]] = []  # numbers of the hands whose money is known

    def add(self, view: BlockView, impossible: Flags, named: BlockView | None = None) -> None:
        """Take a block of closed or open-face games. impossible: (H,). named: the hands under the log's own
        rules, where others decide.
        """
        self.impossible += int(impossible.sum())
        self.by_nets += int(testable_hands(view.replayed).sum())
        records, why = records_of(view)
        apart = None if named is None else due_apart(records, records_of(named)[0])
        self._take(view.hands, records, why, view.replayed, DISPUTED, bounded(view), apart)
        self._take_fees(fees_of(view), None if named is None else fees_of(named).rows)

    def add_pots(self, view: PotView, named: PotView | None = None) -> MoneyRecords:
        """Take a block of pot games."""
        records, why, fees = pots_of(view)
        claim = None if named is None else pots_of(named)
        apart = None if claim is None else due_apart(records, claim[0])
        self._take(view.hands, records, why, None, DISPUTED_POTS, bounded_pots(view), apart)
        self._take_fees(fees, None if claim is None else claim[2].rows)
        return records

    def without(self, hands: int, reason: str) -> None:
        """Count hands that could not be replayed: nothing of their money is known."""
        self.hands += hands
        self.fees_known &= not hands
        for each in self.unknown.values():
            each.add(reason, hands)

    def _take_fees(self, fees: FeeMoney, named: FeeRows | None) -> None:
        own, claimed = (fees.rows, NO_ROWS) if named is None else split_fees(fees.rows, named)
        self._fees.append(own)
        self._claimed_fees.append(claimed)
        self.taken.update(fees.taken)
        self.fees_known &= bool(fees.over_known.all() and fees.under_known.all())
        self.unknown["over_collected"].take(list(fees.reasons), ~fees.over_known)
        self.unknown["under_collected"].take(list(fees.reasons), ~fees.under_known, fees.least)

    def _take(
        self,
        hands: Hands,
        records: MoneyRecords,
        why: Reasons,
        replayed: ReplayedRows | None,
        disputed_words: str,
        bounds: Bounds,
        apart: Ints | None,
    ) -> None:
        self.hands += len(hands)
        self.testable += int(records.known.sum())
        self._sums.grow(len(hands.players))
        self._players = hands.players
        disputed = records.disputed
        settled = records.known & ~disputed
        self._count(hands, records.paid, records.due, records.there, settled)
        self._count_recorded(hands, records, disputed)
        if apart is not None:
            apart = np.where(disputed[:, None], 0, apart)
            self._claimed.append(claimed_astray(hands, apart))
        self._take_settled(hands, records, ~disputed, replayed, apart)
        if disputed.any():
            self._disputed.append(disputed_hands(hands, records, disputed, replayed, disputed_words))
        balanced = records.moved | (records.netted & (records.off_balance == 0))
        self._take_misallocated(hands, why, ~records.known, bounds)
        loose = ~balanced & ~disputed
        off = loose & records.netted
        self.unknown["to_nobody"].take(why, loose & ~off)
        self.unknown["to_nobody"].add(UNBALANCED, int(off.sum()), int(np.abs(records.off_balance[off]).sum()))
        for mask, reason in zip(
            (
                records.netted & ~records.moved & ~records.partly,
                records.moved & ~records.netted,
                ~records.moved & ~records.netted,
            ),
            ONE_RECORD,
            strict=True,
        ):
            self.unknown["misrecorded"].add(reason, int(mask.sum()))

    def _take_misallocated(self, hands: Hands, why: Reasons, unknown: Flags, bounds: Bounds) -> None:
        left = unknown.copy()
        if len(bounds):
            self._astray.append(excess_of(hands, bounds, unknown))
            for reason, of, bound in bounds_by_reason(bounds, unknown):
                self.unknown["misallocated"].add(reason, of, bound)
            left[bounds.hands] = False
        self.unknown["misallocated"].take(why, left)

    def _take_settled(
        self,
        hands: Hands,
        records: MoneyRecords,
        which: Flags,
        replayed: ReplayedRows | None,
        apart: Ints | None,
    ) -> None:
        there, paid = records.there, records.paid
        owed = np.where((records.known & which)[:, None] & there, records.due - paid, 0)
        owed = owed if apart is None else owed - apart
        sums = np.where(
            records.moved & which & ~records.known, over_seats(np.where(there, paid, 0)) + records.away, 0
        )
        rows = np.flatnonzero(any_seat(owed != 0) | (sums != 0))
        if len(rows):
            found = Differences(
                which=rows,
                owed=owed[rows],
                written=np.zeros_like(owed[rows]),
                linked=(records.linked & records.moved)[rows],
                nobody=(records.moved | (records.off_balance == 0))[rows],
                short=sums[rows],
            )
            self._astray.append(astray_of(hands, found, replayed))

    def _count(self, hands: Hands, paid: Ints, due: Ints, there: Flags, settled: Flags) -> None:
        self._priced.append(narrow(hands.number[settled]))
        seats = settled[:, None] & there
        self._sums.count(hands.player[seats], paid[seats], due[seats])

    def _count_recorded(self, hands: Hands, records: MoneyRecords, disputed: Flags) -> None:
        there, on_record = records.there, (records.moved | records.netted) & ~disputed
        seats = on_record[:, None] & there
        self._sums.add("recorded", hands.player[seats], records.paid[seats])
        self._sums.add("in_hands", hands.player[there])
        self._sums.add("missing", hands.player[~(on_record | disputed)[:, None] & there])
        listed = hands.fees
        named = np.flatnonzero(listed["seat"] > 0)
        if len(named):
            at_seat = hands.seat[listed.hand[named]] == listed["seat"][named][:, None]
            found = at_seat.any(axis=1)
            rows = named[found]
            player = hands.player[listed.hand[rows], at_seat[found].argmax(axis=1)]
            self._sums.add("fees", player, listed["amount"][rows])

    @property
    def disputed_lines(self) -> Ints:
        """Lines of hands whose two records differ, until settled."""
        return np.concatenate([np.zeros(0, np.int64), *(each.line for each in self._disputed)])

    def settle(self, witness: Witness | None = None) -> None:
        """Decide the hands with two records, once every block was taken. witness: winnings by next stacks."""
        for each in self._disputed:
            self._settle(each, witness)
        self._disputed = []

    def _settle(self, disputed: DisputedHands, witness: Witness | None) -> None:
        sides = [side_of(disputed, at, self._players, witness) for at in range(len(disputed.line))]
        chosen = np.array(sides)
        for side, astray, paid in (
            (MOVES, disputed.moves_astray, disputed.moves),
            (NETS, disputed.nets_astray, disputed.nets),
        ):
            mine = chosen == side
            self.decided.append(
                DecidedDisputes(disputed.line[mine], disputed.players[mine], disputed.there[mine], paid[mine])
            )
            self._astray.append(astray.of_hands(disputed.line[mine]))
            self._priced.append(narrow(disputed.number[mine & disputed.known]))
            seats = (mine & disputed.known)[:, None] & disputed.there
            self._sums.count(disputed.players[seats], paid[seats], disputed.due[seats])
            all_seats = mine[:, None] & disputed.there
            self._sums.add("recorded", disputed.players[all_seats], paid[all_seats])
        neither = (chosen == NEITHER)[:, None] & disputed.there
        self._sums.add("missing", disputed.players[neither])
        for at in np.flatnonzero(chosen == NEITHER).tolist():
            self._open(disputed, int(disputed.line[at]), bool(disputed.known[at]))

    def _open(self, disputed: DisputedHands, line: int, known: bool) -> None:
        """Take an undecided hand: kinds in which its records differ are unknown."""
        either = [each.of_hands(np.array([line])) for each in (disputed.moves_astray, disputed.nets_astray)]
        for kind in ("misallocated", "to_nobody"):
            amounts = [int(getattr(each, kind).sum()) for each in either]
            if amounts[0] != amounts[1] and (known or kind == "to_nobody"):
                self.unknown[kind].add(disputed.reason, 1, max(amounts))
        self.unknown["misrecorded"].add(
            disputed.reason, 1, max(int(each.misrecorded.sum()) for each in either)
        )

    def add_breaks(self, astray: Astray) -> None:
        """Take money astray between accounts of chips."""
        self._astray.append(astray)

    @cached_property
    def astray(self) -> Astray:
        """Money astray in log order; read it once hands are settled."""
        return self._in_all[0]

    @cached_property
    def claimed(self) -> Claimed:
        """Rows of ``astray`` and ``fees`` that follow from the named rules alone."""
        return Claimed(self._in_all[1], self._all_fees[1])

    @cached_property
    def _in_all(self) -> tuple[Astray, Flags]:
        both = joined([*self._astray, *self._claimed])
        claimed = np.arange(len(both)) >= sum(map(len, self._astray))
        self._astray, self._claimed = [], []
        return in_order(both), claimed[np.argsort(both.line, kind="stable")]

    @cached_property
    def fees(self) -> FeeRows:
        """Fees too high or too low, in log order."""
        return self._all_fees[0]

    @cached_property
    def _all_fees(self) -> tuple[FeeRows, Flags]:
        both = joined_rows([*self._fees, *self._claimed_fees])
        claimed = np.arange(len(both)) >= sum(map(len, self._fees))
        self._fees, self._claimed_fees = [], []
        return both, claimed

    @property
    def players(self) -> Sequence[str]:
        """Players of the log, by position."""
        return self._players

    def priced(self) -> Ints:
        """Numbers of hands with known money."""
        return np.concatenate([np.zeros(0, np.int64), *self._priced])

    def by_player(self) -> list[Restitution]:
        """Players with a testable hand, largest difference first."""
        return self._sums.restitution(self.players)

    def sums(self) -> Iterator[tuple[str, dict[str, int]]]:
        """Sums of each player, as in `PlayerSums`."""
        return self._sums.by_player(self.players)


HAND_KINDS = ("misallocated", "over_collected", "under_collected", "to_nobody", "misrecorded")
