"""A log that supersedes another, compared with it under the same controls and engine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from rules.audit.audit_comparison import compare
from rules.audit.source import LogSource
from rules.records.compared_facts import changed_facts
from rules.results import (
    MONEY_KINDS,
    Audit,
    ChangedFact,
    CorrectedAmount,
    Correction,
    CorrectionsSent,
    Incident,
    LogFacts,
    MoneyKind,
    MoneyTotal,
    NotKnown,
    RemovedIncident,
)

MOST = 1_000  # facts, findings and incidents that are listed; the others are counted
_MOST_HANDS = 10  # of an incident that is gone


def corrected(first: tuple[LogSource, Audit], second: tuple[LogSource, Audit]) -> Correction:
    """Changes of a second log against the first, each with its audit."""
    (old, before), (new, after) = first, second
    return _with_audits(of_logs(old, new, _log(after)), before, after)


def of_logs(first: LogSource, second: LogSource, facts: LogFacts) -> Correction:
    """Changes of a second log against the first, without audits. facts: of the second."""
    shown, in_all = compared_facts(first, second)
    return replace(of_purged(facts, first.sha256), facts=shown, facts_in_all=in_all)


def of_purged(facts: LogFacts, first_sha256: str) -> Correction:
    """Correction of a log that is no longer kept. facts: of the second."""
    return Correction(
        room=facts.room,
        session=facts.session,
        table=facts.table,
        first_sha256=first_sha256,
        second_sha256=facts.sha256,
        reason=facts.supersedes_reason,
        stated_by=facts.supersedes_by,
        sent_by=None,
        received_at=None,
        first_received_at=None,
        first_audit=None,
        sent=None,
        facts=[],
        facts_in_all=None,
        findings=[],
        findings_in_all=None,
        changed_findings=None,
        new_findings=None,
        incidents=[],
        incidents_in_all=None,
        amounts=[],
    )


def as_sent(
    correction: Correction,
    *,
    sent_by: str | None,
    received_at: str,
    first_received_at: str,
    first_audit: int | None,
    sent: CorrectionsSent,
) -> Correction:
    """A correction with a service's facts of its arrival."""
    return replace(
        correction,
        sent_by=sent_by,
        received_at=received_at,
        first_received_at=first_received_at,
        first_audit=first_audit,
        sent=sent,
    )


def _log(audit: Audit) -> LogFacts:
    assert audit.log is not None  # it is of one log
    return audit.log


def compared_facts(first: LogSource, second: LogSource) -> tuple[list[ChangedFact], int]:
    """First facts that differ between two logs, and their number."""
    rest = iter(changed_facts(first.chunks(), second.chunks()))
    shown = list(islice(rest, MOST))
    return shown, len(shown) + sum(1 for _ in rest)


def _with_audits(correction: Correction, before: Audit, after: Audit) -> Correction:
    found = compare(before, after)
    was, now = before.incidents or (), after.incidents or ()
    known, there = {each.id for each in was}, {each.id for each in now}
    gone = [each for each in was if each.id not in there]
    return replace(
        correction,
        findings=found.gone[:MOST],
        findings_in_all=len(found.gone),
        changed_findings=len(found.changed),
        new_findings=len(found.new),
        incidents=[each.id for each in gone[:MOST]],
        incidents_in_all=len(gone),
        amounts=list(amounts(before, after)),
        removed=[_removed(each) for each in gone[:MOST]],
        first_incidents=len(was),
        second_incidents=len(now),
        new_incidents=sum(each.id not in known for each in now),
    )


def _removed(incident: Incident) -> RemovedIncident:
    hands = list(dict.fromkeys(each.hand for each in islice(incident.hands, _MOST_HANDS)))
    return RemovedIncident(
        id=incident.id,
        title=incident.title,
        severity=incident.severity,
        hands=hands,
        hands_of=incident.hands_of if incident.hands_of is not None else len(incident.hands),
        misallocated=incident.misallocated,
        misrecorded=incident.misrecorded,
    )


def amounts(before: Audit, after: Audit) -> Iterator[CorrectedAmount]:
    """Amounts that two audits state or leave open differently, by unit and kind."""
    sides = [{each.unit: each for each in audit.money or ()} for audit in (before, after)]
    for unit in dict.fromkeys((*sides[0], *sides[1])):
        for kind in MONEY_KINDS:
            one, other = (_amount(side.get(unit), kind) for side in sides)
            if one[:3] != other[:3]:
                was, now = one[0], other[0]
                yield CorrectedAmount(
                    kind=kind,
                    unit=unit,
                    before=was,
                    after=now,
                    gone=was - now if was is not None and now is not None else None,
                    before_not_known=one[3],
                    after_not_known=other[3],
                )


def _amount(
    total: MoneyTotal | None, kind: MoneyKind
) -> tuple[int | None, int | None, int | None, NotKnown | None]:
    if total is None:
        return None, None, None, None
    left = total.not_known.get(kind)
    amount: int | None = getattr(total, kind)
    return (amount, left.hands, left.bound, left) if left is not None else (amount, None, None, None)
