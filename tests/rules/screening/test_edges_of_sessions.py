"""SCN009 at the edges: sessions of one supervisor that begin above hand 1 or end early."""

from datetime import date, datetime, timedelta

import numpy as np
import pytest
from msgspec.structs import replace

from rules.screening.engines.marked import MarkedStratum
from rules.screening.indicators.scn009_hands_missing_after_losses import rows
from rules.screening.room_year import screened_year
from rules.screening.session_statistics import SessionStatistics
from rules.screening.statistics import CaseRow, MarkedRow
from rules.screening.unit_evidence import logs_of_row, weight_of
from tests.rules.screening.screened import FOLDER, lines_of, screened_lines

LOG = FOLDER / "logs" / "gaps-at-random-0.ndjson.gz"
CUT = FOLDER.parent / "evasions" / "session-cut.ndjson.gz"
HIS = (("supervisor", "s-1"),)


@pytest.fixture(scope="module")
def whole():
    return lines_of(LOG)


def numbers(events):
    return [event["hand"] for event in events if event["event"] == "chinese_hand"]


def case(events, **stated):
    """The session's case; None: it is none."""
    changed = [event | stated if event["event"] == "session" else event for event in events]
    found = [each for each in rows(screened_lines(changed)) if isinstance(each.row, CaseRow)]
    return found[0] if found else None


def without(events, *left_out):
    return [event for event in events if event.get("hand") not in left_out]


def test_a_whole_session_is_an_unmarked_case_of_its_supervisor(whole):
    found = case(whole, staff={"supervisor": "s-1"})
    assert found.row == CaseRow(HIS, False)
    assert found.hands.tolist() == []


def test_a_session_that_begins_above_one_is_marked(whole):
    """Its close counts the hands that are on record."""
    count = len(numbers(whole)) - 1
    closed = [event | {"hands": count} if event["event"] == "close" else event for event in without(whole, 1)]
    found = case(closed, staff={"supervisor": "s-1"})
    assert found.row == CaseRow(HIS, True)
    assert found.hands.tolist() == [0, count - 1]


def test_a_log_with_several_games_makes_no_case(whole):
    session = screened_lines(whole)
    found = {
        several: [each for each in rows(replace(session, several=several)) if isinstance(each.row, CaseRow)]
        for several in (False, True)
    }
    assert ([each.row for each in found[False]], found[True]) == (
        [CaseRow((("supervisor", "S"),), False)],
        [],
    )


def test_a_session_without_a_supervisor_is_a_case_of_nobody(whole):
    unsigned = [{name: each for name, each in event.items() if name != "staff"} for event in whole]
    assert case(unsigned).row == CaseRow((), False)


def test_where_the_last_hand_has_no_time_no_close_comes_long_after_it(whole):
    last = numbers(whole)[-1]
    untimed = [
        {name: each for name, each in event.items() if name not in ("at", "ended_at")} if event.get("hand") == last else event
        for event in whole
    ]  # fmt: skip
    assert not case(untimed).row.marked


def test_a_close_that_counts_more_hands_marks_it(whole):
    """The last hand is left out: the close counts it, and its interval alone is not long."""
    assert case(without(whole, numbers(whole)[-1])).row.marked


def test_a_close_or_a_drop_long_after_the_last_hand_marks_it(whole):
    """The ten last hands are left out and the close is adjusted: its time, or that of the last drop, remains."""
    left = without(whole, *numbers(whole)[-10:])
    adjusted = [
        event | {"hands": event["hands"] - 10} if event["event"] == "close" else event for event in left
    ]
    assert case(adjusted).row.marked
    unclosed = [event for event in adjusted if event["event"] != "close"]
    assert not case(unclosed).row.marked
    at = next(event["at"] for event in adjusted if event["event"] == "close")
    drop = {"event": "drop", "at": at, "kind": "hand_fee", "amount": 1, "counted_by": ["c"]}
    assert case([*unclosed, drop]).row.marked


