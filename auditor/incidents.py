"""Life of incidents: answered by the room, accepted or returned by the authority, closed. The steps give the state. An incident
that a correction removed keeps its state until the authority closes it with a note.

An incident's id survives later audits of the same facts, and so do its answers.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from auditor.errors import CannotStep, IncidentPurged, NoSuchFile, NoSuchIncident, NoSuchRoom
from auditor.incident_players import concerns_player, players_by_incident
from auditor.incident_selection import (
    IncidentDetails,
    IncidentStanding,
    selected_in_order,
    stands_as_wanted,
)
from auditor.incident_selection import (
    IncidentSelection as IncidentSelection,  # part of what this module offers
)
from auditor.registry import Registry, RegistryAtChange
from auditor.remedies import ROOMS, Remedy
from auditor.rooms import Rooms
from auditor.store import Store
from auditor.store.incident_events import Step, stated_sha256
from auditor.store.incident_rows import (
    AttachedFile,
    IncidentEvent,
    IncidentRow,
    LastStep,
    NewIncidentEvent,
    ReportedIncident,
)
from auditor.store.rows import IncidentAction, IncidentState, NewFile, Page, Purged
from auditor.store.service_clock import now
from auditor.store.stored_room_incidents import CountedIncidents
from auditor.video import VideoKept, earliest_day, video_kept
from reports.incident_row_words import SeatPlayer
from rules.controls.authority import Authority
from rules.results import Finding, Incident, Severity

WAITING: tuple[IncidentState, ...] = ("open", "returned")  # for an answer
_AFTER: Mapping[IncidentAction, tuple[IncidentState, ...]] = {  # the states in which a step is possible
    "answered": WAITING,
    "accepted": ("answered",),
    "returned": ("answered",),
    "closed": ("accepted", "returned"),
}
_THOSE_THERE_ARE = "lists those there are; what only a what-if finds is none."
_GONE = "The results that have this incident were purged, so that it cannot be answered any more."
_DECIDED = ("accepted", "closed")


class Earlier(Struct, frozen=True):
    """Last answer or closing of an earlier incident that a like one follows. step: its number."""

    incident: str
    action: IncidentAction
    at: str
    step: int


class RoomsIncident(Struct, frozen=True):
    """A room's incident with its steps.

    due: last day for an answer, or None. overdue: that day is over. changed: whether the newest audit differs from what was
    answered; None unanswered or purged. reported: in the newest audit; None purged. recurrence_of: within the authority's days.
    video: keeping of its gaming day's video; None without a hand or a set time. players: named by findings. table: of its
    session.
    """

    record: IncidentRow
    state: IncidentState
    due: str | None
    overdue: bool
    events: tuple[IncidentEvent, ...]
    reported: Incident | None
    purged: Purged | None
    changed: bool | None
    recurrence_of: tuple[Earlier, ...]
    video: VideoKept | None = None
    players: tuple[SeatPlayer, ...] = ()
    table: str | None = None


class Became(Struct, frozen=True):
    """State of an incident, and its answer's due day."""

    room: str
    incident: str
    state: IncidentState
    due: str | None


