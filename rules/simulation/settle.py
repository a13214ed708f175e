"""What simulated hands pay: the project's own replay, and no other reckoning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from rules.controls.ruleset import Ruleset
from rules.hands import Hands, Ints
from rules.records import times
from rules.records.events import ChineseHand
from rules.records.flatten import Flattener, SessionFacts
from rules.replay.chinese import Replayed, replay
from rules.replay.scoring import Scoring, compiled
from rules.replay.seats import seats_of
from rules.simulation.results import Settled


class Settler:
    """Replays records without results, a block at a time, under one ruleset."""

    def __init__(self, ruleset: Ruleset, unit: int, opened_at: str) -> None:
        self._ruleset = ruleset
        self._scoring = compiled(ruleset)
        self._without: dict[str, Scoring] = {}
        opened = times.parse_one(opened_at)
        self._facts = SessionFacts(unit, opened[1] if opened else times.NOT_RECORDED)

    def settle(self, hands: Sequence[ChineseHand]) -> Settled:
        """Results of the hands. Players declare every natural that they hold and that wins them something."""
        block = self._flat(hands)
        rules = self._scoring.naturals
        if rules is not None and rules.declare == "required":
            self._declare(hands, seats_of(block, self._scoring).natural_held)
            block = self._flat(hands)
        replayed = replay(block, self._scoring)
        self._declare(hands, replayed.seats.natural)
        return _settled(replayed)

    def again(self, hand: ChineseHand, without: str = "") -> Settled:
        """What one hand pays as it is recorded now; ``without`` leaves a section of the ruleset out."""
        if without not in self._without:
            params = {name: section for name, section in self._ruleset.params.items() if name != without}
            self._without[without] = compiled(replace(self._ruleset, params=params))
        return _settled(replay(self._flat([hand]), self._without[without]))

    def _declare(self, hands: Sequence[ChineseHand], naturals: NDArray[np.int8]) -> None:
        """Write the naturals that seats hold as declared."""
        names = self._scoring.natural_names
        for i, place in zip(*(where.tolist() for where in np.nonzero(naturals >= 0)), strict=True):
            if hands[i].void is not True:
                hands[i].seats[place].declared = names[naturals[i, place]]

    def _flat(self, hands: Sequence[ChineseHand]) -> Hands:
        flattener = Flattener()
        flattener.add(hands, range(len(hands)))
        block, problems = flattener.block(self._facts)
        if problems:
            raise AssertionError(f"a simulated hand is no record of the format: {problems[0]}")
        return block


def _settled(replayed: Replayed) -> Settled:
    return Settled(replayed.net.tolist(), _pair_units(replayed), replayed.seats.fouled)


def _pair_units(replayed: Replayed) -> Ints:
    """(hands, seats, seats) units due to the first from the second."""
    hands, seats = replayed.hands.seat.shape
    units = np.zeros((hands, seats, seats), np.int64)
    units[:, replayed.a, replayed.b] = replayed.pair_units
    units[:, replayed.b, replayed.a] = -replayed.pair_units
    return units
