"""The names of a hand history: they stay with the original, and a room's key makes one pseudonym of each."""

import logging
import threading

import pytest

from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.histories import AT, NAMES, hand, history, key_of, lines, send, sessions
from tests.services import application, unprotected


def test_the_key_and_the_names_are_in_no_answer_but_the_original(app, client, room, caplog):
    with caplog.at_level(logging.DEBUG):
        answered = send(client).text
    secret = key_of(app)
    assert len(secret) == 32
    pages = [f"{AT}", f"{AT}/1", "/v1/sessions/1", "/v1/sessions/1/log", "/v1/register/entries", "/metrics"]
    answered += "".join(client.get(each).text for each in pages) + caplog.text
    rows = app.extensions["auditor"].store.connections.db.execute("SELECT record FROM register").fetchall()
    answered += "".join(record for (record,) in rows)
    assert secret.hex() not in answered
    assert repr(secret) not in answered
    assert [name for name in NAMES if name in answered] == []


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


@pytest.mark.of_the_file
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
    assert (answer.status_code, answer.json["kept"]) == (202, True)  # until the key is as it was
    assert (
        "What the store has of the pseudonym key of room WA-0417 is not what was written"
        in answer.json["detail"]
    )
    assert [each[1] for each in sessions(client)] == ["ggpoker-HD1245993"]
