"""Rows of the tables before facts, as facts and their fold say them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from auditor.facts.canonical_record import UnknownFact
from auditor.facts.kinds.facts_of_holds import BlobRepaired, StoreErased, UploadReturned
from auditor.facts.memory_tables import MemoryTables
from auditor.facts.recorded_fact import RecordedFact
from auditor.facts.tables import Row

Rows = dict[str, list[Row]]  # by table
_Made = Iterator[tuple[str, Row]]


def rows_by_facts(tables: MemoryTables, facts: Iterable[RecordedFact | UnknownFact]) -> Rows:
    """Rows by table, of folded tables, and of the facts where no table is made of them."""
    rows: Rows = {name: list(tables.of(name)) for name in tables.names()}
    rows["purges"] = [{**row, "key": row["of"]} for row in rows["purges"]]
    for name in ("returns", "erasures", "repairs"):
        rows[name] = []
    for fact in facts:
        for kinds, made in _OF_KINDS:
            if isinstance(fact, kinds):
                for table, row in made(fact):
                    rows[table].append(row)
    return rows


def _return(fact: Any) -> _Made:
    yield "returns", {"id": fact.number, "at": fact.at, "sha256": fact.sha256, "key": fact.by}


def _erasure(fact: Any) -> _Made:
    yield "erasures", {"id": fact.number, "at": fact.at, "purge": fact.purge}


def _repair(fact: Any) -> _Made:
    names = ("at", "subject", "sha256", "found_sha256", "found_size")
    yield "repairs", {"id": fact.number, "by": fact.who} | {name: getattr(fact, name) for name in names}


_OF_KINDS: tuple[tuple[tuple[type[RecordedFact], ...], Callable[[Any], _Made]], ...] = (
    ((UploadReturned,), _return),
    ((StoreErased,), _erasure),
    ((BlobRepaired,), _repair),
)
