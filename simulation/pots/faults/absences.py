"""Breaks and absences that are too many or too long."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec import UNSET, UnsetType

from rules.controls.sections.pots import PotTable as TableRules
from rules.records.events import SeatEvent, SeatKind
from simulation.pots.faults.pot_fault_base import PotFaultFamily, Upset, at_cash, at_seat
from simulation.pots.offer import GamesOffered
from simulation.pots.simulated_pot_table import Between, SimulatedPotTable

FAMILY = PotFaultFamily()
_A_HAND = 85  # seconds from hand to hand at least
_SLACK = 60  # seconds between the gap of a hand and a return in it


def _without_blinds(offer: GamesOffered) -> bool:
    return at_cash(offer) and all(each.stud for each in offer.rotation)


@FAMILY.fault("second-break", "second_break", where=at_cash, acts=False)
class SecondBreak(Upset):
    """A player takes a second break in a night."""

    def between(self, table: SimulatedPotTable, events: list[Between], at: str) -> list[Any]:
        seats = [seat for seat, each in sorted(table.seated.items()) if not each.away and not each.waits]
        if not seats or table.redeals or events:
            return list(events)
        seat = self.random.choice(seats)
        player = table.seated[seat].player
        if not table.breaks(player):
            return list(events)
        kinds: Any = ("break", "back", "break", "back")
        self.done("seat.kind", seat, "break", None, at_seat("second_break", seat))
        return [
            *events,
            *(SeatEvent(at=at, player=player, kind=kind, seat=seat, permission=True) for kind in kinds),
        ]


class _Absence(Upset):
    """A player leaves the table after the blinds, and is back too late; in time is no fault."""

    code = ""
    kind: SeatKind
    permission = True
    waiting: int | UnsetType = UNSET  # names on the list

    _seat = 0
    _player = ""
    _left = _seen = 0  # seconds: when the player left, and the gap before this one

    def minutes(self, rules: TableRules) -> int | None:
        raise NotImplementedError

    def between(self, table: SimulatedPotTable, events: list[Between], at: str) -> list[Any]:
        allowed = self.minutes(table.offer.rules.table or TableRules())
        now = int(datetime.fromisoformat(at).timestamp())
        found = list(events)
        if allowed is not None and not self.begun:
            found += self._leaves(table, at, now, allowed)
        elif allowed is not None:
            self._is_back(table, now, allowed)
        self._seen = now
        return found

    def _leaves(self, table: SimulatedPotTable, at: str, now: int, allowed: int) -> list[Between]:
        if table.before is None or table.fixed:
            return []
        seat = table.before.small or self.random.choice(sorted(table.seated))
        player = table.sends_away(seat, 60 * allowed // _A_HAND + 2)
        if player is None:
            return []
        if self.kind == "break" and not table.breaks(player):
            table.seated[seat].away = 0
            return []
        self.begun, self._seat, self._player, self._left = True, seat, player, now
        away = SeatEvent(
            at=at,
            player=player,
            kind=self.kind,
            seat=self._seat,
            permission=self.permission,
            waiting=self.waiting,
        )
        return [away]

    def _is_back(self, table: SimulatedPotTable, now: int, allowed: int) -> None:
        """Notes a player who is back, or posts a blind of the hand before."""
        sitter = table.seated.get(self._seat)
        if sitter is not None and sitter.away:
            return
        gone = self._seen - self._left  # at least
        if sitter is None or sitter.player != self._player or gone <= 60 * allowed + _SLACK:
            self.begun = False
            return
        self.done("seat.at", self._seat, gone // 60, allowed, at_seat(self.code, self._seat))


@FAMILY.fault("break-too-long", "break_too_long", where=_without_blinds, acts=False)
class BreakTooLong(_Absence):
    """A player comes back from a break too late."""

    code = "break_too_long"
    kind: SeatKind = "break"

    def minutes(self, rules: TableRules) -> int | None:
        return rules.break_minutes


@FAMILY.fault("seat-kept-too-long", "seat_kept_too_long", where=at_cash, acts=False)
class SeatKeptTooLong(_Absence):
    """The seat of a player who left without permission is kept too long, while others wait for it."""

    code = "seat_kept_too_long"
    kind: SeatKind = "away"
    permission = False
    waiting = 2

    def minutes(self, rules: TableRules) -> int | None:
        return rules.away_listed_minutes
