"""Signatures of the register within each transaction that enters facts.

A checkpoint states the entries' root; in an earlier store, which this program brings up to date, the last seal too. The tree
continues from the hashes signed last, never from the store's leaves, so foreign entries are in no signature.
"""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from msgspec import Struct
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from auditor.facts.kinds.facts_of_log import LogKeyReplaced
from auditor.facts.recorded_fact import RecordedFact
from auditor.register import register_checkpoints, register_notes
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_notes import NoteError, Signer, Verifier
from auditor.register.register_seals import SealHead, stated_seals
from auditor.register.tree import Frontier
from auditor.store.handover import key_after, keys_of_log
from auditor.store.legacy.signed_seals import begin_on_seals, end_on_seals, last_seal_of
from auditor.store.register_head import RegisterHead, UnusableHead, put_head, read_head
from auditor.store.stored_register import begin_entering, entered_leaves, size, tree_of

_ENDS = """
SELECT (SELECT max(id) FROM checkpoints), (SELECT note FROM checkpoints ORDER BY id DESC LIMIT 1),
    (SELECT coalesce(max(entry) + 1, 0) FROM register)
"""
_ENTERED = "SELECT entry, leaf FROM register WHERE entry >= ? ORDER BY entry"
_TABLES = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('register', 'checkpoints')"
_WHAT_TO_DO = "Look at it with `auditor verify --register`, and restore a backup that matches."
_NOTHING_IS_WRITTEN = f"Nothing is written. {_WHAT_TO_DO}"

log = logging.getLogger(__name__)


class UnsignedEntries(sqlite3.OperationalError):  # whichever SQLite it is
    """A register with unsigned or lost entries, over which nothing is written; in words."""


class _Ends(NamedTuple):
    """Ends of a store at one moment: last checkpoint and its number, number of entries."""

    checkpoint: int | None
    note: str | None
    entries: int


class _Signed(Struct, frozen=True):
    """A signed checkpoint with the hashes that continue its tree. mine: by this key, not an earlier one.

    seals: of an earlier store.
    """

    note: str
    mine: bool
    checkpoint: Checkpoint
    seals: SealHead | None
    frontier: Frontier


class _Begun(Struct):
    """A transaction. frontier: of what it signed; note: its last checkpoint. stated: seals of an earlier store.

    entries: there before it; signed_anew: even without entries.
    """

    frontier: Frontier
    note: str | None
    checkpoint: Checkpoint | None
    stated: SealHead | None
    entries: int
    signed_anew: bool = False


