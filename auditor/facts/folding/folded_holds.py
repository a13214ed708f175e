"""Handlers of facts about holds and purges."""

from __future__ import annotations

from auditor.facts.handlers import (
    DoesNotFollow,
    add,
    change,
    folds,
    follows,
    found,
    must_be,
)
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


@follows(EvidencePurgedOnRecord, "holds")
def evidence_not_held(tables: Tables, seq: int, fact: EvidencePurgedOnRecord) -> None:
    """Follow no hold on the file that was not lifted; of an adopted purge, later holds are known too."""
    for hold in () if fact.adopted else tables.of("holds", lifted_at=None):
        if covers(hold, fact.room, fact.session, fact.first_day, fact.last_day):
            raise DoesNotFollow(seq, fact, f"hold {hold['id']} is on {fact.of}, and was not lifted.")


@follows(EvidencePurgedOnRecord, "evidence", "originals")
def purged_file(tables: Tables, seq: int, fact: EvidencePurgedOnRecord) -> None:
    """Follow the file."""
    if tables.get("evidence", fact.of) is None and not any(tables.of("originals", sha256=fact.of)):
        raise DoesNotFollow(seq, fact, f"no file {fact.of} is on record.")


@follows(EvidencePurgedOnRecord)
@follows(ResultPurgedOnRecord)
def over(tables: Tables, seq: int, fact: EvidencePurgedOnRecord | ResultPurgedOnRecord) -> None:
    """Follow the end of the time that the record was kept for."""
    if not fact.adopted and fact.at[:10] <= fact.kept_until:
        raise DoesNotFollow(
            seq, fact, f"nothing is purged before its time, and {fact.of} is kept until {fact.kept_until}."
        )


@follows(EvidencePurgedOnRecord, "sessions", "audit_sessions", "audits")
def needed_by_no_audit(tables: Tables, seq: int, fact: EvidencePurgedOnRecord) -> None:
    """Follow no audit of the file that waits; of an adopted purge, later audits are known too."""
    for session in () if fact.adopted else tables.of("sessions", evidence=fact.of):
        for part in tables.of("audit_sessions", session=session["id"]):
            audit = found(tables, "audits", seq, fact, part["audit"])
            must_be(seq, fact, f"audit {audit['id']}, which needs it,", audit["state"], "finished", "failed")


@follows(ResultPurgedOnRecord, "audits")
def purged_audit(tables: Tables, seq: int, fact: ResultPurgedOnRecord) -> None:
    """Follow a finished audit."""
    audit = found(tables, "audits", seq, fact, int(fact.of))
    must_be(seq, fact, f"audit {fact.of}", audit["state"], "finished")


@folds(EvidencePurgedOnRecord, "purges")
def evidence_purged(tables: Tables, seq: int, fact: EvidencePurgedOnRecord) -> None:
    """Add a purge of a file."""
    add(tables, "purges", seq, fact, subject="evidence", key=fact.of)


@folds(ResultPurgedOnRecord, "purges")
def result_purged(tables: Tables, seq: int, fact: ResultPurgedOnRecord) -> None:
    """Add a purge of a result."""
    add(tables, "purges", seq, fact, subject="audits", key=fact.of)


@folds(EvidencePurgedOnRecord, "sessions", "session_results")
def results_removed(tables: Tables, seq: int, fact: EvidencePurgedOnRecord) -> None:
    """Remove the results that audits kept of a log."""
    for session in tables.of("sessions", evidence=fact.of):
        for row in tables.of("session_results", session=session["id"]):
            tables.drop("session_results", row["session"], row["basis"])


@folds(EvidencePurgedOnRecord, "sessions", "screening_statistics", "screening_sums")
def statistics_removed(tables: Tables, seq: int, fact: EvidencePurgedOnRecord) -> None:
    """Remove the statistics of a log, and their sums."""
    for session in tables.of("sessions", evidence=fact.of):
        for row in tables.of("screening_statistics", session=session["id"]):
            tables.drop("screening_statistics", row["id"])
            for sums in tables.of("screening_sums", statistics=row["id"]):
                tables.drop("screening_sums", sums["id"])


@folds(UploadReturned, "returns")
def upload_returned(tables: Tables, seq: int, fact: UploadReturned) -> None:
    """Note a purged file that was sent again."""
    add(tables, "returns", seq, fact)


@folds(BlobRepaired, "repairs")
def blob_repaired(tables: Tables, seq: int, fact: BlobRepaired) -> None:
    """Note damaged bytes that were put back."""
    add(tables, "repairs", seq, fact)


@folds(StoreErased, "erasures")
def erasure_noted(tables: Tables, seq: int, fact: StoreErased) -> None:
    """Note that the file was made anew."""
    add(tables, "erasures", seq, fact)


@follows(StoreErased, "purges")
def store_erased(tables: Tables, seq: int, fact: StoreErased) -> None:
    """Follow the purge."""
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
