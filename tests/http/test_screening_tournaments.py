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
