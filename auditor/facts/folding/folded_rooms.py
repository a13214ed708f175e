"""Handlers of facts about rooms, their terms and their controls."""

from __future__ import annotations

from typing import Any

from auditor.facts.handlers import DoesNotFollow, add, change, folds, follows, found, must_be, row_of_fact
from auditor.facts.kinds.facts_of_rooms import (
    ControlsApproved,
    ControlsDenied,
    ControlsDiscarded,
    ControlsDocumented,
    ControlsDrafted,
    ControlsSubmitted,
    ControlsWithdrawn,
    RoomTermsSet,
    TermsApproved,
    TermsProposed,
    TermsRefused,
    TermsWithdrawn,
)
from auditor.facts.tables import Row, Tables

_Step = ControlsDocumented | ControlsSubmitted | ControlsWithdrawn | ControlsApproved | ControlsDenied
_OPEN = ("draft", "denied")  # a draft of it may be filed


@folds(RoomTermsSet, "rooms", "terms_proposals", "terms_decisions")
def room_terms_set(tables: Tables, seq: int, fact: RoomTermsSet) -> None:
    """Replace a room's terms. Where they were proposed, it follows a proposal that was not decided."""
    before = tables.get("rooms", fact.room)
    if before is not None and before["change"] >= fact.number:
        words = (
            f"room {fact.room} was changed by {before['change']} already, and this is change {fact.number}."
        )
        raise DoesNotFollow(seq, fact, words)
    if fact.proposal is not None:
        _undecided(tables, seq, fact, fact.proposal)
    tables.put("rooms", row_of_fact("rooms", seq, fact, id=fact.room, change=fact.number))


@follows(RoomTermsSet, "sessions")
def moved_sessions(tables: Tables, seq: int, fact: RoomTermsSet) -> None:
    """Follow sessions of the room."""
    for moved in fact.days:
        row = found(tables, "sessions", seq, fact, moved.session)
        must_be(seq, fact, f"the room of session {moved.session}", row["room"], fact.room)


@folds(RoomTermsSet, "sessions")
def sessions_moved(tables: Tables, seq: int, fact: RoomTermsSet) -> None:
    """Give sessions their gaming days under the terms."""
    for moved in fact.days:
        row = tables.get("sessions", moved.session)
        if row is not None:
            change(tables, "sessions", seq, row, day=moved.day)


@folds(TermsProposed, "rooms", "terms_proposals")
def terms_proposed(tables: Tables, seq: int, fact: TermsProposed) -> None:
    """Add a proposal. It follows the room."""
    found(tables, "rooms", seq, fact, fact.room)
    add(tables, "terms_proposals", seq, fact)


@folds(TermsApproved, "rooms", "terms_proposals", "terms_decisions")
def terms_approved(tables: Tables, seq: int, fact: TermsApproved) -> None:
    """Decide a proposal. It follows the room's terms that came of it."""
    found(tables, "rooms", seq, fact, fact.room)
    _decide(tables, seq, fact, "approved", fact.reference, fact.change)


@folds(TermsRefused, "terms_proposals", "terms_decisions")
def terms_refused(tables: Tables, seq: int, fact: TermsRefused) -> None:
    """Decide a proposal."""
    _decide(tables, seq, fact, "refused", fact.reference, None)


@folds(TermsWithdrawn, "terms_proposals", "terms_decisions")
def terms_withdrawn(tables: Tables, seq: int, fact: TermsWithdrawn) -> None:
    """Decide a proposal."""
    _decide(tables, seq, fact, "withdrawn", None, None)


@folds(ControlsDrafted, "controls")
def controls_drafted(tables: Tables, seq: int, fact: ControlsDrafted) -> None:
    """Put a draft in place of the one before. It follows no revision, or one that is a draft or denied."""
    before = tables.get("controls", fact.ruleset, fact.revision)
    if before is not None:
        must_be(seq, fact, _named(fact), before["standing"], *_OPEN)
        must_be(seq, fact, f"the room of {_named(fact)}", before["room"], fact.room)
    document = before["document"] if before is not None else None
    now = {"standing": "draft", "source": fact.file.sha256, "document": document, "change": fact.number}
    tables.put("controls", row_of_fact("controls", seq, fact, **now))


