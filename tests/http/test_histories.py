"""Hand histories over HTTP: what they do not say is stated beside them, or known of the room; names stay with the original."""

import hashlib
import json
import logging
import threading

import msgspec
import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.doctor import examine
from auditor.http.context import OPEN
from auditor.importing import importers
from auditor.importing.histories.ggpoker import GGPOKER
from auditor.importing.histories.logs import pseudonym
from auditor.store.store import FILE
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.histories import AT, hand, history, send
from tests.importing.histories.originals import originals
from tests.services import application, unprotected

ZONE = "America/Los_Angeles"
OPTIONS = {"room": "WA-0417", "zone": ZONE, "currency": "USD"}
NAMES = ("88kkaa62", "25611aab", "thg124da", "22ab6yhc", "ma2fcaaf")


def key_of(app, room="WA-0417"):
    return app.extensions["auditor"].store.pseudonym_keys.get(room)


def lines(client, session):
    return [json.loads(line) for line in client.get(f"/v1/sessions/{session}/log").data.splitlines()]


def sessions(client):
    return [
        (each["id"], each["session"], each["currency"], each["supersedes"])
        for each in client.get("/v1/sessions").json["sessions"]
    ]


def is_sound(app):
    faults = examine(app.extensions["auditor"].store.folder / FILE).checks
    assert [fault for each in faults if each.check != "disk" for fault in each.faults] == []


def kind(answer):
    return answer.status_code, answer.json["type"].rpartition(":")[2]


def test_a_history_becomes_a_session_of_its_room_under_pseudonyms(app, client, room):
    answer = send(client)
    assert (answer.status_code, answer.headers["Location"]) == (201, f"{AT}/1")
    (derived,) = answer.json["logs"]
    assert (derived["session"], derived["table"], derived["session_id"]) == (
        "ggpoker-HD1245993",
        "NLHGold14",
        1,
    )
    first, played = lines(client, 1)
    assert (first["room"], first["currency"], first["opened_at"]) == (
        "WA-0417",
        "USD",
        "2026-03-14T20:15:16-07:00",
    )
    assert "ruleset" not in first
    assert first["_derived_from"] == {
        "sha256": hashlib.sha256(history()).hexdigest(), "importer": "ggpoker", "version": "1",
    }  # fmt: skip
    assert [seat["player"] for seat in played["seats"]][:2] == [
        pseudonym(key_of(app), "88kkaa62"), pseudonym(key_of(app), "25611aab"),
    ]  # fmt: skip
    assert (played["seats"][0]["stack"], played["seats"][0]["net"]) == (11097, -966)
    assert answer.json["original"]["room"] == "WA-0417"
    assert client.get(f"{AT}/1").json["imports"][0]["options"] == OPTIONS
    assert client.get(f"{AT}/1/file").data == history()
    entry = answer.json["original"]["imports"][0]["entry"]
    assert (
        json.loads(client.get(f"/v1/register/entries/{entry}").json["record"])["about"]["options"] == OPTIONS
    )
    is_sound(app)


def test_the_key_and_the_names_are_in_no_answer_but_the_original(app, client, room, caplog):
    with caplog.at_level(logging.DEBUG):
        told = send(client).text
    secret = key_of(app)
    assert len(secret) == 32
    pages = [f"{AT}", f"{AT}/1", "/v1/sessions/1", "/v1/sessions/1/log", "/v1/register/entries", "/metrics"]
    told += "".join(client.get(each).text for each in pages) + caplog.text
    rows = app.extensions["auditor"].store.connections.db.execute("SELECT record FROM register").fetchall()
    told += "".join(record for (record,) in rows)
    assert secret.hex() not in told
    assert repr(secret) not in told
    assert [name for name in NAMES if name in told] == []


def test_the_same_history_again_adds_nothing(client, room):
    first, again = send(client), send(client)
    assert (first.status_code, again.status_code) == (201, 200)
    assert [(each["session_id"], each["already_stored"]) for each in again.json["logs"]] == [(1, True)]
    assert again.json["original"] == first.json["original"]


def test_one_name_is_one_player_in_all_histories_of_a_room_and_another_one_elsewhere(app, client, room):
    put_room(client, "WA-0500")
    send(client)
    send(client, history(hand("HD7", "2026/03/15 20:00:00")))
    send(client, history(hand("HD8")), room="WA-0500")
    here, later, elsewhere = (
        {seat["player"] for seat in lines(client, each)[1]["seats"]} for each in (1, 2, 3)
    )
    assert here == later
    assert here & elsewhere == set()
    assert key_of(app) != key_of(app, "WA-0500")


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
        "No log could be derived from this file: it does not say all that is needed; see 'problems'. State what is missing and "
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


