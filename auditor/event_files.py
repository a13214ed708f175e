"""Files of tournaments and ledgers: taken in, and read back as received."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct, structs

from auditor.errors import LogTooLarge, NoSuchEvent, NotPermitted, OtherFormat, OtherRoom, RefusedEvent
from auditor.evidence import Evidence, TooLarge, UnpackingLimits
from auditor.remedies import Remedy, those_there_are
from auditor.store import Store
from auditor.store.rows import Page, SessionRecord
from auditor.store.service_clock import now
from auditor.store.stored_event_files import KINDS, EventFileRecord, Kind
from auditor.terms import gaming_day
from rules.audit.event_audit import read_event
from rules.file_kind import file_kind
from rules.records.problems import Refused
from rules.shown_events import EventFacts

_NOTHING = "Nothing was stored."
_WHERE = {
    "session": ("a session log", "POST /v1/sessions"),
    "tournament": ("the file of a tournament", "POST /v1/tournaments"),
    "ledger": ("a ledger", "POST /v1/ledgers"),
}


class TakenEventFile(Struct, frozen=True):
    """Outcome of a file: the record (None for a new one's dry run), and whether it was here already."""

    file: EventFileRecord | None
    already_stored: bool
    facts: EventFacts


class Belongs(Struct, frozen=True):
    """Records of an event, and names without a record. events: tournaments and earlier ledgers."""

    sessions: list[SessionRecord]
    events: list[EventFileRecord]
    missing: list[str]


class EventFiles:
    """Tournaments and ledgers over a store."""

    def __init__(self, store: Store, limits: UnpackingLimits) -> None:
        self._store = store
        self._limits = limits

    def get(self, kind: Kind, number: int) -> EventFileRecord:
        """A file. Raises NoSuchEvent."""
        found = self._store.event_files.get(kind, number)
        if found is None:
            raise NoSuchEvent(
                f"There is no {kind} {number}.", those_there_are("The list of the room", f"/v1/{kind}s")
            )
        return found

    def find(self, number: int) -> EventFileRecord:
        """A tournament or a ledger. Raises NoSuchEvent."""
        for kind in KINDS:
            found = self._store.event_files.get(kind, number)
            if found is not None:
                return found
        raise NoSuchEvent(f"There is no tournament or ledger {number}.")

    def current(self, kind: Kind, room: str, name: str) -> EventFileRecord | None:
        """The version of a room's file that no correction superseded."""
        return self._store.event_files.current(kind, room, name)

    def of_room(self, room: str, page: Page) -> tuple[list[EventFileRecord], int]:
        """Page of a room's current tournaments and ledgers, newest first, and the total."""
        return self._store.event_files.of_room(room, page)

    def belongs(self, file: EventFileRecord) -> Belongs:
        """Records that belong to a file: a tournament's logs, or what a ledger names and the ledgers before it."""
        own = (self._store.sessions.get(each) for each in self.sessions_of(file))
        named = (self._store.sessions.current(file.room, each) for each in file.facts.missing)
        sessions = {each.id: each for each in (*own, *named) if each is not None}
        events: list[EventFileRecord] = []
        if file.kind == "ledger":
            tournaments = (
                self._store.event_files.current("tournament", file.room, each) for each in file.facts.missing
            )
            events = [each for each in tournaments if each is not None]
            events += self._store.event_files.earlier_ledgers(file)
        there = {each.session for each in sessions.values()}
        there |= {each.name for each in events if each.kind == "tournament"}
        return Belongs(
            list(sessions.values()), events, [each for each in file.facts.missing if each not in there]
        )

    def page(
        self, kind: Kind, room: str | None, page: Page, *, pending: bool | None = None
    ) -> tuple[list[EventFileRecord], int]:
        """Page of the files, newest first, and the total. pending: whether they wait for an audit."""
        return self._store.event_files.page(kind, room, page, pending=pending)

    def sessions_of(self, file: EventFileRecord) -> list[int]:
        """Current sessions whose logs name the tournament; none of a ledger."""
        return self._store.event_files.sessions_of(file.room, file.name) if file.kind == "tournament" else []

    def body(self, file: EventFileRecord) -> bytes:
        """Bytes as received. Raises EvidenceDamaged."""
        return self._store.event_files.body(file)

    def upload(
        self,
        kind: Kind,
        body: bytes,
        filename: str | None = None,
        *,
        dry_run: bool = False,
        room: str | None = None,
    ) -> TakenEventFile:
        """Take a file in. room: the one that it must be of; None: any of the caller's.

        Raises LimitReached, RefusedEvent, LogTooLarge, OtherFormat, EventConflict, OtherRoom, NotPermitted; then nothing is
        stored.
        """
        self._store.uploads.must_be_possible()
        evidence = Evidence(body, self._limits)
        _must_be(kind, evidence)
        known = self._store.event_files.of_content(_content_sha256(evidence))
        if known is not None:
            if not dry_run and known.sha256 == evidence.sha256:
                self._store.event_files.repair(known, body, now())
            return TakenEventFile(known, True, known.facts)
        facts = self._read(kind, evidence)
        self._must_be_of(room, facts.room)
        if dry_run:
            self._store.event_files.check(facts)
            return TakenEventFile(None, False, facts)
        file, new = self._store.event_files.keep(evidence, facts, filename, now())
        return TakenEventFile(file, not new, facts)

    def _read(self, kind: Kind, evidence: Evidence) -> EventFacts:
        with _refusing(evidence):
            facts = read_event(evidence, kind=kind)
        on_record = self._store.rooms.get(facts.room)
        if facts.kind != "tournament" or facts.begins is None or on_record is None:
            return facts
        return structs.replace(facts, day=gaming_day(on_record.terms, facts.begins))

    def _must_be_of(self, wanted: str | None, room: str) -> None:
        if wanted is not None and room != wanted:
            raise OtherRoom(
                f"The file is of room {room!r}, and was sent for room {wanted!r}. {_NOTHING} Upload it for its own room."
            )
        if not self._store.caller.sees(room):
            raise NotPermitted(
                f"The file is of room {room!r}, and this key is not for that room. {_NOTHING} Send it with a key of its room."
            )


@contextmanager
def _refusing(evidence: Evidence) -> Iterator[None]:
    try:
        yield
    except Refused as refused:
        kind = LogTooLarge if isinstance(refused, TooLarge) else RefusedEvent
        raise kind(refused, evidence.sha256, _NOTHING, False) from refused


def _content_sha256(evidence: Evidence) -> str:
    with _refusing(evidence):
        return evidence.content_sha256


def must_be_log(evidence: Evidence) -> None:
    """Raise OtherFormat for a tournament's file or a ledger."""
    found = _first(evidence)
    if found in ("tournament", "ledger"):
        raise _elsewhere(found)


def _must_be(kind: Kind, evidence: Evidence) -> None:
    found = _first(evidence)
    if found in _WHERE and found != kind:
        raise _elsewhere(str(found))


def _first(evidence: Evidence) -> str | None:
    try:
        return file_kind(evidence.chunks())
    except Refused:  # no gzip, or too large: the reader says so
        return None


def _elsewhere(found: str) -> OtherFormat:
    what, where = _WHERE[found]
    return OtherFormat(
        f"This is {what}. {_NOTHING}",
        Remedy("Upload takes it.", f"{where} takes it.", "`auditor upload` takes it."),
    )
