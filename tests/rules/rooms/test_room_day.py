"""A gaming day as a whole: its facts, whatever the order of its sessions, and the audit that it is added to."""

import datetime as dt
import random
from functools import cache

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.audit import BytesSource, audit_log, audit_summary, combine, of_no_logs, with_day
from rules.audit.room_day import room_day
from rules.checks.catalogue import by_code, checks, room_checks
from rules.checks.day.session_summary import DayTotals, SessionSummary
from rules.controls.library import library
from tests.examples import examples
from tests.rules.build import A, B, close, hand, log, seat, session
from tests.rules.rooms.days import (
    DAY,
    ROOM,
    across,
    bearing,
    closing,
    dealt,
    drop,
    found,
    played,
    rake,
    table,
    untestable,
)


def raked(*times, amount=300):
    """Hands without a rest between them: each is settled when the next is dealt."""
    settled = [*times[1:], times[-1]]
    return [
        dealt(number, at, ended=ended, fees=rake(amount))
        for number, (at, ended) in enumerate(zip(times, settled, strict=True), 1)
    ]


@cache
def evening():
    """The sittings of a gaming day at several tables, with one of the day before."""
    return (
        table("T1", raked("16:00", "18:00"), drop("18:30", 500), number=11, closed="19:00"),
        table("T1", raked("18:45", "20:00"), drop("20:30", 600), number=12, opened="18:40", session="late"),
        table("T2", played("17:00", "19:30", "ann", "cat"), number=14, opened="16:30"),
        table("T3", raked("17:00", "23:30"), number=14),
        table("T4", [dealt(1, "+05:00"), dealt(2, "+06:30")], opened="23:00", number=15),
        table("T5", closing("17:00"), opened="16:00"),
        table("T6", dealt(1, None)),
        table("T7", raked("12:00"), opened="2026-03-13T11:00:00-07:00", session="yesterday", number=9),
    )


@given(st.randoms(use_true_random=False), st.integers(0, 15))
@examples(40)
def test_the_order_in_which_sittings_are_given_never_matters(chance, other):
    given = list(evening())
    chance.shuffle(given)
    totals = DayTotals(room="WA-0417", day="2026-03-14", currency="USD", fees={"rake": 5})
    reported = across(*given, numbered=[bearing(other)], totals=totals, tables=["T1", "T9"])
    assert reported == across(*evening(), numbered=[bearing(other)], totals=totals, tables=["T1", "T9"])
    assert len({each.fingerprint for each in reported.findings}) == len(reported.findings) > 5


def test_every_sitting_of_the_day_is_accounted_for_under_every_check():
    audit = across(*evening())
    assert (
        [row.code for row in audit.coverage] == [entry.code for entry in room_checks()] == audit.facts.codes
    )
    assert {row.tested + row.untestable + row.inapplicable for row in audit.coverage} == {len(evening())}
    assert all(row.tested == row.agreeing + row.differing for row in audit.coverage)


def test_a_session_with_hands_that_no_time_places_is_of_every_day_on_which_it_was_open():
    """Opened on the 13th, closed on the 15th: what of it falls on the 14th cannot be known, nor that nothing does."""
    lost = [dealt(1, "2026-03-13T22:00:00-07:00", fees=rake(300)), dealt(2, None, fees=rake(300))]
    long = table("T1", lost, opened="2026-03-13T21:00:00-07:00", closed="+07:00")
    audit = across(long)
    assert [each.session for each in audit.facts.sittings] == ["S-T1"]
    assert found(audit, "LOG011") == []
    assert untestable(audit, "FEE023") != []
    timed = [dealt(1, "2026-03-13T22:00:00-07:00"), dealt(2, "2026-03-13T22:10:00-07:00")]
    short = table("T1", timed, opened="2026-03-13T21:00:00-07:00", closed="+07:00")
    assert across(short).facts.sittings == []


def test_the_facts_of_the_day():
    reported = across(*evening(), numbered=[bearing(10)]).facts
    assert (reported.room, reported.day, reported.zone, reported.day_begins) == (
        "WA-0417",
        "2026-03-14",
        "America/Los_Angeles",
        "06:00",
    )
    assert (reported.begins, reported.ends) == ("2026-03-14T06:00:00-07:00", "2026-03-15T06:00:00-07:00")
    assert (reported.licence_class, reported.tables_licensed, reported.totals) == ("F", 2, False)
    assert reported.players == 3
    assert [(each.table, each.session, each.hands) for each in reported.sittings] == [
        ("T1", "S-T1", 2), ("T1", "late", 2), ("T2", "S-T2", 2), ("T3", "S-T3", 2), ("T4", "S-T4", 1), ("T5", "S-T5", 0),
        ("T6", "S-T6", 1), ("T7", "yesterday", 1),
    ]  # fmt: skip
    (empty,) = [each for each in reported.sittings if each.table == "T5"]
    assert empty.nothing_played
    assert reported.hands == sum(each.hands for each in reported.sittings) == 11


@pytest.mark.parametrize(
    ("day", "begins", "ends"),
    [
        (dt.date(2026, 3, 7), "2026-03-07T06:00:00-08:00", "2026-03-08T06:00:00-07:00"),  # twenty-three hours
        (dt.date(2026, 10, 31), "2026-10-31T06:00:00-07:00", "2026-11-01T06:00:00-08:00"),  # twenty-five
    ],
)
def test_the_hours_of_a_day_on_which_the_clock_is_changed(day, begins, ends):
    reported = across(day=day).facts
    assert (reported.begins, reported.ends) == (begins, ends)


