"""States of sessions, derived from the record, never stored: waiting, audited, or not auditable with the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from auditor.engine import program
from auditor.obstacles import Mend, Obstacle, obstacle
from auditor.registry import Registry, RegistryAtChange
from auditor.store import Store
from auditor.store.rows import Page, Selection, SessionRecord
from auditor.store.stored_audits import OwnAudits

State = Literal["waiting", "auditing", "audited", "failed", "cannot-be-audited", "superseded", "purged"]
STATES: tuple[State, ...] = (
    "waiting", "auditing", "audited", "failed", "cannot-be-audited", "superseded", "purged"
)  # fmt: skip
_OF_PENDING = frozenset[State](("waiting", "failed", "cannot-be-audited"))  # which the store does not part
RoomsDay = tuple[str, str]  # a room, and a gaming day of it
_LOOKED_AT = 500  # sessions of all rooms that have no audit yet
_NO_REASON = "The audit failed."
_AGAIN = "Ask for the audit again. If it fails again, ask an administrator."


class SessionStanding(Struct, frozen=True):
    """State of a session.

    audit: the one it follows from, if any. reason: why it is not auditable or failed, as a clause; remedy: sentences of what to
    do; mend: the page's action for it.
    """

    state: State
    audit: int | None = None
    reason: str | None = None
    remedy: str = ""
    mend: Mend = "none"

    @property
    def sentence(self) -> str:
        """The reason as a sentence, or ""."""
        return f"{self.reason[:1].upper()}{self.reason[1:].rstrip('.')}." if self.reason else ""

    @property
    def is_over(self) -> bool:
        """Whether only somebody's action can change it."""
        return self.state not in ("waiting", "auditing")


class SessionStates:
    """States of sessions over a store."""

    def __init__(self, store: Store, registry: Registry) -> None:
        self._store = store
        self._registry = registry

    def one(self, session: SessionRecord) -> SessionStanding:
        """State of one session."""
        return self.of([session])[session.id]

    def of(self, sessions: Sequence[SessionRecord]) -> Mapping[int, SessionStanding]:
        """States of some sessions, by their numbers."""
        audits = self._store.audits.own_of([each.id for each in sessions])
        return {each.id: self._of(each, audits.get(each.id, OwnAudits())) for each in sessions}

    def _of(self, session: SessionRecord, audits: OwnAudits) -> SessionStanding:
        if session.purged is not None:
            return SessionStanding("purged", audits.finished)
        if session.superseded_by is not None:
            return SessionStanding("superseded", audits.finished)
        if audits.finished is not None:
            return SessionStanding("audited", audits.finished)
        if audits.going_on is not None:
            return SessionStanding("auditing", audits.going_on)
        found = obstacle(session, None, self._registry.snapshot(), self._store.controls)
        if found is not None:
            return SessionStanding("cannot-be-audited", audits.failed, found.reason, found.remedy, found.mend)
        if audits.failed is not None:
            error = audits.error or _NO_REASON
            return SessionStanding("failed", audits.failed, _clause(error), _AGAIN, "audit-again")
        return SessionStanding("waiting")

    def obstacles(self, sessions: Sequence[SessionRecord], snapshot: RegistryAtChange) -> dict[int, Obstacle]:
        """Obstacles by session number; sessions without one are left out. A failed audit of the session alone by the same program
        counts, as another would fail too.
        """
        audits = self._store.audits.own_of([each.id for each in sessions])
        found = {}
        for each in sessions:
            kept = obstacle(each, None, snapshot, self._store.controls)
            kept = kept or self._failure(audits.get(each.id, OwnAudits()), snapshot)
            if kept is not None:
                found[each.id] = kept
        return found

    def _failure(self, audits: OwnAudits, snapshot: RegistryAtChange) -> Obstacle | None:
        if audits.failed is None or audits.finished is not None or audits.going_on is not None:
            return None
        failed = self._store.audits.get(audits.failed)
        under = (snapshot.as_of, program().code)
        if failed is None or (failed.knowledge.as_of, failed.knowledge.code) != under:
            return None
        error = failed.error or _NO_REASON
        return Obstacle(_clause(error), _AGAIN, "audit-again", error)

    def stuck(self, room: str | None = None) -> list[tuple[SessionRecord, SessionStanding]]:
        """Current sessions of a room that cannot be audited or failed, latest days first.

        room: None: all the caller's, of the first 500 unaudited sessions.
        """
        if room is None:
            pending, _ = self._store.sessions.page(Selection(pending=True, current=True), Page(1, _LOOKED_AT))
        else:
            pending = self._store.sessions.all(Selection(room=room, pending=True))
        states = self.of(pending)
        found = [(each, states[each.id]) for each in pending if states[each.id].reason is not None]
        return sorted(found, key=lambda each: (each[0].day, each[0].id), reverse=True)

    def stuck_by_room(self) -> Mapping[str, int]:
        """Numbers of stuck sessions by room, without zeros."""
        return Counter(session.room for session, _ in self.stuck())

    def stuck_by_day(self) -> Mapping[RoomsDay, int]:
        """Numbers of stuck sessions by room and gaming day; a missing day counts 0."""
        return Counter((session.room, session.day) for session, _ in self.stuck())

    def page(self, selection: Selection, state: State, page: Page) -> tuple[list[SessionRecord], int]:
        """Page of the selected sessions in a state, by arrival, and the total."""
        if state not in _OF_PENDING:
            return self._store.sessions.page(replace(selection, state=state), page)
        pending = self._store.sessions.all(replace(selection, pending=True))
        states = self.of(pending)
        found = [each for each in pending if states[each.id].state == state]
        return found[page.offset : page.offset + page.size], len(found)


def _clause(error: str) -> str:
    return f"its audit failed: {error.rstrip('.')}"
