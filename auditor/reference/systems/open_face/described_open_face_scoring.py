"""Tables of royalties."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from auditor.reference.markdown import clauses, table
from auditor.reference.systems.card_room_words import HANDS, MANY, unit_of
from rules.cards import RANKS
from rules.controls.ruleset import Ruleset, as_list

ORDER = tuple(HANDS)


def table_of_royalties_by_rank(ruleset: Ruleset) -> str:
    """Royalties of the front, by the rank of a pair or of three of a kind."""
    priced = [each for each in ruleset.get("royalty") if "rank" in each]
    lines = []
    for rank in RANKS:
        found = {each["hand"]: each for each in priced if each["rank"] == rank}
        reported = [str(found[hand]["units"]) if hand in found else "" for hand in ("pair", "trips")]
        cited = [clause for each in found.values() for clause in as_list(each["cite"])]
        lines.append([MANY[rank], *reported, clauses(cited)])
    return table((f"{unit_of(ruleset)}s in front for", "a pair", "three of a kind", "clause"), lines)


def table_of_royalties_by_hand(ruleset: Ruleset) -> str:
    """Royalties of the middle and the back."""
    priced = [each for each in ruleset.get("royalty") if "rank" not in each]
    lines = []
    for hand in sorted({each["hand"] for each in priced}, key=ORDER.index):
        found = {each["row"]: each for each in priced if each["hand"] == hand}
        reported = [str(found[row]["units"]) if row in found else "" for row in ("middle", "back")]
        cited = [clause for each in found.values() for clause in as_list(each["cite"])]
        lines.append([HANDS[hand].removeprefix("a "), *reported, clauses(cited)])
    return table((f"{unit_of(ruleset)}s for", "middle", "back", "clause"), lines)


TABLES: Mapping[str, Callable[..., Any]] = {
    "table_of_royalties_by_rank": table_of_royalties_by_rank,
    "table_of_royalties_by_hand": table_of_royalties_by_hand,
}
