"""Puts faults into hands as they are written, and keeps the answer key."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from rules.records.events import Close, OfcHand
from simulation.faults import closing
from simulation.faults.answer_key import Injected
from simulation.faults.consequences import findings, may_follow
from simulation.faults.fault_base import AlteredHand, Fault
from simulation.faults.fault_catalogue import FAULTS, faults_of
from simulation.faults.hand_to_alter import AnyHand, ClosedDeal, HandToAlter, Settle
from simulation.faults.open_face.chain import Chain
from simulation.faults.open_face.open_face_fault_catalogue import OPEN_FACE_FAULTS
from simulation.faults.open_face.open_face_hand_to_alter import OpenDeal
from simulation.open_face_results import out_of
from simulation.seconds_of_session import SessionClock
from simulation.simulated_game import SimulatedGame

_RARE_FIRST = 0.5  # chance that a fault that few hands can have is tried before the others
_CLOSE = 0.5  # chance of a wrong control total in a log with faults


class Tampering:
    """At most one fault a hand. At a rate of 0 nothing is touched."""

    def __init__(
        self,
        game: SimulatedGame,
        random: Random,
        rate: float,
        unit: int,
        clock: SessionClock,
        hands: int,
        settle: Settle,
        *,
        only: Sequence[str] = (),
    ) -> None:
        self.key: list[Injected] = []
        self._game, self._random, self._rate, self._unit = game, random, rate, unit
        self._clock, self._settle = clock, settle
        wanted = [each for each in faults_of(game) if (each.name in only if only else not each.asked)]
        faults = [each for each in wanted if each.tried(game)]
        self._common = [each for each in faults if not each.rare]
        self._rare = [each for each in faults if each.rare]
        self._kind = OpenDeal if game.open_face else ClosedDeal
        self._chain = Chain(game.open_face.levels) if game.open_face and game.tournament else None
        self._closing = not only or closing.NAME in only
        self._leaving = closing.LEAVING in only
        self._before: AnyHand | None = None
        self._shift = 0
        self._hands, self._written = hands, 0

    def touch(self, hand: AnyHand, *, tied: bool = False, moved: Sequence[int] = ()) -> bool:
        """Alters a hand, or leaves it. True where chips moved as altered.

        tied: depends on the hand before, or the next on it. moved: seats with chips moved before it.
        """
        hand.hand += self._shift
        self._written += 1
        altered = None
        if self._rate and self._random.random() < self._rate:
            altered = self._alter(hand, tied)
        self._before = hand if altered is None else None
        if self._chain and isinstance(hand, OfcHand):
            self._follow(self._chain, hand, altered, moved)
        return altered is not None and altered.moved

    def _follow(self, chain: Chain, hand: OfcHand, altered: AlteredHand | None, moved: Sequence[int]) -> None:
        """Blames stacks that do not follow on this hand's fault or the one before."""
        place = len(self.key) - 1 if altered else None
        out = out_of(hand, self._settle(hand), 0) if altered else ()
        for blamed, expected in chain.next(hand, place, out, moved):
            if expected not in self.key[blamed].must:
                entry = self.key[blamed]
                self.key[blamed] = replace(entry, must=(*entry.must, expected))

    def touch_close(self, close: Close) -> None:
        if self._rate and self._closing and self._random.random() < _CLOSE:
            self.key.append(closing.alter(close, self._random))

    def touch_departures(self, events: Sequence[object], hand: int) -> None:
        """Alters the cash-outs after the last hand, where requested."""
        if self._rate and self._leaving:
            self.key.extend(closing.exchange(events, hand + self._shift, self._unit, self._random))

    def _alter(self, hand: AnyHand, tied: bool) -> AlteredHand | None:
        deal: HandToAlter = self._kind(
            hand=hand,  # type: ignore[arg-type]  # of the game's own kind
            unit=self._unit,
            game=self._game,
            random=self._random,
            clock=self._clock,
            settle=self._settle,
            number=self._written,
            last=self._written == self._hands,
            before=self._before,  # type: ignore[arg-type]  # of the same kind as the hand
        )
        for fault in self._order():
            altered = fault.inject(deal) if fault.of_money or fault.linked or not tied else None
            if altered is not None:
                self._shift += altered.shift
                self.key.append(fault.entry(hand, altered, findings(deal, altered.must), may_follow(deal)))
                return altered
        return None

    def _order(self) -> list[Fault]:
        common = self._random.sample(self._common, len(self._common))
        rare = self._random.sample(self._rare, len(self._rare))
        return rare + common if self._random.random() < _RARE_FIRST else common + rare


def names() -> list[str]:
    return list(
        dict.fromkeys(
            [closing.NAME, closing.LEAVING, *(fault.name for fault in (*FAULTS, *OPEN_FACE_FAULTS))]
        )
    )


def unknown(wanted: Sequence[str]) -> list[str]:
    return [name for name in wanted if name not in names()]


def not_in(game: SimulatedGame, wanted: Sequence[str]) -> list[str]:
    """Requested names that a game cannot have."""
    leaving = set() if game.tournament or game.banker else {closing.LEAVING}
    possible = {closing.NAME, *leaving, *(fault.name for fault in faults_of(game) if fault.where(game))}
    return [name for name in names() if name in wanted and name not in possible]
