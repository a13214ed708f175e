"""Counts of chips at breaks, and colour-ups."""

from __future__ import annotations

from msgspec import UNSET

from rules.tournaments.tournament_records import (
    ColourUp,
    Count,
    CountedStack,
    CountedTable,
    RacedStack,
    RacedTable,
)
from simulation.events.floor import EventTable, Floor
from simulation.events.simulated_event_tables import Logs
from simulation.open_face.open_face_chips import colour_up


def counted(floor: Floor, logs: Logs, *, stacks: bool) -> Count:
    """A count by stack, or one sum where a log does not show the stacks."""
    return Count(
        tables=[_table(each, logs, stacks=stacks) for each in sorted(floor.tables, key=lambda t: t.name)]
    )


def _table(table: EventTable, logs: Logs, *, stacks: bool) -> CountedTable:
    known = table.name in logs.dealers and not any(each.stale for each in table.seated.values())
    if stacks or known or not any(each.logged_hand for each in table.seated.values()):
        listed = [
            CountedStack(entry=each.number, chips=each.chips) for _, each in sorted(table.seated.items())
        ]
        return CountedTable(table=table.name, stacks=listed)
    return CountedTable(table=table.name, chips=sum(each.chips for each in table.seated.values()))


def raced(floor: Floor, chip: int, following: int, after_level: int) -> ColourUp:
    """A chip leaves play at every table; stacks are whole chips of the next size."""
    tables, fair = [], True
    for table in sorted(floor.tables, key=lambda each: each.name):
        before = {seat: each.chips for seat, each in sorted(table.seated.items())}
        after = colour_up(before, following, floor.random)
        fair = fair and abs(sum(after.values()) - sum(before.values())) < following
        stacks = [
            RacedStack(entry=table.seated[seat].number, before=before[seat], after=after[seat])
            for seat in before
        ]
        tables.append(RacedTable(table=table.name, stacks=stacks))
        for seat, chips in after.items():
            table.seated[seat].chips = chips
    return ColourUp(
        chip=chip,
        next=following,
        tables=tables,
        after_level=after_level,
        ruling=UNSET if fair else "several players had no other chips",
    )
