"""Bytes moved from the store to a folder and back: the same bytes, read at any time, and what is damaged is left."""

import hashlib

from auditor.store.blobs.kept_bytes import POINTED, pointer
from auditor.store.blobs.named_place import BYTES_VARIABLE
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.kit import hand_line, log
from tests.http.past import WRONG, upload
from tests.services import application
from tests.store.purging.kit import in_files


def digest(body):
    return hashlib.sha256(body).hexdigest()


def columns(store):
    """(digest, column) of all rows with bytes."""
    found = []
    for table in POINTED:
        found += store.connections.db.execute(f"SELECT sha256, body FROM {table}").fetchall()
    return {sha256: bytes(body) for sha256, body in found}


def test_bytes_are_moved_and_moved_back_beside_a_service(tmp_path, monkeypatch):
    data, place = tmp_path / "data", tmp_path / "bytes"
    bodies = {digest(each): each for each in (log(hand_line(1, WRONG)), log(session="S-2"))}
    with application(data) as app:
        client, store = app.test_client(), app.extensions["auditor"].store
        put_room(client)
        for body in bodies.values():
            upload(client, body)
        none = call("bytes", "move", "--data", data)
        assert (none.status, "AUDITOR_BYTES names no place of bytes" in none.err) == (2, True)
        monkeypatch.setenv(BYTES_VARIABLE, f"{place}")
        moved = call("bytes", "move", "--data", data, AUDITOR_BYTES=f"{place}")
        size = sum(map(len, bodies.values()))
        assert (moved.status, moved.out) == (0, f"Moved to {place}: 2 files of {size:,} bytes.\n"), moved.err
        assert columns(store) == {sha256: pointer(sha256) for sha256 in bodies}
        assert {each.name: each.read_bytes() for each in place.glob("??/*") if len(each.name) == 64} == bodies
        assert in_files(data, *bodies.values()) == []
        assert [client.get(f"/v1/sessions/{each}/log").data for each in (1, 2)] == [*bodies.values()]
        assert call("doctor", "--data", data, AUDITOR_BYTES=f"{place}").status == 0
        again = call("bytes", "move", "--data", data, AUDITOR_BYTES=f"{place}")
        assert (again.status, again.out) == (0, f"Moved to {place}: 0 files of 0 bytes.\n")
        back = call("bytes", "move", "--back", "--data", data, AUDITOR_BYTES=f"{place}")
        assert (back.status, back.out) == (0, f"Moved from {place}: 2 files of {size:,} bytes.\n")
        assert columns(store) == bodies
        assert [each.name for each in place.glob("??/*") if len(each.name) == 64] == []
    monkeypatch.delenv(BYTES_VARIABLE)
    with application(data) as app:
        assert app.test_client().get("/v1/sessions/1/log").data == next(iter(bodies.values()))


def test_damaged_bytes_are_left_and_named(client, store, place):
    body = log()
    upload(client, body)
    (place / digest(body)[:2] / digest(body)).write_bytes(b"altered")
    back = call("bytes", "move", "--back", "--data", store.folder, AUDITOR_BYTES=f"{place}")
    assert (back.status, f"evidence {digest(body)}: damaged, and left." in back.out) == (1, True), back.out
    assert columns(store) == {digest(body): pointer(digest(body))}
