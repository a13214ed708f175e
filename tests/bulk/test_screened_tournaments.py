"""Draws of tournaments in the screening of bulk runs: what the service lists of the same files and logs."""

import gzip

import pytest

from auditor.registry import known
from tests.bulk.test_screening_run import listed, screened, written
from tests.http.filing import put_room
from tests.http.test_screening import results
from tests.http.test_screening_tournaments import (
    TOGETHER,
    final_of,
    log_of_final,
    tournament,
    upload,
    upload_logs,
)
from tests.rules.screening.screened import logs_of
from tests.services import application

pytestmark = pytest.mark.slow
FINALS = range(len(TOGETHER["data"]), 30)  # of all the button goes to P1


@pytest.fixture(scope="module")
def texts():
    events = [tournament(place, tables) for place, tables in enumerate(TOGETHER["data"])]
    events += [final_of(place) for place in FINALS]
    logs = [log_of_final(place) for place in FINALS]
    return events, [*logs, gzip.decompress(logs_of("dead-winners")[0].read_bytes())]


@pytest.mark.slow
def test_draws_and_buttons_are_those_of_the_service(texts, tmp_path):
    events, logs = texts
    with application(tmp_path / "data") as app:
        client, store = app.test_client(), app.extensions["auditor"].store
        assert put_room(client).status_code in (200, 201)
        for body in events:
            upload(client, body)
        upload_logs(client, *logs)
        expected, known_then = results(client), known(store, store.changes.latest())
    files = [written(tmp_path / "logs", f"{at}.ndjson", body) for at, body in enumerate([*events, *logs])]
    screened(files, tmp_path / "out", known_then)
    assert listed(tmp_path / "out") == [{**each, "as_of": None} for each in expected]
    alarms = {(each["indicator"], *each["unit"].values()) for each in expected if each["alarm"]}
    assert alarms >= {("SCN018", "P1", "P2"), ("SCN018", "P1")}
