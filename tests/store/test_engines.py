"""Which engine audited into a store from when: a row and an entry of the register, once for each change."""

import json
from multiprocessing.queues import Queue
from pathlib import Path

import pytest
from sqlite_utils import Database

from auditor import service
from auditor.doctor import examine, verify_register
from auditor.engine import program
from auditor.engine.identity import Program
from auditor.store import Store
from auditor.store.legacy.entries_of_rows import append
from auditor.store.legacy.migrations import MIGRATIONS
from auditor.store.legacy.stored_seals import seal
from auditor.store.store import FILE
from auditor.store.stored_fact_tables import TablesOfOneFact
from rules.controls.library import library
from rules.results import Engine
from rules.version import VERSION
from tests.processes import forked, forks
from tests.services import application
from tests.store.test_doctor import alter

AT = "2026-03-15T08:00:00.000000Z"
LATER = "2026-05-15T08:00:00.000000Z"
OLD = Engine(version="0.0.9", library="a" * 64)
NEW = Engine(version="0.1.0", library="b" * 64)


def entries(store):
    """(time, other fields) of each fact of an engine."""
    rows = store.connections.db.execute(
        "SELECT record FROM register WHERE kind = 'engine.changed' ORDER BY entry"
    )
    facts = (json.loads(text) for (text,) in rows)
    return [(fact.pop("at"), {name: fact[name] for name in fact if name != "kind"}) for fact in facts]


def test_the_first_engine_is_entered(store: Store):
    assert store.engines.last() is None
    assert store.engines.note(OLD, AT)
    assert entries(store) == [(AT, {"number": 1, "version": "0.0.9", "library": "a" * 64})]
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
        {"number": 2, "version": other.version, "library": other.library},
    )


@pytest.mark.parametrize("other", [("d" * 64, 3), ("c" * 64, 4)])
def test_another_code_or_judgement_of_one_version_is_a_change(store: Store, other):
    code, judgement = other
    store.engines.note(Engine(version="0.2.0", code="c" * 64, judgement=3, library="b" * 64), AT)
    later = Engine(version="0.2.0", code=code, judgement=judgement, library="b" * 64)
    assert store.engines.note(later, LATER)
    assert store.engines.last() == later
    found = [(about["code"], about["judgement"]) for _, about in entries(store)]
    assert found == [("c" * 64, 3), (code, judgement)]


@pytest.mark.of_the_file
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
    (_, entry), (adopted_at, adopted), (_, second) = entries(store)
    assert entry["about"]["library_before"] is None
    assert (adopted_at, adopted) == (
        AT,
        {"number": 1, "version": "0.1.0", "library": "a" * 64, "adopted": True, "entry": 0},
    )
    assert (second["number"], second["code"]) == (2, "c" * 64)
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

    monkeypatch.setattr(TablesOfOneFact, "put", breaks)
    with pytest.raises(RuntimeError):
        store.engines.note(OLD, AT)
    assert (store.engines.last(), entries(store)) == (None, [])


def test_an_engine_that_somebody_removed_is_no_reason_not_to_start(tmp_path: Path):
    folder = tmp_path / "data"
    with application(folder):
        pass
    alter(folder, "DELETE FROM engines")
    with application(folder) as app:
        found = entries(app.extensions["auditor"].store)
    assert [about["number"] for _, about in found] == [1, 2]
    faults = verify_register(folder / FILE).faults
    assert [(each.table, each.row, each.found) for each in faults] == [("engines", "1", "none")]


def test_a_service_starts_with_another_engine_over_an_altered_register(tmp_path: Path, monkeypatch):
    """Its health says so; nothing is written over it."""
    folder = tmp_path / "data"
    with application(folder):
        pass
    alter(folder, "UPDATE register SET record = replace(record, '0.', '9.') WHERE entry = 0")
    monkeypatch.setattr(service, "read_program", lambda: Program("0.9.9", "f" * 64, 99, "e" * 64))
    with application(folder) as app:
        found = app.test_client().get("/healthz")
        assert (found.status_code, found.json["status"], found.json["library"]) == (200, "degraded", None)
        (reason,) = [each["reason"] for each in found.json["reasons"] if each["part"] == "register"]
        assert reason.startswith("The register is not as it was signed: the entries up to 1 are not")
        assert len(entries(app.extensions["auditor"].store)) == 1


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
    processes = [forked(_start, str(tmp_path / "data"), results) for _ in range(6)]
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


@pytest.mark.of_the_file
def test_a_store_of_before_gets_its_engine_at_the_next_start(tmp_path: Path):
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    early = Database(folder / FILE)
    MIGRATIONS.apply(early, stop_before="0025_engines")
    early.close()
    with application(folder) as app:
        assert [about["version"] for _, about in entries(app.extensions["auditor"].store)] == [VERSION]
    assert examine(folder / FILE).sound
