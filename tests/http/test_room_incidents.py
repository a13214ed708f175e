"""/v1/rooms/{room}/incidents: who answers and decides, in which state, and what is refused."""

import hashlib
import io
from datetime import date, timedelta

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.http.context import OPEN
from tests.http.filing import put_room
from tests.http.kit import NDJSON, PROBLEM, hand_line, log
from tests.pdf import pages_of

ROOM = "WA-0417"
WRONG = (300, 200, 300, -800)
ANSWER = {
    "cause": "The dealer misread row 2.\nNobody looked.",
    "corrective_action": "He is trained again by 1 May.",
}
PDF = b"%PDF-1.4\n%%EOF\n"


def audited(client):
    put_room(client)
    client.post("/v1/sessions", data=log(hand_line(1, WRONG)), content_type=NDJSON)
    client.post(
        "/v1/sessions", data=log(hand_line(1, (400, 100, 300, -800)), session="S-2"), content_type=NDJSON
    )
    assert client.post("/v1/audits", json={"sessions": [1, 2]}).json["state"] == "finished"


FILLED = {"ask": audited}


@pytest.fixture
def ask(app):
    """Requests about the room's incidents with the key of one of its staff, or of a regulator."""
    store = app.extensions["auditor"].store
    made = {
        "floor": keys.make(store, NewKey("room", "Dana Reyes", rooms=(ROOM,))),
        "officer": keys.make(store, NewKey("compliance", "M. Ito", rooms=(ROOM,))),
        "agent": keys.make(store, NewKey("regulator", "Agent 12", authority="wsgc")),
        "letters": keys.make(store, NewKey("regulator", "letters", person=False, authority="wsgc")),
        "table": keys.make(store, NewKey("room", "table system", person=False, rooms=(ROOM,))),
        "nightly": keys.make(store, NewKey("automation", "nightly", rooms=(ROOM,))),
    }
    app.config[OPEN] = False

    def send(who, method, path="", headers=None, **how):
        brought = {"Authorization": f"Bearer {made[who][1]}", **(headers or {})}
        address = f"/v1/rooms/{ROOM}/incidents{path}"
        return app.test_client().open(address, method=method, headers=brought, **how)

    send.key = {who: record.id for who, (record, _) in made.items()}
    send.ids = [each["id"] for each in send("agent", "GET").json["incidents"]]
    return send


def kind(answer):
    assert answer.mimetype == PROBLEM, answer.data
    return answer.status_code, answer.json["type"].rpartition(":")[2]


def given(ask, incident, who="floor", **more):
    return ask(who, "POST", f"/{incident}/answer", json=ANSWER, **more)


def with_files(*files):
    parts = [(io.BytesIO(body), name, media_type) for body, name, media_type in files]
    return {"data": {**ANSWER, "file": parts}, "content_type": "multipart/form-data"}


# --- the life of an incident ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_list_says_what_each_incident_is_and_by_when_it_is_answered(ask):
    one, two = ask("nightly", "GET").json["incidents"]
    due = (date.fromisoformat(one["found_at"][:10]) + timedelta(14)).isoformat()
    url = f"/v1/rooms/{ROOM}/incidents/{ask.ids[0]}"
    assert one == {
        "hand": 1, "hands_of": 1, "seats": [2, 4], "short": "nets off by $1.00", "table": "T1",
        "video_until": "2026-03-21", "video_over": True,
        "players": [{"seat": 2, "player": "P2"}, {"seat": 4, "player": "P4"}],
        "explanation": "The recorded nets are $1.00 too high for seat 2 and $1.00 too low for seat 4.",
        "id": ask.ids[0], "room": ROOM, "session": "S-1", "event": None, "day": "2026-03-14", "state": "open", "due": due,
        "overdue": False,
        "title": "Seat 2's recorded result differs from what was due", "severity": "major", "area": "money", "pattern": False,
        "code": "SCR001", "clause": "WSGC-6d", "findings": 2, "misallocated": 100, "misrecorded": None, "audit": 1,
        "money": one["money"], "removed_by": None,
        "found_at": one["found_at"], "in_record": True, "changed_since_answer": None, "recurrence_of": [],
        "links": {"self": url, "audit": "/v1/audits/1", "answer": f"{url}/answer", "accept": f"{url}/accept",
                  "return": f"{url}/return", "close": f"{url}/close"},
    }  # fmt: skip
    (amounts,) = one["money"]
    assert (amounts["unit"], amounts["misallocated"], amounts["over_collected"], amounts["to_nobody"]) == (
        "USD",
        100,
        None,
        0,
    )
    assert (two["session"], two["state"]) == ("S-2", "open")


