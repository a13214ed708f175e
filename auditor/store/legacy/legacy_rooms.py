"""Facts of the rows of rooms, their terms and their controls."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from auditor.facts.kinds.facts_of_rooms import TermsApproved, TermsProposed, TermsRefused, TermsWithdrawn
from auditor.facts.recorded_fact import RecordedFact
from auditor.store.facts_of_changes import fact_of_change, of_change
from auditor.store.legacy.old_store import OldRow, OldStore, decoded, named

_FILES = ("source", "document")  # details of a change with the SHA-256 of a file
LeftOut = Mapping[str, Collection[Any]]  # keys of rows by table


def rooms(old: OldStore, but: LeftOut | None = None) -> Iterator[RecordedFact]:
    """Changes of rooms and controls by their numbers, with proposed terms before those that came of them.

    but: rows of which no fact is made, by table.
    """
    left_out = but or {}
    changes = list(_changes(old, left_out))
    proposals = {
        row["id"]: row
        for row in old.rows("terms_proposals", "id")
        if row["id"] not in left_out.get("terms_proposals", ())
    }
    decisions = {
        row["proposal"]: row
        for row in old.rows("terms_decisions", "proposal")
        if row["proposal"] not in left_out.get("terms_decisions", ())
    }
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


def _changes(old: OldStore, but: LeftOut) -> Iterator[OldRow]:
    """Changes by number; of a revision without those from the first on that is left out, or rests on a file that is.

    Of a revision whose row is left out there are none; where its row is missing, its history says what it was.
    """
    there = {(row["ruleset"], row["revision"]) for row in old.rows("controls", "ruleset, revision")}
    revisions: set[Any] = there & set(but.get("controls", ()))
    for row in old.rows("changes", "id"):
        of = None if row["ruleset"] is None else (row["ruleset"], row["revision"])
        if row["id"] in but.get("changes", ()):
            revisions.add(of)
        elif of is None or of not in revisions:
            row["details"] = decoded("changes", row, "details")
            if of is not None and any(row["details"].get(each) in but.get("filed", ()) for each in _FILES):
                revisions.add(of)
            else:
                yield row


def _last_drafts(old: OldStore, changes: list[OldRow]) -> dict[int, OldRow]:
    """Revisions by the number of the change that has their file."""
    last = {(row["ruleset"], row["revision"]): row["id"] for row in changes if row["action"] == "draft"}
    rows = list(old.rows("controls", "ruleset, revision"))
    return {
        number: row for row in rows if (number := last.get((row["ruleset"], row["revision"]))) is not None
    }


def _change(old: OldStore, row: OldRow, drafts: dict[int, OldRow]) -> RecordedFact:
    action, details = row["action"], row["details"]
    common = {
        "number": row["id"],
        "who": row["by"],
        **named(row, "room", "reference", "note"),
        **old.common(of_change(action), row["id"], row["at"], row["key"], row["room"]),
    }
    if row["ruleset"] is not None:
        common |= named(row, "ruleset", "revision")
    sha256 = details.get({"draft": "source", "document": "document"}.get(action))
    file = None if sha256 is None else old.file("filed", sha256, f"Change {row['id']}")
    draft = _draft(details, drafts.get(row["id"])) if action == "draft" else {}
    return fact_of_change(action, details, common, file, **draft)


def _draft(details: dict[str, Any], known: OldRow | None) -> dict[str, Any]:
    starts, title = (None, None) if known is None else (known["starts"], known["title"])
    return {"digest": details["digest"], "starts": starts, "title": title}


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
