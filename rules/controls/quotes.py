"""Clauses that reports quote."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice

from rules.clauses import CONVENTION, Clause, catalogue
from rules.controls.parameters import parameters
from rules.controls.plain import described, part_words, path_words, said
from rules.controls.ruleset import ROOM, Ruleset
from rules.currencies import money_text

_SENTENCES = 4  # of what the controls state of one parameter
_UNCITED = "the controls cite no document for it"


def with_quotes(rulesets: Iterable[Ruleset], used: Collection[str] | None = None) -> Mapping[str, Clause]:
    """Clauses of the catalogue and quoted sections of rooms.

    Differing quotations each name their ruleset. `convention:PATH` is the controls' statement of the parameter. used:
    rulesets for these (ID@REV); None: all.
    """
    rulesets = list(rulesets)
    quoted: dict[str, dict[str, list[Ruleset]]] = {}
    for ruleset in rulesets:
        for cite, text in ruleset.quoted.items():
            quoted.setdefault(cite, {}).setdefault(text, []).append(ruleset)
    stated = [each for each in rulesets if used is None or str(each) in used]
    return _Quoted({**catalogue(), **{cite: _clause(cite, texts) for cite, texts in quoted.items()}}, stated)


class _Quoted(Mapping[str, Clause]):
    """Clauses by id. Iteration leaves out those of uncited parameters."""

    def __init__(self, known: Mapping[str, Clause], rulesets: Iterable[Ruleset]) -> None:
        self._known, self._rulesets = known, list(rulesets)

    def __getitem__(self, clause: str) -> Clause:
        kind, _, path = clause.partition(":")
        if clause in self._known or kind != CONVENTION or not path:
            return self._known[clause]
        return Clause(
            id=clause, source=_UNCITED, statement=_stated_of(path, self._rulesets), testable="partly"
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


def _stated_of(path: str, rulesets: Collection[Ruleset]) -> str:
    """Statement of controls on an uncited parameter."""
    found: dict[str, list[Ruleset]] = {}
    for ruleset in rulesets:
        if says := "; ".join(islice(_sentences(path, ruleset), _SENTENCES)):
            found.setdefault(says, []).append(ruleset)
    if not found:
        part = path.partition(".")[0]
        there = "." in path and any(each.get(part) is not None for each in rulesets)
        return f"The controls state nothing about this: {path_words(path) if there else part_words(part)}."
    if len(found) == 1:
        return f"The controls state, without a document: {next(iter(found))}."
    each = " ".join(f"{', '.join(map(str, mine))}: {says}." for says, mine in found.items())
    return f"The controls state, without a document: {each}"


def _sentences(path: str, ruleset: Ruleset) -> Iterator[str]:
    """Parameter and those below as sentences, else by path."""
    money = partial(money_text, currency=currency) if (currency := _currency(ruleset)) else str
    mine = [
        each
        for each in parameters(ruleset.params)
        if each.role == "value" and (each.path == path or each.path.startswith((f"{path}.", f"{path}[")))
    ]
    whole = [says for each in mine if (says := said(each.path, each.value, money)) is not None]
    yield from whole or [described(each.path, each.value, money) for each in mine]


def _currency(ruleset: Ruleset) -> str | None:
    named = (
        each.value
        for each in parameters(ruleset.params)
        if each.path.endswith((".currency", ".currency.code"))
    )
    return next((each for each in named if isinstance(each, str)), None)
