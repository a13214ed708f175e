"""Stores of tests in PostgreSQL: each data folder has a database, in place of a file."""

import os
import shutil
import sys
from contextlib import closing, contextmanager
from functools import cache, partial, wraps
from pathlib import Path
from tempfile import TemporaryDirectory

from auditor.doctor import examination
from auditor.jobs import own_process
from auditor.store import connections_of
from auditor.store import store as store_module
from auditor.store.connections_of import FILE, STORE_VARIABLE
from auditor.store.postgresql.database import PostgresDatabase
from auditor.store.postgresql.postgresql_connections import PostgresConnections
from auditor.store.register_key import FILE as KEY
from tests import altered_stores, processes, services
from tests.rebuilt_stores import is_altering, made_otherwise

PATTERN = "pattern"  # the database that an empty store begins as
_CHECKS = """
SELECT t.relname::text, k.conname::text FROM pg_constraint AS k JOIN pg_class AS t ON t.oid = k.conrelid
WHERE k.contype = 'c' AND t.relnamespace = 'auditor'::regnamespace
"""


def keep_references(db, kept):
    """Have a connection refuse rows that refer to none, or take them; no trigger counts rows then."""
    db.execute(f"SET session_replication_role = {'origin' if kept else 'replica'}")


def _carry_out(urls, folder, *given):
    """Run an audit in this process of its own, whose environment names no database yet."""
    os.environ[STORE_VARIABLE] = urls[folder.absolute()]
    own_process._carry_out(folder, *given)


