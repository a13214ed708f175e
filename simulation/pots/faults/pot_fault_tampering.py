"""Puts faults into sessions of pot games, and keeps the answer key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from rules.records.events import Jackpot
from simulation.faults.answer_key import Injected
from simulation.faults.fault_base import AlteredHand
from simulation.pots.faults import faulty_pot_jackpots
from simulation.pots.faults.pot_fault_base import (
    Misplay,
    PotDeal,
    PotFault,
    Upset,
    WrittenHand,
    described,
    entry,
)
from simulation.pots.faults.pot_fault_catalogue import FAULTS
from simulation.pots.faults.pot_fault_codes import JACKPOT
from simulation.pots.offer import GamesOffered
from simulation.pots.setup import Setup
from simulation.pots.simulated_pot_hand import Script
from simulation.pots.simulated_pot_table import SimulatedPotTable
from simulation.seconds_of_session import SessionClock
from simulation.session_request import SimulationRequest

_AT_JACKPOTS = 0.5  # chance of a jackpot in a log with faults to be paid an amount that is not due


class PotTampering:
    """At most one fault a hand. At a rate of 0 nothing is touched.

    A planned fault of play or table may find no occasion; then one of the record is tried.
    """

    def __init__(
        self, offer: GamesOffered, random: Random, request: SimulationRequest, clock: SessionClock
    ) -> None:
        self.key: list[Injected] = []
        self._random, self._clock, self._unit = random, clock, request.unit
        self._rate, self._rules = request.faults, offer.rules
        full, only = request.evidence == "full", request.only
        self._faults = [
            each
            for each in FAULTS
            if (each.name in only if only else not each.asked)
            and each.where(offer)
            and (full or not each.acts)
        ]
        self._at_jackpots = [name for name in faulty_pot_jackpots.names() if not only or name in only]
        self._planned: PotFault | None = None
        self._made: Misplay | Upset | None = None
        self._sat: dict[int, str] = {}

    @property
    def planned(self) -> bool:
        return self._planned is not None

    @property
    def script(self) -> Script | None:
        return self._made if isinstance(self._made, Misplay) else None

    # ------------------------------------------------------------------ before a hand

    def between(self, table: SimulatedPotTable, events: list[Any], at: str) -> Iterable[Any]:
        """Plans a fault of the next hand; returns the events before it, altered or not."""
        if not self._lasts:
            self._planned = self._made = None
        if not self._made and self._rate and self._faults and self._random.random() < self._rate:
            self._planned = self._random.choice(self._faults)
            if isinstance(self._planned.made, type):
                self._made = self._planned.made(self._random)
        if isinstance(self._made, Upset) and not table.redeals:
            return self._made.between(table, events, at)
        return events

    @property
    def _lasts(self) -> bool:
        made = self._made
        return isinstance(made, Upset) and made.begun and made.altered is None

    def plan(self, table: SimulatedPotTable) -> None:
        """Change before the button and the blinds are settled."""
        upset = self._upset(table)
        if upset is not None:
            upset.plan(table)

    def seated(self, setup: Setup, table: SimulatedPotTable) -> Setup:
        upset = self._upset(table)
        if upset is not None:
            upset.seated(setup, table, dict(self._sat))
        self._sat = {each.seat: each.player for each in setup.dealt}
        return setup

    def _upset(self, table: SimulatedPotTable) -> Upset | None:
        made = self._made
        return made if isinstance(made, Upset) and made.altered is None and not table.redeals else None

    # ------------------------------------------------------------------ after a hand

    def touch(self, written: WrittenHand) -> WrittenHand:
        """The hand as recorded."""
        if self._planned is None:
            return written
        if self._made is not None and self._made.altered is not None:
            self._note(self._planned, written, self._made.altered)
            return written
        deal = PotDeal(written.hand, written.ending, self._rules, self._random, self._clock, self._unit)
        records = [each for each in self._faults if not isinstance(each.made, type)]
        self._random.shuffle(records)
        if self._planned in records:
            records.remove(self._planned)
            records.insert(0, self._planned)
        for fault in records:
            altered = None if isinstance(fault.made, type) else fault.made(deal)
            if altered is not None:
                self._note(fault, written, altered)
                if altered.moved:
                    written.nets = {
                        each.seat: each.net for each in written.hand.seats if isinstance(each.net, int)
                    }
                break
        return written

    def _note(self, fault: PotFault, written: WrittenHand, altered: AlteredHand) -> None:
        self.key.append(fault.entry(written.hand.hand, altered))

    def after(self, written: WrittenHand, hits: Sequence[Jackpot]) -> Iterable[Jackpot]:
        """Jackpots that were hit, paid as due or not."""
        paid = list(hits)
        if not paid or not self._rate or self._planned or not self._at_jackpots:
            return paid
        if self._random.random() >= _AT_JACKPOTS:
            return paid
        name = self._random.choice(self._at_jackpots)
        made = faulty_pot_jackpots.PAID[name]
        altered = made(paid, self._random)
        if altered is not None:
            self.key.append(entry(name, JACKPOT, described(made), written.hand.hand, altered))
        return paid
