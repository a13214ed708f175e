"""Last signature of the register, kept beside its key, which exposes a restored store or another key.

The file has the public key, then the checkpoint: size and root.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from auditor.register import register_checkpoints, register_notes
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_notes import NoteError, Verifier
from auditor.register.register_seals import SealHead, stated_seals
from auditor.store.private_files import private

FILE = "register.head"


class UnusableHead(RuntimeError):
    """An unreadable or invalid head, in words for the operator."""


class RegisterHead(Struct, frozen=True):
    """The last signature. key: that signed it."""

    key: Verifier
    note: str
    checkpoint: Checkpoint
    seals: SealHead | None

    @classmethod
    def of(cls, key: Verifier, note: str) -> RegisterHead:
        """Head of a signed checkpoint. Raises NoteError."""
        found = register_checkpoints.seen(note.encode(), key).checkpoint
        return cls(key, note, found, stated_seals(found))

    @property
    def text(self) -> str:
        """Text of the file."""
        return f"{self.key}\n{self.note}"

    @property
    def words(self) -> str:
        """Signed things in words, for people."""
        return f"size {self.checkpoint.size:,}, root {self.checkpoint.root.hex()[:16]}"

    def is_before(self, other: RegisterHead) -> bool:
        """Whether the other one covers more."""
        mine, theirs = (
            (each.checkpoint.size, each.seals.number if each.seals else 0) for each in (self, other)
        )
        return mine < theirs


def read_head(folder: Path) -> RegisterHead | None:
    """Head of a data folder, or None. Raises UnusableHead."""
    path = folder / FILE
    try:
        key, _, note = path.read_text("utf-8").partition("\n")
        return RegisterHead.of(register_notes.verifier(key), note)
    except FileNotFoundError:
        return None
    except (OSError, NoteError, UnicodeDecodeError) as error:
        raise UnusableHead(
            f"{path} is not the last signature of a register ({error}). Nobody can say by it whether an older store was put "
            "back. Put the file back from a backup of the folder; if there is none, verify the store with `auditor verify "
            "--register`, and remove the file: the next start makes it anew."
        ) from error


def put_head(folder: Path, head: RegisterHead, known: RegisterHead | None = None) -> None:
    """Keep a head that covers more, atomically. known: one that is verified already. Raises OSError."""
    with suppress(UnusableHead):
        before = known if known is not None and _has_text(folder, known.text) else read_head(folder)
        if before is not None and before.key == head.key and head.is_before(before):
            return  # another process has signed since
    replace_head(folder, head)


def _has_text(folder: Path, text: str) -> bool:
    try:
        return (folder / FILE).read_bytes() == text.encode()
    except FileNotFoundError:
        return False


def replace_head(folder: Path, head: RegisterHead) -> None:
    """Keep a head in place of any, atomically. Raises OSError."""
    path = folder / FILE
    beside = path.with_name(f".{FILE}.{secrets.token_hex(8)}")
    try:
        with open(beside, "w", opener=private, encoding="utf-8") as file:
            file.write(head.text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
