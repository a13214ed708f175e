"""Threads beside requests: each goes on once it can open its lock, and one process does the work."""

import time

import pytest

from auditor import background
from auditor.background import Background, has_lock


class Counting(Background):
    """Writes a line for each round that is its own."""

    def __init__(self, folder):
        super().__init__("counting")
        self.folder = folder
        self.rounds = 0

    def _work(self):
        self._in_rounds(self.folder / "counting.lock", 0.01, self._count_if_mine)

    def _count_if_mine(self, lock):
        self.rounds += has_lock(lock)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(background, "OPENED_AGAIN_SECONDS", 0.01)
    return tmp_path / "data"


def until(what):
    limit = time.monotonic() + 60
    while not what():
        assert time.monotonic() < limit
        time.sleep(0.01)


def test_work_whose_folder_is_missing_begins_once_it_is_there(folder, caplog):
    counting = Counting(folder)
    counting.start()
    until(
        lambda: "counting.lock cannot be opened, and is tried again: No such file or directory" in caplog.text
    )
    assert counting.rounds == 0
    folder.mkdir()
    until(lambda: counting.rounds > 1)
    counting.stop()
    assert (folder / "counting.lock").stat().st_mode & 0o777 == 0o600


def test_work_that_waits_for_its_folder_stops_at_once(folder):
    counting = Counting(folder)
    counting.start()
    counting.stop(60)
    assert not counting._thread.is_alive()
    assert not folder.exists()


def test_one_of_two_does_the_work_until_it_stops(folder):
    folder.mkdir()
    first, second = Counting(folder), Counting(folder)
    first.start()
    until(lambda: first.rounds > 1)
    second.start()
    time.sleep(0.1)
    assert second.rounds == 0
    first.stop(60)
    until(lambda: second.rounds > 1)
    second.stop(60)
