"""Findings as rows: what goes in comes out, in order, and is found by every field of a filter."""

import msgspec
import pytest

from auditor.doctor import examine
from auditor.engine import read_program
from auditor.evidence import Evidence
from auditor.store import Store
from auditor.store.rows import AuditBasis, FindingFilter, NewAudit, Page, Selection, SessionRecord
from auditor.store.store import FILE
from rules.audit import audit_log, read_facts
from rules.results import Audit, Finding, ReadingEffect
from tests.http.kit import hand_line, log

AT = "2026-03-15T08:00:00.000000Z"
BASE = Finding(
    code="SCR001", name="net-differs", kind="discrepancy", severity="major", room="WA-0417", session="S-1", hand=17,
    seat=2, player="P2", line=18, stated=100, expected=300, difference=-200, unit="money", money=200,
    clause="WSGC-6d", message="Sätze “mit” Zeichen; '=1+1'", hands=None, readings=None, fingerprint="f0",
)  # fmt: skip
READINGS = [
    ReadingEffect(ambiguity="AMB-1", reading="a", means="this", taken=True, hands=3, units=None, money=-5),
    ReadingEffect(
        ambiguity="AMB-1", reading="b", means="that", taken=False, hands=3, units=10**12, money=None
    ),
]
VARIED = [
    BASE,
    msgspec.structs.replace(BASE, stated="4/3", expected=None, difference=None, fingerprint="f1"),
    msgspec.structs.replace(BASE, stated="100", expected="", fingerprint="f2"),
    msgspec.structs.replace(
        BASE, code="LOG001", kind="violation", severity="critical", hand=None, seat=None, player=None, line=None,
        stated=None, unit=None, money=None, hands=[17, 3, 10**12], fingerprint="f3",
    ),
    msgspec.structs.replace(
        BASE, code="AMB001", kind="undetermined", severity="note", hand=3, player="P9", readings=READINGS, hands=[],
        fingerprint="f4",
    ),
]  # fmt: skip


@pytest.fixture
def audited(store: Store) -> tuple[Store, Audit]:
    """A store with one finished audit, whose findings are VARIED."""
    evidence = Evidence(log(hand_line(3), hand_line(17)))
    store.sessions.keep(evidence, read_facts(evidence), None, AT)

    def make(sessions: list[SessionRecord]) -> NewAudit:
        return NewAudit({}, "", None, [], None, AT, tuple(sessions))

    store.audits.ask(Selection(ids=(1,)), make)
    lease = store.queue.claim("a", AT).lease
    audit = msgspec.structs.replace(audit_log(evidence), findings=VARIED)
    assert store.queue.finish(lease, audit, AT)
    return store, audit


def test_an_audit_comes_back_as_it_was(audited):
    store, audit = audited
    record = store.audits.get(1)
    assert store.results.audit(1, record.summary) == audit
    assert [type(each.stated) for each in store.results.findings(1)] == [int, str, str, type(None), int]
    assert record.counts == {
        "findings": 5,
        "kind": {"violation": 1, "discrepancy": 3, "undetermined": 1, "indicator": 0},
        "severity": {"critical": 1, "major": 3, "minor": 0, "note": 1},
    }


def test_truth_values_come_back_as_they_were_and_the_doctor_finds_the_result_sound(audited, tmp_path):
    store, audit = audited
    blank = {"seat": None, "player": None, "difference": None, "unit": None, "money": None}
    stated = [(False, True), ("yes", None), (0, None), (1, 1)]
    found = [
        msgspec.structs.replace(BASE, stated=first, expected=then, fingerprint=f"f{number}", **blank)
        for number, (first, then) in enumerate(stated)
    ]
    found[3] = msgspec.structs.replace(found[3], difference=0, unit="hands")
    judged = AuditBasis(code=read_program().code)
    store.audits.ask(
        Selection(ids=(1,)),
        lambda sessions: NewAudit({}, "", None, [], None, AT, tuple(sessions), knowledge=judged),
    )
    lease = store.queue.claim("a", AT).lease
    store.queue.finish(lease, msgspec.structs.replace(audit, findings=found), AT)
    read = [(each.stated, each.expected) for each in store.results.findings(2)]
    assert read == [(False, True), ("yes", None), (0, None), (1, 1)]
    assert [type(each) for pair in read for each in pair if each is not None] == [
        bool,
        bool,
        str,
        int,
        int,
        int,
    ]
    store.close()
    examined = {each.check: each.faults for each in examine(tmp_path / "data" / FILE).checks}
    assert examined["results"] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (FindingFilter(), ["f0", "f1", "f2", "f3", "f4"]),
        (FindingFilter(codes=("LOG001", "AMB001")), ["f3", "f4"]),
        (FindingFilter(kinds=("discrepancy",)), ["f0", "f1", "f2"]),
        (FindingFilter(severities=("critical", "note")), ["f3", "f4"]),
        (FindingFilter(hand=3), ["f3", "f4"]),
        (FindingFilter(hand=17, codes=("SCR001", "LOG001")), ["f0", "f1", "f2", "f3"]),
        (FindingFilter(player="P9"), ["f4"]),
        (FindingFilter(session=2), []),
        (FindingFilter(codes=("x' OR 1=1 --",)), []),
    ],
)
def test_findings_are_found_by_what_they_are(audited, wanted, found):
    store, _ = audited
    rows, total = store.results.page(1, wanted, Page(1, 100))
    assert [finding.fingerprint for _, finding in rows] == found
    assert total == len(found)
    assert [finding.fingerprint for finding in store.results.findings(1, wanted)] == found


def test_open_points_and_money_written_wrong_come_back(audited):
    store, audit = audited
    row = msgspec.structs.replace(audit.coverage[0], open=2)
    reported = msgspec.structs.replace(audit, coverage=[row], money_misrecorded=200)
    store.audits.ask(
        Selection(ids=(1,)), lambda sessions: NewAudit({}, "", None, [], None, AT, tuple(sessions))
    )
    lease = store.queue.claim("a", AT).lease
    store.queue.finish(lease, reported, AT)
    record = store.audits.get(2)
    assert record.summary["money_misrecorded"] == 200
    assert store.results.audit(2, record.summary) == reported
    earlier = {name: value for name, value in record.summary.items() if name != "money_misrecorded"}
    assert store.results.audit(2, earlier).money_misrecorded is None


@pytest.mark.slow
def test_many_findings_are_read_in_parts_and_none_is_lost(audited):
    store, audit = audited
    many = [msgspec.structs.replace(BASE, fingerprint=str(number)) for number in range(2500)]
    store.audits.ask(
        Selection(ids=(1,)), lambda sessions: NewAudit({}, "", None, [], None, AT, tuple(sessions))
    )
    lease = store.queue.claim("a", AT).lease
    store.queue.finish(lease, msgspec.structs.replace(audit, findings=many), AT)
    assert [finding.fingerprint for finding in store.results.findings(2)] == [
        str(number) for number in range(2500)
    ]
    assert len(list(store.results.findings(1))) == 5
