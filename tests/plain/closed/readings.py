"""Other readings of what is ambiguous, under the names that the table of systems gives the parameters."""

from __future__ import annotations

from dataclasses import replace

from tests.plain.closed.systems import WSGC_BONUSES_WON, System


def read(system: System, **overrides) -> System:
    """Fields of the System by name, as dataclasses.replace: read(SYSTEMS["malayan"], banker_wins_ties=False)."""
    return replace(system, **overrides)


def override(system: System, path: str, new) -> System:
    """By a parameter's path, as the alternatives of the cases write it: ``rows.table.2-0-1``."""
    head, _, tail = path.rpartition(".")
    if head == "rows.table":
        return replace(system, table={**(system.table or {}), tail: new})
    if head == "sweeps.pair":
        return replace(system, sweep=replace(system.sweep, **{tail: new}))
    if head == "sweeps.table":
        return replace(system, table_sweep=replace(system.table_sweep, **{tail: new}))
    if head.startswith("specials.list") and tail == "rank":
        place = int(head.split(".")[2])
        naturals = list(system.naturals)
        naturals[place] = replace(naturals[place], rank=new)
        return replace(system, naturals=tuple(naturals))
    if tail == "odd_card_breaks_ties":
        return replace(system, odd_card_breaks_ties=new)
    fields = {
        "set_order.equal": {"equal_rows_foul": new == "foul"},
        "specials.vs_special": {"natural_against_natural": new},
        "specials.declare": {"must_declare": new == "required"},
        "surrender.amount": {"surrender": new},
        "surrender.vs_special": {"surrender_against_natural": new},
        "side_bets.0.vs_surrender": {"aces_skip_surrender": new == "skip"},
        "comparison.tie_bonus": {"tied_row_earns_royalty": new != "none"},
        "overall_point.basis": {"overall_by_rows": new == "rows"},
    }
    return replace(system, **fields[path])


def wsgc_bonuses_won(system: System) -> System:
    """AMB-WSGC-BONUS-COND: only for rows won."""
    return replace(system, royalties=WSGC_BONUSES_WON)
