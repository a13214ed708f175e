"""The accounts of chips of a log for an audit: from its findings, some of which set others off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from rules.audit.chips.breaks import settled_breaks, with_kinds
from rules.audit.chips.stack_accounts import BrokenAccounts, accounts_of
from rules.audit.money.astray import Astray
from rules.audit.money.chip_accounts import Accounts
from rules.checks.support.log_view import LogView
from rules.findings.finding_table import LogFindings


class ChipAccounts(Struct, frozen=True, eq=False):
    """Accounts of chips. accounts: those comparable. kinds: of breaks, by fingerprint. set_off: positions of the findings
    that set each other off, by group; astray: their money; after them the groups that come from one fee.
    """

    accounts: Accounts
    kinds: Mapping[str, str]
    set_off: Sequence[Sequence[int]]
    astray: Astray | None


def chip_accounts(log: LogView, findings: LogFindings) -> ChipAccounts:
    """The accounts of a log. Findings of breaks that set each other off state what became of the money."""
    found = settled_breaks(log, findings)
    with_kinds(findings, found.kinds)
    broken = BrokenAccounts(findings)
    return ChipAccounts(accounts_of(log, broken), broken.kinds, found.groups, found.astray)
