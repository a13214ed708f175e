"""The clauses that reports quote: the catalogue, the sections of card rooms' own documents, and parameters without one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules.clauses import CONVENTION, Clause, catalogue
from rules.controls.ruleset import ROOM, Ruleset


def with_quotes(rulesets: Iterable[Ruleset]) -> Mapping[str, Clause]:
    """Every clause of the catalogue, and every section that some rulesets quote of a card room's own document.

    Where rulesets quote a section otherwise, each is printed with what it quotes. What is cited by a parameter's path
    (`convention:stakes`) says that no document is cited for it.
    """
    said: dict[str, dict[str, list[Ruleset]]] = {}
    for ruleset in rulesets:
        for cite, text in ruleset.quoted.items():
            said.setdefault(cite, {}).setdefault(text, []).append(ruleset)
    return _Quoted({**catalogue(), **{cite: _clause(cite, texts) for cite, texts in said.items()}})


class _Quoted(Mapping[str, Clause]):
    """Clauses by their ids; one is made for every parameter that is cited by its path. These are not listed."""

    def __init__(self, known: Mapping[str, Clause]) -> None:
        self._known = known

    def __getitem__(self, clause: str) -> Clause:
        kind, _, path = clause.partition(":")
        if clause in self._known or kind != CONVENTION or not path:
            return self._known[clause]
        said = f"What holds for the parameter {path} is convention."
        return Clause(
            id=clause, source="the controls cite no document for it", statement=said, testable="partly"
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
