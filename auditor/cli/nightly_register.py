"""The service's register against the last checkpoint that `auditor nightly` saw."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import msgspec

from auditor.cli.client import ErrorAnswer
from auditor.cli.log_of_service import tile_of
from auditor.cli.nightly_state import RegisterSeen
from auditor.register import register_checkpoints, register_notes
from auditor.register.following import must_follow, must_have_handed_over
from auditor.register.key_handovers import LogKeys, stated_handovers
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_notes import NoteError, Verifier
from auditor.register.tiles import TileError, hashes_of
from auditor.register.tree import ProofError

if TYPE_CHECKING:
    from auditor.cli.client import Client


class RegisterReport(msgspec.Struct, frozen=True):
    """The register of a night; all None without entries.

    checkpoint: now; before: of the last run. trouble: why it does not follow, or None.
    """

    size: int | None = None
    key: str | None = None
    checkpoint: str | None = None
    before: str | None = None
    trouble: str | None = None

    def seen(self, before: RegisterSeen | None) -> RegisterSeen | None:
        """The register for the next run's comparison, unless in doubt."""
        if self.trouble is None and self.key is not None and self.checkpoint is not None:
            return RegisterSeen(self.key, self.checkpoint)
        return before


def known_key(text: str | None) -> str | None:
    """Stated key of the register. Raises click.UsageError."""
    if text is not None:
        try:
            register_notes.verifier(text)
        except NoteError as error:
            raise click.UsageError(f"--register-key: {error}") from error
    return text


def compared(client: Client, before: RegisterSeen | None, key: str | None) -> RegisterReport:
    """The register against the last seen checkpoint.

    key: required signer; None: the last one's, or the service's at first.
    """
    earlier = None if before is None else before.checkpoint
    try:
        stated = client.get("/v1/register")
    except ErrorAnswer as answered:
        if answered.status != 404:
            raise
        stated = {"key": None, "checkpoint": None}
    note = stated["checkpoint"]
    if note is None:
        gone = earlier and "The service has no entry in its register any more."
        return RegisterReport(before=earlier, trouble=gone or None)
    wanted = key or (before.key if before else None) or stated["key"]
    try:
        keys = LogKeys.of(register_notes.verifier(wanted), stated_handovers(stated.get("handovers", [])))
        now = keys.seen(note.encode())
        must_have_handed_over(now, keys, lambda tile: hashes_of(tile_of(client, tile)))
        if earlier is not None:
            _must_follow(client, now, earlier, keys.last)
    except (NoteError, ProofError, TileError, ErrorAnswer) as error:
        return RegisterReport(None, wanted, note, earlier, str(error))
    return RegisterReport(now.size, str(keys.last), note, earlier)


def _must_follow(client: Client, now: Checkpoint, earlier: str, signer: Verifier) -> None:
    """Raises NoteError, ProofError, TileError, and Answered for a refused tile."""
    seen = register_checkpoints.read(register_notes.parse(earlier.encode()).text)
    if seen.origin != signer.name:
        raise NoteError(f"It is the register {signer.name}; that of the last run was {seen.origin}.")
    must_follow(now, seen, lambda tile: hashes_of(tile_of(client, tile)))
