"""Records of entries in a copy, with the nonces that open them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

import msgspec
from msgspec import Struct

from auditor.register.register_entries import commitment
from auditor.register.tiles import WIDTH, Tile
from auditor.register.tree import leaf_hash
from rules.typed import from_json


class CopiedRecord(Struct, frozen=True):
    """An entry with what opens it: leaf and nonce in hexadecimal digits, and the record as text."""

    index: int
    leaf: str
    nonce: str
    record: str


_copied_record = from_json(CopiedRecord)


def copied_record(index: int, nonce: bytes, record: str) -> CopiedRecord:
    """An entry as a copy has it. Raises ValueError for a nonce of another length."""
    return CopiedRecord(index, leaf_hash(commitment(nonce, record.encode())).hex(), nonce.hex(), record)


def lines_of(records: Iterable[CopiedRecord]) -> bytes:
    """Records as lines of JSON."""
    return b"".join(msgspec.json.encode(each) + b"\n" for each in records)


def records_of(body: bytes, bundle: Tile) -> list[CopiedRecord] | None:
    """Records of a file that has all of a bundle and nothing else; None of another one.

    Later ones of a bundle that is not full are left out: they came with a run that broke off.
    """
    with suppress(ValueError):
        read = [_copied_record(line) for line in body.splitlines()]
        found = read[: bundle.width] if bundle.width < WIDTH else read
        whole = [each.index for each in found] == list(range(bundle.start, bundle.start + bundle.width))
        if whole and body.startswith(lines_of(found)) and all(map(_is_made_so, found)):
            return found
    return None


def _is_made_so(read: CopiedRecord) -> bool:
    """Whether a record has its own leaf. Raises ValueError where it has no digits."""
    return read == copied_record(read.index, bytes.fromhex(read.nonce), read.record)


def records_in(body: bytes, bundle: Tile, leaves: Sequence[bytes]) -> dict[int, CopiedRecord]:
    """Records of a file, by their place, as far as they are the entries of a bundle. leaves: its hashes."""
    found = {}
    for line in body.splitlines():
        with suppress(ValueError):
            read = _copied_record(line)
            if _is_of(read, bundle, leaves):
                found[read.index] = read
    return found


def _is_of(read: CopiedRecord, bundle: Tile, leaves: Sequence[bytes]) -> bool:
    """Whether a record is the entry of a bundle. Raises ValueError where it has no digits."""
    place = read.index - bundle.start
    made = copied_record(read.index, bytes.fromhex(read.nonce), read.record)
    return 0 <= place < len(leaves) and read == made and bytes.fromhex(read.leaf) == leaves[place]
