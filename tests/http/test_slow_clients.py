"""Clients that are silent or slow, and those who want an answer meanwhile."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.http.kit import NDJSON, PROBLEM, Server, log, long_log, read_answer, serving

HOST = "Host: localhost\r\n"
HALF_A_HEAD = f"POST /v1/sessions HTTP/1.1\r\n{HOST}Content-Ty".encode()


def upload_of(size: int) -> bytes:
    """The head of an upload, after which it is answered that the connection is closed."""
    return (
        f"POST /v1/sessions HTTP/1.1\r\n{HOST}Content-Type: {NDJSON}\r\nConnection: close\r\n"
        f"Content-Length: {size}\r\n\r\n"
    ).encode()


@contextmanager
def connections(server: Server, count: int, begun: bytes = b"") -> Iterator[list[socket.socket]]:
    """Open connections, on each of which the same bytes have been sent."""
    with ExitStack() as stack:
        wires = [stack.enter_context(server.connect()) for _ in range(count)]
        for wire in wires:
            wire.sendall(begun)
        yield wires


@contextmanager
def dripping(wires: list[socket.socket], pause: float = 0.2) -> Iterator[None]:
    """A byte on each connection, again and again."""
    done = threading.Event()

    def drip() -> None:
        while not done.wait(pause):
            for wire in wires:
                try:
                    wire.sendall(b" ")
                except OSError:
                    return

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def open_still(wires: list[socket.socket]) -> int:
    """How many connections the server has neither closed nor answered."""
    count = 0
    for wire in wires:
        wire.setblocking(False)
        try:
            wire.recv(1)
        except BlockingIOError:
            count += 1
        except ConnectionError:
            pass
    return count


@pytest.mark.slow
def test_an_honest_client_is_answered_beside_64_slow_ones(tmp_path: Path):
    with (
        serving(tmp_path) as server,
        connections(server, 21) as silent,
        connections(server, 21, HALF_A_HEAD) as half,
        connections(server, 22, upload_of(1000)) as slow,
        dripping(slow),
    ):
        for number in range(1, 13):
            assert server.get("/healthz").json()["status"] == "ok"
            made = server.post_log(log(session=f"S-{number}"))
            assert (made.status_code, made.json()["id"]) == (201, number)
        assert server.post_audit(sessions=[1]).status_code in (200, 201, 202)
        assert open_still(silent + half + slow) == 64


# One second of silence is too long here, and less than 2,000 bytes a second too slow.
IMPATIENT = """
import auditor.http.connections as it
it.IDLE_SECONDS, it.SLOWEST = 1, 2000
"""


@pytest.mark.slow
def test_silent_and_slow_clients_are_sent_away_and_steady_ones_are_not(tmp_path: Path):
    body = log(session="S-steady")
    with (
        serving(tmp_path, settings=IMPATIENT) as server,
        connections(server, 1) as silent,
        connections(server, 1, HALF_A_HEAD) as half,
        connections(server, 1, upload_of(1000)) as stopped,
        connections(server, 1, upload_of(9_000_000)) as slow,
        connections(server, 1, upload_of(len(body) + 12_000)) as steady,
        dripping(slow),
    ):
        steady[0].sendall(body)
        for _ in range(12):  # 1,000 empty lines at a time, for three seconds
            time.sleep(0.25)
            steady[0].sendall(b"\n" * 1000)
        assert silent[0].recv(1) == b""
        for wire in (half[0], stopped[0], slow[0]):
            status, headers, answer = read_answer(wire)
            assert (status, headers["content-type"]) == (408, PROBLEM)
            assert json.loads(answer) == {
                "type": "urn:cardroom-auditor:problem:too-slow", "title": "Request Timeout", "status": 408,
                "detail": "The request did not come in within 1 seconds, or more slowly than 2,000 bytes a second. "
                "Nothing of it is kept. Send it again, as a whole.",
            }  # fmt: skip
        status, _, answer = read_answer(steady[0])
        assert (status, json.loads(answer)["bytes"]) == (201, len(body) + 12_000)
        assert server.get("/v1/sessions").json()["pagination"]["total"] == 1


# A service with room for 40 connections; a handful of those are its own.
SMALL = "import auditor.http.server as it; it.CONNECTIONS = 40"


@pytest.mark.slow
def test_where_there_are_too_many_connections_the_longest_silent_ones_give_way(tmp_path: Path):
    body = log(session="S-begun")
    with (
        serving(tmp_path, settings=SMALL) as server,
        connections(server, 1, upload_of(len(body))) as begun,
        connections(server, 30) as first,
        connections(server, 100) as later,
    ):
        assert server.get("/healthz").json()["status"] == "ok"
        assert server.post_log(log(session="S-honest")).status_code == 201
        assert open_still(first) < 30
        assert open_still(later) > 0
        begun[0].sendall(body)
        assert read_answer(begun[0])[0] == 201


@pytest.mark.night
@pytest.mark.slow
def test_clients_that_do_not_read_their_answers_take_no_thread(tmp_path: Path):
    body = long_log(60_000)
    assert (
        len(body) > 30_000_000
    )  # more than the network holds, and more than waitress keeps before a thread waits
    with serving(tmp_path) as server:
        assert server.post_log(body).status_code == 201
        asked = f"GET /v1/sessions/1/log HTTP/1.1\r\n{HOST}Connection: close\r\n\r\n".encode()
        with connections(server, 16, asked) as unread:
            for number in range(2, 6):
                assert server.post_log(log(session=f"S-{number}")).json()["id"] == number
            status, headers, answer = read_answer(unread[0])
            assert (status, headers["content-type"], answer == body) == (200, NDJSON, True)