class RegisterSigning:
    """Signer of a data folder's register, for all threads. anew: whatever was signed last, this key goes on with the store.

    trouble: why the store is not the one last signed, in words, or None. Then `register.head` stays, so that the next start finds
    the same. refused: why it does not continue the last signature (rolled back, forked, another key), or None; then nothing is
    written, and nothing of it is to be served.
    """

    def __init__(self, folder: Path, key: Signer, *, anew: bool = False) -> None:
        self.key = key
        self.trouble: str | None = None
        self.refused: str | None = None
        self._folder = folder
        self._head: RegisterHead | None = None
        self._signed: _Signed | None = None  # last verified or signed here
        self._begun: _Begun | None = None  # the one writing transaction
        self._extended: tuple[int, str] | None = None  # the checkpoint that it began with, and its number
        self._there = False  # the tables
        self._without_seals = False  # as each store is once it was brought up to date
        self._next: Signer | None = None  # that signs this transaction, and all after it
        self._pending: RegisterHead | None = None  # signed, and perhaps not yet on the disk
        self._lock = threading.Lock()
        try:
            self._head = None if anew else read_head(folder)
        except UnusableHead as error:
            self._is_in_trouble(str(error))

    # --- a transaction ------------------------------------------------------------------------------------------------

    def begin(self, db: Database) -> None:
        """Read what is signed once a transaction may write. Raises UnsignedEntries."""
        self._begun = self._extended = self._next = None
        begin_entering(db)
        if self.refused is not None:
            self._refuse(self.refused)
        if not self._has_tables(db):
            return
        ends = _ends(db)
        self._extended = (
            None if ends.note is None or ends.checkpoint is None else (ends.checkpoint, ends.note)
        )
        if ends.note is None:
            self._must_be_new()
            self._begun = _Begun(Frontier(), None, None, None, ends.entries)
            return
        signed = self._verified(db, ends.note)
        if ends.entries != signed.checkpoint.size:
            self._refuse(
                f"The register has {ends.entries:,} entries, and its key signed {signed.checkpoint.size:,}: this program did not "
                f"enter the others, or did not remove them. {_NOTHING_IS_WRITTEN}"
            )
        self._begun = _Begun(
            signed.frontier.copy(),
            ends.note,
            signed.checkpoint,
            signed.seals,
            ends.entries,
            signed_anew=not signed.mine,
        )
        if not self._without_seals:
            others = begin_on_seals(db, signed.seals, None if self._head is None else self._head.seals)
            if others is not None:
                self._is_in_trouble(others)

    def sign_with(self, key: Signer) -> None:
        """Have a key sign this transaction, which states its handover, and all after it."""
        self._next = key

    def sign(self, db: Database) -> str | None:
        """Sign a transaction's entries so far; the last checkpoint, None of an empty register."""
        if self._begun is None:
            if not self._has_tables(db):
                return None
            first = min(entered_leaves(db), default=size(db))  # of tables just made by a migration
            self._begun = _Begun(Frontier(), None, None, None, first)
        begun = self._begun
        begun.frontier = frontier = begun.frontier.copy()
        for leaf in self._leaves(db, frontier.size, begun.entries):
            frontier.add(leaf)
        if frontier.size == 0:
            return None
        stated = None if self._without_seals else last_seal_of(db)
        before = begun.checkpoint
        if before is None or begun.signed_anew or (before.size, begun.stated) != (frontier.size, stated):
            key = self._next or self.key
            found = Checkpoint(
                key.name, frontier.size, frontier.root(), () if stated is None else (stated.line,)
            )
            begun.note = bytes(register_checkpoints.signed(found, key)).decode()
            begun.checkpoint, begun.stated, begun.signed_anew = found, stated, False
            db.execute("INSERT INTO checkpoints (size, note) VALUES (?, ?)", [found.size, begun.note])
        return begun.note

    def _leaves(self, db: Database, signed: int, before: int) -> list[bytes]:
        """Leaves that are not signed yet. before: entries that the transaction found; all others are entered by this process.

        Raises UnsignedEntries.
        """
        found = {entry: bytes(leaf) for entry, leaf in db.execute(_ENTERED, [signed]).fetchall()}
        first = max(signed, before)
        entered = {entry: leaf for entry, leaf in entered_leaves(db).items() if entry >= first}
        if {entry: leaf for entry, leaf in found.items() if entry >= first} != entered:
            self._refuse(
                "The register has other entries than this program entered in its transaction: something in the store, such as a "
                f"trigger, adds, alters or removes them. {_NOTHING_IS_WRITTEN} `auditor doctor` names what is foreign."
            )
        return [*found.values()]

    def end(self, db: Database, *, committed: bool) -> None:
        """End a transaction; a committed one is the next one's beginning."""
        begun, self._begun = self._begun, None
        to, self._next = self._next, None
        end_on_seals(db)
        if not committed or begun is None or begun.note is None or begun.checkpoint is None:
            return
        if to is not None:
            self.key = to
        self._without_seals = begun.stated is None
        if self._signed is None or self._signed.note != begun.note:
            self._signed = _Signed(begun.note, True, begun.checkpoint, begun.stated, begun.frontier)
            self._pending = RegisterHead(self.key.verifier, begun.note, begun.checkpoint, begun.stated)

    def on_disk(self) -> None:
        """Keep the last signature beside the key, and log it, once on the disk."""
        with self._lock:
            head, self._pending = self._pending, None
            if head is None or self.trouble is not None:
                return
            try:
                put_head(self._folder, head, self._head)
            except OSError as error:  # the signature is on record anyway
                self._pending = head
                log.warning("register.head was not written", extra={"reason": f"{error}"})
                return
            self._head = head
        log.info(
            "register signed",
            extra={"size": head.checkpoint.size, "root": head.checkpoint.root.hex(), "register_key": head.key.key_id.hex()},
        )  # fmt: skip

    def extended(self) -> tuple[int, str] | None:
        """Number and note of the checkpoint that the transaction began with, or None."""
        return self._extended

    # --- readers ------------------------------------------------------------------------------------------------------

    def has_signed(self, db: Database, note: str) -> bool:
        """Whether a checkpoint is signed with the key, also one that it was handed over to, or with that of the signature kept
        beside it, up to its handover.
        """
        known = self._signed
        if known is not None and known.note == note:
            return True  # it was verified, or signed here
        if _is_signed_by(note, self.key.verifier) or self._takes_key_after(db, note):
            return True
        head = self._head
        return head is not None and _is_signed_by(note, head.key) and _was_key(db, head.key, note)

    def _takes_key_after(self, db: Database, note: str) -> bool:
        """Whether another process handed the register over to the key that signed a checkpoint, which is this one's then."""
        found = key_after(self._folder, db, self.key.verifier)
        if found is None or not _is_signed_by(note, found.verifier):
            return False
        log.info("the register's key was handed over", extra={"register_key": found.verifier.key_id.hex()})
        self.key = found
        return True

    # --- a start ------------------------------------------------------------------------------------------------------

    def compare(self, db: Database) -> None:
        """Compare an opened store with the signature kept beside the key."""
        head = self._head
        if head is None or self.trouble is not None or not self._has_tables(db):
            return
        self.refused = _not_continued(db, head, self.key)
        if self.refused is not None:
            self._is_in_trouble(self.refused)

    def replaced(self, db: Database, at: str) -> LogKeyReplaced | None:
        """Fact of this key where another one signed last, without a handover, and nothing is kept of that; else None. at: now."""
        note = _ends(db).note if self._has_tables(db) else None
        if note is None or self._head is not None or self.has_signed(db, note):
            return None
        try:
            read = register_notes.parse(note.encode())
            last = register_checkpoints.read(read.text)
        except NoteError:
            return None  # nothing is written on it
        before = " ".join(f"{each.name}+{each.key_id.hex()}" for each in read.signatures)
        log.warning("the register's key was replaced without a handover", extra={"register_key": before})
        return LogKeyReplaced(
            before=before, after=f"{self.key.verifier}", size=last.size, root=last.root.hex(), at=at
        )

    def is_to_sign(self, db: Database) -> bool:
        """Whether something is unsigned, or signed by another key."""
        ends = _ends(db)
        return ends.entries > 0 and (ends.note is None or not _is_signed_by(ends.note, self.key.verifier))

    def _is_in_trouble(self, words: str) -> None:
        if self.trouble != words:
            self.trouble = words
            log.warning("the register is not as it was signed", extra={"reason": words})

    def _refuse(self, words: str) -> NoReturn:
        self._is_in_trouble(words)
        raise UnsignedEntries(words)

    # --- what was signed ----------------------------------------------------------------------------------------------

    def _has_tables(self, db: Database) -> bool:
        self._there = self._there or db.execute(_TABLES).fetchone()[0] == 2
        return self._there

    def _must_be_new(self) -> None:
        """Raise UnsignedEntries where a signed register lost its checkpoints."""
        if self._head is not None:
            self._refuse(
                f"The register has no checkpoint, and {self._head.words} was signed: this is another store, or a part of it was "
                f"removed. {_NOTHING_IS_WRITTEN} For a new store in this folder, remove register.head."
            )

    def _verified(self, db: Database, note: str) -> _Signed:
        """A checkpoint by the key with its tree. Raises UnsignedEntries."""
        known = self._signed
        if known is not None and known.note == note:
            return known
        mine = _is_signed_by(note, self.key.verifier) or self._takes_key_after(db, note)
        if not mine and keys_of_log(db, self.key.verifier).last != self.key.verifier:
            self._refuse(
                f"The register was handed over to another key than {self.key.verifier.key_id.hex()}, which is not in this data "
                f"folder. {_NOTHING_IS_WRITTEN} The folder in which it was handed over has register.key."
            )
        if not mine and self._head is not None and not self.has_signed(db, note):
            self._refuse(
                f"The last checkpoint of the register is not signed with its key ({self.key.name}). {_NOTHING_IS_WRITTEN}"
            )
        try:
            checkpoint = register_checkpoints.read(register_notes.parse(note.encode()).text)
            seals = stated_seals(checkpoint)
        except NoteError as error:
            self._refuse(f"The last checkpoint of the register is none: {error} {_NOTHING_IS_WRITTEN}")
        if known is not None and checkpoint.size < known.checkpoint.size:
            self._refuse(
                f"Rolled back: the register has {checkpoint.size:,} entries, and {known.checkpoint.size:,} were signed since the "
                f"service started. {_NOTHING_IS_WRITTEN}"
            )
        found = _carried_on(db, known, checkpoint)
        if found.root() != checkpoint.root:
            self._refuse(
                f"The entries of the register are not those that were signed (size {checkpoint.size:,}). {_NOTHING_IS_WRITTEN}"
            )
        self._signed = _Signed(note, mine, checkpoint, seals, found)
        return self._signed


