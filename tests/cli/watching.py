"""Watched folders and watchers for tests."""

import datetime as dt
import signal
from contextlib import contextmanager

import requests

from tests.cli import kit
from tests.processes import COMMAND, Forked

QUICK = ("--settle", "0.2", "--unclosed-after", "0")
CLOSE = b'{"event":"close","at":"2026-03-15T05:00:00-07:00","hands":3,"totals":{}}\n'


def today():
    return dt.date.today().isoformat()


def files(folder):
    """Everything in a folder but the lock, by its path in it."""
    return sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if not path.is_dir() and not path.name.startswith(".auditor-watch")
    )


def sessions(url):
    return requests.get(f"{url}/v1/sessions", timeout=30).json()["sessions"]


@contextmanager
def watching(drop, url, *options, **env):
    """A watcher in a process of its own; killed in the end where it still runs."""
    given = ("watch", drop, "--url", url, *QUICK, *options)
    with Forked(COMMAND, *given, environment=kit.environment(**env)) as process:
        try:
            yield process
        finally:
            process.kill()


def ended(process, number=signal.SIGTERM):
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def put(folder, name, data):
    """A file that appears at once, as table systems should do it."""
    part = folder / f".{name}.part"
    part.write_bytes(data)
    part.rename(folder / name)
