"""What arrives is looked at before it is stored: what no audit takes is refused, what is odd is a warning."""

import datetime as dt
import hashlib

import pytest

from tests.http.earlier import on_record
from tests.http.filing import approved, file, put_room, step
from tests.http.kit import NDJSON, hand_line, log
from tests.rules.filed import controls

CLOSED = "2026-03-14T23:00:00-07:00"


def send(client, body, status=201, **query):
    answer = client.post("/v1/sessions", data=body, content_type=NDJSON, query_string=query)
    assert answer.status_code == status, answer.json
    return answer.json


def problem(answer):
    (only,) = answer["problems"]
    return only["line"], only["field"], only["found"], only["expected"]


def warned(client, body, status=201, **query):
    return {each["code"]: each["message"] for each in send(client, body, status, **query)["warnings"]}


# ------------------------------------------------------------------- what no audit takes


def test_a_ruleset_that_nobody_has_is_refused_with_the_one_that_may_be_meant(room, service):
    body = log(ruleset="wsgc-bsae")
    refused = send(room, body, 422)
    assert refused["type"] == "urn:cardroom-auditor:problem:log-refused"
    assert problem(refused) == (
        1,
        "ruleset",
        '"wsgc-bsae", which is neither in the library nor of the room',
        "a ruleset in force on 2026-03-14 for closed hands (did you mean 'wsgc-base'?)",
    )
    assert refused["detail"].startswith("The log was refused: it can be read, and it cannot be audited.")
    kept = service.store.evidence.get(hashlib.sha256(body).hexdigest())
    assert (kept.outcome, kept.problem_count) == ("refused", 1)
    assert room.get("/v1/sessions").json["sessions"] == []


def test_a_dry_run_refuses_alike_and_keeps_nothing(room, service):
    body = log(ruleset="wsgc-bsae")
    assert problem(send(room, body, 422, dry_run=True))[3].endswith("(did you mean 'wsgc-base'?)")
    assert service.store.evidence.get(hashlib.sha256(body).hexdigest()) is None


def test_a_revision_that_there_is_not_is_refused_with_the_one_that_there_is(room):
    assert problem(send(room, log(ruleset="wsgc-base@7"), 422))[3].endswith("(did you mean 'wsgc-base@1'?)")


def test_nothing_alike_lists_the_rulesets_of_the_game(room):
    expected = problem(send(room, log(ruleset="zzz"), 422))[3]
    assert expected.startswith("a ruleset in force on 2026-03-14 for closed hands: ")
    assert expected.endswith(" more of the library")
    assert "standard-cash" not in expected  # of pot games


def test_a_log_that_names_no_ruleset_is_asked_for_one(room):
    found = problem(send(room, log(ruleset=None), 422))
    assert found[1:3] == (
        "ruleset",
        "no ruleset, and the room has no approved controls in force on that day",
    )
    assert send(room, log())["id"] == 1


def test_the_rooms_only_controls_decide_where_none_is_named(two_revisions):
    assert send(two_revisions, log(ruleset=None))["warnings"] == []
    assert (
        send(two_revisions, log(hand_line(2), session="S-2", table="T2", ruleset="nobodys"))["warnings"] == []
    )


def test_of_several_controls_in_force_one_has_to_be_named(two_revisions):
    address = "/v1/rooms/WA-0417/controls/wa-0417-other/1"
    file(two_revisions, controls(1, "2026-01-01", ruleset={"id": "wa-0417-other"}))
    step(two_revisions, "submit", address)
    assert step(two_revisions, "approve", address, reference="L-9").status_code == 200
    refused = send(two_revisions, log(ruleset=None), 422)
    assert problem(refused)[2:] == (
        "no ruleset, and the room has several in force",
        "one of wa-0417-other, wa-0417-thirteen",
    )


def test_controls_that_wait_for_approval_take_the_log_with_a_warning_and_approval_mends_it(room):
    file(room, controls(1, "2026-01-01"))
    named = send(room, log(ruleset="wa-0417-thirteen"))
    (warning,) = named["warnings"]
    assert (warning["code"], warning["field"]) == ("not-approved", "ruleset")
    assert warning["message"] == "wa-0417-thirteen@1 of the room is a draft and not approved."
    assert warning["do"] == "The log cannot be audited until the controls are approved."
    assert room.post("/v1/audits", json={"sessions": [1]}).status_code == 422
    approved(room, controls(1, "2026-01-01"))
    assert room.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"


