"""Rooms, controls and logs for the tests of filing: a step a function."""

import json

from tests.http.kit import NDJSON, ROWS
from tests.rules.filed import controls

TOML = "application/toml"
AT = "/v1/rooms/WA-0417/controls"
ONE = f"{AT}/wa-0417-thirteen/1"


TERMS = {
    "licence_class": "F",
    "tables": 5,
    "time_zone": "America/Los_Angeles",
    "gaming_day_begins": "06:00",
    "fees": "hand_fee",
    "fiscal_year_ends": "06-30",
    "authority": "wsgc",
}


DEALT = "".join(ROWS[2])


def put_room(client, room="WA-0417", **terms):
    return client.put(f"/v1/rooms/{room}", json={**TERMS, **terms})


def decided(client, room="WA-0417", **terms):
    """Propose terms of a room that has an authority, and have them approved; the room then."""
    made = put_room(client, room, **terms)
    assert (made.status_code, made.json["standing"]) == (202, "proposed"), made.json
    at = f"/v1/rooms/{room}/terms/{made.json['id']}"
    answer = client.post(f"{at}/approve", json={"by": "someone", "reference": "letter 0"})
    assert answer.status_code == 200, answer.json
    return client.get(f"/v1/rooms/{room}").json


def file(client, text, **query):
    return client.post(AT, data=text, content_type=TOML, query_string=query)


def step(client, what, address=ONE, **body):
    return client.post(f"{address}/{what}", json={"by": "someone", **body})


def controls_that_do_not_load():
    """A draft with a section that no ruleset has."""
    return controls(1, "2026-01-01").replace("[ruleset]", "[nonsense]\nx = 1\n\n[ruleset]", 1)


def approved(client, text, revision=1):
    """File, submit and approve a revision."""
    address = f"{AT}/wa-0417-thirteen/{revision}"
    assert file(client, text).status_code in (200, 201)
    assert step(client, "submit", address).status_code == 200
    answer = step(client, "approve", address, reference=f"letter {revision}")
    assert answer.status_code == 200, answer.json
    return answer.json


def surrender(units):
    return {
        "allowed": True, "amount": {"units": units, "cite": "WSGC-surrender"}, "payees": "live_only", "against_surrender": 0,
        "against_natural": "surrender_amount", "royalties": "none", "cite": "WSGC-surrender",
    }  # fmt: skip


def surrendered(number, at, paid):
    """Two players; seat 2 surrenders, and pays so much."""
    seats = [
        {
            "seat": 1,
            "player": "P1",
            "front": ROWS[0][0],
            "middle": ROWS[0][1],
            "back": ROWS[0][2],
            "net": paid,
        },
        {"seat": 2, "player": "P2", "dealt": DEALT, "surrendered": True, "net": -paid},
    ]
    return {"event": "chinese_hand", "hand": number, "at": at, "seats": seats}


def log(
    *hands,
    session="S-1",
    room="WA-0417",
    ruleset="wa-0417-thirteen",
    opened_at="2026-05-31T20:00:00-07:00",
    **more,
):
    line = {
        "event": "session", "format": "cardroom-log/1", "room": room, "session": session, "table": "T1", "currency": "USD",
        "opened_at": opened_at, "unit": 100, **more,
    }  # fmt: skip
    if ruleset:
        line["ruleset"] = ruleset
    return "".join(json.dumps(each) + "\n" for each in (line, *hands))


def upload(client, text):
    answer = client.post("/v1/sessions", data=text, content_type=NDJSON)
    assert answer.status_code == 201, answer.json
    return answer.json["id"]


def audit(client, **body):
    answer = client.post("/v1/audits", json=body)
    assert answer.status_code == 201, answer.json
    assert answer.json["state"] == "finished", answer.json["error"]
    return answer.json


def reported(client, audit, code="SUR002"):
    found = client.get(f"/v1/audits/{audit['id']}/findings?code={code}").json["findings"]
    return [(each["hand"], each["seat"], each["stated"], each["expected"]) for each in found]
