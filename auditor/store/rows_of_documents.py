"""Rows of incidents and corrections of audits, by which they are found, compared with the documents that have them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.store.documents.stored_result import StoredResult
from auditor.store.rows import encoded
from rules.results import Correction, Incident
from rules.typed import from_json

_Row = tuple[Any, ...]  # the columns, without audit and position
_incident, _correction = from_json(Incident), from_json(Correction)
_COLUMNS = {
    "incidents": "session, id, area, severity, pattern, incident",
    "corrections": "session, correction",
}
ROWS_OF_DOCUMENTS = tuple(_COLUMNS)


def differing(
    db: Database, subject: str, audit: int, result: StoredResult | None, places: Iterable[int] | None = None
) -> Iterator[int]:
    """Positions of rows that the document does not have so, of all or of some. result: None of an audit without a document.

    With places the number of all rows is compared too: the first position of too many or missing ones is named. Raises
    DocumentAltered.
    """
    among = None if places is None else sorted(set(places))
    where = "audit = ?" + (
        "" if among is None else " AND position IN (SELECT CAST(value AS BIGINT) FROM json_each(?))"
    )
    values = [audit] if among is None else [audit, encoded(among)]
    sql = f"SELECT position, {_COLUMNS[subject]} FROM {subject} WHERE {where} ORDER BY position"
    stored = {position: _read(subject, row) for position, *row in db.execute(sql, values)}
    (count,) = db.execute(f"SELECT count(*) FROM {subject} WHERE audit = ?", [audit]).fetchone()
    size = 0 if result is None else result.size_of(subject)
    if among is not None and count != size:
        yield min(count, size)
    expected = {} if result is None else dict(_expected(subject, result, among))
    for position in sorted(stored.keys() | expected.keys()):
        if stored.get(position) != expected.get(position):
            yield position


def _expected(subject: str, result: StoredResult, places: list[int] | None) -> Iterator[tuple[int, _Row]]:
    """Rows by position, as the document has them."""
    several = range(result.size_of(subject)) if places is None else places
    there = [place for place in several if 0 <= place < result.size_of(subject)]
    columns = _COLUMNS_OF[subject]
    for place, (session, each) in zip(there, result.rows_at(subject, there), strict=True):
        yield place, (session, *columns(each))


def _of_incident(each: Incident) -> _Row:
    return each.id, each.area, each.severity, int(each.pattern), each


def _of_correction(each: Correction) -> _Row:
    return (each,)


_COLUMNS_OF: dict[str, Callable[[Any], _Row]] = {"incidents": _of_incident, "corrections": _of_correction}


def _read(subject: str, row: list[Any]) -> _Row | None:
    """A stored row; None of one that cannot be read, which no document has so."""
    *others, text = row
    try:
        return (*others, _incident(text) if subject == "incidents" else _correction(text))
    except (msgspec.DecodeError, TypeError):
        return None
