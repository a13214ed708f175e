"""Bytes that no row points to: those of a purge are erased at once, those of a refused upload after a day.

A row that lost its pointer otherwise was altered: its bytes stay, so that putting the row back is enough.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from msgspec import Struct
from sqlite_utils import Database

from auditor.store.blobs.bytes_place import Blobs, StoredBlob
from auditor.store.blobs.kept_bytes import POINTED, POINTER_BYTES, pointer
from auditor.store.blobs.named_place import place_of_bytes
from auditor.store.connection import Connections
from auditor.store.purged_rows import has_words, is_purged
from auditor.store.rows import encoded

ORPHANS_KEPT = dt.timedelta(days=1)  # an upload that goes on may need them
_AT_A_TIME = 500
_IS_POINTED_AT = " UNION ALL ".join(
    f"SELECT 1 FROM {table} WHERE sha256 = ?1 AND body = ?2" for table in POINTED
)
_POINTED_AT = " UNION ".join(
    f"SELECT sha256 FROM {table} WHERE sha256 IN (SELECT value FROM json_each(?1)) AND length(body) = {POINTER_BYTES}"
    for table in POINTED
)


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
    erase_unneeded(connections, [blob.sha256 for blob, was_purged in _unneeded(connections) if was_purged])


def unneeded_bytes(connections: Connections) -> UnneededBytes:
    """Bytes at the place that no row points to. Raises BytesUnavailable."""
    purged: list[str] = []
    orphans = size = 0
    for blob, was_purged in _unneeded(connections):
        if was_purged:
            purged.append(blob.sha256)
        else:
            orphans, size = orphans + 1, size + blob.size
    return UnneededBytes(purged, orphans, size)


def clean_place(connections: Connections, at: dt.datetime, *, orphans_too: bool = True) -> UnneededBytes:
    """Erase what purges left at the place, and orphans of a day; what was erased. Raises BytesUnavailable.

    orphans_too: not while the record is damaged, for a row that points to them may have been removed.
    """
    place = place_of_bytes()
    if place is None:
        return UnneededBytes()
    before = at - ORPHANS_KEPT
    purged: list[str] = []
    orphans = size = 0
    place.tidy(before)
    for blob, was_purged in _unneeded(connections):
        if was_purged:
            purged += [blob.sha256] if _erased(connections, place, blob.sha256) else []
        elif orphans_too and blob.at < before and _erased(connections, place, blob.sha256, before):
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
            pointed_at = {
                sha256 for (sha256,) in db.execute(_POINTED_AT, [encoded([each.sha256 for each in some])])
            }
            others = [each for each in some if each.sha256 not in pointed_at]
            fates = [(each, _was_purged(db, each.sha256)) for each in others]
        yield from ((each, purged) for each, purged in fates if purged is not None)


def _was_purged(db: Database, sha256: str) -> bool | None:
    """Whether purges removed all bytes of a digest; False where no row has lost them, None where one has otherwise."""
    purged = [table for table in POINTED for (body,) in _bodies(db, table, sha256) if not body]
    kept = [bytes(body) for table in POINTED for (body,) in _bodies(db, table, sha256) if body]
    if not all(_HAS_PURGED[table](db, sha256) for table in purged):
        return None
    if any(hashlib.sha256(body).hexdigest() != sha256 for body in kept):
        return None
    return bool(purged) and not kept


def _bodies(db: Database, table: str, sha256: str) -> list[tuple[bytes | None]]:
    return db.execute(f"SELECT body FROM {table} WHERE sha256 = ?", [sha256]).fetchall()


def _has_purged_reports(db: Database, sha256: str) -> bool:
    audits = db.execute(
        "SELECT audit FROM reports WHERE sha256 = ? AND length(body) = 0", [sha256]
    ).fetchall()
    return all(is_purged(db, "audits", f"{audit}") for (audit,) in audits)


def _never(db: Database, sha256: str) -> bool:
    return False


# Whether a purge on record, as its fact says, removed the bytes of the emptied rows with a digest.
_HAS_PURGED: dict[str, Callable[[Database, str], bool]] = {
    "attachments": lambda db, sha256: not has_words(db, sha256),
    "event_files": _never,
    "evidence": lambda db, sha256: is_purged(db, "evidence", sha256),
    "filed": _never,
    "originals": lambda db, sha256: is_purged(db, "evidence", sha256),
    "reports": _has_purged_reports,
}
