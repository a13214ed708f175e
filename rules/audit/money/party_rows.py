"""Money of each party: recorded, due, difference by kind."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from msgspec import Struct

from rules.audit.money.counted_findings import taker
from rules.audit.money.fee_rows import FEES, NO_PLAYER
from rules.audit.money.grouped_money import grouped
from rules.audit.money.money_account import MoneyAccount
from rules.parties import UNKNOWN, fee_party, is_player, party_of
from rules.results import MONEY_KINDS, Finding, Lacking, MoneyKind, PartyMoney

_ByParty = dict[str, Counter[MoneyKind]]


class PartyRows(Struct, frozen=True, eq=False):
    """Parties of a log. foreign: amounts in another currency. owed: by other players; in_chips: from accounts
    of chips, with hands. lacking: from nobody.
    """

    account: MoneyAccount
    findings: Sequence[Finding]
    unit: str
    foreign: bool
    owed: Mapping[str, int]
    in_chips: Mapping[str, tuple[int, int]]
    lacking: Sequence[Lacking]

    def rows(self) -> list[PartyMoney]:
        """Players first by difference, then house and accounts."""
        differences = self._by_party()
        found = [
            self._player(party_of(player), of, differences)
            for player, of in self.account.sums()
            if of["in_hands"]
        ]
        taken: Counter[str] = Counter()
        for kind, amount in self.account.taken.items():
            taken[fee_party(kind)] += amount
        others = sorted({*taken, *differences} - {each.party for each in found} - {UNKNOWN})
        found += [self._taker_money(party, taken[party], differences) for party in others]
        return sorted(found, key=lambda each: (not is_player(each.party), -_weight(each), each.party))

    def _player(self, party: str, of: dict[str, int], differences: _ByParty) -> PartyMoney:
        mine = differences.get(party, Counter())
        recorded = None if of["missing"] else of["recorded"] - of["fees"]
        known = of["hands"] == of["in_hands"] and self.account.fees_known and not self.foreign
        of_results = sum(mine.values()) - mine["unaccounted"] + self.in_chips.get(party, (0, 0))[0]
        due = recorded - of_results if recorded is not None and known else None
        return _party_money(party, self.unit, of["in_hands"], recorded, due, mine)

    def _taker_money(self, party: str, taken: int, differences: _ByParty) -> PartyMoney:
        mine = differences.get(party, Counter())
        known = self.account.fees_known and not self.foreign
        due = taken - mine["over_collected"] - mine["under_collected"] if known else None
        return _party_money(party, self.unit, None, taken, due, mine)

    def _by_party(self) -> _ByParty:
        """Difference of each party by kind: + it has it, - it lacks it."""
        found: _ByParty = defaultdict(Counter)
        if self.foreign:
            return found
        for party, owed in self.owed.items():
            found[party]["misallocated"] -= owed
        for each in self.lacking:
            found[each.party][each.kind] -= each.amount
            if each.kind == "over_collected":
                found[UNKNOWN][each.kind] += 0
        fees, players = self.account.fees, self.account.players
        for (player, kind), rows in grouped(fees.player, fees.kind):
            by = fee_party(FEES[kind])
            over, under = int(fees.over[rows].sum()), int(fees.under[rows].sum())
            found[by]["over_collected"] += over
            if player != NO_PLAYER:
                payer = party_of(players[player])
                found[by]["under_collected"] -= under
                found[payer]["over_collected"] -= over
                found[payer]["under_collected"] += under
        for finding in self.findings:
            if finding.money_kind in ("over_collected", "under_collected"):
                amount = finding.money or 0
                sign = 1 if finding.money_kind == "over_collected" else -1
                if finding.player is not None or sign > 0:
                    found[taker(finding)][finding.money_kind] += sign * amount
                if finding.player is not None:
                    found[party_of(finding.player)][finding.money_kind] -= sign * amount
        return found


def _party_money(
    party: str, unit: str, hands: int | None, recorded: int | None, due: int | None, kinds: Counter[MoneyKind]
) -> PartyMoney:
    return PartyMoney(
        party=party,
        unit=unit,
        hands=hands,
        recorded=recorded,
        due=due,
        misallocated=kinds["misallocated"],
        over_collected=kinds["over_collected"],
        under_collected=kinds["under_collected"],
        to_nobody=kinds["to_nobody"],
        unaccounted=kinds["unaccounted"],
        misrecorded=kinds["misrecorded"],
    )


def _weight(each: PartyMoney) -> int:
    return sum(abs(getattr(each, kind)) for kind in MONEY_KINDS)
