"""Every reading of the catalogue tried on a ruleset, with few replays for the hundreds that set nothing in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rules.clauses import Ambiguity, ambiguities
from rules.controls.ruleset import Ruleset


def that_set_something(ruleset: Ruleset) -> Iterator[tuple[Ambiguity, str, Ruleset]]:
    """The readings that set a parameter, to another value or to its own, each with the ruleset under it."""
    for each in ambiguities().values():
        for reading in each.readings:
            if ruleset.patch(each, reading):
                yield each, reading, ruleset.under({each.id: reading})


def that_set_nothing(ruleset: Ruleset) -> list[Ruleset]:
    """The ruleset under the other readings: under the first such of every ambiguity, then under the second, and so on."""
    together: dict[int, dict[str, str]] = defaultdict(dict)
    for each in ambiguities().values():
        nothing = [reading for reading in each.readings if not ruleset.patch(each, reading)]
        for place, reading in enumerate(nothing):
            together[place][each.id] = reading
    return [ruleset.under(readings) for readings in together.values()]
