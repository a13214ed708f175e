"""Accounts of chips of a log, by its findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from rules.audit.chips.breaks import settled_breaks, with_kinds
from rules.audit.chips.stack_accounts import BrokenAccounts, accounts_of
from rules.audit.money.compared_account_counts import Accounts
from rules.audit.money.money_astray import Astray
from rules.checks.support.log_view import LogView
from rules.findings.finding_table import LogFindings


class ChipAccounts(Struct, frozen=True, eq=False):
    """accounts: comparable ones. kinds: of breaks, by fingerprint. set_off: positions of findings, then of
    those of one fee; astray: their money.
    """

    accounts: Accounts
    kinds: Mapping[str, str]
    set_off: Sequence[Sequence[int]]
    astray: Astray | None


def chip_accounts(log: LogView, findings: LogFindings) -> ChipAccounts:
    """Accounts of a log. Findings that set each other off state what became of the money."""
    found = settled_breaks(log, findings)
    with_kinds(findings, found.kinds)
    broken = BrokenAccounts(findings)
    return ChipAccounts(accounts_of(log, broken), broken.kinds, found.groups, found.astray)