class Incidents:
    """Incidents of the caller's rooms."""

    def __init__(self, store: Store, registry: Registry, rooms: Rooms) -> None:
        self._store = store
        self._registry = registry
        self._rooms = rooms

    def page(
        self, room: str, wanted: IncidentSelection, page: Page, at: str | None = None
    ) -> tuple[list[RoomsIncident], int]:
        """Page of a room's incidents in the requested order, and the total. Raises NoSuchRoom."""
        found = self._selected(room, wanted, at or now())
        part = found[page.offset : page.offset + page.size]
        return self._whole(part), len(found)

    def ids(self, room: str, wanted: IncidentSelection) -> list[str]:
        """Ids of incidents, as `page` lists them. Raises NoSuchRoom."""
        return [each.record.incident for each in self._selected(room, wanted, now())]

    def count(self, room: str) -> int:
        """Number of a room's incidents. Raises NoSuchRoom."""
        self._must_be_a_room(room)
        return len(self._standings(room, now()))

    def every(self, room: str, wanted: IncidentSelection) -> list[RoomsIncident]:
        """All selected incidents, as `page` lists them. Raises NoSuchRoom."""
        return self._whole(self._selected(room, wanted, now()))

    def findings(self, found: RoomsIncident) -> list[Finding]:
        """Findings of an incident in its newest audit, root first. Raises ResultDamaged."""
        place = self._store.room_incidents.place(found.record.incident)
        if place is None or found.reported is None:
            return []
        return self._store.results.of_fingerprints(place[0], found.reported.findings)

    def get(self, room: str, incident: str, at: str | None = None) -> RoomsIncident:
        """A room's incident. Raises NoSuchRoom, NoSuchIncident."""
        return self._whole([self._standing(self.record(room, incident), at or now())])[0]

    def record(self, room: str, incident: str) -> IncidentRow:
        """A room's incident on record. Raises NoSuchRoom, NoSuchIncident, IncidentPurged."""
        self._must_be_a_room(room)
        found = self._store.room_incidents.get(room, incident)
        if found is None:
            raise NoSuchIncident(
                f"No audit on record found an incident {incident[:64]} in room {room}.",
                Remedy(
                    f"The list of incidents {_THOSE_THERE_ARE}",
                    f"GET /v1/rooms/{room}/incidents {_THOSE_THERE_ARE}",
                    f"`auditor incidents list {room}` {_THOSE_THERE_ARE}",
                ),
            )
        if found.last_event is None and self._store.room_incidents.place(incident) is None:
            purged = self._store.purges.of_audit(found.audit)
            raise IncidentPurged(purged.words("The result that has this incident") if purged else _GONE)
        return found

    def known(self, room: str, incidents: Collection[str]) -> dict[str, RoomsIncident]:
        """Those of some incidents that have steps or repeat an earlier one, by id."""
        earlier = self._answered_before()
        found = [
            each
            for each in self._standings(room, now())
            if each.record.incident in incidents
            and (each.record.last_event is not None or any(self._earlier(each.record, earlier)))
        ]
        return {each.record.incident: each for each in self._whole(found)}

    def of_ids(self, room: str, incidents: Collection[str]) -> dict[str, RoomsIncident]:
        """Those of some incidents that a room has, by id."""
        found = [each for each in self._standings(room, now()) if each.record.incident in incidents]
        return {each.record.incident: each for each in self._whole(found)}

    def became(self, incidents: Collection[str]) -> dict[str, Became]:
        """Standing of some incidents by id; unknown ones are left out. Raises RecordDamaged."""
        snapshot, at = self._registry.snapshot(), now()
        found = {}
        for each in self._store.room_incidents.last_steps(incidents).values():
            state, due, _ = _state(each, each.action, each.at, snapshot, at)
            found[each.incident] = Became(each.room, each.incident, state, due)
        return found

    def standings(
        self, states: Collection[IncidentState], room: str | None = None, at: str | None = None
    ) -> list[IncidentStanding]:
        """Incidents in some states by gaming day, of one room or all the caller's. at: None for now."""
        return self._with_standing(self._store.room_incidents.in_states(states, room), at or now())

    def counted(self, states: Collection[IncidentState]) -> list[CountedIncidents]:
        """Numbers of incidents by room and state."""
        return self._store.room_incidents.counted(states)

    def severities(self, found: Sequence[IncidentStanding]) -> dict[str, Severity]:
        """Last reported severities by incident id; purged ones are left out."""
        reported = self._store.room_incidents
        known = reported.severities([each.record for each in found])
        others = (each.record.incident for each in found if each.record.incident not in known)
        last = ((incident, reported.newest(incident)) for incident in others)
        return known | {incident: each.severity for incident, each in last if each is not None}

    def shown(self, found: Sequence[IncidentStanding]) -> list[RoomsIncident]:
        """Some incidents with all that is shown. Raises ResultDamaged."""
        return self._whole(found)

    def overdue(self, at: str) -> list[tuple[IncidentStanding, str | None]]:
        """Incidents with overdue answers at a time (RFC 3339), with titles, longest overdue first."""
        found = [each for each in self._standings(None, at) if each.overdue]
        found.sort(key=lambda each: (each.due, each.record.room, each.record.day))
        reported = self._store.room_incidents
        return [
            (each, incident.title if (incident := reported.newest(each.record.incident)) else None)
            for each in found
        ]

    def answer(
        self,
        room: str,
        incident: str,
        words: dict[str, str],
        files: tuple[NewFile, ...],
        by: str | None,
        seen: IncidentRow | None = None,
    ) -> RoomsIncident:
        """Answer an incident. words: `cause`, `corrective_action`. by: the key's holder.

        seen: the incident as the caller saw it. Raises NoSuchRoom, NoSuchIncident, CannotStep, IncidentPurged, ChangedMeanwhile,
        LimitReached.
        """
        return self._step(room, incident, "answered", words, by, seen, files)

    def decide(
        self,
        room: str,
        incident: str,
        action: IncidentAction,
        words: dict[str, str],
        by: str | None,
        seen: IncidentRow | None = None,
    ) -> RoomsIncident:
        """Accept or return an answer, or close an incident. words: a return's `reason`, else a `note` or nothing. Raises what
        `answer` raises.
        """
        return self._step(room, incident, action, words, by, seen)

    def file(self, room: str, incident: str, sha256: str) -> tuple[AttachedFile, bytes]:
        """A file of an answer, with its bytes. Raises NoSuchRoom, NoSuchIncident, NoSuchFile, IncidentPurged."""
        found = self.record(room, incident)
        events = self._store.incident_events.of(found.incident)
        for event in events:
            for file in event.files:
                if file.sha256 == sha256 and event.purged is None:
                    return file, self._store.incident_events.body(sha256)
        purged = [event.purged for event in events if event.purged and sha256 in _digests(event)]
        if purged and purged[0] is not None:
            raise IncidentPurged(purged[0].words(f"The file {sha256}"))
        raise NoSuchFile(
            f"No answer to this incident has a file of SHA-256 {sha256}.",
            Remedy(
                "Its page lists its files.",
                "GET the incident lists its files.",
                "`auditor incidents show` lists its files.",
            ),
        )

    def _step(
        self,
        room: str,
        incident: str,
        action: IncidentAction,
        words: dict[str, str],
        by: str | None,
        seen: IncidentRow | None,
        files: tuple[NewFile, ...] = (),
    ) -> RoomsIncident:
        self.record(room, incident)
        at = now()

        def step(
            record: IncidentRow, reported: tuple[int, Incident] | None, events: list[IncidentEvent]
        ) -> NewIncidentEvent:
            standing = self._standing(record, at, events)
            _must_be_possible(action, standing, events, reported, words)
            if reported is not None:
                audit, stated = reported[0], stated_sha256(reported[1])
            else:
                audit, stated = events[-1].audit, events[-1].stated_sha256
            due = standing.due if action == "answered" else None
            correction = record.removed_by if action == "closed" and words else None
            return NewIncidentEvent(action, audit, stated, by, words, due, files, correction)

        made: Step = step
        self._store.incident_events.add(room, incident, made, at, seen, files)
        return self.get(room, incident)

    def _must_be_a_room(self, room: str) -> None:
        if not self._store.caller.sees(room) or not self._rooms.appears(room):
            raise NoSuchRoom(f"Room {room} is not on record.", ROOMS)

    def _selected(self, room: str, wanted: IncidentSelection, at: str) -> list[IncidentStanding]:
        self._must_be_a_room(room)
        found = [each for each in self._standings(room, at) if stands_as_wanted(each, wanted)]
        reported = self._store.room_incidents.reported([each.record.incident for each in found])
        self._store.results.must_all_be_whole("incidents", {each.audit for each in reported.values()})
        of_player = self._of_player(reported, wanted) if wanted.of_players else ()
        sessions = {each.record.session for each in found if each.record.session}
        tables = self._store.sessions.tables_of(room, sessions) if wanted.table is not None else {}
        known = {incident: each.incident for incident, each in reported.items()}
        return selected_in_order(found, wanted, IncidentDetails(known, tables, of_player))

    def _of_player(self, reported: Mapping[str, ReportedIncident], wanted: IncidentSelection) -> set[str]:
        """Incidents of the wanted player: named by a finding, or by a debt."""
        text, exact = wanted.of_players or "", wanted.player is not None
        audits = {each.audit for each in reported.values()}
        told = self._store.results.about_player(audits, text, exact=exact)
        return {
            incident
            for incident, each in reported.items()
            if not told.get(each.audit, set()).isdisjoint(each.incident.findings)
            or concerns_player(each.incident, text, exact=exact)
        }

    def _standings(self, room: str | None, at: str) -> list[IncidentStanding]:
        return self._with_standing(self._store.room_incidents.all(room), at)

    def _with_standing(self, records: Sequence[IncidentRow], at: str) -> list[IncidentStanding]:
        acted = [each.incident for each in records if each.last_event is not None]
        events = self._store.incident_events.of_all(acted)
        snapshot = self._registry.snapshot()
        return [_standing(each, events.get(each.incident, []), snapshot, at) for each in records]

    def _standing(
        self, record: IncidentRow, at: str, events: list[IncidentEvent] | None = None
    ) -> IncidentStanding:
        if events is None:
            events = self._store.incident_events.of(record.incident)
        return _standing(record, events, self._registry.snapshot(), at)

    def _whole(self, found: Sequence[IncidentStanding]) -> list[RoomsIncident]:
        ids = [each.record.incident for each in found]
        events = self._store.incident_events.of_all(ids)
        earlier = self._answered_before()
        reported = self._store.room_incidents.reported(ids)
        players = self._players(reported)
        tables = self._tables(found)
        shown = [
            self._shown(
                each,
                events.get(each.record.incident, []),
                earlier,
                reported.get(each.record.incident),
                players.get(each.record.incident, ()),
                tables.get((each.record.room, each.record.session or "")),
            )
            for each in found
        ]
        repeated = {before.step: before.incident for each in shown for before in each.recurrence_of}
        self._store.incident_events.must_be_as_written(repeated)
        return shown

    def _tables(self, found: Sequence[IncidentStanding]) -> dict[tuple[str, str], str]:
        sessions: dict[str, set[str]] = {}
        for each in found:
            if each.record.session:
                sessions.setdefault(each.record.room, set()).add(each.record.session)
        return {
            (room, session): table
            for room, names in sessions.items()
            for session, table in self._store.sessions.tables_of(room, names).items()
        }

    def _players(self, reported: Mapping[str, ReportedIncident]) -> dict[str, tuple[SeatPlayer, ...]]:
        by_audit: dict[int, list[ReportedIncident]] = {}
        for each in reported.values():
            by_audit.setdefault(each.audit, []).append(each)
        found: dict[str, tuple[SeatPlayer, ...]] = {}
        for audit, those in by_audit.items():
            self._store.results.must_be_whole("incidents", audit, sorted(each.position for each in those))
            found |= players_by_incident(self._store, audit, [each.incident for each in those])
        return found

    def _answered_before(self) -> dict[tuple[str, str, str], list[Earlier]]:
        found: dict[tuple[str, str, str], list[Earlier]] = {}
        for room, code, clause, step, incident, action, at in self._store.incident_events.by_kind():
            found.setdefault((room, code, clause), []).append(Earlier(incident, action, at, step))
        return found

    def _shown(
        self,
        standing: IncidentStanding,
        events: list[IncidentEvent],
        earlier: Mapping[tuple[str, str, str], list[Earlier]],
        found: ReportedIncident | None,
        players: tuple[SeatPlayer, ...],
        table: str | None,
    ) -> RoomsIncident:
        record, reported = standing.record, found.incident if found else None
        answers = [each for each in events if each.action == "answered"]
        changed = stated_sha256(reported) != answers[-1].stated_sha256 if reported and answers else None
        purged = self._store.purges.of_audit(record.audit) if reported is None else None
        return RoomsIncident(
            record, standing.state, standing.due, standing.overdue, tuple(events), reported,
            purged, changed, tuple(self._earlier(record, earlier)), self.video(record), players, table,
        )  # fmt: skip

    def video(self, record: IncidentRow, at: str | None = None) -> VideoKept | None:
        """Keeping of the video of an incident's gaming day at a time (None: now); None for a tournament or ledger as a whole."""
        if record.event is not None:
            return None
        return video_kept(self._registry.snapshot(), record.room, record.day, at or now())

    def _earlier(
        self, record: IncidentRow, answered: Mapping[tuple[str, str, str], list[Earlier]]
    ) -> Iterable[Earlier]:
        """Earlier incidents that one repeats: same room and kind, answered or closed within the authority's days."""
        alike = answered.get((record.room, record.code, record.clause), ())
        authority = _authority(record, self._registry.snapshot()) if alike else None
        if authority is None or authority.recurrence_days is None:
            return ()
        day = dt.date.fromisoformat(record.day)
        first = day - dt.timedelta(authority.recurrence_days.days)
        return {
            each.incident: each
            for each in alike
            if each.incident != record.incident and first <= dt.date.fromisoformat(each.at[:10]) < day
        }.values()


