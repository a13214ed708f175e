"""Documents of real results: the audit comes back with the JSON that it had, and pages are those of its findings."""

import hashlib
from contextlib import closing

import msgspec
import pytest

from auditor.store import Store
from auditor.store.audit_filter import AuditFilter
from auditor.store.documents.document_making import document_of_lists, made_document
from auditor.store.documents.document_rows import ResultLists
from auditor.store.rows import FindingFilter, IncidentFilter, Page, encoded
from rules.findings.written import json_pieces
from rules.results import Coverage
from rules.typed import from_plain
from tests.golden.inputs import inputs
from tests.golden.judging import judged
from tests.golden.test_stores import MADE_BY, unpacked
from tests.store.documents.kept_parts import AUDIT, SALT, Kept

GIVEN = {each.name: each for each in inputs()}
FEW = (
    "checks-lvl",
    "checks-pot",
    "day-wsgc",
    "money-md-11",
)  # events with truth values, pot games, a gaming day, a log
ALL = Page(1, 1_000_000)
_coverage = from_plain(list[Coverage])


def _digest(audit):
    found = hashlib.sha256()
    for piece in json_pieces(audit):
        found.update(piece)
    return found.hexdigest()


def _comes_back(audit):
    audit = msgspec.structs.replace(audit, engine=AUDIT.engine)  # golden audits name none
    sessions = {(each.room, each.session): number for number, each in enumerate(audit.logs, 1)}
    kept = Kept.of(made_document(audit, sessions, SALT))
    result = kept.result()
    assert _digest(result.audit()) == _digest(audit)
    assert result.faults() == []
    for code in {each.code for each in audit.findings}:
        found, total = result.findings_page(FindingFilter(codes=(code,)), Page(1, 1000))
        assert [each for _, each in found] == [each for each in audit.findings if each.code == code][:1000]
        assert total == sum(each.code == code for each in audit.findings)
    across = audit.day.codes if audit.day is not None else ()
    for session, each in result.findings():
        of_none = audit.event is not None or each.code in across
        assert session == sessions.get((each.room, each.session)) or of_none
    again = made_document(audit, sessions, SALT)
    assert (again.root, again.contents) == (kept.root, kept.contents)


@pytest.mark.parametrize("name", FEW)
def test_an_audit_comes_back_with_its_digest(name):
    audits = [each.audit for each in judged(GIVEN[name])]
    assert any(each.findings for each in audits)
    assert any(each.incidents for each in audits)
    for audit in audits:
        _comes_back(audit)


@pytest.mark.slow
@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", sorted(GIVEN.keys() - set(FEW)))
def test_every_golden_audit_comes_back_with_its_digest(name):
    for each in judged(GIVEN[name]):
        _comes_back(each.audit)


def _as_lists(store, record):
    """A stored result as its rows have it."""
    results, number = store.results, record.id
    findings, _ = results.page(number, FindingFilter(), ALL)
    incidents, _ = results.incidents.page(number, IncidentFilter(), ALL)
    corrections, _ = results.corrections.page(number, ALL)
    return ResultLists(
        encoded(record.summary), _coverage(results.coverage(number)), findings, incidents, corrections
    )


def _rows_come_back(store, record):
    lists = _as_lists(store, record)
    result = Kept.of(document_of_lists(lists, SALT)).result()
    assert result.audit() == store.results.audit(record.id, record.summary)
    assert list(result.findings()) == lists.findings
    assert list(result.incidents()) == lists.incidents
    assert list(result.corrections()) == lists.corrections
    for page in (Page(1, 7), Page(2, 7)):
        for wanted in (
            FindingFilter(severities=("major", "note")),
            FindingFilter(session=1),
            FindingFilter(hand=2),
        ):
            assert result.findings_page(wanted, page) == store.results.page(record.id, wanted, page)
        for wanted in (IncidentFilter(areas=("money",)), IncidentFilter(pattern=False, session=1)):
            assert result.incidents_page(wanted, page) == store.results.incidents.page(
                record.id, wanted, page
            )


@pytest.mark.of_the_file
@pytest.mark.slow
@pytest.mark.sampled(3)
@pytest.mark.parametrize("commit", MADE_BY)
def test_rows_of_a_golden_store_come_back_from_documents(commit, tmp_path):
    with closing(Store(unpacked(commit, tmp_path / "data"))) as store:
        records, _ = store.audits.page(AuditFilter(), ALL)
        kept = [each for each in records if each.state == "finished" and each.purged is None]
        assert kept
        for record in kept:
            _rows_come_back(store, record)
