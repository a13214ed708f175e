"""Settlement of balances with few payments: the house and accounts with their players first, then players among themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rules.results import Debt, Reconciliation, Repayment

Fees = Mapping[tuple[str, str], int]  # by who took them and from which party: too much (+), too little (-)


class Payment(NamedTuple):
    """A payment between known parties."""

    debtor: str
    creditor: str
    amount: int


def settled(balances: Mapping[str, int]) -> list[Payment]:
    """Payments that settle balances (+: is owed), at most one fewer, largest first. A rest belongs to nobody."""
    balance = dict(sorted(balances.items()))
    creditors = _largest_first({who: owed for who, owed in balance.items() if owed > 0})
    debtors = _largest_first({who: -owed for who, owed in balance.items() if owed < 0})
    payments: list[Payment] = []
    while debtors and creditors:
        debtor, creditor = next(iter(debtors)), next(iter(creditors))
        amount = min(debtors[debtor], creditors[creditor])
        payments.append(Payment(debtor, creditor, amount))
        for left, who in ((debtors, debtor), (creditors, creditor)):
            left[who] -= amount
            if not left[who]:
                del left[who]
    return payments


def _largest_first(owed: dict[str, int]) -> dict[str, int]:
    return dict(sorted(owed.items(), key=lambda each: -each[1]))


def payments_of(balances: Mapping[str, int], fees: Fees) -> list[Payment]:
    """Payments that settle fees and balances, largest first."""
    of_fees = [
        Payment(taker, payer, amount) if amount > 0 else Payment(payer, taker, -amount)
        for (taker, payer), amount in fees.items()
        if amount
    ]
    return sorted([*of_fees, *settled(balances)], key=lambda each: (-each.amount, each.debtor, each.creditor))


def debts(balances: Mapping[str, int], fees: Fees) -> list[Debt]:
    """The payments as debts."""
    return [
        Debt(debtor=each.debtor, creditor=each.creditor, amount=each.amount)
        for each in payments_of(balances, fees)
    ]


def repayments(
    payments: Iterable[Payment], hands: Mapping[str, int], fee_hands: Mapping[tuple[str, str], int], unit: str
) -> list[Repayment]:
    """Repayments that settle a log. hands: differing, by player; fee_hands: by taker and payer."""
    found = []
    for each in payments:
        of_fee = fee_hands.get((each.debtor, each.creditor), fee_hands.get((each.creditor, each.debtor)))
        found.append(
            Repayment(
                debtor=each.debtor,
                creditor=each.creditor,
                amount=each.amount,
                hands=hands.get(each.debtor, 0) if of_fee is None else of_fee,
                unit=unit,
            )
        )
    return found


def reconciled(gross: int, unbalanced: int, payments: Iterable[Repayment]) -> Reconciliation:
    """Repayments beside what was owed hand by hand."""
    net = sum(each.amount for each in payments)
    return Reconciliation(gross=gross, unbalanced=unbalanced, offset=gross - net, net=net)
