"""Answer key of simulated ledgers: their faults, and the findings that audits must report."""

from __future__ import annotations

from msgspec import Struct


class ExpectedLedgerFinding(Struct, frozen=True):
    """A finding by name, of the audit of a ledger. line: of its file or the log of ``session``."""

    name: str
    ledger: str
    line: int | None
    session: str | None = None


class InjectedLedgerFault(Struct, frozen=True, kw_only=True):
    """One fault of a ledger or of a log that it names. must: findings of audits."""

    kind: str  # the fault's name
    name: str  # of the first finding
    ledger: str
    line: int | None
    session: str | None
    account: str | None
    player: str | None
    description: str
    field: str  # what was altered
    recorded: int | str | None
    true: int | str | None
    must: tuple[ExpectedLedgerFinding, ...]
