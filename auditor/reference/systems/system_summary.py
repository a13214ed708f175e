"""A system in a line or two."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.reference.systems.card_room_words import counted, listed
from auditor.reference.systems.sentences import noun
from rules.controls.library import library
from rules.controls.ruleset import Ruleset


def summary(ruleset: Ruleset) -> str:
    """The summary of its file; else one made from its parameters."""
    return ruleset.summary or " ".join(_made(ruleset))


def _made(ruleset: Ruleset) -> Iterator[str]:
    table = ruleset.get("rows.table") if ruleset.get("rows.kind") == "table" else None
    if table:
        yield f"Two rows of three pay {counted(table['2-1-0'])} and all three {table['3-0-0']}."
    else:
        yield f"Every two players compare row by row, and a row is worth {counted(ruleset.get('rows.unit'))}."
    if priced := ruleset.get("royalty"):
        units = sorted({each["units"] for each in priced})
        yield f"Strong hands in a row earn a bonus of {units[0]} to {counted(units[-1])}."
    if naturals := ruleset.get("naturals.list"):
        worth = sorted({each["units"] for each in naturals})
        yield f"A {noun(ruleset)} wins {listed(map(str, worth), 'or')} units from each opponent."
    if ruleset.get("surrender.allowed"):
        yield f"A surrender costs {counted(ruleset.get('surrender.amount.units'))} to each opponent."


def built_on(ruleset: Ruleset) -> str:
    """The systems that a system extends, in a sentence."""
    known = {str(each): each for each in library().rulesets()}
    names = [
        f"[`{known[each].id}`]" if each in known else f"`{each.partition('@')[0]}`"
        for each in ruleset.extends
    ]
    return f"Built on {listed(names)}." if names else ""
