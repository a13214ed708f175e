"""Money of several logs; never summed across units."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain

import msgspec
from msgspec import Struct

from rules.audit.money.repayments import payments_of, reconciled, repayments, settled
from rules.parties import CHIPS_UNIT, is_player, party_of
from rules.results import (
    MONEY_KINDS,
    Audit,
    Lacking,
    MoneyKind,
    MoneyTotal,
    NotKnown,
    PartyMoney,
    Reconciliation,
    Repayment,
)


class CombinedMoney(Struct, frozen=True):
    """Money of several audits. totals, parties, lacking None: an earlier engine had none."""

    totals: list[MoneyTotal] | None
    parties: list[PartyMoney] | None
    lacking: list[Lacking] | None
    repayments: list[Repayment]
    reconciliation: Reconciliation | None
    earlier: dict[str, int | None]  # the amounts of audits of earlier engines, with the others

    def single(self, kind: MoneyKind) -> int | None:
        """Amount of a kind where all money is of one unit; else None."""
        if self.totals is None:
            return self.earlier[kind]
        found: int | None = getattr(self.totals[0], kind) if len(self.totals) == 1 else None
        return found


def combined_money(audits: Sequence[Audit]) -> CombinedMoney:
    if any(each.money is None for each in audits):
        return _with_earlier(audits)
    parties = _parties(chain.from_iterable(each.parties or [] for each in audits))
    found = _repayments(audits, parties)
    return CombinedMoney(
        totals=totals_by_unit(audits),
        parties=parties,
        lacking=sorted(
            chain.from_iterable(each.lacking or [] for each in audits),
            key=lambda each: (-abs(each.amount), each.unit, each.party, each.kind),
        ),
        repayments=found,
        reconciliation=_reconciliation(audits, found),
        earlier={},
    )


def _with_earlier(audits: Sequence[Audit]) -> CombinedMoney:
    owed: Counter[str] = Counter()
    hands: Counter[str] = Counter()
    for row in chain.from_iterable(each.restitution for each in audits):
        owed[party_of(row.player)] += row.owed
        hands[party_of(row.player)] += row.differing or 0
    units = {log.currency for each in audits for log in each.logs}
    found = repayments(settled(owed), hands, {}, units.pop() if len(units) == 1 else "")
    return CombinedMoney(
        totals=None,
        parties=None,
        lacking=None,
        repayments=found,
        reconciliation=_reconciliation(audits, found),
        earlier={
            "misallocated": _sum(each.money_misallocated for each in audits),
            "misrecorded": _sum(each.money_misrecorded for each in audits),
        },
    )


def totals_by_unit(audits: Iterable[Audit]) -> list[MoneyTotal]:
    """Totals by unit, that of most hands first."""
    found: dict[str, MoneyTotal] = {}
    hands: Counter[str] = Counter()
    for audit in audits:
        for total in audit.money or []:
            stood = found.get(total.unit)
            found[total.unit] = total if stood is None else _added(stood, total)
            hands[total.unit] += audit.hands
    return [found[unit] for unit in sorted(found, key=lambda unit: (-hands[unit], unit))]


def _added(one: MoneyTotal, other: MoneyTotal) -> MoneyTotal:
    sums = {kind: _sum((getattr(one, kind), getattr(other, kind))) for kind in MONEY_KINDS}
    not_known = {kind: _both(one.not_known[kind], other.not_known[kind]) for kind in MONEY_KINDS}
    return MoneyTotal(unit=one.unit, **sums, not_known=not_known)


def _both(one: NotKnown, other: NotKnown) -> NotKnown:
    bound = None if one.bound is None or other.bound is None else one.bound + other.bound
    return NotKnown(
        hands=one.hands + other.hands, bound=bound, because=sorted({*one.because, *other.because})
    )


def _parties(rows: Iterable[PartyMoney]) -> list[PartyMoney]:
    found: dict[tuple[str, str], PartyMoney] = {}
    for row in rows:
        key = row.unit, row.party
        stood = found.get(key)
        found[key] = row if stood is None else _party(stood, row)
    return sorted(
        found.values(), key=lambda each: (each.unit, not is_player(each.party), -_weight(each), each.party)
    )


def _party(one: PartyMoney, other: PartyMoney) -> PartyMoney:
    hands = None if one.hands is None or other.hands is None else one.hands + other.hands
    recorded, due = _whole(one.recorded, other.recorded), _whole(one.due, other.due)
    kinds = {kind: getattr(one, kind) + getattr(other, kind) for kind in MONEY_KINDS}
    return msgspec.structs.replace(one, hands=hands, recorded=recorded, due=due, **kinds)


def _repayments(audits: Sequence[Audit], parties: Sequence[PartyMoney]) -> list[Repayment]:
    owed: dict[str, Counter[str]] = defaultdict(Counter)
    for row in parties:
        if is_player(row.party):
            owed[row.unit][row.party] -= row.misallocated
    fees: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    of_fees: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for each in chain.from_iterable(audit.repayments for audit in audits):
        debtor, creditor, unit = str(each.debtor), str(each.creditor), str(each.unit)
        if not is_player(debtor) or not is_player(creditor):
            taker_owes = not is_player(debtor)
            key = (debtor, creditor) if taker_owes else (creditor, debtor)
            fees[unit][key] += each.amount if taker_owes else -each.amount
            of_fees[unit][key] += each.hands
    hands: Counter[str] = Counter()
    for player in chain.from_iterable(audit.restitution for audit in audits):
        hands[party_of(player.player)] += player.differing or 0
    found: list[Repayment] = []
    in_chips = {CHIPS_UNIT}
    for unit in sorted({*owed, *fees} - in_chips):
        found += repayments(payments_of(owed[unit], fees[unit]), hands, of_fees[unit], unit)
    return found


def _reconciliation(audits: Sequence[Audit], found: Sequence[Repayment]) -> Reconciliation | None:
    reported = [each.reconciliation for each in audits if each.reconciliation is not None]
    if not reported:
        return None
    return reconciled(sum(each.gross for each in reported), sum(each.unbalanced for each in reported), found)


def _whole(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _sum(amounts: Iterable[int | None]) -> int | None:
    known = [amount for amount in amounts if amount is not None]
    return sum(known) if known else None


def _weight(each: PartyMoney) -> int:
    return sum(abs(getattr(each, kind)) for kind in MONEY_KINDS)
