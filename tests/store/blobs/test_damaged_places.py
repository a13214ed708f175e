"""A store with a row in every table, whose bytes are in a folder: each file altered, cut, removed and swapped is named."""

from contextlib import closing

import pytest

from auditor.doctor import examine
from auditor.store import Store
from auditor.store.blobs.kept_bytes import POINTED, pointer
from auditor.store.blobs.moved_bytes import move_bytes
from auditor.store.blobs.named_place import BYTES_VARIABLE, place_of_bytes
from auditor.store.connections_of import FILE
from tests.store.test_doctor import with_every_table

pytestmark = pytest.mark.slow

DAMAGES = {
    "altered": lambda body, _: bytes([body[0] ^ 1]) + body[1:],
    "cut": lambda body, _: body[:-1],
    "removed": lambda _body, _other: None,
    "swapped": lambda _body, other: other,
}


def faults(data):
    """(check, digest or number) of faults."""
    return {(each.check, fault.table) for each in examine(data / FILE).checks for fault in each.faults}


def pointers(store):
    """Tables that point to each digest."""
    found = {}
    for table in POINTED:
        for sha256, column in store.connections.db.execute(f"SELECT sha256, body FROM {table}"):
            if bytes(column or b"") == pointer(sha256):
                found.setdefault(sha256, set()).add(table)
    return found


def test_each_damaged_file_is_named_with_its_tables(tmp_path, monkeypatch):
    data = tmp_path / "data"
    with_every_table(data)
    monkeypatch.setenv(BYTES_VARIABLE, f"{tmp_path / 'bytes'}")
    with closing(Store(data)) as store:
        assert move_bytes(store.connections, place_of_bytes()).damaged == ()
        assert store.connections.make_anew()
        tables = pointers(store)
    assert set().union(*tables.values()) == set(POINTED)
    assert faults(data) == set()
    files = sorted(each for each in (tmp_path / "bytes").glob("??/*") if len(each.name) == 64)
    assert [each.name for each in files] == sorted(tables)
    unnoticed = []
    for number, file in enumerate(files):
        body, other = file.read_bytes(), files[number - 1].read_bytes()
        for damage, spoiled in DAMAGES.items():
            made = spoiled(body, other)
            if made is None:
                file.unlink()
            else:
                file.write_bytes(made)
            if {table for _, table in faults(data)} != tables[file.name]:
                unnoticed.append((file.name, damage, faults(data)))
            file.write_bytes(body)
    assert unnoticed == []
    assert faults(data) == set()
