"""A room's own controls of pot games over HTTP: filed, compared, and listed with the others."""

from tests.http.filing import put_room, step
from tests.rules.test_pot_controls import text

AT = "/v1/rooms/EE-0001/controls"
ONE = f"{AT}/room-cash/1"
TERMS = {"time_zone": "Europe/Tallinn", "authority": None, "licence_class": None}


def filed(client):
    assert put_room(client, "EE-0001", **TERMS).status_code in (200, 201)
    made = client.post(AT, data=text(), content_type="application/toml")
    assert made.status_code == 201, made.json
    return made.json


def test_controls_of_pot_games_are_filed_and_compared(client):
    made = filed(client)
    assert made["extends"] == ["standard-cash@1"]
    (problem,) = made["problems"]  # none of the controls themselves
    assert problem.startswith("room-cash@1: the authority of room EE-0001 is not on record")
    compared = client.get("/v1/rulesets/standard-cash@1/diff/room-cash@1").json
    values = {each["parameter"]: (each["a"], each["b"]) for each in compared["differences"]}
    assert values["pot.fees.rake.bp"] == (1000, 500)
    assert values["pot.fees.rake.mode"] == ("at_most", "exact")
    assert step(client, "submit", ONE).json["standing"] == "submitted"


def test_the_gap_report_of_pot_games_asks_for_what_is_theirs(client):
    filed(client)
    report = client.get("/v1/rulesets/room-cash/1/gaps.json").json
    paths = {each["path"] for each in report["unpriced"]}
    assert "pot.pots.run_twice" in paths
    assert "set_order.foul" not in paths
    assert report["dealt"]["because"] == "open points of pot games are not worked out from simulated deals"


def test_they_are_shown_and_listed_among_those_of_logs(client):
    filed(client)
    listed = {each["id"] for each in client.get("/v1/rulesets").json["rulesets"]}
    assert "wsgc-base" in listed
    assert {"olympic-cash", "standard-cash"} <= listed
    assert "olympic-betting" not in listed  # a part of others
    shown = client.get("/v1/rulesets/olympic-cash").json
    assert (shown["id"], shown["family"], shown["revisions"]) == ("olympic-cash", "pot", [1])
    assert client.get("/v1/rulesets/nonesuch").status_code == 404