@folds(ControlsDrafted, "filed")
@folds(ControlsDocumented, "filed")
def controls_filed(tables: Tables, seq: int, fact: ControlsDrafted | ControlsDocumented) -> None:
    """Note a file, unless it is known."""
    file = fact.file
    if tables.get("filed", file.sha256) is None:
        about = {
            "sha256": file.sha256,
            "size": file.size,
            "media_type": file.media_type,
            "filename": file.filename,
        }
        tables.put("filed", row_of_fact("filed", seq, fact, **about))


@folds(ControlsDocumented, "controls")
def controls_documented(tables: Tables, seq: int, fact: ControlsDocumented) -> None:
    """Give controls their document. It follows a draft or denied controls."""
    _step(tables, seq, fact, _OPEN, document=fact.file.sha256)


@folds(ControlsSubmitted, "controls")
def controls_submitted(tables: Tables, seq: int, fact: ControlsSubmitted) -> None:
    """Submit controls. It follows a draft."""
    _step(tables, seq, fact, ("draft",), standing="submitted")


@folds(ControlsWithdrawn, "controls")
def controls_withdrawn(tables: Tables, seq: int, fact: ControlsWithdrawn) -> None:
    """Take controls back. It follows submitted ones."""
    _step(tables, seq, fact, ("submitted",), standing="draft")


@folds(ControlsApproved, "controls")
def controls_approved(tables: Tables, seq: int, fact: ControlsApproved) -> None:
    """Approve controls. It follows submitted ones with the same file and document."""
    row = _step(tables, seq, fact, ("submitted",), standing="approved", digest=fact.digest)
    must_be(seq, fact, f"the file of {_named(fact)}", row["source"], fact.source)
    must_be(seq, fact, f"the document of {_named(fact)}", row["document"], fact.document)


@folds(ControlsDenied, "controls")
def controls_denied(tables: Tables, seq: int, fact: ControlsDenied) -> None:
    """Deny controls. It follows submitted ones."""
    _step(tables, seq, fact, ("submitted",), standing="denied")


@folds(ControlsDiscarded, "controls")
def controls_discarded(tables: Tables, seq: int, fact: ControlsDiscarded) -> None:
    """Remove controls. It follows a draft."""
    row = found(tables, "controls", seq, fact, fact.ruleset, fact.revision)
    must_be(seq, fact, _named(fact), row["standing"], "draft")
    tables.drop("controls", fact.ruleset, fact.revision)


def _step(tables: Tables, seq: int, fact: _Step, after: tuple[str, ...], **columns: Any) -> Row:
    """Change a revision, and return it as it was."""
    row = found(tables, "controls", seq, fact, fact.ruleset, fact.revision)
    must_be(seq, fact, _named(fact), row["standing"], *after)
    must_be(seq, fact, f"the room of {_named(fact)}", row["room"], fact.room)
    change(tables, "controls", seq, row, change=fact.number, **columns)
    return row


def _named(fact: _Step | ControlsDrafted | ControlsDiscarded) -> str:
    return f"{fact.ruleset}@{fact.revision}"


def _undecided(tables: Tables, seq: int, fact: Any, number: int) -> None:
    proposal = found(tables, "terms_proposals", seq, fact, number)
    must_be(seq, fact, f"the room of proposal {number}", proposal["room"], fact.room)
    decided = tables.get("terms_decisions", number)
    if decided is not None:
        raise DoesNotFollow(seq, fact, f"proposal {number} was {decided['standing']} at {decided['at']}.")


def _decide(
    tables: Tables,
    seq: int,
    fact: TermsApproved | TermsRefused | TermsWithdrawn,
    standing: str,
    reference: str | None,
    made: int | None,
) -> None:
    _undecided(tables, seq, fact, fact.number)
    now = {"proposal": fact.number, "standing": standing, "reference": reference, "change": made}
    add(tables, "terms_decisions", seq, fact, **now)
