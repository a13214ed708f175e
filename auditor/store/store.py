"""The store: a folder with one SQLite file, and its tables by subject."""

from __future__ import annotations

from contextlib import suppress
from copy import copy
from pathlib import Path

from auditor.facts.kinds.facts_of_log import StoreRestored
from auditor.facts.recorded_fact import RecordedFact
from auditor.register.register_notes import Signer
from auditor.store import stored_register
from auditor.store.attempts import Attempts
from auditor.store.blobs.taken_place import take_place
from auditor.store.caller import ITSELF, Caller
from auditor.store.changes import Changes
from auditor.store.connection import Connections
from auditor.store.connections_of import FILE, connections_of
from auditor.store.damage import Damage
from auditor.store.engines import Engines
from auditor.store.fact_log import FactLog, enter_fact
from auditor.store.followed_snapshot import SnapshotFile
from auditor.store.handover import complete_handover
from auditor.store.inbox_folder import Inbox
from auditor.store.incident_events import IncidentEvents
from auditor.store.kept_gap_reports import KeptGapReports
from auditor.store.leases import Leases
from auditor.store.outbox import Outbox
from auditor.store.pseudonym_keys import PseudonymKeys
from auditor.store.queue import Queue
from auditor.store.refused import RefusedTable
from auditor.store.register_key import load_or_make
from auditor.store.register_reading import Register
from auditor.store.register_signing import RegisterSigning, UnsignedEntries, is_stated
from auditor.store.sealed import Sealed
from auditor.store.service_clock import now
from auditor.store.session_results import SessionResults
from auditor.store.sign_in_key import SignInKey
from auditor.store.sign_ins import SignIns
from auditor.store.stored_audits import Audits
from auditor.store.stored_authority import StoredAuthority
from auditor.store.stored_controls import ControlsRows
from auditor.store.stored_days import DayRows
from auditor.store.stored_event_files import EventFileRows
from auditor.store.stored_evidence import EvidenceTable
from auditor.store.stored_holds import HoldRows
from auditor.store.stored_keyed import KeyedDrafts
from auditor.store.stored_keys import KeyRows
from auditor.store.stored_night import Nights
from auditor.store.stored_originals import OriginalRows
from auditor.store.stored_overview import OverviewRows
from auditor.store.stored_people import People
from auditor.store.stored_purges import Purges
from auditor.store.stored_reminders import RemindersTable
from auditor.store.stored_reports import Reports
from auditor.store.stored_results import ResultRows
from auditor.store.stored_room_incidents import RoomIncidents
from auditor.store.stored_room_terms import RoomTermsRows
from auditor.store.stored_rooms import RoomRows
from auditor.store.stored_samples import Samples
from auditor.store.stored_screening import ScreeningRows
from auditor.store.stored_screening_lists import ScreeningLists
from auditor.store.stored_sessions import SessionRows
from auditor.store.uploads import Uploads

__all__ = ["FILE", "Store"]


