"""Checkpoints compared with the register: those that the store keeps, and those that left it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from sqlite_utils import Database

from auditor.doctor.fault import Fault
from auditor.doctor.tables import has
from auditor.register import checkpoints, notes
from auditor.register.checkpoints import Checkpoint
from auditor.register.notes import NoteError, Verifier
from auditor.register.tree import Frontier
from auditor.store.register import is_signed_by
from auditor.store.register_key import UnusableKey, load

_TABLE = "checkpoints"


def key_beside(store: Path) -> Verifier | None:
    """The public key of the register of a store, from the key file beside it; None where there is none to be read."""
    try:
        found = load(store.parent)
    except UnusableKey:
        return None
    return None if found is None else found.verifier


def kept(db: Database, leaves: Sequence[bytes], key: Verifier | None) -> Iterator[Fault]:
    """Checkpoints of the store that the entries do not have, and a last one that is not the whole register's.

    key: who has to have signed the last one; None: not known.
    """
    if not has(db, "checkpoints"):
        return
    rows = db.execute("SELECT id, size, note FROM checkpoints ORDER BY id").fetchall()
    read: list[tuple[str, Checkpoint]] = []
    for number, size, note in rows:
        try:
            found = checkpoints.read(notes.parse(note.encode()).text)
        except NoteError as error:
            yield Fault(_TABLE, f"{number}", "a checkpoint", str(error))
            continue
        if found.size != size:
            yield Fault(_TABLE, f"{number}", f"a checkpoint of size {size}", f"one of size {found.size}")
        read.append((f"{number}", found))
    yield from compared(read, leaves)
    covered = rows[-1][1] if rows else 0
    if covered != len(leaves):
        yield Fault(
            _TABLE, "", f"a last checkpoint of all {len(leaves)} entries", f"one of {covered}" if rows else "none"
        )  # fmt: skip
    elif rows and key is not None and not is_signed_by(rows[-1][2], key):
        yield Fault(_TABLE, f"{rows[-1][0]}", f"the signature of {key}", "none that is right")


def cosigned(db: Database) -> Iterator[Fault]:
    """Signatures of witnesses that are not of their checkpoint."""
    if not has(db, "cosignatures"):
        return
    rows = db.execute(
        "SELECT s.checkpoint, s.witness, s.line, c.note FROM cosignatures AS s JOIN checkpoints AS c ON c.id = s.checkpoint "
        "ORDER BY s.checkpoint, s.witness"
    )
    for number, witness, line, note in rows:
        try:
            notes.verified(notes.parse((note + line).encode()), [notes.verifier(witness)])
        except NoteError as error:
            yield Fault("cosignatures", f"{number} {witness}", "a signature of this checkpoint", str(error))


def compared(named: Sequence[tuple[str, Checkpoint]], leaves: Sequence[bytes]) -> Iterator[Fault]:
    """Checkpoints, each with what it is called, whose root is not that of so many leaves."""
    wanted: dict[int, list[tuple[str, Checkpoint]]] = {}
    for each in named:
        wanted.setdefault(each[1].size, []).append(each)
    tree = Frontier()
    for size in range(len(leaves) + 1):
        if size:
            tree.add(leaves[size - 1])
        for name, checkpoint in wanted.pop(size, ()):
            if checkpoint.root != tree.root():
                expected = f"root {checkpoint.root.hex()} at size {size}"
                yield Fault(_TABLE, name, expected, f"root {tree.root().hex()}")
    for size, others in sorted(wanted.items()):
        for name, _ in others:
            yield Fault(_TABLE, name, f"{size} entries", f"{len(leaves)}")
