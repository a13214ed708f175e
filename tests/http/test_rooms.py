"""Rooms over HTTP: what they are licensed for, and to which day a session belongs."""

import json
from urllib.parse import quote

import pytest

from tests.http.filing import TERMS, decided
from tests.http.filing import put_room as put
from tests.http.kit import NDJSON, PROBLEM


def test_a_room_is_put_on_record_and_read_back(client):
    made = put(client)
    assert (made.status_code, made.headers["Location"]) == (201, "/v1/rooms/WA-0417")
    found = client.get("/v1/rooms/WA-0417").json
    assert {name: found[name] for name in TERMS} == TERMS
    assert (found["id"], found["from"], found["controls"]) == ("WA-0417", None, [])
    assert found["terms"] == [{"from": None, **TERMS, "logs_expected": None}]
    assert put(client).status_code == 200  # the same again changes nothing
    history = client.get("/v1/rooms/WA-0417/history").json["history"]
    assert [each["action"] for each in history] == ["terms"]


def test_terms_of_a_later_day_leave_the_first_in_place(client):
    put(client)
    found = decided(client, **{"from": "2026-07-01", "licence_class": "E"})
    assert [(each["from"], each["licence_class"]) for each in found["terms"]] == [
        (None, "F"), ("2026-07-01", "E"),
    ]  # fmt: skip
    assert found["licence_class"] == "E"


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        (
            "time_zone",
            "Seattle",
            "'Seattle' is no place of the IANA time zone database; one is written as area and place, such as "
            "America/Los_Angeles.",
        ),
        *(
            (
                "time_zone",
                zone,
                f"{zone!r} is no place of the IANA time zone database; one is written as area and place, such as "
                "America/Los_Angeles.",
            )
            for zone in (
                "localtime",
                "Factory",
                "posixrules",
                "right/America/Los_Angeles",
                "posix/America/Los_Angeles",
                "EST5EDT",
                "Etc/GMT+8",
                "America/",
                "America/../localtime",
            )
        ),
        (
            "authority",
            "nobody",
            "'nobody' is no authority of the library; it has: wsgc (Washington State Gambling Commission), none (Not licensed by "
            "an authority of this library).",
        ),
        ("gaming_day_begins", "25:00", "'25:00' is no time of day; one looks like 06:00."),
        ("gaming_day_begins", "0٦:00", "'0٦:00' is no time of day; one looks like 06:00."),
        ("fiscal_year_ends", "०६-30", "'०६-30' is no day of a year; one looks like 12-31."),
        ("fiscal_year_ends", "02-30", "'02-30' is no day of a year; one looks like 12-31."),
        ("licence_class", "Z", "Must be one of: E, F, house-banked."),
        ("tables", -1, "Must be greater than or equal to 0 and less than or equal to 10000."),
        ("hour", 6, "Unknown field."),
    ],
)
def test_what_no_room_can_have_is_refused_by_its_field(client, field, value, says):
    answer = put(client, **{field: value})
    assert (answer.status_code, answer.content_type) == (422, PROBLEM)
    assert answer.json["errors"] == [{"detail": says, "pointer": f"#/{field}"}]
    assert client.get("/v1/rooms/WA-0417").status_code == 404


def test_an_unknown_room_is_answered_with_how_to_register_it(client):
    answer = client.get("/v1/rooms/WA-9999")
    assert answer.status_code == 404
    assert "PUT /v1/rooms/WA-9999 puts it there" in answer.json["detail"]


def test_a_change_can_depend_on_what_was_seen(client):
    assert client.put("/v1/rooms/WA-0417", json=TERMS, headers={"If-Match": '"x"'}).status_code == 412
    put(client)
    seen = client.get("/v1/rooms/WA-0417").headers["ETag"]
    decided(client, tables=6)
    late = client.put("/v1/rooms/WA-0417", json={**TERMS, "tables": 7}, headers={"If-Match": seen})
    assert (late.status_code, late.json["type"]) == (412, "urn:cardroom-auditor:problem:changed-meanwhile")
    now = client.get("/v1/rooms/WA-0417").headers["ETag"]
    assert (
        client.put("/v1/rooms/WA-0417", json={**TERMS, "tables": 7}, headers={"If-Match": now}).status_code
        == 202
    )


