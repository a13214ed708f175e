"""Answers to an audit's incidents, laid beside the audit, which never changes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec

from auditor.incidents import RoomsIncident
from auditor.store.incident_rows import IncidentEvent
from reports.drawn_answers import Answered, Decision, Repeated


def answered(found: RoomsIncident) -> Answered:
    """An incident as documents have it."""
    answers = [each for each in found.events if each.action == "answered"]
    last = answers[-1] if answers else None
    since = [each for each in found.events if last is None or each.id > last.id]
    return Answered(
        incident=found.record.incident,
        state=found.state,
        due=found.due,
        cause=last.words.get("cause") if last else None,
        corrective_action=last.words.get("corrective_action") if last else None,
        at=last.at if last else None,
        by=last.by if last else None,
        files=[each.name or each.sha256 for each in last.files] if last else [],
        decisions=[_decision(each) for each in since],
        changed_since_answer=found.changed,
        recurrence_of=[Repeated(each.incident, each.action, each.at) for each in found.recurrence_of],
        purged=last is not None and last.purged is not None,
    )


def digest(answers: Mapping[str, Answered]) -> str:
    """Digest of some answers; "" for none."""
    if not answers:
        return ""
    return hashlib.sha256(msgspec.json.encode(sorted(answers.items()))).hexdigest()


def _decision(event: IncidentEvent) -> Decision:
    return Decision(event.action, event.at, event.by, event.words.get("reason") or event.words.get("note"))
