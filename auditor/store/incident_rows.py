"""Values of rooms' incidents and their events."""

from __future__ import annotations

from msgspec import Struct

from auditor.store.rows import IncidentAction, NewFile, Purged
from rules.results import Incident


class IncidentRow(Struct, frozen=True):
    """An incident of a room. session: the room's name for it, None of a whole day or event; event: such as "tournament D-0314";
    code: of its root.

    audit, found_at: the first audit, and its end. now: the record's audit that has it, or None. last_event: its number.
    removed_by: the correcting session; None where the record has it, or lost it otherwise.
    """

    incident: str
    room: str
    session: str | None
    event: str | None
    day: str
    code: str
    clause: str
    audit: int
    found_at: str
    now: int | None
    last_event: int | None
    removed_by: int | None


class ReportedIncident(Struct, frozen=True):
    """An incident in the record's newest audit. position: in that audit."""

    audit: int
    position: int
    incident: Incident


class LastStep(Struct, frozen=True):
    """A room's incident with its last step. found_at: end of the first audit. event, action, at: None without a step."""

    incident: str
    room: str
    day: str
    audit: int
    found_at: str
    event: int | None
    action: IncidentAction | None
    at: str | None


class AttachedFile(Struct, frozen=True):
    """A file of an answer. name: the sender's; None without one, or purged."""

    sha256: str
    size: int
    media_type: str
    name: str | None


class IncidentEvent(Struct, frozen=True):
    """Event of an incident. audit: that had the incident then, with digest ``stated_sha256``.

    due: an answer's due day. words: `cause`, `corrective_action`, `reason` or `note`. purged: words and files are gone.
    correction: the correcting session of a closing, or a return's later session.
    """

    id: int
    at: str
    room: str
    incident: str
    action: IncidentAction
    audit: int
    stated_sha256: str
    due: str | None
    by: str | None
    key: str | None
    words: dict[str, str]
    files: tuple[AttachedFile, ...]
    purged: Purged | None
    correction: int | None = None


class NewIncidentEvent(Struct, frozen=True):
    """A step to record; incident, key and time are added when written."""

    action: IncidentAction
    audit: int
    stated_sha256: str
    by: str | None
    words: dict[str, str]
    due: str | None = None
    files: tuple[NewFile, ...] = ()
    correction: int | None = None
