"""Amounts that nobody can be asked for: chips to nobody, and fees without a player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from rules.audit.money.counted_findings import signed, taker
from rules.audit.money.fee_rows import FEES, NO_PLAYER
from rules.audit.money.grouped_money import grouped
from rules.audit.money.money_account import MoneyAccount
from rules.hands import Ints
from rules.parties import UNKNOWN, fee_party, party_of
from rules.results import Finding, Lacking, MoneyKind


def lacking_of(account: MoneyAccount, findings: Sequence[Finding], unit: str) -> list[Lacking]:
    """Amounts that nobody can be asked for, largest first. findings: those whose own amounts count."""
    found = [*_of_nobody(account, unit), *_of_fees_of_nobody(account, unit), *of_findings(findings, unit)]
    return sorted(found, key=lambda each: (-abs(each.amount), each.party, each.kind, -each.amount))


def _of_nobody(account: MoneyAccount, unit: str) -> Iterator[Lacking]:
    astray, players = account.astray, account.players
    sign = np.sign(astray.nobodys.astype(np.int64))
    for (player, lacks), rows in grouped(astray.player, sign):
        if lacks:
            amount, hands = int(astray.nobodys[rows].sum()), astray.hand[astray.row[rows]]
            yield _lacking(unit, party_of(players[player]), amount, "to_nobody", hands)
    whose = np.zeros(len(astray), np.int64)
    np.add.at(whose, astray.row, np.abs(astray.nobodys.astype(np.int64)))
    left = astray.to_nobody.astype(np.int64) - whose
    if left.any():
        yield _lacking(unit, UNKNOWN, int(left.sum()), "to_nobody", astray.hand[left > 0])


def _of_fees_of_nobody(account: MoneyAccount, unit: str) -> Iterator[Lacking]:
    """Fees without a seat of the hand: lacked by somebody unknown, or by the house."""
    fees = account.fees
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
                yield _lacking(unit, party, int(amounts[rows].sum()), kind, fees.hand[rows])


def of_findings(findings: Iterable[Finding], unit: str) -> Iterator[Lacking]:
    """Amounts of findings of their own."""
    for each in findings:
        kind, hands = each.money_kind, [each.hand] if each.hand is not None else []
        assert kind is not None
        if kind == "unaccounted":
            party = each.party or UNKNOWN
            yield _lacking(unit, party, signed(each), kind, hands)
        elif kind in ("over_collected", "under_collected") and each.player is None:
            yield _lacking(
                unit, UNKNOWN if kind == "over_collected" else taker(each), each.money or 0, kind, hands
            )


def _lacking(unit: str, party: str, amount: int, kind: MoneyKind, hands: Sequence[int] | Ints) -> Lacking:
    return Lacking(
        party=party, unit=unit, amount=amount, kind=kind, hands=np.unique(np.asarray(hands)).tolist()
    )
