"""LOG006 of lines beside the hands: those outside the hours of the session."""

from __future__ import annotations

import pytest

from tests.rules.build import Event, audited, close, found, session
from tests.rules.checks.test_log_order import drop, irregularity, played, toke
from tests.rules.fees import at

HOURS = session(closed_at=at(120))  # opened at the minute 0


def chips(kind: str, minute: float) -> Event:
    return {"event": "chips", "at": at(minute), "seat": 1, "player": "P1", "kind": kind, "amount": 0}


def table_seat(kind: str, minute: float) -> Event:
    return {"event": "seat", "at": at(minute), "player": "P1", "kind": kind}


def terms(minute: float) -> Event:
    return {"event": "terms", "at": at(minute), "by": "s-1"}


def level(minute: float) -> Event:
    return {"event": "jackpot", "at": at(minute), "kind": "close", "level": 100}


def kinds(code: str, *lines: Event) -> list[tuple[int | None, str]]:
    return [(each.line, each.kind) for each in found(audited(HOURS, *lines), code)]


BEFORE = [toke(-5), irregularity(-5), drop(at(-5)), chips("cash_out", -5), table_seat("left", -5)]
AFTER = [chips("buy_in", 121), chips("add_on", 121), terms(121), table_seat("seated", 121)]


@pytest.mark.parametrize("line", BEFORE, ids=lambda each: each["event"])
def test_log006_fires_on_what_needs_an_open_table_before_it_was_opened(line):
    (only,) = found(audited(HOURS, line, played(1, 10)), "LOG006")
    assert (only.line, only.hand, only.stated, only.expected) == (2, None, at(-5), f"{at(0)} or later")
    assert (only.kind, only.severity, only.clause) == ("violation", "minor", "external:RECORD-attributable")
    assert only.message.startswith("Line 2 (")
    assert f") is of {at(-5)}, before the session opened at {at(0)} (" in only.message


@pytest.mark.parametrize("line", AFTER, ids=lambda each: each.get("kind", "terms"))
def test_log006_fires_on_what_begins_play_after_the_table_was_closed(line):
    (only,) = found(audited(HOURS, played(1, 10), line), "LOG006")
    assert (only.line, only.stated, only.expected) == (3, at(121), f"{at(120)} or earlier")
    assert f"after the session closed at {at(120)}" in only.message


def test_log006_fires_on_the_lines_once_each_and_names_the_incident():
    audit = audited(HOURS, toke(-20), toke(-10), played(1, 10))
    assert [each.line for each in found(audit, "LOG006")] == [2, 3]
    assert [each.title for each in audit.incidents] == ["A line is outside the hours of the session"] * 2


def test_log006_fires_as_an_open_point_where_a_house_can_have_done_it_before_it_opened_the_table():
    lines = [terms(-240), chips("buy_in", -5), chips("buy_in", -4), table_seat("seated", -3), played(1, 10)]
    assert kinds("LOG006", *lines) == [(2, "undetermined"), (3, "undetermined"), (5, "undetermined")]
    bought = found(audited(HOURS, *lines), "LOG006")[1]
    assert (bought.severity, bought.stated) == ("note", at(-5))
    assert bought.message == (
        f"2 lines are before the session opened at {at(0)}: line 3 (chips buy in), line 4 (chips buy in) ({at(-5)}). Whether "
        "this was done before the table was opened, or a time is wrong, is open (external:RECORD-attributable)."
    )


def test_log006_fires_as_an_open_point_where_a_house_can_have_written_it_down_after_the_close():
    assert kinds("LOG006", played(1, 10), toke(125), irregularity(240)) == [
        (3, "undetermined"),
        (4, "undetermined"),
    ]


def test_log006_fires_as_an_open_point_where_players_come_from_another_table_before_the_opening():
    moved = [table_seat("moved", -2), table_seat("from_broken", -1)]
    assert kinds("LOG006", *moved, played(1, 10)) == [(2, "undetermined"), (3, "undetermined")]
    assert kinds("LOG006", played(1, 10), table_seat("moved", 125)) == []


def test_log006_quiet_for_what_is_often_done_after_the_close_and_for_names_on_a_list():
    late = [chips("cash_out", 125), drop(at(300)), level(310), close(1, at=at(320))]
    assert kinds("LOG006", table_seat("listed", -30), level(-20), played(1, 10), *late) == []


def test_log006_quiet_at_the_minute_of_opening_and_of_closing():
    assert kinds("LOG006", toke(0), played(1, 10), chips("buy_in", 120)) == []


def test_log006_quiet_over_midnight_and_where_the_clock_is_put_back():
    """In Seattle 2026-11-01 has the hour from one to two twice."""
    night = session(opened_at="2026-10-31T23:30:00-07:00", closed_at="2026-11-01T01:20:00-08:00")
    line = toke(0) | {"at": "2026-11-01T01:50:00-07:00"}
    hand = played(1, 10) | {"at": "2026-11-01T00:10:00-07:00"}
    audit = audited(night, hand, line, chips("buy_in", 0) | {"at": "2026-11-01T01:10:00-08:00"})
    assert [each for each in audit.findings if each.code in ("LOG006", "LOG018")] == []
