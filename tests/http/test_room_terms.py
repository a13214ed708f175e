"""Terms of rooms that an authority licenses: proposed, decided with a reference, and those on record meanwhile."""

import json

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.http.context import OPEN
from tests.http.filing import TERMS, put_room
from tests.http.kit import NDJSON, PROBLEM, hand_line
from tests.http.kit import log as kit_log

AT = "/v1/rooms/WA-0417/terms"


def decide(client, what, number=1, **body):
    return client.post(f"{AT}/{number}/{what}", json={"by": "Agent 12", **body})


def tables(client):
    return client.get("/v1/rooms/WA-0417").json["tables"]


def kind_of(answer):
    assert answer.content_type == PROBLEM
    return answer.status_code, answer.json["type"].rpartition(":")[2]


def test_terms_of_a_room_with_an_authority_are_proposed_and_those_on_record_stay(room):
    made = put_room(room, tables=9, by="Ops")
    assert (made.status_code, made.headers["Location"]) == (202, f"{AT}/1")
    assert (made.json["standing"], made.json["by"], made.json["terms"]["tables"]) == ("proposed", "Ops", 9)
    assert made.json["differs"] == {"tables": {"now": 5, "proposed": 9}}
    assert made.json["decision"] is None
    assert tables(room) == 5
    assert room.get(f"{AT}/1").json == made.json
    assert room.get(AT).json == {"proposals": [made.json]}
    assert [each["action"] for each in room.get("/v1/rooms/WA-0417/history").json["history"]] == ["terms"]


def test_an_approval_puts_the_terms_on_record_with_its_reference(room, service):
    put_room(room, tables=9)
    done = decide(room, "approve", reference="WSGC-2026-118", note="nine tables")
    assert (done.status_code, done.json["standing"], done.json["differs"]) == (200, "approved", {})
    decision = done.json["decision"]
    assert (decision["reference"], decision["by"], decision["note"]) == (
        "WSGC-2026-118", "Agent 12", "nine tables",
    )  # fmt: skip
    assert tables(room) == 9
    change = room.get("/v1/rooms/WA-0417/history").json["history"][-1]
    assert (change["id"], change["action"], change["reference"]) == (
        decision["change"], "terms", "WSGC-2026-118",
    )  # fmt: skip
    assert change["details"]["proposal"] == 1
    rows = service.store.connections.db.execute("SELECT record FROM register ORDER BY entry")
    entered = [each for (text,) in rows.fetchall() if (each := json.loads(text)).get("rooms")]
    assert [each["kind"] for each in entered] == [
        "room.terms", "terms.proposed", "room.terms", "terms.approved",
    ]  # fmt: skip
    assert [each.get("reference") for each in entered[2:]] == ["WSGC-2026-118"] * 2
    assert [each["rooms"] for each in entered] == [["WA-0417"]] * 4


def test_an_approval_of_a_later_day_leaves_the_earlier_terms_in_place(room):
    put_room(room, tables=9, **{"from": "2026-07-01"})
    decide(room, "approve", reference="L-1")
    found = room.get("/v1/rooms/WA-0417").json["terms"]
    assert [(each["from"], each["tables"]) for each in found] == [(None, 5), ("2026-07-01", 9)]


def test_a_refusal_has_a_reference_and_a_reason_and_changes_nothing(room):
    put_room(room, tables=9)
    assert decide(room, "refuse", reference="L-2").status_code == 422
    assert decide(room, "refuse", reason="no").status_code == 422
    assert decide(room, "approve").status_code == 422
    done = decide(room, "refuse", reference="L-2", reason="the licence is for five")
    assert (done.json["standing"], done.json["decision"]["note"]) == ("refused", "the licence is for five")
    assert done.json["decision"]["change"] is None
    assert tables(room) == 5


@pytest.mark.parametrize(
    ("first", "words"),
    [("approve", {"reference": "L"}), ("refuse", {"reference": "L", "reason": "no"}), ("withdraw", {})],
)
def test_what_was_decided_is_not_decided_again(room, first, words):
    put_room(room, tables=9)
    assert decide(room, first, **words).status_code == 200
    held = room.get(f"{AT}/1").json
    for each in ("approve", "refuse", "withdraw"):
        again = decide(room, each, **({"reference": "M"} if each != "withdraw" else {}),
                       **({"reason": "no"} if each == "refuse" else {}))  # fmt: skip
        assert kind_of(again) == (409, "terms-are-decided")
    assert room.get(f"{AT}/1").json == held


def test_what_waits_already_is_not_proposed_twice_and_what_was_refused_is(room):
    assert [put_room(room, tables=9).json["id"] for _ in range(2)] == [1, 1]
    assert put_room(room, tables=8).json["id"] == 2
    decide(room, "refuse", reference="L", reason="no")
    assert put_room(room, tables=9).json["id"] == 3


