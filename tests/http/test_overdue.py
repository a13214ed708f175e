"""Rooms whose last log is overdue: when it was due by the room's own clock, and who is shown it."""

import datetime as dt

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.http.context import OPEN
from auditor.overdue import LastLog, looked_back, missing_days, overdue
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log

TERMS = {"time_zone": "America/Los_Angeles", "gaming_day_begins": "06:00", "tables": 5, "from": "2026-03-01"}
LAST = LastLog("2026-03-14", "2026-03-15T15:00:00.000000Z")


def terms(days=1, hours=12, **more):
    return [{**TERMS, "logs_expected": {"every_days": days, "overdue_hours": hours}, **more}]


def due(last, at, of=None):
    found = overdue("WA-0417", of or terms(), last, "2026-03-01T20:00:00Z", at)
    return (found.day, found.due_at, found.hours) if found else None


def test_a_log_is_due_some_hours_after_the_end_of_its_gaming_day():
    # the gaming day of the 15th ends on the 16th at 06:00 in Los Angeles, 13:00 UTC
    assert due(LAST, "2026-03-17T01:00:00Z") is None
    assert due(LAST, "2026-03-17T01:00:01Z") == ("2026-03-15", "2026-03-17T01:00:00Z", 0)
    assert due(LAST, "2026-03-20T04:30:00Z") == ("2026-03-15", "2026-03-17T01:00:00Z", 75)
    assert due(LastLog("2026-03-16", "2026-03-17T20:00:00Z"), "2026-03-18T00:00:00Z") is None


def test_the_clock_of_the_room_decides_also_where_it_changes():
    # clocks go forward on 2026-03-08: the gaming day of the 7th ends at 13:00 UTC, that of the 6th at 14:00
    assert due(LastLog("2026-03-05", ""), "2026-03-09T00:00:00Z") == (
        "2026-03-06",
        "2026-03-08T02:00:00Z",
        22,
    )
    assert due(LastLog("2026-03-06", ""), "2026-03-09T02:00:00Z") == ("2026-03-07", "2026-03-09T01:00:00Z", 1)


def test_a_room_that_sends_a_log_a_week_has_a_week():
    weekly = terms(days=7, hours=0)
    assert due(LAST, "2026-03-22T13:00:00Z", weekly) is None
    assert due(LAST, "2026-03-22T14:00:00Z", weekly) == ("2026-03-21", "2026-03-22T13:00:00Z", 1)


def test_a_room_that_never_sent_a_log_is_overdue_from_the_day_on_which_one_was_expected():
    assert due(None, "2026-03-03T02:00:00Z") is None  # clocks are still an hour further back than on the 14th
    assert due(None, "2026-03-03T03:00:00Z") == ("2026-03-01", "2026-03-03T02:00:00Z", 1)


def test_terms_that_hold_from_the_beginning_expect_logs_from_when_they_were_filed():
    of = terms(**{"from": None})
    assert overdue("WA-0417", of, None, "2026-03-10T20:00:00Z", "2026-03-12T00:00:00Z") is None
    late = overdue("WA-0417", of, None, "2026-03-10T20:00:00Z", "2026-03-12T02:00:00Z")
    assert late is not None
    assert (late.day, late.due_at, late.hours) == ("2026-03-10", "2026-03-12T01:00:00Z", 1)


def test_nothing_is_expected_of_a_room_that_is_closed_or_whose_terms_say_nothing():
    later = "2026-06-01T00:00:00Z"
    assert due(LAST, later, [{**TERMS}]) is None
    assert due(LAST, later, [*terms(), {**terms()[0], "from": "2026-05-01", "tables": 0}]) is None
    # it opens again on the 20th of May, and owes logs from then on
    again = [
        *terms(),
        {**terms()[0], "from": "2026-05-01", "tables": 0},
        {**terms()[0], "from": "2026-05-20"},
    ]
    assert due(LAST, later, again) == ("2026-05-20", "2026-05-22T01:00:00Z", 239)


EXPECTS = {"every_days": 1, "overdue_hours": 12}


def upload(client, **session):
    answer = client.post("/v1/sessions", data=log(hand_line(1), **session), content_type=NDJSON)
    assert answer.status_code == 201, answer.json


