"""Originals of logs: files that staff fill in, taken in, derived into sessions, and given back plain or marked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct, field

from auditor.admission import Admission
from auditor.collector import no_collector
from auditor.errors import (
    Conflict,
    EvidencePurged,
    NoSuchOriginal,
    NotPermitted,
    OriginalConflict,
    OtherRoom,
    RefusedOriginal,
)
from auditor.evidence import NO_LIMITS, Evidence
from auditor.fitting_logs import asking_for_ruleset, fitting
from auditor.history_options import StatedOptions, differing, of_record, options_of, to_record
from auditor.importing.frame import (
    DerivedLog,
    Imported,
    ImportOptions,
    ImportProblem,
    digest,
    file_name,
    is_alike,
    superseding,
)
from auditor.importing.histories.stated import asks_for
from auditor.importing.importers import is_newer, marked, media_type_of, versions
from auditor.jobs.costly_work import CostlyWork
from auditor.jobs.logs_read_at_upload import ReadLogs
from auditor.jobs.received_logs import evidence_of
from auditor.remedies import ORIGINALS
from auditor.repeated_hands import import_once
from auditor.store import Store
from auditor.store.original_words import conflict_words
from auditor.store.rows import Page
from auditor.store.service_clock import now
from auditor.store.stored_originals import DerivedRecord, NewImport, NewLog, OriginalRecord
from auditor.warned import ArrivalWarning
from rules.audit import SeenOfLog, read_log
from rules.results import LogFacts
from rules.typed import from_plain

ITSELF = "auditor"  # who supersedes a log that an earlier version of an importer derived
_problems = from_plain(list[ImportProblem])
_WORKING = "originals are being read"
_NOTHING = StatedOptions()
_STORED = "Its bytes are on record under their SHA-256."
_UNSTATED = "Nothing was stored."
_DRY = "Nothing was stored: a dry run."


class Derived(Struct, frozen=True):
    """Outcome of a derived log, also in a dry run. already_stored: it is the named session.

    facts: None where already on record. warnings: oddities, and obstacles to its audit.
    """

    record: DerivedRecord
    already_stored: bool
    facts: LogFacts | None = None
    warnings: tuple[ArrivalWarning, ...] = ()


class TakenOriginal(Struct, frozen=True):
    """Outcome of an original, which is None in a dry run. problems: of what was not derived or needs attention."""

    original: OriginalRecord | None
    imported: Imported
    logs: tuple[Derived, ...]

    @property
    def new(self) -> bool:
        """Whether a session is new."""
        return any(each.record.session_id is not None and not each.already_stored for each in self.logs)


class Originals:
    """Originals over a store."""

    def __init__(self, store: Store, reads: ReadLogs, costly: CostlyWork, admission: Admission) -> None:
        self._store = store
        self._reads = reads
        self._costly = costly
        self._admission = admission

    def get(self, number: int) -> OriginalRecord:
        """An original. Raises NoSuchOriginal."""
        found = self._store.originals.get(number)
        if found is None:
            raise NoSuchOriginal(f"There is no original {number}.", ORIGINALS)
        return found

    def page(self, room: str | None, page: Page) -> tuple[list[OriginalRecord], int]:
        """Page of the originals, newest first, and the total."""
        return self._store.originals.page(room, page)

    def without_session(self, room: str, begins: str, ends: str) -> list[OriginalRecord]:
        """Originals of a room without any session, received in [begins, ends)."""
        return [each for each in self._store.originals.between(room, begins, ends) if not each.accepted]

    def body(self, original: OriginalRecord) -> bytes:
        """Bytes as received. Raises EvidencePurged, EvidenceDamaged."""
        return self._store.originals.body(original)

    def marked(self, original: OriginalRecord) -> bytes:
        """The original as a workbook with red cells and comments at its last import's problems. Raises EvidencePurged,
        EvidenceDamaged, TooManyAtOnce.
        """
        with self._costly.place_of(self._store.caller.key, _WORKING):
            body = self.body(original)
            return marked(body, _problems(original.last.problems))

    def problems(self, original: OriginalRecord) -> list[ImportProblem]:
        """The first 1,000 problems of the last import."""
        found: list[ImportProblem] = _problems(original.last.problems)
        return found

    def upload(
        self,
        body: bytes,
        filename: str | None = None,
        *,
        dry_run: bool = False,
        room: str | None = None,
        stated: StatedOptions = _NOTHING,
    ) -> TakenOriginal:
        """Take an original in: keep its bytes, and make each derived log a session.

        room: the one that it must be of, and a hand history's room; None: any of the caller's. stated: options of a hand history.

        Same bytes and options give the same sessions; other options give logs in conflict unless they correct. Raises
        RefusedOriginal (kept) without a log, OriginalConflict (kept) where all conflict; NoSuchRoom, LimitReached, TooManyAtOnce,
        EvidencePurged, OtherRoom, NotPermitted. With these, or without a needed option, nothing is stored.
        """
        self._store.uploads.must_be_possible()
        with self._costly.place_of(self._store.caller.key, _WORKING):
            options = options_of(self._store, body, room, stated, dry_run=dry_run)
            before = self._store.originals.of_bytes(digest(body))
            made, logs = self._made(body, options, stated, before, room, dry_run)
        imported = made.imported
        if not logs and any(asks_for(each) for each in imported.problems if options):
            imported = self._with_ruleset_asked(imported, room, stated)
            raise RefusedOriginal(
                imported.problems, imported.problem_count, imported.sha256, _UNSTATED, None, stated=False
            )
        taken = self._tried(made, logs) if dry_run else self._kept(body, filename, made, logs)
        stored = _DRY if dry_run else _STORED
        number = taken.original.id if taken.original else None
        if not taken.logs:
            raise RefusedOriginal(imported.problems, imported.problem_count, imported.sha256, stored, number)
        if all(each.record.outcome != "session" for each in taken.logs):
            raise OriginalConflict([each.record for each in taken.logs], number)
        return taken

    def _made(
        self,
        body: bytes,
        options: ImportOptions | None,
        stated: StatedOptions,
        before: OriginalRecord | None,
        room: str | None,
        dry_run: bool,
    ) -> tuple[_Made, list[DerivedRecord | NewLog]]:
        """An original's import, and its logs that an audit takes. A history without a ruleset is read with the room's only one of
        its game.
        """
        imported = import_once(self._store, body, options)
        self._must_be_of(room, imported)
        if options is not None:
            self._store.originals.must_not_be_of_another(imported.sha256, room)
        self._must_not_be_purged(imported.sha256, dry_run)
        made = _Made(imported, to_record(options), stated)
        fit = fitting(
            self._admission, imported, list(self._logs(made, before)), made.seen, history=options is not None
        )
        if options is not None and options.ruleset is None and fit.alone is not None:
            named = msgspec.structs.replace(options, ruleset=fit.alone)
            return self._made(body, named, stated, before, room, dry_run)
        return msgspec.structs.replace(made, imported=fit.imported, warnings=fit.warnings), fit.logs

    def _with_ruleset_asked(self, imported: Imported, room: str | None, stated: StatedOptions) -> Imported:
        """An import that lacks options, with the ruleset too where that would be asked for next."""
        asked = any(asks_for(each) == "ruleset" for each in imported.problems)
        choices = self._admission.of_histories(room) if room is not None else []
        if asked or stated.ruleset is not None or len(choices) < 2:
            return imported
        return asking_for_ruleset(imported, choices)

    def older(self) -> list[int]:
        """Originals last derived by an older version of their importer."""
        return [
            number
            for name, version in versions().items()
            for number in self._store.originals.older(name, version)
        ]

    def derive_again(self, number: int) -> tuple[int, ...]:
        """Derive an original's sessions with the present importer and their recorded options; return the new ones.

        A differing log supersedes its predecessor, unless the room corrected that. Raises EvidencePurged, EvidenceDamaged,
        RecordDamaged.
        """
        original = self.get(number)
        body = self.body(original)
        all_made: list[int] = []
        kept = False
        for options, known in _ways(original):
            imported = import_once(self._store, body, of_record(self._store, options))
            if imported.importer != original.last.importer or not is_newer(
                imported.version or "0", original.last.version
            ):
                continue
            way = _Made(imported, options)
            found = list(self._logs(way, original))
            logs = [each for each in found if (each.room, each.session) in known]
            if any(isinstance(each, NewLog) for each in logs) or len(logs) < len(known):
                _, made = self._store.originals.keep(_new_import(body, None, way, logs), now())
                all_made, kept = [*all_made, *made], True
        if not kept:
            self._store.originals.looked(number, versions()[original.last.importer or ""])
        return tuple(all_made)

    def _logs(self, made: _Made, before: OriginalRecord | None) -> Iterator[DerivedRecord | NewLog]:
        """Derived logs: unchanged ones on record, and those to be kept."""
        earlier = _sessions(before) if before else {}
        imported = made.imported
        for log in imported.logs:
            known, options = earlier.get((log.room, log.session), (None, None))
            data: bytes | None = log.data
            differs = ""
            if known is not None and options == made.options:
                newer = before is None or is_newer(imported.version or "0", before.last.version)
                data = self._again(log, known, imported) if newer else None
            elif known is not None:
                data, known = self._otherwise(log, known)
                differs = differing(options or {}, made.options or {})
            if data is None:
                assert known is not None
                yield known
                continue
            evidence = Evidence(self._corrected(data, log, made.stated), NO_LIMITS)
            with no_collector():
                facts, read = read_log(evidence, made.seen.setdefault(evidence.sha256, SeenOfLog()))
            self._reads.keep(evidence.sha256, read)
            yield NewLog(log.room, log.session, log.table, file_name(log), evidence, facts, differs)

    def _otherwise(self, log: DerivedLog, known: DerivedRecord) -> tuple[bytes | None, DerivedRecord]:
        """A log by other options than the one on record; None for its bytes where it says the same."""
        current = self._store.sessions.current(log.room, log.session)
        if current is None or current.purged is not None:
            return log.data, known
        if not is_alike(b"".join(evidence_of(self._store, current).chunks()), log.data):
            return log.data, known
        same = DerivedRecord(
            current.room, current.session, current.table, current.evidence, "session", current.id, None
        )
        return None, same

    def _corrected(self, data: bytes, log: DerivedLog, stated: StatedOptions) -> bytes:
        current = self._store.sessions.current(log.room, log.session) if stated.corrects else None
        if current is None or current.evidence not in stated.corrects:
            return data
        return superseding(data, current.evidence, stated.reason, stated.by)

    def _again(self, log: DerivedLog, known: DerivedRecord, imported: Imported) -> bytes | None:
        """A log of a session on record; None where that stays, else the log that supersedes it."""
        assert known.session_id is not None
        session = self._store.sessions.get(known.session_id)
        if session is None or session.superseded_by is not None or session.purged is not None:
            return None
        if is_alike(b"".join(evidence_of(self._store, session).chunks()), log.data):
            return None
        reason = f"The importer {imported.importer}, version {imported.version}, reads the same original otherwise."
        return superseding(log.data, session.evidence, reason, ITSELF)

    def _kept(
        self, body: bytes, filename: str | None, way: _Made, logs: Sequence[DerivedRecord | NewLog]
    ) -> TakenOriginal:
        original, made = self._store.originals.keep(_new_import(body, filename, way, logs), now())
        facts = {log.evidence.sha256: log.facts for log in logs if isinstance(log, NewLog)}
        derived = tuple(
            Derived(log, log.session_id not in made, facts.get(log.sha256), way.warnings.get(log.sha256, ()))
            for log in original.last.logs
        )
        return TakenOriginal(original, way.imported, derived)

    def _tried(self, way: _Made, logs: Sequence[DerivedRecord | NewLog]) -> TakenOriginal:
        by_options = way.options is not None
        return TakenOriginal(
            None, way.imported, tuple(self._would_become(each, way, by_options=by_options) for each in logs)
        )

    def _would_become(self, log: DerivedRecord | NewLog, way: _Made, *, by_options: bool) -> Derived:
        if isinstance(log, DerivedRecord):
            return Derived(log, True)
        named = log.room, log.session, log.table, log.evidence.sha256
        purged = self._store.purges.of_log(log.evidence.sha256, log.evidence.content_sha256)
        if purged is not None:
            return Derived(
                DerivedRecord(*named, "purged", None, purged.words("This log was here before and")), False
            )
        try:
            found = self._store.sessions.check(log.evidence.content_sha256, log.facts)
        except Conflict as conflict:
            words = conflict_words(conflict, log.differs, by_options=by_options)
            return Derived(DerivedRecord(*named, "conflict", None, words), False, log.facts)
        number = found.id if found else None
        warnings = way.warnings.get(log.evidence.sha256, ())
        return Derived(DerivedRecord(*named, "session", number, None), found is not None, log.facts, warnings)

    def _must_be_of(self, wanted: str | None, imported: Imported) -> None:
        named = [
            each
            for each in (imported.room, *(log.room for log in imported.logs))
            if each not in (None, wanted)
        ]
        if wanted is not None and named:
            raise OtherRoom(
                f"The file is of room {named[0]!r}, and was sent for room {wanted!r}. Nothing was stored. Upload it for its own "
                "room."
            )
        if imported.room is not None and not self._store.caller.sees(imported.room):
            raise NotPermitted(
                f"The file is of room {imported.room!r}, and this key is not for that room. Nothing was stored. Send it with a "
                "key of its room."
            )

    def _must_not_be_purged(self, sha256: str, dry_run: bool) -> None:
        purged = self._store.purges.of_file(sha256)
        if purged is None:
            return
        if not dry_run:
            self._store.purges.note_return(sha256, now())
        raise EvidencePurged(f"{purged.words('This file was here before and')} It is not stored again.")


class _Made(Struct, frozen=True):
    """An original's import with its options as recorded. seen, warnings: by the logs' SHA-256."""

    imported: Imported
    options: Mapping[str, Any] | None
    stated: StatedOptions = _NOTHING
    seen: dict[str, SeenOfLog] = field(default_factory=dict)
    warnings: Mapping[str, tuple[ArrivalWarning, ...]] = field(default_factory=dict)


def _sessions(
    original: OriginalRecord,
) -> dict[tuple[str, str], tuple[DerivedRecord, Mapping[str, Any] | None]]:
    """An original's last log by room and session, with its options."""
    return {
        (log.room, log.session): (log, each.options)
        for each in original.imports
        for log in each.logs
        if log.session_id is not None
    }


def _ways(original: OriginalRecord) -> list[tuple[Mapping[str, Any] | None, set[tuple[str, str]]]]:
    """Options of an original's imports, each with the sessions that they gave last."""
    ways: list[tuple[Mapping[str, Any] | None, set[tuple[str, str]]]] = []
    for session, (_, options) in _sessions(original).items():
        those = next((known for way, known in ways if way == options), None)
        if those is None:
            ways.append((options, {session}))
        else:
            those.add(session)
    return ways


def _new_import(
    body: bytes, filename: str | None, way: _Made, logs: Sequence[DerivedRecord | NewLog]
) -> NewImport:
    imported = way.imported
    problems = msgspec.to_builtins(imported.problems)
    return NewImport(
        body, imported.sha256, media_type_of(imported, body), filename, imported.room, imported.importer, imported.version,
        list(problems), imported.problem_count, imported.refusals, logs,
        None if way.options is None else dict(way.options),
    )  # fmt: skip
