"""Table sessions: logs taken in, and read back as received."""

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
from auditor.facts.kinds.facts_of_uploads import KeyedAlterations
from auditor.jobs.logs_read_at_upload import ReadLogs
from auditor.jobs.received_logs import evidence_of, must_be_kept
from auditor.remedies import SESSIONS, Remedy
from auditor.store import Store
from auditor.store.rows import Page, Selection, SessionRecord
from auditor.store.service_clock import now
from auditor.trial_rulesets import RegistryTrials
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
    """Outcome of a log: its session (None for a new one's dry run), and whether it was here. warnings: oddities, and obstacles to
    its audit.
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
        """Current version of a room's session, or None."""
        return self._store.sessions.current(room, session)

    def currencies(self, room: str, sessions: Collection[str]) -> dict[str, str]:
        """Currencies of a room's sessions, by id."""
        return self._store.sessions.currencies(room, sessions)

    def tables(self, room: str) -> tuple[str, ...]:
        """Tables in a room's logs, latest days first."""
        return self._store.sessions.tables(room)

    def earlier_versions(self, session: SessionRecord) -> list[SessionRecord]:
        """Versions before one of a session, oldest first."""
        return self._store.sessions.earlier_versions(session.id)

    def get_kept(self, number: int) -> SessionRecord:
        """A session with its log kept. Raises NoSuchSession, EvidencePurged."""
        found = self.get(number)
        must_be_kept(self._store, found)
        return found

    def page(self, selection: Selection, page: Page) -> tuple[list[SessionRecord], int]:
        """Page of the sessions by arrival, and the total."""
        return self._store.sessions.page(selection, page)

    def upload(
        self,
        body: bytes,
        filename: str | None = None,
        *,
        dry_run: bool = False,
        room: str | None = None,
        keyed: KeyedAlterations | None = None,
    ) -> Uploaded:
        """Take a log in. room: the one that it must be of; None: any of the caller's. keyed: of a draft's log.

        Raises LimitReached, RefusedLog (unreadable, or no audit takes it), Conflict, EvidencePurged, OtherRoom, NotPermitted;
        then nothing is stored or compared.
        """
        self._store.uploads.must_be_possible()
        evidence = Evidence(body, self._limits)
        if room is not None or self._store.caller.rooms is not None:
            self._must_be_of(room, first_room(evidence))
        try:
            known = self._store.sessions.of_content(evidence.content_sha256)
            if known is not None:
                return self._again(evidence, known, filename, room, dry_run)
            return self._new(evidence, filename, room, dry_run, keyed)
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
        self._must_be_of(room, known.room)
        self._must_not_be_purged(evidence, dry_run)
        warnings = self._admission.of_stored(known.facts)
        if dry_run or known.evidence == evidence.sha256:
            if not dry_run:
                self._store.evidence.repair(evidence, now())
            return Uploaded(known, True, known.facts, warnings)
        session, new = self._store.sessions.keep(evidence, known.facts, filename, now())
        return Uploaded(session, not new, known.facts, warnings)

    def _new(
        self,
        evidence: Evidence,
        filename: str | None,
        room: str | None,
        dry_run: bool,
        keyed: KeyedAlterations | None,
    ) -> Uploaded:
        seen = SeenOfLog()
        with no_collector():
            facts, read = read_log(evidence, seen)
        self._must_be_of(room, facts.room)
        self._must_not_be_purged(evidence, dry_run)
        warnings = self._admission.looked_at(facts, seen, evidence)
        if dry_run:
            self._store.sessions.check(evidence.content_sha256, facts)
            return Uploaded(None, False, facts, warnings)
        session, new = self._store.sessions.keep(evidence, facts, filename, now(), keyed)
        self._reads.keep(evidence.sha256, read)
        return Uploaded(session, not new, facts, warnings)

    def _must_not_be_purged(self, evidence: Evidence, dry_run: bool) -> None:
        """Raise EvidencePurged for a purged log, and record its return."""
        purged = self._store.purges.of_log(evidence.sha256, evidence.content_sha256)
        if purged is None:
            return
        if not dry_run:
            self._store.purges.note_return(evidence.sha256, now())
        raise EvidencePurged(f"{purged.words('This log was here before and')} It is not stored again.")

    def _must_be_of(self, wanted: str | None, room: str | None) -> None:
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
        """A session's log as received. Raises EvidencePurged, EvidenceDamaged."""
        return evidence_of(self._store, session).body

    def course(self, session: SessionRecord) -> LogCourse:
        """Times of a session's hands and the events beside them. Raises EvidencePurged, EvidenceDamaged."""
        return read_course(evidence_of(self._store, session))

    def hand_numbers(self, session: SessionRecord) -> list[int]:
        """Numbers of a session's hands in log order. Raises EvidencePurged, EvidenceDamaged."""
        return hand_numbers(evidence_of(self._store, session))

    def explain(self, session: SessionRecord, hand: int, ruleset: str | None) -> list[Exhibit]:
        """Each hand of a number: record and replay. An unapproved revision counts as in force.

        Raises NoSuchHand, RequestedRuleset, SessionRulesetUnknown, SessionNamesNoRuleset, EvidenceDamaged.
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
