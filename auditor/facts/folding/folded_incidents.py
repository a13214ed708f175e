"""Handlers of facts about incidents of rooms."""

from __future__ import annotations

import msgspec

from auditor.facts.handlers import DoesNotFollow, add, folds, follows, found, must_be, row_of_fact
from auditor.facts.kinds.facts_of_incidents import (
    IncidentAccepted,
    IncidentAnswered,
    IncidentClosed,
    IncidentReturned,
    StepOfIncident,
)
from auditor.facts.tables import Tables

_OPEN = "open"
_UNCLOSED = (_OPEN, "answered", "returned", "accepted")
_Step = IncidentAnswered | IncidentAccepted | IncidentReturned | IncidentClosed
_STEPS: dict[type[StepOfIncident], str] = {
    IncidentAnswered: "answered",
    IncidentAccepted: "accepted",
    IncidentReturned: "returned",
    IncidentClosed: "closed",
}


@follows(IncidentAnswered, "incident_states")
def answered_after(tables: Tables, seq: int, fact: IncidentAnswered) -> None:
    """Follow an open or returned incident."""
    _must_be(tables, seq, fact, _OPEN, "returned")


@follows(IncidentAccepted, "incident_states")
def accepted_after(tables: Tables, seq: int, fact: IncidentAccepted) -> None:
    """Follow an answered incident."""
    _must_be(tables, seq, fact, "answered")


@follows(IncidentReturned, "incident_states")
def returned_after(tables: Tables, seq: int, fact: IncidentReturned) -> None:
    """Follow an answered incident, or a decided one that has changed since; where a later log has it again, one closed for that
    log or an earlier one.
    """
    state = tables.get("incident_states", fact.incident)
    if fact.correction is not None:
        _must_be(tables, seq, fact, "closed")
        before = None if state is None else state["correction"]
        if before is None or before > fact.correction:
            raise DoesNotFollow(
                seq, fact, f"incident {fact.incident} was not closed for a correction before."
            )
        return
    decided = ("accepted", "closed") if state is not None and state["answer"] != fact.stated_sha256 else ()
    _must_be(tables, seq, fact, "answered", *decided)


@follows(IncidentClosed, "incident_states")
def closed_after(tables: Tables, seq: int, fact: IncidentClosed) -> None:
    """Follow an accepted or returned incident; where a correction removed it, any that is not closed."""
    _must_be(tables, seq, fact, *(("accepted", "returned") if fact.correction is None else _UNCLOSED))


def _must_be(tables: Tables, seq: int, fact: StepOfIncident, *after: str) -> None:
    row = tables.get("incident_states", fact.incident)
    must_be(seq, fact, f"incident {fact.incident}", _OPEN if row is None else row["state"], *after)
    if row is not None:
        must_be(seq, fact, f"the room of incident {fact.incident}", row["room"], fact.room)


@follows(IncidentAnswered, "room_incidents")
@follows(IncidentAccepted, "room_incidents")
@follows(IncidentReturned, "room_incidents")
@follows(IncidentClosed, "room_incidents")
def incident_of_room(tables: Tables, seq: int, fact: _Step) -> None:
    """Follow an incident of the room. Of an adopted step it may be one of an altered audit, which facts leave out."""
    if fact.adopted and tables.get("room_incidents", fact.incident) is None:
        return
    row = found(tables, "room_incidents", seq, fact, fact.incident)
    must_be(seq, fact, f"the room of incident {fact.incident}", row["room"], fact.room)


@follows(IncidentAnswered, "audits")
@follows(IncidentAccepted, "audits")
@follows(IncidentReturned, "audits")
@follows(IncidentClosed, "audits")
def audit_with_incident(tables: Tables, seq: int, fact: _Step) -> None:
    """Follow the audit that has the incident, unless it was altered before it was adopted."""
    if fact.adopted and tables.get("audits", fact.audit) is None:
        return
    found(tables, "audits", seq, fact, fact.audit)


@follows(IncidentAnswered, "sessions")
@follows(IncidentAccepted, "sessions")
@follows(IncidentReturned, "sessions")
@follows(IncidentClosed, "sessions")
def log_of_correction(tables: Tables, seq: int, fact: _Step) -> None:
    """Follow the log that corrects, unless it was altered before it was adopted."""
    if fact.adopted and tables.get("sessions", fact.correction) is None:
        return
    if fact.correction is not None:
        found(tables, "sessions", seq, fact, fact.correction)


@folds(IncidentAnswered, "incident_events")
@folds(IncidentAccepted, "incident_events")
@folds(IncidentReturned, "incident_events")
@folds(IncidentClosed, "incident_events")
def step_of_incident(tables: Tables, seq: int, fact: _Step) -> None:
    """Add a step."""
    files = msgspec.to_builtins(list(fact.files))
    words = fact.parts.get("words")
    add(tables, "incident_events", seq, fact, action=_STEPS[type(fact)], words=words, files=files)


@folds(IncidentAnswered, "incident_states")
@folds(IncidentAccepted, "incident_states")
@folds(IncidentReturned, "incident_states")
@folds(IncidentClosed, "incident_states")
def state_of_incident(tables: Tables, seq: int, fact: _Step) -> None:
    """Note the state of an incident, its last step, and what was answered last."""
    before = tables.get("incident_states", fact.incident)
    answer = fact.stated_sha256 if isinstance(fact, IncidentAnswered) else before and before["answer"]
    steps = 1 if before is None else before["steps"] + 1
    now = {"state": _STEPS[type(fact)], "step": fact.number, "steps": steps, "answer": answer}
    tables.put("incident_states", row_of_fact("incident_states", seq, fact, **now))


@folds(IncidentAnswered, "attachments")
@folds(IncidentAccepted, "attachments")
@folds(IncidentReturned, "attachments")
@folds(IncidentClosed, "attachments")
def files_attached(tables: Tables, seq: int, fact: _Step) -> None:
    """Note files that are new."""
    for file in fact.files:
        if tables.get("attachments", file.sha256) is None:
            add(tables, "attachments", seq, fact, sha256=file.sha256, size=file.size)
