"""What is kept of sessions for screening: with the audit that read them, of the newest log, as of a moment."""

import gzip
import hashlib
import json

import pytest

from auditor.errors import RecordDamaged, ResultDamaged
from auditor.store.caller import Caller
from rules.screening.engines.marked import MarkedStratum
from tests.http.kit import NDJSON
from tests.rules.screening.screened import logs_of
from tests.services import application, unprotected

ROOM = "WA-0417"


@pytest.fixture
def app(tmp_path):
    with application(tmp_path / "data") as app:
        yield app


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def store(app):
    return app.extensions["auditor"].store


def text_of(case):
    return gzip.decompress(logs_of(case)[0].read_bytes())


def corrected(log):
    """A log without its last hand that supersedes another one."""
    head, *lines = log.splitlines()
    supersedes = {"sha256": hashlib.sha256(log).hexdigest(), "reason": "keyed twice", "by": "E-7"}
    return b"\n".join([json.dumps({**json.loads(head), "supersedes": supersedes}).encode(), *_less(lines)])


def _less(lines):
    last = max(at for at, line in enumerate(lines) if "seats" in json.loads(line))
    return [line for at, line in enumerate(lines) if at != last]


def upload(client, body):
    answer = client.post("/v1/sessions", data=body, content_type=NDJSON)
    assert answer.status_code == 201, answer.json
    return answer.json["id"]


def audited(client, **asked):
    answer = client.post("/v1/audits", json=asked or {"pending": True}).json
    assert answer["state"] == "finished", answer
    return answer["id"]


def kept(store, entries=None):
    """(session, hands) of what counts in 2026."""
    entries = store.screening.entries() if entries is None else entries
    return [(each.session, each.statistics.hands) for each in store.screening.of_year(ROOM, 2026, entries)]


def test_the_audit_of_a_session_keeps_statistics_and_a_what_if_keeps_none(client, store):
    number = upload(client, text_of("voids-of-losses"))
    audited(client, sessions=[number], ruleset="standard-cash")
    assert kept(store) == []
    audited(client)
    (only,) = store.screening.of_year(ROOM, 2026, store.screening.entries())
    assert only.session == number
    (row,) = [
        row for row in only.statistics.rows["SCN006"] if (row.unit, row.coding) == ((("player", "P1"),), 0)
    ]
    assert row.stratum == MarkedStratum(200, 16, 110, 16)
    assert store.screening.rooms() == [ROOM]
    assert store.screening.years(ROOM, store.screening.entries()) == [2026]
    assert store.screening.of_year(ROOM, 2025, store.screening.entries()) == []


def test_an_audit_that_is_done_again_keeps_the_same_statistics_once(client, store):
    number = upload(client, text_of("dead-winners"))
    first = audited(client, sessions=[number])
    again = client.post(f"/v1/audits/{first}/again", json={"known": "now"}).json
    assert again["state"] == "finished"
    rows = store.connections.db.execute("SELECT session, audit FROM screening_statistics").fetchall()
    assert rows == [(number, first)]


def test_a_superseded_log_no_longer_counts_and_did_count_before(client, store):
    log = text_of("dead-winners")
    first = upload(client, log)
    audited(client)
    before = store.screening.entries()
    second = upload(client, corrected(log))
    assert kept(store) == []  # until the correction is audited
    audited(client)
    assert kept(store) == [(second, 199)]
    assert kept(store, before) == [(first, 200)]
    assert kept(store, 1) == []


def test_other_rooms_are_not_seen(client, store):
    upload(client, text_of("dead-winners"))
    audited(client)
    stranger = store.seen_by(Caller(rooms=("WA-1",))).screening
    assert (stranger.rooms(), stranger.years(ROOM, store.screening.entries())) == ([], [])
    assert stranger.of_year(ROOM, 2026, store.screening.entries()) == []


@pytest.mark.parametrize(
    ("sql", "error"),
    [
        ("UPDATE screening_statistics SET day = '2026-03-15'", RecordDamaged),
        ("UPDATE screening_statistics SET body = CAST(body || x'00' AS BLOB)", ResultDamaged),
    ],
)
def test_altered_statistics_are_not_used(client, store, sql, error):
    upload(client, text_of("dead-winners"))
    audited(client)
    with unprotected(store.connections.db) as db:
        db.execute(sql)
    with pytest.raises(error):
        kept(store)
    assert [each.subject for each in store.damage.all()] == ["screening_statistics"]


def sums_on_record(store):
    return store.connections.db.execute("SELECT statistics FROM screening_sums ORDER BY id").fetchall()


def test_the_sums_are_kept_with_the_statistics_and_serve_alone(client, store, monkeypatch):
    upload(client, text_of("dead-winners"))
    audited(client)
    assert sums_on_record(store) == [(1,)]
    monkeypatch.setattr("auditor.store.stored_screening.statistics_of_bytes", None)  # no rows are read
    (only,) = store.screening.of_year(ROOM, 2026, store.screening.entries())
    assert (only.sums.room, only.sums.day.isoformat(), only.sums.hands) == (ROOM, "2026-03-14", 200)
    assert list(only.sums.units)[:2] == ["SCN001", "SCN003"]


def test_statistics_of_before_get_their_sums_with_the_next_list(app, client, store):
    upload(client, text_of("dead-winners"))
    audited(client)
    with unprotected(store.connections.db) as db:
        db.execute("DELETE FROM screening_sums")
    screening = app.extensions["auditor"].screening
    before = screening.screen(ROOM)
    assert [(each.indicator, each.alarm) for each in before] == [("SCN007", True)]
    assert sums_on_record(store) == []  # a look writes nothing
    screening.list_night(ROOM, "2026-03-20T03:00:00Z")
    assert sums_on_record(store) == [(1,)]
    assert [(each.id, each.sums) for each in screening.screen(ROOM)] == [
        (each.id, each.sums) for each in before
    ]


@pytest.mark.parametrize(
    ("sql", "error"),
    [
        ("UPDATE screening_sums SET sha256 = lower(hex(randomblob(32)))", RecordDamaged),
        ("UPDATE screening_sums SET body = CAST(body || x'00' AS BLOB)", ResultDamaged),
    ],
)
def test_altered_sums_are_not_used(client, store, sql, error):
    upload(client, text_of("dead-winners"))
    audited(client)
    with unprotected(store.connections.db) as db:
        db.execute(sql)
    with pytest.raises(error):
        store.screening.of_year(ROOM, 2026, store.screening.entries())
    assert [each.subject for each in store.damage.all()] == ["screening_sums"]
