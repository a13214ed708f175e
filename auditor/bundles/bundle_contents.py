"""Contents of a hearing bundle: issued report, audit, logs, controls, answers, declaration, proofs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from importlib.resources import files
from io import BytesIO

import msgspec

import verifier
from auditor.audit_results import AuditResults
from auditor.bundles import readme
from auditor.bundles.bundle_archive import ArchiveFile, Missing, plain
from auditor.errors import EvidencePurged
from auditor.importing.importers import SUFFIXES
from auditor.jobs.received_logs import evidence_of
from auditor.registry import Registry
from auditor.store import Store
from auditor.store.facts_of_changes import of_change
from auditor.store.incident_rows import IncidentEvent
from auditor.store.rows import AuditRecord, ControlsRecord, FiledChange, SessionRecord
from auditor.store.stored_register import Of
from auditor.store.stored_reports import IssuedReport
from rules.audit import rooms_own
from rules.audit.in_force import used as used_of
from rules.controls.canonical import canonical
from rules.findings.written import json_pieces
from rules.results import Audit, Engine, RulesetUsed

_DOCUMENTS = {
    "application/pdf": ".pdf",
    "application/msword": ".doc",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
}
_VERIFIER = ("README.md", "requirements.txt", "verify_report.py")
_LATER = "its entry is not proven: the key that signed the register then is not the present one"


class Contents:
    """Files of a report's bundle, read on demand."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        results: AuditResults,
        report: IssuedReport,
        record: AuditRecord,
    ) -> None:
        self._store = store
        self._results = results
        self._report = report
        self._record = record
        self._audit: Audit = results.audit(record)
        self._snapshot = registry.snapshot_for(record.knowledge)
        self._library = self._snapshot.library
        found = [store.sessions.get(number) for number in record.sessions]
        self._sessions: list[SessionRecord] = [each for each in found if each is not None]
        self._facts: list[tuple[str, Of]] = []

    @property
    def engine(self) -> Engine:
        """The engine that judged."""
        return self._audit.engine

    def __iter__(self) -> Iterator[ArchiveFile | Missing]:
        yield ArchiveFile(
            readme.NAME, "what is here", readme.readme(self._report.id, self._record.id, self._report.at)
        )
        yield self._issued()
        yield from self._declaration()
        yield self._audited()
        for session in self._sessions:
            yield self._log(session)
        yield from self._originals()
        effect = self._audit.effect
        applied = [*self._approved(), *(effect.in_force if effect else ()), *self._audit.rulesets]
        for used in {(each.id, each.revision): each for each in applied}.values():
            yield from self._controls(used)
        yield from self._answers()
        self._note_audit()
        yield from self._proofs()
        for name in _VERIFIER:
            yield ArchiveFile(
                f"verifier/{name}",
                "verifies the report without the auditor",
                (files(verifier) / name).read_bytes(),
            )

    def _issued(self) -> ArchiveFile:
        self._facts.append(("report.issued", self._report.id))
        name = f"report-{self._report.id}.pdf"
        return ArchiveFile(name, "the report as it was issued", self._store.reports.body(self._report))

    def _declaration(self) -> Iterator[ArchiveFile]:
        stream = BytesIO()
        if self._results.write_declaration(self._record, stream):
            about = "for the custodian of records to complete and sign; it is a page of the report too"
            yield ArchiveFile("declaration.pdf", about, stream.getvalue())

    def _audited(self) -> ArchiveFile:
        name = f"audit-{self._record.id}.json"
        return ArchiveFile(name, "the audit, of which the report was made", json_pieces(self._audit))

    def _log(self, session: SessionRecord) -> ArchiveFile | Missing:
        self._facts.append(("upload.accepted", session.evidence))
        suffix = ".ndjson.gz" if session.media_type.endswith("gzip") else ".ndjson"
        name = f"logs/{plain(session.room)}-{plain(session.session)}-{session.id}{suffix}"
        try:
            return ArchiveFile(name, "a log as it was received", evidence_of(self._store, session).body)
        except EvidencePurged as purged:
            return Missing(name, str(purged))

    def _originals(self) -> Iterator[ArchiveFile | Missing]:
        """Originals of the audit's logs, each once, with their imports' register entries."""
        originals = self._store.originals
        wanted = {each.id for each in self._sessions}
        for number in sorted({found for each in wanted if (found := originals.of_session(each)) is not None}):
            original = originals.get(number)
            if original is None:
                continue
            for made in original.imports:
                if any(log.session_id in wanted for log in made.logs):
                    self._facts.append(("original.accepted", made.id))
            suffix = SUFFIXES.get(original.media_type, "")
            name = f"originals/{plain(original.room or 'original')}-{number}{suffix}"
            try:
                about = "an original that logs are derived from, as it was received"
                yield ArchiveFile(name, about, originals.body(original))
            except EvidencePurged as purged:
                yield Missing(name, str(purged))

    def _approved(self) -> Iterator[RulesetUsed]:
        """Rooms' approved controls in force on the audit's days, whatever its logs name."""
        for name in self._rooms():
            room = self._snapshot.rooms.get(name)
            days = (
                {room.day(each.facts.opened_at) for each in self._sessions if each.room == name}
                if room
                else ()
            )
            if room is not None and self._record.day is not None:
                days = {*days, dt.date.fromisoformat(self._record.day)}
            for day in sorted(each for each in days if each is not None):
                for revision in rooms_own(room, day, self._library):
                    yield used_of(revision, 0)

    def _controls(self, used: RulesetUsed) -> Iterator[ArchiveFile]:
        """A revision applied or tried: as filed, and resolved as one file."""
        folder = f"controls/{plain(used.id)}-{used.revision}"
        filed = self._store.controls.get(used.id, used.revision)
        tried = None if used.standing in (None, "approved") else self._record.knowledge.tried
        if tried is not None:
            about = (
                f"controls that were tried: the {used.standing} as it was filed when the audit was requested"
            )
            yield ArchiveFile(f"{folder}.toml", about, self._store.controls.body(tried))
        elif filed is not None:
            yield ArchiveFile(
                f"{folder}.toml", "controls as they were filed", self._store.controls.body(filed.source)
            )
        whole = self._library.get(f"{used.id}@{used.revision}")
        about = f"the ruleset that was applied, with all that it extends; its digest is {used.digest}"
        yield ArchiveFile(f"{folder}-applied.toml", about, canonical(whole).encode())
        if filed is not None and tried in (None, filed.source):
            yield from self._document(filed, folder)
        yield from self._history(used, folder)

    def _history(self, used: RulesetUsed, folder: str) -> Iterator[ArchiveFile]:
        changes = self._store.changes
        history = [
            each for room in self._rooms() for each in changes.of_controls(room, used.id, used.revision)
        ]
        self._facts += [(of_change(each.action), each.id) for each in history]
        if history:
            about = "who filed and decided what, when, and by which letter"
            yield ArchiveFile(f"{folder}-history.json", about, _json(history))

    def _document(self, filed: ControlsRecord, folder: str) -> Iterator[ArchiveFile]:
        record = self._store.controls.filed(filed.document) if filed.document is not None else None
        if record is not None:
            name = f"{folder}-document{_DOCUMENTS.get(record.media_type, '')}"
            yield ArchiveFile(
                name,
                "the document that the controls were taken from",
                self._store.controls.body(record.sha256),
            )

    def _answers(self) -> Iterator[ArchiveFile | Missing]:
        if self._audit.what_if:
            return
        ids = self._store.results.incidents.ids(self._record.id)
        events = self._store.incident_events.of_all(ids)
        for incident, steps in events.items():
            folder = f"answers/{incident[:16]}"
            yield ArchiveFile(
                f"{folder}/steps.json", f"what was done about incident {incident}", _json(steps)
            )
            for step in steps:
                self._facts.append((f"incident.{step.action}", step.id))
                yield from self._files(step, folder)

    def _files(self, step: IncidentEvent, folder: str) -> Iterator[ArchiveFile | Missing]:
        for number, file in enumerate(step.files, 1):
            name = f"{folder}/{step.id}-{number}-{plain(file.name or 'file')}"
            try:
                yield ArchiveFile(name, "a file of an answer", self._store.incident_events.body(file.sha256))
            except KeyError:
                yield Missing(name, "It was purged with the results that had this incident.")

    def _note_audit(self) -> None:
        self._facts += [("audit.asked", self._record.id), ("audit.finished", self._record.id)]
        for room in self._rooms():
            terms = [each for each in self._store.changes.of_room(room) if each.action == "terms"]
            self._facts += [(of_change(each.action), each.id) for each in terms]

    def _rooms(self) -> list[str]:
        rooms = {each.room for each in self._sessions}
        if self._record.room is not None:
            rooms.add(self._record.room)
        return sorted(rooms)

    def _proofs(self) -> Iterator[ArchiveFile | Missing]:
        """Each fact's register entry and proof; then the key, and the last checkpoint."""
        key = self._store.register_key.verifier
        yield ArchiveFile(
            "register/key.txt",
            "the public key of the register; take it from elsewhere too",
            f"{key}\n".encode(),
        )
        for kind, of in self._facts:
            found = self._store.register.proof(kind, of, key)
            if found is None:
                yield Missing(f"register/{kind}-{plain(str(of))}", _LATER)
                continue
            name = f"register/{found.entry.index:07}-{kind}"
            yield ArchiveFile(
                f"{name}.json", f"what the register recorded: {kind} of {of}", found.entry.record.encode()
            )
            yield ArchiveFile(
                f"{name}.tlog-proof", "the proof that it is in the register", found.text.encode()
            )


def _json(rows: list[FiledChange] | list[IncidentEvent]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(rows)) + b"\n"
