"""Stores that the program writes in a test: at its end, the rows that facts make are those that the facts make anew.

A store whose file the test opens itself is left out: such a test alters rows, which the doctor is to name.
"""

import os
import sqlite3
from contextlib import closing
from functools import wraps
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sqlite_utils.utils import sqlite3 as sqlite  # another one, where it is installed

from auditor.doctor.facts_examined import RecordedFacts
from auditor.store.connection import Connections, StoreError
from auditor.store.stored_register import is_before_facts

_RECORDS = "SELECT entry, record FROM register ORDER BY entry"


class OpenedStores:
    """Files of stores opened in this process since they were last asked for: by the program to write, and by the test itself."""

    def __init__(self):
        self._written, self._looked_into = set(), set()
        for module in {sqlite3, sqlite}:
            module.connect = self._noting(module.connect)

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

    def written(self):
        """Files that the program opened to write, and nobody else; they are forgotten."""
        found, self._written = self._written - self._looked_into, set()
        self._looked_into = set()
        return sorted(map(Path, found))


def rebuilt_otherwise(file):
    """Faults of rows that the facts of a store make otherwise; none of a file that is gone, or that this program cannot read."""
    try:
        connections = Connections(file, read_only=True)
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
