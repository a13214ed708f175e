"""A session of pot games: terms, hands, and events between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import msgspec
import numpy as np
from msgspec import UNSET

from rules.records.events import FORMAT, Close, Fee, Jackpot, Session, Staff, Terms
from rules.records.pot_records import PotHand, PotIrregularity
from simulation.house_fees import HouseFees as Fees
from simulation.pots.ending import Ending, ending
from simulation.pots.faults.pot_fault_base import WrittenHand
from simulation.pots.faults.pot_fault_tampering import PotTampering
from simulation.pots.offer import GamesOffered, OfferedGame
from simulation.pots.record import Writing, pot_hand
from simulation.pots.setup import GameStakes, Setup
from simulation.pots.simulated_pot_fees import FeesTaken
from simulation.pots.simulated_pot_hand import HandPlay
from simulation.pots.simulated_pot_jackpots import jackpots_hit
from simulation.pots.simulated_pot_table import Between, SimulatedPotTable
from simulation.pots.simulated_pot_terms import TableTerms
from simulation.seconds_of_session import HandTimes, Pace, SessionClock, recording
from simulation.session_request import SimulationRequest
from simulation.simulated_game import SimulatedGame
from simulation.simulated_table import Dealers

HANDS_A_BLOCK = 512
RECORDED = 900  # seconds from the close until the file is made
_PACE = Pace((60, 180), (25, 60))
_CHANGES = 14  # seconds after the hand before
_MISDEALS = 0.004
_WORDS = (0.0, 0.15, 0.4)  # shares of acts whose words or chips are recorded

_NO_FEES = FeesTaken([], 0, jackpots=False)

PotEvent = Session | Terms | PotHand | Between | Fee | Jackpot | Close


class PotSession:
    def __init__(self, request: SimulationRequest) -> None:
        self.request = request
        ruleset = request.ruleset
        self.offer = GamesOffered.of(ruleset, request.players, request.game, request.limit_of_bets)
        assert ruleset.sections.pot is not None
        self.rules = ruleset.sections.pot
        seeds = [int(seed) for seed in np.random.SeedSequence(request.seed).generate_state(9, np.uint64)]
        sizes = [HANDS_A_BLOCK] * (request.hands // HANDS_A_BLOCK) + [request.hands % HANDS_A_BLOCK]
        self.clock = SessionClock(
            request.opening, [size for size in sizes if size], seeds[0], _PACE, request.limit
        )
        self.supervisor = f"s-{10 + seeds[0] % 90}"
        self.terms = TableTerms.of(self.offer, ruleset, request.unit, Random(seeds[1])).at_level(
            request.level
        )
        self.table = SimulatedPotTable(self.offer, self.terms, Random(seeds[2]), self.clock, request.unit)
        self.cards = Random(seeds[3])
        chance = Random(seeds[4])
        self.dealers = Dealers(chance)
        self.words = chance.choice(_WORDS)
        exact = self.rules.fees.rake is not None and self.rules.fees.rake.mode == "exact"
        self.writing = Writing(
            full=request.evidence == "full",
            own_terms=self.offer.mix is not None,
            mix=self.offer.mix,
            name_pots=not exact or chance.random() < 0.75,
        )
        seats = SimulatedGame(2, 10, None, (), surrender=False, time=self.terms.period)
        self.fees = Fees(seats, self.clock, Random(seeds[6]))
        self.chance = chance
        self.tampering = PotTampering(self.offer, Random(seeds[5]), request, self.clock)
        self.number = 0
        self.since = 60

    # ------------------------------------------------------------------ the log

    def chunks(self) -> Iterator[bytes]:
        encode = msgspec.json.Encoder().encode
        for events in self.blocks():
            yield b"\n".join([*map(encode, events), b""])

    def blocks(self) -> Iterator[Iterator[PotEvent]]:
        """Events in the same pieces; each has to be read to its end before the next."""
        yield iter(self._opening())
        for moments in self.clock.blocks():
            yield self._block(moments)
        yield iter(self._ending())

    def _opening(self) -> list[PotEvent]:
        return [*self._before(), *self.table.begin(self.since)]

    def _before(self) -> list[PotEvent]:
        at = self.clock.text(30)
        events: list[PotEvent] = [self._session(), self.terms.event(self.offer, at, self.supervisor)]
        if self.terms.level is not None:
            events.append(Jackpot(at=at, kind="close", level=self.terms.level))
        return events

    def _session(self) -> Session:
        request = self.request
        return Session(
            format=FORMAT,
            room=request.room,
            session=request.session,
            number=request.number,
            table=request.table,
            currency=request.ruleset.sections.fees.currency or request.currency,
            opened_at=self.clock.text(0),
            closed_at=self.clock.text(self.clock.closed),
            ruleset=str(request.ruleset),
            staff=Staff(dealer="d-1", supervisor=self.supervisor),
            source="table_system",
            recorded_by="table-system-1",
            recorded_at=self.clock.text(self.clock.closed + RECORDED),
        )

    def _ending(self) -> list[PotEvent]:
        close = Close(
            at=self.clock.text(self.clock.closed), hands=self.request.hands, totals=self.fees.totals()
        )
        return [*self.table.close(self.since), close]

    # ------------------------------------------------------------------ hands

    def _block(self, moments: HandTimes) -> Iterator[PotEvent]:
        for at, ended in zip(moments.at.tolist(), moments.ended_at.tolist(), strict=True):
            yield from self._hand(at, ended)
            self.since = ended

    def _hand(self, at: int, ended: int) -> Iterator[PotEvent]:
        self.number += 1
        played, stakes = self._turn_of_mix()
        price = self.fees.price(self.offer.fewest) if self.terms.period else 0
        events = self.table.between(self.since, stakes, price)
        yield from self._between(events)
        setup = self._setup(played, stakes)
        yield from self.table.came_back(self.since)
        yield from self._collected(setup, at)
        fields = self._fields(at, ended)
        if self.chance.random() < _MISDEALS and not self.tampering.planned:
            yield self._misdeal(setup, fields)
            return
        written = self._played(setup, fields)
        yield written.hand
        self.fees.count(written.hand)
        yield from self.tampering.after(written, self._jackpots(written, ended))
        yield from self.table.settle(written.nets, ended)

    def _between(self, events: list[Between]) -> Iterator[PotEvent]:
        for event in self.tampering.between(self.table, events, self.clock.text(self.since + _CHANGES)):
            if isinstance(event, Fee):
                self.fees.add(event)
            yield event

    def _turn_of_mix(self) -> tuple[OfferedGame, GameStakes]:
        place = (self.number - 1) // self.terms.rotates % len(self.offer.rotation)
        return self.offer.rotation[place], self.terms.stakes[place]

    def _setup(self, played: OfferedGame, stakes: GameStakes) -> Setup:
        self.tampering.plan(self.table)
        positions, seats = self.table.next(played, stakes)
        setup = Setup(
            rules=self.rules,
            played=played,
            stakes=stakes,
            house=self.terms.house,
            button=positions.button,
            seats=seats,
            posts=list(positions.posts),
            run_twice=self.terms.runs_twice(self.rules, stakes),
            words=self.words if self.writing.full else 0.0,
            cooler=self.terms.level is not None and self.chance.random() < self.request.coolers,
        )
        return self.tampering.seated(setup, self.table)

    def _collected(self, setup: Setup, at: int) -> Iterable[Fee]:
        paid = self.fees.collect([(each.seat, each.player) for each in setup.seats], at)
        for fee in paid:
            self.table.pay(fee.seat, fee.amount)
            setup.seat(fee.seat).stack -= fee.amount
        self.table.collected = paid or self.table.collected
        return paid

    def _fields(self, at: int, ended: int) -> dict[str, Any]:
        dealer, deck = self.dealers.of(self.number)
        fields: dict[str, Any] = {
            "at": self.clock.text(at),
            "ended_at": self.clock.text(ended),
            "dealer_id": dealer,
            "deck": deck,
        }
        if self.writing.full:
            fields["video"] = recording(at)
        return fields

    def _played(self, setup: Setup, fields: dict[str, Any]) -> WrittenHand:
        play = HandPlay(setup, self.cards, self.tampering.script).play()
        end = ending(play)
        hand = pot_hand(self.number, end, self.writing, **fields)
        return self.tampering.touch(WrittenHand(hand, end, end.nets))

    def _jackpots(self, written: WrittenHand, ended: int) -> list[Jackpot]:
        if not written.ending.near_jackpot or self.terms.level is None:
            return []
        return jackpots_hit(self.rules, self._before(), written.hand, self.clock.text(ended + 1))

    def _misdeal(self, setup: Setup, fields: dict[str, Any]) -> PotHand:
        """Exposes two cards: every chip goes back, and the hand is dealt anew."""
        play = HandPlay(setup, self.cards)
        play.cards.first()
        for post in setup.posts:
            play.post(*post)
        self.table.misdeal()
        writing = self.writing
        end = Ending(
            play, [], _NO_FEES, [], dict.fromkeys(play.chips.seats, 0), set(), [], near_jackpot=False
        )
        hand = pot_hand(self.number, end, writing, **fields)
        hand.void, hand.pots = True, UNSET
        hand.irregularities = [
            PotIrregularity(kind="exposed_card", when="deal", cards=2, ruling="misdeal", by=self.supervisor)
        ]
        return hand
