"""Services for tests, made quickly: an empty store and the addresses are made once a process and used again."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache
from sqlite_utils import Database
from werkzeug.serving import WSGIRequestHandler, make_server

from auditor.http.app import close_app, create_addresses, open_service
from auditor.store import Store
from auditor.store.register_key import FILE as KEY
from auditor.store.secret_files import make_once
from auditor.store.store import FILE
from tests import altered_stores
from tests.http.described import DescribedClient

Fill = Callable[[FlaskClient], object]  # sends requests

_OPEN: list[Path] = []  # the folders of those that are open, the innermost last
_WAIT = 60  # seconds that a request waits for an audit, so that no test depends on how fast the machine is


@contextmanager
def application(
    folder: Path, *, open_to_all: bool = True, filled: Fill | None = None, audit_on_arrival: bool = False
) -> Iterator[Flask]:
    """The service over a new folder, or one that has a store, as `create_app` makes it.

    A process answers for one at a time: within another it takes its place, which the other has again afterwards.
    filled: what a new store has from the beginning, as somebody sent it; it is sent once a process. What a test changes in
    the configuration ends with it. audit_on_arrival: as services do; else there are the audits alone that a test asks for.
    """
    if not (folder / FILE).exists():
        _put(folder, *(_empty_store() if filled is None else _filled_store(filled)))
    app = _addresses()
    configured = dict(app.config)
    outer = dict(app.extensions) if _OPEN else {}
    open_service(app, folder, wait=_WAIT, audit_on_arrival=audit_on_arrival, open_to_all=open_to_all)
    _OPEN.append(folder)
    try:
        yield app
    finally:
        _OPEN.pop()
        close_app(app)
        app.extensions.update(outer)
        app.config.clear()
        app.config.update(configured)


@contextmanager
def listening(
    folder: Path, *, open_to_all: bool = True, port: int = 0, audit_on_arrival: bool = False
) -> Iterator[str]:
    """The address of the service over a folder, answered by threads of this process. port: 0 for any that is free."""
    with application(folder, open_to_all=open_to_all, audit_on_arrival=audit_on_arrival) as app:
        server = make_server("127.0.0.1", port, app, threaded=True, request_handler=_Quiet)
        work = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        work.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            work.join()
            server.server_close()


@contextmanager
def unprotected(db: Database, *, references: bool = True) -> Iterator[Database]:
    """A connection for what somebody does who means to alter a record: its rows are not compared at the test's end.

    references: False, where it takes rows that refer to none.
    """
    db.execute("DROP TABLE IF EXISTS table_of_no_store")  # a test's own statement, which `OpenedStores` sees
    triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:  # of a store from before facts
        db.execute(f"DROP TRIGGER {name}")
    if not references:
        altered_stores.keep_references(db, False)
    try:
        yield db
    finally:
        if not references:
            altered_stores.keep_references(db, True)
        for _, sql in triggers:
            db.execute(sql)


def empty_store(folder: Path) -> None:
    """Put the file of an empty store into a folder: what every migration in turn would make."""
    _put(folder, *_empty_store())


def _put(folder: Path, file: bytes, key: str | None) -> None:
    """Have a folder begin with a store, and with the key that signed what is in it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder / FILE).write_bytes(file)
    put_key(folder, key)


def put_key(folder: Path, key: str | None) -> None:
    """Put the key that signed a store into its folder, if there is none."""
    if key is not None and not (folder / KEY).exists():
        make_once(folder / KEY, key)


@cache
def _filled_store(fill: Fill) -> tuple[bytes, str]:
    with TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with application(data) as app:
            fill(app.test_client())
        return (data / FILE).read_bytes(), (data / KEY).read_text()


@cache
def _empty_store() -> tuple[bytes, None]:
    with TemporaryDirectory() as folder:
        Store(Path(folder)).close()
        return (Path(folder) / FILE).read_bytes(), None


@cache
def _addresses() -> Flask:
    app = create_addresses()
    app.test_client_class = DescribedClient
    if "auditor-tests-" in gettempdir():  # the folder of this run alone, see conftest
        folder = Path(gettempdir()) / "templates"  # a process compiles what none has before it
        folder.mkdir(exist_ok=True)
        app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(folder))
    return app


class _Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log(self, type: str, message: str, *args: object) -> None:
        """Keep the requests out of the tests' output."""
