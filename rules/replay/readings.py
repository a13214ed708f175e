"""A ruleset under the readings that it does not take."""

from __future__ import annotations

from rules.clauses import Ambiguity
from rules.controls.ruleset import Ruleset

_OTHERS: dict[tuple[str, str], dict[str, Ruleset]] = {}


def other_readings(ruleset: Ruleset, ambiguity: Ambiguity) -> dict[str, Ruleset]:
    """The ruleset under each other reading that sets something in it and that it does not say already."""
    key = (ruleset.digest, ambiguity.id)
    if key not in _OTHERS:
        taken = ruleset.reading(ambiguity)
        _OTHERS[key] = {
            reading: ruleset.under({ambiguity.id: reading})
            for reading in ambiguity.readings
            if reading != taken and ruleset.patch(ambiguity, reading)
        }
    return _OTHERS[key]
