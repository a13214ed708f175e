"""Connections to the store of a data folder: its SQLite file, or the PostgreSQL database that the environment names."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit

from auditor.store.connection import Connections, StoreError
from auditor.store.register_key import FILE as KEY

FILE = "auditor.sqlite"
STORE_VARIABLE = "AUDITOR_STORE"
_URLS = ("postgresql://", "postgres://")


class UnusableStoreAddress(StoreError):
    """An address of a store that this program cannot use, in words."""


def database_url() -> str | None:
    """The address of the PostgreSQL database of the store; None: it is a file. Raises UnusableStoreAddress."""
    url = os.environ.get(STORE_VARIABLE, "")
    if not url:
        return None
    if not url.startswith(_URLS):
        raise UnusableStoreAddress(
            f"{STORE_VARIABLE} does not name a PostgreSQL database. It begins with postgresql://, such as "
            "postgresql://auditor@host/auditor; without it the store is a file in the data folder."
        )
    return url


def has_store(folder: Path) -> bool:
    """Whether a folder is a service's: it has the store's file, or the keys of the database. Raises UnusableStoreAddress."""
    return (folder / (FILE if database_url() is None else KEY)).exists()


def name_of_store(folder: Path) -> str:
    """A store in words, without the password of its database. Raises UnusableStoreAddress."""
    url = database_url()
    if url is None:
        return f"{folder / FILE}"
    found = urlsplit(url)
    return f"postgresql://{found.netloc.rpartition('@')[2]}{found.path}"


def connections_of(folder: Path, *, read_only: bool = False) -> Connections:
    """Connections to the store of a data folder. Raises UnusableStoreAddress."""
    url = database_url()
    if url is None:
        return Connections(folder / FILE, read_only=read_only)
    if (folder / FILE).exists():
        raise UnusableStoreAddress(
            f"{STORE_VARIABLE} names a PostgreSQL database, and {folder} has a store in the file {FILE}, which would be left "
            f"out of it. Use another data folder, or unset {STORE_VARIABLE}; a store is not moved from one to the other."
        )
    try:
        from auditor.store.postgresql.postgresql_connections import PostgresConnections
    except ImportError as error:
        raise UnusableStoreAddress(
            f"{STORE_VARIABLE} names a PostgreSQL database, which needs psycopg: "
            f'pip install "cardroom-auditor[postgresql]" ({error})'
        ) from error
    return PostgresConnections(folder / FILE, url, read_only=read_only)
