"""Plausible decisions of players, by cards, style and chance."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from simulation.pots.betting import LegalActs

_NOISE = (0.75, 0.5, 0.35, 0.25, 0.2)  # of what a player makes of the cards, by the round
_BLUFFS = 0.06
_FIRST_BETS = 0.55
_PARTS = (0.33, 0.5, 0.5, 0.67, 0.75, 1.0, 1.3)  # of the pot
_SURE = 0.88
_COMMITTED = 0.45  # who would have no more than this part of a stack left puts it all in


class PlayerDecision(Struct, frozen=True):
    """An act, and the chips in front of the seat after it; None: no chips move."""

    verb: str
    to: int | None = None


class PlayingStyle(Struct, frozen=True):
    loose: float
    bold: float

    @classmethod
    def of(cls, random: Random) -> PlayingStyle:
        return cls(random.uniform(-0.12, 0.2), random.uniform(0.5, 1.4))


class Player:
    def __init__(self, style: PlayingStyle, random: Random, chip: int) -> None:
        self.style, self._random, self._chip = style, random, chip

    def decide(
        self, options: LegalActs, merit: float, number: int, *, must_raise: bool = False, sure: bool = False
    ) -> PlayerDecision:
        """A legal act. merit: of the cards, 0 to 1. number: of the round, from 0."""
        random, style = self._random, self.style
        noise = _NOISE[min(number, len(_NOISE) - 1)]
        sees = _SURE if sure else (1 - noise) * merit + noise * random.random()
        if options.can_raise and (must_raise or self._raises(options, sees)):
            return self._raise(options, sees)
        if not options.owes:
            return PlayerDecision("check")
        price = options.owes / (options.pot + options.owes)
        needs = 0.3 + 0.6 * price - style.loose
        return PlayerDecision("call", options.to_call) if sees >= needs else PlayerDecision("fold")

    def _raises(self, options: LegalActs, sees: float) -> bool:
        chance = self._random.random()
        if options.level == 0:
            return chance < _FIRST_BETS * self.style.bold * sees + _BLUFFS
        strong = 0.82 if options.owes else 0.7
        return chance < (0.65 * self.style.bold if sees > strong else _BLUFFS * self.style.bold * 0.5)

    def _raise(self, options: LegalActs, sees: float) -> PlayerDecision:
        verb = "bet" if options.level == 0 else "raise"
        if options.raise_other and self._random.random() < 0.5:
            return PlayerDecision(verb, options.raise_other)
        return PlayerDecision(verb, self._size(options, sees))

    def _size(self, options: LegalActs, sees: float) -> int:
        least, most = options.raise_least, options.raise_most
        random = self._random
        if least >= most or random.random() < 0.2:
            return least
        if sees > 0.9 and random.random() < 0.12:
            return most
        pot = options.pot + options.owes
        more = int(pot * random.choice(_PARTS)) // self._chip * self._chip
        to = min(max(options.level + more, least), most)
        rest = options.most - to
        if rest < _COMMITTED * options.most and options.most <= most:
            return options.most
        return to