def test_a_night_reports_it_though_nothing_else_happened(client):
    put_room(client, logs_expected=EXPECTS, **{"from": "2026-03-01"})
    upload(client)
    first = client.get("/v1/night")
    (late,) = first.json["overdue"]
    assert (late["room"], late["last_day"], late["day"]) == ("WA-0417", "2026-03-14", "2026-03-15")
    assert late["due_at"] == "2026-03-17T01:00:00Z"
    since_then = dt.datetime.now(dt.UTC) - dt.datetime(2026, 3, 17, 1, tzinfo=dt.UTC)
    assert 0 <= since_then // dt.timedelta(hours=1) - late["hours"] <= 1
    assert late["received_at"] == client.get("/v1/sessions/1").json["received_at"]
    upload(client, session="S-2", opened_at="2026-03-15T20:00:00-07:00")
    second = client.get("/v1/night", headers={"If-None-Match": first.headers["ETag"]})
    assert second.status_code == 200
    assert [each["day"] for each in second.json["overdue"]] == ["2026-03-16"]
    put_room(client, **{"from": "2026-03-01"})
    assert client.get("/v1/night").json["overdue"] == []


def test_what_is_expected_is_shown_with_the_room_and_is_on_record(client):
    assert put_room(client).json["logs_expected"] is None
    put_room(client, logs_expected={"every_days": 2})
    assert client.get("/v1/rooms/WA-0417").json["logs_expected"] == {"every_days": 2, "overdue_hours": 12}
    last = client.get("/v1/rooms/WA-0417/history").json["history"][-1]
    assert last["details"]["terms"][0]["logs_expected"] == {"every_days": 2, "overdue_hours": 12}


@pytest.mark.parametrize(
    ("expected", "pointer"),
    [
        ({"every_days": 0}, "#/logs_expected/every_days"),
        ({"every_days": 1.5}, "#/logs_expected/every_days"),
        ({"overdue_hours": -1}, "#/logs_expected/overdue_hours"),
        ({"hours": 3}, "#/logs_expected/hours"),
    ],
)
def test_what_cannot_be_expected_is_refused(client, expected, pointer):
    answer = put_room(client, logs_expected=expected)
    assert answer.status_code == 422
    assert [each["pointer"] for each in answer.json["errors"]] == [pointer]


def test_a_key_sees_the_overdue_logs_of_its_own_rooms(app, client, service):
    for room in ("WA-0417", "WA-0500"):
        put_room(client, room, logs_expected=EXPECTS, **{"from": "2026-03-01"})
    app.config[OPEN] = False
    for room in ("WA-0417", "WA-0500"):
        _, text = keys.make(service.store, NewKey("room", "Dana", rooms=[room]))
        found = client.get("/v1/night", headers={"Authorization": f"Bearer {text}"}).json["overdue"]
        assert [(each["room"], each["last_day"], each["day"]) for each in found] == [
            (room, None, "2026-03-01")
        ]


def missing(days, first, last, at, of=None, filed_at="2026-03-01T20:00:00Z"):
    found = missing_days(
        of or terms(), days, filed_at, dt.date(2026, 3, first), dt.date(2026, 3, last), f"2026-03-{at}"
    )
    return sorted(each.day for each in found)


def test_a_day_without_a_log_is_missing_once_its_log_is_overdue():
    # the gaming day of the 15th ends on the 16th at 13:00 UTC, and its log is due twelve hours later
    assert missing({"2026-03-14"}, 13, 16, "17T01:00:00Z") == [13]
    assert missing({"2026-03-14"}, 13, 16, "17T01:00:01Z") == [13, 15]
    assert missing({"2026-03-14", "2026-03-15"}, 13, 16, "17T01:00:01Z") == [13]
    assert missing({"2026-03-14"}, 13, 31, "17T01:00:01Z") == [13, 15]  # the 16th is today
    assert missing({"2026-03-14"}, 13, 12, "17T01:00:01Z") == []
    assert missing(set(), 14, 15, "31T00:00:00Z") == [14, 15]


def test_days_before_logs_were_expected_are_not_missing():
    assert missing(set(), 1, 4, "31T00:00:00Z", terms(**{"from": "2026-03-03"})) == [3, 4]
    of = terms(**{"from": None})
    assert missing(set(), 1, 4, "31T00:00:00Z", of, "2026-03-02T20:00:00Z") == [2, 3, 4]
    assert missing(set(), 1, 4, "31T00:00:00Z", [{**TERMS}]) == []
    assert missing(
        set(), 1, 4, "31T00:00:00Z", [*terms(), {**terms()[0], "from": "2026-03-03", "tables": 0}]
    ) == [1, 2]


def test_of_one_log_in_three_days_any_of_the_three_counts_also_before_the_first_day_asked_for():
    of = terms(days=3)
    assert looked_back(of) == 2
    assert missing(set(), 1, 6, "31T00:00:00Z", of) == [3, 4, 5, 6]
    assert missing({"2026-03-04"}, 6, 6, "31T00:00:00Z", of) == []
    assert missing({"2026-03-04"}, 7, 7, "31T00:00:00Z", of) == [7]
    assert missing({"2026-03-02"}, 1, 6, "31T00:00:00Z", of) == [5, 6]
    assert looked_back([{**TERMS}]) == 0
