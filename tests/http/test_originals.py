"""Workbooks over HTTP: kept as they came, derived into sessions, corrected, given back with marks; once, whoever repeats it."""

import hashlib
import io
import json

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.doctor import examine
from auditor.http.context import OPEN
from auditor.importing.workbook.workbook_importer import XLSX_TYPE
from auditor.store.recheck import recheck
from auditor.store.store import FILE
from tests.http.filing import put_room
from tests.http.kit import NDJSON, log
from tests.importing.test_csv import alone, text, zipped
from tests.importing.workbooks import HANDS, SESSION, content, put, table, values, written
from tests.services import unprotected

AT = "/v1/originals"


def send(client, sheets, **query):
    data = sheets if isinstance(sheets, bytes) else written(sheets)
    return client.post(AT, data=data, content_type=XLSX_TYPE, query_string=query)


def two():
    """A workbook with two sessions."""
    second = {**SESSION, "session": "s-2", "table": "T2"}
    return {
        "Session": table([SESSION, second]),
        "Hands": table([{**row, "session": name} for name in ("s-1", "s-2") for row in HANDS]),
    }


def corrected(client, sha256):
    """The workbook with another amount, which says that it corrects a log."""
    sheets = content()
    put(sheets, "Hands", 4, "net", 7)
    put(sheets, "Hands", 5, "net", -7)
    more = {"corrects": sha256, "correction reason": "hand 2 keyed wrong", "corrected by": "s-1"}
    sheets["Session"] = table([{**SESSION, **more}])
    return sheets


def kinds(app, of="original"):
    db = app.extensions["auditor"].store.connections.db
    rows = db.execute("SELECT kind, record FROM register ORDER BY entry").fetchall()
    return [(kind, json.loads(record)) for kind, record in rows if kind.startswith(of)]


def sessions(client):
    return client.get("/v1/sessions").json["sessions"]


def is_sound(app):
    faults = examine(app.extensions["auditor"].store.folder / FILE).checks
    assert [fault for each in faults if each.check != "disk" for fault in each.faults] == []


def test_a_workbook_becomes_a_session_and_both_are_evidence(app, client):
    data = written(content())
    answer = send(client, data)
    assert (answer.status_code, answer.headers["Location"]) == (201, f"{AT}/1")
    (derived,) = answer.json["logs"]
    assert (derived["room"], derived["session"], derived["table"]) == ("WA-0417", "s-1", "T1")
    assert (derived["outcome"], derived["session_id"], derived["already_stored"]) == ("session", 1, False)
    kept = client.get("/v1/sessions/1/log")
    assert hashlib.sha256(kept.data).hexdigest() == derived["sha256"]
    origin = json.loads(kept.data.splitlines()[0])["_derived_from"]
    assert origin == {"sha256": hashlib.sha256(data).hexdigest(), "importer": "workbook", "version": "1"}
    session = client.get("/v1/sessions/1").json
    assert (session["hands"], session["links"]["original"]) == (2, f"{AT}/1")
    assert client.get(f"{AT}/1/file").data == data
    assert client.get(f"{AT}/1/file").headers["ETag"] == f'"{origin["sha256"]}"'
    (entry,) = kinds(app)
    assert entry[0] == "original.accepted"
    (log,) = entry[1]["logs"]
    of = ("room", "session", "table", "sha256", "outcome", "number")
    assert [log[name] for name in of] == ["WA-0417", "s-1", "T1", derived["sha256"], "session", 1]
    assert (entry[1]["file"]["sha256"], entry[1]["importer"], entry[1]["version"]) == (
        origin["sha256"],
        "workbook",
        "1",
    )
    is_sound(app)


def test_the_same_workbook_again_gives_the_same_sessions_and_adds_nothing(app, client):
    first = send(client, two())
    again = send(client, two())
    assert (first.status_code, again.status_code) == (201, 200)
    assert [each["session_id"] for each in again.json["logs"]] == [1, 2]
    assert [each["already_stored"] for each in again.json["logs"]] == [True, True]
    assert again.json["original"] == first.json["original"]
    assert len(kinds(app)) == 1
    assert [each["id"] for each in sessions(client)] == [1, 2]


def test_a_workbook_in_a_form_keeps_its_name(client):
    file = (io.BytesIO(written(content())), "Saturday evening.xlsx", XLSX_TYPE)
    assert client.post(AT, data={"original": file}).status_code == 201
    assert client.get(f"{AT}/1").json["filename"] == "Saturday evening.xlsx"


def test_a_dry_run_says_what_would_become_of_it_and_stores_nothing(app, client):
    tried = send(client, two(), dry_run="true")
    assert (tried.status_code, tried.json["dry_run"], tried.json["original"]) == (200, True, None)
    assert [(each["outcome"], each["session_id"]) for each in tried.json["logs"]] == [("session", None)] * 2
    assert (sessions(client), client.get(AT).json["originals"], kinds(app)) == ([], [], [])
    send(client, two())
    again = send(client, two(), dry_run="true").json["logs"]
    assert [(each["session_id"], each["already_stored"]) for each in again] == [(1, True), (2, True)]


