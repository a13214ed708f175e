"""The service under gunicorn, on this machine's loopback only."""

from __future__ import annotations

import errno
import logging
import socket
from pathlib import Path
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

from auditor.http.app import create_app
from auditor.http.guards import is_loopback
from auditor.store import Store
from auditor.store.connection import StoreError, UnsupportedSqlite

THREADS = 8
TIMEOUT_SECONDS = 120


class CannotServe(ValueError):
    """The service cannot start, in words for the person who starts it."""


class _Application(BaseApplication):
    def __init__(self, data: Path, options: dict[str, Any]) -> None:
        self._data = data
        self._options = options
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        return create_app(self._data)


def serve(host: str, port: int, data: Path) -> None:
    """Serve until stopped; ``port`` 0 picks a free one. Prints where it listens. Raises CannotServe.

    One process with threads: an audit is short and its arrays let other threads run, a single process counts
    its metrics in one place, and the queue in the store would serve more processes just as well.
    """
    if not is_loopback(host):
        raise CannotServe(
            f"{host} is not a loopback address. The service has no keys yet, so everybody who reaches it may use "
            "it: it listens on this machine only. Use --host 127.0.0.1."
        )
    _try_to_bind(host, port)
    _try_to_store(data)
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    options = {
        "bind": [bind],
        "workers": 1,
        "worker_class": "gthread",
        "threads": THREADS,
        "timeout": TIMEOUT_SECONDS,
        "graceful_timeout": 10,
        "proc_name": "auditor",
        "loglevel": "warning",
        "errorlog": "-",
        "control_socket_disable": True,
        "when_ready": lambda server: _say(server, data),
    }
    _Application(data, options).run()


def _say(server: Any, data: Path) -> None:
    for listener in server.LISTENERS:
        host, port = listener.sock.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        print(f"Listening on http://{shown}:{port} (data in {data.resolve()})", flush=True)
    print(
        "There are no keys yet: only this machine can reach it. API at /docs. Stop it with Ctrl-C.",
        flush=True,
    )


def _try_to_bind(host: str, port: int) -> None:
    """gunicorn tries a taken port for seconds and then leaves without a word for people."""
    if not 0 <= port <= 65535:
        raise CannotServe(f"{port} is no port; use 1 to 65535, or 0 for a free one.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            why = "is in use" if taken else f"cannot be used: {error.strerror}"
            raise CannotServe(
                f"Port {port} on {host} {why}. Use another one, or 0 for a free one."
            ) from error


def _try_to_store(data: Path) -> None:
    try:
        Store(data).close()
    except UnsupportedSqlite as error:
        raise CannotServe(str(error)) from error
    except (OSError, StoreError) as error:
        raise CannotServe(f"The data folder {data} cannot be used: {error}.") from error
