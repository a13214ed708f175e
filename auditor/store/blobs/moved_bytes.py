"""Bytes moved from the database to their place, or back, one row after another, beside those who write."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from msgspec import Struct

from auditor.store.blobs.bytes_place import Blobs
from auditor.store.blobs.kept_bytes import POINTED, column_of, pointer, writing_with
from auditor.store.blobs.removed_bytes import erase_unneeded
from auditor.store.connection import Connections


class MovedBytes(Struct, frozen=True):
    """Outcome of a move. damaged: table and digest of rows whose bytes have another digest, and which are left."""

    files: int
    size: int
    damaged: tuple[tuple[str, str], ...]


def move_bytes(connections: Connections, place: Blobs, *, back: bool = False) -> MovedBytes:
    """Move what is in the database to the place, or back into the database. Raises StoreError."""
    files = size = 0
    damaged: list[tuple[str, str]] = []
    for table, sha256 in _rows(connections):
        column = _column(connections, table, sha256)
        if not column or (column == pointer(sha256)) is not back:
            continue
        body = (place.get(sha256) or b"") if back else column
        if hashlib.sha256(body).hexdigest() != sha256:
            damaged.append((table, sha256))
            continue
        _replace(connections, table, sha256, column, body, back=back)
        files, size = files + 1, size + len(body)
    return MovedBytes(files, size, tuple(damaged))


def _rows(connections: Connections) -> Iterator[tuple[str, str]]:
    for table in POINTED:
        rows = connections.db.execute(f"SELECT sha256 FROM {table} WHERE length(body) > 0 ORDER BY sha256")
        yield from ((table, sha256) for (sha256,) in rows.fetchall())


def _column(connections: Connections, table: str, sha256: str) -> bytes:
    row = connections.db.execute(f"SELECT body FROM {table} WHERE sha256 = ?", [sha256]).fetchone()
    return bytes(row[0] or b"") if row else b""


def _replace(
    connections: Connections, table: str, sha256: str, column: bytes, body: bytes, *, back: bool
) -> None:
    """Put a row's bytes elsewhere, unless it changed meanwhile."""
    update = f"UPDATE {table} SET body = ? WHERE sha256 = ? AND body = ?"
    if not back:
        with writing_with(connections, {sha256: body}) as db:
            db.execute(update, [column_of(sha256, body), sha256, column])
        return
    with connections.writing() as db:
        db.execute(update, [body, sha256, column])
    erase_unneeded(connections, [sha256])
