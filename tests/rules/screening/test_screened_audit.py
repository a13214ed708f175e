"""Audits that keep statistics for screening: the same audit, and the statistics as bytes."""

import gzip
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from rules.audit import BytesSource, audit_summary
from rules.audit.screened_audit import screened_audit, screened_log
from rules.controls.library import library
from rules.screening import session_statistics, statistics_beside_hands
from rules.screening.engines.marked import MarkedStratum
from rules.screening.indicator_catalogue import IndicatorEntry, indicators
from rules.screening.screened_hands import ScreenedHandsKeeper
from rules.screening.statistics import CaseRow
from rules.screening.without_chance import LISTING
from rules.screening.written_statistics import statistics_as_bytes, statistics_of_bytes
from tests.rules.build import A, B, close, hand, log, seat, session
from tests.rules.pot_logs import pot_log
from tests.rules.screening.pot_screening_logs import header, showdown
from tests.rules.screening.screened import logs_of, statistics

ROOT = Path(__file__).parents[3]
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


def test_a_program_that_audits_without_screening_does_not_load_it():
    code = (
        "import sys, rules.audit; print([name for name in sys.modules if name.startswith('rules.screening')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "[]\n"


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


EVENING = [
    hand(number, seat(1, A, 300), seat(2, B, -300), at=f"2026-03-14T16:{number:02}:00-07:00",
         fees=[{"kind": "hand_fee", "amount": 200}])
    for number in (1, 2)
]  # fmt: skip
COUNT = {
    "event": "drop", "at": "2026-03-14T23:00:00-07:00", "kind": "hand_fee", "amount": 300, "counted_by": ["c-1"],
}  # fmt: skip


def _evening(*events):
    source = BytesSource(log(session(ruleset="wsgc-2-4", staff={"supervisor": "s-1"}), *events))
    return screened_audit(source, library=library()).statistics


def test_an_audit_keeps_the_drop_beside_the_fees_or_why_it_cannot():
    (room, _) = _evening(*EVENING, COUNT).rows["SCN013"]
    assert (room.unit, room.day, room.difference) == ((("room", "WA-0417"),), date(2026, 3, 14), -100)
    assert _evening(*EVENING).untestable["SCN013"] == "drops"


def test_the_close_marks_a_session_that_ends_early():
    def marked(hands):
        at = "2026-03-14T16:03:00-07:00"
        rows = _evening(*EVENING, close(hands, at=at)).rows["SCN009"]
        return [row.marked for row in rows if isinstance(row, CaseRow)]

    assert (marked(2), marked(3)) == ([False], [True])


def test_facts_that_cannot_be_listed_are_named(monkeypatch):
    monkeypatch.setattr(session_statistics, "noticed", _raises)
    found = screened_audit(source_of("voids-of-losses"), library=library())
    assert found.audit.complete
    assert found.statistics.failed == dict.fromkeys(
        LISTING, "screening of what is listed failed to run: ZeroDivisionError"
    )
    assert found.statistics.noticed == []


def test_counts_that_cannot_be_compared_for_a_fault_are_named(monkeypatch):
    monkeypatch.setattr(statistics_beside_hands, "counted_log", _raises)
    assert _evening(*EVENING, COUNT).failed == {
        "SCN013": "screening of SCN013 failed to run: ZeroDivisionError"
    }


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


POTS = [header(), showdown(1), showdown(2, void=True), showdown(3)]


def source_of_pots():
    return BytesSource(pot_log(*POTS))


def test_pot_games_are_screened_beside_their_audit():
    found = screened_audit(source_of_pots(), library=library())
    assert (found.audit, found.summary) == audit_summary(source_of_pots(), library=library())
    assert found.statistics.failed == {}
    row = found.statistics.rows["SCN006"][0]
    assert (row.unit, row.stratum) == ((("player", "P1"),), MarkedStratum(3, 1, 3, 1))
    assert statistics_of_bytes(statistics_as_bytes(found.statistics)) == found.statistics
    (session,) = screened_log(source_of_pots(), library=library())
    assert (session.game, session.hands.void.tolist()) == ("pot", [False, True, False])


def test_what_a_log_of_pot_games_does_not_hold_is_untestable():
    """There are cards and results, no rulings, no tokes, no dealers and fewer than 20 times."""
    found = screened_audit(source_of_pots(), library=library()).statistics
    assert found.untestable == {
        "SCN009": "times", "SCN012": "dealers", "SCN013": "drops", "SCN014": "dealers", "SCN017": "rulings", "SCN019": "times",
    }  # fmt: skip
