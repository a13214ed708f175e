"""Copy of a store's log in a folder: tiles, records, parts and bytes. A later run adds what came, and erases what was erased."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

from msgspec import Struct

from auditor.log_copies.copied_log import LogCopy, bundles_of, extend, key_to_trust, must_continue
from auditor.log_copies.copied_records import copied_record, lines_of
from auditor.log_copies.copy_errors import NotAsSigned
from auditor.log_copies.copy_folder import BYTES, PARTS, CopyFolder, digest_path, records_path
from auditor.register import tiles
from auditor.register.register_entries import commitment
from auditor.register.register_notes import Verifier
from auditor.register.tiles import Tile
from auditor.store import Store
from auditor.store.log_contents import LogContents


class ExportedLog(Struct, frozen=True):
    """A copy after an export. added, erased: files of parts and bytes. damaged, missing: digests of those that the store has
    otherwise, and of those that only the copy has, though no purge says so.
    """

    log: LogCopy
    added: int
    erased: int
    damaged: tuple[str, ...]
    missing: tuple[str, ...]


def export_log(store: Store, key: Verifier, folder: CopyFolder) -> ExportedLog:
    """Bring a folder up to the last checkpoint of a store. key: public key of its register.

    Raises UnusableCopy, NotContinued, NotAsSigned, StoreError, OSError; the folder then has what it had.
    """
    contents = LogContents(store.connections)
    trusted = key_to_trust(folder, key, None)
    note = store.register.checkpoint()
    before, now = must_continue(folder, trusted, note, contents.hashes)
    had = 0 if before is None else before.checkpoint.size
    with folder.locked(trusted):
        if note is None or now is None:
            return ExportedLog(LogCopy(key.name, 0, 0, ""), 0, 0, (), ())
        partial = extend(folder, before, now, lambda bundle: _bundle(contents, bundle))
        for each in bundles_of(now.size):
            _put_records(folder, contents, each)
        parts = _put_files(
            folder,
            PARTS,
            contents.part_digests(),
            lambda digest: _some(contents.part(digest)),
            had < now.size,
        )
        bodies = _put_files(folder, BYTES, contents.body_digests(), contents.bodies, contents.has_purge(had))
        folder.finish(note, partial)
    log = LogCopy(key.name, had, now.size, now.root.hex())
    return ExportedLog(
        log,
        parts.added + bodies.added,
        parts.erased + bodies.erased,
        parts.damaged + bodies.damaged,
        parts.missing + bodies.missing,
    )


def _bundle(contents: LogContents, bundle: Tile) -> bytes:
    return tiles.bundle([commitment(nonce, record.encode()) for nonce, record in contents.entries(bundle)])


def _put_records(folder: CopyFolder, contents: LogContents, bundle: Tile) -> None:
    """Keep the records of a bundle's entries."""
    rows = contents.entries(bundle)
    if len(rows) != bundle.width:
        raise NotAsSigned(f"The log has no entry {bundle.start + len(rows):,} any more.")
    folder.put(
        records_path(bundle), lines_of(copied_record(bundle.start + at, *row) for at, row in enumerate(rows))
    )


class _PutFiles(Struct, frozen=True):
    added: int
    erased: int
    damaged: tuple[str, ...]
    missing: tuple[str, ...]


def _put_files(
    folder: CopyFolder, kind: str, wanted: set[str], read: Callable[[str], Iterable[bytes]], may_erase: bool
) -> _PutFiles:
    """Keep the files of a kind by their digests. read: what the store has under one. may_erase: entries say that some went."""
    kept, added, damaged = folder.digests(kind), 0, []
    for digest in sorted(wanted - kept):
        found = list(read(digest))
        whole = next((body for body in found if hashlib.sha256(body).hexdigest() == digest), None)
        if whole is not None:
            folder.write(digest_path(kind, digest), whole)
            added += 1
        elif found:
            damaged.append(digest)
    gone = sorted(kept - wanted)
    if not may_erase:
        return _PutFiles(added, 0, tuple(damaged), tuple(gone))
    for digest in gone:
        folder.discard(digest_path(kind, digest))
    return _PutFiles(added, len(gone), tuple(damaged), ())


def _some(body: bytes | None) -> list[bytes]:
    return [] if body is None else [body]
