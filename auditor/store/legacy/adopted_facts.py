"""Facts of a store from before facts, at their old times, subject by subject."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sqlite_utils import Database

from auditor.facts.kinds.facts_of_audits import (
    AuditAsked,
    AuditFailedOnRecord,
    AuditFinished,
    StatisticsSummed,
)
from auditor.facts.kinds.facts_of_holds import EvidencePurgedOnRecord, ResultPurgedOnRecord, StoreErased
from auditor.facts.kinds.facts_of_incidents import StepOfIncident
from auditor.facts.kinds.facts_of_reports import ReportIssued, ReportPulled
from auditor.facts.recorded_fact import RecordedFact
from auditor.store.legacy import (
    legacy_uploads,
)
from auditor.store.legacy.old_store import Keep, OldStore, UnusableOldRow
from auditor.store.stored_register import recorded_facts

_SUBJECTS: tuple[Callable[[OldStore], Iterator[RecordedFact]], ...] = (
    legacy_uploads.uploads, legacy_uploads.event_files,
)  # fmt: skip
_LATER = (  # they follow facts that are not on record yet
    AuditAsked,
    AuditFinished,
    AuditFailedOnRecord,
    StatisticsSummed,
    StepOfIncident,
    ReportIssued,
    ReportPulled,
    EvidencePurgedOnRecord,
    ResultPurgedOnRecord,
    StoreErased,
)


def facts_of(db: Database, keep: Keep) -> Iterator[RecordedFact]:
    """Facts on record, and those of a store's other rows, each adopted. keep: of erasable parts.

    db: at its last migration, within a transaction. Where there is a history, facts are made of it and not of what became of
    it. Raises UnusableOldRow.
    """
    records = [record for (record,) in db.execute("SELECT record FROM register ORDER BY entry").fetchall()]
    recorded = [fact for fact in recorded_facts(records) if isinstance(fact, RecordedFact)]
    yield from (fact for fact in recorded if not isinstance(fact, _LATER))
    old = OldStore(db, keep)
    for subject in _SUBJECTS:
        try:
            yield from subject(old)
        except (AttributeError, LookupError, TypeError) as error:
            what = subject.__name__.replace("_", " ")
            raise UnusableOldRow(
                f"A row of {what} cannot be read, for it has other values: {error}."
            ) from error
    yield from (fact for fact in recorded if isinstance(fact, _LATER))
