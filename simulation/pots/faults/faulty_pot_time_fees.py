"""Charges for time: at tables that take a rake, and of players who sit down during a period."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from random import Random
from typing import Any

from rules.records.events import Fee, SeatEvent
from simulation.pots.faults.pot_fault_base import PotFaultFamily, Upset, at_seat
from simulation.pots.faults.pot_fault_codes import JOINING_SHARE, TIME_AT_RAKED_TABLE
from simulation.pots.offer import GamesOffered
from simulation.pots.setup import Setup
from simulation.pots.simulated_pot_table import Between, SimulatedPotTable

FAMILY = PotFaultFamily()
_KEPT = 40  # small blinds that the player has left at least
_PERIOD = timedelta(minutes=30)
_GONE = timedelta(minutes=6)  # of a period, so that the hand before is not of its first minutes
_LEFT = timedelta(minutes=5)  # of a period, so that the player's first hand begins before it ends


def _rake_or_time(offer: GamesOffered) -> bool:
    """Whether a table takes either a rake or a charge for time."""
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


@FAMILY.fault("joined-for-a-whole-share", JOINING_SHARE, where=_rake_or_time, acts=False, asked=True)
class JoinedForAWholeShare(Upset):
    """A player who sits down during a period pays the share of all of it."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.paid: Fee | None = None

    def between(self, table: SimulatedPotTable, events: list[Between], at: str) -> list[Any]:
        ends = _running(table, at)
        if ends is None:
            return list(events)
        share = max(each.amount for each in table.collected)
        able = [
            (seat, player)
            for seat, player in _joining(events)
            if not table.seated[seat].returned and table.seated[seat].stack >= share + _KEPT * table.unit
        ]
        if not able:
            return list(events)
        seat, player = able[0]
        self.paid = Fee(
            kind="time", at=at, seat=seat, player=player, amount=share, covers_from=at, covers_to=ends
        )
        table.pay(seat, share)
        return [*events, self.paid]

    def seated(self, setup: Setup, table: SimulatedPotTable, sat: dict[int, str]) -> None:
        if self.paid is not None and isinstance(self.paid.seat, int):
            seat = self.paid.seat
            self.done("fee.amount", seat, self.paid.amount, 0, at_seat(JOINING_SHARE, seat))


def _running(table: SimulatedPotTable, at: str) -> str | None:
    if not table.collected:
        return None
    now, paid = datetime.fromisoformat(at), table.collected[0]
    begins, ends = (datetime.fromisoformat(str(each)) for each in (paid.covers_from, paid.covers_to))
    return str(paid.covers_to) if begins + _GONE <= now <= ends - _LEFT else None


def _joining(events: Iterable[Between]) -> list[tuple[int, str]]:
    """(seat, player) of those who sit down before a hand."""
    seated = (each for each in events if isinstance(each, SeatEvent) and each.kind == "seated")
    return [(each.seat, each.player) for each in seated if isinstance(each.seat, int)]