@pytest.mark.parametrize(
    ("name", "sent_as", "kept_as"),
    [
        ("pokerstars", "text/plain", "text/plain"),
        ("ggpoker", "application/octet-stream", "text/plain"),
        ("winning", "text/plain", "text/plain"),
        ("phh", "application/toml", "application/toml"),
        ("ohh", "application/json", "application/json"),
    ],
)
def test_each_kind_of_history_is_taken_and_given_back_as_it_came(client, room, name, sent_as, kept_as):
    data = next(iter(originals(name).values())).encode()
    query = {"room": "WA-0417", "currency": "USD", "opened_at": "2026-03-14 20:00", "table": "T1"}
    answer = client.post(AT, data=data, content_type=sent_as, query_string=query)
    assert (answer.status_code, answer.json["importer"], answer.json["problems"]) == (201, name, [])
    kept = client.get(f"{AT}/1/file")
    assert (kept.data, kept.mimetype) == (data, kept_as)
    assert lines(client, 1)[1]["event"] == "pot_hand"


def test_a_room_that_is_not_on_record_has_no_time_zone(app, client):
    answer = send(client)
    assert kind(answer) == (404, "no-such-room")
    assert "PUT /v1/rooms/WA-0417 puts it there." in answer.json["detail"]
    assert client.get(AT).json["originals"] == []
    assert key_of(app) is None


def test_times_are_in_the_zone_that_the_room_had_on_the_day(client, room):
    put_room(client, time_zone="America/New_York", **{"from": "2026-04-01"})
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


def test_a_history_of_two_tables_is_two_sessions(client, room):
    answer = send(
        client, history(hand("HD1"), hand("HD2", table="Silver"), hand("HD3", "2026/03/14 20:20:00"))
    )
    assert [(each["session"], each["table"]) for each in answer.json["logs"]] == [
        ("ggpoker-HD1", "NLHGold14"), ("ggpoker-HD2", "Silver"),
    ]  # fmt: skip
    assert [line["hand"] for line in lines(client, 1)[1:]] == [1, 3]


def test_a_hand_that_cannot_be_read_or_is_cut_off_is_left_out_and_named(client, room):
    wrong = hand("HD2", but=(("88kkaa62: bets $11.5", "88kkaa62: whistles"),))
    short = hand("HD3").partition("*** SUMMARY ***")[0]
    answer = send(client, history(hand("HD1"), wrong, short))
    assert answer.status_code == 201
    assert [line["hand"] for line in lines(client, 1)[1:]] == [1]
    first, second = answer.json["problems"]
    assert (first["field"], first["found"]) == ("hand HD2", '"88kkaa62: whistles"')
    assert (second["field"], second["found"], second["expected"]) == (
        "hand HD3", "the end of the hand", "the line `*** SUMMARY ***`",
    )  # fmt: skip
    assert answer.json["refusals"] == 2
    alone = send(client, history(hand("HD4").partition("*** SUMMARY ***")[0]))
    assert kind(alone) == (422, "original-refused")
    assert alone.json["original"] == 2  # what is wrong is in the file, which is kept
    assert client.get(f"{AT}/2/file").data.startswith(b"Poker Hand #HD4")


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


def test_a_dry_run_says_what_would_become_of_it_and_makes_no_key(app, client, room):
    tried = send(client, dry_run="true")
    assert [(each["outcome"], each["session_id"]) for each in tried.json["logs"]] == [("session", None)]
    assert (client.get(AT).json["originals"], sessions(client), key_of(app)) == ([], [], None)
    send(client)
    other = send(client, dry_run="true", currency="CAD")
    assert kind(other) == (409, "original-conflict")
    assert "currency 'USD' then, 'CAD' now" in other.json["detail"]


@pytest.fixture
def holders(app, client, room):
    put_room(client, "WA-0500")
    store = app.extensions["auditor"].store
    asked = {
        "WA-0417": NewKey("room", "Dana", rooms=("WA-0417",)),
        "WA-0500": NewKey("automation", "Night run", rooms=("WA-0500",)),
        "both": NewKey("automation", "Both", rooms=("WA-0417", "WA-0500")),
        "regulator": NewKey("regulator", "Rita", authority="wsgc"),
    }
    app.config[OPEN] = False
    yield {name: {"Authorization": f"Bearer {keys.make(store, each)[1]}"} for name, each in asked.items()}
    app.config[OPEN] = True


