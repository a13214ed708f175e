"""A PostgreSQL server of the tests' own, in a folder for the time of the run; every store gets a database."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

from auditor.store.postgresql.postgresql_connections import PostgresConnections

INSTALL = Path(__file__).with_name("install")
_PROGRAMS = "/usr/lib/postgresql"
_AS = "postgres"  # the server refuses to run as root
_SETTINGS = {"listen_addresses": "", "max_connections": "200"}
QUICK = {"fsync": "off", "full_page_writes": "off", "max_wal_size": "64MB"}  # of tests that do not end it
_READY_AFTER = 60  # seconds, at most
# Functions of SQLite with which tests alter rows. Statements of the store call none of them (tests/store/test_statements.py).
ALTERING = """
CREATE FUNCTION auditor.json_set(text, text, anyelement) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT jsonb_set($1::jsonb, string_to_array(ltrim(translate(substr($2, 2), '[]', '.'), '.'), '.'), to_jsonb($3))::text $$;
CREATE FUNCTION auditor.json_remove(text, text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT ($1::jsonb #- string_to_array(ltrim(translate(substr($2, 2), '[]', '.'), '.'), '.'))::text $$;
CREATE FUNCTION auditor.printf(text, bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT lpad($2::text, substring($1 FROM '^%0([0-9]+)d$')::integer, '0') $$;
CREATE FUNCTION auditor.zeroblob(integer) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$ SELECT decode(repeat('00', $1), 'hex') $$;
CREATE FUNCTION auditor.randomblob(integer) RETURNS bytea LANGUAGE sql VOLATILE AS $$
    SELECT substr(decode(md5(random()::text) || md5(random()::text), 'hex'), 1, $1) $$;
CREATE FUNCTION auditor.hex(bytea) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT upper(encode($1, 'hex')) $$;
"""


class PostgresServer:
    """A running server, and its databases."""

    def __init__(self, folder, settings):
        self.folder = folder
        self._settings = _SETTINGS | settings
        self._as_other = []
        if os.getuid() == 0:
            shutil.chown(folder, _AS)
            self._as_other = ["--reuid", str(pwd.getpwnam(_AS).pw_uid), "--clear-groups"]
        made = [
            _programs() / "initdb",
            "-D",
            self.data,
            "-U",
            "auditor",
            "-A",
            "trust",
            "--no-locale",
            "-E",
            "UTF8",
            "-N",
        ]
        subprocess.run(["setpriv", *self._as_other, *made], cwd=folder, check=True, capture_output=True)
        self.start()
        self._numbers = count(1)
        self.execute("CREATE DATABASE pattern")
        connections = PostgresConnections(folder / "none", self.url("pattern"))
        connections.migrate()  # makes the tables
        connections.close()
        with psycopg.connect(self.url("pattern")) as conn:
            conn.execute(ALTERING)

    @property
    def data(self):
        """The folder of its databases."""
        return self.folder / "data"

    def start(self):
        """Start it, and wait until it answers."""
        settings = [word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")]
        command = [_programs() / "postgres", "-D", self.data, "-k", self.folder, *settings]
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                ["setpriv", *self._as_other, "--pdeathsig", "QUIT", *command],
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )
        ready = [_programs() / "pg_isready", "-q", "-h", self.folder, "-t", str(_READY_AFTER)]
        while subprocess.run(ready).returncode:  # it may take a while on a busy machine
            if self.process.poll() is not None:
                raise RuntimeError(
                    f"PostgreSQL ended before it answered: {(self.folder / 'log').read_text()[-2000:]}"
                )

    def end(self, how=signal.SIGQUIT):
        """End it: at once, as a crash would have it; or with SIGINT, once what it was at is undone."""
        self.process.send_signal(how)  # whoever is connected still is not waited for
        self.process.wait()

    def url(self, database):
        """The address of a database."""
        return f"postgresql://auditor@/{database}?host={self.folder}"

    def new_database(self, pattern="template1"):
        """The name of a new database, a copy of another one; of an empty one, if none is named."""
        name = f"store_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {pattern}")
        return name

    def execute(self, sql):
        """Run a statement as the superuser, in no transaction."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as conn:
            conn.execute(sql)


@contextmanager
def running_server(**settings):
    """A server that ends with the block, or with this process. settings: of its configuration."""
    folder = Path(tempfile.mkdtemp(prefix="postgresql-"))
    server = None
    try:
        server = PostgresServer(folder, settings)
        yield server
    finally:
        if server is not None:
            server.end()
        shutil.rmtree(folder, ignore_errors=True)


def _programs():
    found = sorted(Path(_PROGRAMS).glob("*/bin/postgres"))
    if not found:
        raise RuntimeError(
            f"These tests need PostgreSQL: run {INSTALL} as root, which installs it from Debian."
        )
    return found[-1].parent
