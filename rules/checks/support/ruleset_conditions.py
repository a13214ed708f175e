"""Conditions on a ruleset, for `applies`."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from rules.clauses import Ambiguity, ambiguities
from rules.controls.ruleset import Ruleset
from rules.replay.readings import KEPT, other_readings

Has = Callable[[Ruleset], bool]


def closed(ruleset: Ruleset) -> bool:
    """Whether it is of the closed game."""
    return ruleset.family == "chinese"


def open_face(ruleset: Ruleset) -> bool:
    return ruleset.family == "ofc"


def placement(ruleset: Ruleset) -> bool:
    return ruleset.sections.placement is not None


def surrender(ruleset: Ruleset) -> bool:
    return bool(ruleset.sections.surrender.allowed)


def topology(name: str) -> Has:
    """Condition: players settle by all_pairs, banker, pool or single_winner."""
    return lambda ruleset: ruleset.sections.comparison.topology == name


def leaves_open(*topics: str) -> Has:
    """Condition: a point of these topics is open."""
    return lambda ruleset: any(each.touches in topics for each in open_points(ruleset))


@lru_cache(maxsize=KEPT)
def open_points(ruleset: Ruleset) -> tuple[Ambiguity, ...]:
    """Open points that an audit reports: another reading differs, or an event has no price."""
    return tuple(
        each
        for each in ambiguities().values()
        if each.touches is not None
        and each.id not in ruleset.readings
        and ruleset.concerns(each)
        and (each.unpriced or other_readings(ruleset, each))
    )
