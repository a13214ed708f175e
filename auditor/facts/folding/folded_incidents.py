"""Handlers of facts about incidents of rooms."""

from __future__ import annotations

from auditor.facts.handlers import add, change, folds, follows, found, must_be
from auditor.facts.kinds.facts_of_incidents import (
    IncidentAccepted,
    IncidentAnswered,
    IncidentClosed,
    IncidentReturned,
    StepOfIncident,
)
from auditor.facts.tables import Tables

_UNDECIDED = ("open", "answered", "returned")
_Step = IncidentAnswered | IncidentAccepted | IncidentReturned | IncidentClosed
_STEPS: dict[type[StepOfIncident], str] = {
    IncidentAnswered: "answered",
    IncidentAccepted: "accepted",
    IncidentReturned: "returned",
    IncidentClosed: "closed",
}


@follows(IncidentAnswered, "room_incidents")
def answered_after(tables: Tables, seq: int, fact: IncidentAnswered) -> None:
    """Follow an open or returned incident."""
    _must_be(tables, seq, fact, "open", "returned")


@follows(IncidentAccepted, "room_incidents")
def accepted_after(tables: Tables, seq: int, fact: IncidentAccepted) -> None:
    """Follow an answered incident."""
    _must_be(tables, seq, fact, "answered")


@follows(IncidentReturned, "room_incidents")
def returned_after(tables: Tables, seq: int, fact: IncidentReturned) -> None:
    """Follow an answered incident; where a later log has it again, one closed for a correction."""
    again = fact.correction is not None
    _must_be(tables, seq, fact, *(("closed",) if again else ("answered",)))


@follows(IncidentClosed, "room_incidents")
def closed_after(tables: Tables, seq: int, fact: IncidentClosed) -> None:
    """Follow an accepted or returned incident; where a correction removed it, any that is not decided."""
    removed = fact.correction is not None
    _must_be(tables, seq, fact, *(_UNDECIDED if removed else ("accepted", "returned")))


def _must_be(tables: Tables, seq: int, fact: StepOfIncident, *after: str) -> None:
    row = found(tables, "room_incidents", seq, fact, fact.incident)
    must_be(seq, fact, f"incident {fact.incident}", row["state"], *after)
    must_be(seq, fact, f"the room of incident {fact.incident}", row["room"], fact.room)


@follows(IncidentAnswered, "audits")
@follows(IncidentAccepted, "audits")
@follows(IncidentReturned, "audits")
@follows(IncidentClosed, "audits")
def audit_with_incident(tables: Tables, seq: int, fact: _Step) -> None:
    """Follow the audit that has the incident."""
    found(tables, "audits", seq, fact, fact.audit)


@follows(IncidentAnswered, "sessions")
@follows(IncidentAccepted, "sessions")
@follows(IncidentReturned, "sessions")
@follows(IncidentClosed, "sessions")
def log_of_correction(tables: Tables, seq: int, fact: _Step) -> None:
    """Follow the log that corrects."""
    if fact.correction is not None:
        found(tables, "sessions", seq, fact, fact.correction)


@folds(IncidentAnswered, "room_incidents")
@folds(IncidentAccepted, "room_incidents")
@folds(IncidentReturned, "room_incidents")
@folds(IncidentClosed, "room_incidents")
def step_of_incident(tables: Tables, seq: int, fact: _Step) -> None:
    """Change the state of an incident."""
    row = found(tables, "room_incidents", seq, fact, fact.incident)
    change(tables, "room_incidents", seq, row, state=_STEPS[type(fact)], correction=fact.correction)


@folds(IncidentAnswered, "attachments")
@folds(IncidentAccepted, "attachments")
@folds(IncidentReturned, "attachments")
@folds(IncidentClosed, "attachments")
def files_attached(tables: Tables, seq: int, fact: _Step) -> None:
    """Note files that are new."""
    for file in fact.files:
        if tables.get("attachments", file.sha256) is None:
            add(tables, "attachments", seq, fact, sha256=file.sha256, size=file.size)