def test_controls_that_were_denied_do_not_take_a_log(room):
    file(room, controls(1, "2026-01-01"))
    step(room, "submit")
    assert step(room, "deny", reference="L-1", reason="no cap").status_code == 200
    assert problem(send(room, log(ruleset="wa-0417-thirteen@1"), 422))[2] == (
        '"wa-0417-thirteen@1", which the room filed and which was denied'
    )


def test_the_controls_of_another_room_are_none_of_this_one(two_revisions):
    put_room(two_revisions, "WA-0500")
    found = problem(send(two_revisions, log(room="WA-0500", ruleset="wa-0417-thirteen"), 422))
    assert found[2] == '"wa-0417-thirteen", which is neither in the library nor of the room'
    assert "wa-0417" not in found[3]


def test_a_ruleset_that_was_not_in_force_is_refused(room):
    old = {**hand_line(1), "at": "1990-03-14T17:00:00-08:00"}
    body = log(old, opened_at="1990-03-14T16:00:00-08:00", ruleset="wac-230-15-080")
    found = problem(send(room, body, 422))
    assert found[1:3] == ("ruleset", '"wac-230-15-080", which is not in force on 1990-03-14')


def test_a_log_that_is_on_record_and_cannot_be_audited_is_the_same_session_with_a_warning(room):
    body = log(ruleset="house-rules")
    assert on_record(room, body) == 1
    again = send(room, body, 200)
    assert (again["id"], again["already_stored"]) == (1, True)
    (warning,) = again["warnings"]
    assert warning["code"] == "cannot-be-audited"
    assert '"house-rules", which is neither in the library nor of the room' in warning["message"]


@pytest.mark.parametrize("ruleset", [None, "house-rules", "wsgc-base", "wa-0417-thirteen"])
def test_what_is_taken_without_a_warning_is_audited_and_what_is_refused_is_not(room, ruleset):
    body = log(ruleset=ruleset)
    answer = room.post("/v1/sessions", data=body, content_type=NDJSON)
    if answer.status_code == 422:
        on_record(room, body)
        assert room.post("/v1/audits", json={"sessions": [1]}).status_code == 422
    else:
        assert answer.json["warnings"] == []
        assert room.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"


# ------------------------------------------------------------------- what is odd


def test_an_ordinary_log_has_no_warnings(room):
    assert warned(room, log(closed_at=CLOSED)) == {}
    assert warned(room, log(hand_line(2), session="S-2", table="T2"), 200, dry_run=True) == {}


def test_a_room_that_is_not_on_record(client):
    assert warned(client, log()) == {"room-not-on-record": "Room WA-0417 is not on record."}


def test_a_table_that_is_written_otherwise(room):
    send(room, log())
    found = warned(room, log(session="S-2", table="t-01", opened_at="2026-03-15T16:00:00-07:00"))
    assert found["table-not-known"] == "No log of the room has a table t-01; it has a table T1."
    assert "table-not-known" not in warned(
        room, log(hand_line(9), session="S-3", table="T11", opened_at="2026-03-16T16:00:00-07:00")
    )


def test_more_tables_than_the_terms_have(client):
    put_room(client, tables=1, authority=None)
    assert warned(client, log()) == {}
    other = log(hand_line(5), session="S-2", table="T2")
    assert warned(client, other) == {
        "too-many-tables": "The room's terms have 1 table, and with this log 2 have one of 2026-03-14: T1, T2."
    }
    same = log(hand_line(6), session="S-3", opened_at="2026-03-14T23:30:00-07:00")
    assert "too-many-tables" not in warned(client, same)


def test_dates_in_the_future(room):
    year = dt.datetime.now(dt.UTC).year + 1
    hand = {**hand_line(1), "at": f"{year}-03-14T17:01:00-07:00"}
    found = warned(room, log(hand, opened_at=f"{year}-03-14T16:00:00-07:00"))
    assert found["in-the-future"] == f"The last hand is of {year}-03-15T00:01:00Z, which is in the future."
    late = {**hand_line(2), "at": f"{year}-03-14T17:01:00-07:00"}
    assert "in-the-future" in warned(room, log(hand_line(1), late, session="S-2", table="T2"))


