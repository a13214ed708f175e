"""An original goes with the last session that was derived from it; one without a session goes by itself, after its time."""

import datetime as dt
import json

import pytest

from auditor.doctor import examine
from auditor.retention import plan, purge
from auditor.store.store import FILE
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.importing.workbooks import HANDS, SESSION, put, table, written
from tests.services import application

AT = "/v1/originals"


def old(*sessions, year="2015"):
    """A workbook of some sessions of an earlier year."""
    days = {
        "opened at": f"{year}-03-14 16:00",
        "closed at": f"{year}-03-15 02:00",
        "counted at": f"{year}-03-15 02:00",
    }
    hands = [
        {**{title: value for title, value in row.items() if title != "at"}, "session": name}
        for name in sessions
        for row in HANDS
    ]
    rows = [{**SESSION, **days, "session": name} for name in sessions]
    return {"Session": table(rows), "Hands": table(hands)}


@pytest.fixture
def service(tmp_path):
    with application(tmp_path / "data") as app:
        put_room(app.test_client())
        yield app.test_client(), tmp_path / "data", app.extensions["auditor"].store


def purged(client, number):
    return client.get(f"{AT}/{number}").json["purged"]


def faults(folder):
    checks = examine(folder / FILE).checks
    return [
        fault for each in checks if each.check not in ("disk", "erasure", "clock") for fault in each.faults
    ]


def do_purge(folder):
    return call("purge", "--data", folder, "--yes", "--by", "Dana Reyes")


@pytest.mark.slow
def test_an_original_goes_with_the_last_of_its_sessions(service):
    client, folder, store = service
    data = written(old("s-1", "s-2"))
    assert client.post(AT, data=data).status_code == 201
    hold = client.post("/v1/holds", json={"room": "WA-0417", "session": "s-2", "reason": "case 12"}).json[
        "id"
    ]
    assert do_purge(folder).status == 0
    assert [client.get(f"/v1/sessions/{each}/log").status_code for each in (1, 2)] == [410, 200]
    assert (purged(client, 1), client.get(f"{AT}/1/file").data) == (None, data)
    client.post(f"/v1/holds/{hold}/lift", json={"reason": "closed"})
    assert do_purge(folder).status == 0
    found = purged(client, 1)
    assert (found["by"], found["kept_until"], found["sha256"]) == (
        "Dana Reyes", "2018-06-30", client.get(f"{AT}/1").json["sha256"],
    )  # fmt: skip
    for path in ("file", "marked.xlsx"):
        answer = client.get(f"{AT}/1/{path}")
        assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (410, "evidence-purged")
        assert answer.json["detail"].startswith("Original 1 was purged on ")
    assert bytes(store.connections.db.execute("SELECT body FROM originals").fetchone()[0]) == b""
    assert faults(folder) == []
    again = client.post(AT, data=data)
    assert (again.status_code, again.json["detail"][:45]) == (
        410,
        "This file was here before and was purged on 2"[:45],
    )
    assert store.connections.db.execute("SELECT count(*) FROM returns").fetchone() == (1,)


def test_both_sessions_of_an_original_may_go_at_once(service):
    client, folder, store = service
    client.post(AT, data=written(old("s-1", "s-2")))
    assert do_purge(folder).status == 0
    rows = store.connections.db.execute("SELECT session, key FROM purges ORDER BY id").fetchall()
    sha256 = client.get(f"{AT}/1").json["sha256"]
    assert [session for session, key in rows if key == sha256] == ["s-2"]
    assert len(rows) == 3
    assert faults(folder) == []


def test_a_refused_original_counts_from_the_day_it_came_in(service):
    client, _, store = service
    sheets = old("s-1")
    where = put(sheets, "Hands", 2, "net", "a lot")
    sheets["Session"][1][sheets["Session"][0].index("opened at")] = "2015-03-14 16:00"
    assert client.post(AT, data=written(sheets)).json["problems"][0]["where"] == where
    registry = client.application.extensions["auditor"].registry
    assert plan(store, registry).due == []
    later = (dt.date.today() + dt.timedelta(366 * 5)).isoformat()
    (due,) = plan(store, registry, f"{later}T08:00:00.000000Z").due
    assert due.what.startswith("refused original ")
    assert (due.purgeable.room, due.purgeable.session, due.held) == ("WA-0417", None, ())
    client.post("/v1/holds", json={"room": "WA-0417", "reason": "case 12"})
    (held,) = plan(store, registry, f"{later}T08:00:00.000000Z").due
    assert held.held[0].endswith("case 12")


def test_what_a_refused_original_quotes_goes_with_it(service, monkeypatch):
    client, folder, store = service
    sheets = old("s-1")
    put(sheets, "Hands", 2, "net", "a lot")
    client.post(AT, data=written(sheets))
    registry = client.application.extensions["auditor"].registry
    later = f"{(dt.date.today() + dt.timedelta(366 * 5)).isoformat()}T08:00:00.000000Z"
    monkeypatch.setattr("auditor.retention.now", lambda: later)
    (done,) = purge(store, plan(store, registry, later), "Dana Reyes")
    assert done.left is None
    found = client.get(f"{AT}/1").json
    assert (found["problems"], found["imports"][0]["problem_count"]) == ([], 1)
    assert store.connections.db.execute("SELECT count(*) FROM fact_parts").fetchone() == (0,)
    (record,) = store.connections.db.execute(
        "SELECT record FROM register WHERE kind = 'original.refused'"
    ).fetchone()
    assert "a lot" not in json.dumps(record)
    assert faults(folder) == []


def test_the_same_bytes_that_were_refused_as_a_log_go_with_the_original(service):
    client, folder, store = service
    data = written(old("s-1"))
    assert client.post("/v1/sessions", data=data, content_type="application/octet-stream").status_code == 422
    assert client.post(AT, data=data).status_code == 201
    assert do_purge(folder).status == 0
    bodies = store.connections.db.execute(
        "SELECT length(body) FROM evidence WHERE outcome = 'refused' UNION ALL SELECT length(body) FROM originals"
    ).fetchall()
    assert bodies == [(0,), (0,)]
    assert faults(folder) == []
