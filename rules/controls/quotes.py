"""The clauses that reports quote: the catalogue, and the sections of card rooms' own documents beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.clauses import Clause, catalogue
from rules.controls.ruleset import ROOM, Ruleset


def with_quotes(rulesets: Iterable[Ruleset]) -> Mapping[str, Clause]:
    """Every clause of the catalogue, and every section that some rulesets quote of a card room's own document.

    Where rulesets quote a section otherwise, each is told with what it quotes.
    """
    said: dict[str, dict[str, list[Ruleset]]] = {}
    for ruleset in rulesets:
        for cite, text in ruleset.quoted.items():
            said.setdefault(cite, {}).setdefault(text, []).append(ruleset)
    return {**catalogue(), **{cite: _clause(cite, texts) for cite, texts in said.items()}}


def _clause(cite: str, texts: Mapping[str, list[Ruleset]]) -> Clause:
    titles = dict.fromkeys(each.title for rulesets in texts.values() for each in rulesets)
    statement = (
        next(iter(texts))
        if len(texts) == 1
        else " ".join(f"{', '.join(map(str, rulesets))}: {text}" for text, rulesets in texts.items())
    )
    return Clause(
        id=cite,
        source=f"{'; '.join(titles)}, section {cite.removeprefix(ROOM)}",
        statement=statement,
        testable="partly",
    )
