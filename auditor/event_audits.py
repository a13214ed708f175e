"""Tournaments and ledgers: audited as a whole, and again only after a change of what the audit rests on."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable

import msgspec

from auditor.auditing import Auditing
from auditor.engine import program
from auditor.errors import NoSuchAudit, SessionsNotAuditable
from auditor.event_files import EventFiles
from auditor.registry import Registry, RegistryAtChange
from auditor.remedies import Remedy, by_request
from auditor.store import Store
from auditor.store.rows import AuditRecord, EventAuditRequest, NewAudit, Selection, SessionRecord, encoded
from auditor.store.service_clock import now
from auditor.store.stored_event_files import EventFileRecord, Kind


class EventAudits:
    """Audits of tournaments and ledgers over a store."""

    def __init__(self, store: Store, registry: Registry, files: EventFiles, auditing: Auditing) -> None:
        self._store = store
        self._registry = registry
        self._files = files
        self._auditing = auditing

    def newest(self, kind: Kind, number: int) -> AuditRecord:
        """Newest audit of an event, of any version of its file. Raises NoSuchEvent, NoSuchAudit."""
        file = self._files.get(kind, number)
        found = self._store.audits.of_event(kind, file.room, file.name)
        if not found:
            raise NoSuchAudit(
                f"The {kind} {file.name} of room {file.room} was not audited.",
                by_request(
                    f"The page of the {kind} has the action for it.",
                    f"PUT /v1/{kind}s/{number}/audit",
                    "does it.",
                ),
            )
        return found[0]

    def audit(self, kind: Kind, number: int) -> tuple[AuditRecord, bool]:
        """Audit an event; False with the newest version where evidence, controls and engine are the same.

        Raises NoSuchEvent, and SessionsNotAuditable for a superseded file.
        """
        file = self._files.get(kind, number)
        if file.superseded_by is not None:
            raise SessionsNotAuditable(
                f"{kind.capitalize()} {number} was corrected.",
                Remedy(
                    f"The current file is {kind} {file.superseded_by}.",
                    f"The current file is /v1/{kind}s/{file.superseded_by}.",
                    f"The current file is {kind} {file.superseded_by}.",
                ),
            )
        snapshot = self._registry.snapshot()

        def make() -> NewAudit:
            sessions, tournaments = self._belonging(file)
            earlier = self._store.event_files.earlier_ledgers(file)
            request = EventAuditRequest(
                event=file.id,
                tournaments=[each.id for each in tournaments],
                sessions=[each.id for each in sessions],
                ledgers=[each.id for each in earlier],
                number_before=self._store.event_files.number_before(file),
            )
            digests = [
                file.sha256,
                *(each.sha256 for each in (*tournaments, *earlier)),
                *(each.content_sha256 for each in sessions),
            ]
            return NewAudit(
                msgspec.to_builtins(request), _key(snapshot, file.room, request, digests), None, [], None, now(), (),
                self._auditing.knowledge(snapshot), room=file.room, event=file.id,
            )  # fmt: skip

        outcome = self._auditing.ask_event(kind, file.room, file.name, make)
        assert outcome.audit is not None
        return outcome.audit, outcome.new

    def _belonging(self, file: EventFileRecord) -> tuple[list[SessionRecord], list[EventFileRecord]]:
        """Sessions and tournaments that belong to a file. A ledger that pays a quarter has the whole quarter's tournaments that
        ledgers name.
        """
        if file.kind == "tournament":
            return self._of_tournament(file), []
        named = set(file.facts.missing)
        tournaments = [
            each
            for name in sorted(named.union(self._store.event_files.named_in_the_quarter(file)))
            if (each := self._store.event_files.current("tournament", file.room, name)) is not None
        ]
        return self._named(file.room, named), tournaments

    def _of_tournament(self, file: EventFileRecord) -> list[SessionRecord]:
        """Logs of its tables, and of the room's other tables on those days, which show who played elsewhere."""
        own = [self._store.sessions.get(number) for number in self._files.sessions_of(file)]
        found = {each.id: each for each in own if each is not None and each.purged is None}
        days = {each.day for each in found.values()} | ({file.day} if file.day is not None else set())
        for day in sorted(days):
            selection = Selection(room=file.room, first_day=day, last_day=day, current=True)
            found |= {each.id: each for each in self._store.sessions.all(selection) if each.purged is None}
        return [found[number] for number in sorted(found)]

    def _named(self, room: str, names: Collection[str]) -> list[SessionRecord]:
        found = (self._store.sessions.current(room, name) for name in sorted(names))
        return [each for each in found if each is not None and each.purged is None]


def _key(snapshot: RegistryAtChange, room: str, request: EventAuditRequest, digests: Iterable[str]) -> str:
    """Digest of the evidence, the room's controls and terms, and the engine."""
    rests_on = (
        request,
        list(digests),
        snapshot.of_room(room).digest,
        repr(snapshot.rooms.get(room)),
        program().code,
    )
    return hashlib.sha256(encoded(rests_on).encode()).hexdigest()
