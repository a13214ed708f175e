"""The register recomputed from stored bytes: entries, facts, tree, and facts without entries."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from typing import Any

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from auditor.doctor import checkpoints_examined
from auditor.doctor.checkpoints_examined import HeadBeside
from auditor.doctor.facts_examined import RecordedFacts
from auditor.doctor.fault import StoreFault
from auditor.doctor.guarded import guarded
from auditor.doctor.tables_examined import has
from auditor.register import tree
from auditor.register.register_entries import leaf
from auditor.register.register_notes import Verifier
from auditor.register.tiles import WIDTH
from auditor.store.connection import Connections
from auditor.store.legacy.register_facts import FACTS, LATER, NoSuchFact, canonical, every
from auditor.store.legacy.stored_seals import chained
from auditor.store.stored_register import Of, is_before_facts
from auditor.store.streamed_rows import streamed

_TABLE = "register"
_MOST_MISSING = 1_000_000  # entries that are counted before one; a damaged number may be any


class _Entry(Struct, frozen=True):
    index: int
    record: dict[str, Any]


def register(connections: Connections, key: Verifier | None = None) -> Generator[StoreFault, None, None]:
    """Entries that do not match, in order; then tiles, checkpoints, facts without entries.

    key: the last checkpoint's signer, None for the key's beside the store. The signature beside the key is read first, so that a
    signing service is no fault.
    """
    return _at_one_moment(connections, key, HeadBeside.of(connections.path))


def _at_one_moment(
    connections: Connections, key: Verifier | None, head: HeadBeside
) -> Generator[StoreFault, None, None]:
    entered: set[tuple[str, Of]] = set()
    leaves: list[bytes] = []
    with connections.reading() as db:
        if is_missing(db):
            return
        with closing(RecordedFacts(db)) as facts:
            yield from guarded(_TABLE, "", _entries(db, entered, leaves, facts))
            yield from facts.compared()
        yield from guarded("register_tiles", "", _of_tiles(db, leaves))
        known = key or checkpoints_examined.key_beside(connections.path)
        yield from guarded("checkpoints", "", checkpoints_examined.kept(db, leaves, known))
        yield from guarded("seals", "", checkpoints_examined.of_seals(db, known, head))
        yield from guarded("checkpoints", "", checkpoints_examined.of_head(db, head, leaves))
        yield from guarded("cosignatures", "", checkpoints_examined.cosigned(db))
        for kind, of in every(db):
            if (kind, of) not in entered:
                yield from guarded(_TABLE, "", _not_entered(db, kind, of))


def _entries(
    db: Database, entered: set[tuple[str, Of]], leaves: list[bytes], facts: RecordedFacts
) -> Iterator[StoreFault]:
    """Faults of entries; fills ``entered`` with facts of rows, ``leaves``, and ``facts``."""
    chain = _Chain(db)
    rows = streamed(db, "SELECT entry, nonce, record, leaf FROM register ORDER BY entry")
    for index, nonce, text, hashed in rows:
        if index != len(leaves):
            yield StoreFault(_TABLE, f"{len(leaves)}", "an entry", f"none before entry {index}")
            leaves += [b""] * min(index - len(leaves), _MOST_MISSING)
        leaves.append(hashed if isinstance(hashed, bytes) else b"")
        yield from guarded(_TABLE, f"{index}", _leaf(index, nonce, text, leaves[-1]))
        read = (
            _entry(db, index, text, entered, chain, facts)
            if is_before_facts(text)
            else facts.take(index, text)
        )
        yield from guarded(_TABLE, f"{index}", read)


def _leaf(index: int, nonce: bytes, text: str, hashed: bytes) -> Iterator[StoreFault]:
    expected = leaf(nonce, text.encode())
    if expected != hashed:
        yield StoreFault(_TABLE, f"{index}", f"a leaf of {expected.hex()}", hashed.hex())


def _entry(
    db: Database, index: int, text: str, entered: set[tuple[str, Of]], chain: _Chain, facts: RecordedFacts
) -> Iterator[StoreFault]:
    entry = _Entry(index, msgspec.json.decode(text))
    if not _is_of_a_fact(entry.record):
        yield StoreFault(_TABLE, f"{index}", "the record of a fact", text)
        return
    entered.add((entry.record["kind"], entry.record["of"]))
    row = f"{index} ({entry.record['kind']} of {entry.record['of']})"
    yield from guarded(_TABLE, f"{index}", _of_seals(entry, chain))
    if not facts.is_made_of(index, entry.record["kind"], entry.record["of"]):
        yield from guarded(_TABLE, row, _of_fact(db, entry, row))


def _not_entered(db: Database, kind: str, of: Of) -> Iterator[StoreFault]:
    with suppress(NoSuchFact):
        FACTS[kind](db, of)
        yield StoreFault(_TABLE, "", f"an entry {kind} of {of}", "none")


def is_missing(db: Database) -> bool:
    """Whether a store is from before the register."""
    return not has(db, "register")


_HAS = frozenset({"about", "at", "key", "kind", "of", "rooms", "seals"})


def _is_of_a_fact(record: Any) -> bool:
    """Whether a record still has the compared parts."""
    return (
        isinstance(record, dict)
        and record.keys() >= _HAS
        and isinstance(record["kind"], str)
        and isinstance(record["of"], int | str)
        and isinstance(record["about"], dict)
        and (record["seals"] is None or (isinstance(record["seals"], list) and len(record["seals"]) == 2))
    )


class _Chain:
    """Recomputed chain of seals, asked for in order."""

    def __init__(self, db: Database) -> None:
        self._rows = db.execute("SELECT id, subject, key, shape, rows FROM seals ORDER BY id")
        self._last, self._chain = 0, ""

    def up_to(self, number: int) -> str | None:
        """Chain up to a seal, or None without it."""
        while self._last < number:
            row = self._rows.fetchone()
            if row is None:
                return None
            self._last, subject, key, shape, rows = row
            self._chain = chained(self._chain, subject, key, shape, rows)
        return self._chain if self._last == number else None


def _of_seals(entry: _Entry, chain: _Chain) -> Iterator[StoreFault]:
    if entry.record["seals"] is None:
        return
    number, stated = entry.record["seals"]
    found = chain.up_to(number)
    if found != stated:
        what = "none" if found is None else f"chain {found}"
        yield StoreFault(_TABLE, f"{entry.index}", f"seal {number} with chain {stated}", what)


def _of_fact(db: Database, entry: _Entry, row: str) -> Iterator[StoreFault]:
    kind, of = entry.record["kind"], entry.record["of"]
    if kind not in FACTS:
        yield StoreFault(
            _TABLE, row, "a fact that this program knows", f"a word that it does not know: {kind!r}"
        )
        return
    try:
        fact = FACTS[kind](db, of)
    except NoSuchFact:
        yield StoreFault(_TABLE, row, "rows that say so", "none")
        return
    now = msgspec.json.decode(canonical({"about": fact.about, "key": fact.key}))
    if now["key"] != entry.record["key"]:
        yield StoreFault(_TABLE, row, f"key {entry.record['key']}", f"{now['key']}")
    about = entry.record["about"]
    for name in sorted(about.keys() - LATER.get(kind, ())):
        if name not in now["about"] or now["about"][name] != about[name]:
            found = canonical(now["about"].get(name))
            yield StoreFault(_TABLE, row, f"{name} {canonical(about[name])}", found)


def _of_tiles(db: Database, leaves: list[bytes]) -> Iterator[StoreFault]:
    expected: dict[tuple[int, int], bytes] = {}
    level, hashes = 0, leaves
    while len(hashes) >= WIDTH:
        roots = [tree.root(hashes[at : at + WIDTH]) for at in range(0, len(hashes) - WIDTH + 1, WIDTH)]
        expected |= {(level, tile): root for tile, root in enumerate(roots)}
        level, hashes = level + 1, roots
    rows = db.execute("SELECT level, tile, root FROM register_tiles").fetchall()
    found = {(level, tile): root for level, tile, root in rows}
    for place in sorted(expected.keys() | found.keys()):
        if expected.get(place) != found.get(place):
            words = [each.hex() if each else "none" for each in (expected.get(place), found.get(place))]
            yield StoreFault("register_tiles", f"{place[0]}/{place[1]}", *words)