def _standing(
    record: IncidentRow, events: Sequence[IncidentEvent], snapshot: RegistryAtChange, at: str
) -> IncidentStanding:
    last = events[-1] if events else None
    return IncidentStanding(
        record, *_state(record, last.action if last else None, last.at if last else None, snapshot, at)
    )


def _state(
    record: IncidentRow | LastStep,
    action: IncidentAction | None,
    acted_at: str | None,
    snapshot: RegistryAtChange,
    at: str,
) -> tuple[IncidentState, str | None, bool]:
    """State of an incident, its answer's due day, and whether that is over.

    action, acted_at: of the last step; None without one.
    """
    state: IncidentState = action or "open"
    authority = _authority(record, snapshot)
    days = authority.response_days if authority is not None else None
    if state not in WAITING or days is None:
        return state, None, False
    since = acted_at or record.found_at
    due = (dt.date.fromisoformat(since[:10]) + dt.timedelta(days.days)).isoformat()
    return state, due, at[:10] > due and earliest_day(snapshot.rooms.get(record.room), at) > due


def _authority(record: IncidentRow | LastStep, snapshot: RegistryAtChange) -> Authority | None:
    room = snapshot.rooms.get(record.room)
    terms = room.on(dt.date.fromisoformat(record.day)) if room is not None else None
    return snapshot.library.authorities.get((terms.authority if terms is not None else None) or "")


