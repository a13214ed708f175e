"""Proposed terms of rooms, each decided once; only an approval changes the room."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.errors import TermsDecided
from auditor.store import changes
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.rows import NewChange, NewDecision, TermsDecision, TermsProposal, encoded
from auditor.store.sealed import Sealed
from auditor.store.stored_register import append
from auditor.store.stored_rooms import DayOf, Terms, write_terms
from auditor.store.stored_seals import seal

APPROVED = "approved"
_SELECT = """
SELECT p.id, p.room, p.at, p.terms, p.by, p.key, d.standing, d.at, d.reference, d.note, d.change, d.by, d.key
FROM terms_proposals AS p LEFT JOIN terms_decisions AS d ON d.proposal = p.id
"""


class RoomTermsRows:
    """Proposals of the caller's rooms."""

    def __init__(self, connections: Connections, sealed: Sealed, caller: Caller = ITSELF) -> None:
        self._connections = connections
        self._sealed = sealed
        self._caller = caller

    def get(self, room: str, number: int) -> TermsProposal | None:
        """One proposal of a room."""
        found = self._read("p.room = ? AND p.id = ?", [room, number])
        return found[0] if found else None

    def of_room(self, room: str) -> list[TermsProposal]:
        """All proposals for a room, in order."""
        return self._read("p.room = ?", [room])

    def waiting(self, room: str | None = None) -> list[TermsProposal]:
        """Undecided proposals of one room or all, oldest first."""
        of_room = ("p.room = ?", [room]) if room is not None else ("1", [])
        return self._read(f"d.proposal IS NULL AND {of_room[0]}", of_room[1])

    def _read(self, where: str, values: list[Any]) -> list[TermsProposal]:
        seen, rooms = self._caller.where("p.room")
        rows = self._connections.db.execute(
            f"{_SELECT} WHERE {where} AND {seen} ORDER BY p.id", [*values, *rooms]
        )
        found = [_record(row) for row in rows]
        self._sealed.must_be_as_written("terms_proposals", ((each.id,) for each in found))
        self._sealed.must_be_as_written(
            "terms_decisions", ((each.id,) for each in found if each.decision is not None)
        )
        return found

    def propose(
        self, room: str, terms: dict[str, Any], by: str | None, at: str, seen: int | None = None
    ) -> TermsProposal:
        """Propose terms of a room; the same undecided ones are not proposed again.

        seen: the room's last change that the caller saw. Raises ChangedMeanwhile.
        """
        with self._connections.writing() as db:
            changes.must_be_unchanged(db, room, seen)
            waiting = db.execute(f"{_SELECT} WHERE p.room = ? AND d.proposal IS NULL", [room])
            for each in map(_record, waiting.fetchall()):
                if each.terms == terms:
                    return each
            number = db.execute(
                "INSERT INTO terms_proposals (at, room, terms, by, key) VALUES (?, ?, ?, ?, ?)",
                [at, room, encoded(terms), by, self._caller.key],
            ).lastrowid
            assert number is not None  # it was an INSERT
            seal(db, "terms_proposals", number)
            append(db, "terms.proposed", number)
            return _one(db, number)

    def decide(
        self, number: int, decision: NewDecision, at: str, change: Callable[[Terms], Terms], day_of: DayOf
    ) -> TermsProposal:
        """Record a decision; ``change`` makes a room's terms with approved ones.

        Raises TermsDecided.
        """
        with self._connections.writing() as db:
            before = _one(db, number)
            if before.decision is not None:
                raise TermsDecided(
                    f"Proposal {number} of terms of room {before.room} was {before.decision.standing} at {before.decision.at}, "
                    "and stays so. Propose the terms again to have them decided anew."
                )
            made = None
            if decision.standing == APPROVED:
                made = self._approved(db, before, decision, at, change, day_of)
            db.execute(
                "INSERT INTO terms_decisions (proposal, at, standing, reference, note, change, by, key) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    number, at, decision.standing, decision.reference, decision.note, made, decision.by, self._caller.key,
                ],
            )  # fmt: skip
            seal(db, "terms_decisions", number)
            append(db, f"terms.{decision.standing}", number)
            return _one(db, number)

    def _approved(
        self,
        db: Database,
        proposal: TermsProposal,
        decision: NewDecision,
        at: str,
        change: Callable[[Terms], Terms],
        day_of: DayOf,
    ) -> int:
        """Give a room its approved terms; the number of the change, which has the reference."""
        (held,) = db.execute("SELECT terms FROM rooms WHERE id = ?", [proposal.room]).fetchone()
        terms = change(msgspec.json.decode(held))
        details = {"terms": terms, "proposal": proposal.id}
        made = NewChange("terms", decision.by, decision.reference, decision.note, details)
        return write_terms(db, self._caller, at, proposal.room, terms, made, day_of)


def _one(db: Database, number: int) -> TermsProposal:
    return _record(db.execute(f"{_SELECT} WHERE p.id = ?", [number]).fetchone())


def _record(row: tuple[Any, ...]) -> TermsProposal:
    number, room, at, terms, by, key, standing, *decided = row
    decision = None if standing is None else TermsDecision(standing, *decided)
    return TermsProposal(number, room, at, msgspec.json.decode(terms), by, key, decision)
