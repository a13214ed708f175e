"""Writers of a store take turns: who comes first writes first, also where it is another process, and where one is killed."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from auditor.store import Store
from auditor.store.store import FILE

HOLDS = """
import pathlib, sys, time
from auditor.store import Store
store = Store(pathlib.Path(sys.argv[1]))
with store.connections.writing() as db:
    db.execute("INSERT INTO damage VALUES ('evidence', 'of the holder', '', '')")
    print("holds", flush=True)
    time.sleep(600)
"""
NOTE = "INSERT INTO damage SELECT 'evidence', ?, printf('%09d', count(*)), '' FROM damage"  # numbered in their order


@pytest.fixture
def store(tmp_path: Path):
    store = Store(tmp_path / "data")
    yield store
    store.close()


def waiting(store: Store) -> int:
    """How many wait for their turn, as the kernel says."""
    inode = (store.folder / f"{FILE}-turn").stat().st_ino
    lines = Path("/proc/locks").read_text().splitlines()
    return sum("->" in line and f":{inode} " in line for line in lines)


def until_wait(store: Store, count: int) -> None:
    while waiting(store) < count:
        time.sleep(0.005)


def writers(store: Store, names: str) -> list[threading.Thread]:
    """Threads that write their name, each begun when the one before waits for its turn."""

    def write(name: str) -> None:
        with store.connections.writing() as db:
            db.execute(NOTE, [name])

    threads = []
    for place, name in enumerate(names, 1):
        threads.append(threading.Thread(target=write, args=[name]))
        threads[-1].start()
        until_wait(store, place)
    return threads


def noted(store: Store) -> list[str]:
    return [each.key for each in store.damage.all()]


def test_who_waits_first_writes_first(store):
    with store.connections.writing() as db:
        threads = writers(store, "ABCDEFGHIJKLMNOP")
        db.execute(NOTE, ["first"])
    for thread in threads:
        thread.join()
    assert noted(store) == ["first", *"ABCDEFGHIJKLMNOP"]


def test_the_turn_of_a_process_that_is_killed_goes_to_the_next(store):
    command = [sys.executable, "-c", HOLDS, str(store.folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "holds\n"
        threads = writers(store, "AB")
        assert noted(store) == []
        holder.kill()
        for thread in threads:
            thread.join()
    assert noted(store) == ["A", "B"]


def test_a_transaction_that_breaks_off_gives_its_turn_back(store):
    def break_off() -> None:
        with store.connections.writing() as db:
            db.execute(NOTE, ["lost"])
            raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError, match="in the middle"):
        break_off()
    other = Store(store.folder)
    with other.connections.writing() as db:
        db.execute(NOTE, ["kept"])
    other.close()
    assert noted(store) == ["kept"]


@pytest.mark.parametrize("fails", [False, True])
def test_what_need_not_last_leaves_the_next_transaction_lasting(store, fails):
    def synchronous() -> int:
        return store.connections.db.execute("PRAGMA synchronous").fetchone()[0]

    try:
        with store.connections.writing(lasting=False) as db:
            assert synchronous() == 1  # NORMAL: nothing waits for the disk
            db.execute(NOTE, ["soon"])
            if fails:
                raise RuntimeError
    except RuntimeError:
        assert noted(store) == []
    assert synchronous() == 2  # FULL
