"""Handovers of a log's key: a checkpoint that names the key before and the one after, and that both signed.

The key after signs the checkpoints of more entries than the handover has, and no others; the key before those up to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from msgspec import Struct

from auditor.register import register_checkpoints, register_notes
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_notes import ED25519, NoteError, Signer, Verifier

_LINE = "handover"  # first word of the line that names both keys


class KeyHandover(Struct, frozen=True):
    """A handover that both keys signed. size, root: of the log, whose next entry states it; note: as it was signed."""

    before: Verifier
    after: Verifier
    size: int
    root: bytes
    note: str


def handed_over(log: Checkpoint, before: Signer, after: Signer) -> KeyHandover:
    """KeyHandover of a log, as of a checkpoint. Raises NoteError."""
    line = f"{_LINE} {before.verifier} {after.verifier}"
    text = Checkpoint(log.origin, log.size, log.root, (line,)).text
    return read_handover(bytes(register_notes.sign(text, before, after)).decode())


def read_handover(note: str) -> KeyHandover:
    """KeyHandover of a note. Raises NoteError where it is none, or not signed by both keys that it names."""
    read = register_notes.parse(note.encode())
    found = register_checkpoints.read(read.text)
    words = found.further[0].split(" ") if len(found.further) == 1 else []
    if len(words) != 3 or words[0] != _LINE:
        raise NoteError("This is no handover: it has no line that names the key before and the key after.")
    before, after = (register_notes.verifier(each) for each in words[1:])
    if (
        before == after
        or {before.name, after.name} != {found.origin}
        or {before.kind, after.kind} != {ED25519}
    ):
        raise NoteError("A handover is between two keys of the log whose checkpoint it is.")
    signed = register_notes.verified(read, [before, after])
    missing = next((each for each in (before, after) if each not in signed), None)
    if missing is not None:
        raise NoteError(f"The key {missing.key_id.hex()} did not sign this handover: both keys sign it.")
    return KeyHandover(before, after, found.size, found.root, note)


def stated_handovers(notes: Iterable[object]) -> list[KeyHandover]:
    """Handovers of notes that a service states; those that are none, or not signed by both keys, lead nowhere."""
    found = []
    for note in notes:
        with suppress(NoteError):
            found.append(read_handover(f"{note}"))
    return found


class LogKeys(Struct, frozen=True):
    """Keys of a log in their order, by a trusted one and handovers. handovers: one fewer than keys, each to the next one."""

    keys: tuple[Verifier, ...]
    handovers: tuple[KeyHandover, ...] = ()

    @classmethod
    def of(cls, trusted: Verifier, handovers: Iterable[KeyHandover]) -> LogKeys:
        """Keys that a trusted one leads to, forwards and backwards; handovers that do not follow one another lead nowhere."""
        ordered = sorted(handovers, key=lambda each: each.size)
        later = _chain(trusted, ordered)
        first = later[0].size if later else None
        earlier = _chain_back(trusted, [each for each in ordered if first is None or each.size < first])
        chain = [*earlier, *later]
        keys = [each.before for each in chain] + [chain[-1].after] if chain else [trusted]
        return cls(tuple(keys), tuple(chain))

    @property
    def last(self) -> Verifier:
        """The key that signs now."""
        return self.keys[-1]

    def at(self, size: int) -> Verifier:
        """The key that signs a checkpoint of a size."""
        place = sum(each.size < size for each in self.handovers)
        return self.keys[place]

    def seen(self, note: bytes) -> Checkpoint:
        """A checkpoint that the key of its size signed. Raises NoteError."""
        size = register_checkpoints.read(register_notes.parse(note).text).size
        return register_checkpoints.seen(note, self.at(size)).checkpoint


def _chain(trusted: Verifier, ordered: Sequence[KeyHandover]) -> list[KeyHandover]:
    found: list[KeyHandover] = []
    key, size = trusted, -1
    for each in ordered:
        if each.before == key and each.size > size:
            found.append(each)
            key, size = each.after, each.size
    return found


def _chain_back(trusted: Verifier, ordered: Sequence[KeyHandover]) -> list[KeyHandover]:
    found: list[KeyHandover] = []
    key = trusted
    for each in reversed(ordered):
        if each.after == key and (not found or each.size < found[0].size):
            found.insert(0, each)
            key = each.before
    return found
