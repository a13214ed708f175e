"""What a hand comes to does not depend on the hands beside it in a block."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.rules.pot_games.replaying import replayed
from tests.rules.pot_games.test_cases import CASES


def _alone(place: int, case: dict[str, Any]) -> dict[str, Any] | None:
    """The hand of a case of one hand and nothing beside it, with a number and players of its own."""
    if [event["event"] for event in case["log"]] != ["session", "pot_hand"] or "tournament" in case["log"][0]:
        return None
    hand = json.loads(json.dumps(case["log"][1]))
    hand["hand"] = 10 * place
    for seat in hand["seats"]:
        seat["player"] = f"{case['id']}-{seat['seat']}"
    return hand


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.sampled(4)
@pytest.mark.parametrize("ruleset", ["olympic-cash", "standard-cash"])
def test_hands_in_one_block_come_to_what_each_comes_to_alone(ruleset):
    hands = [hand for place, case in enumerate(CASES, 1) if (hand := _alone(place, case))]
    assert {hand["game"] for hand in hands} >= {
        "holdem",
        "omaha",
        "stud7",
        "razz",
        "draw27",
        "sviten",
        "badugi",
    }
    together = replayed(hands, ruleset)
    backwards = replayed(hands[::-1], ruleset)[::-1]
    for hand, one, other in zip(hands, together, backwards, strict=True):
        assert one == other == replayed([hand], ruleset)[0]
