"""Puts faults into hands as they are written, and keeps the answer key."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules.records.events import ChineseHand, Close
from rules.simulation.clock import Clock
from rules.simulation.faults import closing
from rules.simulation.faults.base import Altered, Deal, Fault, Settle
from rules.simulation.faults.catalogue import FAULTS
from rules.simulation.faults.consequences import findings, may_follow
from rules.simulation.faults.key import Injected
from rules.simulation.game import Game

_RARE_FIRST = 0.5  # chance that a fault which few hands can have is tried before the others
_CLOSE = 0.5  # chance of a wrong control total in a log with faults


class Tampering:
    """At most one fault a hand. At a rate of 0 nothing is touched."""

    def __init__(
        self,
        game: Game,
        random: Random,
        rate: float,
        unit: int,
        clock: Clock,
        hands: int,
        settle: Settle,
        *,
        only: Sequence[str] = (),
    ) -> None:
        self.key: list[Injected] = []
        self._game, self._random, self._rate, self._unit = game, random, rate, unit
        self._clock, self._settle = clock, settle
        faults = [each for each in FAULTS if each.tried(game) and (not only or each.name in only)]
        self._common = [each for each in faults if not each.rare]
        self._rare = [each for each in faults if each.rare]
        self._closing = not only or closing.NAME in only
        self._before: ChineseHand | None = None
        self._shift = 0
        self._hands, self._written = hands, 0

    def touch(self, hand: ChineseHand, *, tied: bool = False) -> bool:
        """Alter a hand, or leave it. True where chips really went as the altered record says.

        ``tied``: who dealt this hand or the next follows from the cards of the one before.
        """
        hand.hand += self._shift
        self._written += 1
        altered = None
        if self._rate and self._random.random() < self._rate:
            altered = self._alter(hand, tied)
        self._before = hand if altered is None else None
        return altered is not None and altered.moved

    def touch_close(self, close: Close) -> None:
        """Alter a control total, or leave them."""
        if self._rate and self._closing and self._random.random() < _CLOSE:
            self.key.append(closing.alter(close, self._random))

    def _alter(self, hand: ChineseHand, tied: bool) -> Altered | None:
        deal = Deal(
            hand=hand,
            unit=self._unit,
            game=self._game,
            random=self._random,
            clock=self._clock,
            settle=self._settle,
            number=self._written,
            last=self._written == self._hands,
            before=self._before,
        )
        for fault in self._order():
            altered = fault.inject(deal) if fault.of_money or not tied else None
            if altered is not None:
                self._shift += altered.shift
                self.key.append(fault.entry(hand, altered, findings(deal, altered.must), may_follow(deal)))
                return altered
        return None

    def _order(self) -> list[Fault]:
        """The faults to try on a hand."""
        common = self._random.sample(self._common, len(self._common))
        rare = self._random.sample(self._rare, len(self._rare))
        return rare + common if self._random.random() < _RARE_FIRST else common + rare


def names() -> list[str]:
    """What faults there are, by name."""
    return [closing.NAME, *(fault.name for fault in FAULTS)]


def unknown(wanted: Sequence[str]) -> list[str]:
    """Names that no fault has."""
    return [name for name in wanted if name not in names()]


def not_in(game: Game, wanted: Sequence[str]) -> list[str]:
    """Names of faults that a game cannot have."""
    return [fault.name for fault in FAULTS if fault.name in wanted and not fault.where(game)]
