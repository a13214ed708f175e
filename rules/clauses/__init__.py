"""The clause catalogue: clauses that rulesets cite and reports quote.

Every rule statement of a source document is one entry with a permanent id. A question that a document leaves open is an
ambiguity with its possible readings. One file for each document, `readings*.toml` for ambiguities, `external.toml` for
clauses of law outside the documents.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal

from msgspec import Struct, field

from rules import shipped_toml
from rules.typed import from_plain

CONVENTION = "convention"  # the citation of a parameter that no document prices


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One statement of a source document, in our words.

    because: reason that no log can show it, or that it demands nothing. shown_by: cases with an example.
    """

    id: str
    source: str
    statement: str
    testable: Literal["yes", "partly", "no"]
    tested_by: str = ""
    because: str = ""
    shown_by: list[str] = field(default_factory=list)


class Reading(Struct, frozen=True, forbid_unknown_fields=True):
    """One way to read an ambiguity; ``sets`` maps parameter paths to the values it gives them."""

    means: str
    sets: dict[str, Any] = field(default_factory=dict)


class Ambiguity(Struct, frozen=True, forbid_unknown_fields=True):
    """A question that a document leaves open.

    clauses: that leave it open; it concerns rulesets that cite one of them. touches: topic that replay marks in hands where
    it matters; None: it moves no money. unpriced: reported wherever the topic occurs.
    """

    id: str
    clauses: list[str]
    question: str
    default: str
    because: str
    readings: dict[str, Reading]
    touches: str | None = None
    unpriced: bool = False


class _Document(Struct, frozen=True, forbid_unknown_fields=True):
    clause: list[Clause] = field(default_factory=list)
    ambiguity: list[Ambiguity] = field(default_factory=list)
    document: dict[str, str] = field(default_factory=dict)
    states: dict[str, list[str]] = field(default_factory=dict)


_typed = from_plain(_Document)


@cache
def _documents() -> tuple[_Document, ...]:
    folder = files(__package__)
    paths = sorted(
        (path for path in folder.iterdir() if path.name.endswith(".toml")), key=lambda path: path.name
    )
    return tuple(_typed(shipped_toml.parsed(path.read_text("utf-8"))) for path in paths)


@cache
def catalogue() -> Mapping[str, Clause]:
    """Every clause by its id."""
    found: dict[str, Clause] = {}
    for document in _documents():
        for clause in document.clause:
            if clause.id in found:
                raise ValueError(f"clause {clause.id} is in the catalogue twice")
            found[clause.id] = clause
    return MappingProxyType(found)


@cache
def documents() -> Mapping[str, str]:
    """The id of the document that each clause is of, by the clause's id."""
    return MappingProxyType(
        {clause.id: each.document.get("id", "") for each in _documents() for clause in each.clause}
    )


@cache
def states() -> Mapping[str, tuple[str, ...]]:
    """The parameters that a clause states, by its id; of clauses that tables cite beside others, or that no table cites."""
    return MappingProxyType(
        {clause: tuple(paths) for each in _documents() for clause, paths in each.states.items()}
    )


def about(clause: str, path: str) -> bool:
    """Whether a clause that a table cites is about one of its parameters: `states`; of other clauses, all of them are."""
    stated = states().get(clause)
    return stated is None or any(path == each or path.startswith((f"{each}.", f"{each}[")) for each in stated)


def series(clause: str) -> str:
    """Prefix of the ids of the clauses of one description: WSGC, HG, OLY."""
    return clause.partition(":" if ":" in clause else "-")[0]


@cache
def ambiguities() -> Mapping[str, Ambiguity]:
    """Every ambiguity by its id."""
    return MappingProxyType({each.id: each for document in _documents() for each in document.ambiguity})
