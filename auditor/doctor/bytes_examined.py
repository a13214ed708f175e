"""Place of bytes outside of the database: whose it is, and what of it no row points to."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.doctor.fault import Remark, StoreFault
from auditor.doctor.tables_examined import has
from auditor.store.blobs.bytes_place import BytesUnavailable
from auditor.store.blobs.named_place import BYTES_VARIABLE, place_of_bytes
from auditor.store.blobs.removed_bytes import unneeded_bytes
from auditor.store.blobs.taken_place import has_pointers, must_be_owned
from auditor.store.connection import Connections
from auditor.store.stored_register import name_of

PLACE = "bytes"


def outside(connections: Connections) -> Iterator[StoreFault]:
    """Faults of the place of bytes, those that a purge left there, and in a remark those that nobody needs."""
    if not all(has(connections.db, each) for each in ("reports", "event_files", "originals")):
        return  # a store of an earlier version
    place = place_of_bytes()
    if place is None:
        if has_pointers(connections.db):
            yield StoreFault(PLACE, "", f"the place of bytes of this store in {BYTES_VARIABLE}", "none")
        return
    owner = place.owner()
    if owner is None and not has_pointers(connections.db):
        return  # no service has started with it yet
    try:
        must_be_owned(place, owner, name_of(connections.db) or "")
    except BytesUnavailable as error:
        yield StoreFault(PLACE, "", "a place with the bytes of this store", f"{error}")
        return
    found = unneeded_bytes(connections)
    for sha256 in found.purged:
        gone = "no bytes, after their purge (auditor purge --yes erases them)"
        yield StoreFault(PLACE, sha256, gone, f"bytes in {place.address}")
    if found.orphans:
        many = found.orphans != 1
        yield Remark(
            PLACE, "", "",
            f"{found.orphans:,} file{'s' if many else ''} of {found.orphan_bytes:,} bytes in {place.address} "
            f"{'are' if many else 'is'} of no row, such as of uploads that broke off. The service erases them after a day.",
        )  # fmt: skip
