"""Charges for time at tables that take a rake."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from rules.records.events import Fee
from simulation.pots.faults.pot_fault_base import PotFaultFamily, Upset, at_seat
from simulation.pots.faults.pot_fault_codes import TIME_AT_RAKED_TABLE
from simulation.pots.offer import GamesOffered
from simulation.pots.simulated_pot_table import Between, SimulatedPotTable

FAMILY = PotFaultFamily()
_KEPT = 40  # small blinds that the player has left at least
_PERIOD = timedelta(minutes=30)


def _rake_or_time(offer: GamesOffered) -> bool:
    """Whether a table takes a rake or a charge for its time, never both."""
    rake = offer.rules.fees.rake
    return rake is not None and rake.time_replaces


@FAMILY.fault("time-at-raked-table", TIME_AT_RAKED_TABLE, where=_rake_or_time, acts=False)
class TimeAtRakedTable(Upset):
    """A player pays for his time at a table that takes a rake."""

    def between(self, table: SimulatedPotTable, events: list[Between], at: str) -> list[Any]:
        amount = 2 * table.unit
        able = [
            seat
            for seat, each in sorted(table.seated.items())
            if not each.away and not each.waits and each.stack >= amount + _KEPT * table.unit
        ]
        if table.terms.period or events or not able:
            return list(events)
        seat = self.random.choice(able)
        table.pay(seat, amount)
        self.done("fee.amount", seat, amount, None, at_seat(TIME_AT_RAKED_TABLE, seat))
        ends = datetime.fromisoformat(at) + _PERIOD
        return [
            Fee(
                kind="time",
                at=at,
                seat=seat,
                player=table.seated[seat].player,
                amount=amount,
                covers_from=at,
                covers_to=ends.isoformat(),
            )
        ]
