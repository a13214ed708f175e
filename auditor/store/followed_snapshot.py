"""Snapshot of the followed facts, which spares a process that starts the facts before.

It is a file of the data folder: the length of a note, the note, and a body. The register's key signed the note, which states the
size and the root of the register, the digest of the body, and the code that followed. The body is the state as a line of JSON and
the leaves of the entries. Whatever is not so is no snapshot: the facts are followed from the first.
"""

from __future__ import annotations

import hashlib
import logging
import os
import secrets
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

import auditor.facts
from auditor.register import register_notes
from auditor.register.register_notes import NoteError, Signer
from auditor.store.private_files import private
from rules.typed import from_json

FILE = "facts.snapshot"

log = logging.getLogger(__name__)


class Followed(Struct, frozen=True):
    """Followed facts. root: of the register at their size; state: tables of what decides, as their snapshot.

    numbers: the greatest of each kind; terms: of rooms, numbers of changes with their entries; rulesets: of rooms;
    leaves: 32 bytes of each entry.
    """

    size: int
    root: bytes
    state: bytes
    numbers: dict[str, int]
    terms: dict[str, list[tuple[int, int]]]
    rulesets: dict[str, list[str]]
    leaves: bytearray


class _Body(Struct, frozen=True):
    state: msgspec.Raw
    numbers: dict[str, int]
    terms: dict[str, list[tuple[int, int]]]
    rulesets: dict[str, list[str]]


_body = from_json(_Body)


class SnapshotFile:
    """Snapshot in a data folder. key: the register's."""

    def __init__(self, folder: Path, key: Signer) -> None:
        self._path = folder / FILE
        self._key = key

    def keep(self, found: Followed) -> None:
        """Keep a snapshot in place of the one before; one that cannot be written is left out."""
        body = (
            msgspec.json.encode(_Body(msgspec.Raw(found.state), found.numbers, found.terms, found.rulesets))
            + b"\n"
        )
        digest = hashlib.sha256(body)
        digest.update(found.leaves)
        text = _text(self._key, found.size, found.root, digest.hexdigest())
        note = bytes(register_notes.sign(text, self._key))
        temporary = self._path.with_name(f"{FILE}-{secrets.token_hex(8)}")
        try:
            with open(temporary, "wb", opener=private) as file:
                for part in (b"%d\n" % len(note), note, body, found.leaves):
                    file.write(part)
            os.replace(temporary, self._path)
        except OSError as error:
            log.warning("the snapshot of facts was not written", extra={"reason": f"{error}"})
            with suppress(OSError):
                temporary.unlink()

    def read(self) -> Followed | None:
        """The snapshot, or None: none is there, or it is not one of this key and this program."""
        try:
            with open(self._path, "rb") as file:
                note = register_notes.parse(file.read(int(file.readline(16))))
                body = file.readline()
                leaves = bytearray(os.fstat(file.fileno()).st_size - file.tell())  # not twice in memory
                file.readinto(leaves)
            register_notes.verified(note, [self._key.verifier])
            _, _, size, root, _ = note.text.splitlines()
            digest = hashlib.sha256(body)
            digest.update(leaves)
            if note.text != _text(self._key, int(size), bytes.fromhex(root), digest.hexdigest()):
                return None
            found = _body(body)
            return Followed(
                int(size),
                bytes.fromhex(root),
                bytes(found.state),
                found.numbers,
                found.terms,
                found.rulesets,
                leaves,
            )
        except (OSError, NoteError, ValueError, msgspec.DecodeError):
            return None


def _text(key: Signer, size: int, root: bytes, body: str) -> str:
    """Text of the note: of another kind than a checkpoint, which begins with the name alone."""
    return f"{key.name} snapshot of facts\n{_code()}\n{size}\n{root.hex()}\n{body}\n"


@cache
def _code() -> str:
    """Digest of the code that follows facts: another one follows them from the first."""
    folder = Path(auditor.facts.__file__).parent
    beside = [Path(__file__), Path(__file__).with_name("followed_facts.py")]
    digest = hashlib.sha256()
    for path in sorted([*folder.rglob("*.py"), *beside]):
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
