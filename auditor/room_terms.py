"""Terms of licensed rooms, proposed to and decided by their authority; the old ones hold until then."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from auditor.errors import NoSuchProposal
from auditor.remedies import those_there_are
from auditor.rooms import Rooms
from auditor.store import Store
from auditor.store.rows import NewDecision, RoomRecord, TermsProposal
from auditor.store.service_clock import now
from auditor.terms import gaming_day, in_force, is_decided, terms_of

PROPOSED, APPROVED, REFUSED, WITHDRAWN = "proposed", "approved", "refused", "withdrawn"


class RoomTerms:
    """Proposals of terms for the caller's rooms."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store = store
        self._rooms = rooms

    def put(
        self, room: str, terms: Mapping[str, Any], by: str | None, *, seen: int | None = None
    ) -> TermsProposal | tuple[RoomRecord, bool]:
        """Record a room's terms, or a proposal where an authority decides; with a record, whether the room is new.

        seen: the room's last change that the caller saw. Raises ChangedMeanwhile, CannotChangeTerms.
        """
        terms_of(terms)  # as the rules take them: what they could not take is never written
        record = self._rooms.find(room)
        if record is not None and is_decided(record.terms, terms):
            self._rooms.changed(room, record.terms, terms)
            return self._store.room_terms.propose(room, dict(terms), by, now(), seen)
        made, new, _ = self._rooms.put(room, terms, by, seen=seen, undecided=True)
        return made, new

    def of_room(self, room: str) -> list[TermsProposal]:
        """All proposals for a room, in order. Raises NoSuchRoom."""
        self._rooms.get(room)
        return self._store.room_terms.of_room(room)

    def waiting(self, room: str | None = None) -> list[TermsProposal]:
        """Undecided proposals of one room or all the caller's, oldest first."""
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
        """Held and proposed value of each term that differs on the proposal's first day."""
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
        """Record the authority's approval. Raises TermsDecided, CannotChangeTerms."""
        return self._decide(proposal, NewDecision(APPROVED, by, reference, note))

    def refuse(self, proposal: TermsProposal, by: str, reference: str, reason: str) -> TermsProposal:
        """Record the authority's refusal with its reason. Raises TermsDecided."""
        return self._decide(proposal, NewDecision(REFUSED, by, reference, reason))

    def withdraw(self, proposal: TermsProposal, by: str, note: str | None = None) -> TermsProposal:
        """Withdraw proposed terms. Raises TermsDecided."""
        return self._decide(proposal, NewDecision(WITHDRAWN, by, None, note))

    def _decide(self, proposal: TermsProposal, decision: NewDecision) -> TermsProposal:
        def change(before: list[dict[str, Any]]) -> list[dict[str, Any]]:
            return self._rooms.changed(proposal.room, before, proposal.terms)

        return self._store.room_terms.decide(proposal.id, decision, now(), change, gaming_day)
