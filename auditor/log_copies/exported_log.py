"""Copy of a store's log in a folder: tiles, records, parts and bytes. A later run adds what came, and erases what was erased."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from auditor.log_copies.copied_files import PutFiles, put_documents, put_files
from auditor.log_copies.copied_log import LogCopy, bundles_of, extend, keys_to_trust, must_continue
from auditor.log_copies.copied_records import copied_record, lines_of
from auditor.log_copies.copy_errors import NotAsSigned
from auditor.log_copies.copy_folder import BYTES, PARTS, CopyFolder, checkpoints_path, records_path
from auditor.register import tiles
from auditor.register.key_handovers import stated_handovers
from auditor.register.register_entries import commitment
from auditor.register.register_notes import Verifier
from auditor.register.tiles import Tile
from auditor.store import Store
from auditor.store.log_contents import LogContents


class ExportedLog(Struct, frozen=True):
    """A copy after an export, with its files of parts, bytes and documents.

    files: those that came or were erased; damaged: digests of those that the store has otherwise; missing: of those that only the
    copy has, though no purge says so.
    """

    log: LogCopy
    files: PutFiles = PutFiles()


def export_log(store: Store, key: Verifier, folder: CopyFolder) -> ExportedLog:
    """Bring a folder up to the last checkpoint of a store. key: public key of its register.

    Raises UnusableCopy, NotContinued, NotAsSigned, StoreError, OSError; the folder then has what it had.
    """
    contents = LogContents(store.connections)
    keys = keys_to_trust(folder, key, None, stated_handovers(store.register.handovers()))
    trusted, note = keys.last, store.register.checkpoint()
    before, now = must_continue(folder, keys, note, contents.hashes)
    had = 0 if before is None else before.checkpoint.size
    with folder.locked(trusted):
        if note is None or now is None:
            return ExportedLog(LogCopy(key.name, 0, 0, ""))
        partial = extend(folder, before, now, lambda bundle: _bundle(contents, bundle))
        for each in bundles_of(now.size):
            _put_records(folder, contents, each)
        files = _put_contents(folder, contents, had, now.size)
        for number, found in contents.checkpoints(now.size, note):
            lines = b"".join(msgspec.json.encode(each) + b"\n" for each in found)
            folder.put(checkpoints_path(number), lines)
        folder.finish(note, partial)
    return ExportedLog(LogCopy(key.name, had, now.size, now.root.hex()), files)


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


def _put_contents(folder: CopyFolder, contents: LogContents, had: int, size: int) -> PutFiles:
    """Keep what the records rest on. had: entries that the copy had; of those since, some say that something was erased."""
    purged = contents.has_purge(had)
    parts = put_files(folder, PARTS, contents.part_digests(), contents.part, may_erase=had < size)
    bodies = put_files(folder, BYTES, contents.body_digests(), contents.bodies, may_erase=purged)
    return parts + bodies + put_documents(folder, contents.documents, may_erase=purged)
