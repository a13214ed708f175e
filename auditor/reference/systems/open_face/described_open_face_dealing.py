"""Streets of open-face play, and the rows that lead to fantasyland."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from auditor.reference.markdown import table
from auditor.reference.systems.card_room_words import HANDS, MANY, listed
from rules.cards import HAND_SIZE
from rules.controls.ruleset import Ruleset


def table_of_streets(ruleset: Ruleset) -> str:
    """The first street, and all others in a line."""
    first, then = ruleset.get("placement.first"), ruleset.get("placement.then")
    away = ruleset.get("placement.discarded", 0)
    step = then - away
    last = 1 + (HAND_SIZE - first) // step
    lying = [str(first + step * street) for street in range(1, last)]
    reported = f"{lying[0]} to {lying[-1]}" if step == 1 else listed(lying)
    lines = [
        ["1", str(first), str(first), "", str(first)],
        [f"2 to {last}", str(then), str(step), str(away or ""), reported],
    ]
    return table(("street", "dealt", "placed", "discarded", "placed in all"), lines)


_PLACES = {"front": "in front", "middle": "in the middle", "back": "at the back"}


def rows_to_stay(ruleset: Ruleset) -> list[str]:
    """Rows that keep a player in fantasyland."""
    stay = ruleset.get("fantasyland.stay")
    return [
        f"{HANDS[stay[row]]}{'' if stay[row] == 'trips' and row == 'front' else ' or better'} {place}"
        for row, place in _PLACES.items()
        if row in stay
    ]


def fronts_with_more(ruleset: Ruleset) -> list[str]:
    """Numbers of cards that better fronts lead to."""
    more = ruleset.get("fantasyland.more")
    return [
        f"{count} for {'three of a kind' if what == 'trips' else MANY[what]}" for what, count in more.items()
    ]


TABLES: Mapping[str, Callable[..., Any]] = {
    "table_of_streets": table_of_streets,
    "rows_to_stay": rows_to_stay,
    "fronts_with_more": fronts_with_more,
}
