"""Stores of tests in PostgreSQL: each data folder has a database, in place of a file."""

from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from auditor.doctor import examination
from auditor.store import connections_of
from auditor.store import store as store_module
from auditor.store.connections_of import FILE, STORE_VARIABLE
from auditor.store.postgresql.postgresql_connections import PostgresConnections
from auditor.store.register_key import FILE as KEY
from tests import services

PATTERN = "pattern"  # the database that an empty store begins as


class StoresInPostgresql:
    """Databases by the data folders of their stores."""

    def __init__(self, server):
        self._server = server
        self._databases = {}
        self._filled = cache(self._fill)

    def connections_of(self, folder, *, read_only=False):
        """Connections to the database of a data folder, as `auditor.store.connections_of` makes them."""
        self.put(folder, PATTERN)
        return PostgresConnections(folder / FILE, self.url_of(folder), read_only=read_only)

    def url_of(self, folder):
        """The address of a data folder's database."""
        return self._server.url(self._databases[folder.absolute()])

    def put(self, folder, pattern, key=None):
        """Have a data folder begin with a copy of a database, and the key that signed what is in it, if it has none."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        services.put_key(folder, key)
        if folder.absolute() not in self._databases:
            self._databases[folder.absolute()] = self._server.new_database(pattern)

    def name(self, monkeypatch, folder, pattern=PATTERN):
        """Have the environment name a data folder's database, as a service does that is set up so; its address."""
        self.put(folder, pattern)
        monkeypatch.setenv(STORE_VARIABLE, self.url_of(folder))
        return self.url_of(folder)

    def take_over(self, monkeypatch):
        """Have every store of a test be there, also those of the services."""
        for module in (store_module, examination):
            monkeypatch.setattr(module, "connections_of", self.connections_of)
        for module in (connections_of, examination):
            monkeypatch.setattr(module, "has_store", self._has_store)
        monkeypatch.setattr(examination, "name_of_store", lambda folder: f"the database of {folder}")
        monkeypatch.setattr(services, "_put", self.put)
        monkeypatch.setattr(services, "_empty_store", lambda: (PATTERN, None))
        monkeypatch.setattr(services, "_filled_store", self._filled)

    def _has_store(self, folder):
        return folder.absolute() in self._databases

    def _fill(self, fill):
        with TemporaryDirectory() as folder:
            data = Path(folder) / "data"
            with services.application(data) as app:
                fill(app.test_client())
            with closing(PostgresConnections(data / FILE, self.url_of(data))) as connections:
                connections.db.execute("DELETE FROM shared_keys")  # the folder's, which ends here
            return self._databases[data.absolute()], (data / KEY).read_text()