@pytest.mark.parametrize("seconds", [0, 1])
def test_a_close_more_than_five_usual_intervals_after_the_last_hand_marks_it(whole, seconds):
    session = screened_lines(whole)
    took = sorted((np.diff(session.hands.at) // 1_000_000).tolist())
    last = datetime.fromisoformat([event["at"] for event in whole if "hand" in event][-1])
    at = (last + timedelta(seconds=5 * took[len(took) // 2] + seconds)).isoformat()
    closed = [event | {"at": at} if event["event"] == "close" else event for event in whole]
    assert case(closed).row.marked == bool(seconds)


def test_a_session_of_one_hand_that_closes_with_it_is_whole(whole):
    """It has no interval between hands."""
    one = [event for event in whole if event.get("hand") in (None, 1) and event["event"] != "close"]
    at = next(event["at"] for event in one if "hand" in event)
    close = {"event": "close", "at": at, "hands": 1}
    assert not case([*one, close]).row.marked


def test_the_evasion_that_cuts_a_session_is_a_marked_case():
    assert case(lines_of(CUT), ruleset="wsgc-2-4").row == CaseRow((("supervisor", "s-26"),), True)


def test_numbers_that_do_not_count_the_hands_of_the_table_make_no_case(whole):
    history = {"numbering": "site", "seen_by": "table", "cards_from": "deal"}
    assert case(whole, history=history) is None


def year_of(cases, until=None):
    """Units of a year of sessions: (gaming day, supervisor, marked)."""
    sessions = [
        SessionStatistics(
            "WA-1",
            f"s{place}",
            "T1",
            day,
            40,
            {"SCN009": [CaseRow((("supervisor", who),) if who else (), cut)]},
        )
        for place, (day, who, cut) in enumerate(cases)
    ]
    return {unit.unit: unit for unit in screened_year(sessions, until)}


def month_of(first, his_cut, his_whole, others_cut, others_whole):
    kinds = [("s-1", True)] * his_cut + [("s-1", False)] * his_whole
    kinds += [("s-2", True)] * others_cut + [("s-2", False)] * others_whole
    return [(first + timedelta(days=place % 28), *kind) for place, kind in enumerate(kinds)]


def test_the_table_of_a_month_by_hand():
    """Sixty sessions, nine cut, of which eight are among the fifteen of s-1."""
    found = year_of(month_of(date(2026, 3, 1), 8, 7, 1, 44), date(2026, 3, 31))
    assert [row.stratum for row in found[HIS].rows] == [MarkedStratum(60, 9, 15, 8)]
    assert set(found[HIS].days) == {date(2026, 3, 31)}


def test_sessions_of_nobody_count_beside_his():
    cases = [(date(2026, 3, day), None, False) for day in range(1, 11)]
    found = year_of([*cases, (date(2026, 3, 12), "s-1", True)], date(2026, 3, 31))
    assert [row.stratum for row in found[HIS].rows] == [MarkedStratum(11, 1, 1, 1)]
    assert found.keys() == {HIS}


def test_a_supervisor_whose_sessions_are_cut_is_an_alarm_when_the_month_has_ended():
    cases = month_of(date(2026, 3, 1), 12, 3, 1, 44)
    assert year_of(cases, date(2026, 3, 30)) == {}
    found = year_of(cases, date(2026, 4, 1))
    assert found[HIS].since == date(2026, 3, 31)
    assert found[(("supervisor", "s-2"),)].since is None


def test_cut_sessions_that_are_shared_out_evenly_are_quiet():
    found = year_of(month_of(date(2026, 3, 1), 3, 12, 9, 36), date(2026, 3, 31))
    assert found[HIS].place is not None
    assert [unit.since for unit in found.values()] == [None, None]


def test_a_marked_session_weighs_more_than_one_that_is_whole():
    stratum = MarkedRow(HIS, MarkedStratum(60, 9, 15, 8))
    assert (weight_of([CaseRow(HIS, True)]), weight_of([CaseRow(HIS, False)])) == (1, 0)
    assert weight_of([stratum, stratum]) == max(2 * each for each in logs_of_row(stratum))


def test_months_are_strata_of_their_own():
    cases = month_of(date(2026, 2, 1), 2, 3, 0, 5) + month_of(date(2026, 3, 1), 1, 4, 1, 4)
    assert [row.stratum for row in year_of(cases, date(2026, 3, 31))[HIS].rows] == [
        MarkedStratum(10, 2, 5, 2), MarkedStratum(10, 2, 5, 1)
    ]  # fmt: skip
