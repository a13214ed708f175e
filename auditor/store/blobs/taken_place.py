"""The place of bytes as a store takes it: nobody else's, and the one that its rows point to."""

from __future__ import annotations

from sqlite_utils import Database

from auditor.store.blobs.bytes_place import Blobs, BytesUnavailable
from auditor.store.blobs.kept_bytes import POINTER_BYTES
from auditor.store.blobs.named_place import BYTES_VARIABLE, place_of_bytes
from auditor.store.register_key import first_name

# The newest row of each kind shows where bytes go; to look at all would take long.
_NEWEST = (
    "SELECT length(body) FROM reports ORDER BY id DESC LIMIT 1",
    "SELECT length(body) FROM event_files ORDER BY id DESC LIMIT 1",
    "SELECT length(body) FROM originals ORDER BY id DESC LIMIT 1",
    "SELECT length(body) FROM evidence WHERE sha256 = (SELECT evidence FROM sessions ORDER BY id DESC LIMIT 1)",
)


def take_place(db: Database, register: str) -> None:
    """Take the place that the environment names for a store. register: the name of its register.

    Raises BytesUnavailable where it is another store's, or where bytes are at another place, or at one that nobody names.
    """
    place = place_of_bytes()
    if place is None:
        if has_pointers(db):
            raise BytesUnavailable(
                f"bytes of this store are in a folder or in S3, and {BYTES_VARIABLE} names none. Name the place, and start again"
            )
        return
    owner = place.owner()
    if owner is not None or has_pointers(db):
        must_be_owned(place, owner, register)
    else:
        place.claim(first_name(register))


def must_be_owned(place: Blobs, owner: str | None, register: str) -> None:
    """Raise BytesUnavailable where a place is another store's, or nobody's."""
    ours = first_name(register)
    if owner is None:
        raise BytesUnavailable(
            f"bytes of this store are at another place than {place.words}, which has none of it ({place.address}). Name the "
            f"right one in {BYTES_VARIABLE}, or mount its disk, and start again"
        )
    if owner != ours:
        raise BytesUnavailable(
            f"{place.words} has the bytes of another store ({place.address} is of {owner}, and this store is {ours}). Each store "
            f"has a place of its own: name it in {BYTES_VARIABLE}, and start again"
        )


def has_pointers(db: Database) -> bool:
    """Whether the newest rows have their bytes elsewhere."""
    return any((db.execute(sql).fetchone() or (0,))[0] == POINTER_BYTES for sql in _NEWEST)
