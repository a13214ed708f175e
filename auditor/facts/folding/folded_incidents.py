"""Handlers of facts about incidents of rooms."""

from __future__ import annotations

from auditor.facts.handlers import add, change, folds, found, must_be
from auditor.facts.kinds.facts_of_incidents import (
    IncidentAccepted,
    IncidentAnswered,
    IncidentClosed,
    IncidentReturned,
    StepOfIncident,
)
from auditor.facts.tables import Tables

_UNDECIDED = ("open", "answered", "returned")
_USED = ("room_incidents", "attachments", "audits", "sessions")


@folds(IncidentAnswered, *_USED)
def incident_answered(tables: Tables, seq: int, fact: IncidentAnswered) -> None:
    """Answer an incident. It follows an open or returned one."""
    _step(tables, seq, fact, "answered", "open", "returned")


@folds(IncidentAccepted, *_USED)
def incident_accepted(tables: Tables, seq: int, fact: IncidentAccepted) -> None:
    """Accept an answer. It follows an answered incident."""
    _step(tables, seq, fact, "accepted", "answered")


@folds(IncidentReturned, *_USED)
def incident_returned(tables: Tables, seq: int, fact: IncidentReturned) -> None:
    """Return an incident. It follows an answered one; where a later log has it again, one closed for a correction."""
    again = fact.correction is not None
    _step(tables, seq, fact, "returned", *(("closed",) if again else ("answered",)))


@folds(IncidentClosed, *_USED)
def incident_closed(tables: Tables, seq: int, fact: IncidentClosed) -> None:
    """Close an incident. It follows an accepted or returned one; where a correction removed it, any that is not decided."""
    removed = fact.correction is not None
    _step(tables, seq, fact, "closed", *(_UNDECIDED if removed else ("accepted", "returned")))


def _step(tables: Tables, seq: int, fact: StepOfIncident, state: str, *after: str) -> None:
    row = found(tables, "room_incidents", seq, fact, fact.incident)
    must_be(seq, fact, f"incident {fact.incident}", row["state"], *after)
    must_be(seq, fact, f"the room of incident {fact.incident}", row["room"], fact.room)
    found(tables, "audits", seq, fact, fact.audit)
    if fact.correction is not None:
        found(tables, "sessions", seq, fact, fact.correction)
    change(tables, "room_incidents", seq, row, state=state, correction=fact.correction)
    for file in fact.files:
        if tables.get("attachments", file.sha256) is None:
            add(tables, "attachments", seq, fact, sha256=file.sha256, size=file.size)
