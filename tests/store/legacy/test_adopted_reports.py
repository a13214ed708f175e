"""Issued reports of a store of before facts: the same with their bytes, made by facts; what was altered is not given."""

from contextlib import closing

import pytest

from auditor.errors import RecordDamaged
from auditor.store import Store
from tests.store.legacy.test_adopted_rows import alter, faults, folder, rows

__all__ = ["folder"]

_REPORTS = """
SELECT id, at, audit, edition, exhibits, made_sha256, sha256, size, signer, engine, by, key, body FROM reports
"""


def test_a_report_and_its_pull_are_those_of_before(folder):
    ((*about, body),) = rows(folder, _REPORTS)
    pulls = rows(folder, "SELECT id, at, report, what, by, key FROM report_pulls")
    ((entry,),) = rows(folder, "SELECT entry FROM register WHERE kind = 'report.issued'")
    with closing(Store(folder)) as store:
        found = store.reports.get(1)
        names = (
            "id", "at", "audit", "edition", "exhibits", "made_sha256", "sha256", "size", "signer", "engine", "by", "key",
        )  # fmt: skip
        assert [getattr(found, name) for name in names] == about
        assert (found.entry, found.pulls, found.pulled_at) == (entry, 1, pulls[0][1])
        assert store.reports.body(found) == body
        assert store.reports.of_digest(found.sha256) == found
        store.reports.pulled(1, "bundle", "Dana", "2026-12-01T00:00:00.000000Z")
        assert store.reports.get(1).pulls == 2
    now = rows(folder, "SELECT id, at, report, what, by, key FROM report_pulls ORDER BY id")
    assert now == [*pulls, (2, "2026-12-01T00:00:00.000000Z", 1, "bundle", "Dana", None)]
    assert faults(folder) == []


@pytest.mark.parametrize(
    ("sql", "named"),
    [
        ("UPDATE reports SET by = 'Mallory'", {("reports", "1"), ("register", "15 (report.issued of 1)")}),
        ("UPDATE report_pulls SET by = 'Mallory'", {("report_pulls", "1"), ("register", "16 (report.pulled of 1)")}),
        ("DELETE FROM report_pulls", {("register", "16 (report.pulled of 1)")}),
    ],
)  # fmt: skip
def test_what_was_altered_before_is_named(folder, sql, named):
    alter(folder, sql)
    with closing(Store(folder)) as store:
        if ("reports", "1") in named:
            with pytest.raises(RecordDamaged, match="What the store has of report 1 is not what was written"):
                store.reports.get(1)
        else:
            assert store.reports.get(1).by is None
    assert named <= {each[:2] for each in faults(folder)}


def test_a_pull_after_one_that_was_removed_has_a_number_of_its_own(folder):
    with closing(Store(folder)) as store:
        store.reports.pulled(1, "report", "Dana", "2026-12-01T00:00:00.000000Z")
    alter(folder, "DELETE FROM report_pulls WHERE id = 2")
    with closing(Store(folder)) as store:
        store.reports.pulled(1, "report", "Eve", "2026-12-01T00:00:01.000000Z")
    assert faults(folder) == [("report_pulls", "2", "none")]
    assert rows(folder, "SELECT id, by FROM report_pulls ORDER BY id") == [(1, None), (3, "Eve")]
