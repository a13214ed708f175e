"""Handlers of facts about holds and purges."""

from __future__ import annotations

from auditor.facts.handlers import DoesNotFollow, add, change, folds, folds_to_nothing, found, must_be
from auditor.facts.kinds.facts_of_holds import (
    BlobRepaired,
    EvidencePurgedOnRecord,
    HoldLiftedOnRecord,
    HoldMade,
    ResultPurgedOnRecord,
    StoreErased,
    UploadReturned,
)
from auditor.facts.tables import Row, Tables

folds_to_nothing(BlobRepaired, UploadReturned)


@folds(HoldMade, "holds")
def hold_made(tables: Tables, seq: int, fact: HoldMade) -> None:
    """Add a hold."""
    add(tables, "holds", seq, fact, lifted_at=None, lift_reason=None, lift_by=None, lift_key=None)


@folds(HoldLiftedOnRecord, "holds")
def hold_lifted(tables: Tables, seq: int, fact: HoldLiftedOnRecord) -> None:
    """Lift a hold. It follows one that was not lifted."""
    row = found(tables, "holds", seq, fact, fact.number)
    if row["lifted_at"] is not None:
        raise DoesNotFollow(seq, fact, f"hold {fact.number} was lifted at {row['lifted_at']} already.")
    change(
        tables,
        "holds",
        seq,
        row,
        lifted_at=fact.at,
        lift_reason=fact.reason,
        lift_by=fact.who,
        lift_key=fact.by,
    )


@folds(EvidencePurgedOnRecord, "holds")
def evidence_not_held(tables: Tables, seq: int, fact: EvidencePurgedOnRecord) -> None:
    """Change nothing. It follows no hold on the file that was not lifted; of an adopted purge, later holds are known too."""
    for hold in () if fact.adopted else tables.of("holds", lifted_at=None):
        if covers(hold, fact.room, fact.session, fact.first_day, fact.last_day):
            raise DoesNotFollow(seq, fact, f"hold {hold['id']} is on {fact.of}, and was not lifted.")


@folds(
    EvidencePurgedOnRecord,
    "purges",
    "evidence",
    "originals",
    "sessions",
    "session_results",
    "screening_statistics",
    "screening_sums",
)
def evidence_purged(tables: Tables, seq: int, fact: EvidencePurgedOnRecord) -> None:
    """Add a purge, and remove what audits kept of the log. It follows the file."""
    if tables.get("evidence", fact.of) is None and not any(tables.of("originals", sha256=fact.of)):
        raise DoesNotFollow(seq, fact, f"no file {fact.of} is on record.")
    add(tables, "purges", seq, fact, subject="evidence")
    for session in tables.of("sessions", evidence=fact.of):
        for row in tables.of("session_results", session=session["id"]):
            tables.drop("session_results", row["session"], row["basis"])
        for row in tables.of("screening_statistics", session=session["id"]):
            tables.drop("screening_statistics", row["id"])
            for sums in tables.of("screening_sums", statistics=row["id"]):
                tables.drop("screening_sums", sums["id"])


@folds(ResultPurgedOnRecord, "purges", "audits")
def result_purged(tables: Tables, seq: int, fact: ResultPurgedOnRecord) -> None:
    """Add a purge. It follows a finished audit."""
    audit = found(tables, "audits", seq, fact, int(fact.of))
    must_be(seq, fact, f"audit {fact.of}", audit["state"], "finished")
    add(tables, "purges", seq, fact, subject="audits")


@folds(StoreErased, "purges")
def store_erased(tables: Tables, seq: int, fact: StoreErased) -> None:
    """Change nothing. It follows the purge that it names."""
    if not any(tables.of("purges", id=fact.purge)):
        raise DoesNotFollow(seq, fact, f"there is no purge {fact.purge}.")


def covers(hold: Row, room: str | None, session: str | None, first: str | None, last: str) -> bool:
    """Whether a hold covers some gaming days of a room: whatever is not known to be outside it. None: not known."""
    return (
        room in (None, hold["room"])
        and (hold["session"] is None or session in (None, hold["session"]))
        and (hold["first_day"] is None or last >= hold["first_day"])
        and (hold["last_day"] is None or first is None or first <= hold["last_day"])
    )