def test_who_answers_and_decides_is_the_holder_of_the_key(ask):
    incident = ask.ids[0]
    assert given(ask, incident).json["state"] == "answered"
    returned = ask("agent", "POST", f"/{incident}/return", json={"reason": "Which dealer?"})
    assert (returned.status_code, returned.json["state"]) == (200, "returned")
    assert given(ask, incident, "officer").json["state"] == "answered"
    assert ask("agent", "POST", f"/{incident}/accept", json={"note": "letter 3"}).json["state"] == "accepted"
    closed = ask("agent", "POST", f"/{incident}/close", json={}).json
    assert closed["state"] == "closed"
    assert [
        (
            each["action"],
            each["by"],
            each["key"],
            each["cause"],
            each["corrective_action"],
            each["reason"],
            each["note"],
        )
        for each in closed["events"]
    ] == [
        ("answered", "Dana Reyes", ask.key["floor"], *ANSWER.values(), None, None),
        ("returned", "Agent 12", ask.key["agent"], None, None, "Which dealer?", None),
        ("answered", "M. Ito", ask.key["officer"], *ANSWER.values(), None, None),
        ("accepted", "Agent 12", ask.key["agent"], None, None, None, "letter 3"),
        ("closed", "Agent 12", ask.key["agent"], None, None, None, None),
    ]
    assert (closed["incident"]["id"], closed["incident"]["owes"]) == (
        incident, [{"debtor": "P2", "creditor": "P4", "amount": 100}],
    )  # fmt: skip
    assert ask("floor", "GET", f"/{incident}").json == closed


@pytest.mark.parametrize("name", ["by", "at", "key"])
def test_nobody_answers_for_somebody_else(ask, name):
    refused = ask("floor", "POST", f"/{ask.ids[0]}/answer", json={**ANSWER, name: "somebody else"})
    assert kind(refused) == (422, "invalid-request")
    assert refused.json["errors"] == [{"detail": "Unknown field.", "pointer": f"#/{name}"}]
    assert ask("floor", "GET", f"/{ask.ids[0]}").json["events"] == []


@pytest.mark.parametrize(
    ("who", "step"),
    [
        ("agent", "answer"), ("nightly", "answer"), ("table", "answer"), ("floor", "accept"), ("officer", "return"),
        ("floor", "close"), ("letters", "accept"), ("letters", "return"), ("letters", "close"),
    ],
)  # fmt: skip
def test_a_step_needs_a_person_of_the_role(ask, who, step):
    assert given(ask, ask.ids[1]).status_code == 200
    incident = ask.ids[0] if step == "answer" else ask.ids[1]
    body = {"answer": ANSWER, "return": {"reason": "r"}}.get(step, {})
    assert kind(ask(who, "POST", f"/{incident}/{step}", json=body)) == (403, "not-permitted")
    assert ask("floor", "GET", f"/{incident}").json["state"] == ("open" if step == "answer" else "answered")


