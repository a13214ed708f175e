"""What a hand history does not say: it is stated beside it, or known of its room."""

import json
import threading

import msgspec
import pytest

from auditor.importing import importers
from auditor.importing.histories.ggpoker import GGPOKER
from tests.http.filing import decided, put_room
from tests.http.histories import AT, hand, history, is_sound, key_of, kind, lines, send, sessions
from tests.services import application

LATER = str(int(GGPOKER.version) + 1)


@pytest.mark.parametrize(
    ("query", "field", "do"),
    [
        ({"room": None}, "room", "State it with `room`."),
        ({"currency": None}, "currency", "State it with `currency`, such as EUR."),
        ({"currency": "usd"}, "currency", "Correct `currency`."),
        ({"opened_at": "today"}, "opened at", "Correct `opened_at`."),
    ],
)
def test_what_is_missing_is_named_by_its_parameter_and_nothing_is_stored(client, room, query, field, do):
    answer = send(client, **query)
    assert kind(answer) == (422, "original-refused")
    (problem,) = answer.json["problems"]
    assert (problem["field"], problem["do"]) == (field, do)
    assert answer.json["original"] is None
    assert answer.json["detail"] == (
        "No log could be derived from this file: it does not say all that is needed. See 'problems'. State what is missing and "
        "send it again. Nothing was stored."
    )
    assert (client.get(AT).json["originals"], sessions(client)) == ([], [])
    assert send(client).status_code == 201


def test_a_date_that_is_missing_is_stated_by_a_parameter(client, room):
    phh = (
        b"variant = 'NT'\nante_trimming_status = true\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n"
        b"starting_stacks = [100, 100]\nactions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']\nplayers = ['Ann', 'Bea']\n"
    )
    missing = send(client, phh)
    assert [(each["field"], each["do"]) for each in missing.json["problems"]] == [
        ("date", "State when the session began with `opened_at`."),
    ]
    answer = send(client, phh, opened_at="2026-03-14T20:00:00-07:00", table="T9", ruleset="standard-cash")
    assert answer.status_code == 201, answer.json
    first = lines(client, 1)[0]
    assert (first["table"], first["opened_at"], first["ruleset"]) == (
        "T9", "2026-03-14T20:00:00-07:00", "standard-cash",
    )  # fmt: skip
    assert client.get(f"{AT}/1").json["media_type"] == "application/toml"


def test_a_room_that_is_not_on_record_has_no_time_zone(app, client):
    answer = send(client)
    assert kind(answer) == (404, "no-such-room")
    assert "PUT /v1/rooms/WA-0417 puts it there." in answer.json["detail"]
    assert client.get(AT).json["originals"] == []
    assert key_of(app) is None


def test_times_are_in_the_zone_that_the_room_had_on_the_day(client, room):
    decided(client, time_zone="America/New_York", **{"from": "2026-04-01"})
    old = hand("HD1", "2026/03/31 23:00:00")
    night = hand("HD2", "2026/04/01 02:30:00", "T2")  # of the gaming day before, which began at 6:00
    new = hand("HD3", "2026/04/01 06:00:00", "T3")
    assert send(client, history(old, night, new)).status_code == 201
    assert [lines(client, each)[1]["at"] for each in (1, 2, 3)] == [
        "2026-03-31T23:00:00-07:00", "2026-04-01T02:30:00-07:00", "2026-04-01T06:00:00-04:00",
    ]  # fmt: skip
    assert client.get(f"{AT}/1").json["imports"][0]["options"]["zones"] == [
        ["2026-04-01T06:00:00", "America/New_York"]
    ]


def test_other_options_for_the_same_history_are_a_conflict_unless_they_correct(app, client, room):
    first = send(client).json["logs"][0]["sha256"]
    other = send(client, currency="CAD")
    assert kind(other) == (409, "original-conflict")
    assert (
        "The same file was read with other options before: currency 'USD' then, 'CAD' now. If this file corrects it, upload it "
        f"again with `corrects` {first}, `correction_reason` why, `corrected_by` who."
    ) in other.json["detail"]
    assert sessions(client) == [(1, "ggpoker-HD1245993", "USD", None)]
    correction = {"corrects": first, "correction_reason": "they were Canadian", "corrected_by": "s-1"}
    done = send(client, currency="CAD", **correction)
    assert (done.status_code, done.json["logs"][0]["session_id"]) == (201, 2)
    assert lines(client, 2)[0]["supersedes"] == {"sha256": first, "reason": "they were Canadian", "by": "s-1"}
    assert sessions(client)[1] == (2, "ggpoker-HD1245993", "CAD", 1)
    assert send(client, currency="CAD").json["logs"][0]["session_id"] == 2
    assert send(client).json["logs"][0]["session_id"] == 1  # the same log as at first
    assert (
        send(client, currency="AUD", **correction).status_code == 409
    )  # who corrects has not seen the last one
    assert "currency 'AUD' now" not in json.dumps(client.get(f"{AT}/1").json["imports"][0])
    is_sound(app)


