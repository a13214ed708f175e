"""What the checks of jackpots that were hit say of a hit."""

from __future__ import annotations

from rules.ledgers.records import Hit

AMOUNT_OPEN = "what is due cannot be worked out: the level, or who qualified, was not recorded"
SHARES_OPEN = "what each seat is due cannot be worked out: the level, or who qualified, was not recorded"
_NAMES = {"bad_beat": "bad beat", "royal_flush": "royal flush"}


def named(hit: Hit) -> str:
    """What a message calls a hit: "the bad beat H1"."""
    return f"the {_NAMES[hit.jackpot]} {hit.hit}"
