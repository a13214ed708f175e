"""Keys of the data folders of one database: the services on it have the same ones, or none of them would read what another wrote.

The database has a digest of each, which says nothing of a key of 32 random bytes. The first service makes the keys; a folder that
lacks one, or has another, is refused before anything is signed in it.
"""

from __future__ import annotations

import hashlib
import secrets
from pathlib import Path

from sqlite_utils import Database

from auditor.store import people_key, redaction_key, register_key, sign_in_key
from auditor.store.register_key import UnusableKey
from auditor.store.secret_files import make_once

TABLE = "shared_keys"
SHARED_KEYS = f'CREATE TABLE {TABLE} (name TEXT COLLATE "C" PRIMARY KEY, digest TEXT COLLATE "C" NOT NULL)'
OTHERS = (people_key.FILE, redaction_key.FILE, sign_in_key.FILE)
NAMES = (register_key.FILE, *OTHERS)
_BYTES = 32
_TO_READ = f"SELECT name, digest FROM {TABLE}"


class KeysOfAnotherFolder(UnusableKey):
    """A data folder without the keys of its database, or with others, in words for the operator."""


def must_have_the_keys(db: Database, folder: Path) -> bool:
    """See that a data folder has the keys of the database; whether there is nothing to note of them.

    Raises KeysOfAnotherFolder, UnusableKey.
    """
    known: dict[str, str] = dict(db.execute(_TO_READ).fetchall())
    _must_have_each(folder, known)
    return known.keys() == {*NAMES}


def note_keys(db: Database, folder: Path) -> None:
    """Note within a writing transaction the keys that the database does not know; the first data folder makes them.

    Raises KeysOfAnotherFolder, UnusableKey.
    """
    if must_have_the_keys(db, folder):
        return
    known = {name for name, _ in db.execute(_TO_READ).fetchall()}
    if not known:
        _make_each(folder)
    for name in NAMES:
        digest = _digest(folder, name)
        if name not in known and digest is not None:
            db.execute(f"INSERT INTO {TABLE} (name, digest) VALUES (?, ?)", [name, digest])


def note_replaced_key(db: Database, name: str, key: str) -> None:
    """Note another key in the place of one, within a writing transaction."""
    db.execute(f"UPDATE {TABLE} SET digest = ? WHERE name = ?", [_digest_of(name, key.encode()), name])


def _must_have_each(folder: Path, known: dict[str, str]) -> None:
    found = {name: _digest(folder, name) for name in known}
    missing = sorted(name for name, digest in found.items() if digest is None)
    if missing:
        raise KeysOfAnotherFolder(
            f"The database has a store already, and the data folder {folder} lacks its keys ({', '.join(missing)}). Copy the "
            f"files {', '.join(sorted(known))} there from the data folder that has them: all services on one database share them."
        )
    other = sorted(name for name, digest in found.items() if digest != known[name])
    if other:
        removed = " OR ".join(f"name = '{name}'" for name in other)
        raise KeysOfAnotherFolder(
            f"The data folder {folder} has other keys than the store in the database ({', '.join(other)}). Put the right files "
            f"there. If they were replaced on purpose, in all data folders, run on the database: DELETE FROM auditor.{TABLE}"
            f" WHERE {removed}."
        )


def _make_each(folder: Path) -> None:
    register_key.load_or_make(folder, None)
    for name in OTHERS:
        try:
            make_once(folder / name, f"{secrets.token_hex(_BYTES)}\n")
        except OSError as error:
            raise UnusableKey(
                f"The key {name} cannot be written into the data folder {folder}: {error.strerror}."
            ) from error


def _digest(folder: Path, name: str) -> str | None:
    """Digest of a key, None where there is none. Raises UnusableKey."""
    try:
        key = (folder / name).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UnusableKey(f"The key {folder / name} cannot be read: {error.strerror}.") from error
    return _digest_of(name, key)


def _digest_of(name: str, key: bytes) -> str:
    return hashlib.sha256(f"{name}\n".encode() + key.strip()).hexdigest()
