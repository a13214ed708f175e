"""Handlers of facts about issued reports, samples of hands, and screening."""

from __future__ import annotations

from auditor.facts.handlers import DoesNotFollow, add, folds, follows, found, must_be
from auditor.facts.kinds.facts_of_reports import (
    ReportIssued,
    ReportPulled,
    SampleCommitted,
    SampleCompared,
    SampleDrawn,
    SampleHandEntered,
    ScreeningClosed,
    ScreeningListed,
)
from auditor.facts.tables import Tables


@follows(ReportIssued, "audits")
def report_of_finished(tables: Tables, seq: int, fact: ReportIssued) -> None:
    """Follow the finished audit. Reports were adopted before audits were."""
    if fact.adopted:
        return
    audit = found(tables, "audits", seq, fact, fact.audit)
    must_be(seq, fact, f"audit {fact.audit}", audit["state"], "finished")


@folds(ReportIssued, "reports")
def report_issued(tables: Tables, seq: int, fact: ReportIssued) -> None:
    """Add a report."""
    add(tables, "reports", seq, fact)


@folds(ReportPulled, "reports")
def pulled_report(tables: Tables, seq: int, fact: ReportPulled) -> None:
    """Change nothing. A pull follows the report."""
    found(tables, "reports", seq, fact, fact.report)


@folds(ReportPulled, "report_pulls")
def report_pulled(tables: Tables, seq: int, fact: ReportPulled) -> None:
    """Add a pull."""
    add(tables, "report_pulls", seq, fact)


@folds(SampleCommitted, "samples")
def sample_committed(tables: Tables, seq: int, fact: SampleCommitted) -> None:
    """Add a sample."""
    add(tables, "samples", seq, fact)


@folds(SampleDrawn, "samples", "sample_draws")
def sample_drawn(tables: Tables, seq: int, fact: SampleDrawn) -> None:
    """Draw a sample. It follows the sample."""
    found(tables, "samples", seq, fact, fact.sample)
    add(tables, "sample_draws", seq, fact)


@folds(SampleHandEntered, "sample_draws", "sample_hands", "sample_closings")
def sample_hand_entered(tables: Tables, seq: int, fact: SampleHandEntered) -> None:
    """Enter a hand of a sample. It follows the draw, and no closing or earlier entry of the hand."""
    found(tables, "sample_draws", seq, fact, fact.sample)
    if tables.get("sample_closings", fact.sample) is not None:
        raise DoesNotFollow(seq, fact, f"sample {fact.sample} was compared already.")
    if any(tables.of("sample_hands", sample=fact.sample, number=fact.hand)):
        raise DoesNotFollow(seq, fact, f"hand {fact.hand} of sample {fact.sample} was entered already.")
    add(tables, "sample_hands", seq, fact, number=fact.hand, seen=fact.parts["seen"])


@folds(SampleCompared, "sample_draws", "sample_closings")
def sample_compared(tables: Tables, seq: int, fact: SampleCompared) -> None:
    """Close a sample. It follows the draw."""
    found(tables, "sample_draws", seq, fact, fact.sample)
    add(tables, "sample_closings", seq, fact)


@folds(ScreeningListed, "screening_lists")
def screening_listed(tables: Tables, seq: int, fact: ScreeningListed) -> None:
    """Add a list of a night."""
    add(tables, "screening_lists", seq, fact)


@folds(ScreeningClosed, "screening_closings")
def screening_closed(tables: Tables, seq: int, fact: ScreeningClosed) -> None:
    """Add a closed alarm."""
    add(tables, "screening_closings", seq, fact, words=fact.parts["words"])
