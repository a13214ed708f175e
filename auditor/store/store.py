"""The store: one folder, one SQLite file in it, and its tables by subject."""

from __future__ import annotations

from pathlib import Path

from auditor.store.audits import Audits
from auditor.store.changes import Changes
from auditor.store.connection import Connections
from auditor.store.controls import Controls
from auditor.store.days import Days
from auditor.store.evidence import EvidenceTable
from auditor.store.keys import Keys
from auditor.store.night import Nights
from auditor.store.queue import Queue
from auditor.store.results import Results
from auditor.store.rooms import Rooms
from auditor.store.session_results import SessionResults
from auditor.store.sessions import Sessions

FILE = "auditor.sqlite"
OWNERS = "owners"


class Store:
    """Everything that is kept, by subject. Safe to use from many threads and processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.owners = folder / OWNERS
        self.owners.mkdir(mode=0o700, exist_ok=True)
        self.connections = Connections(folder / FILE)
        self.connections.migrate()
        self.keys = Keys(self.connections)
        self.evidence = EvidenceTable(self.connections)
        self.sessions = Sessions(self.connections)
        self.audits = Audits(self.connections)
        self.queue = Queue(self.connections)
        self.results = Results(self.connections)
        self.session_results = SessionResults(self.connections, self.results)
        self.changes = Changes(self.connections)
        self.rooms = Rooms(self.connections)
        self.controls = Controls(self.connections)
        self.days = Days(self.connections)
        self.nights = Nights(self.connections)

    def close(self) -> None:
        """Close the connections."""
        self.connections.close()
