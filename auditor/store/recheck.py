"""Repeated look at noticed damage, which a disk or person may have repaired."""

from __future__ import annotations

from sqlite_utils import Database

from auditor.errors import RecordDamaged
from auditor.facts.tables import TABLES, name_of
from auditor.store.blobs.bytes_place import BytesUnavailable
from auditor.store.blobs.kept_bytes import is_whole
from auditor.store.bytes_by_digest import EVIDENCE, FILED
from auditor.store.connection import Connections
from auditor.store.damage import Damage
from auditor.store.documents.document_contents import DocumentAltered
from auditor.store.incident_states import STATES, altered_histories
from auditor.store.original_bytes import ORIGINALS, is_as_received
from auditor.store.purged_rows import PURGES, is_purged, is_sound
from auditor.store.report_bytes import REPORTS, is_as_issued
from auditor.store.sealed import REGISTER, VERIFICATION
from auditor.store.stored_authority import StoredAuthority
from auditor.store.stored_documents import CHUNKS, document_of
from auditor.store.stored_fact_tables import IN_MEMORY, MADE_BY_FACTS, TOGETHER
from auditor.store.stored_incident_words import ATTACHMENTS
from auditor.store.stored_screening_lists import LISTS, is_as_listed


def recheck(connections: Connections, damage: Damage, authority: StoredAuthority) -> int:
    """Forget repaired damage, and return how much is left."""
    left = 0
    for each in damage.all():
        if _is_whole_again(connections, authority, each.subject, each.key):
            damage.forget(each.subject, each.key)
        else:
            left += 1
    return left


def _is_whole_again(connections: Connections, authority: StoredAuthority, subject: str, key: str) -> bool:
    try:
        return _is_whole(connections, authority, subject, key)
    except BytesUnavailable:
        return False  # nobody can say


def _is_as_facts_say(authority: StoredAuthority, db: Database, table: str, key: str) -> bool:
    names = TABLES[table].key
    there = db.execute(f"SELECT {', '.join(names)} FROM {table}").fetchall()
    if table in TOGETHER:
        there += db.execute(f"SELECT {TABLES[TOGETHER[table]].key[0]} FROM {TOGETHER[table]}").fetchall()
    try:
        rows = authority.rows(table) if table in IN_MEMORY else []
        said = [TABLES[table].key_of(row) for row in rows]
        return not authority.altered(table, [each for each in {*there, *said} if name_of(each) == key])
    except RecordDamaged:
        return False


def _is_whole(connections: Connections, authority: StoredAuthority, subject: str, key: str) -> bool:
    db = connections.db
    if subject in (REGISTER, VERIFICATION):
        return False  # it is verified by whoever noticed it (auditor/jobs/register_verifying.py)
    if subject == CHUNKS:
        return _is_whole_result(connections, authority, int(key))
    if subject == REPORTS and not is_as_issued(db, int(key)):
        return False
    if subject == ORIGINALS and not is_as_received(db, key):
        return False
    if subject in (EVIDENCE, FILED, ATTACHMENTS):
        if subject == EVIDENCE and is_purged(db, subject, key):
            return True  # what was purged is not damaged
        row = db.execute(f"SELECT body FROM {subject} WHERE sha256 = ?", [key]).fetchone()
        if row is None or not is_whole(row[0], key):
            return False
    if subject == LISTS and not is_as_listed(db, int(key)):
        return False
    if subject == PURGES:
        return is_sound(db, *key.split(" ", 1))
    if subject == STATES:
        return not altered_histories(authority, [key])
    if subject in MADE_BY_FACTS:
        return _is_as_facts_say(authority, db, subject, key)
    return True  # facts have taken its place


def _is_whole_result(connections: Connections, authority: StoredAuthority, audit: int) -> bool:
    with connections.reading() as db:
        try:
            if authority.altered("audits", [(audit,)]):
                return False
            result = document_of(db, audit)
        except (DocumentAltered, RecordDamaged):
            return False
        return result is None or not result.faults()
