"""The register recomputed from stored bytes: entries, facts, tree, and facts without entries."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing, suppress

from sqlite_utils import Database

from auditor.collector import no_collector
from auditor.doctor import checkpoints_examined, handovers_examined
from auditor.doctor.checkpoints_examined import HeadBeside
from auditor.doctor.facts_examined import RecordedFacts
from auditor.doctor.fault import StoreFault
from auditor.doctor.guarded import guarded
from auditor.doctor.legacy import seals_examined
from auditor.doctor.legacy.entries_of_rows_examined import EntriesOfRows
from auditor.doctor.tables_examined import has
from auditor.register import tree
from auditor.register.register_entries import leaf
from auditor.register.register_notes import Verifier
from auditor.register.tiles import WIDTH
from auditor.store.connection import Connections
from auditor.store.stored_register import is_before_facts
from auditor.store.streamed_rows import streamed

_TABLE = "register"
_MOST_MISSING = 1_000_000  # entries that are counted before one; a damaged number may be any


def register(connections: Connections, key: Verifier | None = None) -> Generator[StoreFault, None, None]:
    """Entries that do not match, in order; then tiles, checkpoints, facts without entries.

    key: the last checkpoint's signer, None for the key's beside the store. The signature beside the key is read first, so that a
    signing service is no fault.
    """
    return _at_one_moment(connections, key, HeadBeside.of(connections.path))


def register_alone(connections: Connections, key: Verifier) -> Generator[StoreFault, None, None]:
    """Do `register` for a store whose folder may have the signature of another one."""
    return _at_one_moment(connections, key, HeadBeside(None, None, None))


def _at_one_moment(
    connections: Connections, key: Verifier | None, head: HeadBeside
) -> Generator[StoreFault, None, None]:
    leaves: list[bytes] = []
    with connections.reading() as db, no_collector():
        if is_missing(db):
            return
        with closing(RecordedFacts(db)) as facts:
            before = EntriesOfRows(db, facts)
            yield from guarded(_TABLE, "", _entries(db, leaves, facts, before))
            yield from facts.compared()
        yield from guarded("register_tiles", "", _of_tiles(db, leaves))
        known = key or checkpoints_examined.key_beside(connections.path)
        yield from guarded("checkpoints", "", checkpoints_examined.kept(db, leaves, known))
        yield from guarded("register", "", handovers_examined.handovers(db, known))
        yield from guarded("seals", "", seals_examined.of_seals(db, known, head))
        yield from guarded("checkpoints", "", checkpoints_examined.of_head(db, head, leaves))
        yield from guarded("checkpoints", "", seals_examined.of_seals_beside(db, head))
        yield from guarded("cosignatures", "", checkpoints_examined.cosigned(db))
        yield from before.missing()


def _entries(
    db: Database, leaves: list[bytes], facts: RecordedFacts, before: EntriesOfRows
) -> Iterator[StoreFault]:
    """Faults of entries; fills ``leaves``, ``facts``, and ``before`` with entries of rows."""
    rows = streamed(db, "SELECT entry, nonce, record, leaf FROM register ORDER BY entry")
    for index, nonce, text, hashed in rows:
        if index != len(leaves):
            yield StoreFault(_TABLE, f"{len(leaves)}", "an entry", f"none before entry {index}")
            leaves += [b""] * min(index - len(leaves), _MOST_MISSING)
        leaves.append(hashed if isinstance(hashed, bytes) else b"")
        if not _is_leaf(nonce, text, leaves[-1]):
            yield from guarded(_TABLE, f"{index}", _leaf(index, nonce, text, leaves[-1]))
        read = before.take(index, text) if is_before_facts(text) else facts.take(index, text)
        yield from guarded(_TABLE, f"{index}", read)


def _is_leaf(nonce: bytes, text: str, hashed: bytes) -> bool:
    with suppress(ValueError, TypeError, AttributeError):
        return leaf(nonce, text.encode()) == hashed
    return False


def _leaf(index: int, nonce: bytes, text: str, hashed: bytes) -> Iterator[StoreFault]:
    expected = leaf(nonce, text.encode())
    if expected != hashed:
        yield StoreFault(_TABLE, f"{index}", f"a leaf of {expected.hex()}", hashed.hex())


def is_missing(db: Database) -> bool:
    """Whether a store is from before the register."""
    return not has(db, "register")


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