def test_other_options_that_come_to_the_same_change_nothing(client, room):
    send(client)
    again = send(client, table="T9", opened_at="2026-03-14T20:00:00-07:00")  # the history says both itself
    assert (again.status_code, again.json["logs"][0]["already_stored"]) == (200, True)
    assert len(client.get(f"{AT}/1").json["imports"]) == 1


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ({"corrects": "ab" * 32}, "correction_reason"),
        ({"correction_reason": "typo", "corrected_by": "s-1"}, "corrects"),
        ({"corrects": "AB" * 32, "correction_reason": "typo", "corrected_by": "s-1"}, "corrects"),
    ],
)
def test_half_a_correction_is_refused(client, room, query, parameter):
    answer = send(client, **query)
    assert kind(answer) == (422, "invalid-request")
    assert [each["parameter"] for each in answer.json["errors"]] == [parameter]


def test_of_two_at_once_with_other_options_one_is_the_session_and_the_other_a_conflict(app, room):
    start, found = threading.Barrier(2), {}

    def upload(currency):
        start.wait()
        found[currency] = send(app.test_client(), currency=currency).status_code

    threads = [threading.Thread(target=upload, args=(each,)) for each in ("USD", "CAD")]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(found.values()) == [201, 409]
    (only,) = sessions(app.test_client())
    assert found[only[2]] == 201
    is_sound(app)


def marked(data, origin, options):
    """What a version would give that reads something else in the table Silver."""
    read = GGPOKER.read(data, origin, options)
    logs = [
        msgspec.structs.replace(
            log, data=log.data.replace(b'"table":"Silver"', b'"table":"Silver","_seen":1')
        )
        for log in read.logs
    ]
    return msgspec.structs.replace(read, logs=logs)


def test_a_later_version_reads_each_session_with_the_options_that_it_came_of(tmp_path, monkeypatch):
    two = history(hand("HD1"), hand("HD2", table="Silver"))
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room(client)
        first = send(client, two).json["logs"]
        correction = {
            "corrects": first[1]["sha256"],
            "correction_reason": "they were Canadian",
            "corrected_by": "s-1",
        }
        part = send(
            client, two, currency="CAD", **correction
        )  # of one table only; the other one is a conflict
        assert [each["outcome"] for each in part.json["logs"]] == ["conflict", "session"]
        assert [each["currency"] for each in client.get("/v1/sessions").json["sessions"]] == [
            "USD",
            "USD",
            "CAD",
        ]
        names = [seat["player"] for seat in lines(client, 3)[1]["seats"]]
    later = msgspec.structs.replace(GGPOKER, version=LATER, read=marked)
    monkeypatch.setattr(importers, "HISTORIES", (later,))
    with application(tmp_path / "data") as app:
        thread = app.extensions["auditor"]._renewing._thread
        thread.join(60)
        client = app.test_client()
        assert [(each["id"], each["session"], each["currency"], each["supersedes"]) for each in
                client.get("/v1/sessions").json["sessions"]] == [
            (1, "ggpoker-HD1", "USD", None), (2, "ggpoker-HD2", "USD", None), (3, "ggpoker-HD2", "CAD", 2),
            (4, "ggpoker-HD2", "CAD", 3),
        ]  # fmt: skip
        assert [seat["player"] for seat in lines(client, 4)[1]["seats"]] == names
        assert app.extensions["auditor"].originals.older() == []
        is_sound(app)


def test_a_time_zone_that_is_corrected_later_leaves_what_was_read_as_it_was(tmp_path, monkeypatch):
    data = history(hand("HD1", table="Silver"))
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room(client)
        send(client, data)
        decided(client, time_zone="America/New_York")
        other = send(client, data)
        assert kind(other) == (409, "original-conflict")
        assert "time zone 'America/Los_Angeles' then, 'America/New_York' now." in other.json["detail"]
    monkeypatch.setattr(
        importers, "HISTORIES", (msgspec.structs.replace(GGPOKER, version=LATER, read=marked),)
    )
    with application(tmp_path / "data") as app:
        app.extensions["auditor"]._renewing._thread.join(60)
        first, played = lines(app.test_client(), 2)
        assert (first["_seen"], first["opened_at"]) == (1, "2026-03-14T20:15:16-07:00")
        assert played["at"] == "2026-03-14T20:15:16-07:00"
        assert sessions(app.test_client())[1] == (2, "ggpoker-HD1", "USD", 1)
