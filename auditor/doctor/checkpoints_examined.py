"""Checkpoints against the register: kept ones, and those that left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from sqlite_utils import Database

from auditor.doctor.fault import StoreFault
from auditor.doctor.guarded import guarded
from auditor.doctor.tables_examined import has
from auditor.register import register_checkpoints, register_notes
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_notes import NoteError, Signature, SignedNote, Signer, Verifier
from auditor.register.tree import Frontier
from auditor.store.handover import keys_of_log
from auditor.store.register_head import RegisterHead, UnusableHead, read_head
from auditor.store.register_key import UnusableKey, load
from auditor.store.stored_register import is_signed_by

_TABLE, _HEAD = "checkpoints", "register.head"


def key_beside(store: Path) -> Verifier | None:
    """Public key of a store's register from the file beside it, or None."""
    try:
        found = load(store.parent)
    except UnusableKey:
        return None
    return None if found is None else found.verifier


def kept(db: Database, leaves: Sequence[bytes], key: Verifier | None) -> Iterator[StoreFault]:
    """Checkpoints that contradict the entries, damaged signatures, and a last one short of the register.

    key: signer of the last, None unknown; earlier signers are unknown.
    """
    if not has(db, "checkpoints"):
        return
    rows = db.execute("SELECT id, size, note FROM checkpoints ORDER BY id").fetchall()
    read: list[tuple[str, Checkpoint]] = []
    for number, size, note in rows:
        yield from guarded(_TABLE, f"{number}", _read(number, size, note, key, read))
    yield from compared(read, leaves)
    covered = rows[-1][1] if rows else 0
    if covered != len(leaves):
        yield StoreFault(
            _TABLE, "", f"a last checkpoint of all {len(leaves)} entries", f"one of {covered}" if rows else "none"
        )  # fmt: skip
    elif rows and key is not None:
        wanted = keys_of_log(db, key).at(covered)
        if not is_signed_by(rows[-1][2], wanted):
            yield StoreFault(_TABLE, f"{rows[-1][0]}", f"the signature of {wanted}", "none that is right")


def _read(
    number: int, size: int, text: str, key: Verifier | None, read: list[tuple[str, Checkpoint]]
) -> Iterator[StoreFault]:
    """Faults of a checkpoint itself, which is added to ``read``."""
    try:
        note = register_notes.parse(text.encode())
        found = register_checkpoints.read(note.text)
    except NoteError as error:
        yield StoreFault(_TABLE, f"{number}", "a checkpoint", str(error))
        return
    if found.size != size:
        yield StoreFault(_TABLE, f"{number}", f"a checkpoint of size {size}", f"one of size {found.size}")
    read.append((f"{number}", found))
    if key is not None and any(is_damaged(note, each, key) for each in note.signatures):
        yield StoreFault(
            _TABLE, f"{number}", f"the signature of {key}", "one that is damaged, or of another text"
        )


def is_damaged(note: SignedNote, signature: Signature, key: Verifier) -> bool:
    """Whether a signature names the key without being its own, or the reverse."""
    names_it = (signature.name, signature.key_id) == (key.name, key.key_id)
    return names_it != key.verifies(note.text, signature.signature)


class HeadBeside(Struct, frozen=True):
    """Last signature beside a store, with the key. unusable: why unreadable."""

    head: RegisterHead | None
    key: Signer | None
    unusable: str | None

    @classmethod
    def of(cls, store: Path) -> HeadBeside:
        """Files beside the file of a store."""
        try:
            head = read_head(store.parent)
        except UnusableHead as error:
            return cls(None, None, str(error))
        try:
            return cls(head, load(store.parent), None)
        except UnusableKey as error:
            return cls(head, None, str(error))


def of_head(db: Database, beside: HeadBeside, leaves: Sequence[bytes]) -> Iterator[StoreFault]:
    """Faults where the signature beside the key has more than the store.

    beside: read first, as the store may grow.
    """
    head, key = beside.head, beside.key
    if beside.unusable is not None:
        yield StoreFault(_HEAD, "", "the last signature of the register", beside.unusable)
        return
    if head is None:
        return
    if key is None or keys_of_log(db, head.key).last != key.verifier:
        yield StoreFault(
            _HEAD, "", f"the key {head.key}, which signed last", f"{key.verifier}" if key else "none"
        )
    yield from compared([(f"of {_HEAD}", head.checkpoint)], leaves)


def cosigned(db: Database) -> Iterator[StoreFault]:
    """Witness signatures that are not of their checkpoint."""
    if not has(db, "cosignatures"):
        return
    rows = db.execute(
        "SELECT s.checkpoint, s.witness, s.line, c.note FROM cosignatures AS s JOIN checkpoints AS c ON c.id = s.checkpoint "
        "ORDER BY s.checkpoint, s.witness"
    )
    for number, witness, line, note in rows:
        try:
            register_notes.verified(
                register_notes.parse((note + line).encode()), [register_notes.verifier(witness)]
            )
        except NoteError as error:
            yield StoreFault(
                "cosignatures", f"{number} {witness}", "a signature of this checkpoint", str(error)
            )


def compared(named: Sequence[tuple[str, Checkpoint]], leaves: Sequence[bytes]) -> Iterator[StoreFault]:
    """Named checkpoints whose root is not the leaves'."""
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
                yield StoreFault(_TABLE, name, expected, f"root {tree.root().hex()}")
    for size, others in sorted(wanted.items()):
        for name, _ in others:
            yield StoreFault(_TABLE, name, f"{size} entries", f"{len(leaves)}")
