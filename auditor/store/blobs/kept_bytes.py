"""Columns of bytes: the bytes themselves, or a pointer to them at the place that the environment names.

A pointer is the digest of its own row, so that no bytes can be equal to it, and a pointer in another row is damage like any.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from sqlite_utils import Database

from auditor.store.blobs.bytes_place import BytesUnavailable
from auditor.store.blobs.named_place import BYTES_VARIABLE, place_of_bytes
from auditor.store.connection import Connections

POINTED = ("attachments", "event_files", "evidence", "filed", "originals", "reports")  # tables with pointers
POINTER_BYTES = len("sha256:") + 64
_IS_PURGED = " UNION ALL ".join(
    f"SELECT 1 FROM {table} WHERE sha256 = ?1 AND length(body) = 0" for table in ("evidence", "originals")
)


class _AtPlace(threading.local):
    """Bytes that a thread has put at the place for its transaction: by digest, what was there before."""

    found: Mapping[str, bytes | None] | None = None


_at_place = _AtPlace()


def pointer(sha256: str) -> bytes:
    """Value of a column whose bytes are elsewhere."""
    return f"sha256:{sha256}".encode()


def bytes_of(column: bytes | None, sha256: str) -> bytes:
    """Bytes of a row's column, damaged or not; none where they are missing. sha256: that the row states.

    Within a transaction that `writing_with` began: those that were there before it. Raises BytesUnavailable.
    """
    kept = bytes(column or b"")
    if kept != pointer(sha256):
        return kept
    if _at_place.found is not None and sha256 in _at_place.found:
        return _at_place.found[sha256] or b""
    place = place_of_bytes()
    if place is None:
        raise BytesUnavailable(
            f"bytes of this store are in a folder or in S3, and {BYTES_VARIABLE} names none. Name the place, and start again"
        )
    return place.get(sha256) or b""


def column_of(sha256: str, body: bytes) -> bytes:
    """Value of a column for bytes: a pointer where this transaction's bytes are at the place."""
    return pointer(sha256) if _at_place.found is not None and sha256 in _at_place.found else body


def moved_column(sha256: str, body: bytes) -> bytes:
    """Value of a column for bytes that are put at the place, if there is one and they have their digest. Of a store that nobody
    serves yet. Raises BytesUnavailable.
    """
    place = place_of_bytes()
    if place is None or not body or hashlib.sha256(body).hexdigest() != sha256:
        return body
    place.put(sha256, body)
    return pointer(sha256)


def is_whole(column: bytes | None, sha256: str) -> bool:
    """Whether the bytes of a row's column have its digest. Raises BytesUnavailable."""
    return hashlib.sha256(bytes_of(column, sha256)).hexdigest() == sha256


@contextmanager
def writing_with(connections: Connections, bodies: Mapping[str, bytes]) -> Iterator[Database]:
    """Write transaction of rows with bytes, which are on the disk of their place before it begins. bodies: by SHA-256.

    Raises what `Connections.writing` does, and BytesUnavailable; then nothing is written.
    """
    place = place_of_bytes()
    put = {} if place is None else _to_put(connections, bodies)
    if place is None or not put:
        with connections.writing() as db:
            yield db
        return
    with place.keeping(put) as found, at_place(found), connections.writing() as db:
        yield db


def _to_put(connections: Connections, bodies: Mapping[str, bytes]) -> dict[str, bytes]:
    """Bytes that go to the place: not those of purged files, which are not kept again."""
    with connections.reading() as db:
        return {
            sha256: body
            for sha256, body in bodies.items()
            if body and db.execute(_IS_PURGED, [sha256]).fetchone() is None
        }


@contextmanager
def at_place(found: Mapping[str, bytes | None]) -> Iterator[None]:
    """Block in which columns of some digests are pointers. found: what the place had before under each."""
    before, _at_place.found = _at_place.found, found
    try:
        yield
    finally:
        _at_place.found = before
