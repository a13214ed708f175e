"""The service under gunicorn, whose workers buffer requests (`auditor/http/gunicorn_worker.py`)."""

from __future__ import annotations

import errno
import logging
import multiprocessing
import os
import shlex
import shutil
import socket
import tempfile
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Lock
from pathlib import Path
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger
from werkzeug.middleware.proxy_fix import ProxyFix

from auditor.access.key_limits import upload_limits
from auditor.access.keys import KeyNotPossible, make_first, must_have_none
from auditor.access.openid_configuration import BadOpenId, read_openid
from auditor.http.app import create_addresses, create_app
from auditor.http.exposure import why_not_bind
from auditor.http.host_and_origin_checks import EXPOSED
from auditor.http.telemetry import COMMON_FOLDER
from auditor.memory import memory_ceiling
from auditor.service_log import BadLogShape, configure, wanted_shape
from auditor.settings import BadLimit
from auditor.signing.secrets import BadSigning
from auditor.signing.signing_configuration import read_signing
from auditor.store import Store
from auditor.store.blobs.named_place import is_in_s3
from auditor.store.connection import StoreError, UnsupportedSqlite
from auditor.store.register_key import UnusableKey
from auditor.store.sign_in_key import UnusableSignInKey
from auditor.webhooks.webhook_configuration import BadWebhooks, read_webhooks
from auditor.witnesses.witness_configuration import BadWitnesses, read_witnesses

THREADS = 8  # of a worker: requests that are answered at once
CONNECTIONS = 1000  # of a worker: those that are open, most of which wait for a request
TIMEOUT_SECONDS = 120  # without a turn of a worker's loop, after which it is replaced
STOP_SECONDS = 30  # for the requests that are being answered
OPEN_NOTICE = (
    "OPEN: it runs without keys, for trying things out. Whoever reaches it may do everything; only this machine can. Its reports "
    "say so. API at /docs. Stop it with Ctrl-C."
)
_UNWITNESSED = (
    "witnesses.toml names no witness: whoever has the store and its key can make another history of the register, and only what "
    "left this machine shows that"
)

log = logging.getLogger(__name__)


class CannotServe(ValueError):
    """The service cannot start, in words for whoever starts it."""


class _Log(Logger):
    """gunicorn's own lines, among those of the service."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for each in self.error_log.handlers[:]:
            self.error_log.removeHandler(each)
        self.error_log.propagate = True


class _Application(BaseApplication):
    def __init__(
        self, data: Path, open_to_all: bool, audit_on_arrival: bool, names: Sequence[str], proxy_hops: int,
        options: dict[str, Any],
    ) -> None:  # fmt: skip
        self._data = data
        self._open_to_all = open_to_all
        self._audit_on_arrival = audit_on_arrival
        self._names = names
        self._proxy_hops = proxy_hops
        self._options = options
        self._addresses = create_addresses()  # once, for every worker that is forked
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        app = create_app(
            self._data,
            audit_on_arrival=self._audit_on_arrival,
            open_to_all=self._open_to_all,
            names=self._names,
            addresses=self._addresses,
        )
        app.config[EXPOSED] = bool(self._proxy_hops) and not self._open_to_all
        trust_proxies(app, self._proxy_hops)
        return app


def trust_proxies(app: Flask, hops: int) -> None:
    """Take the client's address, the scheme and the host from exactly so many proxies."""
    if hops:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]


