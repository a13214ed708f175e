"""A later version of an importer: what it reads otherwise supersedes what was derived before; what it reads alike stays."""

import json
import logging

import msgspec
import pytest

from auditor.doctor import examine
from auditor.importing import importers
from auditor.importing.workbook.workbook_importer import WORKBOOK
from auditor.importing.workbook.workbook_reading import read_workbook
from auditor.store.store import FILE
from tests.http.kit import NDJSON
from tests.importing.workbooks import HANDS, SESSION, content, put, table, written
from tests.services import application, unprotected

AT = "/v1/originals"


def alike(data, origin, options):
    return read_workbook(data, origin, options)


def tolled(data, origin, options):
    """What a version would give that reads a toke of another amount in the session s-1."""
    read = read_workbook(data, origin, options)
    logs = [
        msgspec.structs.replace(log, data=log.data.replace(b'"event":"toke"', b'"event":"toke","_seen":1'))
        for log in read.logs
    ]
    return msgspec.structs.replace(read, logs=logs)


def stricter(data, origin, options):
    """What a version would give that refuses what was taken."""
    read = read_workbook(data, origin, options)
    return msgspec.structs.replace(read, logs=[], refusals=1)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "data"


def started(folder, monkeypatch, read, version="2"):
    """The service over a folder, started with a version of the importer, once it looked at its originals."""
    monkeypatch.setattr(
        importers, "IMPORTERS", (msgspec.structs.replace(WORKBOOK, version=version, read=read),)
    )
    return application(folder)


def wait(app):
    thread = app.extensions["auditor"]._renewing._thread
    if thread.ident is not None:
        thread.join(60)
    return app.test_client()


def two():
    second = {**SESSION, "session": "s-2", "table": "T2"}
    sheets = {
        "Session": table([SESSION, second]),
        "Hands": table([{**row, "session": name} for name in ("s-1", "s-2") for row in HANDS]),
    }
    toke = {"session": "s-1", "at": "16:08", "kind": "toke", "seat": 2, "player": "p-2", "amount": 1}
    return {**sheets, "Chips": table([toke])}


def first(folder, sheets):
    with application(folder) as app:
        answer = app.test_client().post(AT, data=written(sheets))
        assert answer.status_code == 201
        return answer.json["logs"]


def sessions(client):
    return [
        (each["id"], each["session"], each["supersedes"])
        for each in client.get("/v1/sessions").json["sessions"]
    ]


def is_sound(folder):
    checks = examine(folder / FILE).checks
    assert [fault for each in checks if each.check != "disk" for fault in each.faults] == []


@pytest.mark.slow
def test_what_reads_otherwise_supersedes_what_was_derived_and_the_rest_stays(folder, monkeypatch):
    before = first(folder, two())
    with started(folder, monkeypatch, tolled) as app:
        client = wait(app)
        assert sessions(client) == [(1, "s-1", None), (2, "s-2", None), (3, "s-1", 1)]
        line = json.loads(client.get("/v1/sessions/3/log").data.splitlines()[0])
        assert line["_derived_from"]["version"] == "2"
        assert line["supersedes"] == {
            "sha256": before[0]["sha256"],
            "reason": "The importer workbook, version 2, reads the same original otherwise.",
            "by": "auditor",
        }
        imports = client.get(f"{AT}/1").json["imports"]
        assert [(each["version"], each["key"]) for each in imports] == [("1", None), ("2", None)]
        assert [each["session_id"] for each in imports[1]["logs"]] == [3, 2]
        entry = client.get(f"/v1/register/entries/{imports[1]['entry']}").json
        assert json.loads(entry["record"])["kind"] == "original.accepted"
        again = client.post(AT, data=written(two()))
        assert (again.status_code, [each["session_id"] for each in again.json["logs"]]) == (200, [3, 2])
        assert len(client.get(f"{AT}/1").json["imports"]) == 2
    with started(folder, monkeypatch, tolled) as app:
        assert app.extensions["auditor"].originals.older() == []
        assert len(sessions(wait(app))) == 3
    is_sound(folder)


def test_where_a_version_reads_the_same_nothing_happens_and_it_is_not_read_again(folder, monkeypatch):
    first(folder, two())
    with started(folder, monkeypatch, alike) as app:
        client = wait(app)
        assert sessions(client) == [(1, "s-1", None), (2, "s-2", None)]
        (only,) = client.get(f"{AT}/1").json["imports"]
        assert only["version"] == "1"
        assert app.extensions["auditor"].originals.older() == []
    is_sound(folder)


def test_a_session_that_the_room_has_corrected_since_is_left(folder, monkeypatch):
    before = first(folder, content())
    with application(folder) as app:
        client = app.test_client()
        kept = client.get("/v1/sessions/1/log").data
        line, _, rest = kept.partition(b"\n")
        line = {
            **json.loads(line),
            "supersedes": {"sha256": before[0]["sha256"], "reason": "typo", "by": "s-1"},
        }
        corrected = json.dumps(line).encode() + b"\n" + rest
        assert client.post("/v1/sessions", data=corrected, content_type=NDJSON).status_code == 201
    with started(folder, monkeypatch, tolled) as app:
        assert sessions(wait(app)) == [(1, "s-1", None), (2, "s-1", 1)]


def test_a_version_that_refuses_what_was_taken_leaves_the_session_and_is_on_record(folder, monkeypatch):
    first(folder, content())
    with started(folder, monkeypatch, stricter) as app:
        client = wait(app)
        assert sessions(client) == [(1, "s-1", None)]
        imports = client.get(f"{AT}/1").json["imports"]
        assert [(each["version"], each["accepted"]) for each in imports] == [("1", True), ("2", False)]
    with started(folder, monkeypatch, tolled, "3") as app:
        assert sessions(wait(app)) == [(1, "s-1", None), (2, "s-1", 1)]
    is_sound(folder)


def test_an_earlier_version_changes_nothing(folder, monkeypatch):
    with started(folder, monkeypatch, tolled) as app:
        assert app.test_client().post(AT, data=written(content())).status_code == 201
    with started(folder, monkeypatch, alike, "1") as app:
        client = wait(app)
        again = client.post(AT, data=written(content()))
        assert (again.status_code, again.json["logs"][0]["session_id"]) == (200, 1)
        assert sessions(client) == [(1, "s-1", None)]


def test_an_original_that_is_damaged_does_not_stop_the_others(folder, monkeypatch, caplog):
    first(folder, content())
    sheets = content()
    put(sheets, "Session", 2, "session", "s-5")
    first(folder, sheets)
    with application(folder) as app:
        db = app.extensions["auditor"].store.connections.db
        with unprotected(db):
            db.execute("UPDATE originals SET body = x'00' WHERE id = 1")
    with caplog.at_level(logging.WARNING), started(folder, monkeypatch, tolled) as app:
        assert sessions(wait(app)) == [(1, "s-1", None), (2, "s-5", None), (3, "s-5", 2)]
    assert "original 1 is not derived again: Original 1 is no longer what was received" in caplog.text