def test_days_before_the_first_terms(client):
    decided_from = {"from": "2026-04-01", "authority": None}
    put_room(client, **decided_from)
    assert warned(client, log())["before-terms"] == (
        "The gaming day 2026-03-14 is before the first terms of room WA-0417, of 2026-04-01."
    )
    later = {**hand_line(1), "at": "2026-04-14T17:01:00-07:00"}
    assert "before-terms" not in warned(
        client, log(later, session="S-2", opened_at="2026-04-14T16:00:00-07:00")
    )


def test_a_day_whose_record_is_not_kept_any_more(room):
    old = {**hand_line(1), "at": "2011-03-14T17:01:00-07:00"}
    found = warned(room, log(old, opened_at="2011-03-14T16:00:00-07:00"))
    assert found["record-not-kept"].startswith(
        "The log is of 2011-03-14, and the record of that day is kept until "
    )


@pytest.mark.parametrize("offset", ["-08:00", "+00:00", "Z"])
def test_another_clock_than_the_rooms(room, offset):
    body = log(opened_at=f"2026-03-14T16:00:00{offset}")
    found = warned(room, body)["other-clock"]
    assert found.startswith(
        f"2026-03-14T16:00:00{offset} has another offset than the room's clock (America/Los_Angeles)"
    )


def test_hands_with_another_clock_than_the_rooms(room):
    hand = {**hand_line(1), "at": "2026-03-14T17:01:00-08:00"}
    assert warned(room, log(hand))["other-clock"].startswith(
        "A hand of about 2026-03-14T17:00:00-08:00 has another"
    )
    summer = {**hand_line(1), "at": "2026-01-14T17:01:00-08:00"}  # the clock of January
    assert "other-clock" not in warned(
        room, log(summer, session="S-2", opened_at="2026-01-14T16:00:00-08:00")
    )


@pytest.mark.parametrize(
    "name", ["Anna Smith", "Smith, Anna", "Jean-Luc Picard", "anna@example.org", "José Núñez"]
)
def test_players_that_are_names_and_not_ids(room, name):
    hand = hand_line(1)
    hand["seats"][0]["player"] = name
    assert warned(room, log(hand)) == {"player-name": f"A player is named as a person is, such as {name!r}."}


@pytest.mark.parametrize("name", ["P1", "M-0417", "seat 3", "player_12", "0019", "ab", "X"])
def test_players_that_are_ids(room, name):
    hand = hand_line(1)
    hand["seats"][0]["player"] = name
    assert warned(room, log(hand)) == {}


def test_the_same_hands_under_another_session(room):
    hands = hand_line(1), hand_line(2)
    send(room, log(*hands))
    again = log(*hands, session="evening-1", table="T9", opened_at="2026-03-14T15:59:00-07:00")
    assert warned(room, again)["same-evening"] == "Session S-1 of table T1 on record has the same hands."


def test_an_evening_that_overlaps_at_the_same_table(room):
    send(room, log(closed_at=CLOSED))
    within = log(hand_line(7), hand_line(8), session="S-2", opened_at="2026-03-14T20:00:00-07:00")
    assert warned(room, within)["same-evening"] == (
        "Session S-1 of the same table on record, opened at 2026-03-14T16:00:00-07:00, overlaps this one."
    )
    for more in (
        {"table": "T2"},
        {"opened_at": "2026-03-14T23:00:00-07:00"},
        {"opened_at": "2026-03-16T16:00:00-07:00"},
    ):
        late = {**hand_line(7), "at": "2026-03-16T17:00:00-07:00"}
        apart = log(late, session=f"S-{more}"[:60], **more)
        assert "same-evening" not in warned(room, apart, 200, dry_run=True), more


def test_a_correction_is_not_the_same_evening_as_what_it_corrects(room):
    first = send(room, log(hand_line(1), closed_at=CLOSED))
    claim = {"sha256": first["sha256"], "reason": "hand 2 was missing", "by": "E-1"}
    assert warned(room, log(hand_line(1), hand_line(2), closed_at=CLOSED, supersedes=claim)) == {}


def test_a_ruleset_of_another_game(room):
    assert warned(room, log(ruleset="standard-cash")) == {
        "other-game": "standard-cash is of pot games, and the log has closed hands."
    }
