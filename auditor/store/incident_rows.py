"""Values that the store returns of incidents of a room, and of what was done about them."""

from __future__ import annotations

from msgspec import Struct

from auditor.store.rows import IncidentAction, NewFile, Purged
from rules.results import Incident


class IncidentRow(Struct, frozen=True):
    """An incident of a room. session: as the room names it; None: of a gaming day, or of an event, as a whole. event: such as
    "tournament D-0314". code: of its root.

    audit, found_at: the audit that found it first, and when that had finished. now: the audit by which the record has it; None:
    the record no longer has it. last_event: the last thing that was done about it. removed_by: the session whose log corrects the
    one that has it; None: the record has it, or has lost it otherwise.
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
    """An incident as the newest audit of the record that has it reports it. position: in that audit."""

    audit: int
    position: int
    incident: Incident


class LastStep(Struct, frozen=True):
    """An incident of a room with the last step about it. found_at: when the audit that found it first had finished.

    audit: that audit. event, action, at: of the step; None: nothing was done about it.
    """

    incident: str
    room: str
    day: str
    audit: int
    found_at: str
    event: int | None
    action: IncidentAction | None
    at: str | None


class AttachedFile(Struct, frozen=True):
    """A file of an answer. name: as its sender named it; None: he did not, or it was purged."""

    sha256: str
    size: int
    media_type: str
    name: str | None


class IncidentEvent(Struct, frozen=True):
    """Event of an incident. audit: that had the incident as it was then, with the digest ``stated_sha256``.

    due: of an answer, the day by which it was due. words: `cause` and `corrective_action` of an answer, `reason` of a return,
    `note` of an acceptance or a closing. purged: the words and the bytes of the files went with the results. correction: of a
    closing, the session whose log corrects the one that has the incident; of a return, the later one that has it again.
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
    """A step to put on record; the incident, the key and the time are known where it is written."""

    action: IncidentAction
    audit: int
    stated_sha256: str
    by: str | None
    words: dict[str, str]
    due: str | None = None
    files: tuple[NewFile, ...] = ()
    correction: int | None = None
