"""Copy of a log examined by itself: its checkpoint, entries and tiles, the facts, and each file that these rest on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from auditor.doctor.copied_checkpoints import CopiedCheckpoints
from auditor.doctor.copied_entries import CopiedEntries
from auditor.doctor.copied_handovers import keys_of_copy
from auditor.doctor.examination import MOST_FAULTS, CannotExamine, Examination, ExaminedCheck
from auditor.doctor.fault import StoreFault
from auditor.doctor.folded_copy import FoldedCopy
from auditor.doctor.guarded import guarded, printable
from auditor.facts.tables import Row
from auditor.log_copies.copy_errors import UnusableCopy
from auditor.log_copies.copy_folder import (
    BYTES,
    CHECKPOINT,
    DOCUMENTS,
    MARK,
    PARTS,
    CopiedHead,
    CopyFolder,
    digest_path,
)
from auditor.register import register_notes
from auditor.register.key_handovers import LogKeys
from auditor.register.register_notes import SignedNote, Verifier
from auditor.store.log_checkpoints import CopiedCheckpoint
from auditor.store.log_contents import KeptColumn
from auditor.store.log_documents import CopiedDocument, is_whole_document
from rules.typed import from_msgpack

_document = from_msgpack(CopiedDocument)
_OF_THE_LOG = (  # without which nothing is restored
    ("entries", "every record, and its place under the root that was signed"),
    ("facts", "each fact is one that follows from those before it"),
)
_OF_CONTENTS = (
    ("checkpoints", "each against the entries that it covers"),
    ("tiles", "entries and hashes, as they are published"),
    ("parts", "parts of facts, by their salted digest"),
    ("bytes", "bytes that facts rest on, by their SHA-256"),
    ("documents", "results, by their root"),
    ("files", "no other file"),
)


class ExaminedCopy:
    """A copy with what was found in it; it fills a store (`auditor.store.filled_store`). Close it.

    Raises CannotExamine where there is no copy, or no finished one.
    """

    def __init__(self, path: Path) -> None:
        self.folder = CopyFolder(path)
        self.keys, self.head = _head_of(self.folder)
        self.key = self.keys.at(self.head.checkpoint.size)  # that signed the last checkpoint
        self.note = _log_signed(self.head, self.key)
        self.tables = FoldedCopy()
        self._faults: dict[str, list[StoreFault]] = {}
        self._expected = {MARK, CHECKPOINT}
        self._attached: set[str] = set()  # files of steps whose words are left
        try:
            self._examine()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of what was folded."""
        self.tables.close()

    @property
    def examination(self) -> Examination:
        """Checks of the copy, in order."""
        checks = [
            ExaminedCheck(
                name,
                about,
                [printable(each) for each in faults[:MOST_FAULTS]],
                max(0, len(faults) - MOST_FAULTS),
            )
            for name, about in (*_OF_THE_LOG, *_OF_CONTENTS)
            for faults in [self._faults[name]]
        ]
        return Examination(f"{self.folder.path}", not any(each.faults for each in checks), checks)

    @property
    def has_its_log(self) -> bool:
        """Whether all that was signed is there, though some of what it rests on may not be."""
        return not any(self._faults[name] for name, _ in _OF_THE_LOG)

    def _examine(self) -> None:
        own = bytes(self.note).decode()
        signed = self._checkpoints = CopiedCheckpoints(self.folder, self.head, own, self.keys)
        entries = self._entries = CopiedEntries(self.folder, self.head.checkpoint, signed)
        self._expected |= entries.places | signed.places
        self._faults = {
            "entries": entries.of_records,
            "checkpoints": signed.faults,
            "tiles": entries.of_tiles,
        }
        self._check("facts", self._of_facts())
        self._check("parts", self._of_parts())
        self._attached = self.tables.attached(self.folder.digests(PARTS))
        self._check("bytes", self._of_bytes())
        self._check("documents", self._of_documents())
        others = sorted(self.folder.files() - self._expected)
        expected = "no file that the checkpoint does not cover"
        self._check("files", (StoreFault(each, "", expected, "one") for each in others))

    def _check(self, name: str, faults: Iterable[StoreFault]) -> None:
        self._faults[name] = list(guarded("", "", faults))

    def _of_facts(self) -> Iterator[StoreFault]:
        for each in self._entries.records():
            yield from guarded("records", f"{each.index}", self.tables.take(each.index, each.record))

    def _of_parts(self) -> Iterator[StoreFault]:
        for digest, words, may_be_gone in self.tables.parts():
            yield from self._of_file(PARTS, digest, words, may_be_gone=may_be_gone)

    def _of_bytes(self) -> Iterator[StoreFault]:
        seen = set()
        for digest, words in self.tables.bodies(self._attached):
            if digest not in seen:
                seen.add(digest)
                yield from self._of_file(BYTES, digest, words)

    def _of_file(
        self, kind: str, digest: str, words: str, *, may_be_gone: bool = False
    ) -> Iterator[StoreFault]:
        path = digest_path(kind, digest)
        self._expected.add(path)
        if self._whole(path, digest) is None:
            there = self.folder.read(path) is not None
            if there or not may_be_gone:
                yield StoreFault(path, "", words, "other bytes than its name says" if there else "no file")

    def _of_documents(self) -> Iterator[StoreFault]:
        for audit, root in self.tables.roots().items():
            path, purged = digest_path(DOCUMENTS, root), audit in self.tables.purged_audits
            self._expected.add(path)
            document = self._document(root)
            left = "summary and coverage of" if purged else "the whole"
            if document is None:
                there = self.folder.read(path) is not None
                what = "a file that is altered or not whole" if there else "no file"
                yield StoreFault(path, "", f"{left} result of audit {audit}", what)
            elif (document.salt is None) is not purged:
                what = (
                    "more, though it was purged" if purged else "what a purge leaves, though there was none"
                )
                yield StoreFault(path, "", f"{left} result of audit {audit}", what)

    def _whole(self, path: str, digest: str) -> bytes | None:
        """Bytes of a file that have its digest, or None."""
        body = self.folder.read(path)
        return body if body is not None and hashlib.sha256(body).hexdigest() == digest else None

    def _document(self, root: str) -> CopiedDocument | None:
        body = self.folder.read(digest_path(DOCUMENTS, root))
        try:
            found = _document(body or b"")
        except msgspec.DecodeError:
            return None
        return found if is_whole_document(found, root) else None

    # --- what a store is filled with ----------------------------------------------------------------------------------

    @property
    def greatest(self) -> Mapping[str, int]:
        """The last number that each table which counts its rows gave."""
        return self.tables.greatest

    def entries(self) -> Iterator[tuple[bytes, str]]:
        """Nonces and records, in order."""
        return ((bytes.fromhex(each.nonce), each.record) for each in self._entries.records())

    def checkpoints(self) -> Iterator[CopiedCheckpoint]:
        """Checkpoints that are as they were signed, in order."""
        return self._checkpoints.each()

    def rows(self, table: str) -> Iterator[tuple[Any, ...]]:
        """Rows of a table as a store has them, by their keys."""
        return self.tables.stored(table)

    def body(self, kept: KeptColumn, row: Row) -> bytes | None:
        """Bytes of a row's column, unless they were purged, if the copy has them whole."""
        digest = row[kept.digest]
        if digest is None or self.tables.is_purged(kept.table, row, self._attached):
            return None
        return self._whole(digest_path(BYTES, digest), digest)

    def parts(self) -> Iterator[tuple[str, bytes]]:
        """Parts that the copy has whole, once each."""
        for digest in sorted({digest for digest, _, _ in self.tables.parts()}):
            body = self._whole(digest_path(PARTS, digest), digest)
            if body is not None:
                yield digest, body

    def documents(self) -> Iterator[tuple[int, str, CopiedDocument]]:
        """Documents of results that the copy has whole: audit, root, document."""
        for audit, root in self.tables.roots().items():
            document = self._document(root)
            if document is not None:
                yield audit, root, document


def _head_of(folder: CopyFolder) -> tuple[LogKeys, CopiedHead]:
    try:
        key = folder.key()
        keys = None if key is None else keys_of_copy(folder, key)
        head = None if keys is None else folder.head(keys)
    except UnusableCopy as error:
        raise CannotExamine(f"{error}") from error
    if keys is None:
        raise CannotExamine(
            f"{folder.path} has no copy of a log in it: {MARK} is missing. State the folder that `auditor export --log` wrote to."
        )
    if head is None:
        raise CannotExamine(
            f"{folder.path / CHECKPOINT} is missing: the copy has no entry, or it never was finished. State another copy, or "
            "run `auditor export --log` again."
        )
    return keys, head


def _log_signed(head: CopiedHead, key: Verifier) -> SignedNote:
    """The checkpoint with the signature of the log alone."""
    note = register_notes.parse(head.note.encode())
    own = tuple(each for each in note.signatures if (each.name, each.key_id) == (key.name, key.key_id))
    return SignedNote(note.text, own)
