"""Bytes that no row points to: those of a purge are erased at once, those of a refused upload after a day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec import Struct
from sqlite_utils import Database

from auditor.store.blobs.bytes_place import Blobs, StoredBlob
from auditor.store.blobs.kept_bytes import POINTED, POINTER_BYTES, pointer
from auditor.store.blobs.named_place import place_of_bytes
from auditor.store.connection import Connections
from auditor.store.rows import encoded

ORPHANS_KEPT = dt.timedelta(days=1)  # an upload that goes on may need them
_AT_A_TIME = 500
_IS_POINTED_AT = " UNION ALL ".join(
    f"SELECT 1 FROM {table} WHERE sha256 = ?1 AND body = ?2" for table in POINTED
)
_OF = "SELECT sha256 FROM {table} WHERE sha256 IN (SELECT value FROM json_each(?1)) AND length(body) = {size}"
_POINTED_AT = " UNION ".join(_OF.format(table=table, size=POINTER_BYTES) for table in POINTED)
_EMPTIED = " UNION ".join(_OF.format(table=table, size=0) for table in POINTED)


class UnneededBytes(Struct, frozen=True):
    """Bytes at the place that no row points to. purged: digests of those that a purge removed; orphans: the others."""

    purged: list[str] = []
    orphans: int = 0
    orphan_bytes: int = 0


def erase_unneeded(connections: Connections, digests: Iterable[str]) -> None:
    """Erase bytes that a transaction removed, but those that another row points to. Raises BytesUnavailable."""
    place = place_of_bytes()
    if place is not None:
        for each in dict.fromkeys(digests):
            _erased(connections, place, each)


def _erased(connections: Connections, place: Blobs, sha256: str, before: dt.datetime | None = None) -> bool:
    def is_needed() -> bool:
        with connections.reading() as db:
            return db.execute(_IS_POINTED_AT, [sha256, pointer(sha256)]).fetchone() is not None

    return place.erase(sha256, is_needed, before)


def erase_purged(connections: Connections) -> None:
    """Erase what purges left at the place, such as one that was killed. Raises BytesUnavailable."""
    erase_unneeded(connections, [blob.sha256 for blob, is_purged in _unneeded(connections) if is_purged])


def unneeded_bytes(connections: Connections) -> UnneededBytes:
    """Bytes at the place that no row points to. Raises BytesUnavailable."""
    purged: list[str] = []
    orphans = size = 0
    for blob, is_purged in _unneeded(connections):
        if is_purged:
            purged.append(blob.sha256)
        else:
            orphans, size = orphans + 1, size + blob.size
    return UnneededBytes(purged, orphans, size)


def clean_place(connections: Connections, at: dt.datetime) -> UnneededBytes:
    """Erase what purges left at the place, and orphans of a day; what was erased. Raises BytesUnavailable."""
    place = place_of_bytes()
    if place is None:
        return UnneededBytes()
    before = at - ORPHANS_KEPT
    purged: list[str] = []
    orphans = size = 0
    place.tidy(before)
    for blob, is_purged in _unneeded(connections):
        if is_purged:
            purged += [blob.sha256] if _erased(connections, place, blob.sha256) else []
        elif blob.at < before and _erased(connections, place, blob.sha256, before):
            orphans, size = orphans + 1, size + blob.size
    return UnneededBytes(purged, orphans, size)


def _unneeded(connections: Connections) -> Iterator[tuple[StoredBlob, bool]]:
    """Bytes that no row points to, and whether a purge removed them."""
    place = place_of_bytes()
    if place is None:
        return
    found = place.blobs()
    while some := list(islice(found, _AT_A_TIME)):
        with connections.reading() as db:
            needed, emptied = _asked(db, _POINTED_AT, some), _asked(db, _EMPTIED, some)
        yield from ((each, each.sha256 in emptied) for each in some if each.sha256 not in needed)


def _asked(db: Database, sql: str, blobs: list[StoredBlob]) -> set[str]:
    return {sha256 for (sha256,) in db.execute(sql, [encoded([each.sha256 for each in blobs])]).fetchall()}
