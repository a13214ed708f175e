"""What is said of pots without cards is true: every known answer, recorded by its chips and results alone."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from rules.checks.pots.pot_bounds import bounded_pots
from rules.checks.support.views import PotView
from rules.controls.library import library
from rules.hands import NOT_RECORDED
from rules.records.reader import LogReader
from rules.replay.pots.block_replay import ReplayedPots, TableFacts, replay
from tests.rules.build import Event
from tests.rules.pot_games.test_cases import CASES
from tests.rules.pot_logs import pot_log

ENDLESS = 1 << 60
Known = tuple[Event, list[int]]


def views(events: list[Event], ruleset: str) -> list[PotView]:
    """The blocks of a log, each replayed by itself."""
    under, reader = library().get(ruleset), LogReader()
    rules = under.sections.pot
    assert rules is not None
    found = []
    for hands in reader.blocks([pot_log(*events)]):
        assert reader.session is not None
        found.append(PotView(reader.session, hands, replay(hands, rules, TableFacts()), under))
    return found


def without_cards(replayed: ReplayedPots, hand: int, line: Event, chance: random.Random) -> Known | None:
    """A hand by its chips and what its seats were due, now and then without some of them; None where that is not known."""
    hands, came = replayed.hands, replayed.outcome
    there = replayed.play.dealt[hand]
    due = np.where(there, replayed.net[hand], 0)
    if hands.void[hand] == 1 or (due == NOT_RECORDED).any() or (came.live[hand, there] == NOT_RECORDED).any():
        return None
    seats, amounts = [], []
    for column in np.flatnonzero(there).tolist():
        seat: dict[str, Any] = {"seat": int(hands.seat[hand, column]), "player": f"p{column}"}
        if hands.stack[hand, column] != NOT_RECORDED:
            seat["stack"] = int(hands.stack[hand, column])
        if chance.random() < 0.8 or came.folded[hand, column]:
            seat["live_in"] = int(came.live[hand, column])
        seat["dead_in"] = int(max(came.dead[hand, column], 0))
        if came.folded[hand, column] and chance.random() < 0.8:
            seat["folded"] = True
        seats.append(seat)
        amounts.append(int(due[column]))
    kept = ("event", "hand", "at", "game", "limit", "stakes", "dealer", "terms")
    return {**{name: line[name] for name in kept if name in line}, "seats": seats}, amounts


@pytest.mark.sampled(8)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_what_went_astray_of_a_pot_lies_between_the_excess_and_the_bound(case: dict[str, Any]) -> None:
    chance = random.Random(case["id"])
    lines = {each["hand"]: each for each in case["log"] if each["event"] == "pot_hand"}
    others = [each for each in case["log"] if each["event"] in ("session", "terms")]
    made: list[tuple[Event, int]] = []
    for view in views(case["log"], case["ruleset"]):
        for hand, number in enumerate(view.hands.number.tolist()):
            known = without_cards(view.replayed, hand, lines[number], chance)
            if known is not None and len(known[1]) > 1:
                made.append(with_an_error(*known, chance))
    for line, moved in made:
        for view in views([*others, line], case["ruleset"]):
            found = bounded_pots(view)
            for excess, rest in zip(found.excess.tolist(), found.rest.tolist(), strict=True):
                assert excess <= moved <= excess + rest or (rest >= ENDLESS and excess <= moved), (
                    line,
                    moved,
                )


def with_an_error(line: Event, due: list[int], chance: random.Random) -> tuple[Event, int]:
    """The hand with its results, of which some money may be at another seat; and how much."""
    nets, moved = list(due), 0
    if chance.random() < 0.5:
        loser, winner = chance.sample(range(len(nets)), 2)
        moved = chance.choice([100, 1000, 50_000])
        nets[loser] -= moved
        nets[winner] += moved
    seats = [{**seat, "net": net} for seat, net in zip(line["seats"], nets, strict=True)]
    return {**line, "seats": seats}, moved