def test_a_step_that_the_state_does_not_permit_says_what_was_done(ask):
    incident = ask.ids[0]
    early = ask("agent", "POST", f"/{incident}/accept", json={})
    assert kind(early) == (409, "incident-state")
    assert early.json["detail"] == (
        "The incident is open: it was not answered, so that it cannot be accepted. The room answers it first."
    )
    event = given(ask, incident).json["events"][0]
    again = given(ask, incident, "officer")
    assert kind(again) == (409, "incident-state")
    assert again.json["detail"] == (
        f"The incident was answered at {event['at']} by Dana Reyes, so that it cannot be answered now. That is possible for one "
        "that is open or returned."
    )


def test_a_return_needs_a_reason_and_an_answer_its_words(ask):
    incident = ask.ids[0]
    empty = ask("floor", "POST", f"/{incident}/answer", json={"cause": " \n"})
    assert kind(empty) == (422, "invalid-request")
    assert {each["pointer"]: each["detail"] for each in empty.json["errors"]} == {
        "#/cause": "Must not be blank.", "#/corrective_action": "Missing data for required field.",
    }  # fmt: skip
    control = ask("floor", "POST", f"/{incident}/answer", json={**ANSWER, "cause": "a\x07b"})
    assert control.json["errors"][0]["detail"] == "Must be printable characters and line breaks."
    given(ask, incident)
    assert kind(ask("agent", "POST", f"/{incident}/return", json={})) == (422, "invalid-request")
    ask("agent", "POST", f"/{incident}/return", json={"reason": "r"})
    bare = ask("agent", "POST", f"/{incident}/close", json={})
    assert kind(bare) == (409, "incident-state")
    assert "Say in a note why it is closed all the same." in bare.json["detail"]


def test_of_two_who_have_read_the_same_the_second_is_refused(ask):
    incident = ask.ids[0]
    seen = ask("floor", "GET", f"/{incident}").headers["ETag"]
    assert given(ask, incident, headers={"If-Match": seen}).status_code == 200
    assert kind(given(ask, incident, "officer", headers={"If-Match": seen})) == (412, "changed-meanwhile")
    now = ask("agent", "GET", f"/{incident}").headers["ETag"]
    refused = ask("agent", "POST", f"/{incident}/accept", json={}, headers={"If-Match": seen})
    assert kind(refused) == (412, "changed-meanwhile")
    accepted = ask("agent", "POST", f"/{incident}/accept", json={}, headers={"If-Match": now})
    assert accepted.json["state"] == "accepted"


def test_incidents_are_selected_by_state_day_and_page(ask):
    given(ask, ask.ids[1])

    def ids(**query):
        return [each["id"] for each in ask("agent", "GET", query_string=query).json["incidents"]]

    assert ids(state="answered") == [ask.ids[1]]
    assert ids(state="open") == [ask.ids[0]]
    assert ids(state="open,answered") == ask.ids
    assert ids(overdue="true") == []
    assert ids(overdue="false") == ask.ids
    assert ids(**{"from": "2026-03-15"}) == []
    assert ids(**{"from": "2026-03-14", "until": "2026-03-14"}) == ask.ids
    assert [ids(page_size=1, page=number) for number in (1, 2, 3)] == [ask.ids[:1], ask.ids[1:], []]
    assert ask("agent", "GET", query_string={"page_size": 1}).json["pagination"]["total"] == 2
    assert kind(ask("agent", "GET", query_string={"state": "lost"})) == (422, "invalid-request")
    assert kind(ask("agent", "GET", query_string={"from": "2026-03-15", "until": "2026-03-14"})) == (
        422,
        "invalid-request",
    )


def test_what_is_not_there_is_not_found(app, ask):
    assert kind(ask("agent", "GET", f"/{'f' * 64}")) == (404, "no-such-incident")
    assert kind(given(ask, "nonsense")) == (404, "no-such-incident")
    app.config[OPEN] = True
    put_room(app.test_client(), "WA-0500", authority=None)
    elsewhere = app.test_client().get(f"/v1/rooms/WA-0500/incidents/{ask.ids[0]}")
    assert kind(elsewhere) == (404, "no-such-incident")
    assert kind(app.test_client().get("/v1/rooms/WA-9/incidents")) == (404, "no-such-room")


