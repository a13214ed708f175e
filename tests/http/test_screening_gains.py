"""Who gained from whom in pot games: shares of three players worked out by hand, over the API."""

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from tests.http.filing import put_room
from tests.http.kit import NDJSON
from tests.rules.checks.pot_hands import BLINDS
from tests.rules.pot_logs import pot_log
from tests.rules.screening.pot_screening_logs import header, played, showdown
from tests.services import application

ROOM = "WA-0417"
AT = "/v1/screening/gains"

# Seat 3 is all in for 600 and wins the main pot of 1,800: 600 of each. Seat 1 bets 400 more, which seat 2 calls and wins: of the
# side pot of 800 seat 1 put in 400. Seat 2 loses 200 in the hand: 600 to seat 3, and has 400 of seat 1.
SIDE_POT = (
    *BLINDS, "3 raises 600", "1 calls 600", "2 calls 600", "flop 2c7dJh", "1 bets 400", "2 calls 400", "turn 4s",
    "1 checks", "2 checks", "river 9c", "1 checks", "2 checks", "1 shows QhQd", "2 shows KhKd", "3 shows AhAd",
)  # fmt: skip


def side_pot(number):
    return played(number, *SIDE_POT, hole={1: "QhQd", 2: "KhKd", 3: "AhAd"}, stacks={3: 600})


def upload(client, *logs):
    for log in logs:
        done = client.post("/v1/sessions", data=pot_log(*log), content_type=NDJSON)
        assert done.status_code == 201, done.json
    assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two sessions of a day: a showdown that seat 2 wins, and the same with a side pot."""
    folder = tmp_path_factory.mktemp("gains") / "data"
    with application(folder) as app:
        client = app.test_client()
        put_room(client)
        upload(client, [header(session="s1"), showdown(1)], [header(session="s2"), showdown(1), side_pot(2)])
    return folder


@pytest.fixture
def client(folder):
    with application(folder) as app:
        yield app.test_client()


def gains(client, **query):
    answer = client.get(AT, query_string={"room": ROOM, **query})
    assert answer.status_code == 200, answer.json
    return answer.json


def pairs(found):
    return {
        (each["payer"], each["payee"]): (each["hands"], each["big_blinds"], each["money"])
        for each in found["gains"]
    }


def test_what_a_loser_put_in_goes_to_the_winner(client):
    """Of 700 that seat 2 won seat 1 put in 100, seat 3 put in 600; a big blind is 200."""
    found = gains(client, session="s1")
    assert pairs(found) == {
        ("P1", "P2"): (1, "0.5", 100), ("P1", "P3"): (1, "0", 0), ("P3", "P1"): (1, "0", 0), ("P3", "P2"): (1, "3", 600),
    }  # fmt: skip
    assert [found[name] for name in ("sessions", "currency", "big_blind", "first", "last")] == [
        1, "EUR", 200, "2026-03-14", "2026-03-14",
    ]  # fmt: skip


def test_gains_of_sessions_add_up_and_each_pot_goes_to_its_own_winner(client):
    found = gains(client)
    assert found["sessions"] == 2
    assert pairs(found) == {
        ("P1", "P2"): (3, "3", 2 * 100 + 400), ("P1", "P3"): (3, "3", 600), ("P2", "P1"): (1, "0", 0),
        ("P2", "P3"): (1, "3", 600), ("P3", "P1"): (2, "0", 0), ("P3", "P2"): (2, "6", 2 * 600),
    }  # fmt: skip


def test_sums_of_players_are_those_of_their_rows_and_columns(client):
    found = gains(client)["players"]
    assert [(each["player"], each["paid"], each["got"], each["net"], each["net_money"]) for each in found] == [
        ("P2", "3", "9", "6", 1200), ("P3", "6", "6", "0", 0), ("P1", "6", "0", "-6", -1200),
    ]  # fmt: skip
    assert sum(each["net_money"] for each in found) == 0


def test_days_a_year_and_the_moment_are_selected(client):
    assert (
        gains(client, year=2026)
        == gains(client)
        == gains(client, **{"from": "2026-03-14", "until": "2026-03-14"})
    )
    for nothing in ({"year": 2025}, {"from": "2026-03-15"}, {"session": "s9"}, {"as_of": 1}):
        found = gains(client, **nothing)
        assert (found["sessions"], found["gains"], found["players"], found["first"]) == (0, [], [], None)


def test_several_blinds_are_in_big_blinds_and_no_money(tmp_path):
    high = showdown(1, stakes={"small_blind": 100, "big_blind": 400}, nets=None)
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room(client)
        upload(client, [header(session="s1"), showdown(1)], [header(session="s2"), high])
        found = gains(client)
    assert (found["currency"], found["big_blind"]) == (None, None)
    assert {(each["money"]) for each in found["gains"]} == {None}
    assert {each["net_money"] for each in found["players"]} == {None}
    assert pairs(found)["P3", "P2"][1] == "4.5"  # 600 of 200, and 600 of 400


def test_closed_games_have_no_pots(tmp_path):
    from tests.http.test_screening import send

    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room(client)
        send(client, "pairs-dumped")
        assert gains(client)["gains"] == []


def test_a_spreadsheet_has_a_line_for_each_pair(client):
    answer = client.get(f"{AT}.csv", query_string={"room": ROOM, "session": "s1"})
    assert answer.data.decode().splitlines() == [
        "payer,payee,hands,big_blinds,money,currency", "P1,P2,1,0.5,100,EUR", "P1,P3,1,0,0,EUR", "P3,P1,1,0,0,EUR",
        "P3,P2,1,3,600,EUR",
    ]  # fmt: skip
    assert answer.headers["Content-Disposition"] == 'attachment; filename="gains-WA-0417.csv"'


def test_no_cell_of_the_spreadsheet_is_a_formula(tmp_path):
    log = pot_log(header(session="s1"), showdown(1)).replace(b'"P2"', b'"=1+1"')
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room(client)
        assert client.post("/v1/sessions", data=log, content_type=NDJSON).status_code == 201
        assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"
        lines = client.get(f"{AT}.csv", query_string={"room": ROOM}).data.decode().splitlines()
    assert lines[1] == "P1,'=1+1,1,0.5,100,EUR"


@pytest.mark.parametrize(
    ("query", "status", "kind"),
    [
        ({"room": "WA-9"}, 404, "no-such-room"),
        ({"room": ROOM, "as_of": 9999}, 400, "no-such-moment"),
        ({"room": ROOM, "year": 2026, "from": "2026-03-14"}, 422, "invalid-request"),
        ({"room": ROOM, "year": 0}, 422, "invalid-request"),
        ({}, 422, "invalid-request"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_words(client, query, status, kind):
    for address in (AT, f"{AT}.csv"):
        answer = client.get(address, query_string=query)
        assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (status, kind)


@pytest.mark.parametrize(
    ("role", "status"), [("regulator", 200), ("compliance", 200), ("room", 403), ("administrator", 403)]
)
def test_the_agent_and_the_rooms_compliance_officer_may_read(folder, role, status):
    with application(folder, open_to_all=False) as app:
        of_rooms = {} if role == "administrator" else {"rooms": (ROOM,)}
        made = (
            NewKey(role, "Ann", authority="wsgc") if role == "regulator" else NewKey(role, "Ann", **of_rooms)
        )
        _, key = keys.make(app.extensions["auditor"].store, made)
        answer = app.test_client().get(
            AT, query_string={"room": ROOM}, headers={"Authorization": f"Bearer {key}"}
        )
        assert answer.status_code == status
