"""Hand histories over HTTP: what becomes of them, and who may upload them."""

import hashlib
import json

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.http.context import OPEN
from auditor.importing import importers
from auditor.importing.histories.history_logs import pseudonym
from tests.http.filing import put_room
from tests.http.histories import (
    AT,
    OPTIONS,
    RULESET,
    hand,
    history,
    is_sound,
    key_of,
    kind,
    lines,
    send,
    sessions,
)
from tests.importing.histories.originals import originals


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
    assert first["ruleset"] == RULESET
    assert first["_derived_from"] == {
        "sha256": hashlib.sha256(history()).hexdigest(), "importer": "ggpoker", "version": "2",
    }  # fmt: skip
    assert [seat["player"] for seat in played["seats"]][:2] == [
        pseudonym(key_of(app), "88kkaa62"), pseudonym(key_of(app), "25611aab"),
    ]  # fmt: skip
    assert (played["seats"][0]["stack"], played["seats"][0]["net"]) == (11097, -966)
    assert answer.json["original"]["room"] == "WA-0417"
    assert client.get(f"{AT}/1").json["imports"][0]["options"] == OPTIONS
    assert client.get(f"{AT}/1/file").data == history()
    entry = answer.json["original"]["imports"][0]["entry"]
    assert json.loads(client.get(f"/v1/register/entries/{entry}").json["record"])["options"] == OPTIONS
    is_sound(app)


def test_the_same_history_again_adds_nothing(client, room):
    first, again = send(client), send(client)
    assert (first.status_code, again.status_code) == (201, 200)
    assert [(each["session_id"], each["already_stored"]) for each in again.json["logs"]] == [(1, True)]
    assert again.json["original"] == first.json["original"]


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
    query = {
        "room": "WA-0417", "currency": "USD", "opened_at": "2026-03-14 20:00", "table": "T1", "ruleset": RULESET,
    }  # fmt: skip
    answer = client.post(AT, data=data, content_type=sent_as, query_string=query)
    assert (answer.status_code, answer.json["importer"], answer.json["problems"]) == (201, name, [])
    kept = client.get(f"{AT}/1/file")
    assert (kept.data, kept.mimetype) == (data, kept_as)
    assert lines(client, 1)[1]["event"] == "pot_hand"


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


def test_a_hand_that_another_players_file_brought_is_in_no_second_session(app, client, room):
    """Hands 1 to 3 come from one player, 2 to 4 from another: the second session has hand 4 alone."""
    played = [hand(f"HD124599{number}", f"2026/03/14 20:1{number}:00") for number in (1, 2, 3, 4)]
    assert send(client, history(*played[:3])).status_code == 201
    second = send(client, history(*played[1:]))
    assert second.status_code == 201
    assert [each["session"] for each in second.json["logs"]] == ["ggpoker-HD1245994"]
    assert [row["hand"] for row in lines(client, 2)[1:]] == [1245994]
    assert [(each["found"], each["refuses"]) for each in second.json["problems"]] == [
        ('a hand that the log of session "ggpoker-HD1245991" has', False)
    ] * 2
    again = send(client, history(*played[1:]))
    assert (again.status_code, [each["session_id"] for each in again.json["logs"]]) == (200, [2])
    first = send(client, history(*played[:3]))
    assert (first.status_code, [each["session_id"] for each in first.json["logs"]]) == (200, [1])
    is_sound(app)


def test_a_history_of_which_every_hand_is_on_record_is_kept_and_gives_no_session(client, room):
    played = [hand(f"HD124599{number}", f"2026/03/14 20:1{number}:00") for number in (1, 2)]
    assert send(client, history(*played)).status_code == 201
    again = send(client, history(played[1]))
    assert (again.status_code, again.json["problems"][0]["found"]) == (
        422, 'a hand that the log of session "ggpoker-HD1245991" has',
    )  # fmt: skip
    assert sessions(client) == [(1, "ggpoker-HD1245991", "USD", None)]


def test_files_of_two_players_may_begin_with_the_same_hand(client, room):
    played = [hand(f"HD124599{number}", f"2026/03/14 20:1{number}:00") for number in (1, 2, 3)]
    assert send(client, history(*played[:2])).status_code == 201
    second = send(client, history(*played))
    assert second.status_code == 201
    assert [(each["session"], each["session_id"]) for each in second.json["logs"]] == [
        ("ggpoker-HD1245993", 2)
    ]
    assert [row["hand"] for row in lines(client, 2)[1:]] == [1245993]
