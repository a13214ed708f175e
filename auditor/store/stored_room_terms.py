"""Proposed terms of rooms, each decided once; only an approval changes the room."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.errors import TermsDecided
from auditor.facts.kinds.facts_of_rooms import TermsApproved, TermsProposed, TermsRefused, TermsWithdrawn
from auditor.facts.recorded_fact import RecordedFact
from auditor.store import changes
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.fact_log import FactLog
from auditor.store.rows import NewChange, NewDecision, TermsDecision, TermsProposal
from auditor.store.sealed import Sealed
from auditor.store.stored_rooms import DayOf, Terms, write_terms

APPROVED, WITHDRAWN = "approved", "withdrawn"
_SELECT = """
SELECT p.id, p.room, p.at, p.terms, p.by, p.key, d.standing, d.at, d.reference, d.note, d.change, d.by, d.key
FROM terms_proposals AS p LEFT JOIN terms_decisions AS d ON d.proposal = p.id
"""


class RoomTermsRows:
    """Proposals of the caller's rooms."""

    def __init__(
        self, connections: Connections, sealed: Sealed, log: FactLog, caller: Caller = ITSELF
    ) -> None:
        self._connections = connections
        self._sealed = sealed
        self._log = log
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
        of_room = ("p.room = ?", [room]) if room is not None else ("TRUE", [])
        return self._read(f"d.proposal IS NULL AND {of_room[0]}", of_room[1])

    def _read(self, where: str, values: list[Any]) -> list[TermsProposal]:
        seen, rooms = self._caller.where("p.room")
        rows = self._connections.db.execute(
            f"{_SELECT} WHERE {where} AND {seen} ORDER BY p.id", [*values, *rooms]
        )
        found = [_record(row) for row in rows]
        for subject in ("terms_proposals", "terms_decisions"):
            self._sealed.must_be_as_written(subject, [(each.id,) for each in found])
        return found

    def propose(
        self, room: str, terms: dict[str, Any], by: str | None, at: str, seen: int | None = None
    ) -> TermsProposal:
        """Propose terms of a room; the same undecided ones are not proposed again.

        seen: the room's last change that the caller saw. Raises ChangedMeanwhile.
        """
        with self._connections.writing() as db:
            changes.must_be_unchanged(db, room, seen)
            self._sealed.must_rest_on_facts("rooms", room)
            waiting = db.execute(f"{_SELECT} WHERE p.room = ? AND d.proposal IS NULL", [room])
            for each in map(_record, waiting.fetchall()):
                if each.terms == terms:
                    return each
            number = self._log.next_number(db, "terms_proposals")
            about: dict[str, Any] = {"at": at, "by": self._caller.key, "rooms": (room,)}
            self._log.append(db, TermsProposed(number=number, room=room, terms=terms, who=by, **about))
            return _one(db, number)

    def decide(
        self, number: int, decision: NewDecision, at: str, change: Callable[[Terms], Terms], day_of: DayOf
    ) -> TermsProposal:
        """Record a decision; ``change`` makes a room's terms with approved ones.

        Raises TermsDecided, RecordDamaged.
        """
        with self._connections.writing() as db:
            for subject in ("terms_proposals", "terms_decisions"):
                self._sealed.must_rest_on_facts(subject, number)
            before = _one(db, number)
            self._sealed.must_rest_on_facts("rooms", before.room)
            if before.decision is not None:
                raise TermsDecided(
                    f"Proposal {number} of terms of room {before.room} was {before.decision.standing} at {before.decision.at}, "
                    "and stays so. Propose the terms again to have them decided anew."
                )
            made = None
            if decision.standing == APPROVED:
                made = self._approved(db, before, decision, at, change, day_of)
            self._log.append(db, self._fact(before, decision, at, made))
            return _one(db, number)

    def _fact(
        self, proposal: TermsProposal, decision: NewDecision, at: str, made: int | None
    ) -> RecordedFact:
        """Fact of a decision. made: the change by which a room has approved terms."""
        about: dict[str, Any] = {
            "number": proposal.id, "room": proposal.room, "who": decision.by, "note": decision.note,
            "at": at, "by": self._caller.key, "rooms": (proposal.room,),
        }  # fmt: skip
        if decision.standing == WITHDRAWN:
            return TermsWithdrawn(**about)
        about["reference"] = decision.reference
        return TermsRefused(**about) if made is None else TermsApproved(**about, change=made)

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
        return write_terms(db, self._log, self._sealed, self._caller, at, proposal.room, terms, made, day_of)


def _one(db: Database, number: int) -> TermsProposal:
    return _record(db.execute(f"{_SELECT} WHERE p.id = ?", [number]).fetchone())


def _record(row: tuple[Any, ...]) -> TermsProposal:
    number, room, at, terms, by, key, standing, *decided = row
    decision = None if standing is None else TermsDecision(standing, *decided)
    return TermsProposal(number, room, at, msgspec.json.decode(terms), by, key, decision)
