"""Money of a log in an audit: by unit, kind and party, lacking, repayments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property

import numpy as np

from rules.audit.money.amounts_of_nobody import lacking_of
from rules.audit.money.claims import Claimed
from rules.audit.money.compared_account_counts import NO_ACCOUNTS, Accounts
from rules.audit.money.counted_findings import counted, counts, signed, taker
from rules.audit.money.fee_rows import FEES, NO_PLAYER, NO_ROWS, FeeRows
from rules.audit.money.grouped_money import grouped
from rules.audit.money.money_account import HAND_KINDS, MoneyAccount
from rules.audit.money.money_astray import OF_RESULTS, Astray, joined
from rules.audit.money.party_rows import PartyRows
from rules.audit.money.repayments import payments_of, reconciled, repayments
from rules.hands import Ints
from rules.parties import CHIPS_UNIT, fee_party, party_of
from rules.results import (
    MONEY_KINDS,
    Finding,
    Lacking,
    MoneyKind,
    MoneyTotal,
    NotKnown,
    PartyMoney,
    Reconciliation,
    Repayment,
    Restitution,
)


class LogMoney:
    """Money of a log. findings: with amounts in no account of a hand; foreign: reason that amounts are incomparable."""

    def __init__(
        self,
        account: MoneyAccount,
        unit: str,
        findings: Iterable[Finding] = (),
        accounts: Accounts | None = None,
        foreign: str | None = None,
    ) -> None:
        self._account, self.unit, self._foreign = account, unit, foreign
        self._findings = [] if foreign else counted(findings)
        self._accounts = accounts or Accounts()

    @property
    def astray(self) -> Astray:
        return joined([]) if self._foreign else self._account.astray

    @property
    def fees(self) -> FeeRows:
        """Known fees too high or too low."""
        return NO_ROWS if self._foreign else self._account.fees

    @property
    def claimed(self) -> Claimed:
        """Money that follows from the rules that the log names alone."""
        nothing = np.zeros(0, np.bool_)
        return Claimed(nothing, nothing) if self._foreign else self._account.claimed

    @property
    def testable(self) -> int:
        """Hands with a known due result compared with the record."""
        return 0 if self._foreign else self._account.testable

    def priced(self) -> Ints:
        """Numbers of hands with known money."""
        return np.zeros(0, np.int64) if self._foreign else self._account.priced()

    def by_player(self) -> list[Restitution]:
        """Players with a testable hand, largest difference first."""
        return [] if self._foreign else self._account.by_player()

    @cached_property
    def own(self) -> frozenset[str]:
        """Fingerprints of findings whose own amounts count."""
        return frozenset(each.fingerprint for each in self._findings)

    @cached_property
    def total(self) -> MoneyTotal:
        """Amounts by kind."""
        sums, hands = self._sums(), self._account.hands
        not_known = {kind: self._not_known(kind) for kind in MONEY_KINDS}
        amounts = {
            kind: None if not sums[kind] and self._nowhere(kind, not_known[kind], hands) else sums[kind]
            for kind in MONEY_KINDS
        }
        return MoneyTotal(unit=self.unit, **amounts, not_known=not_known)

    def _nowhere(self, kind: MoneyKind, unknown: NotKnown, hands: int) -> bool:
        if kind == "unaccounted":
            return bool(self._foreign) or not self._accounts.closed
        return unknown.hands >= hands

    def _sums(self) -> Counter[MoneyKind]:
        found: Counter[MoneyKind] = Counter(dict.fromkeys(MONEY_KINDS, 0))
        if self._foreign:
            return found
        astray, fees = self._account.astray, self._account.fees
        found["misallocated"] = int(astray.misallocated.sum())
        found["to_nobody"] = int(astray.to_nobody.sum())
        found["misrecorded"] = int(astray.misrecorded.sum())
        found["over_collected"] = int(fees.over.sum())
        found["under_collected"] = int(fees.under.sum())
        for each in self._findings:
            assert each.money_kind is not None
            found[each.money_kind] += counts(each)
        return found

    def _not_known(self, kind: MoneyKind) -> NotKnown:
        if self._foreign:
            concerned = self._account.hands if kind in HAND_KINDS else self._players
            return NotKnown(hands=concerned, bound=None, because=[self._foreign])
        if kind not in HAND_KINDS:
            reasons = Counter(dict(self._accounts.not_known))
            reasons[NO_ACCOUNTS] += max(self._players - self._accounts.seen, 0)
            players = reasons.total()
            because = sorted(reason for reason, count in reasons.items() if count)
            return NotKnown(hands=players, bound=None if players else 0, because=because)
        unknown = self._account.unknown[kind]
        return NotKnown(hands=unknown.hands, bound=unknown.bound, because=sorted(unknown.reasons))

    @property
    def _players(self) -> int:
        return sum(1 for _, of in self._account.sums() if of["in_hands"])

    @cached_property
    def repayments(self) -> list[Repayment]:
        """Repayments that settle the log; none of chips."""
        if self._foreign or self.unit == CHIPS_UNIT:
            return []
        fees, of_fees = self._by_payer()
        found = payments_of(self.owed, fees)
        differing = Counter({party_of(player): of["differing"] for player, of in self._account.sums()})
        differing += Counter({party: hands for party, (_, hands) in self._owed_in_chips.items()})
        return repayments(found, differing, of_fees, self.unit)

    @cached_property
    def owed(self) -> dict[str, int]:
        """Debts of other players to each player (+), or the reverse."""
        astray, players = self._account.astray, self._account.players
        sums = np.zeros(len(players), np.int64)
        np.add.at(sums, astray.player.astype(np.int64), astray.owed)
        found = Counter({party_of(players[at]): int(sums[at]) for at in np.flatnonzero(sums).tolist()})
        for each in self._findings:
            if each.money_kind == "misallocated" and each.player is not None:
                found[party_of(each.player)] += signed(each)
        return dict(found)

    @cached_property
    def _owed_in_chips(self) -> dict[str, tuple[int, int]]:
        astray, players = self._account.astray, self._account.players
        found: dict[str, tuple[int, int]] = {}
        of_breaks = astray.broken[astray.row.astype(np.int64)] != OF_RESULTS
        for share in np.flatnonzero(of_breaks).tolist():
            party = party_of(players[int(astray.player[share])])
            owed, hands = found.get(party, (0, 0))
            found[party] = owed + int(astray.owed[share]), hands + bool(astray.owed[share])
        return found

    def _by_payer(self) -> tuple[dict[tuple[str, str], int], dict[tuple[str, str], int]]:
        fees, players = self._account.fees, self._account.players
        sums: Counter[tuple[str, str]] = Counter()
        hands: Counter[tuple[str, str]] = Counter()
        for (player, kind), rows in grouped(fees.player, fees.kind):
            if player != NO_PLAYER:
                key = (fee_party(FEES[kind]), party_of(players[player]))
                sums[key] += int((fees.over[rows].astype(np.int64) - fees.under[rows]).sum())
                hands[key] += len(np.unique(fees.line[rows]))
        for each in self._findings:
            if each.money_kind in ("over_collected", "under_collected") and each.player is not None:
                key = (taker(each), party_of(each.player))
                sums[key] += (each.money or 0) * (1 if each.money_kind == "over_collected" else -1)
                hands[key] += 1
        return dict(sums), dict(hands)

    def reconciliation(self) -> Reconciliation:
        """Difference hand by hand, and the repayments that remain."""
        if self._foreign:
            return reconciled(0, 0, [])
        fees = self._account.fees
        named = fees.player != NO_PLAYER
        asked = sum(
            each.money or 0
            for each in self._findings
            if each.money_kind in ("over_collected", "under_collected") and each.player is not None
        )
        asked += sum(counts(each) for each in self._findings if each.money_kind == "misallocated")
        gross = (
            self._account.astray.gross + int(fees.over[named].sum()) + int(fees.under[named].sum()) + asked
        )
        return reconciled(gross, int(self._account.astray.to_nobody.sum()), self.repayments)

    @cached_property
    def lacking(self) -> list[Lacking]:
        """Amounts that nobody can be asked for, largest first."""
        if self._foreign:
            return []
        return lacking_of(self._account, self._findings, self.unit)

    def parties(self) -> list[PartyMoney]:
        """Players first by difference, then house and accounts."""
        foreign = bool(self._foreign)
        owed = {} if foreign else self.owed
        return PartyRows(
            self._account, self._findings, self.unit, foreign, owed, self._owed_in_chips, self.lacking
        ).rows()
