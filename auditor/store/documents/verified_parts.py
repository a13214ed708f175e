"""Parts of a stored document, each compared with what the root states before it is read."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from auditor.store.documents.document_contents import (
    KEPT,
    DocumentAltered,
    StatedPart,
    VerifiedContents,
    digest_of,
)
from auditor.store.documents.document_index import IndexColumn, column_of
from auditor.store.documents.document_rows import decoders, row_decoders
from rules.typed import from_json

_FEW = 4  # a fourth of a chunk's rows
_undecoded = from_json(list[msgspec.Raw])
StoredPart = Callable[[str, int], bytes | None]  # list, number from 0: the compressed bytes, or None


class VerifiedParts:
    """Parts of a document with a root. salt: None once it was erased. stored: reads a part. Raises DocumentAltered."""

    def __init__(self, root: str, contents: bytes, salt: bytes | None, stored: StoredPart) -> None:
        self.contents = VerifiedContents(contents, root)
        self._salt = salt
        self._stored = stored

    def rows(self, name: str, number: int) -> list[Any]:
        """Rows of a chunk."""
        stated = self.contents.part(name, number)
        found = decoders[name](self.body(name, number))
        _must_have(name, number, len(found), stated)
        return found

    def rows_at(self, name: str, number: int, places: Sequence[int]) -> list[Any]:
        """Rows of a chunk at some places in it: the others are not decoded, where these are few."""
        stated = self.contents.part(name, number)
        if _FEW * len(places) > stated.rows:
            rows = self.rows(name, number)
            return [rows[place] for place in places]
        undecoded = _undecoded(self.body(name, number))
        _must_have(name, number, len(undecoded), stated)
        return [row_decoders[name](undecoded[place]) for place in places]

    def column(self, name: str) -> IndexColumn:
        """Column of the index, such as ``findings.code``."""
        return column_of(self.body(name, 0))

    def body(self, name: str, number: int) -> bytes:
        """Bytes of a part as they were before they were compressed."""
        if self._salt is None and name not in KEPT:
            raise DocumentAltered(f"The salt of {name} is missing: a purge erases it with all its parts.")
        compressed = self._stored(name, number)
        if compressed is None:
            raise DocumentAltered(f"Part {number} of {name} is missing.")
        stated = self.contents.part(name, number)
        body = _decompressed(compressed, stated, f"Part {number} of {name}")
        if digest_of(name, self._salt or b"", body) != stated.digest:
            raise DocumentAltered(f"Part {number} of {name} has another digest than the one that is stated.")
        return body


def _must_have(name: str, number: int, rows: int, stated: StatedPart) -> None:
    if rows != stated.rows:
        raise DocumentAltered(f"Part {number} of {name} has {rows} rows, and {stated.rows} are stated.")


def _decompressed(compressed: bytes, stated: StatedPart, words: str) -> bytes:
    """Bytes of a part, never more than are stated."""
    reading = zlib.decompressobj()
    try:
        body = reading.decompress(compressed, stated.size + 1)
    except zlib.error as error:
        raise DocumentAltered(f"{words} cannot be decompressed ({error}).") from error
    if len(body) != stated.size or not reading.eof or reading.unused_data:
        raise DocumentAltered(f"{words} has other bytes than the {stated.size} that are stated.")
    return body