def test_the_same_terms_and_how_often_a_log_is_expected_need_no_decision(room):
    assert put_room(room).status_code == 200
    assert put_room(room, logs_expected={"every_days": 1}).status_code == 200
    assert put_room(room, logs_expected={"every_days": 1}, tables=9).status_code == 202
    assert room.get(AT).json["proposals"][0]["differs"] == {"tables": {"now": 5, "proposed": 9}}


@pytest.mark.parametrize("authority", [None, "none"])
def test_a_room_without_an_authority_decides_its_terms_itself_until_it_has_one(client, authority):
    assert put_room(client, authority=authority).status_code == 201
    assert put_room(client, authority=authority, tables=9).status_code == 200
    assert put_room(client, **{"from": "2026-07-01"}).status_code == 200  # and from now on it has one
    assert put_room(client, authority=authority, tables=4).status_code == 202
    assert put_room(client, authority=authority, **{"from": "2026-06-01"}).status_code == 202


@pytest.mark.parametrize(
    "changed",
    [
        {"licence_class": "E"},
        {"tables": None},
        {"time_zone": "America/Denver"},
        {"gaming_day_begins": "04:00"},
        {"authority": "none"},
        {"authority": None},
        {"fees": "time"},
        {"fiscal_year_ends": "12-31"},
    ],
)
def test_each_of_the_terms_is_the_authoritys_to_decide(room, changed):
    (name,) = changed
    assert put_room(room, **changed).json["differs"] == {
        name: {"now": TERMS[name], "proposed": changed[name]}
    }


def test_a_session_gets_its_day_anew_at_the_approval_and_not_before(room):
    logged = kit_log(hand_line(1), ruleset="wsgc-base")
    number = room.post("/v1/sessions", data=logged, content_type=NDJSON).json["id"]
    before = room.get(f"/v1/sessions/{number}").json["day"]
    put_room(room, time_zone="Asia/Tokyo", gaming_day_begins="00:00")
    assert room.get(f"/v1/sessions/{number}").json["day"] == before
    decide(room, "approve", reference="L-1")
    assert room.get(f"/v1/sessions/{number}").json["day"] != before


def test_an_approval_takes_no_day_of_a_log_out_of_its_authority(room):
    put_room(room, authority="none")
    logged = kit_log(hand_line(1), ruleset="wsgc-base")
    assert room.post("/v1/sessions", data=logged, content_type=NDJSON).status_code == 201
    assert kind_of(decide(room, "approve", reference="L-1")) == (409, "terms-are-of-logs")
    assert room.get(f"{AT}/1").json["standing"] == "proposed"
    assert room.get("/v1/rooms/WA-0417").json["authority"] == "wsgc"


def test_a_proposal_can_depend_on_what_was_seen(room):
    seen = room.get("/v1/rooms/WA-0417").headers["ETag"]
    put_room(room, tables=9)
    decide(room, "approve", reference="L-1")
    late = room.put("/v1/rooms/WA-0417", json={**TERMS, "tables": 7}, headers={"If-Match": seen})
    assert kind_of(late) == (412, "changed-meanwhile")
    assert len(room.get(AT).json["proposals"]) == 1


def test_what_nobody_proposed_is_not_there(room):
    put_room(room, "WA-0500")
    put_room(room, tables=9)
    for address in (f"{AT}/2", "/v1/rooms/WA-0500/terms/1"):
        assert kind_of(room.get(address)) == (404, "no-such-proposal")
    assert kind_of(decide(room, "approve", 2, reference="L")) == (404, "no-such-proposal")
    assert kind_of(room.get("/v1/rooms/WA-9/terms")) == (404, "no-such-room")


def test_an_administrator_proposes_and_a_regulator_in_person_decides(app, room):
    store = app.extensions["auditor"].store
    made = {
        "administrator": keys.make(store, NewKey("administrator", "Ops")),
        "regulator": keys.make(store, NewKey("regulator", "Agent 12", authority="wsgc")),
        "letters": keys.make(store, NewKey("regulator", "letters", person=False, authority="wsgc")),
        "compliance": keys.make(store, NewKey("compliance", "M. Ito", rooms=("WA-0417",))),
    }
    app.config[OPEN] = False

    def send(who, method, path, body):
        headers = {"Authorization": f"Bearer {made[who][1]}", "Content-Type": "application/json"}
        return app.test_client().open(path, method=method, headers=headers, data=json.dumps(body))

    assert send("administrator", "PUT", "/v1/rooms/WA-0417", {**TERMS, "tables": 9}).status_code == 202
    letter = {"reference": "L-1"}
    for who in ("administrator", "letters", "compliance"):
        assert kind_of(send(who, "POST", f"{AT}/1/approve", letter)) == (403, "not-permitted")
    for who in ("regulator", "compliance"):
        assert kind_of(send(who, "POST", f"{AT}/1/withdraw", {})) == (403, "not-permitted")
    done = send("regulator", "POST", f"{AT}/1/approve", letter).json
    assert (done["by"], done["key"]) == ("Ops", made["administrator"][0].id)
    assert (done["decision"]["by"], done["decision"]["key"]) == ("Agent 12", made["regulator"][0].id)
