"""Seals of a store from before facts, for a copy of its log: checkpoints state their number and chain, and entries too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from auditor.register.register_seals import SealHead
from auditor.store.legacy.stored_seals import chained

AT_ONCE = 8_192  # seals of a bundle

_SEALS = "SELECT id, subject, key, shape, rows, chain FROM seals WHERE id <= ? ORDER BY id"
_SHAPES = "SELECT id, subject, columns FROM seal_shapes ORDER BY id"
_INSERT_SHAPE = "INSERT INTO seal_shapes (id, subject, columns) VALUES (?, ?, ?)"
_INSERT_SEAL = "INSERT INTO seals (id, subject, key, shape, rows, chain) VALUES (?, ?, ?, ?, ?, ?)"


class CopiedSeal(Struct, frozen=True, array_like=True):
    """A seal. shape: the number of the columns that it is of; chain: with those before it."""

    id: int
    subject: str
    key: str
    shape: int
    rows: bytes
    chain: str


class SealBundle(Struct, frozen=True, array_like=True):
    """Seals that follow each other, and with the first ones the shapes of all: (number, table, columns as JSON)."""

    shapes: list[tuple[int, str, str]]
    seals: list[CopiedSeal]


class SealsAltered(ValueError):
    """Bundles of seals that do not have the chain that was signed; in words."""


def bundles_of_seals(db: Database, up_to: int) -> Iterator[SealBundle]:
    """Seals of a store up to a number. Once facts make all rows there are no further ones, so that bundles stay the same."""
    shapes: list[tuple[int, str, str]] = db.execute(_SHAPES).fetchall()
    rows = db.execute(_SEALS, [up_to])
    while seals := [CopiedSeal(*row[:4], bytes(row[4]), row[5]) for row in islice(rows, AT_ONCE)]:
        yield SealBundle(shapes, seals)
        shapes = []


def written_bundle(bundle: SealBundle) -> bytes:
    """A bundle as a file, in MessagePack."""
    return msgspec.msgpack.encode(bundle)


def read_bundle(body: bytes) -> SealBundle:
    """A bundle of its file. Raises SealsAltered."""
    try:
        return msgspec.msgpack.decode(body, type=SealBundle)
    except msgspec.DecodeError as error:
        raise SealsAltered(f"it is no bundle of seals: {error}") from error


def chain_of(bundles: Iterable[SealBundle]) -> SealHead:
    """Number and chain of the last seal, worked out from the first. Raises SealsAltered."""
    number, chain = 0, ""
    subjects: dict[int, str] = {}
    for bundle in bundles:
        subjects |= {shape: subject for shape, subject, _ in bundle.shapes}
        for each in bundle.seals:
            if each.id != number + 1:
                raise SealsAltered(f"seal {number + 1} is missing")
            if subjects.get(each.shape) != each.subject:
                raise SealsAltered(f"seal {each.id} of {each.subject} has no shape of that table")
            number, chain = each.id, chained(chain, each.subject, each.key, each.shape, each.rows)
            if chain != each.chain:
                raise SealsAltered(f"seal {number} has another chain than the seals up to it")
    return SealHead(number, chain)


def put_seals(db: Database, bundles: Iterable[SealBundle]) -> None:
    """Write the seals of bundles into a store that has none."""
    for bundle in bundles:
        db.conn.executemany(_INSERT_SHAPE, bundle.shapes)
        db.conn.executemany(_INSERT_SEAL, [msgspec.structs.astuple(each) for each in bundle.seals])
