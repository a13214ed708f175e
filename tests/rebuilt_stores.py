"""Stores that the program writes in a test: at its end, the rows that facts make are those that the facts make anew.

A store whose file or rows the test alters itself is left out: the doctor is to name what it altered.
"""

import os
import re
import sqlite3
import sys
from contextlib import closing
from functools import wraps
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3 as sqlite  # another one, where it is installed

from auditor.doctor.facts_examined import RecordedFacts
from auditor.store.connection import Connections, StoreError
from auditor.store.stored_register import is_before_facts

_TESTS = str(Path(__file__).parent)
_ALTERS = re.compile(r"\s*(UPDATE|INSERT|DELETE|DROP)\b")
_RECORDS = "SELECT entry, record FROM register ORDER BY entry"


def is_altering(sql, frame):
    """Whether a statement of a test itself alters a store. frame: that runs it."""
    return _ALTERS.match(sql) is not None and frame.f_code.co_filename.startswith(_TESTS)


class OpenedStores:
    """Files of stores in this process since they were last asked for: opened by the program to write, opened or altered by the
    test itself.
    """

    def __init__(self):
        self._written, self._looked_into = set(), set()
        for module in {sqlite3, sqlite}:
            module.connect = self._noting(module.connect)
        Database.execute = self._watching(Database.execute)

    def _noting(self, connect):
        @wraps(connect)
        def noting(database, *values, **named):
            name = os.fsdecode(database)
            if not name.startswith("file:"):
                self._looked_into.add(name)
            elif "mode=rw" in name:
                self._written.add(unquote(urlsplit(name).path))
            return connect(database, *values, **named)

        return noting

    def _watching(self, execute):
        @wraps(execute)
        def watching(db, sql, *values):
            if is_altering(sql, sys._getframe(1)):
                self._looked_into.update(file for _, _, file in db.conn.execute("PRAGMA database_list"))
            return execute(db, sql, *values)

        return watching

    def written(self):
        """Files that the program opened to write, and nobody else; they are forgotten."""
        found, self._written = self._written - self._looked_into, set()
        self._looked_into = set()
        return sorted(map(Path, found))


def rebuilt_otherwise(file):
    """Faults of rows that the facts of a store make otherwise; none of a file that is gone, or that this program cannot read."""
    return made_otherwise(Connections(file, read_only=True))


def made_otherwise(connections):
    """The same of an open store, which is closed."""
    try:
        with connections.reading() as db, closing(RecordedFacts(db)) as facts:
            if not facts.tables:
                return []
            entered = [row for row in db.execute(_RECORDS) if not is_before_facts(row[1])]
            return [fault for entry, record in entered for fault in facts.take(entry, record)] + [
                *facts.compared()
            ]
    except StoreError:
        return []
    finally:
        connections.close()
