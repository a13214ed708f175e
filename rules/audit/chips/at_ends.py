"""Players' chips at both ends of a log, for the table's sessions before and after."""

from __future__ import annotations

from rules.checks.day.session_summary import ChipsAtEnds
from rules.checks.support.chip_entries import is_cut
from rules.checks.support.log_view import LogView
from rules.checks.table.stk010_chips_not_conserved_at_table import of_cash, of_tournament
from rules.checks.table.tested_stacks import stacks_by_rows, stacks_of_pots
from rules.records.events import Chips


def chips_at_ends(log: LogView) -> ChipsAtEnds | None:
    """Chips at the ends of a cash table; None without stacks, or with several families of hands."""
    found = [each for each in (stacks_by_rows(log), stacks_of_pots(log)) if each is not None]
    whole = len(found) == 1 and len(found[0].seating) == len(log)
    if not whole or of_tournament(log) or not log.ruled(of_cash).all():
        return None
    kinds = {event.kind for _, event in log.events.of(Chips)}
    return ChipsAtEnds(
        brought=sorted(found[0].brought, key=lambda each: each.seat),
        left=sorted(found[0].left, key=lambda each: each.player),
        buys="buy_in" in kinds,
        cashes="cash_out" in kinds,
        cut=is_cut(log),
    )
