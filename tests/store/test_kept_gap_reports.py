"""Gap reports that are kept: those alone are given that the service itself kept, as they were, and for what they were asked."""

import pytest

REPORT = b'{"gaps": 2}'


def alter(store, sql):
    assert store.connections.db.execute(sql).rowcount == 1
    store.connections.db.conn.commit()


def test_a_kept_report_is_given_for_its_controls_and_its_engine(store):
    store.gap_reports.keep("a" * 64, "engine 1", REPORT)
    assert store.gap_reports.get("a" * 64, "engine 1") == REPORT
    assert store.gap_reports.get("b" * 64, "engine 1") is None
    assert store.gap_reports.get("a" * 64, "engine 2") is None
    store.gap_reports.keep("a" * 64, "engine 1", b"{}")
    assert store.gap_reports.get("a" * 64, "engine 1") == b"{}"


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE gap_reports SET report = CAST(replace(CAST(report AS TEXT), '2', '0') AS BLOB)",
        "UPDATE gap_reports SET report = CAST(report || x'20' AS BLOB)",
        "UPDATE gap_reports SET report = x''",
        "UPDATE gap_reports SET key = 'asked'",
    ],
)
def test_a_report_that_somebody_else_wrote_is_made_again(store, sql):
    store.gap_reports.keep("kept", "engine", REPORT)
    alter(store, sql)
    assert store.gap_reports.get("kept", "engine") is None
    assert store.gap_reports.get("asked", "engine") is None
