"""Two services with data folders of their own on one PostgreSQL, whose bytes are in one folder."""

import hashlib
from contextlib import closing
from shutil import copy

import pytest

from auditor.doctor import examine
from auditor.store import Store
from auditor.store.blobs.kept_bytes import pointer
from auditor.store.blobs.named_place import BYTES_VARIABLE
from auditor.store.connections_of import FILE
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.kit import hand_line, log
from tests.http.past import NEEDLE, WRONG, old_log, upload
from tests.services import application
from tests.store.purging.kit import in_files

pytestmark = pytest.mark.slow


def test_what_one_takes_in_the_other_reads_and_a_purge_takes_it_from_the_folder(
    postgresql, monkeypatch, tmp_path
):
    postgresql.take_over(monkeypatch)
    url = postgresql.name(monkeypatch, tmp_path / "one")
    monkeypatch.setenv(BYTES_VARIABLE, f"{tmp_path / 'bytes'}")
    with application(tmp_path / "one") as app:
        client = app.test_client()
        put_room(client)
        body = log(hand_line(1, WRONG), session="S-kept")
        assert [upload(client, each) for each in (old_log(), body)] == [1, 2]
        (tmp_path / "two").mkdir(mode=0o700)
        for key in (tmp_path / "one").glob("*.key"):
            copy(key, tmp_path / "two" / key.name)
        postgresql.share(tmp_path / "one", tmp_path / "two")
        with closing(Store(tmp_path / "two")) as other:
            sha256 = hashlib.sha256(body).hexdigest()
            (column,) = other.connections.db.execute(
                "SELECT body FROM evidence WHERE sha256 = ?", [sha256]
            ).fetchone()
            assert (bytes(column), other.evidence.body(sha256)) == (pointer(sha256), body)
        environment = {"AUDITOR_STORE": url, BYTES_VARIABLE: f"{tmp_path / 'bytes'}"}
        done = call("purge", "--data", tmp_path / "one", "--yes", "--by", "Dana", **environment)
        assert (done.status, "Purged: 1 (1 file" in done.out) == (0, True), done.err
        assert in_files(tmp_path / "bytes", NEEDLE) == []
        assert client.get("/v1/sessions/2/log").data == body
        assert examine(tmp_path / "one" / FILE).sound
