"""What a thread does one after the other while the others go on."""

import hashlib
import threading

import pytest

from auditor.evidence import LIMITS, FileEvidence
from auditor.worker_thread import ThreadedDigest, WorkerThread


def test_a_digest_is_that_of_all_pieces_in_their_order():
    pieces = [bytes([each]) * (1 << 16) for each in range(100)]
    thread, once = ThreadedDigest(), hashlib.sha256(b"".join(pieces))
    for each in pieces:
        thread.update(each)
    assert thread.hexdigest() == once.hexdigest()
    assert ThreadedDigest().hexdigest() == hashlib.sha256().hexdigest()


def test_things_are_done_in_their_order_and_a_few_behind():
    done, go_on = [], threading.Event()

    def do(thing):
        go_on.wait()
        done.append(thing)

    thread = WorkerThread(do, behind=2)
    for thing in range(3):  # one is being done, two wait
        thread.put(thing)
    fourth = threading.Thread(target=thread.put, args=(3,))
    fourth.start()
    fourth.join(0.1)
    assert (done, fourth.is_alive()) == ([], True)
    go_on.set()
    fourth.join()
    thread.close()
    assert done == [0, 1, 2, 3]


def test_whoever_puts_or_closes_gets_what_was_raised():
    done = []

    def do(thing):
        done.append(thing)
        if thing == "pipe":
            raise BrokenPipeError("nobody reads")

    thread = WorkerThread(do, behind=1)

    def put_some():
        for thing in ("pipe", *["next"] * 9):
            thread.put(thing)

    with pytest.raises(BrokenPipeError, match="nobody reads"):
        put_some()
    with pytest.raises(BrokenPipeError, match="nobody reads"):
        thread.close()
    assert done == ["pipe"]


def test_the_thread_of_a_digest_ends_where_reading_stops_early(tmp_path):
    (tmp_path / "log").write_bytes(b"x" * (3 << 20))
    source = FileEvidence(tmp_path / "log", LIMITS, ThreadedDigest)
    before = set(threading.enumerate())
    chunks = source.chunks()
    next(chunks)
    (thread,) = set(threading.enumerate()) - before
    chunks.close()
    thread.join(10)
    assert not thread.is_alive()
    assert source.sha256 == hashlib.sha256(b"x" * (3 << 20)).hexdigest()  # read again
