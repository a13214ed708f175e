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
_SETTINGS = {"listen_addresses": "", "fsync": "off", "full_page_writes": "off", "max_connections": "200"}
_READY_AFTER = 60  # seconds, at most


class PostgresServer:
    """A running server, and its databases."""

    def __init__(self, folder):
        self.folder = folder
        self._numbers = count(1)
        self._execute("CREATE DATABASE pattern")
        connections = PostgresConnections(folder / "none", self.url("pattern"))
        connections.migrate()  # makes the tables
        connections.close()

    def url(self, database):
        """The address of a database."""
        return f"postgresql://auditor@/{database}?host={self.folder}"

    def new_database(self, pattern="template1"):
        """The name of a new database, a copy of another one; of an empty one, if none is named."""
        name = f"store_{next(self._numbers)}"
        self._execute(f"CREATE DATABASE {name} TEMPLATE {pattern}")
        return name

    def _execute(self, sql):
        with psycopg.connect(self.url("postgres"), autocommit=True) as conn:
            conn.execute(sql)


@contextmanager
def running_server():
    """A server that ends with the block, or with this process."""
    programs = _programs()
    folder = Path(tempfile.mkdtemp(prefix="postgresql-"))
    as_other = []
    if os.getuid() == 0:
        shutil.chown(folder, _AS)
        as_other = ["--reuid", str(pwd.getpwnam(_AS).pw_uid), "--clear-groups"]
    try:
        made = [
            programs / "initdb",
            "-D",
            folder / "data",
            "-U",
            "auditor",
            "-A",
            "trust",
            "--no-locale",
            "-E",
            "UTF8",
            "-N",
        ]
        subprocess.run(["setpriv", *as_other, *made], cwd=folder, check=True, capture_output=True)
        settings = [word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")]
        command = [programs / "postgres", "-D", folder / "data", "-k", folder, *settings]
        with (folder / "log").open("w") as log:
            process = subprocess.Popen(
                ["setpriv", *as_other, "--pdeathsig", "QUIT", *command], cwd=folder, stdout=log, stderr=log
            )
        try:
            ready = [programs / "pg_isready", "-q", "-h", folder, "-t", str(_READY_AFTER)]
            _until_ready(ready, process)
            yield PostgresServer(folder)
        finally:
            process.send_signal(signal.SIGQUIT)  # whoever is connected still is not waited for
            process.wait()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _until_ready(ready, process):
    """Wait until the server answers; it may take a while on a busy machine."""
    while subprocess.run(ready).returncode:
        if process.poll() is not None:
            raise RuntimeError("PostgreSQL ended before it answered")


def _programs():
    found = sorted(Path(_PROGRAMS).glob("*/bin/postgres"))
    if not found:
        raise RuntimeError(
            f"These tests need PostgreSQL: run {INSTALL} as root, which installs it from Debian."
        )
    return found[-1].parent
