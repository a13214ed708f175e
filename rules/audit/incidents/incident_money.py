"""Money and debts of an incident."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np

from rules.audit.incidents.groups import GroupedIncident, Groups
from rules.audit.incidents.incident_places import Positions
from rules.audit.money.counted_findings import counts, signed, taker
from rules.audit.money.fee_rows import FEES, NO_PLAYER
from rules.audit.money.repayments import debts
from rules.narrow import narrow
from rules.parties import CHIPS_UNIT, UNKNOWN, fee_party, party_of
from rules.results import MONEY_KINDS, Amounts, Break, Debt, Finding, MoneyKind, MoneyTotal

_FEW = 32  # shares that are added up sooner one by one than as arrays


class IncidentMoney:
    """Money of groups. total: of the log; a kind unknown there is unknown everywhere. own: fingerprints with
    amounts of their own. breaks: kinds, by fingerprint.
    """

    def __init__(
        self, groups: Groups, total: MoneyTotal, own: frozenset[str], breaks: Mapping[str, str]
    ) -> None:
        self._groups, self._total, self._breaks = groups, total, breaks
        self._cases, self._astray, self._fees = groups.cases, groups.astray, groups.fees
        rows = np.arange(len(self._astray) + 1, dtype=np.int32)
        self._first_share = np.searchsorted(self._astray.row, rows)
        single = {at: self._cases.findings[at] for at in self._cases.single.tolist()}
        self._own = {at: each for at, each in single.items() if each.fingerprint in own}
        self._broken = {
            at: each
            for at, each in single.items()
            if each.fingerprint in breaks or (at in self._own and each.money_kind == "unaccounted")
        }

    def own(self, part: GroupedIncident) -> list[Finding]:
        """Findings of a group with an amount of their own."""
        if not self._own:
            return []
        return [self._own[at] for at in part.cases.tolist() if at in self._own]

    def amounts(self, part: GroupedIncident, known: bool) -> Amounts:
        """Amounts of a group. known: a hand's amount due is known."""
        sums: Counter[MoneyKind] = Counter(dict.fromkeys(MONEY_KINDS, 0))
        for kind in ("misallocated", "to_nobody", "misrecorded"):
            sums[kind] = int(getattr(self._astray, kind)[part.astray].sum())
        sums["over_collected"] = int(self._fees.over[part.fees].sum())
        sums["under_collected"] = int(self._fees.under[part.fees].sum())
        for each in self.own(part):
            assert each.money_kind is not None
            sums[each.money_kind] += counts(each)
        found = {kind: self._known(kind, sums[kind], known) for kind in MONEY_KINDS}
        return Amounts(unit=self._total.unit, **found)

    def _known(self, kind: MoneyKind, amount: int, known: bool) -> int | None:
        if not amount and kind in ("misallocated", "misrecorded") and not known:
            return None
        return None if not amount and getattr(self._total, kind) is None else amount

    def breaks(self, part: GroupedIncident) -> list[Break]:
        """Accounts of chips that do not close."""
        if not self._broken:
            return []
        return [
            Break(
                kind=self._breaks.get(each.fingerprint, each.name),
                party=each.party or UNKNOWN,
                line=each.line,
                amount=signed(each),
            )
            for each in (self._broken[at] for at in part.cases.tolist() if at in self._broken)
        ]

    def owes(self, part: GroupedIncident) -> list[Debt]:
        if self._total.unit == CHIPS_UNIT:
            return []
        balances = Counter(self._balances(self.shares(part)))
        for each in self.own(part):
            if each.money_kind == "misallocated" and each.player is not None:
                balances[party_of(each.player)] += signed(each)
        return debts(balances, self._fee_balances(part))

    def shares(self, part: GroupedIncident) -> Positions:
        if len(part.astray) == 1:  # most incidents are of one hand
            [at] = part.astray.tolist()
            return np.arange(self._first_share[at], self._first_share[at + 1], dtype=np.int32)
        first, end = self._first_share[part.astray], self._first_share[part.astray + 1]
        size = end - first
        found = np.arange(int(size.sum()), dtype=np.int32)
        found -= np.repeat((np.cumsum(size) - size - first).astype(np.int32), size)
        return found

    def _balances(self, shares: Positions) -> dict[str, int]:
        """Balance of each player over shares: + others owe the player, - the reverse."""
        if len(shares) <= _FEW:
            balances: dict[str, int] = {}
            every = zip(self._astray.player[shares].tolist(), self._astray.owed[shares].tolist(), strict=True)
            for each, of in every:
                name = party_of(self._cases.players[each])
                balances[name] = balances.get(name, 0) + of
            return balances
        player, place = np.unique(narrow(self._astray.player[shares]), return_inverse=True)
        owed = np.zeros(len(player), np.int64)
        np.add.at(owed, place, self._astray.owed[shares])
        return {
            party_of(self._cases.players[each]): int(of)
            for each, of in zip(player.tolist(), owed, strict=True)
        }

    def _fee_balances(self, part: GroupedIncident) -> dict[tuple[str, str], int]:
        found: Counter[tuple[str, str]] = Counter()
        fees = self._fees
        rows = part.fees[fees.player[part.fees] != NO_PLAYER]
        if len(rows):
            key = fees.player[rows].astype(np.int64) * len(FEES) + fees.kind[rows]
            both, place = np.unique(key, return_inverse=True)
            sums = np.zeros(len(both), np.int64)
            np.add.at(sums, place, fees.over[rows].astype(np.int64) - fees.under[rows])
            for each, amount in zip(both.tolist(), sums.tolist(), strict=True):
                player, kind = divmod(each, len(FEES))
                found[fee_party(FEES[kind]), party_of(self._cases.players[player])] += amount
        for each in self.own(part):
            if each.player is not None and each.money_kind in ("over_collected", "under_collected"):
                amount = (each.money or 0) * (1 if each.money_kind == "over_collected" else -1)
                found[taker(each), party_of(each.player)] += amount
        return dict(found)
