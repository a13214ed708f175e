"""Files that a report carries: the audit as JSON, its register entries, and their proofs."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from auditor.register.proofs import SUFFIX
from auditor.serialization import document
from auditor.store import Store
from auditor.store.rows import AuditRecord
from auditor.store.stored_register import Of
from reports.registered import Registered
from reports.tagged.tagged_archive import Attachment
from rules.controls.library import APPROVED, Library
from rules.controls.ruleset import Ruleset
from rules.findings.written import json_pieces
from rules.redaction import Redaction
from rules.results import Audit

if TYPE_CHECKING:
    from reports.screened_room import ScreenedRoom

_JSON, _NDJSON = "application/json", "application/x-ndjson"


def attached(
    store: Store, record: AuditRecord, audit: Audit
) -> tuple[Registered | None, tuple[Attachment, ...]]:
    """A finished audit's place in the register and its report's files; stable as long as the register's key."""
    whole = _whole(record, audit)
    found, proving = _entered(store, "audit.finished", record.id, f"audit-{record.id}", "the audit")
    if whole is None:
        return found, proving
    return found and found._replace(whole=whole.name), (whole, *proving)


def attached_screening(record: AuditRecord, rooms: Sequence[ScreenedRoom]) -> tuple[Attachment, ...]:
    """The alarms of the annex "Where to look" as NDJSON, a result a line; no file without the annex."""
    if not rooms:
        return ()
    results = [alarm.result for room in rooms for alarm in room.alarms]
    body = b"".join(msgspec.json.encode(each) + b"\n" for each in results)
    name = f"audit-{record.id}-screening.ndjson"
    return (Attachment(name, body, _NDJSON, "The alarms of screening in the annex, as of the audit’s entry"),)


def attached_to_comparison(
    store: Store, before: AuditRecord, after: AuditRecord
) -> tuple[tuple[Registered | None, Registered | None], tuple[Attachment, ...]]:
    """Places of two audits in the register, with their proofs."""
    one, files = _entered(store, "audit.finished", before.id, f"audit-{before.id}", "the audit")
    if before.id == after.id:
        return (one, one), files
    other, more = _entered(store, "audit.finished", after.id, f"audit-{after.id}", "the audit")
    return (one, other), (*files, *more)


def attached_to_gaps(
    store: Store, ruleset: Ruleset
) -> tuple[tuple[Registered, str] | None, tuple[Attachment, ...]]:
    """Place of a room's controls in the register with the step in words, and the proof; None for library controls.

    The place is that of their approval, else of the draft as it is.
    """
    controls = store.controls.get(ruleset.id, ruleset.revision)
    if controls is None:
        return None, ()
    action, step = ("approved", "approved") if controls.standing == APPROVED else ("draft", "filed")
    life = store.changes.of_controls(controls.room, controls.ruleset, controls.revision)
    change = max(each.id for each in life if each.action == action)
    stem = f"{controls.ruleset}-{controls.revision}-{step}"
    found, files = _entered(store, f"controls.{action}", change, stem, "the controls")
    return (None if found is None else (found, step)), files


def _entered(
    store: Store, kind: str, of: Of, stem: str, what: str
) -> tuple[Registered | None, tuple[Attachment, ...]]:
    """A fact's place in the register, and its record and proof as files. what: the fact's subject in words."""
    key = store.register_key.verifier
    proof = store.register.proof(kind, of, key)
    if proof is None:
        return None, ()
    entered = msgspec.json.decode(proof.entry.record)
    about = entered.get("about", entered)  # a fact has all that its entry is about
    files = (
        Attachment(
            f"{stem}-entry.json", proof.entry.record.encode(), _JSON, f"What the register recorded of {what}"
        ),
        Attachment(
            f"{stem}{SUFFIX}", proof.text.encode(), "text/plain", "The proof that it is in the register"
        ),
    )
    found = Registered(
        proof.checkpoint.origin, str(key), proof.entry.index, entered["at"],
        about.get("details", about).get("digest", about.get("result_sha256")),
        proof.checkpoint.size, proof.checkpoint.root.hex(), (files[0].name, files[1].name), None, proof.note,
    )  # fmt: skip
    return found, files


def redacted_json(record: AuditRecord, redaction: Redaction, library: Library) -> Attachment:
    """The redacted audit as JSON, the redacted edition's only file."""
    content = json_pieces(document(redaction.audit, library))
    return Attachment(f"audit-{record.id}-redacted.json", content, _JSON, "The redacted audit", "Source")


def _whole(record: AuditRecord, audit: Audit) -> Attachment | None:
    """The audit as it was stored; None where an earlier engine wrote another form, with another digest."""
    digest = hashlib.sha256()
    for piece in json_pieces(audit):
        digest.update(piece)
    if digest.hexdigest() != record.result_sha256:
        return None
    name = f"audit-{record.id}.json"
    return Attachment(name, json_pieces(audit), _JSON, "The audit that this document was made of", "Source")