def is_stated(db: Database, first: RecordedFact) -> bool:
    """Whether another process that started at the same moment stated that the key was replaced, within a transaction."""
    if not isinstance(first, LogKeyReplaced):
        return False
    (count,) = db.execute(
        "SELECT count(*) FROM register WHERE kind = ? AND entry >= ?", [first.kind, first.size]
    ).fetchone()
    return int(count) > 0


def _not_continued(db: Database, head: RegisterHead, key: Signer) -> str | None:
    """Reason why a store does not continue a signature, in words, or None."""
    wanted = head.checkpoint
    if keys_of_log(db, head.key).last != key.verifier:
        return (
            f"Another key: the register was signed with {head.key.name} ({head.key.key_id.hex()}) until now, and the key in the "
            f"data folder is {key.name} ({key.verifier.key_id.hex()}). Put register.key back; if it was replaced on purpose, "
            "remove register.head, give the new public key to those who verify the register, and start again."
        )
    entries = _ends(db).entries
    if entries < wanted.size:
        return (
            f"Rolled back: the store has {entries:,} entries in its register, and {wanted.size:,} were signed. An older copy was "
            "put in its place. Put the last one back; if it is lost, `auditor restore --accept-loss` begins a new register with "
            "a backup, and says in it what is lost."
        )
    if tree_of(db, wanted.size).root() != wanted.root:
        return (
            f"Forked: the store has {entries:,} entries in its register, and the first {wanted.size:,} are not those that were "
            "signed. It is another store, or an older copy that something else continued. Put the right one back; if it is lost, "
            "`auditor restore --accept-loss` begins a new register with a backup."
        )
    return None


def _carried_on(db: Database, known: _Signed | None, checkpoint: Checkpoint) -> Frontier:
    """Frontier of a checkpoint's tree, from the known one or from tiles."""
    if known is None or known.checkpoint.size > checkpoint.size:
        return Frontier.of(checkpoint.size, tree_of(db, checkpoint.size).subtree)
    found = known.frontier.copy()
    sql = "SELECT leaf FROM register WHERE entry >= ? AND entry < ? ORDER BY entry"
    for (leaf,) in db.execute(sql, [found.size, checkpoint.size]):
        found.add(bytes(leaf))
    return found


def _ends(db: Database) -> _Ends:
    row: tuple[Any, ...] = db.execute(_ENDS).fetchone()
    return _Ends(*row)


def _was_key(db: Database, key: Verifier, note: str) -> bool:
    """Whether a key signs checkpoints of a note's size: not those after it handed over."""
    try:
        size = register_checkpoints.read(register_notes.parse(note.encode()).text).size
    except NoteError:
        return False
    return keys_of_log(db, key).at(size) == key


def _is_signed_by(note: str, key: Verifier) -> bool:
    try:
        register_checkpoints.seen(note.encode(), key)
    except NoteError:
        return False
    return True
