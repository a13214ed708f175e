"""A ruleset stated for a session that names none, or one that nobody has: the correction that it makes, again and by whom."""

import json

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.http.context import OPEN
from tests.http.earlier import on_record
from tests.http.filing import file, put_room, step
from tests.http.kit import NDJSON, hand_line, log
from tests.http.test_events import digest
from tests.rules.filed import controls

WRONG = hand_line(7, (300, 200, 300, -800))
ADDRESS = "/v1/sessions/1/ruleset"
BY = {"by": "Dana Reyes"}


def state(client, ruleset="wsgc-base", **more):
    return client.post(ADDRESS, json={"ruleset": ruleset, **BY, **more})


def kind(answer):
    return answer.status_code, answer.json["type"].rpartition(":")[2]


@pytest.mark.parametrize(("named", "likely"), [("wsgc-bse", "wsgc-base"), (None, None)])
def test_rulesets_of_its_game_may_be_stated(client, named, likely):
    on_record(client, log(WRONG, ruleset=named))
    found = client.get(ADDRESS).json
    assert (found["session"], found["ruleset"], found["needed"], found["likely"]) == (1, named, True, likely)
    by_id = {each["id"]: each for each in found["rulesets"]}
    assert by_id["wsgc-base"]["family"] == "chinese"
    assert by_id["wsgc-base"]["title"]
    assert {each["family"] for each in found["rulesets"]} == {"chinese"}
    assert client.get("/v1/sessions/1").json["links"]["ruleset"] == ADDRESS


def test_a_stated_ruleset_makes_a_correction_that_is_audited(client):
    on_record(client, log(WRONG, ruleset="wsgc-bse"))
    made = state(client)
    assert (made.status_code, made.headers["Location"]) == (201, "/v1/sessions/2")
    assert (made.json["ruleset"], made.json["supersedes"], made.json["already_stored"]) == (
        "wsgc-base",
        1,
        False,
    )
    assert made.json["state"] == "waiting"
    lines = client.get("/v1/sessions/2/log").data.splitlines()
    assert json.loads(lines[0])["supersedes"] == {
        "sha256": digest(log(WRONG, ruleset="wsgc-bse")),
        "reason": "The ruleset was stated: wsgc-base in place of wsgc-bse.",
        "by": "Dana Reyes",
    }
    assert lines[1:] == client.get("/v1/sessions/1/log").data.splitlines()[1:]  # the hands, byte for byte
    audit = client.post("/v1/audits", json={"sessions": [2]}).json
    incidents = client.get(f"/v1/audits/{audit['id']}/incidents").json["incidents"]
    assert [(each["title"], each["hands"][0]["hand"]) for each in incidents] == [
        ("Seat 2's recorded result differs from what was due", 7)
    ]
    assert "ruleset" not in client.get("/v1/sessions/2").json["links"]


def test_the_same_statement_again_gives_the_same_correction(client):
    on_record(client, log(ruleset=None))
    first, again = state(client), state(client)
    assert (first.status_code, again.status_code) == (201, 200)
    assert (again.json["id"], again.json["already_stored"]) == (first.json["id"], True)
    assert client.get("/v1/sessions").json["pagination"]["total"] == 2
    for other in (state(client, "wsgc-full"), state(client, by="Lee")):
        assert kind(other) == (409, "ruleset-cannot-be-stated")


@pytest.mark.parametrize("ruleset", ["standard-cash", "nobodys-rules"])
def test_a_ruleset_of_another_game_is_not_stated(client, ruleset):
    on_record(client, log(ruleset=None))
    refused = state(client, ruleset)
    assert kind(refused) == (409, "ruleset-cannot-be-stated")
    assert refused.json["detail"] == (
        f"'{ruleset}' is no ruleset for the game of session 1 (WA-0417, S-1). Nothing was stored. "
        f"GET {ADDRESS} lists those that may be stated."
    )
    typed = client.post(ADDRESS, json={"ruleset": ruleset, **BY}, headers={"Prefer": "words=command"})
    assert typed.json["detail"].endswith("`auditor sessions ruleset 1` lists those that may be stated.")
    assert client.get("/v1/sessions/1").json["superseded_by"] is None


def test_a_session_that_names_its_ruleset_needs_none(client):
    assert client.post("/v1/sessions", data=log(), content_type=NDJSON).status_code == 201
    found = client.get(ADDRESS).json
    assert (found["needed"], found["likely"]) == (False, found["ruleset"])
    refused = state(client)
    assert kind(refused) == (409, "ruleset-cannot-be-stated")
    assert "names the ruleset that it is audited under" in refused.json["detail"]
    assert client.get("/v1/sessions").json["pagination"]["total"] == 1


def test_rulesets_of_the_room_come_in_place_of_all_others(client):
    put_room(client)
    assert file(client, controls(1, "2026-01-01")).status_code == 201
    for what, more in (("submit", {}), ("approve", {"reference": "letter 1"})):
        assert step(client, what, **more).status_code == 200
    on_record(client, log(ruleset="wsgc-bse"))
    found = client.get(ADDRESS).json
    assert [each["id"] for each in found["rulesets"]] == ["wa-0417-thirteen"]
    assert not found["needed"]  # approved controls decide, whatever the log names


def test_who_states_it_is_the_holder_of_the_key_or_named(client, service):
    on_record(client, log(ruleset=None))
    unnamed = client.post(ADDRESS, json={"ruleset": "wsgc-base"})
    assert (unnamed.status_code, unnamed.json["errors"][0]["pointer"]) == (422, "#/by")
    put_room(client)
    texts = {
        role: keys.make(service.store, NewKey(role, name, **scope))[1]
        for role, name, scope in (
            ("room", "Dana Reyes", {"rooms": ("WA-0417",)}),
            ("compliance", "Lee Chan", {"rooms": ("WA-0417",)}),
            ("automation", "x" * 65, {"person": False, "all_rooms": True}),
        )
    }
    client.application.config[OPEN] = False

    def asked(role):
        return client.post(
            ADDRESS, json={"ruleset": "wsgc-base"}, headers={"Authorization": f"Bearer {texts[role]}"}
        )

    assert kind(asked("compliance")) == (403, "not-permitted")
    assert "an id of 1 to 64 printable characters" in asked("automation").json["detail"]
    assert asked("room").status_code == 201
    assert service.sessions.get(2).facts.supersedes_by == "Dana Reyes"