def test_a_session_over_the_change_of_the_clock_is_of_one_gaming_day():
    """It is opened in winter and closed in summer, and its last hand is dealt a minute before six."""
    night = table(
        "T1", [dealt(1, "2026-03-07T23:00:00-08:00"), dealt(2, "2026-03-08T05:59:00-07:00")],
        opened="2026-03-07T22:00:00-08:00", closed="2026-03-08T05:59:30-07:00",
    )  # fmt: skip
    assert [(each.day, each.hands) for each in night.days] == [("2026-03-07", 2)]
    assert (night.day, night.ended_day) == ("2026-03-07", "2026-03-07")


# ---------------------------------------------------------------- sittings


def test_a_sitting_comes_with_the_audit_and_goes_through_json():
    data = log(
        session(number=7, closed_at="2026-03-14T22:00:00-07:00"),
        hand(1, seat(1, A, 900), seat(2, B, -900), at="2026-03-14T16:10:00-07:00", fees=rake(300)),
        hand(2, seat(1, A, 0), seat(2, B, 0), at="2026-03-14T16:20:00-07:00", fees=[], void=True),
        drop("21:00", 300),
        close(2, totals={"rake": 300}),
    )
    audit, sitting = audit_summary(BytesSource(data), room=ROOM)
    assert audit == audit_log(BytesSource(data), room=ROOM)
    assert msgspec.json.decode(msgspec.json.encode(sitting), type=SessionSummary) == sitting
    assert (sitting.number, sitting.hands, sitting.void, sitting.totals) == (7, 2, 1, {"rake": 300})
    assert [(each.player, each.first, each.last) for each in sitting.seated] == [("P1", 1, 2), ("P2", 1, 2)]
    assert [(each.kind, each.amount, each.day) for each in sitting.counts] == [("rake", 300, "2026-03-14")]
    assert (sitting.received_at, sitting.versions) == (None, [])


def test_without_the_room_days_are_as_they_were_written():
    night = table("T1", raked("+05:00"), opened="+04:00", room=None)
    assert (night.day, [each.day for each in night.days]) == ("2026-03-15", ["2026-03-15"])


def test_a_session_without_hands_has_the_deadlines_of_the_controls_in_force():
    assert table("T1", closing("17:00")).correction is None  # and none breaks down


# ---------------------------------------------------------------- the audit of a day


def test_a_day_is_added_to_the_audit_of_its_sessions():
    logs = [
        log(session(session=name, table=name), hand(1, seat(1, A, 5), seat(2, B, -5)))
        for name in ("T1", "T2")
    ]
    both = [audit_summary(BytesSource(each), room=ROOM) for each in logs]
    day = room_day(ROOM, DAY, [sitting for _, sitting in both], tables=["T1", "T2", "T3"])
    audit = with_day(combine([each for each, _ in both]), day)
    assert audit.findings[: len(day.findings)] == day.findings
    assert [each.code for each in day.findings] == ["LOG012"]
    assert [row.code for row in audit.coverage] == [entry.code for entry in (*checks(), *room_checks())]
    assert (audit.room.id, audit.room.day, audit.room.tables) == ("WA-0417", "2026-03-14", 2)
    assert audit.day == day.facts
    assert audit.complete


def test_a_day_of_one_session_is_an_audit_of_several_logs_all_the_same():
    one, sitting = audit_summary(BytesSource(log(hand(1, seat(1, A, 5), seat(2, B, -5)))), room=ROOM)
    audit = with_day(combine([one]), room_day(ROOM, DAY, [sitting]))
    assert (audit.log, audit.logs) == (None, [one.log])


def test_a_day_without_any_session_is_an_audit_of_no_logs():
    audit = with_day(of_no_logs(library()), across())
    assert [each.code for each in audit.findings] == ["LOG011"]
    assert (audit.logs, audit.hands, audit.testable) == ([], 0, 0)
    assert {(row.tested, row.untestable) for row in audit.coverage} == {(0, 0)}
    assert msgspec.json.decode(msgspec.json.encode(audit, enc_hook=list))["day"]["day"] == "2026-03-14"


def test_a_check_that_breaks_down_makes_the_day_incomplete(monkeypatch):
    class Broken:
        def __getattr__(self, name):
            return getattr(by_code()["LOG011"], name)

        @staticmethod
        def run(view):
            raise ZeroDivisionError("in a check")

    replaced = tuple(Broken() if each.code == "LOG011" else each for each in room_checks())
    monkeypatch.setattr("rules.audit.room_day.room_checks", lambda: replaced)
    day = across(*evening())
    assert [each.code for each in day.failures] == ["LOG011"]
    assert not day.complete
    assert not with_day(of_no_logs(library()), day).complete
    row = next(each for each in day.coverage if each.code == "LOG011")
    assert (row.tested, row.untestable) == (0, len(day.facts.sittings))


def test_what_is_of_another_room_or_day_is_refused():
    with pytest.raises(ValueError, match="not of room WA-0417: WA-9"):
        across(_of_another_room())
    with pytest.raises(ValueError, match="the totals are of 2026-03-15"):
        across(totals=DayTotals(room="WA-0417", day="2026-03-15", currency="USD"))


def _of_another_room():
    data = log(session(room="WA-9"), dealt(1, "16:00"))
    return audit_summary(BytesSource(data))[1]


def test_the_fact_of_a_day_has_the_same_fingerprint_in_every_later_audit():
    first, again = across(*evening()), across(*random.Random(1).sample(evening(), len(evening())))
    assert [each.fingerprint for each in first.findings] == [each.fingerprint for each in again.findings]
    other = across(*evening(), day=dt.date(2026, 3, 15))
    assert {each.fingerprint for each in first.findings}.isdisjoint(
        each.fingerprint for each in other.findings
    )
    assert found(first, "LOG010")
