"""Honest hands of which part is not on record: what is left out is not known, and no finding may rest on it."""

from __future__ import annotations

from random import Random
from typing import Any

Event = dict[str, Any]
LEFT_OUT = ("stacks", "all stacks", "nets", "amounts of calls", "posts", "pots", "fees", "dealer")
_TOGETHER = {  # kinds of posts that a room writes down in all of its hands, or in none
    "antes": ("ante",),
    "blinds": ("small_blind", "big_blind"),
    "the bring-in": ("bring_in",),
    "antes, blinds and the bring-in": ("ante", "small_blind", "big_blind", "bring_in"),
}


def without_posts(hand: Event, random: Random) -> str:
    """Take all posts of some kinds out of a hand that have their amounts in the stakes; what they are."""
    what = random.choice(list(_TOGETHER))
    hand["acts"] = [act for act in hand["acts"] if act.get("kind") not in _TOGETHER[what]]
    return what


def left_out(hand: Event, random: Random) -> list[str]:
    """Take some facts out of a hand, or one at least; their names."""
    what = [each for each in LEFT_OUT if random.random() < 0.25] or ["stacks"]
    for seat in hand["seats"]:
        if "all stacks" in what or ("stacks" in what and random.random() < 0.5):
            seat.pop("stack", None)
        if "nets" in what and random.random() < 0.5:
            seat.pop("net", None)
    if "posts" in what:
        hand["acts"] = [act for act in hand["acts"] if act["act"] != "post"]
    for act in hand["acts"]:
        if "amounts of calls" in what and act["act"] == "call" and random.random() < 0.5:
            act.pop("to", None)
    for name in ("pots", "fees", "dealer"):
        if name in what:
            hand.pop(name, None)
    return what
