"""Whose the files of a data folder are: their owner's alone, whatever the umask was."""

import os
import stat

import pytest

from auditor.doctor.examined_backups import back_up, restore
from auditor.store import Store
from auditor.store.store import FILE
from tests.http.kit import NDJSON, log
from tests.services import application

pytestmark = pytest.mark.of_the_file

MASKS = (0o000, 0o022)


@pytest.fixture(params=MASKS, ids=oct)
def umask(request):
    before = os.umask(request.param)
    yield
    os.umask(before)


def modes(folder):
    """The mode of each file below a folder."""
    found = [each for each in folder.rglob("*") if each.is_file()]
    return {f"{each.relative_to(folder)}": oct(stat.S_IMODE(each.stat().st_mode)) for each in found}


def are_private(found):
    return dict.fromkeys(found, oct(0o600))


@pytest.mark.slow
def test_every_file_of_a_service_is_for_its_owner_alone(tmp_path, umask):
    data = tmp_path / "data"
    Store(data).close()
    with application(data) as app:
        client = app.test_client()
        client.post("/v1/sessions", data=log(), content_type=NDJSON)
        client.post("/v1/audits", json={"pending": True})
        assert client.get("/v1/audits/1/report.pdf").status_code == 200
        found = modes(data)
    assert found == are_private(found)
    assert {FILE, f"{FILE}-wal", f"{FILE}-shm", f"{FILE}-turn", "register.key"} <= set(found)


@pytest.mark.slow
def test_a_backup_and_what_is_restored_from_it_are_too(tmp_path, umask):
    (tmp_path / "copies").mkdir()
    for name in ("data", "other"):
        Store(tmp_path / name).close()
    back_up(tmp_path / "data" / FILE, tmp_path / "copies" / "a.sqlite")
    restore(tmp_path / "copies" / "a.sqlite", tmp_path / "other", replace=True)
    Store(tmp_path / "other").close()
    found = modes(tmp_path)
    assert found == are_private(found)
    assert any(f"{FILE}.replaced-" in name for name in found)


def test_a_store_that_others_could_read_is_closed_to_them_at_the_start(tmp_path):
    Store(tmp_path).close()
    copy = tmp_path / f"{FILE}.before-0001"
    copy.write_bytes(b"of an earlier version")
    named = tmp_path / "webhooks.toml"
    named.write_text("")
    for each in (tmp_path / FILE, copy, named):
        each.chmod(0o644)
    store = Store(tmp_path)
    store.connections.to_disk()
    found = modes(tmp_path)
    store.close()
    assert found.pop("webhooks.toml") == oct(0o644)  # whoever wrote it decides
    assert found == are_private(found)


def test_a_store_that_is_only_read_keeps_its_mode(tmp_path):
    Store(tmp_path).close()
    (tmp_path / FILE).chmod(0o640)
    Store(tmp_path, read_only=True).close()
    assert modes(tmp_path)[FILE] == oct(0o640)
