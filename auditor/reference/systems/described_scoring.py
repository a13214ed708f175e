"""Tables of the prices of rows and of bonuses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from auditor.reference.markdown import clauses, table
from auditor.reference.systems.card_room_words import HANDS
from auditor.reference.systems.sentences import apart, marked
from rules.cards import ROWS
from rules.controls.ruleset import Ruleset

_ORDER = tuple(HANDS)


def table_of_rows(ruleset: Ruleset) -> str:
    """The price of each result of three rows."""
    silent = ruleset.get("rows.silent", [])
    cited = ruleset.get("rows.cited", {})
    lines = [
        (
            _outcome(outcome),
            marked(ruleset, str(units) if units else "nothing", f"rows.table.{outcome}"),
            "not stated by the document"
            if outcome in silent
            else clauses([cited[outcome]] if outcome in cited else []),
        )
        for outcome, units in ruleset.get("rows.table").items()
    ]
    return table(("rows", "units", "clause"), lines)


_OUTCOMES = {
    "3-0-0": "all three won",
    "2-1-0": "two won, one lost",
    "2-0-1": "two won, one tied",
    "1-0-2": "one won, two tied",
    "1-1-1": "one won, one lost, one tied",
    "0-0-3": "all three tied",
}


def _outcome(name: str) -> str:
    return _OUTCOMES.get(name, name)


def tables_of_bonuses(ruleset: Ruleset) -> list[tuple[str, str, str]]:
    """Bonuses that are paid alike, each as (what the units are, when they are paid, table)."""
    priced = ruleset.get("royalty")
    kinds = sorted({(each["as"], each["when"]) for each in priced})
    return [
        (
            *kind,
            _bonus_table(ruleset, kind[0], [each for each in priced if (each["as"], each["when"]) == kind]),
        )
        for kind in kinds
    ]


def _bonus_table(ruleset: Ruleset, in_place: str, priced: list[dict[str, Any]]) -> str:
    units = {(each["hand"], each["row"]): each["units"] for each in priced}
    hands = sorted({each["hand"] for each in priced}, key=_ORDER.index)
    there = [row for row in ROWS if any((hand, row) in units for hand in hands)]
    cited = apart([_cited(priced, hand) for hand in hands])
    lines = [
        (_hand(ruleset, hand), *(str(units.get((hand, row), "")) for row in there), clauses(mine))
        for hand, mine in zip(hands, cited, strict=True)
    ]
    return table((_HEADS[in_place], *there, "clause"), lines)


_HEADS = {"extra": "bonus units for", "total": "units for a row won with"}


def _hand(ruleset: Ruleset, hand: str) -> str:
    royal = hand == "straight_flush" and ruleset.get("ranking.royal") == "straight_flush"
    return HANDS[hand].removeprefix("a ") + (", royal flush" if royal else "")


def _cited(priced: Iterable[dict[str, Any]], hand: str) -> list[str]:
    found = [each["cite"] for each in priced if each["hand"] == hand]
    return list(
        dict.fromkeys(clause for cite in found for clause in ([cite] if isinstance(cite, str) else cite))
    )


TABLES: Mapping[str, Callable[..., Any]] = {
    "table_of_rows": table_of_rows,
    "tables_of_bonuses": tables_of_bonuses,
}
