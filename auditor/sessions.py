"""Table sessions: logs taken in, and read back as they were received."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from auditor.admission import Admission
from auditor.collector import no_collector
from auditor.errors import (
    CannotTry,
    EvidencePurged,
    LogTooLarge,
    NoSuchHand,
    NoSuchSession,
    NotALog,
    NotPermitted,
    OtherRoom,
    RefusedLog,
    RequestedRulesetNotTriable,
    RequestedRulesetUnknown,
    SessionNamesNoRuleset,
    SessionRulesetUnknown,
)
from auditor.event_files import must_be_log
from auditor.evidence import Evidence, TooLarge, UnpackingLimits, first_room
from auditor.jobs.reads import ReadLogs
from auditor.jobs.received_logs import evidence_of, must_be_kept
from auditor.remedies import SESSIONS, Remedy
from auditor.store import Store
from auditor.store.rows import Page, Selection, SessionRecord
from auditor.store.stored_times import now
from auditor.trial import RegistryTrials
from auditor.warned import ArrivalWarning
from rules.audit import LogCourse, NoRuleset, SeenOfLog, explain_hand, hand_numbers, read_course, read_log
from rules.controls.library import UnknownRuleset
from rules.records.problems import Refused
from rules.results import LogFacts
from rules.shown_hands import Exhibit

_STORED = "The bytes are on record under their SHA-256."
_NOT_AGAIN = "The bytes were purged before, and are not stored again; their SHA-256 is on record."
_DRY = "Nothing was stored: a dry run."
_NAME_ONE = Remedy("Choose one for this hand.", "Name one with ?ruleset=.", "Name one with --ruleset.")


class Uploaded(Struct, frozen=True):
    """Outcome of a log: its session (None: a dry run of a new one), and whether it was already here.

    warnings: what is odd about it, and whether it can be audited yet.
    """

    session: SessionRecord | None
    already_stored: bool
    facts: LogFacts
    warnings: tuple[ArrivalWarning, ...] = ()


class Sessions:
    """Sessions over a store."""

    def __init__(
        self,
        store: Store,
        trials: RegistryTrials,
        limits: UnpackingLimits,
        reads: ReadLogs,
        admission: Admission,
    ) -> None:
        self._store = store
        self._trials = trials
        self._limits = limits
        self._reads = reads
        self._admission = admission

    def get(self, number: int) -> SessionRecord:
        """A session. Raises NoSuchSession."""
        found = self._store.sessions.get(number)
        if found is None:
            raise NoSuchSession(f"There is no session {number}.", SESSIONS)
        return found

    def current(self, room: str, session: str) -> SessionRecord | None:
        """The version of a room's session that no correction superseded; None where no log names it."""
        return self._store.sessions.current(room, session)

    def currencies(self, room: str, sessions: Collection[str]) -> dict[str, str]:
        """The currencies of some of a room's sessions, by their ids."""
        return self._store.sessions.currencies(room, sessions)

    def tables(self, room: str) -> tuple[str, ...]:
        """The names of the tables of a room's logs, those of the latest days first."""
        return self._store.sessions.tables(room)

    def earlier_versions(self, session: SessionRecord) -> list[SessionRecord]:
        """The versions of a session that came before one, the oldest first."""
        return self._store.sessions.earlier_versions(session.id)

    def get_kept(self, number: int) -> SessionRecord:
        """A session whose log was not purged. Raises NoSuchSession, EvidencePurged."""
        found = self.get(number)
        must_be_kept(self._store, found)
        return found

    def page(self, selection: Selection, page: Page) -> tuple[list[SessionRecord], int]:
        """A part of a list in the order of arrival, and how many there are in all."""
        return self._store.sessions.page(selection, page)

    def upload(
        self, body: bytes, filename: str | None = None, *, dry_run: bool = False, room: str | None = None
    ) -> Uploaded:
        """Take a log in. room: of which it has to be; None: of any room of the caller.

        A log that can be read and that no audit takes is refused like one that cannot be read. Raises LimitReached, RefusedLog,
        Conflict where another file is on record for its session, EvidencePurged, and OtherRoom and NotPermitted for the log of
        another room and of one that is none of the caller's: then nothing was stored, and nothing compared.
        """
        self._store.uploads.must_be_possible()
        evidence = Evidence(body, self._limits)
        if room is not None or self._store.caller.rooms is not None:
            self._must_be_of(room, first_room(evidence))
        try:
            known = self._store.sessions.of_content(evidence.content_sha256)
            if known is not None:
                return self._again(evidence, known, filename, room, dry_run)
            return self._new(evidence, filename, room, dry_run)
        except Refused as refused:
            must_be_log(evidence)
            kept = not dry_run and self._store.evidence.keep_refused(evidence, refused, filename, now())
            stored = _DRY if dry_run else _STORED if kept else _NOT_AGAIN
            kind = (
                LogTooLarge if isinstance(refused, TooLarge) else NotALog if refused.sentence else RefusedLog
            )
            raise kind(refused, evidence.sha256, stored, kept) from refused

    def _again(
        self, evidence: Evidence, known: SessionRecord, filename: str | None, room: str | None, dry_run: bool
    ) -> Uploaded:
        """A log that is on record: the same bytes, or the same log packed otherwise."""
        self._must_be_of(room, known.room)
        self._must_not_be_purged(evidence, dry_run)
        warnings = self._admission.of_stored(known.facts)
        if dry_run or known.evidence == evidence.sha256:
            if not dry_run:
                self._store.evidence.repair(evidence, now())
            return Uploaded(known, True, known.facts, warnings)
        session, new = self._store.sessions.keep(evidence, known.facts, filename, now())
        return Uploaded(session, not new, known.facts, warnings)

    def _new(self, evidence: Evidence, filename: str | None, room: str | None, dry_run: bool) -> Uploaded:
        """A log that is not on record. Raises Refused for one that cannot be read or audited."""
        seen = SeenOfLog()
        with no_collector():
            facts, read = read_log(evidence, seen)
        self._must_be_of(room, facts.room)
        self._must_not_be_purged(evidence, dry_run)
        warnings = self._admission.looked_at(facts, seen, evidence)
        if dry_run:
            self._store.sessions.check(evidence.content_sha256, facts)
            return Uploaded(None, False, facts, warnings)
        session, new = self._store.sessions.keep(evidence, facts, filename, now())
        self._reads.keep(evidence.sha256, read)
        return Uploaded(session, not new, facts, warnings)

    def _must_not_be_purged(self, evidence: Evidence, dry_run: bool) -> None:
        """Raise EvidencePurged for a log that was here, was kept for its time and purged; that it came again is on record."""
        purged = self._store.purges.of_log(evidence.sha256, evidence.content_sha256)
        if purged is None:
            return
        if not dry_run:
            self._store.purges.note_return(evidence.sha256, now())
        raise EvidencePurged(f"{purged.words('This log was here before and')} It is not stored again.")

    def _must_be_of(self, wanted: str | None, room: str | None) -> None:
        """Raise OtherRoom, NotPermitted for the room that a log names; None: it is not known yet."""
        if wanted is not None and room is not None and room != wanted:
            raise OtherRoom(
                f"The log is of room {room!r}, and was sent for room {wanted!r}. Nothing was stored. Upload it for "
                "its own room."
            )
        if room is not None and not self._store.caller.sees(room):
            raise NotPermitted(
                f"The log is of room {room!r}, and this key is not for that room. Nothing was stored. Send it with a key of "
                "its room."
            )

    def log(self, session: SessionRecord) -> bytes:
        """A session's log as it was received. Raises EvidencePurged, and EvidenceDamaged where it is no longer that."""
        return evidence_of(self._store, session).body

    def course(self, session: SessionRecord) -> LogCourse:
        """Course of a session: times of its hands, and events beside them. Raises EvidencePurged, EvidenceDamaged."""
        return read_course(evidence_of(self._store, session))

    def hand_numbers(self, session: SessionRecord) -> list[int]:
        """The numbers of a session's hands in the order of its log. Raises EvidencePurged, EvidenceDamaged."""
        return hand_numbers(evidence_of(self._store, session))

    def explain(self, session: SessionRecord, hand: int, ruleset: str | None) -> list[Exhibit]:
        """Every hand with this number: the record and its replay. A revision that was not approved is taken as in force.

        Raises NoSuchHand, RequestedRuleset, SessionRulesetUnknown, SessionNamesNoRuleset and EvidenceDamaged.
        """
        facts = session.facts
        if not facts.hands:
            raise NoSuchHand(f"Session {session.id} has no hands.")
        shown = self._replayed(session, hand, ruleset)
        if not shown:
            raise NoSuchHand(
                f"Session {session.id} has no hand {hand}; its hands are numbered {facts.first_hand} to "
                f"{facts.last_hand}."
            )
        return shown

    def _replayed(self, session: SessionRecord, hand: int, ruleset: str | None) -> list[Exhibit]:
        source = evidence_of(self._store, session)
        try:
            trial = self._trials.of(ruleset)
            return list(
                explain_hand(
                    source,
                    hand,
                    ruleset=ruleset,
                    library=trial.snapshot.of_room(session.room),
                    room=trial.snapshot.rooms.get(session.room),
                    as_if=trial.source is not None,
                )
            )
        except CannotTry as error:
            raise RequestedRulesetNotTriable(str(error)) from error
        except UnknownRuleset as error:
            kind = SessionRulesetUnknown if ruleset is None else RequestedRulesetUnknown
            raise kind(str(error)) from error
        except NoRuleset as error:
            raise SessionNamesNoRuleset(str(error), _NAME_ONE) from error
