"""Where to look first in a room with pot games: a deal that is in two sessions, and the hands that show it."""

from tests.http.filing import put_room
from tests.http.kit import NDJSON
from tests.rules.pot_logs import pot_log
from tests.rules.screening.pot_screening_logs import RIVER, header, played, showdown
from tests.services import application

ROOM = "WA-0417"
OTHER = {1: "5c5d", 2: "TsTd", 3: "8h8d"}


def turn(number, **fields):
    """A hand that ends on the turn: three seats as well, and a card less."""
    return played(number, *RIVER[:10], "3 folds", nets={1: -100, 2: 700, 3: -600}, **fields)


def test_deals_of_two_sessions_are_found_among_others_of_as_many_seats(tmp_path):
    one = [header(session="s1"), turn(1, hole=OTHER), showdown(2)]
    other = [header(session="s2"), showdown(7), turn(8, hole=OTHER | {1: "6c6d"}), turn(9)]
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room(client)
        for log in (one, other):
            done = client.post("/v1/sessions", data=pot_log(*log), content_type=NDJSON)
            assert done.status_code == 201, done.json
        assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"
        found = client.get("/v1/screening", query_string={"room": ROOM}).json["results"]
    (repeated,) = [each for each in found if each["indicator"] == "SCN002"]
    assert repeated["alarm"]
    assert (repeated["k"], repeated["N"]) == (1, 5)
    assert [(each["session"], each["hand"]) for each in repeated["hands"]] == [("s1", 2), ("s2", 7)]
