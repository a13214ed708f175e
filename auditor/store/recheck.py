"""Repeated look at noticed damage, which a disk or person may have repaired."""

from __future__ import annotations

import hashlib

from auditor.store.bytes_by_digest import EVIDENCE, FILED
from auditor.store.connection import Connections
from auditor.store.damage import Damage
from auditor.store.documents.document_contents import DocumentAltered
from auditor.store.original_bytes import ORIGINALS, is_as_received
from auditor.store.report_bytes import REPORTS, is_as_issued
from auditor.store.sealed import REGISTER, VERIFICATION
from auditor.store.stored_documents import CHUNKS, document_of
from auditor.store.stored_incident_words import ATTACHMENTS
from auditor.store.stored_purges import of_file
from auditor.store.stored_seals import altered, last_seals, name_of


def recheck(connections: Connections, damage: Damage) -> int:
    """Forget repaired damage, and return how much is left."""
    left = 0
    for each in damage.all():
        if _is_whole(connections, each.subject, each.key):
            damage.forget(each.subject, each.key)
        else:
            left += 1
    return left


def _is_whole(connections: Connections, subject: str, key: str) -> bool:
    db = connections.db
    if subject in (REGISTER, VERIFICATION):
        return False  # it is verified by whoever noticed it (auditor/jobs/register_verifying.py)
    if subject == CHUNKS:
        return _is_whole_result(connections, int(key))
    if subject == REPORTS and not is_as_issued(db, key):
        return False
    if subject == ORIGINALS and not is_as_received(db, key):
        return False
    if subject in (EVIDENCE, FILED, ATTACHMENTS):
        if subject == EVIDENCE and of_file(db, key) is not None:
            return True  # what was purged is not damaged
        row = db.execute(f"SELECT body FROM {subject} WHERE sha256 = ?", [key]).fetchone()
        if row is None or hashlib.sha256(row[0]).hexdigest() != key:
            return False
    return not any(
        altered(db, each)
        for each in last_seals(db, subject, connections.seals_up_to(db))
        if name_of(each.key) == key
    )


def _is_whole_result(connections: Connections, audit: int) -> bool:
    with connections.reading() as db:
        try:
            result = document_of(db, audit, connections.seals_up_to(db))
        except DocumentAltered:
            return False
        return result is None or not result.faults()
