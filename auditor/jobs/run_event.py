"""Audit of a tournament or ledger as a whole."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.collector import no_collector
from auditor.errors import CannotAudit
from auditor.evidence import NO_LIMITS, Evidence
from auditor.jobs.received_logs import evidence_of
from auditor.registry import RegistryAtChange
from auditor.store import Store
from auditor.store.rows import AuditRecord, EventAuditRequest
from auditor.store.stored_event_files import Kind
from rules.audit import NoRuleset
from rules.audit.event_audit import audit_ledger, audit_tournament
from rules.audit.files_of_event import Beside, read_beside
from rules.controls.library import NotApproved, UnknownRuleset
from rules.records.problems import Refused
from rules.results import Audit
from rules.typed import from_plain

_request = from_plain(EventAuditRequest)


@no_collector()
def run_event(store: Store, snapshot: RegistryAtChange, asked: AuditRecord) -> Audit:
    """Audit a request's event under its snapshot. Raises CannotAudit, EvidenceDamaged, EvidencePurged."""
    request = _request(asked.request)
    assert asked.event is not None
    kind: Kind = "ledger" if asked.event.kind == "ledger" else "tournament"
    file = store.event_files.get(kind, request.event)
    assert file is not None  # the request refers to it
    audit = audit_ledger if kind == "ledger" else audit_tournament
    source = Evidence(store.event_files.body(file), NO_LIMITS)
    try:
        beside = list(_beside(store, kind, request))
        return audit(
            source,
            beside,
            library=snapshot.of_room(file.room),
            room=snapshot.rooms.get(file.room),
            numbers=[] if request.number_before is None else [request.number_before],
        )
    except (Refused, UnknownRuleset, NoRuleset, NotApproved) as error:
        raise CannotAudit(f"{kind.capitalize()} {file.id} ({file.room}, {file.name}): {error}") from error


def _beside(store: Store, kind: str, request: EventAuditRequest) -> Iterator[Beside]:
    files: list[tuple[Kind, int]] = [("tournament", each) for each in request.tournaments]
    files += [("ledger", each) for each in request.ledgers]
    for of, number in files:
        file = store.event_files.get(of, number)
        assert file is not None
        yield read_beside(Evidence(store.event_files.body(file), NO_LIMITS), kind)
    for number in request.sessions:
        session = store.sessions.get(number)
        assert session is not None
        yield read_beside(evidence_of(store, session), kind)
