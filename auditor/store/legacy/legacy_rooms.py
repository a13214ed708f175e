"""Facts of the rows of rooms, their terms and their controls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from auditor.facts.kinds.facts_of_rooms import (
    ControlsApproved,
    ControlsDenied,
    ControlsDiscarded,
    ControlsDocumented,
    ControlsDrafted,
    ControlsSubmitted,
    ControlsWithdrawn,
    DayTotalsStated,
    RoomTermsSet,
    TermsApproved,
    TermsProposed,
    TermsRefused,
    TermsWithdrawn,
)
from auditor.facts.recorded_fact import RecordedFact
from auditor.store.legacy.old_store import OldRow, OldStore, decoded, named

_OF_ROOMS = ("terms", "totals")
_WITHOUT_DETAILS: dict[str, type[RecordedFact]] = {
    "submitted": ControlsSubmitted,
    "withdrawn": ControlsWithdrawn,
    "denied": ControlsDenied,
}
_WITH_DETAILS: dict[str, type[RecordedFact]] = {
    "terms": RoomTermsSet,
    "totals": DayTotalsStated,
    "approved": ControlsApproved,
    "discarded": ControlsDiscarded,
}


def rooms(old: OldStore) -> Iterator[RecordedFact]:
    """Changes of rooms and controls by their numbers, with proposed terms before those that came of them."""
    changes = [{**row, "details": decoded("changes", row, "details")} for row in old.rows("changes", "id")]
    proposals = {row["id"]: row for row in old.rows("terms_proposals", "id")}
    decisions = {row["proposal"]: row for row in old.rows("terms_decisions", "proposal")}
    drafts = _last_drafts(old, changes)
    for row in changes:
        number = row["details"].get("proposal") if row["action"] == "terms" else None
        if number in proposals:
            yield _proposed(old, proposals[number])
        yield _change(old, row, drafts)
        if number in proposals:
            proposal = proposals.pop(number)
            if number in decisions:
                yield _decided(old, decisions[number], proposal)
    for number, proposal in proposals.items():
        yield _proposed(old, proposal)
        if number in decisions:
            yield _decided(old, decisions[number], proposal)


def _last_drafts(old: OldStore, changes: list[OldRow]) -> dict[int, OldRow]:
    """Revisions by the number of the change that has their file."""
    last = {(row["ruleset"], row["revision"]): row["id"] for row in changes if row["action"] == "draft"}
    rows = list(old.rows("controls", "ruleset, revision"))
    return {
        number: row for row in rows if (number := last.get((row["ruleset"], row["revision"]))) is not None
    }


def _change(old: OldStore, row: OldRow, drafts: dict[int, OldRow]) -> RecordedFact:
    action, details = row["action"], row["details"]
    kind = f"room.{action}" if action in _OF_ROOMS else f"controls.{action}"
    about = {
        "number": row["id"],
        "who": row["by"],
        **named(row, "room", "reference", "note"),
        **old.common(kind, row["id"], row["at"], row["key"], row["room"]),
    }
    if action not in _OF_ROOMS:
        about |= named(row, "ruleset", "revision")
    if action == "draft":
        return ControlsDrafted(**about, **_draft(old, row, drafts))
    if action == "document":
        file = old.file("filed", details["document"], f"Change {row['id']}")
        return ControlsDocumented(file=file, **about)
    if action in _WITHOUT_DETAILS:
        return _WITHOUT_DETAILS[action](**about)
    return _WITH_DETAILS[action](**about, **details)


def _draft(old: OldStore, row: OldRow, drafts: dict[int, OldRow]) -> dict[str, Any]:
    details = row["details"]
    known = drafts.get(row["id"])
    return {
        "file": old.file("filed", details["source"], f"Change {row['id']}"),
        "digest": details["digest"],
        "starts": known["starts"] if known is not None else None,
        "title": known["title"] if known is not None else None,
    }


def _proposed(old: OldStore, row: OldRow) -> TermsProposed:
    common = old.common("terms.proposed", row["id"], row["at"], row["key"], row["room"])
    terms = decoded("terms_proposals", row, "terms")
    return TermsProposed(number=row["id"], room=row["room"], terms=terms, who=row["by"], **common)


def _decided(old: OldStore, row: OldRow, proposal: OldRow) -> RecordedFact:
    standing, number = row["standing"], row["proposal"]
    common = old.common(f"terms.{standing}", number, row["at"], row["key"], proposal["room"])
    about = {"number": number, "room": proposal["room"], "who": row["by"], "note": row["note"], **common}
    if standing == "approved":
        return TermsApproved(reference=row["reference"], change=row["change"], **about)
    if standing == "refused":
        return TermsRefused(reference=row["reference"], **about)
    return TermsWithdrawn(**about)
