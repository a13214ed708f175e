"""Legal holds over HTTP: who makes and lifts them, what they say, and what they keep."""

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.http.context import OPEN
from tests.http.filing import put_room
from tests.http.past import old_log, planned, upload

MAKE = {"room": "WA-0417", "reason": "case 2026-118"}


@pytest.fixture
def ask(app, room):
    """Requests with the key of a regulator or of an administrator."""
    store = app.extensions["auditor"].store
    made = {
        "regulator": keys.make(store, NewKey("regulator", "Agent 12", authority="wsgc")),
        "letters": keys.make(store, NewKey("regulator", "letters", person=False, authority="wsgc")),
        "administrator": keys.make(store, NewKey("administrator", "Ops")),
    }
    app.config[OPEN] = False

    def send(who, method, path="", **how):
        headers = {"Authorization": f"Bearer {made[who][1]}"}
        return app.test_client().open(f"/v1/holds{path}", method=method, headers=headers, **how)

    send.key = {who: record.id for who, (record, _) in made.items()}
    return send


def test_a_hold_names_its_scope_its_reason_its_maker_and_the_key(ask):
    made = ask("regulator", "POST", json={**MAKE, "from": "2026-03-01", "until": "2026-03-31"})
    assert (made.status_code, made.headers["Location"]) == (201, "/v1/holds/1")
    assert {name: made.json[name] for name in ("room", "session", "from", "until", "reason", "by", "key", "lifted")} == {
        "room": "WA-0417", "session": None, "from": "2026-03-01", "until": "2026-03-31", "reason": "case 2026-118",
        "by": "Agent 12", "key": ask.key["regulator"], "lifted": None,
    }  # fmt: skip
    assert ask("administrator", "GET", "/1").json == made.json


def test_a_hold_that_was_lifted_stays_with_who_lifted_it_and_why(ask):
    ask("administrator", "POST", json=MAKE)
    lifted = ask("regulator", "POST", "/1/lift", json={"reason": "closed"}).json["lifted"]
    assert (lifted["by"], lifted["reason"], lifted["key"]) == ("Agent 12", "closed", ask.key["regulator"])
    again = ask("regulator", "POST", "/1/lift", json={"reason": "closed"})
    assert (again.status_code, again.json["type"].rpartition(":")[2]) == (409, "hold-lifted")
    assert again.json["detail"] == f"Hold 1 was lifted at {lifted['at']}. Make another one to hold on."
    ask("regulator", "POST", json=MAKE)

    def listed(**query):
        return [each["id"] for each in ask("regulator", "GET", query_string=query).json["holds"]]

    assert (listed(), listed(lifted="false"), listed(lifted="true"), listed(room="WA-1")) == (
        [1, 2],
        [2],
        [1],
        [],
    )


def test_an_administrator_forbids_a_purge_and_cannot_permit_one(ask):
    assert ask("administrator", "POST", json=MAKE).status_code == 201
    for who in ("administrator", "letters"):
        refused = ask(who, "POST", "/1/lift", json={"reason": "closed"})
        assert (refused.status_code, refused.json["type"].rpartition(":")[2]) == (403, "not-permitted")


def test_a_hold_on_what_is_not_there_is_refused(app, ask):
    unknown = ask("regulator", "POST", json={**MAKE, "room": "WA-9"})
    assert (unknown.status_code, unknown.json["type"].rpartition(":")[2]) == (404, "no-such-room")
    session = ask("regulator", "POST", json={**MAKE, "session": "S-1"})
    assert (session.status_code, session.json["errors"][0]["pointer"]) == (422, "#/session")
    assert "has no session 'S-1' on record" in session.json["detail"]
    days = ask("regulator", "POST", json={**MAKE, "from": "2026-03-31", "until": "2026-03-01"})
    assert (days.status_code, days.json["errors"][0]["pointer"]) == (422, "#/until")
    assert ask("regulator", "POST", json={"room": "WA-0417"}).status_code == 422  # no reason
    assert ask("regulator", "GET").json["holds"] == []


def test_a_regulator_does_not_see_the_holds_of_another_authority(app, ask):
    app.config[OPEN] = True
    put_room(app.test_client(), "WA-0500", authority=None)
    app.config[OPEN] = False
    assert ask("administrator", "POST", json={**MAKE, "room": "WA-0500"}).json["id"] == 1
    assert ask("regulator", "GET", "/1").status_code == 404
    assert ask("regulator", "POST", "/1/lift", json={"reason": "closed"}).status_code == 404
    assert ask("regulator", "GET").json["holds"] == []


def test_a_hold_keeps_a_session_that_is_over(app, ask):
    app.config[OPEN] = True
    upload(app.test_client(), old_log())
    app.config[OPEN] = False
    assert ask("regulator", "POST", json={**MAKE, "session": "S-old"}).status_code == 201
    (found,) = planned(app.extensions["auditor"].store).due
    assert found.held[0].endswith("by Agent 12: case 2026-118")
    ask("regulator", "POST", "/1/lift", json={"reason": "closed"})
    (found,) = planned(app.extensions["auditor"].store).due
    assert found.held == ()
