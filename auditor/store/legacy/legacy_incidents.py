"""Facts of the rows of incidents."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from auditor.facts.kinds.facts_of_incidents import (
    AttachedOnRecord,
    IncidentAccepted,
    IncidentAnswered,
    IncidentClosed,
    IncidentReturned,
    StepOfIncident,
)
from auditor.facts.recorded_fact import RecordedFact
from auditor.store.legacy import part_bodies
from auditor.store.legacy.old_store import OldStore, named, one_of

_STEPS: dict[str, type[StepOfIncident]] = {
    "answered": IncidentAnswered,
    "accepted": IncidentAccepted,
    "returned": IncidentReturned,
    "closed": IncidentClosed,
}


def incidents(old: OldStore, but: Collection[int]) -> Iterator[RecordedFact]:
    """Steps of incidents, with their words and files. but: those that are left out."""
    words = {row["event"]: part_bodies.words(row) for row in old.rows("incident_words", "event")}
    files = _files(old, but)
    for row in (each for each in old.rows("incident_events", "id") if each["id"] not in but):
        said = words.get(row["id"])
        parts = {"words": old.keep(said)} if said is not None else None
        tag = f"incident.{row['action']}"
        about = named(row, "room", "incident", "audit", "stated_sha256", "due", "words_sha256", "correction")
        yield _STEPS[row["action"]](
            number=row["id"],
            files=tuple(files.get(row["id"], ())),
            who=row["by"],
            **about,
            **old.common(tag, row["id"], row["at"], row["key"], row["room"], parts=parts),
        )


def _files(old: OldStore, but: Collection[int]) -> dict[int, list[AttachedOnRecord]]:
    every = {row["sha256"]: row for row in old.rows("attachments", "sha256")}
    found: dict[int, list[AttachedOnRecord]] = {}
    for row in (each for each in old.rows("incident_files", "event, position") if each["event"] not in but):
        file = one_of(every, row["sha256"], "attachments", f"Step {row['event']} of incidents")
        attached = AttachedOnRecord(row["sha256"], file["size"], row["media_type"])
        found.setdefault(row["event"], []).append(attached)
    return found