def serve(
    host: str,
    port: int,
    data: Path,
    *,
    open_to_all: bool = False,
    workers: int = 1,
    proxy_hops: int = 0,
    names: Sequence[str] = (),
    audit_on_arrival: bool = True,
) -> None:
    """Serve until stopped, and print where once it answers; ``port`` 0 picks a free one. Raises CannotServe.

    A folder without keys gets an administrator's, printed this once. open_to_all: without keys. workers: processes that share the
    port and the store. proxy_hops: trusted proxies. names: host names besides loopback. audit_on_arrival: audits what comes in.
    """
    if refused := why_not_bind(host, proxy_hops=proxy_hops, keys=not open_to_all):
        raise CannotServe(refused)
    if open_to_all and names:
        raise CannotServe(
            "Without keys the service answers this machine only, and goes by no name but localhost. Leave --open or --name out."
        )
    _try_to_bind(host, port)
    first_key = _try_apart(data, open_to_all) if is_in_s3() else _try_to_store(data, open_to_all)
    configure()
    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    once = multiprocessing.Lock()
    counters = tempfile.mkdtemp(prefix="auditor-metrics-")
    os.environ[COMMON_FOLDER] = counters
    options = {
        "bind": [bind],
        "workers": workers,
        "worker_class": "auditor.http.gunicorn_worker.BufferingWorker",
        "worker_connections": CONNECTIONS,
        "threads": THREADS,
        "timeout": TIMEOUT_SECONDS,
        "graceful_timeout": STOP_SECONDS,
        "proc_name": "auditor",
        "loglevel": "warning",
        "logger_class": _Log,
        "control_socket_disable": True,
        "post_worker_init": lambda worker: _say_once(once, worker, data, first_key, open_to_all),
        "on_exit": lambda server: shutil.rmtree(counters, ignore_errors=True),
    }
    _Application(data, open_to_all, audit_on_arrival, names, proxy_hops, options).run()


def _say_once(once: Lock, worker: Any, data: Path, first_key: str | None, open_to_all: bool) -> None:
    """Say that it listens once a worker can answer. once: a lock that nobody gives back."""
    if once.acquire(block=False):
        _say(worker.sockets, data, first_key, open_to_all)
        if not read_witnesses(data).each:
            log.warning("unwitnessed", extra={"reason": _UNWITNESSED})


def _say(listeners: Sequence[Any], data: Path, first_key: str | None, open_to_all: bool) -> None:
    for listener in listeners:
        host, port = listener.sock.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        print(f"Listening on http://{shown}:{port} (data in {data.resolve()})", flush=True)
    if first_key is not None:
        print(f"The first administrator's key, shown this once: {first_key}", flush=True)
        print(f"Make the others with: auditor keys make --data {shlex.quote(str(data))}", flush=True)
    print(
        OPEN_NOTICE if open_to_all else "Requests need a key. API at /docs. Stop it with Ctrl-C.", flush=True
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


def _try_apart(data: Path, open_to_all: bool) -> str | None:
    """Do `_try_to_store` in a process of its own, for this one forks those that answer."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_send_tried, args=(data, open_to_all, theirs))
    process.start()
    theirs.close()
    try:
        found, refused = ours.recv()
    except EOFError as error:
        raise CannotServe("The process that looks at the data folder was ended from outside.") from error
    finally:
        process.join()
    if refused is not None:
        raise CannotServe(refused)
    key: str | None = found
    return key


def _send_tried(data: Path, open_to_all: bool, pipe: Connection) -> None:
    try:
        pipe.send((_try_to_store(data, open_to_all), None))
    except CannotServe as error:
        pipe.send((None, str(error)))


def _try_to_store(data: Path, open_to_all: bool) -> str | None:
    """See that the folder can be used. Returns its first key where it is made now. Raises CannotServe."""
    try:
        wanted_shape()
        upload_limits()
        memory_ceiling()
        read_webhooks(data)
        read_witnesses(data)
        read_signing(data)
        read_openid(data)
        store = Store(data)
        try:
            store.sign_in_key.must_be_usable()
            if open_to_all:
                must_have_none(store)
                return None
            return make_first(store)
        finally:
            store.close()
    except (
        UnsupportedSqlite,
        UnusableKey,
        UnusableSignInKey,
        KeyNotPossible,
        BadLimit,
        BadLogShape,
        BadWebhooks,
        BadWitnesses,
        BadSigning,
        BadOpenId,
    ) as error:
        raise CannotServe(str(error)) from error
    except (OSError, StoreError) as error:
        raise CannotServe(f"The data folder {data} cannot be used: {error}.") from error
