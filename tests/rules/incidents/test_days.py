"""Incidents across the sessions of a gaming day, next to those of the sessions."""

from rules.audit import BytesSource, audit_summary, combine, with_day
from rules.audit.incidents import incidents_of_day
from rules.rooms.day import room_day
from rules.rooms.session_summary import DayTotals
from tests.rules.build import A, B, hand, log, seat, session
from tests.rules.rooms.days import DAY, ROOM, across, bearing, played, rake, table


def titled(day):
    return [
        (each.title, each.area, each.day, len(each.findings))
        for each in incidents_of_day("WA-0417", "2026-03-14", day.findings)
    ]


def test_a_table_without_a_log_and_its_missing_number_are_one_incident():
    """Session 12 of T2 is not there: its number is missing, and its table has no log."""
    day = across(
        table("T1", played("16:00", "18:00"), number=11),
        table("T3", played("16:00", "18:00", "cat", "dan"), number=13),
        tables=["T1", "T2", "T3"],
    )
    assert {each.code for each in day.findings} == {"LOG009", "LOG012"}
    assert titled(day) == [("Session numbers are missing", "evidence", "2026-03-14", 2)]


def test_faults_of_two_sessions_are_two_incidents():
    day = across(
        table("T1", played("16:00", "18:00"), number=11),
        table("T1", played("17:00", "19:00"), number=12, session="S-9", opened="16:30"),
        table("T3", played("21:00", "22:00", "cat", "dan"), number=12, opened="20:00"),
        numbered=[bearing(10)],
    )
    codes = {each.code for each in day.findings}
    assert {"LOG008", "LOG010"} <= codes
    incidents = incidents_of_day("WA-0417", "2026-03-14", day.findings)
    grouped = sorted(one for each in incidents for one in each.findings)
    assert grouped == sorted(
        each.fingerprint for each in day.findings if each.kind in ("violation", "discrepancy")
    )
    assert len({each.id for each in incidents}) == len(incidents)


def test_the_audit_of_a_day_has_the_incidents_of_its_sessions_and_its_own():
    logs = [
        log(session(session=name, table=name), hand(1, seat(1, A, net), seat(2, B, -net)))
        for name, net in (("T1", 300), ("T2", 737))
    ]
    both = [audit_summary(BytesSource(each), room=ROOM) for each in logs]
    day = room_day(ROOM, DAY, [sitting for _, sitting in both], tables=["T1", "T2", "T3"])
    audit = with_day(combine([each for each, _ in both]), day)
    assert [(each.title, each.day, [one.session for one in each.hands]) for each in audit.incidents] == [
        ("Seat 1's recorded result differs from what was due", None, ["T2"]),
        ("A table has no log for the gaming day", "2026-03-14", []),
    ]
    assert [each.misallocated for each in audit.incidents] == [437, None]
    assert audit.money_misallocated == 437


def test_the_id_of_an_incident_of_a_day_is_of_the_day():
    def missing(day):
        return incidents_of_day("WA-0417", day, across(tables=["T1"]).findings)[0].id

    assert missing("2026-03-14") == missing("2026-03-14")
    assert missing("2026-03-14") != missing("2026-03-15")


def test_a_total_that_differs_is_an_incident_of_fees():
    totals = DayTotals(room="WA-0417", day="2026-03-14", currency="USD", fees={"rake": 900})
    day = across(table("T1", played("16:00", "18:00", fees=rake(300)), number=11), totals=totals)
    assert (
        "The room's total of a fee differs from its sessions",
        "fees",
        "2026-03-14",
        1,
    ) in titled(day)
