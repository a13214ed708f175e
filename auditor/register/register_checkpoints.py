"""Checkpoints (C2SP tlog-checkpoint): size and root of a log, signed by it and by witnesses."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Collection

from msgspec import Struct

from auditor.register.register_notes import (
    COSIGNATURE,
    ED25519,
    NoteError,
    SignedNote,
    Signer,
    Verifier,
    parse,
    sign,
    verified,
)
from auditor.register.tree import HASH_BYTES

_SIZE = re.compile("0|[1-9][0-9]{0,18}", re.ASCII)


class Checkpoint(Struct, frozen=True):
    """Root of a log at a size. origin: log's name; further: others' lines."""

    origin: str
    size: int
    root: bytes
    further: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The text that is signed."""
        return "\n".join(
            [self.origin, f"{self.size}", base64.b64encode(self.root).decode(), *self.further, ""]
        )


class SeenCheckpoint(Struct, frozen=True):
    """A verified checkpoint. witnesses: known ones as (name, seconds since 1970)."""

    checkpoint: Checkpoint
    note: SignedNote
    witnesses: tuple[tuple[str, int], ...]


def signed(checkpoint: Checkpoint, log: Signer) -> SignedNote:
    """A checkpoint signed by its log. Raises NoteError."""
    read(checkpoint.text)
    return sign(checkpoint.text, log)


def read(text: str) -> Checkpoint:
    """Checkpoint in a note's text. Raises NoteError."""
    lines = text.split("\n")
    if len(lines) < 4 or lines[-1] or not all(lines[:-1]):
        raise NoteError(
            "A checkpoint is three lines, none of them empty: the log's name, its size, its root."
        )
    origin, size, root, *further = lines[:-1]
    if not _SIZE.fullmatch(size):
        raise NoteError(
            f"The size of a checkpoint is a number without a sign or leading zeros; found {size!r}."
        )
    try:
        found = base64.b64decode(root, validate=True)
    except (binascii.Error, ValueError):
        found = b""
    if len(found) != HASH_BYTES or base64.b64encode(found).decode() != root:
        raise NoteError(f"The root of a checkpoint is {HASH_BYTES} bytes in base64; found {root!r}.")
    return Checkpoint(origin, int(size), found, tuple(further))


def seen(body: bytes, log: Verifier, witnesses: Collection[Verifier] = (), quorum: int = 0) -> SeenCheckpoint:
    """Verify a checkpoint's log signature and a quorum of known witnesses, without any that has the
    log's key. Raises NoteError.
    """
    note = parse(body)
    if log.kind != ED25519 or any(each.kind != COSIGNATURE for each in witnesses):
        raise NoteError("The key of a log has type 1, and that of a witness type 4.")
    others = [each for each in witnesses if each.public != log.public]
    keys = verified(note, [log, *others])
    if log not in keys:
        raise NoteError(f"{log.name} did not sign this checkpoint.")
    checkpoint = read(note.text)
    if checkpoint.origin != log.name:
        raise NoteError(f"This is a checkpoint of {checkpoint.origin}; the key is that of {log.name}.")
    by = {key.public: (key.name, signature.time) for key, signature in keys.items() if key != log}
    if len(by) < quorum:
        raise NoteError(
            f"{quorum} witnesses have to sign a checkpoint; {len(by)} of those that are known did."
        )
    return SeenCheckpoint(checkpoint, note, tuple(by.values()))
