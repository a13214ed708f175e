"""Handlers of facts about rooms and controls, for the history of a room: one row of each."""

from __future__ import annotations

from typing import Any

from auditor.facts.handlers import add, folds
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
)
from auditor.facts.tables import Tables

_Change = (
    RoomTermsSet
    | DayTotalsStated
    | ControlsDrafted
    | ControlsDocumented
    | ControlsSubmitted
    | ControlsWithdrawn
    | ControlsApproved
    | ControlsDenied
    | ControlsDiscarded
)


@folds(RoomTermsSet, "changes")
@folds(DayTotalsStated, "changes")
@folds(ControlsDrafted, "changes")
@folds(ControlsDocumented, "changes")
@folds(ControlsSubmitted, "changes")
@folds(ControlsWithdrawn, "changes")
@folds(ControlsApproved, "changes")
@folds(ControlsDenied, "changes")
@folds(ControlsDiscarded, "changes")
def change_made(tables: Tables, seq: int, fact: _Change) -> None:
    """Add a change. It follows no change with its number."""
    of_controls = {name: getattr(fact, name, None) for name in ("ruleset", "revision")}
    action = fact.kind.partition(".")[2]
    add(tables, "changes", seq, fact, action=action, details=_details(fact), **of_controls)


def _details(fact: _Change) -> dict[str, Any]:
    if isinstance(fact, RoomTermsSet):
        proposal = {} if fact.proposal is None else {"proposal": fact.proposal}
        return {"terms": fact.terms, **proposal}
    if isinstance(fact, DayTotalsStated):
        return {"day": fact.day, "totals": fact.totals}
    if isinstance(fact, ControlsDrafted):
        return {"source": fact.file.sha256, "digest": fact.digest}
    if isinstance(fact, ControlsDocumented):
        return {"document": fact.file.sha256}
    if isinstance(fact, ControlsApproved):
        special = {"special": fact.special} if fact.special else {}
        return {"digest": fact.digest, "source": fact.source, "document": fact.document, **special}
    if isinstance(fact, ControlsDiscarded):
        return {"source": fact.source, "document": fact.document}
    return {}
