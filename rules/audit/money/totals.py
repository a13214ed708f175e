"""The money of a log as an audit gives it: by unit and kind, by party, what nobody can be asked for, and who pays whom."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct

from rules.audit.money.account import HAND_KINDS, MoneyAccount
from rules.audit.money.astray import OF_RESULTS, Astray, joined
from rules.audit.money.claims import Claimed
from rules.audit.money.fee_rows import FEES, NO_PLAYER, NO_ROWS, FeeRows
from rules.audit.money.repayments import payments_of, reconciled, repayments
from rules.hands import Ints
from rules.parties import CHIPS_UNIT, UNKNOWN, fee_party, is_player, party_of
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

NO_ACCOUNTS = "no stacks are on record"


class Accounts(Struct, frozen=True):
    """The accounts of chips of a log. closed: how many could be compared; seen: how many players with an account; not_known:
    reasons why it is not known of players whether theirs close, each with how many."""

    closed: int = 0
    not_known: Sequence[tuple[str, int]] = ()
    seen: int = 0


class LogMoney:
    """The money of a log. findings: those whose amount no account of a hand has; foreign: why no amount is known, where the log
    is in another currency than its controls.
    """

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
        """What went astray, as far as amounts are known."""
        return joined([]) if self._foreign else self._account.astray

    @property
    def fees(self) -> FeeRows:
        """Fees that were too high or too low, as far as amounts are known."""
        return NO_ROWS if self._foreign else self._account.fees

    @property
    def claimed(self) -> Claimed:
        """Which of both follows from the rules that the log names alone."""
        nothing = np.zeros(0, np.bool_)
        return Claimed(nothing, nothing) if self._foreign else self._account.claimed

    @property
    def testable(self) -> int:
        """Hands whose due result is known and was compared with what is recorded."""
        return 0 if self._foreign else self._account.testable

    def priced(self) -> Ints:
        """The numbers of the hands whose money is known."""
        return np.zeros(0, np.int64) if self._foreign else self._account.priced()

    def by_player(self) -> list[Restitution]:
        """Players with a testable hand, the largest difference first."""
        return [] if self._foreign else self._account.by_player()

    @cached_property
    def own(self) -> frozenset[str]:
        """The fingerprints of the findings whose own amounts count."""
        return frozenset(each.fingerprint for each in self._findings)

    @cached_property
    def total(self) -> MoneyTotal:
        """The amounts by kind."""
        sums, hands = self._sums(), self._account.hands
        not_known = {kind: self._not_known(kind) for kind in MONEY_KINDS}
        amounts = {
            kind: None if not sums[kind] and self._nowhere(kind, not_known[kind], hands) else sums[kind]
            for kind in MONEY_KINDS
        }
        return MoneyTotal(unit=self.unit, **amounts, not_known=not_known)

    def _nowhere(self, kind: MoneyKind, unknown: NotKnown, hands: int) -> bool:
        """Whether a kind is known in no hand, or of no account."""
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
        """How many players the log has."""
        return sum(1 for _, of in self._account.sums() if of["in_hands"])

    @cached_property
    def repayments(self) -> list[Repayment]:
        """What settles the log; nothing of chips."""
        if self._foreign or self.unit == CHIPS_UNIT:
            return []
        fees, of_fees = self._by_payer()
        found = payments_of(self.owed, fees)
        differing = Counter({party_of(player): of["differing"] for player, of in self._account.sums()})
        differing += Counter({party: hands for party, (_, hands) in self._owed_in_chips.items()})
        return repayments(found, differing, of_fees, self.unit)

    @cached_property
    def owed(self) -> dict[str, int]:
        """What players are owed by other players (+), or owe."""
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
        """What of that is of accounts of chips, which is no result; and in how many hands."""
        astray, players = self._account.astray, self._account.players
        found: dict[str, tuple[int, int]] = {}
        of_breaks = astray.broken[astray.row.astype(np.int64)] != OF_RESULTS
        for share in np.flatnonzero(of_breaks).tolist():
            party = party_of(players[int(astray.player[share])])
            owed, hands = found.get(party, (0, 0))
            found[party] = owed + int(astray.owed[share]), hands + bool(astray.owed[share])
        return found

    def _by_payer(self) -> tuple[dict[tuple[str, str], int], dict[tuple[str, str], int]]:
        """By who took fees and who paid them: too much less too little; and in how many hands."""
        fees, players = self._account.fees, self._account.players
        sums: Counter[tuple[str, str]] = Counter()
        hands: Counter[tuple[str, str]] = Counter()
        for (player, kind), rows in _grouped(fees.player, fees.kind):
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
        """What was owed hand by hand, beside the repayments that are left of it."""
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
        """What nobody can be asked for, the largest amounts first."""
        if self._foreign:
            return []
        found = [*self._of_nobody(), *self._of_fees_of_nobody(), *self._of_findings()]
        return sorted(found, key=lambda each: (-abs(each.amount), each.party, each.kind, -each.amount))

    def _of_nobody(self) -> Iterator[Lacking]:
        """What passed between players and nobody; of nobody whom the record names, where what was due is not known."""
        astray, players = self._account.astray, self._account.players
        sign = np.sign(astray.nobodys.astype(np.int64))
        for (player, lacks), rows in _grouped(astray.player, sign):
            if lacks:
                amount, hands = int(astray.nobodys[rows].sum()), astray.hand[astray.row[rows]]
                yield self._lacking(party_of(players[player]), amount, "to_nobody", hands)
        whose = np.zeros(len(astray), np.int64)
        np.add.at(whose, astray.row, np.abs(astray.nobodys.astype(np.int64)))
        left = astray.to_nobody.astype(np.int64) - whose
        if left.any():
            yield self._lacking(UNKNOWN, int(left.sum()), "to_nobody", astray.hand[left > 0])

    def _of_fees_of_nobody(self) -> Iterator[Lacking]:
        """Fees that name no seat, or one that is not in the hand: who lacks them is not known, or the house does."""
        fees = self._account.fees
        loose = fees.player == NO_PLAYER
        sides: tuple[tuple[MoneyKind, Ints], ...] = (
            ("over_collected", fees.over),
            ("under_collected", fees.under),
        )
        for kind, amounts in sides:
            for at, name in enumerate(FEES):
                rows = np.flatnonzero(loose & (fees.kind == at) & (amounts > 0))
                if len(rows):
                    party = UNKNOWN if kind == "over_collected" else fee_party(name)
                    yield self._lacking(party, int(amounts[rows].sum()), kind, fees.hand[rows])

    def _of_findings(self) -> Iterator[Lacking]:
        for each in self._findings:
            kind, hands = each.money_kind, [each.hand] if each.hand is not None else []
            assert kind is not None
            if kind == "unaccounted":
                party = each.party or UNKNOWN
                yield self._lacking(party, signed(each), kind, hands)
            elif kind in ("over_collected", "under_collected") and each.player is None:
                yield self._lacking(
                    UNKNOWN if kind == "over_collected" else taker(each), each.money or 0, kind, hands
                )

    def _lacking(self, party: str, amount: int, kind: MoneyKind, hands: Sequence[int] | Ints) -> Lacking:
        return Lacking(
            party=party, unit=self.unit, amount=amount, kind=kind, hands=np.unique(np.asarray(hands)).tolist()
        )

    def parties(self) -> list[PartyMoney]:
        """Players first, by how much they lack or have too much, then the house and accounts."""
        differences = self._by_party()
        found = [
            self._player(party_of(player), of, differences)
            for player, of in self._account.sums()
            if of["in_hands"]
        ]
        taken: Counter[str] = Counter()
        for kind, amount in self._account.taken.items():
            taken[fee_party(kind)] += amount
        others = sorted({*taken, *differences} - {each.party for each in found} - {UNKNOWN})
        found += [self._taker_money(party, taken[party], differences) for party in others]
        return sorted(found, key=lambda each: (not is_player(each.party), -_weight(each), each.party))

    def _player(self, party: str, of: dict[str, int], differences: _ByParty) -> PartyMoney:
        mine = differences.get(party, Counter())
        recorded = None if of["missing"] else of["recorded"] - of["fees"]
        known = of["hands"] == of["in_hands"] and self._account.fees_known and not self._foreign
        of_results = sum(mine.values()) - mine["unaccounted"] + self._owed_in_chips.get(party, (0, 0))[0]
        due = recorded - of_results if recorded is not None and known else None
        return _party_money(party, self.unit, of["in_hands"], recorded, due, mine)

    def _taker_money(self, party: str, taken: int, differences: _ByParty) -> PartyMoney:
        mine = differences.get(party, Counter())
        known = self._account.fees_known and not self._foreign
        due = taken - mine["over_collected"] - mine["under_collected"] if known else None
        return _party_money(party, self.unit, None, taken, due, mine)

    def _by_party(self) -> _ByParty:
        """How each party differs from what was due, by kind: + it has it, - it lacks it."""
        found: _ByParty = defaultdict(Counter)
        if self._foreign:
            return found
        for party, owed in self.owed.items():
            found[party]["misallocated"] -= owed
        for each in self.lacking:
            found[each.party][each.kind] -= each.amount
            if each.kind == "over_collected":
                found[UNKNOWN][each.kind] += 0
        fees, players = self._account.fees, self._account.players
        for (player, kind), rows in _grouped(fees.player, fees.kind):
            by = fee_party(FEES[kind])
            over, under = int(fees.over[rows].sum()), int(fees.under[rows].sum())
            found[by]["over_collected"] += over
            if player != NO_PLAYER:
                payer = party_of(players[player])
                found[by]["under_collected"] -= under
                found[payer]["over_collected"] -= over
                found[payer]["under_collected"] += under
        for finding in self._findings:
            if finding.money_kind in ("over_collected", "under_collected"):
                amount = finding.money or 0
                sign = 1 if finding.money_kind == "over_collected" else -1
                if finding.player is not None or sign > 0:
                    found[taker(finding)][finding.money_kind] += sign * amount
                if finding.player is not None:
                    found[party_of(finding.player)][finding.money_kind] -= sign * amount
        return found


_ByParty = dict[str, Counter[MoneyKind]]


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


def _grouped(*columns: Ints) -> Iterator[tuple[tuple[int, ...], Ints]]:
    """The distinct rows of some columns (N,), each with its positions."""
    if not len(columns[0]):
        return
    order = np.lexsort(columns[::-1])
    starts = np.zeros(len(order), np.bool_)
    for each in columns:
        starts[1:] |= each[order][1:] != each[order][:-1]
    starts[0] = True
    firsts = np.flatnonzero(starts)
    for begin, end in zip(firsts.tolist(), [*firsts[1:].tolist(), len(order)], strict=True):
        yield tuple(int(each[order[begin]]) for each in columns), order[begin:end]


def counted(findings: Iterable[Finding]) -> list[Finding]:
    """The findings whose own amounts count, so that the same fee does not count twice.

    Collections of time that break several limits count under one of them: where none may be taken, as a whole; else under the
    check whose findings come to most.
    """
    found = [each for each in findings if each.money_kind and each.money]
    of_time = [each for each in found if each.code in _OF_TIME]
    if barred := [each for each in of_time if each.code in _BARRED]:
        of_time = barred
    else:
        sums = {code: sum(each.money or 0 for each in of_time if each.code == code) for code in _LIMITS}
        of_time = [each for each in of_time if each.code == max(_LIMITS, key=lambda code: sums[code])]
    return [each for each in found if each.code not in _OF_TIME] + of_time


_BARRED, _LIMITS = ("FEE003", "FEE031", "FEE036"), ("FEE011", "FEE014", "FEE019")
_OF_TIME = (*_BARRED, *_LIMITS)


def counts(finding: Finding) -> int:
    """What a finding adds to its kind: of money that one player has of another, who lacks it."""
    return 0 if finding.money_kind == "misallocated" and signed(finding) < 0 else finding.money or 0


def signed(finding: Finding) -> int:
    """What the party of a finding lacks: what was expected less what is stated."""
    stated, expected = finding.stated, finding.expected
    both = isinstance(stated, int) and isinstance(expected, int)
    return expected - stated if both else finding.money or 0  # type: ignore[operator]  # both are numbers


def taker(finding: Finding) -> str:
    """The house or the account that a finding of a fee is about."""
    return finding.party if finding.party is not None and not is_player(finding.party) else "house"


def _weight(each: PartyMoney) -> int:
    return sum(abs(getattr(each, kind)) for kind in MONEY_KINDS)
