"""Audits that keep statistics for screening: the same audit, and the statistics as bytes."""

import gzip
from datetime import date

import pytest

from rules.audit import BytesSource, audit_summary, screened_audit, screened_log
from rules.controls.library import library
from rules.screening import session_statistics
from rules.screening.indicator_catalogue import IndicatorEntry, indicators
from rules.screening.screened_hands import ScreenedHandsKeeper
from rules.screening.written_statistics import statistics_as_bytes, statistics_of_bytes
from tests.rules.screening.screened import logs_of, statistics

CASES = ("voids-of-losses", "dead-winners", "settings-for-partner")


def source_of(case):
    return BytesSource(gzip.decompress(logs_of(case)[0].read_bytes()))


@pytest.mark.parametrize("case", CASES)
def test_screening_changes_nothing_of_the_audit(case):
    found = screened_audit(source_of(case), library=library())
    assert (found.audit, found.summary) == audit_summary(source_of(case), library=library())
    assert found.statistics.day == date(2026, 3, 14)
    assert found.statistics.failed == {}
    (expected,) = statistics(logs_of(case)[:1])
    assert found.statistics.rows == expected.rows


def test_an_audit_without_screening_keeps_none():
    assert screened_audit(source_of("dead-winners"), library=library(), screened=False).statistics is None


def test_the_hands_of_a_log_are_read_without_an_audit():
    (session,) = screened_log(source_of("voids-of-losses"), library=library())
    assert (session.game, len(session.hands), int(session.hands.void.sum())) == ("chinese", 200, 16)


@pytest.mark.parametrize("case", CASES)
def test_statistics_are_at_most_forty_bytes_a_hand_and_the_same_when_read_back(case):
    (found,) = statistics(logs_of(case)[:1])
    written = statistics_as_bytes(found)
    assert len(written) <= 40 * found.hands
    assert statistics_of_bytes(written) == found


def test_statistics_of_another_version_do_not_count(monkeypatch):
    (found,) = statistics(logs_of("dead-winners"))
    written = statistics_as_bytes(found)
    monkeypatch.setattr("rules.screening.written_statistics.SCREENING", found.version + 1)
    assert statistics_of_bytes(written) is None


def _raises(*_):
    raise ZeroDivisionError


def test_an_indicator_that_raises_is_named_and_the_others_have_their_rows(monkeypatch):
    def with_one_broken():
        for entry in indicators():
            yield _broken(entry) if entry.code == "SCN006" else entry

    monkeypatch.setattr(session_statistics, "indicators", with_one_broken)
    found = screened_audit(source_of("voids-of-losses"), library=library())
    assert found.audit.complete
    assert found.statistics.failed == {"SCN006": "screening of SCN006 failed to run: ZeroDivisionError"}
    assert "SCN006" not in found.statistics.rows
    assert "SCN012" in found.statistics.rows


def _broken(entry):
    values = {name: getattr(entry, name) for name in IndicatorEntry.__struct_fields__}
    return IndicatorEntry(**{**values, "rows": _raises})


def test_a_screening_that_fails_for_all_hands_leaves_the_audit_complete(monkeypatch):
    expected = screened_audit(source_of("dead-winners"), library=library()).audit
    monkeypatch.setattr(ScreenedHandsKeeper, "add", _raises)
    found = screened_audit(source_of("dead-winners"), library=library())
    assert found.audit == expected
    assert found.audit.complete
    assert found.statistics.rows == {}
    assert set(found.statistics.failed) == {entry.code for entry in indicators()}
    assert found.statistics.failed["SCN007"] == "screening of the hands failed to run: ZeroDivisionError"
