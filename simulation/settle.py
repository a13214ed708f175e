"""Payments of simulated hands, by the replay that audits use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from msgspec import UNSET, json, structs
from msgspec.structs import replace
from numpy.typing import NDArray

from rules import times
from rules.controls.ruleset import Ruleset, set_path
from rules.hands import Hands, Ints
from rules.records.events import ChineseHand, OfcHand
from rules.records.flatten import Flattener, SessionFacts
from rules.replay.row_replay import ReplayedRows, replay
from rules.replay.scoring import Scoring, compiled
from rules.replay.scoring.natural_scores import NaturalRules
from rules.replay.seat_facts import seats_of
from simulation.written_results import SettledBlock

_KEEPS_BACK = 0.05  # chance of a natural that must be declared to be kept back


class Settler:
    """Replays records without results by block, under one ruleset."""

    def __init__(self, ruleset: Ruleset, unit: int, opened_at: str, seed: int = 0) -> None:
        self._ruleset = ruleset
        self._scoring = compiled(ruleset)
        self._kind = OfcHand if ruleset.family == "ofc" else ChineseHand
        self._changed: dict[str, Scoring] = {}
        self._last: tuple[tuple[bytes, str], SettledBlock] | None = None  # one hand, and what it pays
        self._random = np.random.default_rng(seed)
        opened = times.parse_one(opened_at)
        self._facts = SessionFacts(unit, opened[1] if opened else times.NOT_RECORDED)

    def settle(self, hands: Sequence[ChineseHand | OfcHand]) -> SettledBlock:
        """Results of hands, with the naturals that players declare."""
        block = self._flat(hands)
        rules = self._scoring.naturals
        if rules is not None and rules.declare == "required":
            block = self._declared(hands, block, rules)
            return _settled(replay(block, self._scoring))
        replayed = replay(block, self._scoring)
        self._declare(hands, replayed.seats.natural)
        return _settled(replayed)

    def again(
        self, hand: ChineseHand | OfcHand, without: str = "", instead: Mapping[str, Any] | None = None
    ) -> SettledBlock:
        """Payments of one hand as recorded now. without: a section left out; instead: parameters by path."""
        if isinstance(hand, OfcHand):
            hand = structs.replace(hand, placements=UNSET)  # replay does not need them
        key = json.encode(hand), f"{without} {instead}"
        if self._last is None or self._last[0] != key:
            settled = _settled(replay(self._flat([hand]), self._under(without, instead or {})))
            self._last = key, settled
        return self._last[1]

    def _under(self, without: str, instead: Mapping[str, Any]) -> Scoring:
        key = f"{without} {instead}"
        if key not in self._changed:
            kept = {name: section for name, section in self._ruleset.params.items() if name != without}
            params = deepcopy(kept) if instead else kept
            for path, value in instead.items():
                set_path(params, path, value)
            self._changed[key] = compiled(replace(self._ruleset, params=params))
        return self._changed[key]

    def _declared(self, hands: Sequence[ChineseHand | OfcHand], block: Hands, rules: NaturalRules) -> Hands:
        seats = seats_of(block, self._scoring)
        priced = np.array([each.units is not None for each in rules.list] + [False])
        naturals = np.where(priced[seats.natural_held] & ~seats.surrendered, seats.natural_held, np.int8(-1))
        if rules.waivable:
            naturals[self._random.random(naturals.shape) < _KEEPS_BACK] = -1
        naturals[block.void == 1] = -1
        self._declare(hands, naturals)
        names = list(dict.fromkeys([*block.names, *self._scoring.natural_names]))
        positions = [names.index(name) for name in self._scoring.natural_names]
        return replace(block, declared=np.array([*positions, -1], np.int32)[naturals], names=names)

    def _declare(self, hands: Sequence[ChineseHand | OfcHand], naturals: NDArray[np.int8]) -> None:
        names = self._scoring.natural_names
        for i, place in zip(*(where.tolist() for where in np.nonzero(naturals >= 0)), strict=True):
            if hands[i].void is not True:
                hands[i].seats[place].declared = names[naturals[i, place]]

    def _flat(self, hands: Sequence[ChineseHand | OfcHand]) -> Hands:
        flattener = Flattener(self._kind)
        flattener.add(hands, range(len(hands)))
        block, problems = flattener.block(self._facts)
        if problems:
            raise AssertionError(f"a simulated hand is no record of the format: {problems[0]}")
        return block


def _settled(replayed: ReplayedRows) -> SettledBlock:
    return SettledBlock(replayed, replayed.net.tolist(), _pair_units(replayed), replayed.seats.fouled)


def _pair_units(replayed: ReplayedRows) -> Ints:
    """(hands, seats, seats) units due to the first from the second."""
    hands, seats = replayed.hands.seat.shape
    units = np.zeros((hands, seats, seats), np.int64)
    units[:, replayed.a, replayed.b] = replayed.pair_units
    units[:, replayed.b, replayed.a] = -replayed.pair_units
    return units
