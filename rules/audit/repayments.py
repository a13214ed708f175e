"""Who pays whom so that everybody has what was due: balances settled with few payments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rules.results import Debt, Reconciliation, Repayment, Restitution


class Payment(NamedTuple):
    """None as a party: nobody at the table, where recorded nets do not balance."""

    debtor: str | None
    creditor: str | None
    amount: int


def settled(balances: Mapping[str, int]) -> list[Payment]:
    """Payments that settle balances (+: is owed), at most one fewer than the parties: the largest amounts first.

    What does not balance is owed to or by nobody at the table (None).
    """
    balance: dict[str | None, int] = {**dict(sorted(balances.items())), None: -sum(balances.values())}
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


def _largest_first(owed: dict[str | None, int]) -> dict[str | None, int]:
    return dict(sorted(owed.items(), key=lambda each: -each[1]))


def debts(balances: Mapping[str, int]) -> list[Debt]:
    """The same as debts."""
    return [
        Debt(debtor=each.debtor, creditor=each.creditor, amount=each.amount) for each in settled(balances)
    ]


def repayments(rows: Iterable[Restitution]) -> list[Repayment]:
    """What settles the whole log, the largest amount first; ``hands``: those in which the debtor's result differs (or the
    creditor's, where nobody at the table owes it).
    """
    listed = list(rows)
    differing = {row.player: row.differing or 0 for row in listed}
    reported = [
        Repayment(
            debtor=each.debtor,
            creditor=each.creditor,
            amount=each.amount,
            hands=differing[each.debtor or each.creditor or ""],
        )
        for each in settled({row.player: row.owed for row in listed if row.owed})
    ]
    return sorted(
        reported,
        key=lambda each: (
            -each.amount, each.debtor is None, each.debtor, each.creditor is None, each.creditor,
        ),
    )  # fmt: skip


def reconciled(gross: int, unbalanced: int, payments: Iterable[Repayment]) -> Reconciliation:
    """The repayments beside what was owed hand by hand."""
    net = sum(each.amount for each in payments)
    return Reconciliation(gross=gross, unbalanced=unbalanced, offset=gross - net, net=net)
