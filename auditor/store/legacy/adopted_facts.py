"""Facts of a store from before facts, at their old times."""

from __future__ import annotations

from collections.abc import Iterator

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
from auditor.store.stored_register import recorded_facts

_LATER = (  # they follow facts that may come after them in the log of such a store
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


def facts_of(db: Database) -> Iterator[RecordedFact]:
    """Facts on record, each after those that it follows: of a store from before facts a migration for each subject made them.

    db: at its last migration, within a transaction.
    """
    records = [record for (record,) in db.execute("SELECT record FROM register ORDER BY entry").fetchall()]
    recorded = [fact for fact in recorded_facts(records) if isinstance(fact, RecordedFact)]
    yield from (fact for fact in recorded if not isinstance(fact, _LATER))
    yield from (fact for fact in recorded if isinstance(fact, _LATER))