def test_what_cannot_be_converted_is_refused_cell_by_cell_and_kept(app, client):
    sheets = content()
    where = put(sheets, "Hands", 3, "front", "KcQhJx")
    data = written(sheets)
    answer = send(client, data)
    assert answer.status_code == 422
    assert answer.json["type"].endswith(":original-refused")
    (problem,) = answer.json["problems"]
    assert (problem["where"], problem["field"], problem["found"]) == (where, "front", '"KcQhJx"')
    assert 'card 3 is "Jx"' in problem["expected"]
    assert problem["do"].startswith("Write each card as rank and suit")
    assert (answer.json["problem_count"], answer.json["original"]) == (1, 1)
    assert answer.json["detail"] == (
        "No log could be derived from this file: 1 place to mend. See 'problems'. Correct it and send it again. "
        "Its bytes are on record under their SHA-256."
    )
    assert client.get(f"{AT}/1/file").data == data
    found = client.get(f"{AT}/1").json
    assert (found["room"], found["problems"], found["imports"][0]["accepted"]) == (
        "WA-0417",
        [problem],
        False,
    )
    assert [kind for kind, _ in kinds(app)] == ["original.refused"]
    assert sessions(client) == []
    assert send(client, data).status_code == 422
    assert len(kinds(app)) == 1
    is_sound(app)


def test_one_session_that_is_wrong_leaves_the_other(client):
    sheets = two()
    where = put(sheets, "Hands", 7, "net", "a lot")
    answer = send(client, sheets)
    assert answer.status_code == 201
    assert [each["session"] for each in answer.json["logs"]] == ["s-1"]
    assert [each["where"] for each in answer.json["problems"]] == [where]
    assert answer.json["refusals"] == 1


def test_a_corrected_workbook_is_a_conflict_unless_it_says_what_it_corrects(app, client):
    first = send(client, content()).json["logs"][0]["sha256"]
    sheets = content()
    put(sheets, "Hands", 4, "net", 7)
    put(sheets, "Hands", 5, "net", -7)
    refused = send(client, sheets)
    assert refused.status_code == 409
    assert refused.json["type"].endswith(":original-conflict")
    assert f"write on the sheet Session: under 'corrects' {first}" in refused.json["detail"]
    assert refused.json["logs"][0]["outcome"] == "conflict"
    assert send(client, corrected(client, first)).status_code == 201
    now = {each["id"]: each for each in sessions(client)}
    assert (now[1]["superseded_by"], now[2]["supersedes"]) == (2, 1)
    assert [kind for kind, _ in kinds(app)] == ["original.accepted", "original.refused", "original.accepted"]
    is_sound(app)


def test_a_conflict_that_is_over_is_no_conflict_when_the_workbook_comes_again(app, client):
    other = log(session="s-1", room="WA-0417")
    sheets = corrected(client, hashlib.sha256(other).hexdigest())
    assert send(client, sheets).status_code == 409
    assert client.post("/v1/sessions", data=other, content_type=NDJSON).status_code == 201
    again = send(client, sheets)
    assert again.status_code == 201
    assert again.json["logs"][0]["session_id"] == 2
    assert [kind for kind, _ in kinds(app)] == ["original.refused", "original.accepted"]
    assert len(client.get(f"{AT}/1").json["imports"]) == 2
    is_sound(app)


def test_the_marked_workbook_shows_what_is_wrong_and_the_original_stays(client):
    sheets = content()
    where = put(sheets, "Hands", 3, "front", "KcQhJx")
    data = written(sheets)
    send(client, data)
    marked = client.get(f"{AT}/1/marked.xlsx")
    assert (marked.status_code, marked.mimetype) == (200, XLSX_TYPE)
    assert marked.headers["Content-Disposition"] == 'attachment; filename="original-1-marked.xlsx"'
    assert [row[0] for row in values(marked.data)["_Problems"]] == ["where", where]
    assert values(marked.data)["Hands"] == values(data)["Hands"]
    assert client.get(f"{AT}/1/marked.xlsx").data == marked.data
    assert client.get(f"{AT}/1/file").data == data


def test_what_is_no_workbook_is_kept_too_and_says_what_it_is(client):
    answer = send(client, b"%PDF-1.4 an invoice")
    assert (answer.status_code, answer.json["problems"][0]["found"]) == (422, "a PDF")
    found = client.get(f"{AT}/1").json
    assert (found["media_type"], found["room"]) == ("application/octet-stream", None)
    assert found["imports"][0]["importer"] is None
    assert client.get(f"{AT}/1/file").data == b"%PDF-1.4 an invoice"


