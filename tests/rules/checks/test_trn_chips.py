"""Chips that were sold in a tournament, and chips in play."""

from tests.rules.events.auditing import audited, found, row
from tests.rules.events.tables import tables
from tests.rules.tournaments.build import entries, header


def reasons(audit, code):
    return [each.reason for each in row(audit, code).because]


def count(*chips):
    listed = [{"table": f"T{at}", "chips": each} for at, each in enumerate(chips, 1)]
    return {"event": "count", "tables": listed}


# ---------------------------------------------------------------- TRN002


def test_trn002_fires_once_where_chips_appear():
    audit = audited([*tables(5, 5), count(50000, 50000), count(50000, 50500), count(61000, 39500)])
    (only,) = found(audit, "TRN002")
    assert (only.line, only.stated, only.expected, only.difference) == (23, 100500, 100000, 500)
    assert (only.kind, only.clause) == ("discrepancy", "OLY-3.4-09")
    assert only.message == "Line 23: 100,500 chips were counted; 100,000 chips are in play (OLY-3.4-09)."
    assert row(audit, "TRN002").agreeing == 2
    assert [each.title for each in audit.incidents] == ["The chips of the tournament do not add up"]


def test_trn002_quiet_where_the_chips_add_up_or_the_count_is_of_some_tables():
    audit = audited([*tables(1, 1), count(12000, 8000), count(12000)])
    assert found(audit, "TRN002") == []
    assert (row(audit, "TRN002").agreeing, row(audit, "TRN002").untestable) == (1, 1)
    assert reasons(audit, "TRN002") == ["what was in play, or on every table, was not recorded"]
    unseated = audited([header(), *entries(2), count(1)])
    assert reasons(unseated, "TRN002") == ["no seats were recorded"]
