"""Whatever acts a hand has, in whatever order, the replay goes on past them and says what it makes of each."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.rules.pot_games.replaying import replayed, table_breaches
from tests.rules.pot_games.test_cases import CASES
from tests.rules.pot_logs import pot_problems

MOST = 10**12
AT_ONCE = 125  # hands in a log
Hand = dict[str, Any]


def _without(acts: list[Hand], chance: random.Random) -> None:
    acts.pop(chance.randrange(len(acts)))


def _swapped(acts: list[Hand], chance: random.Random) -> None:
    one, other = chance.randrange(len(acts)), chance.randrange(len(acts))
    acts[one], acts[other] = acts[other], acts[one]


def _doubled(acts: list[Hand], chance: random.Random) -> None:
    acts.insert(chance.randrange(len(acts)), dict(chance.choice(acts)))


def _changed(acts: list[Hand], chance: random.Random) -> None:
    act = chance.choice(acts)
    for name in ("to", "amount"):
        if name in act:
            act[name] = chance.choice([0, 1, 99, 2 * act[name], MOST])
    if "cards" in act:
        act["cards"] = chance.choice(["", "??", "AsAs", "2c3d4h5s6c"])


def _another_table(hand: Hand, chance: random.Random) -> None:
    field = chance.choice(["game", "limit", "dealer", "void", "stakes"])
    hand[field] = {
        "game": chance.choice(["holdem", "stud7", "draw27", "sviten", "badugi", "courchevel", "razz", "omaha_hilo"]),
        "limit": chance.choice(["no_limit", "pot_limit", "fixed_limit"]),
        "dealer": chance.randint(1, 10), "void": True, "stakes": {},
    }[field]  # fmt: skip


def _another_seat(hand: Hand, chance: random.Random) -> None:
    field = chance.choice(["stack", "hole", "up", "cards", "present", "status", "folded"])
    chance.choice(hand["seats"])[field] = {
        "stack": chance.choice([0, 1, MOST]), "hole": chance.choice(["", "??", "AsKd", "2c2d2h2s3c3d3h"]), "up": "As",
        "cards": chance.choice(["AsKd", ""]), "present": False, "status": "missed", "folded": True,
    }[field]  # fmt: skip


def _mutated(event: Hand, chance: random.Random) -> Hand:
    hand = json.loads(json.dumps(event))
    if hand["event"] == "pot_hand":
        for _ in range(chance.randint(1, 3)):
            if hand.get("acts") and chance.random() < 0.75:
                chance.choice([_without, _swapped, _doubled, _changed])(hand["acts"], chance)
            else:
                chance.choice([_another_table, _another_seat])(hand, chance)
    return hand


def _taken(chance: random.Random, number: int) -> list[Hand]:
    """The events of a mutated case with a number of their own for its hands; none where the format refuses them."""
    log = [_mutated(event, chance) for event in chance.choice(CASES)["log"][1:]]
    for event in log:
        if event["event"] == "pot_hand":
            number += 1
            event["hand"] = number
    return [] if pot_problems(*log) else log


@pytest.mark.slow
@pytest.mark.sampled(20)
@pytest.mark.parametrize("ruleset", ["olympic-cash", "standard-cash"])
def test_five_thousand_mutated_hands_are_replayed(share, ruleset):
    chance, breaches = random.Random(ruleset), 0
    for start in range(0, share(2_500), AT_ONCE):
        log = [event for at in range(AT_ONCE) for event in _taken(chance, 10 * (start + at))]
        table_breaches(log, ruleset)
        for hand in replayed(log, ruleset):
            breaches += len(hand["illegal"])
            paid = [seat["net"] for seat in hand["seats"]]
            if hand["void"]:
                assert set(paid) <= {0}, hand
            elif None not in [*paid, hand["rake"], hand["drop"]]:
                assert sum(paid) == -hand["rake"] - hand["drop"], hand
    assert breaches > share(2_500) // 2  # so that the hands are not all refused, or all in order
