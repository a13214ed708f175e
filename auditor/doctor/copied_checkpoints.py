"""Checkpoints in a copy of a log: each against the entries that it covers, the log's key and its witnesses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import msgspec

from auditor.doctor.checkpoints_examined import is_damaged
from auditor.doctor.fault import StoreFault
from auditor.log_copies.copy_folder import CopiedHead, CopyFolder, checkpoints_path
from auditor.register import register_checkpoints, register_notes
from auditor.register.key_handovers import LogKeys
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_notes import NoteError
from auditor.store.log_checkpoints import AT_ONCE, CopiedCheckpoint
from rules.typed import from_json

_checkpoint = from_json(CopiedCheckpoint)


class CopiedCheckpoints:
    """Checkpoints of a copy up to its last one, to be compared with the tree as it grows. own: the last one, as the log alone
    signed it. faults: what is wrong, as far as it was looked at; places: of files that the copy is to have.
    """

    def __init__(self, folder: CopyFolder, head: CopiedHead, own: str, keys: LogKeys) -> None:
        self._folder, self._size, self._own, self._keys = folder, head.checkpoint.size, own, keys
        self.faults: list[StoreFault] = []
        self.places: set[str] = set()
        self._whole: set[int] = set()  # numbers of those that are as they were signed
        self._left = self._examined()
        self._next = next(self._left, None)

    def each(self) -> Iterator[CopiedCheckpoint]:
        """Checkpoints that are as they were signed, the last one with them."""
        number, last = 0, ""
        for _, found in self._read():
            if found.id in self._whole:
                yield found
                number, last = found.id, found.note
        if last != self._own:
            yield CopiedCheckpoint(number + 1, self._size, self._own)

    def wants(self, size: int) -> bool:
        """Whether a checkpoint covers so many entries."""
        return self._next is not None and self._next[2].size <= size

    def compare(self, size: int, root: bytes) -> None:
        """Compare those that cover so many entries with the root of these."""
        while self._next is not None and self._next[2].size <= size:
            path, number, found = self._next
            if (found.size, found.root) == (size, root):
                self._whole.add(number)
            else:
                self._name(
                    path,
                    number,
                    f"root {root.hex()} at size {size}",
                    f"root {found.root.hex()} at {found.size}",
                )
            self._next = next(self._left, None)

    def _name(self, path: str, number: int, expected: str, found: str) -> None:
        self.faults.append(StoreFault(path, f"{number}", expected, found))

    def _examined(self) -> Iterator[tuple[str, int, Checkpoint]]:
        """(path, number, checkpoint) of each that can be read and is signed. The others, and missing ones, are named."""
        before = 0
        note = None
        for path, each in self._read():
            if each.id != before + 1:
                self._name(path, before + 1, "a checkpoint", "none")
            before, note = each.id, each.note
            why = self._of_signatures(each)
            if why is not None:
                self._name(path, each.id, "a checkpoint as it was signed", why)
                continue
            yield path, each.id, register_checkpoints.read(register_notes.parse(each.note.encode()).text)
        if note != self._own:
            path = checkpoints_path(before // AT_ONCE)
            self.places.add(path)
            self._name(
                path, before + 1, "checkpoints up to the last one of the copy", f"those up to {before}"
            )

    def _of_signatures(self, each: CopiedCheckpoint) -> str | None:
        """Reason why a checkpoint is not as it was signed, in words, or None."""
        try:
            note = register_notes.parse(each.note.encode())
            stated = register_checkpoints.read(note.text)
            for witness, line, _ in each.cosignatures:
                signed = register_notes.parse((each.note + line).encode())
                register_notes.verified(signed, [register_notes.verifier(witness)])
        except NoteError as error:
            return f"{error}"
        if stated.size != each.size:
            return f"one of size {stated.size}, and not {each.size}"
        if any(is_damaged(note, signature, self._keys.at(stated.size)) for signature in note.signatures):
            return "one whose signature is damaged, or of another text"
        return None

    def _read(self) -> Iterator[tuple[str, CopiedCheckpoint]]:
        """Checkpoints that the files have, up to the last one of the copy, each with the place of its file."""
        bundle = 0
        while (body := self._folder.read(checkpoints_path(bundle))) is not None:
            path = checkpoints_path(bundle)
            self.places.add(path)
            for line in body.splitlines():
                with suppress(msgspec.DecodeError, UnicodeDecodeError):
                    found = _checkpoint(line)
                    yield path, found
                    if found.note == self._own:
                        return
            bundle += 1