def test_who_may_upload_logs_may_upload_histories_of_the_same_rooms(app, client, holders):
    assert kind(send(client, headers=holders["regulator"])) == (403, "not-permitted")
    other = send(client, headers=holders["WA-0500"])
    assert kind(other) == (403, "not-permitted")
    assert "was sent for room 'WA-0417', and this key is not for that room" in other.json["detail"]
    assert key_of(app) is None
    assert send(client, headers=holders["WA-0500"], room="WA-0500").status_code == 201
    assert client.get(f"{AT}/1", headers=holders["WA-0417"]).status_code == 404
    assert client.get("/v1/sessions/1", headers=holders["WA-0417"]).status_code == 404


def test_the_same_history_for_another_room_is_refused_and_shows_nothing_of_that_room(client, holders):
    assert send(client, headers=holders["WA-0417"]).status_code == 201
    before = client.get(f"{AT}/1", headers=holders["WA-0417"]).json
    for query in ({}, {"dry_run": "true"}):
        other = send(client, headers=holders["WA-0500"], room="WA-0500", **query)
        assert kind(other) == (409, "other-room")
        assert other.json["detail"] == (
            "The same file is on record for another room, and hands are played in one room. Nothing was stored. If it came there "
            "by mistake, export the hands again into a file of other bytes, and upload that."
        )
    named = send(client, headers=holders["both"], room="WA-0500").json["detail"]
    assert named.startswith("The same file is on record for room 'WA-0417', and")
    assert client.get(f"{AT}/1", headers=holders["WA-0417"]).json == before
    assert client.get(AT, headers=holders["WA-0500"]).json["originals"] == []
    again = send(client, history() + b"\n", headers=holders["WA-0500"], room="WA-0500")
    assert again.status_code == 201


def test_of_a_file_that_nobody_could_read_before_the_first_room_is_the_one(app, client, holders):
    """A history that an earlier version kept without a room, because it knew no such file."""
    store = app.extensions["auditor"].store
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(importers, "HISTORIES", ())
        assert send(client, headers=holders["WA-0417"], room=None).json["original"] == 1
    assert send(client, headers=holders["WA-0417"]).status_code == 201
    assert store.originals.get(1).room is None
    assert kind(send(client, headers=holders["WA-0500"], room="WA-0500")) == (409, "other-room")


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


def test_two_at_once_make_one_key(app, room):
    store = app.extensions["auditor"].store
    start, made = threading.Barrier(4), []

    def make():
        start.wait()
        made.append(store.pseudonym_keys.get_or_make("WA-0417", "2026-03-14T00:00:00Z"))

    threads = [threading.Thread(target=make) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(made) == 4
    assert set(made) == {key_of(app)}


def test_a_backup_has_the_key_so_that_names_stay_the_same_players(tmp_path):
    with application(tmp_path / "data") as app:
        put_room(app.test_client())
        send(app.test_client())
        secret = key_of(app)
    assert call("backup", "--data", str(tmp_path / "data"), str(tmp_path / "copy.sqlite")).status == 0
    assert call("restore", str(tmp_path / "copy.sqlite"), "--data", str(tmp_path / "other")).status == 0
    with application(tmp_path / "other") as app:
        client = app.test_client()
        assert key_of(app) == secret
        send(client, history(hand("HD7")))
        before, after = ([seat["player"] for seat in lines(client, each)[1]["seats"]] for each in (1, 2))
        assert before == after


def test_a_key_that_somebody_altered_is_not_used(app, client, room):
    send(client)
    store = app.extensions["auditor"].store
    with unprotected(store.connections.db) as db:
        db.execute("UPDATE pseudonym_keys SET secret = ?", ["ab" * 32])
    answer = send(client, history(hand("HD7")))
    assert kind(answer) == (500, "record-damaged")
    assert (
        "What the store has of the pseudonym key of room WA-0417 is not what was written"
        in answer.json["detail"]
    )
    assert [each[1] for each in sessions(client)] == ["ggpoker-HD1245993"]


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
    later = msgspec.structs.replace(GGPOKER, version="2", read=marked)
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
        put_room(client, time_zone="America/New_York")
        other = send(client, data)
        assert kind(other) == (409, "original-conflict")
        assert "time zone 'America/Los_Angeles' then, 'America/New_York' now." in other.json["detail"]
    monkeypatch.setattr(importers, "HISTORIES", (msgspec.structs.replace(GGPOKER, version="2", read=marked),))
    with application(tmp_path / "data") as app:
        app.extensions["auditor"]._renewing._thread.join(60)
        first, played = lines(app.test_client(), 2)
        assert (first["_seen"], first["opened_at"]) == (1, "2026-03-14T20:15:16-07:00")
        assert played["at"] == "2026-03-14T20:15:16-07:00"
        assert sessions(app.test_client())[1] == (2, "ggpoker-HD1", "USD", 1)