def _must_be_possible(
    action: IncidentAction,
    standing: IncidentStanding,
    events: Sequence[IncidentEvent],
    reported: tuple[int, Incident] | None,
    words: Mapping[str, str],
) -> None:
    state = standing.state
    if action == "answered" and reported is None:
        raise IncidentPurged(_GONE)
    if action == "closed" and standing.record.removed_by is not None and state not in _DECIDED:
        if not words:
            raise CannotStep(
                "A correction removed the incident. Say in a note why it is closed for that, without what else it waits for."
            )
        return
    if state in _AFTER[action]:
        if action == "closed" and state == "returned" and not words:
            raise CannotStep(
                "The incident's answer was returned. Say in a note why it is closed all the same."
            )
        return
    if (
        action == "returned"
        and state in _DECIDED
        and reported is not None
        and _has_changed(reported[1], events)
    ):
        return  # what was decided was decided for what was answered
    raise CannotStep(_not_possible(action, standing, events))


def _has_changed(reported: Incident, events: Sequence[IncidentEvent]) -> bool:
    answers = [each for each in events if each.action == "answered"]
    return bool(answers) and answers[-1].stated_sha256 != stated_sha256(reported)


def _not_possible(action: IncidentAction, standing: IncidentStanding, events: Sequence[IncidentEvent]) -> str:
    if not events:
        return f"The incident is open: it was not answered, so that it cannot be {action}. The room answers it first."
    last = events[-1]
    who = f"{last.action} at {last.at} by {last.by or 'somebody without a key'}"
    can = " or ".join(_AFTER[action])
    return (
        f"The incident was {who}, so that it cannot be {action} now. That is possible for one that is {can}."
    )


def _digests(event: IncidentEvent) -> set[str]:
    return {each.sha256 for each in event.files}
