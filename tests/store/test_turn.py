"""Writers of a store take turns: who comes first writes first, also where it is another process, and where one is killed."""

import errno
import os
import signal
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from auditor.store import Store, connection
from auditor.store.connection import StoreUnavailable
from auditor.store.store import FILE
from tests.processes import Forked

pytestmark = pytest.mark.of_the_file

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


def writers(store: Store, names: Sequence[str], wait: bool = False) -> list[threading.Thread]:
    """Threads that write their name. wait: each is begun when the one before waits for its turn."""

    def write(name: str) -> None:
        with store.connections.writing() as db:
            db.execute(NOTE, [name])

    threads = []
    for place, name in enumerate(names, 1):
        threads.append(threading.Thread(target=write, args=[name]))
        threads[-1].start()
        if wait:
            until_wait(store, place)
    return threads


def noted(store: Store) -> list[str]:
    return [each.key for each in store.damage.all()]


def test_who_waits_first_writes_first(store):
    with store.connections.writing() as db:
        threads = writers(store, "ABCDEFGHIJKLMNOP", wait=True)
        db.execute(NOTE, ["first"])
    for thread in threads:
        thread.join()
    assert noted(store) == ["first", *"ABCDEFGHIJKLMNOP"]


def test_the_turn_of_a_process_that_is_killed_goes_to_the_next(store):
    with Forked(HOLDS, store.folder) as holder:
        assert holder.stdout.readline() == "holds\n"
        threads = writers(store, "AB", wait=True)
        assert noted(store) == []
        holder.kill()
        for thread in threads:
            thread.join()
    assert noted(store) == ["A", "B"]


@pytest.mark.slow
def test_the_turn_of_a_process_that_is_stopped_is_not_waited_for_without_end(store, monkeypatch):
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.2)
    with Forked(HOLDS, store.folder) as holder:
        assert holder.stdout.readline() == "holds\n"
        holder.send_signal(signal.SIGSTOP)
        for _ in range(2):
            with (
                pytest.raises(StoreUnavailable, match=r"another process has been writing for 0\.2 seconds"),
                store.connections.writing(),
            ):
                pass
        holder.kill()
        holder.wait()
        with store.connections.writing() as db:  # those who gave up do not keep the turn
            db.execute(NOTE, ["after"])
    assert noted(store) == ["after"]


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


@pytest.fixture
def to_disk(store, monkeypatch):
    """The inodes that were written to the disk, each while another thread writes."""
    found = []
    wait = os.fdatasync

    def meanwhile(descriptor: int) -> None:
        found.append(os.fstat(descriptor).st_ino)
        for other in writers(store, ["meanwhile"]) if len(found) == 1 else []:
            other.join()
        wait(descriptor)

    monkeypatch.setattr(os, "fdatasync", meanwhile)
    return found


def test_what_is_acknowledged_is_on_the_disk_and_nobody_else_waits_for_that(store, to_disk):
    with store.connections.writing() as db:
        db.execute(NOTE, ["acknowledged"])
        assert to_disk == []
    assert to_disk == [(store.folder / f"{FILE}-wal").stat().st_ino] * 2  # the other one's, too
    assert noted(store) == ["acknowledged", "meanwhile"]


def test_what_need_not_last_does_not_wait_for_the_disk(store, to_disk):
    with store.connections.writing(lasting=False) as db:
        db.execute(NOTE, ["soon"])
    assert (to_disk, noted(store)) == ([], ["soon"])


def test_a_transaction_whose_log_cannot_be_written_to_the_disk_is_not_acknowledged(store, monkeypatch):
    def broken(_: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fdatasync", broken)
    with (
        pytest.raises(StoreUnavailable, match="may not be on the disk: Input/output error"),
        store.connections.writing(),
    ):
        pass
