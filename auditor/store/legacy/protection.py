"""Triggers that protect recorded rows from UPDATE, DELETE and INSERT OR REPLACE by any program.

REPLACE fires no DELETE trigger without `recursive_triggers`, so each INSERT is refused where the key exists. That comes before
`ON CONFLICT`: writers look first.
"""

from __future__ import annotations

from msgspec import Struct

_ENDED = "(SELECT state FROM audits WHERE id = NEW.audit) IN ('finished', 'failed')"


class Protected(Struct, frozen=True):
    """A table of recorded rows. Conditions are SQL; None: never refused, "1": always."""

    table: str
    row: str  # what the message calls a row
    taken: tuple[str, ...]  # SQL of rows that block an INSERT by a unique key
    update: str | None = "1"
    columns: str = ""  # of the update; all where none is named
    delete: str | None = "1"
    insert: str | None = None  # refuses an INSERT even without a taken key


_PROTECTED = (
    Protected("changes", "a change", ("id = NEW.id",), update=None, delete=None),  # 0008 has these two
    Protected("rooms", "a room", ("id = NEW.id",), columns="id"),
    Protected("filed", "a filed document", ("sha256 = NEW.sha256",),
               columns="sha256, size, media_type, filename, received_at"),
    Protected("controls", "a revision of controls", ("ruleset = NEW.ruleset AND revision = NEW.revision",),
               columns="ruleset, revision, room", delete=None),  # 0008 refuses a DELETE, but for a draft
    Protected("evidence", "evidence", ("sha256 = NEW.sha256",),
               columns="sha256, size, media_type, filename, received_at"),
    Protected("sessions", "a session", (
        "id = NEW.id", "content_sha256 = NEW.content_sha256", "supersedes = NEW.supersedes",
        "NEW.supersedes IS NULL AND supersedes IS NULL AND room = NEW.room AND session = NEW.session",
    ), columns="id, room, session, table_name, currency, opened_at, closed_at, hands, ruleset, evidence, content_sha256, "
               "supersedes, received_at, facts"),  # its gaming day follows the terms of its room
    Protected("audits", "an audit", ("id = NEW.id", "idempotency_key = NEW.idempotency_key", "finish = NEW.finish"),
               update="OLD.state IN ('finished', 'failed')"),
    Protected("audit_sessions", "a session of an audit",
               ("audit = NEW.audit AND position = NEW.position", "audit = NEW.audit AND session = NEW.session"),
               insert=_ENDED),
    Protected("findings", "a finding", (), insert=_ENDED),
    Protected("coverage", "coverage", (), insert=_ENDED),
    Protected("incidents", "an incident", (), insert=_ENDED),
    Protected("session_results", "the result of a session", ("session = NEW.session AND basis = NEW.basis",)),
)  # fmt: skip

# UPDATE OR REPLACE removes the row in whose place it comes.
_OVER_AN_AUDIT = """
CREATE TRIGGER audits_keep_their_keys BEFORE UPDATE ON audits
    WHEN NEW.id != OLD.id OR NEW.idempotency_key IS NOT OLD.idempotency_key OR (OLD.finish IS NOT NULL AND
        NEW.finish IS NOT OLD.finish) OR EXISTS (SELECT 1 FROM audits WHERE finish = NEW.finish AND id != OLD.id)
    BEGIN SELECT RAISE(ABORT, 'an audit is never altered: its keys stay'); END;
"""
_OUTCOME = """
CREATE TRIGGER evidence_outcome_stays BEFORE UPDATE OF outcome, content_sha256, message, problems, problem_count ON evidence
    WHEN OLD.outcome = 'session'
    BEGIN SELECT RAISE(ABORT, 'evidence is never altered: it is a session'); END;
"""
# Altering bytes needs an open repair, and closes it.
_REPAIRS = """
CREATE TABLE repairs ( -- of bytes that were damaged: what was put back, when, and by whom
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    subject TEXT NOT NULL CHECK (subject IN ('evidence', 'filed')),
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64), -- of the bytes as they were received, and are again
    found_sha256 TEXT NOT NULL CHECK (length(found_sha256) = 64), -- of what was found in their place
    found_size INTEGER NOT NULL,
    by TEXT, -- who sent the bytes again
    done INTEGER NOT NULL DEFAULT 0 CHECK (done IN (0, 1))
) STRICT;
CREATE INDEX repairs_of ON repairs (sha256, subject);
CREATE TRIGGER repairs_stay BEFORE UPDATE ON repairs
    WHEN OLD.done OR NEW.id != OLD.id OR NEW.at != OLD.at OR NEW.subject != OLD.subject OR NEW.sha256 != OLD.sha256
        OR NEW.found_sha256 != OLD.found_sha256 OR NEW.found_size != OLD.found_size OR NEW.by IS NOT OLD.by
    BEGIN SELECT RAISE(ABORT, 'a repair is never altered'); END;
CREATE TRIGGER repairs_remain BEFORE DELETE ON repairs BEGIN SELECT RAISE(ABORT, 'a repair is never removed'); END;
CREATE TRIGGER repairs_are_not_replaced BEFORE INSERT ON repairs WHEN EXISTS (SELECT 1 FROM repairs WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'a repair is never altered'); END;
"""
_BYTES = """
CREATE TRIGGER {table}_bytes_stay BEFORE UPDATE OF body ON {table}
    WHEN NOT EXISTS (SELECT 1 FROM repairs WHERE sha256 = OLD.sha256 AND subject = '{table}' AND NOT done)
    BEGIN SELECT RAISE(ABORT, '{row} is never altered: its bytes stay'); END;
CREATE TRIGGER {table}_bytes_repaired AFTER UPDATE OF body ON {table}
    BEGIN UPDATE repairs SET done = 1 WHERE sha256 = OLD.sha256 AND subject = '{table}' AND NOT done; END;
"""


def protection() -> str:
    """Script of the triggers and of repairs, the only way to alter bytes."""
    parts = [triggers(each) for each in _PROTECTED]
    bytes_stay = [
        _BYTES.format(table=each.table, row=each.row)
        for each in _PROTECTED
        if each.table in ("evidence", "filed")
    ]
    return "".join([*parts, _OVER_AN_AUDIT, _OUTCOME, _REPAIRS, *bytes_stay])


def triggers(kept: Protected) -> str:
    """The triggers of one table."""
    table, never = kept.table, f"RAISE(ABORT, '{kept.row} is never"
    script = ""
    if kept.update:
        of = f" OF {kept.columns}" if kept.columns else ""
        script += (
            f"CREATE TRIGGER {table}_stay BEFORE UPDATE{of} ON {table} WHEN {kept.update} BEGIN "
            f"SELECT {never} altered'); END;\n"
        )
    if kept.delete:
        script += (
            f"CREATE TRIGGER {table}_remain BEFORE DELETE ON {table} BEGIN SELECT {never} removed'); END;\n"
        )
    taken = [f"EXISTS (SELECT 1 FROM {table} WHERE {key})" for key in kept.taken]
    refused = " OR ".join([*taken, *([kept.insert] if kept.insert else [])])
    script += (
        f"CREATE TRIGGER {table}_are_not_replaced BEFORE INSERT ON {table} WHEN {refused} BEGIN "
        f"SELECT {never} replaced: another one is on record'); END;\n"
    )
    return script