class StoresInPostgresql:
    """Databases by the data folders of their stores."""

    def __init__(self, server):
        self._server = server
        self._databases = {}
        self._urls = {}
        self._named = {}  # those of folders that a command was given, and may not make a store in
        self._written, self._altered = set(), set()  # by the program, and by the test itself
        self._filled = cache(self._fill)

    def connections_of(self, folder, *, read_only=False):
        """Connections to the database of a data folder, as `auditor.store.connections_of` makes them."""
        self.put(folder, PATTERN)
        if not read_only:
            self._written.add(folder.absolute())
        return PostgresConnections(folder / FILE, self.url_of(folder), read_only=read_only)

    def written(self):
        """Data folders whose store the program opened to write, and nobody else; they are forgotten."""
        found = sorted(each for each in self._written - self._altered if each in self._databases)
        self._written, self._altered = set(), set()
        return found

    def rebuilt_otherwise(self, folder):
        """Faults of rows that the facts of a data folder's store make otherwise."""
        return made_otherwise(PostgresConnections(folder / FILE, self.url_of(folder), read_only=True))

    def url_of(self, folder):
        """The address of a data folder's database."""
        self._database_of(folder)
        return self._urls[folder.absolute()]

    def _database_of(self, folder):
        if folder.absolute() in self._named:
            self.put(folder, PATTERN)
        return self._databases[folder.absolute()]

    def put(self, folder, pattern, key=None):
        """Have a data folder begin with a copy of a database, and the key that signed what is in it, if it has none."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        services.put_key(folder, key)
        if folder.absolute() not in self._databases:
            named = self._named.pop(folder.absolute(), None) if pattern == PATTERN else None
            self._keep(folder, named or self._server.new_database(pattern))

    def share(self, folder, other):
        """Have another data folder use the database of one."""
        self._keep(other, self._database_of(folder))

    def name(self, monkeypatch, folder, pattern=PATTERN):
        """Have the environment name a data folder's database, as a service does that is set up so; its address."""
        self.put(folder, pattern)
        monkeypatch.setenv(STORE_VARIABLE, self.url_of(folder))
        return self.url_of(folder)

    def take_over(self, monkeypatch):
        """Have every store of a test be there, also those of the services."""
        for module in (connections_of, store_module, examination):
            monkeypatch.setattr(module, "connections_of", self.connections_of)
        for module in (connections_of, examination):
            monkeypatch.setattr(module, "has_store", self._has_store)
        monkeypatch.setattr(examination, "name_of_store", lambda folder: f"the database of {folder}")
        monkeypatch.setattr(processes, "environment_of", self.environment_of)
        monkeypatch.setattr(PostgresDatabase, "execute", self._watching(PostgresDatabase.execute))
        monkeypatch.setattr(altered_stores, "kept_in", lambda: "postgresql")
        monkeypatch.setattr(altered_stores, "let_go", lambda store: store.connections.close())
        monkeypatch.setattr(altered_stores, "keep_references", keep_references)
        monkeypatch.setattr(own_process, "_carry_out", partial(_carry_out, self._urls))
        for name in ("altering", "copied", "kept_aside", "put_back", "forget_keys"):
            monkeypatch.setattr(altered_stores, name, getattr(self, name))
        monkeypatch.setattr(services, "_put", self.put)
        monkeypatch.setattr(services, "_empty_store", lambda: (PATTERN, None))
        monkeypatch.setattr(services, "_filled_store", self._filled)

    def environment_of(self, *arguments):
        """What names the database of the data folder that a command is given: by `--data`, or one that has a database."""
        paths = [Path(str(each)).absolute() for each in arguments]
        given = [at for each, at in zip(arguments, paths[1:], strict=False) if each == "--data"]
        known = [each for each in paths if each in self._databases]
        folder = next(iter([*given, *known]), None)
        if folder is None:
            return {}
        if folder not in self._databases and folder not in self._named:
            self._named[folder] = self._server.new_database(PATTERN)
        return {STORE_VARIABLE: self._server.url(self._databases.get(folder) or self._named[folder])}

    @contextmanager
    def altering(self, folder):
        """The database as `tests.altered_stores.altering` opens a store."""
        self._altered.add(folder.absolute())
        with closing(PostgresConnections(folder / FILE, self.url_of(folder))) as connections:
            db = connections.db
            for table, name in db.execute(_CHECKS).fetchall():
                db.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
            keep_references(db, False)
            yield db

    def copied(self, folder, to):
        """Copy a data folder and its database, as `tests.altered_stores.copied` does."""
        shutil.copytree(folder, to)
        self.put(to, self._database_of(folder))

    def kept_aside(self, folder, path):
        """Keep the database as it is now, as `tests.altered_stores.kept_aside` does."""
        self._keep(path, self._server.new_database(self._database_of(folder)))

    def put_back(self, path, folder):
        """Put a copy of what was kept aside in the place of a folder's database."""
        self._keep(folder, self._server.new_database(self._databases[path.absolute()]))

    def drop_below(self, folder):
        """Drop the databases of data folders below a folder, which a run of many tests has no memory for."""
        for known in (self._databases, self._named):
            for each in [each for each in known if each.is_relative_to(folder)]:
                self._server.execute(f"DROP DATABASE IF EXISTS {known.pop(each)} WITH (FORCE)")
                self._urls.pop(each, None)

    def _keep(self, folder, database):
        self._databases[folder.absolute()] = database
        self._urls[folder.absolute()] = self._server.url(database)

    def forget_keys(self, folder):
        """Have the database forget its keys, as `tests.altered_stores.forget_keys` does."""
        with self.altering(folder) as db:
            db.execute("DELETE FROM shared_keys")

    def _watching(self, execute):
        """Note databases that a test itself alters."""

        @wraps(execute)
        def watching(db, sql, *values):
            if is_altering(sql, sys._getframe(1)):
                name = db.connection.info.dbname
                self._altered.update(each for each, database in self._databases.items() if database == name)
            return execute(db, sql, *values)

        return watching

    def _has_store(self, folder):
        at = folder.absolute()
        return at in self._databases or (at in self._named and (folder / KEY).exists())

    def _fill(self, fill):
        with TemporaryDirectory() as folder:
            data = Path(folder) / "data"
            with services.application(data) as app:
                fill(app.test_client())
            with closing(PostgresConnections(data / FILE, self.url_of(data))) as connections:
                connections.db.execute("DELETE FROM shared_keys")  # the folder's, which ends here
            return self._databases[data.absolute()], (data / KEY).read_text()