def test_csv_is_taken_as_what_it_is(client):
    for number, (body, kind) in enumerate(
        ((text(alone()).encode(), "text/csv"), (zipped(two()), "application/zip")), 1
    ):
        answer = client.post(f"{AT}?dry_run={str(number == 2).lower()}", data=body, content_type=kind)
        assert (answer.status_code, answer.json["importer"]) == ((201, 200)[number - 1], "csv")
        assert [each["session"] for each in answer.json["logs"]] == ["s-1", "s-2"][:number]
    found = client.get(f"{AT}/1/file")
    assert (found.mimetype, found.data) == ("text/csv", text(alone()).encode())
    assert found.headers["Content-Disposition"] == 'attachment; filename="original-1.csv"'
    assert values(client.get(f"{AT}/1/marked.xlsx").data)["CSV"][1][0] == "s-1"


def test_originals_are_listed_by_room_in_pages(client):
    for room in ("WA-0417", "WA-0500", "WA-0417"):
        sheets = content()
        put(sheets, "Session", 2, "room", room)
        put(sheets, "Session", 2, "session", f"s-{len(client.get(AT).json['originals'])}")
        assert send(client, sheets).status_code == 201
    found = client.get(f"{AT}?room=WA-0417&page_size=1").json
    assert [each["id"] for each in found["originals"]] == [3]
    assert (found["pagination"]["total"], found["pagination"]["next_page"]) == (2, 2)
    assert [each["id"] for each in client.get(f"{AT}?room=WA-0500").json["originals"]] == [2]
    missing = client.get(f"{AT}/9")
    assert (missing.status_code, missing.json["type"].rpartition(":")[2]) == (404, "no-such-original")


def test_an_altered_original_is_not_given_out_and_put_back_when_it_is_sent_again(app, client):
    send(client, content())
    db = app.extensions["auditor"].store.connections.db
    with unprotected(db):
        db.execute("UPDATE originals SET body = x'00'")
    answer = client.get(f"{AT}/1/file")
    assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (500, "evidence-damaged")
    assert client.get("/healthz").json["status"] != "ok"
    assert send(client, content()).status_code == 200
    assert client.get(f"{AT}/1/file").data == written(content())
    found = db.execute("SELECT subject, found_size FROM repairs").fetchall()
    assert found == [("evidence", 1)]
    assert client.get("/healthz").json["status"] == "ok"
    is_sound(app)


def test_an_original_that_was_put_right_from_outside_is_damaged_no_more(app, client):
    send(client, content())
    store = app.extensions["auditor"].store
    (body,) = store.connections.db.execute("SELECT body FROM originals").fetchone()
    left = []
    for bytes_now in (b"\0", b"\1", bytes(body)):
        with unprotected(store.connections.db):
            store.connections.db.execute("UPDATE originals SET body = ?", [bytes_now])
        client.get(f"{AT}/1/file")
        left.append(recheck(store.connections, store.damage, store.authority))
    assert left == [1, 1, 0]
    assert store.damage.all() == []


@pytest.fixture
def holders(app, client):
    """Keys of two rooms, by room."""
    for room in ("WA-0417", "WA-0500"):
        put_room(client, room)
    app.config[OPEN] = False
    store = app.extensions["auditor"].store
    made = {
        room: keys.make(store, NewKey("room", "Dana", rooms=(room,)))[1] for room in ("WA-0417", "WA-0500")
    }
    yield {room: {"Authorization": f"Bearer {text}"} for room, text in made.items()}
    app.config[OPEN] = True


def test_the_original_of_another_room_is_not_taken_and_not_seen(client, holders):
    data = written(content())
    refused = client.post(AT, data=data, headers=holders["WA-0500"])
    assert (refused.status_code, refused.json["type"].rpartition(":")[2]) == (403, "not-permitted")
    assert client.post(AT, data=data, headers=holders["WA-0417"]).status_code == 201
    assert client.get(f"{AT}/1", headers=holders["WA-0417"]).json["key"] is not None
    for path in ("", "/file", "/marked.xlsx"):
        assert client.get(f"{AT}/1{path}", headers=holders["WA-0500"]).status_code == 404
    assert client.get(AT, headers=holders["WA-0500"]).json["originals"] == []


def test_a_file_that_names_no_room_is_seen_by_whoever_sent_it(client, holders):
    for room in ("WA-0417", "WA-0500"):
        assert client.post(AT, data=b"%PDF-1.4", headers=holders["WA-0417"]).json["original"] == 1
        seen = client.get(f"{AT}/1", headers=holders["WA-0417"])
        assert [each["key"] is not None for each in seen.json["imports"]] == [True]
        hidden = client.get(f"{AT}/1", headers=holders["WA-0500"])
        assert hidden.status_code == 404, room
    assert client.post(AT, data=b"%PDF-1.4", headers=holders["WA-0500"]).json["original"] == 1
    assert client.get(f"{AT}/1", headers=holders["WA-0500"]).status_code == 200
