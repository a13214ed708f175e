"""Which engine audited into a store from when: a row and an entry of the register, once for each change."""

import json
from multiprocessing.queues import Queue
from pathlib import Path

import pytest
from sqlite_utils import Database

from auditor.doctor import examine, verify_register
from auditor.engine import program
from auditor.store import Store, engines
from auditor.store.connection import StoreError
from auditor.store.migrations import MIGRATIONS
from auditor.store.store import FILE
from auditor.store.stored_register import append
from auditor.store.stored_seals import seal
from rules.controls.library import library
from rules.results import Engine
from rules.version import VERSION
from tests.processes import forks
from tests.services import application

AT = "2026-03-15T08:00:00.000000Z"
LATER = "2026-05-15T08:00:00.000000Z"
OLD = Engine(version="0.0.9", library="a" * 64)
NEW = Engine(version="0.1.0", library="b" * 64)


def entries(store):
    """(time, what is about) of each entry of an engine."""
    rows = store.connections.db.execute(
        "SELECT record FROM register WHERE kind = 'engine.changed' ORDER BY entry"
    )
    return [(record["at"], record["about"]) for record in (json.loads(text) for (text,) in rows)]


def test_the_first_engine_is_entered_with_none_before(store: Store):
    assert store.engines.last() is None
    assert store.engines.note(OLD, AT)
    assert entries(store) == [
        (
            AT,
            {
                "number": 1,
                "version": "0.0.9",
                "library": "a" * 64,
                "version_before": None,
                "library_before": None,
            },
        )
    ]
    assert store.engines.last() == OLD


def test_an_engine_that_stays_is_not_entered_again(store: Store):
    store.engines.note(OLD, AT)
    assert not store.engines.note(OLD, LATER)
    assert len(entries(store)) == 1


@pytest.mark.parametrize(
    "other", [NEW, Engine(version="0.0.9", library="b" * 64), Engine(version="0.1.0", library="a" * 64)]
)
def test_another_version_or_library_is_a_change(store: Store, other):
    store.engines.note(OLD, AT)
    assert store.engines.note(other, LATER)
    assert entries(store)[1] == (
        LATER,
        {
            "number": 2, "version": other.version, "library": other.library,
            "version_before": "0.0.9", "library_before": "a" * 64,
        },
    )  # fmt: skip


@pytest.mark.parametrize("other", [("d" * 64, 3), ("c" * 64, 4)])
def test_another_code_or_judgement_of_one_version_is_a_change(store: Store, other):
    code, judgement = other
    store.engines.note(Engine(version="0.2.0", code="c" * 64, judgement=3, library="b" * 64), AT)
    later = Engine(version="0.2.0", code=code, judgement=judgement, library="b" * 64)
    assert store.engines.note(later, LATER)
    assert store.engines.last() == later
    names = ("code", "judgement", "code_before", "judgement_before")
    assert [tuple(about[name] for name in names) for _, about in entries(store)] == [
        ("c" * 64, 3, None, None), (code, judgement, "c" * 64, 3),
    ]  # fmt: skip


def test_the_entry_of_an_engine_from_before_there_was_code_stays_as_it_was(tmp_path: Path):
    early = Database(tmp_path / FILE)
    MIGRATIONS.apply(early, stop_before="0036_engine_code")
    early.execute("INSERT INTO engines (at, version, library) VALUES (?, ?, ?)", [AT, "0.1.0", "a" * 64])
    seal(early, "engines", 1)
    append(early, "engine.changed", 1)
    early.conn.commit()
    early.close()
    store = Store(tmp_path)
    assert store.engines.last() == Engine(version="0.1.0", library="a" * 64)
    assert store.engines.note(Engine(version="0.1.0", code="c" * 64, judgement=1, library="a" * 64), LATER)
    first, second = (about for _, about in entries(store))
    assert "code" not in first
    assert (second["version_before"], second["code"], second["code_before"]) == ("0.1.0", "c" * 64, None)
    store.close()
    assert verify_register(tmp_path / FILE).faults == []
    assert examine(tmp_path / FILE, folder=False).sound


def test_to_go_back_to_an_earlier_engine_is_a_change(store: Store):
    for engine in (OLD, NEW, OLD):
        assert store.engines.note(engine, AT)
    assert [about["version"] for _, about in entries(store)] == ["0.0.9", "0.1.0", "0.0.9"]


def test_neither_the_row_nor_the_entry_is_kept_without_the_other(store: Store, monkeypatch):
    def breaks(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(engines, "append", breaks)
    with pytest.raises(RuntimeError):
        store.engines.note(OLD, AT)
    assert (store.engines.last(), entries(store)) == (None, [])


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE engines SET version = '0.1.0'",
        "DELETE FROM engines",
        f"INSERT OR REPLACE INTO engines VALUES (1, '{AT}', '0.1.0', '{'b' * 64}', NULL, NULL)",
    ],
)
def test_an_engine_on_record_is_not_altered(store: Store, sql):
    store.engines.note(OLD, AT)
    with pytest.raises(StoreError, match="an engine on record is never"):
        store.connections.db.execute(sql)
    assert store.engines.last() == OLD


def _start(folder: str, results: "Queue[bool]") -> None:
    store = Store(Path(folder))
    results.put(store.engines.note(NEW, AT))
    store.close()


@pytest.mark.slow
def test_of_several_processes_that_start_at_once_one_enters_it(tmp_path: Path):
    store = Store(tmp_path / "data")
    store.engines.note(OLD, AT)
    store.close()
    results: Queue[bool] = forks.Queue()
    processes = [forks.Process(target=_start, args=(str(tmp_path / "data"), results)) for _ in range(6)]
    for process in processes:
        process.start()
    assert sorted(results.get(timeout=60) for _ in processes) == [False] * 5 + [True]
    for process in processes:
        process.join()
    store = Store(tmp_path / "data")
    assert [about["version"] for _, about in entries(store)] == ["0.0.9", "0.1.0"]
    store.close()


def test_the_service_enters_its_engine_when_it_starts(tmp_path: Path):
    for _ in range(2):
        with application(tmp_path / "data") as app:
            store = app.extensions["auditor"].store
            assert store.engines.last() == program().engine(library().digest)
            assert len(entries(store)) == 1
    assert verify_register(tmp_path / "data" / FILE).faults == []


def test_a_store_of_before_gets_its_engine_at_the_next_start(tmp_path: Path):
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    early = Database(folder / FILE)
    MIGRATIONS.apply(early, stop_before="0025_engines")
    early.close()
    with application(folder) as app:
        assert [about["version"] for _, about in entries(app.extensions["auditor"].store)] == [VERSION]
    assert examine(folder / FILE).sound
