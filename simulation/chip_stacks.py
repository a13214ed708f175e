"""Chips in front of each player: bought, won, lost, tipped, cashed out."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from msgspec import UNSET, UnsetType

from rules.records.events import Chips, Toke
from simulation.seconds_of_session import SessionClock
from simulation.simulated_table import TableState

_BUY_INS = (200, 240, 300, 400)  # units
_LOW = 80  # units; a player with fewer buys more. No hand of the library costs so many
_SHORT_BUY_INS = (10, 15, 20, 30, 40, 60, 80, 120, 200)  # units, at table stakes
_SHORT = 5  # units; at table stakes a player with fewer may buy more, and a player without chips must
_BUYS_MORE = 0.3  # chance of it
_TOKES = 0.01  # chance of a player who won to tip the dealer
_LEAVING, _COMING, _ADDING, _TIPPING = 4, 8, 12, 2  # seconds after the hand before

TableChips = Chips | Toke


class ChipStacks:
    """Stacks by seat, changed by events of the log and nets of hands alone."""

    def __init__(self, unit: int, clock: SessionClock, random: Random, *, short: bool = False) -> None:
        """short: players sit down with few chips, because they can lose no more."""
        self.stacks: dict[int, int] = {}
        self._players: dict[int, str] = {}
        self._unit, self._clock, self._random = unit, clock, random
        self._short = short

    def before(self, sitting: TableState, since: int, most: int, fees: int = 0) -> list[TableChips]:
        """Departures, arrivals and top-ups. most, fees: a player's most in the hand and before it."""
        most += fees
        events: list[TableChips] = [self._cash_out(seat, since + _LEAVING) for seat in sitting.left]
        for seat, player in sitting.came:
            self._players[seat] = player
            self.stacks[seat] = 0
            events.append(self._bring(seat, since + _COMING, "buy_in", most))
        adding = [seat for seat in sitting.seats if self._needs_more(self.stacks[seat], most, fees)]
        return events + [self._bring(seat, since + _ADDING, "add_on", most) for seat in adding]

    def _needs_more(self, stack: int, most: int, fees: int) -> bool:
        if not self._short:
            return stack < max(most, _LOW * self._unit)
        return stack <= fees or (stack < _SHORT * self._unit and self._random.random() < _BUYS_MORE)

    def pay(self, fees: Iterable[tuple[int, int]]) -> None:
        for seat, amount in fees:
            self.stacks[seat] -= amount

    def settle(self, nets: Iterable[tuple[int, int | UnsetType]], since: int) -> list[TableChips]:
        """Adds nets by seat; returns tips of winners."""
        events: list[TableChips] = []
        for seat, net in nets:
            if net is UNSET:
                continue
            self.stacks[seat] += net
            if net > 0 and self._random.random() < _TOKES:
                amount = min(self._unit, self.stacks[seat])
                self.stacks[seat] -= amount
                at = self._clock.text(since + _TIPPING)
                events.append(Toke(at=at, seat=seat, player=self._players[seat], amount=amount))
        return events

    def close(self, since: int) -> list[TableChips]:
        return [self._cash_out(seat, since + _LEAVING) for seat in sorted(self.stacks)]

    def _bring(self, seat: int, at: int, kind: str, most: int) -> Chips:
        amount = self._random.choice(_SHORT_BUY_INS if self._short else _BUY_INS) * self._unit
        while not self._short and self.stacks[seat] + amount < most:
            amount *= 2
        self.stacks[seat] += amount
        return Chips(at=self._clock.text(at), seat=seat, player=self._players[seat], kind=kind, amount=amount)  # type: ignore[arg-type]  # a kind of the format

    def _cash_out(self, seat: int, at: int) -> Chips:
        player, amount = self._players.pop(seat), self.stacks.pop(seat)
        return Chips(at=self._clock.text(at), seat=seat, player=player, kind="cash_out", amount=amount)
