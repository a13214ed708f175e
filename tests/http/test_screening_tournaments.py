"""Draws of tournaments in the screening of their room: two players who are always drawn together."""

import pytest

from tests.http.kit import NDJSON
from tests.http.test_screening import ROOM, of, results, send
from tests.rules.events.tables import draw
from tests.rules.screening.screened import CASES
from tests.rules.tournaments.build import header, written
from tests.services import application

TOGETHER = CASES["draws-together"]


def tournament(place, tables, room=ROOM, **stated):
    """The file of a tournament with one draw; players are those of the case."""
    players = sorted(player for own in tables for player in own)
    entries = [
        {"event": "entry", "entry": at, "player": f"P{player}"} for at, player in enumerate(players, 1)
    ]
    seats = [
        (players.index(player) + 1, f"T{at}", seat)
        for at, own in enumerate(tables, 1)
        for seat, player in enumerate(own, 1)
    ]
    starts = f"2026-03-{place + 1:02}T18:00:00-08:00"
    first = header(room=room, tournament=f"T-{place}", starts_at=starts, **stated)
    return written(first, *entries, draw("start", *seats))


@pytest.fixture
def client(tmp_path):
    with application(tmp_path / "data") as app:
        send(app.test_client(), "dead-winners")
        yield app.test_client()


def upload(client, body):
    answer = client.post("/v1/tournaments", data=body, content_type=NDJSON)
    assert answer.status_code == 201, answer.json


def test_two_players_who_are_always_drawn_together_are_an_alarm_without_hands(client):
    before = client.application.extensions["auditor"].store.screening.entries() - 1
    for place, tables in enumerate(TOGETHER["data"]):
        upload(client, tournament(place, tables))
    found = of(results(client), "SCN018", player="P1", other="P2")
    answer = TOGETHER["answer"]
    assert (found["k"], found["N"]) == (answer["k"], len(TOGETHER["data"]))
    assert (found["expected"], found["log10_e"]["year"]) == (
        f"{answer['expected']:g}",
        f"{answer['log10_e']:g}",
    )
    assert (found["alarm"], found["hands"]) == (True, [])
    assert {each["indicator"] for each in results(client, as_of=before)} == {"SCN007"}


def test_the_draws_of_another_room_do_not_count(client):
    for place, tables in enumerate(TOGETHER["data"]):
        upload(client, tournament(place, tables, room="WA-0500"))
    assert {each["indicator"] for each in results(client, every="true", page_size=1000)}.isdisjoint(
        {"SCN018"}
    )


def final_of(place, **stated):
    """The file of a tournament with a drawn final table T9 of P1, P2 and P3."""
    entries = [{"event": "entry", "entry": at, "player": f"P{at}"} for at in (1, 2, 3)]
    lines = [
        *entries,
        draw("final_table", (1, "T9", 1), (2, "T9", 2), (3, "T9", 3)),
        *stated.pop("lines", ()),
    ]
    starts = f"2026-03-{place + 1:02}T18:00:00-08:00"
    return written(header(room=ROOM, tournament=f"T-{place}", starts_at=starts, **stated), *lines)


def log_of_final(place, dealer=1, **stated):
    """The log of its first hand, with the button at a seat."""
    seats = [{"seat": at, "player": f"P{at}", "net": 0} for at in (1, 2, 3)]
    opening = {
        "event": "session", "format": "cardroom-log/1", "room": ROOM, "session": f"F-{place}", "table": "T9",
        "currency": "USD", "opened_at": f"2026-03-{place + 1:02}T20:00:00-08:00", "tournament": f"T-{place}",
        "ruleset": "ofc-cash",
    }  # fmt: skip
    return written(
        opening,
        {"event": "ofc_hand", "variant": "ofc", "hand": 1, "dealer": dealer, "seats": seats, **stated},
    )


def upload_logs(client, *bodies):
    for body in bodies:
        assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
    assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"


def every(client, **query):
    return results(client, every="true", page_size=1000, **query)


def test_the_button_of_final_tables_is_counted_from_the_logs_of_their_tables(client):
    for place in range(10, 16):
        upload(client, final_of(place))
    before = client.application.extensions["auditor"].store.screening.entries() - 1
    upload_logs(client, *(log_of_final(place) for place in range(10, 16)))
    found = of(every(client), "SCN018", player="P1")
    assert (found["k"], found["N"], found["expected"]) == (6, 6, "2")
    assert of(every(client), "SCN018", player="P2")["k"] == 0
    assert "SCN018" not in {each["indicator"] for each in every(client, as_of=before)}


def test_a_penalty_that_is_in_a_log_and_in_the_file_counts_once(client):
    hard = {"event": "penalty", "entry": 1, "kind": "hand_dead", "by": "s-1"}
    soft = {"event": "penalty", "entry": 2, "kind": "warning", "by": "s-1"}
    for place in range(10, 14):
        upload(client, final_of(place, lines=[hard] * 3 + [soft] * 3))
    unit = {"supervisor": "s-1", "player": "P2"}
    assert [of(every(client), "SCN017", **unit)[name] for name in ("k", "K", "n", "N")] == [12, 12, 12, 24]
    ruled = [
        {"kind": "clock_expired", "seat": 1, "ruling": "penalty", "by": "s-1"},
        {"kind": "clock_expired", "seat": 2, "ruling": "warning", "by": "s-1"},
    ]
    upload_logs(client, log_of_final(10, irregularities=ruled))
    assert [of(every(client), "SCN017", **unit)[name] for name in ("k", "K", "n", "N")] == [10, 10, 10, 20]


def test_a_room_with_files_of_tournaments_alone_is_screened(tmp_path):
    with application(tmp_path / "data") as app:
        client, screening = app.test_client(), app.extensions["auditor"].screening
        for place, tables in enumerate(TOGETHER["data"]):
            upload(client, tournament(place, tables))
        assert of(results(client), "SCN018", player="P1", other="P2")["alarm"]
        assert screening.due("2026-03-14T09:00:00.000000Z") == [ROOM]
        assert screening.list_night(ROOM, "2026-03-14T09:00:00.000000Z").alarms == 1
        assert screening.year(ROOM).year == 2026
