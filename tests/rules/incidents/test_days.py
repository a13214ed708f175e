"""Incidents across the sessions of a gaming day, next to those of the sessions."""

from reports.money_words import headline, of_incident
from rules.audit import BytesSource, audit_summary, combine, of_no_logs, with_day
from rules.audit.incidents import incidents_of_day
from rules.audit.room_day import room_day
from rules.checks.day.session_summary import DayTotals
from rules.controls.library import library
from rules.results import Amounts, Break
from tests.rules.build import A, B, close, hand, log, seat, session
from tests.rules.rooms.days import DAY, ROOM, across, bearing, clock, played, rake, table


def titled(day):
    return [
        (each.title, each.area, each.day, len(each.findings))
        for each in incidents_of_day("WA-0417", "2026-03-14", day.findings, day.units)
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
    incidents = incidents_of_day("WA-0417", "2026-03-14", day.findings, day.units)
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
        found = across(tables=["T1"])
        return incidents_of_day("WA-0417", day, found.findings, found.units)[0].id

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


def two_sessions(stack):
    """Ann has 13,000 after the first session of T1 and begins the second with a stack; bob has 7,000 in both."""
    bought = [
        {"event": "chips", "kind": "buy_in", "at": clock("16:00"), "seat": place, "player": player, "amount": 10_000}
        for place, player in ((1, "ann"), (2, "bob"))
    ]  # fmt: skip
    one = hand(
        1, seat(1, player="ann", stack=10_000, net=3_000), seat(2, player="bob", stack=10_000, net=-3_000),
        at=clock("16:10"), ended_at=clock("16:20"), fees=[],
    )  # fmt: skip
    other = hand(
        1, seat(1, player="ann", stack=stack, net=0), seat(2, player="bob", stack=7_000, net=0),
        at=clock("18:10"), ended_at=clock("18:20"), fees=[],
    )  # fmt: skip
    closed = {"opened_at": clock("15:00"), "closed_at": clock("18:00")}
    logs = (
        log(session(session="A", table="T1", number=41, **closed), *bought, one, close(1, at=clock("18:00"))),
        log(session(session="B", table="T1", number=42, opened_at=clock("18:05")), other),
    )
    both = [audit_summary(BytesSource(each), room=ROOM) for each in logs]
    return combine([each for each, _ in both]), room_day(ROOM, DAY, [sitting for _, sitting in both])


def test_chips_that_are_gone_between_two_sessions_are_in_the_money_of_the_day():
    audit = with_day(*two_sessions(12_400))
    (only,) = (each for each in audit.incidents if each.day is not None)
    assert only.money == [
        Amounts(
            unit="USD", misallocated=None, over_collected=None, under_collected=None, to_nobody=None, unaccounted=600,
            misrecorded=None,
        )
    ]  # fmt: skip
    assert only.breaks == [Break(kind="between", party="ann", line=None, amount=600)]
    assert of_incident(only) == ["$6.00 is unaccounted for"]
    assert [(each.unit, each.unaccounted) for each in audit.money] == [("USD", 600)]
    assert headline(audit).endswith(
        " and $6.00 is unaccounted for"
    )  # the cards of the first hand fit another result
    assert {each.party: each.unaccounted for each in audit.parties if each.unaccounted} == {"ann": -600}
    assert [(each.party, each.unit, each.amount, each.kind) for each in audit.lacking] == [
        ("ann", "USD", 600, "unaccounted")
    ]


def test_chips_that_came_from_nowhere_between_two_sessions_are_too_much():
    audit = with_day(*two_sessions(13_500))
    assert [(each.unit, each.unaccounted) for each in audit.money] == [("USD", 500)]
    assert {each.party: each.unaccounted for each in audit.parties if each.unaccounted} == {"ann": 500}
    assert [(each.party, each.amount) for each in audit.lacking] == [("ann", -500)]


def test_a_day_without_a_break_between_its_sessions_has_the_money_of_its_sessions():
    combined, day = two_sessions(13_000)
    audit = with_day(combined, day)
    assert (audit.money, audit.parties, audit.lacking) == (combined.money, combined.parties, combined.lacking)


def test_the_money_of_a_day_alone_has_what_is_gone_between_its_sessions():
    """The audits of its logs are elsewhere."""
    audit = with_day(of_no_logs(library()), two_sessions(12_400)[1])
    (total,) = audit.money
    assert (total.unit, total.unaccounted, total.misallocated) == ("USD", 600, None)
    assert [(each.party, each.hands, each.unaccounted) for each in audit.parties] == [("ann", None, -600)]
    assert headline(audit) == "$6.00 is unaccounted for"
