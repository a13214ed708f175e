"""Honest hands of short stacks of which part is not on record: without it nobody can say that anything was wrong."""

from __future__ import annotations

import json
from random import Random

import pytest
from judging import REPORTED

from rules.controls.library import library
from tests.rules.checked import checks_of
from tests.simulation.short_stacks.left_out import left_out, without_posts
from tests.simulation.short_stacks.logs import every_game, short_log

pytestmark = pytest.mark.slow
RULESETS = (library().get("olympic-cash"), library().get("standard-cash"))
GAMES = [(ruleset, game, limit) for ruleset in RULESETS for game, limit in every_game(ruleset)]


@pytest.mark.sampled(12)
@pytest.mark.parametrize(
    ("ruleset", "game", "limit"),
    GAMES,
    ids=[f"{ruleset.id}-{game}-{limit}" for ruleset, game, limit in GAMES],
)
def test_an_honest_hand_without_all_its_facts_has_no_finding(ruleset, game, limit):
    """30 hands of each game and limit; other ones in each turn."""
    seed = 0
    log, chance = short_log(ruleset, game, limit, hands=30, seed=seed), Random(f"{game} {limit} {seed}")
    assert found_without(log, left_out, chance) == [], seed


@pytest.mark.sampled(12)
@pytest.mark.parametrize(
    ("ruleset", "game", "limit"),
    GAMES,
    ids=[f"{ruleset.id}-{game}-{limit}" for ruleset, game, limit in GAMES],
)
def test_an_honest_hand_without_posts_of_some_kinds_has_no_finding(ruleset, game, limit):
    """Of short stacks, a hand without blinds may look like a bomb pot, and one without a bring-in as if nobody owed it."""
    seed = 0
    log, chance = short_log(ruleset, game, limit, hands=30, seed=seed), Random(f"{limit} {game} {seed}")
    assert found_without(log, without_posts, chance) == [], seed


def found_without(log, leaves_out, chance):
    """What is found in a log of whose hands something is left out, with what that was."""
    missing = {
        event["hand"]: leaves_out(event, chance) for event in log.events if event["event"] == "pot_hand"
    }
    lines = b"".join(json.dumps(event).encode() + b"\n" for event in log.events)
    return [
        (each.code, each.hand, each.message, missing.get(each.hand))
        for each in checks_of(lines).findings
        if each.kind in REPORTED
    ]
