"""Money of a whole tournament or ledger."""

from __future__ import annotations

from rules.audit.event_checks import EventChecked
from rules.audit.money.event_counts import NOT_COUNTED, not_counted, rows_of_counts
from rules.audit.money.event_records import moved_in_ledger, moved_in_tournament, recorded
from rules.audit.money.event_rows import rows_of_findings, rows_of_pools
from rules.audit.money.ledger_pools import ledger_pools
from rules.audit.money.money_of_event import EventMoney, Unsettled
from rules.audit.money.tournament_pools import tournament_pools
from rules.checks.ledger.ledger_view import LedgerView
from rules.checks.tournament.tournament_view import TournamentView


def tournament_money(view: TournamentView, found: EventChecked) -> EventMoney:
    """Money of a tournament: entry money, its use, and counted chips."""
    unit, pools = view.header.currency, tournament_pools(view.replay)
    rows = rows_of_pools(pools, found.findings, unit)
    rows += rows_of_findings(found.findings, rows, unit)
    return EventMoney(rows, pools, found.coverage, unit, *recorded(moved_in_tournament(view)))


def ledger_money(view: LedgerView, found: EventChecked) -> EventMoney:
    """Money of a ledger's accounts."""
    unit, pools = view.header.currency, ledger_pools(view)
    rows = rows_of_pools(pools, found.findings, unit)
    rows += rows_of_findings(found.findings, rows, unit)
    rows += rows_of_counts(view, found.findings, unit)
    accounts = not_counted(view)
    unsettled = [Unsettled(("unaccounted",), accounts, NOT_COUNTED)] if accounts else []
    return EventMoney(rows, pools, found.coverage, unit, *recorded(moved_in_ledger(view)), unsettled)
