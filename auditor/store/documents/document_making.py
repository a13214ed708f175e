"""Making of a document: its parts one after another, then its contents and root. It needs no transaction."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from auditor.store.documents.document_contents import StatedPart, digest_of, root_of, to_contents
from auditor.store.documents.document_index import FindingIndex, IncidentIndex
from auditor.store.documents.document_rows import (
    FindingRow,
    IncidentRow,
    ResultLists,
    SessionNumbers,
    lists_of,
)
from rules.findings.written import json_text
from rules.results import Audit

ROWS_OF_CHUNK = 64
BYTES_OF_CHUNK = 1 << 18  # a chunk that has them ends: a finding may name every hand of a log
_LEVEL = 3  # of zlib: a sixth larger than at 6, in two thirds of the time


class DocumentPart(Struct, frozen=True):
    """A part to be stored. number: from 0, in its list. body: compressed."""

    name: str
    number: int
    body: bytes


class MadeDocument(Struct, frozen=True):
    """A document to be stored. salt: 32 bytes, erased together with the parts that a purge erases. sessions: numbers of those
    that findings are of.
    """

    root: str
    contents: bytes
    salt: bytes
    parts: list[DocumentPart]
    sessions: list[int]


class DocumentMaker:
    """Maker of one document, whose parts are read once; then it has contents and root."""

    def __init__(self, salt: bytes) -> None:
        self._salt = salt
        self.sessions: list[int] = []  # that findings are of, once all parts were read
        self._stated: dict[str, list[StatedPart]] = {}

    def parts(self, lists: ResultLists) -> Iterator[DocumentPart]:
        """Parts of a result, in order, made as they are read."""
        yield from self._chunks("summary", [lists.summary.encode()])
        yield from self._chunks("coverage", map(json_text, lists.coverage))
        findings, incidents = FindingIndex(), IncidentIndex()
        yield from self._chunks("findings", _indexed(findings, lists.findings))
        self.sessions = findings.sessions()
        yield from self._chunks("incidents", _indexed(incidents, lists.incidents))
        yield from self._chunks("corrections", map(json_text, lists.corrections))
        for of, index in (("findings", findings), ("incidents", incidents)):
            for name, body in index.columns():
                yield self._part(f"{of}.{name}", 1, body)

    def contents(self) -> bytes:
        """Bytes of the contents, once all parts were read."""
        return to_contents(self._stated)

    def _chunks(self, name: str, rows: Iterable[bytes]) -> Iterator[DocumentPart]:
        self._stated[name] = []  # also of a list without rows
        chunk: list[bytes] = []
        size = 0
        for row in rows:
            chunk.append(row)
            size += len(row)
            if len(chunk) == ROWS_OF_CHUNK or size >= BYTES_OF_CHUNK:
                yield self._part(name, len(chunk), b"[" + b",".join(chunk) + b"]")
                chunk, size = [], 0
        if chunk:
            yield self._part(name, len(chunk), b"[" + b",".join(chunk) + b"]")

    def _part(self, name: str, rows: int, body: bytes) -> DocumentPart:
        of_list = self._stated.setdefault(name, [])
        of_list.append(StatedPart(rows, len(body), digest_of(name, self._salt, body)))
        return DocumentPart(name, len(of_list) - 1, zlib.compress(body, _LEVEL))


def made_document(audit: Audit, sessions: SessionNumbers, salt: bytes) -> MadeDocument:
    """Document of an audit. sessions: numbers in the store of the audit's sessions. salt: 32 random bytes."""
    return document_of_lists(lists_of(audit, sessions), salt)


def document_of_lists(lists: ResultLists, salt: bytes) -> MadeDocument:
    """Document of a result as lists."""
    maker = DocumentMaker(salt)
    parts = list(maker.parts(lists))
    contents = maker.contents()
    return MadeDocument(root_of(contents), contents, salt, parts, maker.sessions)


def _indexed(index: Any, rows: Iterable[FindingRow] | Iterable[IncidentRow]) -> Iterator[bytes]:
    for row in rows:
        index.add(*row)
        yield json_text(row)
