"""What the command line sends, altered on its way: the service notices, because the digest goes with it."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from tests.cli.kit import call as run
from tests.cli.test_controls import put
from tests.rules.filed import controls

REFUSED = "Content-Digest states the sha-256 "


@contextmanager
def altering(url: str, old: bytes, new: bytes) -> Iterator[str]:
    """The address of a way to a service on which some bytes become others."""
    port = int(url.rpartition(":")[2])
    threads: list[threading.Thread] = []

    def pass_on(source: socket.socket, target: socket.socket, alter: bool) -> None:
        with suppress(OSError):
            while piece := source.recv(1 << 20):
                target.sendall(piece.replace(old, new) if alter else piece)
            target.shutdown(socket.SHUT_WR)

    def accept() -> None:
        with suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.create_connection(("127.0.0.1", port))
                for ends in ((near, far, True), (far, near, False)):
                    threads.append(threading.Thread(target=pass_on, args=ends, daemon=True))
                    threads[-1].start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        accepting = threading.Thread(target=accept, daemon=True)
        accepting.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        listener.shutdown(socket.SHUT_RDWR)
    accepting.join()


def test_a_log_that_was_altered_on_its_way_is_not_stored(url, folder):
    path = folder / "right.ndjson"
    assert b'"T1"' in path.read_bytes()
    with altering(url, b'"T1"', b'"T2"') as way:
        done = run("upload", "--url", way, path)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"auditor: {path} was not stored: {REFUSED}")
    with altering(url, b"nothing that is there", b"") as way:  # the way itself is no hindrance
        assert run("upload", "--url", way, path).lines == [f"{path}: created session 1 (3 hands)"]


@pytest.mark.parametrize(
    ("old", "new"), [(b"wa-0417-thirteen", b"wa-0417-fourteen"), (b"thirteen.toml", b"fourteen.toml")]
)
def test_controls_that_were_altered_on_their_way_are_not_filed(url, tmp_path, old, new):
    path = tmp_path / "thirteen.toml"
    path.write_text(controls())
    put(url)
    with altering(url, old, new) as way:
        done = run("controls", "upload", "WA-0417", path, "--url", way)
    assert done.status != 0
    assert REFUSED in done.err
    assert run("controls", "upload", "WA-0417", path, "--url", url).out.startswith(
        f"{path}: wa-0417-thirteen@1: filed as a draft"
    )
