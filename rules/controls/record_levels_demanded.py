"""Levels of record that controls demand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.controls.ruleset import ROOM, Ruleset, as_list
from rules.hands import FAMILIES
from rules.record_levels import NO_DEMAND, least_of, levels_of, rank_of, word_of

LEVEL, LEAST = "records.level", "records.least_level"


def level_problems(ruleset: Ruleset) -> list[str]:
    """Levels unknown to the games, or below the least."""
    stated = ruleset.get(LEVEL)
    if stated is None or ruleset.family not in FAMILIES:
        return []
    by_game = stated if isinstance(stated, Mapping) else {ruleset.family: stated}
    return [f"{ruleset.file}: {each}" for each in _problems(ruleset, by_game)]


def _problems(ruleset: Ruleset, by_game: Mapping[str, str]) -> Iterator[str]:
    family = ruleset.family
    least = least_of(family, as_list(ruleset.get(LEAST, [])))
    others = {each for each in FAMILIES if each != family}
    for game, level in by_game.items():
        if game in others or (family != "pot" and game not in FAMILIES):
            yield f"{LEVEL}.{game}: these controls have no such game"
        elif (rank := rank_of(family, level)) == NO_DEMAND:
            yield f"{LEVEL}: {level!r} is no level of these games, which have {', '.join(levels_of(family))}"
        elif rank < least:
            law = [each for each in ruleset.citations(LEAST) if not each.startswith(ROOM)]
            yield (
                f"{LEVEL}: {level!r} is less than the {word_of(family, least)!r} of {LEAST} that "
                f"{', '.join(law) or 'what it extends'} demands"
            )