def test_without_keys_nobody_is_named(app, ask):
    app.config[OPEN] = True
    done = app.test_client().post(f"/v1/rooms/{ROOM}/incidents/{ask.ids[0]}/answer", json=ANSWER).json
    assert (done["state"], done["events"][0]["by"], done["events"][0]["key"]) == ("answered", None, None)


# --- files ---------------------------------------------------------------------------------------------------------------


def test_files_are_given_out_to_be_saved_and_nothing_else(ask):
    page = b"<script>alert(1)</script>"
    done = ask(
        "floor", "POST", f"/{ask.ids[0]}/answer",
        **with_files((PDF, "memos/Schulung für Dana.pdf", "application/pdf"), (page, "x.html", "text/html")),
    )  # fmt: skip
    assert done.status_code == 200, done.json
    event = done.json["events"][0]
    assert (event["cause"], event["corrective_action"]) == tuple(ANSWER.values())
    memo, html = event["files"]
    assert (memo["sha256"], memo["size"], memo["name"]) == (
        hashlib.sha256(PDF).hexdigest(),
        15,
        "Schulung für Dana.pdf",
    )
    for file, body, media_type, suffix in (
        (memo, PDF, "application/pdf", ".pdf"), (html, page, "application/octet-stream", ""),
    ):  # fmt: skip
        path = file["url"].removeprefix(f"/v1/rooms/{ROOM}/incidents")
        found = ask("agent", "GET", path)
        assert (found.data, found.mimetype) == (body, media_type)
        name = f"{ROOM}-{ask.ids[0][:12]}-{file['sha256'][:12]}{suffix}"
        assert found.headers["Content-Disposition"] == f'attachment; filename="{name}"'
        assert found.headers["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in found.headers["Content-Security-Policy"]
        assert found.headers["ETag"] == f'"{file["sha256"]}"'
        assert ask("floor", "GET", path, headers={"If-None-Match": found.headers["ETag"]}).status_code == 304
        assert kind(ask("nightly", "GET", path)) == (403, "not-permitted")
    assert html["media_type"] == "text/html"  # as its sender said


@pytest.mark.parametrize("media_type", ["application/pdf", "image/png", "image/jpeg", "video/mp4"])
def test_an_attached_file_is_what_its_part_says(ask, media_type):
    refused = ask("floor", "POST", f"/{ask.ids[0]}/answer", **with_files((b"<html>", "memo", media_type)))
    assert kind(refused) == (415, "not-the-document-it-says")
    assert refused.json["detail"] == (
        f"The file memo has Content-Type {media_type}, and does not begin as such a file does. Send it as it is. Nothing of this "
        "answer is kept."
    )
    assert ask("floor", "GET", f"/{ask.ids[0]}").json["events"] == []


def test_a_file_belongs_to_its_incident(ask):
    ask("floor", "POST", f"/{ask.ids[0]}/answer", **with_files((PDF, "memo.pdf", "application/pdf")))
    sha256 = hashlib.sha256(PDF).hexdigest()
    assert kind(ask("agent", "GET", f"/{ask.ids[1]}/files/{sha256}")) == (404, "no-such-file")
    assert kind(ask("agent", "GET", f"/{ask.ids[0]}/files/{'0' * 64}")) == (404, "no-such-file")


def test_the_same_file_serves_several_answers(app, ask):
    for incident in ask.ids:
        done = ask("floor", "POST", f"/{incident}/answer", **with_files((PDF, "memo.pdf", "application/pdf")))
        assert done.status_code == 200
    db = app.extensions["auditor"].store.connections.db
    assert db.execute("SELECT count(*) FROM attachments").fetchone() == (1,)


def test_ten_files_are_taken_and_eleven_are_not(ask):
    ten = [(f"file {number}".encode(), f"{number}.txt", "text/plain") for number in range(10)]
    refused = ask("floor", "POST", f"/{ask.ids[0]}/answer", **with_files(*ten, (b"x", "x.txt", "text/plain")))
    assert kind(refused) == (422, "too-many-files")
    assert (
        refused.json["detail"]
        == "The answer has 11 files; at most 10 are taken. Nothing of this answer is kept."
    )
    taken = ask("floor", "POST", f"/{ask.ids[0]}/answer", **with_files(*ten)).json
    assert [each["name"] for each in taken["events"][0]["files"]] == [f"{number}.txt" for number in range(10)]


def test_a_file_that_is_too_large_or_empty_is_refused(ask, monkeypatch):
    monkeypatch.setattr("auditor.http.attached_files.LARGEST_FILE", 100)
    address = f"/{ask.ids[0]}/answer"
    large = ask("floor", "POST", address, **with_files((b"x" * 101, "large.txt", "text/plain")))
    assert kind(large) == (413, "file-too-large")
    assert large.json["detail"].startswith("The file large.txt has more than 100 bytes.")
    empty = ask("floor", "POST", address, **with_files((b"", "empty.txt", "text/plain")))
    assert kind(empty) == (422, "empty-file")
    other = ask("floor", "POST", address, data=b"cause", content_type="text/plain")
    assert kind(other) == (415, "unsupported-media-type")
    lacking = ask("floor", "POST", address, data={"cause": "c"}, content_type="multipart/form-data")
    assert lacking.json["errors"] == [
        {"detail": "Missing data for required field.", "pointer": "#/corrective_action"}
    ]
    assert ask("floor", "GET", f"/{ask.ids[0]}").json["state"] == "open"
    assert ask("floor", "POST", address, **with_files((b"x" * 100, "l.txt", "text/plain"))).status_code == 200


# --- reports -------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_documents_of_an_audit_have_what_became_of_its_incidents(app, ask):
    app.config[OPEN] = True
    client = app.test_client()

    def read(name):
        return client.get(f"/v1/audits/1/{name}")

    before, audit, plain = read("report.json"), client.get("/v1/audits/1").json, read("report.pdf")
    assert before.json["answers"] == []
    app.config[OPEN] = False
    ask("floor", "POST", f"/{ask.ids[0]}/answer", **with_files((PDF, "memo.pdf", "application/pdf")))
    ask("agent", "POST", f"/{ask.ids[0]}/return", json={"reason": "Which dealer?"})
    app.config[OPEN] = True
    after = read("report.json")
    (answer,) = after.json.pop("answers")
    assert (answer["incident"], answer["state"], answer["cause"], answer["by"], answer["files"]) == (
        ask.ids[0], "returned", ANSWER["cause"], "Dana Reyes", ["memo.pdf"],
    )  # fmt: skip
    assert [(each["action"], each["by"], each["words"]) for each in answer["decisions"]] == [
        ("returned", "Agent 12", "Which dealer?")
    ]
    assert after.headers["ETag"] != before.headers["ETag"]
    assert {**after.json, "answers": []} == before.json  # the audit itself is as it was
    assert client.get("/v1/audits/1").json["result_sha256"] == audit["result_sha256"]
    report = read("report.pdf")
    assert report.headers["ETag"] != plain.headers["ETag"]
    text = " ".join(pages_of(report.data))
    for said in (
        "Dana Reyes, ",
        "He is trained again by 1 May. Files: memo.pdf.",
        "by Agent 12: Which dealer?",
    ):
        assert said in text
    assert read("report.pdf").data == report.data


def test_a_what_if_has_no_answers(app, ask):
    given(ask, ask.ids[0])
    app.config[OPEN] = True
    client = app.test_client()
    tried = client.post("/v1/audits", json={"sessions": [1], "ruleset": "wsgc-base", "what_if": True}).json
    assert client.get(f"/v1/audits/{tried['id']}/report.json").json["answers"] == []
