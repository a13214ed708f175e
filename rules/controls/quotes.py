"""The clauses that reports quote: the catalogue, sections of card rooms' own documents, and uncited parameters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules.clauses import CONVENTION, Clause, catalogue
from rules.controls.ruleset import ROOM, Ruleset


def with_quotes(rulesets: Iterable[Ruleset]) -> Mapping[str, Clause]:
    """Every clause of the catalogue, and every section of a card room's own document that some rulesets quote.

    Where rulesets quote a section differently, each quotation is printed with its ruleset. A clause that is cited by a
    parameter's path (`convention:stakes`) states that the controls cite no document for it.
    """
    quoted: dict[str, dict[str, list[Ruleset]]] = {}
    for ruleset in rulesets:
        for cite, text in ruleset.quoted.items():
            quoted.setdefault(cite, {}).setdefault(text, []).append(ruleset)
    return _Quoted({**catalogue(), **{cite: _clause(cite, texts) for cite, texts in quoted.items()}})


class _Quoted(Mapping[str, Clause]):
    """Clauses by id. A parameter cited by its path has a clause as well, which iteration leaves out."""

    def __init__(self, known: Mapping[str, Clause]) -> None:
        self._known = known

    def __getitem__(self, clause: str) -> Clause:
        kind, _, path = clause.partition(":")
        if clause in self._known or kind != CONVENTION or not path:
            return self._known[clause]
        statement = f"What holds for the parameter {path} is convention."
        return Clause(
            id=clause, source="the controls cite no document for it", statement=statement, testable="partly"
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


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
