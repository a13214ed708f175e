"""Conditions on a ruleset, for checks that apply only where they hold."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from rules.clauses import Ambiguity, ambiguities
from rules.controls.ruleset import Ruleset
from rules.replay.readings import KEPT, other_readings

Has = Callable[[Ruleset], bool]


def closed(ruleset: Ruleset) -> bool:
    """Whether it is of the closed game, in which hands are set at once."""
    return ruleset.family == "chinese"


def open_face(ruleset: Ruleset) -> bool:
    """Whether it is of the open-face game."""
    return ruleset.family == "ofc"


def placement(ruleset: Ruleset) -> bool:
    """Whether it says how cards are placed."""
    return ruleset.sections.placement is not None


def surrender(ruleset: Ruleset) -> bool:
    """Whether a hand may be surrendered."""
    return bool(ruleset.sections.surrender.allowed)


def topology(name: str) -> Has:
    """Whether players settle in this way: all_pairs, banker, pool or single_winner."""
    return lambda ruleset: ruleset.sections.comparison.topology == name


def leaves_open(*topics: str) -> Has:
    """Whether it leaves a point open of one of these topics of the replay."""
    return lambda ruleset: any(each.touches in topics for each in open_points(ruleset))


@lru_cache(maxsize=KEPT)
def open_points(ruleset: Ruleset) -> tuple[Ambiguity, ...]:
    """Open points of a ruleset that an audit reports: another reading changes something, or no document prices an event."""
    return tuple(
        each
        for each in ambiguities().values()
        if each.touches is not None
        and each.id not in ruleset.readings
        and ruleset.concerns(each)
        and (each.unpriced or other_readings(ruleset, each))
    )
