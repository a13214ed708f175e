"""A session of a gaming day that could not be audited: the day says so, and finds nothing that the session might explain."""

import pytest

from reports.story import Story
from rules.audit import combine, of_no_logs, with_day
from rules.checks.day.session_summary import DayTotals
from rules.controls.library import library
from rules.results import SkippedSession
from tests.rules.rooms.days import ROOM, across, closing, dealt, played, rake, table

REASON = "it names a ruleset that is not in the library: wsgc-ful"


def skipped(name, session=None, number=None, day="2026-03-14", money="USD", hands=40):
    return SkippedSession(
        table=name, tournament=None, session=session or f"S-{name}", number=number, day=day, money=money, hands=hands,
        reason=REASON,
    )  # fmt: skip


def codes(*sittings, **given):
    return {each.code for each in across(*sittings, **given).findings}


def raked(hand, at, amount=300):
    return dealt(hand, at, fees=rake(amount))


def test_a_day_with_a_skipped_session_is_incomplete_and_says_which_and_why():
    day = across(table("T1", played("16:00", "18:00"), number=117), skipped=[skipped("T2", number=118)])
    assert (day.complete, day.failures) == (False, [])
    assert [(each.table, each.session, each.reason) for each in day.facts.skipped] == [("T2", "S-T2", REASON)]
    assert day.facts.tables_in_play is None
    whole = across(table("T1", played("16:00", "18:00"), number=117))
    assert (whole.complete, whole.facts.tables_in_play) == (True, 1)


def test_its_running_number_is_no_gap():
    one, three = (table(f"T{at}", played(f"{at + 15}:00", f"{at + 15}:30"), number=116 + at) for at in (1, 3))
    assert "LOG009" in codes(one, three)
    assert "LOG009" not in codes(one, three, skipped=[skipped("T2", number=118)])
    nameless = across(one, three, skipped=[skipped("T2")])
    assert "LOG009" not in {each.code for each in nameless.findings}
    (entry,) = (each for each in nameless.coverage if each.code == "LOG009")
    assert [each.reason for each in entry.because] == ["another session of the day has no running number"]


def test_its_table_has_a_log():
    one = table("T1", played("16:00", "18:00"))
    expected = ["T1", "T2"]
    assert "LOG012" in codes(one, tables=expected)
    assert "LOG012" not in codes(one, tables=expected, skipped=[skipped("T2")])
    assert "LOG012" in codes(one, tables=expected, skipped=[skipped("T2", day="2026-03-13")])


def test_its_day_has_a_log():
    assert "LOG011" in codes()
    assert "LOG011" not in codes(skipped=[skipped("T1")])


@pytest.mark.parametrize(("money", "found"), [("USD", False), ("CAD", True)])
def test_the_rooms_totals_are_not_compared_without_its_fees(money, found):
    totals = DayTotals(room=ROOM.id, day="2026-03-14", currency="USD", fees={"rake": 900})
    one = table("T1", raked(1, "16:00"), closing("17:00", 1))
    assert "FEE026" in codes(one, totals=totals)
    assert ("FEE026" in codes(one, totals=totals, skipped=[skipped("T2", money=money)])) is found


def test_more_fees_than_the_room_counted_are_found_without_it():
    totals = DayTotals(room=ROOM.id, day="2026-03-14", currency="USD", fees={"rake": 200})
    one = table("T1", raked(1, "16:00"), closing("17:00", 1))
    assert "FEE026" in codes(one, totals=totals, skipped=[skipped("T2")])


def test_an_audit_of_such_a_day_never_says_that_there_is_no_difference():
    day = across(skipped=[skipped("T2"), skipped("T3", hands=1)])
    audit = with_day(of_no_logs(library()), day)
    story = Story(audit)
    assert audit.complete is False
    assert story.conclusion() == (
        "No hand of this gaming day was audited. The day is incomplete: 2 sessions at table T2 and table T3 could not be audited."
    )
    assert (
        story.banner()
        == "INCOMPLETE DAY: a session could not be audited, and what was played in it is not known"
    )
    assert story.broke is False


def test_a_day_with_other_sessions_says_of_which_it_speaks(audited_table):
    audit, sitting = audited_table
    story = Story(with_day(combine([audit]), across(sitting, skipped=[skipped("T2")])))
    assert story.conclusion().endswith(
        " of the other sessions. The day is incomplete: a session at table T2 could not be audited."
    )


@pytest.fixture
def audited_table():
    from rules.audit import BytesSource, audit_summary
    from tests.http.kit import hand_line, log

    body = log(hand_line(1), table="T1", session="S-T1", closed_at="2026-03-14T23:00:00-07:00")
    return audit_summary(BytesSource(body), room=ROOM)
