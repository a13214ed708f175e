"""Tables of special hands and of side bets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from auditor.reference.markdown import clauses, paragraphs, table
from auditor.reference.systems.card_room_words import listed, number, rank
from auditor.reference.systems.sentences import (
    apart,
    meaning,
    noun,
    open_points,
    resting,
)
from rules.clauses import ambiguities
from rules.controls.ruleset import Ruleset, as_list


def table_of_specials(ruleset: Ruleset) -> str:
    """Special hands: what makes each, and what it is worth."""
    items = ruleset.get("naturals.list")
    ranked = len({each.get("rank") for each in items}) > 1
    broken = any(each.get("tiebreak", "none") != "none" for each in items)
    cited = apart([as_list(each["cite"]) for each in items])
    head = [noun(ruleset), "what it is", "units"]
    head += ["rank"] * ranked + ["between two"] * broken + ["clause"] * any(cited)
    lines = [_natural(ruleset, each, ranked, broken) for each in items]
    return table(head, [[*line, clauses(mine)][: len(head)] for line, mine in zip(lines, cited, strict=True)])


def _natural(ruleset: Ruleset, item: dict[str, Any], ranked: bool, broken: bool) -> list[str]:
    points = [
        f"[{point}]"
        for key in ("pattern", "except", "pictures", "units", "low", "high")
        for point in open_points(ruleset).get(f"naturals.list.{key}", ())
        if _sets(point, item["id"], key)
    ]
    what = made_of(item) + (f" ({', '.join(dict.fromkeys(points))})" if points else "")
    units = "not stated" if item.get("units") is None else str(item["units"])
    cells = [name_of(item["id"]), what, units]
    cells += [str(item.get("rank", ""))] * ranked
    cells += [meaning(item.get("tiebreak", "none"), "naturals.list.0.tiebreak")] * broken
    return cells


def _sets(point: str, item: str, key: str) -> bool:
    readings = ambiguities()[point].readings.values()
    return any(f"naturals.list[{item}].{key}" in each.sets for each in readings)


_NAMES = {
    "six_and_half_pairs": "Six and a half pairs",
    "five_pairs_and_trips": "Five pairs and three of a kind",
    "four_trips": "Four threes of a kind",
    "three_quads": "Three fours of a kind",
    "twelve_one_colour": "Twelve of one colour",
    "same_colour": "One colour",
}


def name_of(natural: str) -> str:
    """The name of a special hand."""
    return _NAMES.get(natural, natural.replace("_", " ").capitalize())


_PICTURES = {"J": "jacks", "Q": "queens", "K": "kings", "A": "aces"}


def made_of(item: dict[str, Any]) -> str:
    """The cards that make a special hand."""
    pattern = item["pattern"]
    pictures = [_PICTURES[each] for each in item.get("pictures", "JQK")]
    if pattern == "colour_split":
        few = item["minority"]
        rest = f" and {number(few)} of the other" if few else ""
        return f"{number(13 - few)} cards of one colour, red or black{rest}"
    if pattern == "rank_range":
        return f"every card from {_rank(item['low'])} to {_rank(item['high'])}"
    if pattern == "all_pictures":
        return f"twelve pictures ({listed(pictures)}) and any thirteenth card"
    if pattern == "no_pictures":
        return f"no {listed([each.rstrip('s') for each in pictures], 'or')}"
    path, without = "naturals.list.0.pattern", item.get("except", "none")
    return meaning(pattern, path) + (f", but not {meaning(without, path)}" if without != "none" else "")


def _rank(letter: str) -> str:
    return "ace" if letter == "A" else rank(letter)


def table_of_side_bet(ruleset: Ruleset, bet: dict[str, Any]) -> str:
    """Prices of a side bet by the number of cards, with its clauses."""
    values = bet["values"]
    prices = table(
        (name_of(bet["id"]).lower(), *map(str, range(len(values)))), [("units", *map(str, values))]
    )
    return paragraphs((prices, resting(as_list(bet["cite"]))))


TABLES: Mapping[str, Callable[..., Any]] = {
    "table_of_specials": table_of_specials,
    "table_of_side_bet": table_of_side_bet,
}
