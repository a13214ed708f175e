"""Incidents as rows: what goes in comes out, in order, and is found by what can be asked for."""

import msgspec
import pytest

from auditor.evidence import Evidence
from auditor.store import Store
from auditor.store.rows import IncidentFilter, NewAudit, Page, Selection
from rules.audit import audit_log, read_facts
from rules.results import Debt, Incident, IncidentHand
from tests.http.kit import hand_line, log

AT = "2026-03-15T08:00:00.000000Z"
BASE = Incident(
    id="0" * 64, title="Sätze “mit” Zeichen; '=1+1'", severity="major", area="money", pattern=False, root="", hands=[
        IncidentHand("S-1", 10**12)
    ], day=None, seats=[1, 10], at=None, clause="WSGC-6d", findings=[], misallocated=10**12, misrecorded=None,
    owes=[Debt(debtor="P1", creditor=None, amount=10**12)],
)  # fmt: skip
VARIED = [
    BASE,
    msgspec.structs.replace(BASE, id="1" * 64, pattern=True, severity="critical", owes=[]),
    msgspec.structs.replace(
        BASE, id="2" * 64, area="evidence", hands=[], day="2026-03-14", misallocated=None
    ),
]


@pytest.fixture
def audited(store: Store):
    """A store with one finished audit, whose incidents are VARIED; the first has its root among the findings."""
    evidence = Evidence(log(hand_line(3, (300, 200, 300, -800))))
    store.sessions.keep(evidence, read_facts(evidence), None, AT)
    store.audits.ask(
        Selection(ids=(1,)), lambda sessions: NewAudit({}, "", None, [], None, AT, tuple(sessions))
    )
    lease = store.queue.claim("a", AT).lease
    found = audit_log(evidence)
    first = msgspec.structs.replace(VARIED[0], root=found.findings[0].fingerprint)
    audit = msgspec.structs.replace(found, incidents=[first, *VARIED[1:]])
    assert store.queue.finish(lease, audit, AT)
    return store, audit


def test_incidents_come_back_as_they_were(audited):
    store, audit = audited
    record = store.audits.get(1)
    assert record.summary["incidents"] == []  # they have rows of their own
    assert store.results.audit(1, record.summary) == audit
    assert [session for session, _ in store.results.incidents.every(1)] == [1, None, None]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (IncidentFilter(), "012"),
        (IncidentFilter(areas=("money",)), "01"),
        (IncidentFilter(areas=("evidence", "fees")), "2"),
        (IncidentFilter(severities=("critical",)), "1"),
        (IncidentFilter(pattern=True), "1"),
        (IncidentFilter(pattern=False), "02"),
        (IncidentFilter(session=1), "0"),
        (IncidentFilter(areas=("x' OR 1=1 --",)), ""),
    ],
)
def test_incidents_are_found_by_what_they_are(audited, wanted, found):
    store, _ = audited
    rows, total = store.results.incidents.page(1, wanted, Page(1, 100))
    assert "".join(each.id[0] for _, each in rows) == found
    assert total == len(found)
    assert "".join(each.id[0] for _, each in store.results.incidents.every(1, wanted)) == found


def test_null_comes_back_as_null(audited):
    store, audit = audited
    store.audits.ask(
        Selection(ids=(1,)), lambda sessions: NewAudit({}, "", None, [], None, AT, tuple(sessions))
    )
    lease = store.queue.claim("a", AT).lease
    store.queue.finish(lease, msgspec.structs.replace(audit, incidents=None), AT)
    assert store.results.audit(2, store.audits.get(2).summary).incidents is None


@pytest.mark.slow
def test_many_incidents_are_read_in_parts_and_none_is_lost(audited):
    store, audit = audited
    many = [msgspec.structs.replace(BASE, id=str(number)) for number in range(1201)]
    store.audits.ask(
        Selection(ids=(1,)), lambda sessions: NewAudit({}, "", None, [], None, AT, tuple(sessions))
    )
    lease = store.queue.claim("a", AT).lease
    store.queue.finish(lease, msgspec.structs.replace(audit, incidents=many), AT)
    assert [each.id for _, each in store.results.incidents.every(2)] == [each.id for each in many]
