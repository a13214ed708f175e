"""The service is killed while an upload is kept, or leaves the inbox: none is lost, none is there twice."""

import json
import signal

import pytest

from auditor.http.context import EXTENSION
from tests import altered_stores
from tests.http.kit import hand_line, log
from tests.http.test_inbox import UnsignedEntry, entered, inbox, must_be_kept, patient, send
from tests.processes import Forked
from tests.services import application

__all__ = ["patient"]  # no thread enters what waits

LOG = log(hand_line(1))
PREPARE = """
import os, signal, sys
from pathlib import Path
from auditor.evidence import SERVED
from auditor.inbox import InboxEntering, keep_in_inbox
from auditor.service import Service
from auditor.store.inbox_folder import Inbox, SentUpload
service = Service(Path(sys.argv[1]), lambda *_: None, SERVED)
kill = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
"""
# after the transaction that enters it, before its files go; after one of these went; and while it is kept
BEFORE_IT_GOES = PREPARE + "Inbox.remove = kill\nInboxEntering(service.store, service.seen_by).enter_all()"
BETWEEN_FILES = (
    PREPARE + "import auditor.store.inbox_folder as files\nreal = files._matches\n"
    "def matches(folder):\n    matches.count += 1\n    return kill() if matches.count > 1 else real(folder)\nmatches.count = 0\n"
    "files._matches = matches\nInboxEntering(service.store, service.seen_by).enter_all()"
)
WHILE_IT_IS_KEPT = PREPARE + (
    "Inbox._write_record = kill\nkeep_in_inbox(service.store, Path(sys.argv[2]).read_bytes(), SentUpload('session'))"
)


def killed(code, *arguments):
    with Forked(code, *arguments) as process:
        assert process.wait(120) == -signal.SIGKILL, process.said_wrong()


def entries(folder, kind):
    with altered_stores.altering(folder) as db:
        rows = db.execute("SELECT record FROM register WHERE kind LIKE ? ORDER BY entry", [kind])
        return [json.loads(record)["file"]["sha256"] for (record,) in rows]


@pytest.mark.slow
@pytest.mark.parametrize("code", [BEFORE_IT_GOES, BETWEEN_FILES], ids=["before", "between"])
def test_an_upload_that_was_entered_and_whose_files_did_not_go_is_entered_once(tmp_path, code):
    data = tmp_path / "data"
    with application(data) as app:
        UnsignedEntry().put(data)
        kept = must_be_kept(send(app, LOG), LOG)
        UnsignedEntry().remove(data)
    killed(code, data)
    assert entries(data, "upload.%") == [kept["sha256"]]
    with application(data) as app:
        entered(app)  # unless its thread did
        assert inbox(app).is_empty()
        assert app.extensions[EXTENSION].store.sessions.count() == 1
        assert send(app, LOG).status_code == 200
    assert entries(data, "upload.%") == [kept["sha256"]]


@pytest.mark.slow
def test_an_upload_that_broke_off_is_named_and_whole_once_it_is_sent_again(tmp_path):
    data = tmp_path / "data"
    with application(data):
        pass
    (tmp_path / "log.ndjson").write_bytes(LOG)
    killed(WHILE_IT_IS_KEPT, data, tmp_path / "log.ndjson")
    with application(data) as app:
        (damaged,) = inbox(app).damaged()
        assert "the upload broke off; send the file again" in damaged.found
        UnsignedEntry().put(data)
        must_be_kept(send(app, LOG), LOG)
        assert inbox(app).damaged() == []
        UnsignedEntry().remove(data)
        entered(app)
        assert app.extensions[EXTENSION].store.sessions.count() == 1
