"""Words for jackpot hits in the checks."""

from __future__ import annotations

from rules.ledgers.hits_due import DueHit
from rules.ledgers.ledger_records import Hit

AMOUNT_OPEN = "what is due cannot be worked out: the level, or who qualified, was not recorded"
_SHARES_OPEN = "what each seat is due cannot be worked out: the level, or who qualified, was not recorded"
_TWO_ALIKE = (
    "which of two players with the same hand has its part is not stated: only three or more share one"
)
_NAMES = {"bad_beat": "bad beat", "royal_flush": "royal flush"}


def shares_open(due: DueHit) -> str:
    """Reason why shares cannot be computed."""
    return _TWO_ALIKE if due.two_alike else _SHARES_OPEN


def named(hit: Hit) -> str:
    """Name of a hit: "the bad beat H1"."""
    return f"the {_NAMES[hit.jackpot]} {hit.hit}"
