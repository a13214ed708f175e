"""Drafts of keyed sessions and their hands, in the caller's rooms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlite_utils import Database

from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections

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


class NewHand(Struct, frozen=True):
    """A hand to save. seen: version that was changed, 0 for none."""

    hand: int
    content: str
    seen: int
    page: str
    step: int


class KeyedDrafts:
    """Drafts by their ids."""

    def __init__(self, connections: Connections, caller: Caller = ITSELF) -> None:
        self._connections = connections
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

    def get(self, room: str, draft: int) -> DraftRow | None:
        """A draft of a room."""
        return self._get(self._connections.db, room, draft)

    def _get(self, db: Database, room: str, draft: int) -> DraftRow | None:
        seen, rooms = self._caller.where("room")
        row = db.execute(
            f"SELECT {_DRAFT}, {_COUNT} FROM keyed_drafts WHERE id = ? AND room = ? AND {seen}",
            [draft, room, *rooms],
        ).fetchone()
        return DraftRow(*row) if row else None

    def whole(self, room: str, draft: int) -> tuple[DraftRow, list[HandRow], list[str]] | None:
        """A draft with its hands by number, at one moment.

        Then the contents (JSON) of hands removed after their dues were shown.
        """
        with self._connections.reading() as db:
            found = self._get(db, room, draft)
            if found is None:
                return None
            removed = db.execute("SELECT content FROM keyed_removed WHERE draft = ?", [draft])
            return found, _hands(db, draft), [content for (content,) in removed]

    def hand(self, draft: int, hand: int) -> HandRow | None:
        """A hand of a draft."""
        return _hand(self._connections.db, draft, hand)

    def add(self, room: str, head: str, at: str, most: int) -> DraftRow | None:
        """Keep a new draft; None at the room's limit."""
        with self._connections.writing() as db:
            (there,) = db.execute("SELECT count(*) FROM keyed_drafts WHERE room = ?", [room]).fetchone()
            if there >= most:
                return None
            (number,) = db.execute(
                "INSERT INTO keyed_drafts (room, head, made_at, changed_at, key, version) VALUES (?, ?, ?, ?, ?, 1) RETURNING id",
                [room, head, at, at, self._caller.key],
            ).fetchone()
            return self._get(db, room, number)

    def change(self, room: str, draft: int, head: str, seen: int, at: str) -> DraftRow | None:
        """Keep another head of a draft unchanged since ``seen``; None otherwise."""
        with self._connections.writing() as db:
            found = self._get(db, room, draft)
            if found is None or found.version != seen:
                return None
            self._note(db, draft, at)
            db.execute("UPDATE keyed_drafts SET head = ? WHERE id = ?", [head, draft])
            return self._get(db, room, draft)

    def save(
        self, room: str, draft: int, new: NewHand, may_follow: Callable[[HandRow | None], bool], at: str, most: int
    ) -> HandRow | None:  # fmt: skip
        """Keep a hand where it may follow the present one; the hand then, or None without a draft or at its limit."""
        with self._connections.writing() as db:
            found = self._get(db, room, draft)
            before = _hand(db, draft, new.hand)
            if found is None or (before is None and found.hands >= most):
                return None
            if not may_follow(before):
                return before
            altered = before is not None and (
                before.altered or (before.due_shown and _nets(before.content) != _nets(new.content))
            )
            version = self._note(db, draft, at)
            db.execute(
                f"INSERT INTO keyed_hands ({_HAND}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                f"ON CONFLICT (draft, hand) DO UPDATE SET {_REPLACED}",
                [
                    draft, new.hand, new.content, at, self._caller.key, version, new.page, new.step,
                    int(before is not None and before.due_shown), int(altered),
                ],
            )  # fmt: skip
            return _hand(db, draft, new.hand)

    def note_due_shown(self, draft: int, hand: int) -> None:
        """Note that a hand's dues were shown."""
        with self._connections.writing() as db:
            db.execute("UPDATE keyed_hands SET due_shown = 1 WHERE draft = ? AND hand = ?", [draft, hand])

    def remove_hand(self, room: str, draft: int, hand: int, seen: int, at: str) -> bool:
        """Remove a hand unchanged since ``seen``; False otherwise."""
        with self._connections.writing() as db:
            if self._get(db, room, draft) is None:
                return False
            it = [draft, hand, seen]
            db.execute(
                "INSERT INTO keyed_removed (draft, content) SELECT draft, content FROM keyed_hands "
                "WHERE draft = ? AND hand = ? AND version = ? AND due_shown = 1",
                it,
            )
            gone = db.execute("DELETE FROM keyed_hands WHERE draft = ? AND hand = ? AND version = ?", it)
            if gone.rowcount < 1:
                return False
            self._note(db, draft, at)
            return True

    def remove(self, room: str, draft: int, seen: int) -> bool:
        """Remove a draft unchanged since ``seen``, with its hands; False otherwise."""
        with self._connections.writing() as db:
            found = self._get(db, room, draft)
            if found is None or found.version != seen:
                return False
            for table in ("keyed_hands", "keyed_removed"):
                db.execute(f"DELETE FROM {table} WHERE draft = ?", [draft])
            db.execute("DELETE FROM keyed_drafts WHERE id = ?", [draft])
            return True

    def _note(self, db: Database, draft: int, at: str) -> int:
        """Count a change of a draft, its new version."""
        db.execute(
            "UPDATE keyed_drafts SET version = version + 1, changed_at = ?, key = ? WHERE id = ?",
            [at, self._caller.key, draft],
        )
        (version,) = db.execute("SELECT version FROM keyed_drafts WHERE id = ?", [draft]).fetchone()
        return int(version)


_REPLACED = ", ".join(
    f"{name} = EXCLUDED.{name}" for name in _HAND.split(", ") if name not in ("draft", "hand")
)
_COUNT = "(SELECT count(*) FROM keyed_hands WHERE draft = keyed_drafts.id)"


def _hands(db: Database, draft: int) -> list[HandRow]:
    rows = db.execute(f"SELECT {_HAND} FROM keyed_hands WHERE draft = ? ORDER BY hand", [draft])
    return [_row(row) for row in rows]


def _hand(db: Database, draft: int, hand: int) -> HandRow | None:
    row = db.execute(
        f"SELECT {_HAND} FROM keyed_hands WHERE draft = ? AND hand = ?", [draft, hand]
    ).fetchone()
    return _row(row) if row else None


def _row(row: tuple[Any, ...]) -> HandRow:
    return replace(HandRow(*row), due_shown=bool(row[-2]), altered=bool(row[-1]))


def _nets(content: str) -> list[tuple[int, int | None]]:
    return [(each["seat"], each.get("net")) for each in msgspec.json.decode(content)["seats"]]
