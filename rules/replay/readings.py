"""Rulesets under readings that they do not take."""

from __future__ import annotations

from functools import lru_cache

from rules.clauses import Ambiguity, ambiguities
from rules.controls.ruleset import Ruleset

KEPT = 4096  # entries of either cache; a service sees ever new drafts
_OTHERS: dict[tuple[str, str], dict[str, Ruleset]] = {}


def other_readings(ruleset: Ruleset, ambiguity: Ambiguity) -> dict[str, Ruleset]:
    """The ruleset under each other reading that changes it; empty where the ambiguity does not concern it."""
    key = (ruleset.digest, ambiguity.id)
    found = _OTHERS.get(key)
    if found is None:
        taken = ruleset.reading(ambiguity)
        others = {
            reading: ruleset.under({ambiguity.id: reading})
            for reading in ambiguity.readings
            if reading != taken and ruleset.patch(ambiguity, reading)
        }
        found = {name: other for name, other in others.items() if other.params != ruleset.params}
        if len(_OTHERS) >= KEPT:
            _OTHERS.clear()
        _OTHERS[key] = found
    return found


@lru_cache(maxsize=KEPT)
def open_point(ruleset: Ruleset, topic: str) -> Ambiguity | None:
    """The topic's ambiguity that a ruleset leaves open; None where settled or not applicable."""
    return next(
        (
            each
            for each in ambiguities().values()
            if each.touches == topic and ruleset.concerns(each) and each.id not in ruleset.readings
        ),
        None,
    )


@lru_cache(maxsize=KEPT)
def settles_by_default(ruleset: Ruleset, topic: str) -> bool:
    """Whether a ruleset settles a topic by the default reading."""
    return any(
        each.touches == topic and ruleset.concerns(each) and ruleset.readings.get(each.id) == each.default
        for each in ambiguities().values()
    )
