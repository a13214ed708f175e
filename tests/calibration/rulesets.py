"""Rulesets under which rooms and conduct are simulated."""

from __future__ import annotations

from rules.controls.library import library
from rules.controls.ruleset import Ruleset
from rules.replay.scoring import Scoring, compiled

_PLAYED = {"chinese": "wsgc-2-4", "ofc": "ofc-cash", "pot": "standard-cash"}


def ruleset_of(family: str) -> Ruleset:
    """The first revision of the ruleset that stands for a family."""
    return library().choice(_PLAYED[family]).revisions[0]


def scoring_of(family: str) -> Scoring:
    """The scoring of the same."""
    return compiled(ruleset_of(family))
