"""Terms of rooms that an authority licenses: proposed, and decided by it. Those on record stay until it approves others."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from auditor.errors import NoSuchProposal
from auditor.remedies import those_there_are
from auditor.rooms import Rooms
from auditor.store import Store
from auditor.store.rows import NewDecision, RoomRecord, TermsProposal
from auditor.store.stored_times import now
from auditor.terms import gaming_day, in_force, is_decided, terms_of

PROPOSED, APPROVED, REFUSED, WITHDRAWN = "proposed", "approved", "refused", "withdrawn"


class RoomTerms:
    """Proposals of terms over a store, of the rooms that the caller sees."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store = store
        self._rooms = rooms

    def put(
        self, room: str, terms: Mapping[str, Any], by: str | None, *, seen: int | None = None
    ) -> TermsProposal | tuple[RoomRecord, bool]:
        """Put terms of a room on record from their day on, and whether the room is new; or before the authority that decides.

        seen: the change up to which the caller has seen the room. Raises ChangedMeanwhile; CannotChangeTerms where they would
        take a day of a log out of its authority.
        """
        terms_of(terms)  # as the rules take them: what they could not take is never written
        record = self._rooms.find(room)
        if record is not None and is_decided(record.terms, terms):
            self._rooms.changed(room, record.terms, terms)
            return self._store.room_terms.propose(room, dict(terms), by, now(), seen)
        made, new, _ = self._rooms.put(room, terms, by, seen=seen, undecided=True)
        return made, new

    def of_room(self, room: str) -> list[TermsProposal]:
        """Proposals that were ever made for a room, in their order. Raises NoSuchRoom."""
        self._rooms.get(room)
        return self._store.room_terms.of_room(room)

    def waiting(self, room: str | None = None) -> list[TermsProposal]:
        """Proposals that await a decision, of one room or of all that the caller sees, the oldest first."""
        return self._store.room_terms.waiting(room)

    def get(self, room: str, number: int) -> TermsProposal:
        """One proposal. Raises NoSuchRoom, NoSuchProposal."""
        self._rooms.get(room)
        found = self._store.room_terms.get(room, number)
        if found is None:
            raise NoSuchProposal(
                f"Room {room} has no proposal {number} of terms.",
                those_there_are(
                    "The page of the room's terms", f"/v1/rooms/{room}/terms", f"rooms terms {room}"
                ),
            )
        return found

    def differences(self, proposal: TermsProposal) -> dict[str, Any]:
        """Differences from the terms that hold on the proposal's first day now: each name with what holds and what would."""
        record = self._rooms.get(proposal.room)
        starts = proposal.terms["from"]
        held = in_force(record.terms, dt.date.fromisoformat(starts)) if starts else record.terms[0]
        names = dict.fromkeys([*proposal.terms, *held])
        return {
            name: {"now": held.get(name), "proposed": proposal.terms.get(name)}
            for name in names
            if name != "from" and held.get(name) != proposal.terms.get(name)
        }

    def approve(
        self, proposal: TermsProposal, by: str, reference: str, note: str | None = None
    ) -> TermsProposal:
        """Put on record that the authority approved the terms, which hold from their day on. Raises TermsDecided,
        CannotChangeTerms.
        """
        return self._decide(proposal, NewDecision(APPROVED, by, reference, note))

    def refuse(self, proposal: TermsProposal, by: str, reference: str, reason: str) -> TermsProposal:
        """Put on record that the authority refused the terms, and why: those on record stay. Raises TermsDecided."""
        return self._decide(proposal, NewDecision(REFUSED, by, reference, reason))

    def withdraw(self, proposal: TermsProposal, by: str, note: str | None = None) -> TermsProposal:
        """Take proposed terms back: those on record stay. Raises TermsDecided."""
        return self._decide(proposal, NewDecision(WITHDRAWN, by, None, note))

    def _decide(self, proposal: TermsProposal, decision: NewDecision) -> TermsProposal:
        def change(before: list[dict[str, Any]]) -> list[dict[str, Any]]:
            return self._rooms.changed(proposal.room, before, proposal.terms)

        return self._store.room_terms.decide(proposal.id, decision, now(), change, gaming_day)
