"""Connections of several threads to one store."""

import gc
import os
import threading

import pytest

from auditor.store.connection import Connections
from auditor.store.store import FILE
from tests.services import empty_store

pytestmark = pytest.mark.of_the_file

_SLOW = """WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 300000)
           SELECT count(*), entered(n) FROM counted WHERE entered(n) = n"""


@pytest.mark.slow
def test_closing_leaves_the_query_of_another_thread_to_end(tmp_path):
    empty_store(tmp_path)
    connections = Connections(tmp_path / FILE)
    entered, closed, counts = threading.Event(), threading.Event(), []

    def count():
        def enter(number):
            entered.set()
            closed.wait(30)
            return number

        db = connections.db
        db.conn.create_function("entered", 1, enter)
        counts.extend(db.conn.execute(_SLOW).fetchone())

    thread = threading.Thread(target=count)
    assert connections.db.conn.execute("SELECT 1").fetchone() == (1,)
    thread.start()
    assert entered.wait(30)
    connections.close()
    closed.set()
    thread.join()
    assert counts[0] == 300_000


def test_closing_closes_what_no_thread_is_using(tmp_path):
    empty_store(tmp_path)
    connections = Connections(tmp_path / FILE)
    stop, idle = threading.Event(), threading.Event()

    def use():
        connections.db.execute("SELECT 1")
        idle.set()
        stop.wait(30)

    thread = threading.Thread(target=use)
    thread.start()
    assert idle.wait(30)
    connections.db.execute("SELECT 1")
    assert _open_files(connections.path) == 2
    gc.disable()
    try:
        connections.close()
        assert _open_files(connections.path) == 0
    finally:
        gc.enable()
        stop.set()
        thread.join()


def _open_files(path):
    """How many descriptors of this process are of a file (Linux)."""
    links = (f"/proc/self/fd/{each}" for each in os.listdir("/proc/self/fd"))
    return sum(os.path.lexists(each) and os.readlink(each) == str(path) for each in links)
