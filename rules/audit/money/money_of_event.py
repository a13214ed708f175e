"""Money of a tournament or a ledger, in the shapes of hands' money."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from rules.audit.money.event_pools import PAID_KINDS, PaymentPool
from rules.audit.money.event_rows import EventRow
from rules.audit.money.repayments import payments_of, repayments
from rules.parties import CHIPS_UNIT, UNKNOWN, is_player
from rules.results import (
    MONEY_KINDS,
    Coverage,
    Lacking,
    MoneyKind,
    MoneyTotal,
    NotKnown,
    PartyMoney,
    Repayment,
)

_TAKEN: tuple[MoneyKind, ...] = ("over_collected", "under_collected")
_SHORT: tuple[MoneyKind, ...] = ("under_collected",)
_LOST: tuple[MoneyKind, ...] = ("unaccounted",)
_WRITTEN: tuple[MoneyKind, ...] = ("misrecorded",)
_ABOVE: tuple[MoneyKind, ...] = ("over_collected",)
# Checks of one amount each, and the kinds of money that they can show; those of pools are counted payment by payment.
SHOWS: Mapping[str, tuple[MoneyKind, ...]] = {
    "TRN006": _TAKEN, "TRN021": _TAKEN, "TRN053": _TAKEN, "JKP009": _TAKEN, "JKP011": _TAKEN,
    "JKP024": _SHORT,
    "TRN058": _ABOVE, "TRN059": _ABOVE, "TRN060": _ABOVE, "JKP016": _ABOVE, "JKP030": _ABOVE,
    "TRN025": _WRITTEN, "TRN026": _WRITTEN, "TRN029": _WRITTEN,
    "JKP034": _WRITTEN, "JKP015": _WRITTEN, "JKP017": _WRITTEN, "JKP021": _WRITTEN, "JKP022": _WRITTEN,
    "JKP028": _WRITTEN, "JKP031": _WRITTEN,
    "JKP010": _LOST, "JKP012": _LOST,
}  # fmt: skip
OF_CHIPS = ("TRN001", "TRN002")  # in chips of the tournament


class Unsettled(Struct, frozen=True):
    """Unknown part of kinds of money. bound None: unknown."""

    kinds: tuple[MoneyKind, ...]
    lines: int
    because: str
    bound: int | None = None


class EventMoney:
    """Money of an event. rows: differences; recorded: net receipts of each party, None: an amount is unrecorded; lines: of
    players. unsettled: unknown beside pools and checks.
    """

    def __init__(
        self,
        rows: Sequence[EventRow],
        pools: Sequence[PaymentPool],
        coverage: Iterable[Coverage],
        unit: str,
        recorded: Mapping[str, int | None],
        lines: Mapping[str, int],
        unsettled: Sequence[Unsettled] = (),
    ) -> None:
        self.rows, self.unit = rows, unit
        self._pools, self._coverage = pools, [each for each in coverage if each.code in (*SHOWS, *OF_CHIPS)]
        self._recorded, self._lines, self._unsettled = recorded, lines, unsettled

    @property
    def units(self) -> list[str]:
        """The currency, and chips where some were compared."""
        in_chips = any(each.code in OF_CHIPS and each.tested for each in self._coverage)
        return [self.unit, CHIPS_UNIT] if in_chips else [self.unit]

    @cached_property
    def totals(self) -> list[MoneyTotal]:
        """Amounts by kind, unit by unit."""
        return [self._total(unit) for unit in self.units]

    def _total(self, unit: str) -> MoneyTotal:
        sums: Counter[MoneyKind] = Counter()
        for row in self.rows:
            if row.unit == unit:
                sums.update(row.amounts)
        known = self._known(unit)
        not_known = {kind: _together(self._open(unit), kind) for kind in MONEY_KINDS}
        amounts = {kind: sums[kind] if sums[kind] or known[kind] else None for kind in MONEY_KINDS}
        return MoneyTotal(unit=unit, **amounts, not_known=not_known)

    def _known(self, unit: str) -> Counter[MoneyKind]:
        found: Counter[MoneyKind] = Counter()
        for row in self._coverage:
            for kind in _shown(row.code, unit):
                found[kind] += row.tested
        if unit == self.unit:
            known = [each for pool in self._pools for each in pool.payments if each.known]
            found.update(dict.fromkeys((*PAID_KINDS, "to_nobody"), len(known)))
            found["misrecorded"] += sum(1 for each in known if each.noted is not None)
        return found

    def _open(self, unit: str) -> Iterator[Unsettled]:
        for row in self._coverage:
            for kind in _shown(row.code, unit):
                yield from (Unsettled((kind,), each.hands, each.reason) for each in row.because)
        if unit != self.unit:
            return
        for pool in self._pools:
            for each in pool.payments:
                if not each.known:
                    bound = each.due if each.has is None else None
                    yield Unsettled(PAID_KINDS, 1, each.because, bound)
        yield from self._unsettled

    @cached_property
    def repayments(self) -> list[Repayment]:
        """Repayments that settle the event; none of chips."""
        owed: Counter[str] = Counter()
        fees: Counter[tuple[str, str]] = Counter()
        lines: defaultdict[str, set[int]] = defaultdict(set)
        of_fees: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
        for row in self._of_currency:
            owed.update(row.owed)
            fees.update(row.taken)
            for party in row.owed:
                lines[party].update(row.lines)
            for pair in row.taken:
                of_fees[pair].update(row.lines)
        found = payments_of(owed, fees)
        return repayments(
            found,
            {party: len(each) for party, each in lines.items()},
            {pair: len(each) for pair, each in of_fees.items()},
            self.unit,
        )

    @property
    def _of_currency(self) -> list[EventRow]:
        return [row for row in self.rows if row.unit == self.unit]

    @cached_property
    def lacking(self) -> list[Lacking]:
        """Amounts that nobody can be asked for, largest first; ``hands`` are lines."""
        found: dict[tuple[str, str, MoneyKind], list[tuple[int, tuple[int, ...]]]] = {}
        for row in self.rows:
            for party, amount, kind in row.lacking:
                found.setdefault((party, row.unit, kind), []).append((amount, row.lines))
        listed = [
            Lacking(
                party=party,
                unit=unit,
                amount=sum(amount for amount, _ in parts),
                kind=kind,
                hands=sorted({line for _, lines in parts for line in lines}),
            )
            for (party, unit, kind), parts in found.items()
        ]
        return sorted(listed, key=lambda each: (-abs(each.amount), each.party, each.kind, -each.amount))

    @cached_property
    def parties(self) -> list[PartyMoney]:
        """Players first by difference, then house and accounts."""
        found = [
            self._party(unit, party, kinds)
            for unit in self.units
            for party, kinds in self._by_party(unit).items()
        ]
        return sorted(
            found,
            key=lambda each: (each.unit != self.unit, not is_player(each.party), -_weight(each), each.party),
        )

    def _party(self, unit: str, party: str, kinds: Counter[MoneyKind]) -> PartyMoney:
        recorded = self._recorded.get(party) if unit == self.unit else None
        apart = sum(kinds[kind] for kind in MONEY_KINDS if kind not in ("unaccounted", "misrecorded"))
        settled = party not in self._not_settled
        return PartyMoney(
            party=party,
            unit=unit,
            hands=self._lines.get(party, 0) if is_player(party) else None,
            recorded=recorded,
            due=recorded - apart if recorded is not None and settled else None,
            **{kind: kinds[kind] for kind in MONEY_KINDS},
        )

    @cached_property
    def _not_settled(self) -> set[str]:
        pools = [(pool.account, each) for pool in self._pools for each in pool.payments if not each.known]
        return {party for account, each in pools for party in (account, each.party)}

    def _by_party(self, unit: str) -> dict[str, Counter[MoneyKind]]:
        """Difference of each party by kind: + it has it, - it lacks it."""
        found: dict[str, Counter[MoneyKind]] = defaultdict(Counter)
        if unit == self.unit:
            found.update({party: Counter() for party in self._recorded if party != UNKNOWN})
        for row in self.rows:
            if row.unit != unit:
                continue
            for party, owed in row.owed.items():
                found[party]["misallocated"] -= owed
            for (account, payer), amount in row.taken.items():
                kind: MoneyKind = "over_collected" if amount > 0 else "under_collected"
                found[account][kind] += amount
                found[payer][kind] -= amount
            for party, amount, kind in row.lacking:
                found[party][kind] -= amount
                if kind == "over_collected":
                    found[row.account][kind] += amount
        return found


def _shown(code: str, unit: str) -> tuple[MoneyKind, ...]:
    if code in OF_CHIPS:
        return _LOST if unit == CHIPS_UNIT else ()
    return () if unit == CHIPS_UNIT else SHOWS[code]


def _together(opened: Iterable[Unsettled], kind: MoneyKind) -> NotKnown:
    mine = [each for each in opened if kind in each.kinds]
    bounds = [each.bound for each in mine]
    return NotKnown(
        hands=sum(each.lines for each in mine),
        bound=None if None in bounds else sum(each or 0 for each in bounds),
        because=sorted({each.because for each in mine}),
    )


def _weight(each: PartyMoney) -> int:
    return sum(abs(getattr(each, kind)) for kind in MONEY_KINDS)
