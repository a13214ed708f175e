"""The thread of a service that enters what waits in its inbox: at the start, and again while something waits."""

import time

from auditor.http.context import EXTENSION
from tests.http.kit import hand_line, log
from tests.http.test_inbox import UnsignedEntry, inbox, must_be_kept, send
from tests.services import application

LOG = log(hand_line(1))
PATIENCE = 120  # seconds


def must_be_entered(app):
    until = time.monotonic() + PATIENCE
    while not inbox(app).is_empty():
        assert time.monotonic() < until
        time.sleep(0.05)
    assert app.extensions[EXTENSION].store.sessions.get(1).session == "S-1"


def test_what_waits_is_entered_while_the_service_runs(tmp_path, monkeypatch):
    monkeypatch.setattr("auditor.jobs.inbox_entering.EVERY_SECONDS", 0.2)
    with application(tmp_path / "data") as app:
        UnsignedEntry().put(tmp_path / "data")
        must_be_kept(send(app, LOG), LOG)
        UnsignedEntry().remove(tmp_path / "data")
        must_be_entered(app)


def test_what_waits_is_entered_at_the_start(tmp_path, monkeypatch):
    monkeypatch.setattr("auditor.jobs.inbox_entering.EVERY_SECONDS", 3600.0)
    with application(tmp_path / "data") as app:
        UnsignedEntry().put(tmp_path / "data")
        must_be_kept(send(app, LOG), LOG)
    UnsignedEntry().remove(tmp_path / "data")
    with application(tmp_path / "data") as app:
        must_be_entered(app)