class Store:
    """Everything kept, by subject, for many threads and processes.

    A store is of a caller, whose rooms it shows and whose key it records; a new one is the service's. read_only: nothing is
    altered, and writing fails. in_file: the folder's file, whatever database the environment names. anew: the first fact under
    the folder's key, which goes on with what was put back. Raises NewerStore, OlderStore (read-only).
    """

    def __init__(
        self,
        folder: Path,
        *,
        read_only: bool = False,
        in_file: bool = False,
        anew: StoreRestored | None = None,
    ) -> None:
        self.folder = folder
        if not read_only:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.connections = (
            Connections(folder / FILE, read_only=read_only)
            if in_file
            else connections_of(folder, read_only=read_only)
        )
        self.inbox = Inbox(folder)
        self.leases = Leases(self.connections)
        self.outbox = Outbox(self.connections, self.leases)
        snapshot = None
        if read_only:
            self.connections.must_be_up_to_date()
        else:
            first = self._sign_from_now_on(anew)
            self.connections.migrate()
            self._sign_what_is_there(first)
            take_place(self.connections.db, self.register_key.name)
            snapshot = SnapshotFile(folder, self.register_key)
        self.damage = Damage(self.connections)
        self.authority = StoredAuthority(self.connections, snapshot)
        self.sealed = Sealed(self.connections, self.damage, self.authority)
        self.log = FactLog(self.authority)
        self.keys = KeyRows(self.connections, self.authority, self.log)
        self.sign_in_key = sign_in_key = SignInKey(folder)
        self.sign_ins = SignIns(self.connections, sign_in_key, self.authority, self.log)
        self.gap_reports = KeptGapReports(self.connections, sign_in_key)
        self.reminders = RemindersTable(self.connections, self.authority, self.log, sign_in_key)
        self.attempts = Attempts(self.connections)
        self.register = Register(self.connections, self.authority)
        self.engines = Engines(self.connections, self.log)
        self.pseudonym_keys = PseudonymKeys(self.connections, self.sealed, self.log)
        self.queue = Queue(self.connections, self.sealed, self.log, self.outbox, self.leases, sign_in_key)
        self.results = ResultRows(self.connections, self.authority, self.damage)
        self.session_results = SessionResults(self.connections, self.authority, self.results, self.damage)
        self._for(ITSELF)

    def _sign_from_now_on(self, anew: StoreRestored | None) -> RecordedFact | None:
        """Sign the register in every later transaction, also of migrations; the fact with which another key begins."""
        db = self.connections.db
        complete_handover(self.folder, db)
        self.connections.must_have_keys()
        key = load_or_make(self.folder, stored_register.name_of(db))
        self.connections.signing = self.signing = RegisterSigning(self.folder, key, anew=anew is not None)
        self.signing.compare(db)
        return anew or self.signing.replaced(db, now())

    @property
    def register_key(self) -> Signer:
        """Key that signs the register now."""
        return self.signing.key

    def _sign_what_is_there(self, first: RecordedFact | None) -> None:
        """Sign entries from before signatures, or before this key, with the fact that states how it began."""
        if first is None and not self.signing.is_to_sign(self.connections.db):
            return
        with suppress(UnsignedEntries), self.connections.writing() as db:  # `signing.trouble` names it
            if first is not None and not is_stated(db, first):
                enter_fact(db, first)

    def seen_by(self, caller: Caller) -> Store:
        """The store as a caller sees it."""
        seen = copy(self)
        seen._for(caller)
        return seen

    def _for(self, caller: Caller) -> None:
        self.caller = caller
        self.log = self.log.under(caller)
        self.people = People(self.connections, self.authority, self.log)
        self.uploads = Uploads(self.connections, caller)
        self.evidence = EvidenceTable(self.connections, self.sealed, self.log, caller)
        self.refused = RefusedTable(self.connections, self.sealed, self.authority, caller)
        self.sessions = SessionRows(self.connections, self.sealed, self.log, caller)
        self.audits = Audits(self.connections, self.sealed, self.log, caller)
        self.changes = Changes(self.connections, self.sealed, caller)
        self.rooms = RoomRows(self.connections, self.sealed, self.authority, self.log, caller)
        self.controls = ControlsRows(self.connections, self.sealed, self.damage, self.log, caller)
        self.days = DayRows(self.connections, self.sealed, self.log, caller)
        self.nights = Nights(self.connections, self.sealed, self.results, caller)
        self.overview = OverviewRows(self.connections, self.sealed, self.results, caller)
        self.holds = HoldRows(self.connections, self.sealed, self.log, caller)
        self.room_terms = RoomTermsRows(self.connections, self.sealed, self.log, caller)
        self.room_incidents = RoomIncidents(self.connections, self.sealed, caller)
        self.incident_events = IncidentEvents(
            self.connections, self.sealed, self.results.must_rest_on_document, self.damage, self.log, caller
        )
        self.reports = Reports(self.connections, self.sealed, self.damage, self.log, caller)
        self.originals = OriginalRows(self.connections, self.sealed, self.damage, self.log, caller)
        self.event_files = EventFileRows(self.connections, self.sealed, self.damage, self.log, caller)
        self.samples = Samples(self.connections, self.sealed, self.log, caller)
        self.screening = ScreeningRows(self.connections, self.sealed, self.damage, caller)
        self.screening_lists = ScreeningLists(self.connections, self.sealed, self.damage, self.log, caller)
        self.purges = Purges(self.connections, self.sealed, self.authority, self.log, caller)
        self.keyed = KeyedDrafts(self.connections, self.sign_in_key, caller)

    def close(self) -> None:
        """Close the connections."""
        self.connections.close()
