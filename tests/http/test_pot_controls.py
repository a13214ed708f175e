"""A room's own controls of pot games over HTTP: filed, compared, and listed with the others."""

import json

import pytest

from tests.http.filing import audit, decided, put_room, reported, step, upload
from tests.importing.workbooks import values
from tests.rules.test_pot_controls import text

AT = "/v1/rooms/EE-0001/controls"
ONE = f"{AT}/room-cash/1"
TERMS = {"time_zone": "Europe/Tallinn", "authority": None, "licence_class": None, "fees": "rake"}
OLYMPIC = {
    "convention": "Olympic Poker Club", "standard-cash@2": "olympic-cash@2", '"USD"': '"EUR"',
    "in dollars": "in euros", "five percent, at most ten dollars": "0.50 for each full ten euros, at most eight",
}  # fmt: skip
STEPS = 'mode = "exact"\nstep_money = 1000\nper_step = 50\ncap = 800'


def filed(client, *parts, authority=None, **changed):
    assert put_room(client, "EE-0001", **{**TERMS, "authority": authority}).status_code in (200, 201)
    made = client.post(AT, data=text(*parts, **changed), content_type="application/toml")
    assert made.status_code == 201, made.json
    return made.json


def test_controls_of_pot_games_are_filed_and_compared(client):
    made = filed(client)
    assert made["extends"] == ["standard-cash@2"]
    (problem,) = made["problems"]  # none of the controls themselves
    assert problem.startswith("room-cash@1: the authority of room EE-0001 is not on record")
    compared = client.get("/v1/rulesets/standard-cash@2/diff/room-cash@1").json
    values = {each["parameter"]: (each["a"], each["b"]) for each in compared["differences"]}
    assert values["pot.fees.rake.bp"] == (1000, 500)
    assert values["pot.fees.rake.mode"] == ("at_most", "exact")
    assert step(client, "submit", ONE).json["standing"] == "submitted"


def pot_of_thirty(ruleset, rake):
    """A log of a hand that ends on the flop with 30.00 in the pot."""
    acts = [
        {"act": "post", "seat": 1, "kind": "small_blind", "amount": 100},
        {"act": "post", "seat": 2, "kind": "big_blind", "amount": 200},
        {"act": "raise", "seat": 3, "to": 1450},
        {"act": "fold", "seat": 1},
        {"act": "call", "seat": 2},
        {"act": "board", "street": "flop", "cards": "2c7dJh"},
        {"act": "check", "seat": 2},
        {"act": "bet", "seat": 3, "to": 500},
        {"act": "fold", "seat": 2},
        {"act": "return", "seat": 3, "amount": 500},
    ]  # fmt: skip
    nets = {1: -100, 2: -1450, 3: 1550 - rake}
    seats = [{"seat": seat, "player": f"P{seat}", "stack": 20000, "net": net} for seat, net in nets.items()]
    session = {
        "event": "session", "format": "cardroom-log/1", "room": "EE-0001", "session": "S-1", "table": "T1",
        "currency": "EUR", "opened_at": "2026-03-14T19:00:00+02:00", "ruleset": ruleset,
    }  # fmt: skip
    hand = {
        "event": "pot_hand", "hand": 1, "at": "2026-03-14T20:00:00+02:00", "game": "holdem", "limit": "no_limit",
        "stakes": {"small_blind": 100, "big_blind": 200}, "dealer": 3, "seats": seats, "acts": acts,
        "fees": [{"kind": "rake", "amount": rake}],
    }  # fmt: skip
    return b"".join(json.dumps(line).encode() + b"\n" for line in (session, hand))


@pytest.mark.parametrize(
    ("parts", "changed", "rake", "due"),
    [((), {'"USD"': '"EUR"'}, 200, 150), ((STEPS,), OLYMPIC, 200, 150)],
    ids=["standard", "olympic"],
)
def test_a_room_that_no_authority_here_licenses_has_its_controls_approved(client, parts, changed, rake, due):
    made = filed(client, *parts, authority="none", **changed)
    assert made["problems"] == []
    assert step(client, "submit", ONE).json["standing"] == "submitted"
    done = step(client, "approve", ONE, reference="house letter 1")
    assert (done.status_code, done.json["standing"]) == (200, "approved")
    session = upload(client, pot_of_thirty("room-cash", rake))
    found = audit(client, sessions=[session])
    assert [(each["id"], each["revision"], each["mandatory"]) for each in found["rulesets"]] == [
        ("room-cash", 1, None)
    ]
    assert reported(client, found, "FEE033") == [(1, None, rake, due)]
    report = client.get(f"/v1/audits/{found['id']}/report.json")
    assert "is not on record, so that its limits" not in report.text


def test_the_workbook_of_a_room_has_the_sheets_of_its_pot_controls(client):
    filed(client, authority="none")
    assert step(client, "submit", ONE).status_code == 200
    assert step(client, "approve", ONE, reference="house letter 1").status_code == 200
    found = values(client.get("/v1/rooms/EE-0001/template.xlsx?day=2026-03-14").data)
    assert {"Pot hands", "Pots", "Terms", "Seats", "Jackpots"} < set(found)
    assert not {"Hands", "Transfers"} & set(found)
    titles, _, row = found["Session"]
    first = {title: value for title, value in zip(titles, row, strict=True) if value != ""}
    assert first == {
        "room": "EE-0001", "time zone": "Europe/Tallinn", "currency": "USD", "amounts in": "currency", "ruleset": "room-cash",
    }  # fmt: skip


def test_what_to_do_where_the_authority_is_not_on_record_names_none(client):
    (problem,) = filed(client)["problems"]
    assert "), none (Not licensed by an authority of this library)." in problem
    assert put_room(client, "EE-0001", **{**TERMS, "authority": "none"}).status_code == 200
    assert client.get(ONE).json["problems"] == []
    assert client.get("/v1/rooms/EE-0001").json["authority"] == "none"


def test_the_controls_of_a_licensed_room_name_its_authority_and_those_of_others_do_not(client):
    (problem, *_) = filed(client, authority="wsgc")["problems"]
    assert "ruleset.authority: 'convention', where room EE-0001 is licensed by 'Washington State" in problem
    decided(client, "EE-0001", **{**TERMS, "authority": "none"})
    draft = text(convention="Washington State Gambling Commission").replace("room-cash", "room-more")
    found = client.post(AT, data=draft, content_type="application/toml").json["problems"]
    assert any(
        "ruleset.authority: 'Washington State Gambling Commission', where by its terms no authority of the library "
        "licenses room EE-0001 on 2026-01-01. If that one does, put it on record (wsgc)" in each
        for each in found
    )


def test_the_gap_report_of_pot_games_asks_for_what_is_theirs(client):
    filed(client)
    report = client.get("/v1/rulesets/room-cash/1/gaps.json").json
    paths = {each["path"] for each in report["unpriced"]}
    assert "pot.pots.run_twice" in paths
    assert "set_order.foul" not in paths
    assert {"AMB-limit-adds-up", "AMB-half-over-bring-in"} <= {each["id"] for each in report["points"]}


def test_they_are_shown_and_listed_among_those_of_logs(client):
    filed(client)
    listed = {each["id"] for each in client.get("/v1/rulesets").json["rulesets"]}
    assert "wsgc-base" in listed
    assert {"olympic-cash", "standard-cash"} <= listed
    assert "olympic-betting" not in listed  # a part of others
    shown = client.get("/v1/rulesets/olympic-cash").json
    assert (shown["id"], shown["family"], shown["revisions"]) == ("olympic-cash", "pot", [1, 2])
    assert client.get("/v1/rulesets/nonesuch").status_code == 404
