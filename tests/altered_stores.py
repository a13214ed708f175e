"""What somebody does who has a store, and not its keys: he alters it with a program of his own, or copies it."""

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlite_utils import Database

from auditor.store import Store
from auditor.store.store import FILE


def kept_in() -> str:
    """Which database the stores of tests are in now."""
    return "sqlite"


@contextmanager
def altering(folder: Path) -> Iterator[Database]:
    """The store of a data folder, for statements that no rule of it refuses; they are committed at the end."""
    with closing(Database(folder / FILE)) as db:
        keep_references(db, False)
        db.execute("PRAGMA ignore_check_constraints = ON")
        yield db
        db.conn.commit()


def keep_references(db: Database, kept: bool) -> None:
    """Have a connection refuse rows that refer to none, or take them."""
    db.execute(f"PRAGMA foreign_keys = {'ON' if kept else 'OFF'}")


def copied(folder: Path, to: Path) -> None:
    """Copy a data folder with its store, which nobody has open."""
    shutil.copytree(folder, to)


def kept_aside(folder: Path, path: Path) -> None:
    """Keep the store alone as it is now, without the data folder; a path of its own names it. Nobody uses it just now."""
    with closing(Database(folder / FILE)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copyfile(folder / FILE, path)


def let_go(store: Store) -> None:
    """Have nobody connected to a store that goes on: a database is copied only then."""


def put_back(path: Path, folder: Path) -> None:
    """Put what was kept aside in the place of a data folder's store, if it has one."""
    for each in folder.glob(f"{FILE}*"):
        each.unlink()
    shutil.copyfile(path, folder / FILE)


def forget_keys(folder: Path) -> None:
    """Have a store forget which keys its data folder has, as who may write to it can; a file knows of none."""
