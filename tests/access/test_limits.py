"""What one key may upload: so many a second, so much a day, so many refused files; in all processes together."""

import datetime as dt
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from msgspec.structs import replace

from auditor.access import keys
from auditor.access.key_limits import DEFAULTS, upload_limits
from auditor.access.keys import NewKey
from auditor.errors import LimitReached
from auditor.http.context import OPEN, UPLOAD_LIMITS
from auditor.settings import BadLimit
from auditor.store import Store, uploads
from auditor.store.caller import Caller, UploadLimits
from tests.http.kit import NDJSON, hand_line, log
from tests.services import application

WIDE = UploadLimits(per_second=10**6, bytes_a_day=10**12, refused_a_day=10**6)
NOON = dt.datetime(2026, 3, 14, 12, tzinfo=dt.UTC).timestamp()


@pytest.fixture
def app(tmp_path):
    with application(tmp_path / "data") as made:
        yield made


@pytest.fixture
def clock(monkeypatch):
    """The time of day as the limits see it."""
    time = {"is": NOON}
    monkeypatch.setattr(uploads.time, "time", lambda: time["is"])
    return time


def post(app: Flask, number: int, key: str | None = None, body: bytes | None = None):
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    body = log(hand_line(1), session=f"S-{number}") if body is None else body
    return app.test_client().post("/v1/sessions", data=body, content_type=NDJSON, headers=headers)


def kind(answer):
    return answer.status_code, answer.json["type"].rpartition(":")[2]


def test_more_than_ten_at_once_wait_for_their_turn(app: Flask, clock):
    app.config[UPLOAD_LIMITS] = replace(WIDE, per_second=10)
    assert [post(app, number).status_code for number in range(10)] == [201] * 10
    late = post(app, 10)
    assert kind(late) == (429, "limit-reached")
    assert late.headers["Retry-After"] == "1"
    assert "More than 10 uploads a second" in late.json["detail"]
    assert "Nothing of this upload was stored" in late.json["detail"]
    assert post(app, 0).status_code == 429  # also what is on record already
    clock["is"] += 0.125
    assert [post(app, number).status_code for number in (11, 12)] == [201, 429]
    clock["is"] += 60
    assert [post(app, number).status_code for number in range(20, 31)] == [201] * 10 + [429]
    clock["is"] -= 3600
    assert post(app, 40).status_code == 429  # a clock that is set back gives nothing
    assert app.test_client().get("/v1/sessions").json["pagination"]["total"] == 21


def test_evidence_of_a_day_has_a_limit_that_ends_at_midnight(app: Flask, clock):
    size = len(log(hand_line(1), session="S-0"))
    app.config[UPLOAD_LIMITS] = replace(WIDE, bytes_a_day=2 * size)
    assert [post(app, number).status_code for number in (0, 1, 0)] == [201, 201, 200]
    full = post(app, 2)
    assert kind(full) == (429, "limit-reached")
    assert full.headers["Retry-After"] == str(12 * 3600)
    assert f"More than {2 * size:,} bytes of evidence a day" in full.json["detail"]
    clock["is"] += 12 * 3600
    assert post(app, 2).status_code == 201


def test_refused_files_of_a_day_are_counted_once_each(app: Flask, clock):
    app.config[UPLOAD_LIMITS] = replace(WIDE, refused_a_day=2)
    store = app.extensions["auditor"].store
    bodies = [f"no log {number}\n".encode() for number in range(3)]
    assert [post(app, 0, body=each).status_code for each in (bodies[0], bodies[1], bodies[0])] == [422] * 3
    assert kind(post(app, 0, body=bodies[2])) == (429, "limit-reached")
    assert store.evidence.totals()["refused"][0] == 2
    assert post(app, 0).status_code == 201  # a log that can be read is taken


def test_a_key_has_its_own_limits(app: Flask, clock):
    app.config[UPLOAD_LIMITS] = replace(WIDE, per_second=1)
    app.config[OPEN] = False
    store = app.extensions["auditor"].store
    texts = [keys.make(store, NewKey("room", name, rooms=("WA-0417",)))[1] for name in ("Dana", "Lee")]
    assert [post(app, number, texts[0]).status_code for number in (1, 2)] == [201, 429]
    assert post(app, 3, texts[1]).status_code == 201


@pytest.mark.slow
def test_processes_share_the_count(app: Flask, clock):
    """Sixteen threads over stores of their own, as workers have them: ten uploads are kept, whoever sends them."""
    folder = app.extensions["auditor"].store.folder
    caller = Caller(open=True, limits=replace(WIDE, per_second=10))
    stores = [Store(folder) for _ in range(16)]

    def spend(number):
        with stores[number].connections.writing() as db:
            try:
                uploads.spend(db, caller, f"{number:064x}", 100)
            except LimitReached as error:
                return error.retry_after
        return 0

    with ThreadPoolExecutor(16) as several:
        outcomes = [*several.map(spend, range(16))]
    for each in stores:
        each.close()
    assert sorted(outcomes) == [0] * 10 + [1] * 6
    row = app.extensions["auditor"].store.connections.db.execute("SELECT key, bytes, refused FROM uploads")
    assert row.fetchall() == [("", 1000, 0)]


def test_the_service_itself_has_no_limits(app: Flask, clock):
    store = app.extensions["auditor"].store
    with store.connections.writing() as db:
        for number in range(100):
            uploads.spend(db, Caller(), f"{number:064x}", 10**12)
    assert store.connections.db.execute("SELECT count(*) FROM uploads").fetchone() == (0,)


def test_the_environment_changes_the_defaults():
    assert upload_limits({}) == DEFAULTS == UploadLimits(10, 2_000_000_000, 200)
    given = {"AUDITOR_UPLOADS_PER_SECOND": "50", "AUDITOR_REFUSED_FILES_A_DAY": "1"}
    assert upload_limits(given) == UploadLimits(50, 2_000_000_000, 1)
    for wrong in ("0", "-1", "ten", "1.5", "9" * 30):
        with pytest.raises(BadLimit, match=r"AUDITOR_UPLOADS_PER_SECOND is '.*'; a whole number"):
            upload_limits({"AUDITOR_UPLOADS_PER_SECOND": wrong})
