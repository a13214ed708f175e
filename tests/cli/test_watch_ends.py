"""`auditor watch`: how it ends, is killed, waits, and what it may not do."""

import re
import signal
import threading
import time

import pytest
import requests

from tests.cli import kit
from tests.cli.kit import call as run
from tests.cli.watching import QUICK, ended, files, put, sessions, today, watching
from tests.processes import COMMAND, Forked
from tests.services import listening

# ------------------------------------------------------------------------ ends


def test_a_second_watcher_is_refused(drop, url):
    with watching(drop, url) as process:
        put(drop, "a.ndjson", kit.right())
        process.stdout.readline()
        done = run("watch", drop, "--once", "--url", url)
        assert (done.status, done.err) == (
            2,
            f"auditor: Another `auditor watch` works in {drop}; stop it first.\n",
        )
        process.kill()
        process.wait()
        assert (
            run("watch", drop, "--once", "--url", url, *QUICK).status == 0
        )  # the lock ends with its process


class Slow:
    """A service between the watcher and the real one, which answers an upload once it is released."""

    def __init__(self, url):
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

        outer = self
        self.stored, self.release = threading.Event(), threading.Event()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                answer = requests.post(url + self.path, data=body, timeout=30)
                outer.stored.set()
                outer.release.wait(60)
                self.send_response(answer.status_code)
                self.send_header("Content-Type", answer.headers["Content-Type"])
                self.send_header("Content-Length", str(len(answer.content)))
                self.end_headers()
                self.wfile.write(answer.content)

            def log_message(self, *args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.release.set()
        self.server.shutdown()
        self.server.server_close()


@pytest.mark.slow
def test_killed_between_upload_and_move_the_next_start_moves_it(drop, url):
    put(drop, "a.ndjson", kit.right())
    with Slow(url) as slow, watching(drop, slow.url) as process:
        assert slow.stored.wait(60)
        process.kill()
        process.wait()
    assert files(drop) == ["a.ndjson"]
    assert len(sessions(url)) == 1
    done = run("watch", drop, "--once", "--url", url, *QUICK)
    assert done.lines == [f"a.ndjson: the same as session 1 (3 hands); moved to taken/{today()}/a.ndjson"]
    assert len(sessions(url)) == 1


@pytest.mark.slow
def test_killed_between_the_reason_and_the_move_nothing_is_doubled(drop, url):
    put(drop, "c.ndjson", kit.REFUSED)
    run("watch", drop, "--once", "--url", url, *QUICK)
    (drop / "refused/c.ndjson").rename(drop / "c.ndjson")  # as if it had ended before the move
    run("watch", drop, "--once", "--url", url, *QUICK)
    assert files(drop) == ["refused/c.ndjson", "refused/c.ndjson.refused.txt"]


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_lets_the_upload_in_hand_end(drop, url, number):
    put(drop, "a.ndjson", kit.right())
    put(drop, "b.ndjson", kit.right(session="s-2"))
    with Slow(url) as slow, watching(drop, slow.url) as process:
        assert slow.stored.wait(60)
        process.send_signal(number)
        time.sleep(0.5)
        assert process.poll() is None
        slow.release.set()
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert re.findall("warning: Room WA-0417 is not on record", err) == [
        "warning: Room WA-0417 is not on record"
    ]
    assert out == f"a.ndjson: created session 1 (3 hands); moved to taken/{today()}/a.ndjson\n"
    assert files(drop) == ["b.ndjson", f"taken/{today()}/a.ndjson"]


def test_files_wait_for_a_service_that_is_not_there(drop, tmp_path):
    put(drop, "a.ndjson", kit.right())
    done = run("watch", drop, "--once", "--url", "http://127.0.0.1:1", *QUICK)
    assert done.status == 5
    assert "cannot be reached" in done.err
    assert files(drop) == ["a.ndjson"]


@pytest.mark.slow
def test_it_waits_for_a_service_that_comes_later(drop, tmp_path):
    import socket

    put(drop, "a.ndjson", kit.right())
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    with watching(drop, f"http://127.0.0.1:{port}") as process:
        while not (said := process.said_wrong()).endswith("\n"):
            time.sleep(0.02)
        assert "cannot be reached" in said
        assert said.endswith("What is in the folder stays there, and is sent later.\n")
        assert files(drop) == ["a.ndjson"]
        with Forked(COMMAND, "serve", "--open", "--port", port, "--data", tmp_path / "late") as service:
            assert process.stdout.readline().startswith("a.ndjson: created session 1 (3 hands)")
            service.terminate()
    assert files(drop) == [f"taken/{today()}/a.ndjson"]


@pytest.mark.slow
def test_a_limit_of_the_service_is_waited_for(drop, tmp_path, monkeypatch):
    monkeypatch.setenv("AUDITOR_UPLOADS_PER_SECOND", "1")
    for number in range(2):
        put(drop, f"{number}.ndjson", kit.right(session=f"s-{number}"))
    with listening(tmp_path / "store") as url, watching(drop, url) as process:
        names = [process.stdout.readline().partition(":")[0] for _ in range(2)]
        assert ended(process)[0] == 0
    assert sorted(names) == ["0.ndjson", "1.ndjson"]
    assert len(files(drop / "taken")) == 2


# ------------------------------------------------------------------------ keys


def made(data, role, name):
    done = run("keys", "make", "--role", role, "--name", name, "--room", "WA-0417", "--data", data)
    assert (done.status, done.err) == (0, "")
    return done.out.strip()


@pytest.mark.slow
def test_with_a_key_of_the_room_of_another_role_and_with_none(drop, tmp_path):
    data, home = tmp_path / "data", str(tmp_path)
    put(drop, "a.ndjson", kit.right())
    put(drop, "b.ndjson", kit.right(room="WA-0001"))
    with listening(data, open_to_all=False) as url:
        none = run("watch", drop, "--once", "--url", url, *QUICK, HOME=home, XDG_CONFIG_HOME=home)
        officer = made(data, "compliance", "C")
        other = run("watch", drop, "--once", "--url", url, *QUICK, AUDITOR_KEY=officer)
        assert (none.status, other.status) == (2, 2)
        assert "AUDITOR_KEY" in none.err
        assert "upload logs" in other.err
        assert files(drop) == ["a.ndjson", "b.ndjson"]  # neither says anything about a file
        done = run("watch", drop, "--once", "--url", url, *QUICK, AUDITOR_KEY=made(data, "room", "T"))
    assert done.status == 2
    assert files(drop) == ["refused/b.ndjson", "refused/b.ndjson.refused.txt", f"taken/{today()}/a.ndjson"]
    reason = (drop / "refused/b.ndjson.refused.txt").read_text()
    assert "The log is of room 'WA-0001', and this key is not for that room." in reason
