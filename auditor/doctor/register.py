"""The register, recomputed from the stored bytes: each entry, its fact, its place in the tree, and what has no entry."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from auditor.doctor import checkpoints
from auditor.doctor.fault import Fault
from auditor.doctor.tables import has
from auditor.register import tree
from auditor.register.entries import leaf
from auditor.register.notes import Verifier
from auditor.register.tiles import WIDTH
from auditor.store.connection import Connections
from auditor.store.register_facts import FACTS, LATER, NoSuchFact, Of, canonical, every
from auditor.store.seals import chained

_TABLE = "register"


class _Entry(Struct, frozen=True):
    """An entry that is what its leaf says, with the record read."""

    index: int
    record: dict[str, Any]


def register(connections: Connections, key: Verifier | None = None) -> Generator[Fault, None, None]:
    """Entries that do not match, in their order; then tiles, checkpoints, and facts without an entry.

    key: whose signature the last checkpoint has to have; None: that of the key file beside the store, if there is one.
    """
    db = connections.db
    if is_missing(db):
        return
    entered: set[tuple[str, Of]] = set()
    leaves: list[bytes] = []
    chain = _Chain(db)
    rows = db.execute("SELECT entry, nonce, record, leaf FROM register ORDER BY entry")
    for index, nonce, text, hashed in rows:
        if index != len(leaves):
            yield Fault(_TABLE, f"{len(leaves)}", "an entry", f"none before entry {index}")
            leaves += [b""] * (index - len(leaves))
        leaves.append(bytes(hashed))
        expected = leaf(bytes(nonce), text.encode())
        if expected != bytes(hashed):
            yield Fault(_TABLE, f"{index}", f"a leaf of {expected.hex()}", bytes(hashed).hex())
        entry = _Entry(index, msgspec.json.decode(text))
        if not _is_of_a_fact(entry.record):
            yield Fault(_TABLE, f"{index}", "the record of a fact", text)
            continue
        entered.add((entry.record["kind"], entry.record["of"]))
        yield from _of_seals(entry, chain)
        yield from _of_fact(db, entry)
    yield from _of_tiles(db, leaves)
    known = key or checkpoints.key_beside(connections.path)
    yield from checkpoints.kept(db, leaves, known)
    yield from checkpoints.of_seals(connections.path, db, known)
    yield from checkpoints.of_head(connections.path, db, leaves)
    yield from checkpoints.cosigned(db)
    for kind, of in every(db):
        if (kind, of) not in entered:
            with suppress(NoSuchFact):
                FACTS[kind](db, of)
                yield Fault(_TABLE, "", f"an entry {kind} of {of}", "none")


def is_missing(db: Database) -> bool:
    """Whether a store is of before there was a register."""
    return not has(db, "register")


_HAS = frozenset({"about", "at", "key", "kind", "of", "rooms", "seals"})


def _is_of_a_fact(record: Any) -> bool:
    """Whether somebody who altered a record left it the parts that are compared."""
    return (
        isinstance(record, dict)
        and record.keys() >= _HAS
        and isinstance(record["kind"], str)
        and isinstance(record["of"], int | str)
        and isinstance(record["about"], dict)
        and (record["seals"] is None or (isinstance(record["seals"], list) and len(record["seals"]) == 2))
    )


class _Chain:
    """The chain of seals, worked out anew up to a seal. Seals are asked for in their order."""

    def __init__(self, db: Database) -> None:
        self._rows = db.execute("SELECT id, subject, key, shape, rows FROM seals ORDER BY id")
        self._last, self._chain = 0, ""

    def up_to(self, number: int) -> str | None:
        """The chain with a seal; None where there is no such seal."""
        while self._last < number:
            row = self._rows.fetchone()
            if row is None:
                return None
            self._last, subject, key, shape, rows = row
            self._chain = chained(self._chain, subject, key, shape, bytes(rows))
        return self._chain if self._last == number else None


def _of_seals(entry: _Entry, chain: _Chain) -> Iterator[Fault]:
    if entry.record["seals"] is None:
        return
    number, stated = entry.record["seals"]
    found = chain.up_to(number)
    if found != stated:
        what = "none" if found is None else f"chain {found}"
        yield Fault(_TABLE, f"{entry.index}", f"seal {number} with chain {stated}", what)


def _of_fact(db: Database, entry: _Entry) -> Iterator[Fault]:
    kind, of = entry.record["kind"], entry.record["of"]
    row = f"{entry.index} ({kind} of {of})"
    try:
        fact = FACTS[kind](db, of)
    except (KeyError, NoSuchFact):
        yield Fault(_TABLE, row, "rows that say so", "none")
        return
    now = msgspec.json.decode(canonical({"about": fact.about, "key": fact.key}))
    if now["key"] != entry.record["key"]:
        yield Fault(_TABLE, row, f"key {entry.record['key']}", f"{now['key']}")
    about = entry.record["about"]
    for name in sorted(about.keys() - LATER.get(kind, ())):
        if name not in now["about"] or now["about"][name] != about[name]:
            found = canonical(now["about"].get(name))
            yield Fault(_TABLE, row, f"{name} {canonical(about[name])}", found)


def _of_tiles(db: Database, leaves: list[bytes]) -> Iterator[Fault]:
    expected: dict[tuple[int, int], bytes] = {}
    level, hashes = 0, leaves
    while len(hashes) >= WIDTH:
        roots = [tree.root(hashes[at : at + WIDTH]) for at in range(0, len(hashes) - WIDTH + 1, WIDTH)]
        expected |= {(level, tile): root for tile, root in enumerate(roots)}
        level, hashes = level + 1, roots
    rows = db.execute("SELECT level, tile, root FROM register_tiles").fetchall()
    found = {(level, tile): bytes(root) for level, tile, root in rows}
    for place in sorted(expected.keys() | found.keys()):
        if expected.get(place) != found.get(place):
            words = [each.hex() if each else "none" for each in (expected.get(place), found.get(place))]
            yield Fault("register_tiles", f"{place[0]}/{place[1]}", *words)
