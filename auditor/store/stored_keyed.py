"""Drafts of keyed sessions and their hands, in the caller's rooms.

No record before it is submitted. A draft has a code (`sign_in_key`) of all that was keyed: one without its right code was
altered by somebody else, or was kept under another key, and is so until it is submitted or discarded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct, structs
from msgspec.structs import replace
from sqlite_utils import Database

from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.sign_in_key import SignInKey

_DRAFT = "id, room, head, made_at, changed_at, key, version"
_HAND = "draft, hand, content, changed_at, key, version, page, step, due_shown, altered"


class DraftRow(Struct, frozen=True):
    """A draft. head: JSON; key: of the last change; hands: number."""

    id: int
    room: str
    head: str
    made_at: str
    changed_at: str
    key: str | None
    version: int
    hands: int


class HandRow(Struct, frozen=True):
    """A hand of a draft. content: JSON; page, step: last saving page, and its count of saves.

    due_shown: what was due was seen; altered: a net changed afterwards.
    """

    draft: int
    hand: int
    content: str
    changed_at: str
    key: str | None
    version: int
    page: str
    step: int
    due_shown: bool
    altered: bool


class KeptDraft(Struct, frozen=True):
    """A draft as the store has it, at one moment.

    hands: by number. removed: contents (JSON) of hands removed after their dues were shown. is_as_kept: all is as this service
    kept it.
    """

    draft: DraftRow
    hands: tuple[HandRow, ...]
    removed: tuple[str, ...]
    is_as_kept: bool

    def hand(self, number: int) -> HandRow | None:
        """A hand by its number."""
        return next((each for each in self.hands if each.hand == number), None)

    def having(self, hand: HandRow) -> KeptDraft:
        """The draft with a hand, in place of an earlier one of its number."""
        others = [each for each in self.hands if each.hand != hand.hand]
        return replace(self, hands=tuple(sorted([*others, hand], key=lambda each: each.hand)))


class NewHand(Struct, frozen=True):
    """A hand to save. seen: version that was changed, 0 for none."""

    hand: int
    content: str
    seen: int
    page: str
    step: int


class KeyedDrafts:
    """Drafts by their ids."""

    def __init__(self, connections: Connections, key: SignInKey, caller: Caller = ITSELF) -> None:
        self._connections = connections
        self._key = key
        self._caller = caller

    def of_room(self, room: str) -> list[DraftRow]:
        """Drafts of a room, last changed first."""
        seen, rooms = self._caller.where("room")
        rows = self._connections.db.execute(
            f"SELECT {_DRAFT}, {_COUNT} FROM keyed_drafts WHERE room = ? AND {seen} ORDER BY changed_at DESC, id DESC",
            [room, *rooms],
        )
        return [DraftRow(*row) for row in rows]

    def latest(self, most: int) -> list[DraftRow]:
        """Drafts of the caller's rooms, last changed first, at most so many."""
        seen, rooms = self._caller.where("room")
        rows = self._connections.db.execute(
            f"SELECT {_DRAFT}, {_COUNT} FROM keyed_drafts WHERE {seen} ORDER BY changed_at DESC, id DESC LIMIT ?",
            [*rooms, most],
        )
        return [DraftRow(*row) for row in rows]

    def get(self, room: str, draft: int) -> KeptDraft | None:
        """A draft of a room with its hands, at one moment. Raises UnusableSignInKey."""
        with self._connections.reading() as db:
            return self._get(db, room, draft)

    def _get(self, db: Database, room: str, draft: int) -> KeptDraft | None:
        seen, rooms = self._caller.where("room")
        row = db.execute(
            f"SELECT {_DRAFT}, {_COUNT}, code FROM keyed_drafts WHERE id = ? AND room = ? AND {seen}",
            [draft, room, *rooms],
        ).fetchone()
        if row is None:
            return None
        hands = db.execute(f"SELECT {_HAND} FROM keyed_hands WHERE draft = ? ORDER BY hand", [draft])
        removed = db.execute("SELECT content FROM keyed_removed WHERE draft = ?", [draft])
        found = KeptDraft(
            DraftRow(*row[:-1]), tuple(map(_row, hands.fetchall())), tuple(each for (each,) in removed.fetchall()), True
        )  # fmt: skip
        return replace(found, is_as_kept=self._key.is_right(_values(found), row[-1]))

    def add(self, room: str, head: str, at: str, most: int) -> int | None:
        """Keep a new draft, and return its id; None at the room's limit. Raises UnusableSignInKey."""
        with self._connections.writing() as db:
            (there,) = db.execute("SELECT count(*) FROM keyed_drafts WHERE room = ?", [room]).fetchone()
            if there >= most:
                return None
            key = self._caller.key
            (number,) = db.execute(
                "INSERT INTO keyed_drafts (room, head, made_at, changed_at, key, version) VALUES (?, ?, ?, ?, ?, 1) RETURNING id",
                [room, head, at, at, key],
            ).fetchone()
            self._put_code(db, KeptDraft(DraftRow(number, room, head, at, at, key, 1, 0), (), (), True))
            return int(number)

    def change(self, room: str, draft: int, head: str, seen: int, at: str) -> bool:
        """Keep another head of a draft unchanged since ``seen``; False otherwise."""
        with self._connections.writing() as db:
            found = self._get(db, room, draft)
            if found is None or found.draft.version != seen:
                return False
            self._put_draft(db, replace(found, draft=replace(self._changed(found, at), head=head)))
            return True

    def save(
        self, room: str, draft: int, new: NewHand, may_follow: Callable[[HandRow | None], bool], at: str, most: int
    ) -> HandRow | None:  # fmt: skip
        """Keep a hand where it may follow the present one; the hand then, or None without a draft or at its limit."""
        with self._connections.writing() as db:
            found = self._get(db, room, draft)
            before = found.hand(new.hand) if found is not None else None
            if found is None or (before is None and len(found.hands) >= most):
                return None
            if not may_follow(before):
                return before
            altered = before is not None and (
                before.altered or (before.due_shown and _nets(before.content) != _nets(new.content))
            )
            changed = self._changed(found, at)
            due_shown = before is not None and before.due_shown
            kept = HandRow(
                draft, new.hand, new.content, at, changed.key, changed.version, new.page, new.step, due_shown, altered
            )  # fmt: skip
            _put_hand(db, kept)
            self._put_draft(db, replace(found.having(kept), draft=changed))
            return kept

    def note_due_shown(self, room: str, draft: int, hand: int) -> None:
        """Note that a hand's dues were shown."""
        with self._connections.writing() as db:
            found = self._get(db, room, draft)
            shown = found.hand(hand) if found is not None else None
            if found is not None and shown is not None:
                shown = replace(shown, due_shown=True)
                _put_hand(db, shown)
                self._put_draft(db, found.having(shown))

    def remove_hand(self, room: str, draft: int, hand: int, seen: int, at: str) -> bool:
        """Remove a hand unchanged since ``seen``; False otherwise."""
        with self._connections.writing() as db:
            found = self._get(db, room, draft)
            gone = found.hand(hand) if found is not None else None
            if found is None or gone is None or gone.version != seen:
                return False
            removed = found.removed
            if gone.due_shown:
                db.execute("INSERT INTO keyed_removed (draft, content) VALUES (?, ?)", [draft, gone.content])
                removed = (*removed, gone.content)
            db.execute("DELETE FROM keyed_hands WHERE draft = ? AND hand = ?", [draft, hand])
            others = tuple(each for each in found.hands if each.hand != hand)
            self._put_draft(db, KeptDraft(self._changed(found, at), others, removed, found.is_as_kept))
            return True

    def remove(self, room: str, draft: int, seen: int) -> bool:
        """Remove a draft unchanged since ``seen``, with its hands; False otherwise."""
        with self._connections.writing() as db:
            found = self._get(db, room, draft)
            if found is None or found.draft.version != seen:
                return False
            for table in ("keyed_hands", "keyed_removed"):
                db.execute(f"DELETE FROM {table} WHERE draft = ?", [draft])
            db.execute("DELETE FROM keyed_drafts WHERE id = ?", [draft])
            return True

    def _changed(self, found: KeptDraft, at: str) -> DraftRow:
        """The row of a draft that is changed, as its next version."""
        return replace(found.draft, version=found.draft.version + 1, changed_at=at, key=self._caller.key)

    def _put_draft(self, db: Database, kept: KeptDraft) -> None:
        row = kept.draft
        db.execute(
            "UPDATE keyed_drafts SET head = ?, changed_at = ?, key = ?, version = ? WHERE id = ?",
            [row.head, row.changed_at, row.key, row.version, row.id],
        )
        self._put_code(db, kept)

    def _put_code(self, db: Database, kept: KeptDraft) -> None:
        """Put the code of what is kept into its row, unless somebody altered it before: nothing of that is made good."""
        code = self._key.mac(_values(kept)) if kept.is_as_kept else None
        db.execute("UPDATE keyed_drafts SET code = ? WHERE id = ?", [code, kept.draft.id])


_REPLACED = ", ".join(
    f"{name} = EXCLUDED.{name}" for name in _HAND.split(", ") if name not in ("draft", "hand")
)
_COUNT = "(SELECT count(*) FROM keyed_hands WHERE draft = keyed_drafts.id)"


def _put_hand(db: Database, hand: HandRow) -> None:
    *values, due_shown, altered = structs.astuple(hand)
    db.execute(
        f"INSERT INTO keyed_hands ({_HAND}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        f"ON CONFLICT (draft, hand) DO UPDATE SET {_REPLACED}",
        [*values, int(due_shown), int(altered)],
    )


def _row(row: tuple[Any, ...]) -> HandRow:
    return replace(HandRow(*row), due_shown=bool(row[-2]), altered=bool(row[-1]))


def _values(kept: KeptDraft) -> list[Any]:
    """Values that a draft's code covers: all, but for the number of hands, which the hands give."""
    *row, _hands = structs.astuple(kept.draft)
    return ["keyed draft", row, [structs.astuple(each) for each in kept.hands], sorted(kept.removed)]


def _nets(content: str) -> list[tuple[int, int | None]]:
    return [(each["seat"], each.get("net")) for each in msgspec.json.decode(content)["seats"]]