def test_a_room_can_be_put_only_where_there_is_none_yet(client):
    new = {"If-None-Match": "*"}
    assert client.put("/v1/rooms/WA-0417", json=TERMS, headers=new).status_code == 201
    again = client.put("/v1/rooms/WA-0417", json={**TERMS, "tables": 7}, headers=new)
    assert (again.status_code, again.json["type"]) == (412, "urn:cardroom-auditor:problem:is-there-already")
    assert client.get("/v1/rooms/WA-0417").json["tables"] == 5


@pytest.mark.parametrize("room", ["WA-0417", "Зал 12", "A", "Lucky's (East) No. 4_b", "N" * 64])
def test_a_room_has_the_id_of_its_licence(client, room):
    assert client.put(f"/v1/rooms/{quote(room)}", json=TERMS).status_code == 201
    assert client.get(f"/v1/rooms/{quote(room)}").json["id"] == room


def test_a_room_of_a_log_that_was_taken_has_the_id_that_it_has(client):
    refused = client.put(f"/v1/rooms/{quote('Casino, Ltd')}", json=TERMS)
    assert refused.status_code == 422
    line = log("S-1", "2026-03-14T12:00:00Z").replace('"WA-0417"', '"Casino, Ltd"')
    assert client.post("/v1/sessions", data=line, content_type=NDJSON).status_code == 201
    assert client.put(f"/v1/rooms/{quote('Casino, Ltd')}", json=TERMS).status_code == 201


@pytest.mark.parametrize("room", [" ", "WA 0417 ", "<script>", "WA-0417?x", "-", "N" * 65, "WA\x070417"])
def test_what_is_no_licence_is_no_room(client, room):
    answer = client.put(f"/v1/rooms/{quote(room)}", json=TERMS)
    assert answer.status_code == 422
    assert (
        "is no room's id: that is its licence number as in its logs, such as WA-0417" in answer.json["detail"]
    )
    assert client.get("/v1/rooms").json["rooms"] == []


def test_rooms_are_listed_by_id(client):
    for room in ("WA-2", "WA-1", "WA-3"):
        put(client, room)
    found = client.get("/v1/rooms?page_size=2").json
    assert [each["id"] for each in found["rooms"]] == ["WA-1", "WA-2"]
    assert found["pagination"]["total"] == 3


def log(session, opened_at):
    line = {
        "event": "session", "format": "cardroom-log/1", "room": "WA-0417", "session": session, "table": "T1",
        "currency": "USD", "opened_at": opened_at, "unit": 100, "ruleset": "wsgc-base",
    }  # fmt: skip
    return json.dumps(line) + "\n"


def day(client, session, opened_at):
    return client.post("/v1/sessions", data=log(session, opened_at), content_type=NDJSON).json["day"]


def test_a_session_belongs_to_the_gaming_day_of_its_room(client):
    assert day(client, "early", "2026-03-14T03:00:00-07:00") == "2026-03-14"  # nobody knows the room's hour
    put(client)
    assert client.get("/v1/sessions/1").json["day"] == "2026-03-13"  # and now it is known
    assert day(client, "before", "2026-03-14T12:59:59Z") == "2026-03-13"
    assert day(client, "after", "2026-03-14T13:00:00Z") == "2026-03-14"
    found = client.get("/v1/sessions?room=WA-0417&from=2026-03-14&until=2026-03-14").json["sessions"]
    assert [each["session"] for each in found] == ["after"]


def test_terms_on_record_that_do_not_name_all_are_shown_with_null(client, service):
    """Terms of an earlier release, or of another program: the client compares the answer with the document."""
    terms = {"from": None, "time_zone": "America/Los_Angeles", "gaming_day_begins": "06:00", "tables": 3}
    service.rooms.put("WA-0999", terms, None)
    found = client.get("/v1/rooms/WA-0999").json
    for each in (found, *found["terms"]):
        assert (each["tables"], each["fees"], each["licence_class"], each["logs_expected"]) == (
            3,
            None,
            None,
            None,
        )
