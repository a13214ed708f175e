"""Audits entered as facts that are like those of another one, such as an earlier program would have made."""

import hashlib

from msgspec.structs import replace

from auditor.facts.canonical_record import from_record

_FACTS = """
SELECT record FROM register WHERE entry IN (
    SELECT first_fact FROM audits WHERE id = ?1 UNION SELECT fact FROM audits WHERE id = ?1) ORDER BY entry
"""
_DOCUMENT = (
    "INSERT INTO result_chunks (audit, list, number, body) SELECT ?2, list, number, body FROM result_chunks WHERE audit = ?1",
    "INSERT INTO result_documents (audit, root, salt, sessions, contents) "
    "SELECT ?2, root, salt, sessions, contents FROM result_documents WHERE audit = ?1",
)


def enter_alike(store, db, audit, summary=None, **stated):
    """Enter a further audit of the same logs with the same result, within a transaction; its number. summary: its text, where it
    is another; stated: fields of the fact that it finished, of which the others are the same, but for what it kept.
    """
    asked, finished = (from_record(record.encode()) for (record,) in db.execute(_FACTS, [audit]).fetchall())
    number = store.log.number_after(db, "audits", "audit.asked")
    store.log.append(db, replace(asked, number=number, idempotency_key=None))
    for sql in _DOCUMENT:
        db.execute(sql, [audit, number])
    (last, before) = db.execute(
        "SELECT (SELECT max(finish) FROM audits), summary FROM audits WHERE id = ?", [audit]
    ).fetchone()
    text = summary or before
    about = {"sessions": (), "new_incidents": (), "statistics": (), "sums": (), **stated}
    digest = hashlib.sha256(text.encode()).hexdigest()
    store.log.append(db, replace(finished, number=number, finish=last + 1, summary_sha256=digest, **about))
    db.execute("UPDATE audits SET summary = ? WHERE id = ?", [text, number])
    return number
