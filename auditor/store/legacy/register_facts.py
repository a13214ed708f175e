"""Records of facts for the register, read from the facts' rows.

Verification reads the rows again, so that an entry names an altered one; `LATER` has what later facts may change. The register's
migration uses these functions too, so later columns stay out or are asked for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from auditor.store.facts_of_changes import OF_ROOMS, of_change
from auditor.store.legacy.rooms_of_audits import rooms_of_audit
from auditor.store.legacy.signed_seals import last_seal_of
from auditor.store.rows import encoded
from auditor.store.stored_fact_tables import has_facts
from auditor.store.stored_register import Of


class Fact(Struct, frozen=True):
    """A fact of some rows. rooms: concerned ones; (): the service. key: the acting one."""

    at: str
    key: str | None
    rooms: tuple[str, ...]
    about: dict[str, Any]


class NoSuchFact(LookupError):
    """There are no rows that say so."""


def _row(db: Database, sql: str, of: Of, *json: str) -> dict[str, Any]:
    """A row by column. json: columns with JSON."""
    cursor = db.execute(sql, [of])
    values = cursor.fetchone()
    if values is None:
        raise NoSuchFact
    row = {name: value for (name, *_), value in zip(cursor.description, values, strict=True)}
    for name in json:
        row[name] = None if row[name] is None else msgspec.json.decode(row[name])
    return row


def _fact(row: dict[str, Any], rooms: tuple[str, ...] | None = None) -> Fact:
    """A row with columns ``at_`` and ``key_`` as a fact of its ``room``, unless rooms are named."""
    at, key = row.pop("at_"), row.pop("key_")
    if rooms is None:
        rooms = (row["room"],) if row.get("room") is not None else ()
    return Fact(at, key, rooms, row)


def _accepted(db: Database, of: Of) -> Fact:
    return _fact(_row(db, """
        SELECT max(e.received_at, s.received_at) AS at_, coalesce(e.key, s.key) AS key_, e.sha256, e.size, e.media_type,
            e.filename, s.content_sha256, s.id AS number, s.room, s.session, s.table_name AS "table", s.currency, s.opened_at,
            s.closed_at, s.hands, s.ruleset, s.supersedes
        FROM evidence AS e JOIN sessions AS s ON s.content_sha256 = e.content_sha256 WHERE e.sha256 = ?
        """, of))  # fmt: skip


def _refused(db: Database, of: Of) -> Fact:
    return _fact(_row(db, """
        SELECT received_at AS at_, key AS key_, sha256, size, media_type, filename, outcome, content_sha256, problem_count
        FROM evidence WHERE sha256 = ?
        """, of))  # fmt: skip


def _change(db: Database, of: Of) -> Fact:
    return _fact(_row(db, """
        SELECT at AS at_, key AS key_, id AS number, room, action, ruleset, revision, by, reference, note, details
        FROM changes WHERE id = ?
        """, of, "details"))  # fmt: skip


_LOGS = """
SELECT json_group_array(json_array(s.id, s.evidence) ORDER BY a.position)
FROM audit_sessions AS a JOIN sessions AS s ON s.id = a.session WHERE a.audit = ?
"""


def _of_audit(db: Database, row: dict[str, Any], of: Of) -> Fact:
    row["logs"] = msgspec.json.decode(db.execute(_LOGS, [of]).fetchone()[0])
    return _fact(row, rooms_of_audit(db, of))


def _asked(db: Database, of: Of) -> Fact:
    row = _row(db, """
        SELECT created_at AS at_, key AS key_, id AS number, request, request_sha256, ruleset, knowledge, skipped, of, room, day,
            open FROM audits WHERE id = ?
        """, of, "request", "knowledge", "skipped")  # fmt: skip
    return _of_audit(db, row, of)


def _finished(db: Database, of: Of) -> Fact:
    row = _row(db, """
        SELECT finished_at AS at_, NULL AS key_, id AS number, finish, result_sha256, counts, summary,
            json_extract(knowledge, '$.engine') AS engine FROM audits WHERE id = ? AND state = 'finished'
        """, of, "counts")  # fmt: skip
    summary = row.pop("summary")
    row["summary_sha256"] = hashlib.sha256(summary.encode()).hexdigest()
    engine = msgspec.json.decode(summary).get("engine") or {}
    row |= {
        name: engine[name] for name in ("code", "judgement") if engine.get(name) is not None
    }  # since 0.2.0
    return _of_audit(db, row, of)


def _failed(db: Database, of: Of) -> Fact:
    sql = """
        SELECT finished_at AS at_, NULL AS key_, id AS number, attempts, error FROM audits WHERE id = ? AND state = 'failed'
        """
    return _of_audit(db, _row(db, sql, of), of)


def _key(db: Database, of: Of) -> Fact:
    return _fact(_row(db, """
        SELECT made_at AS at_, NULL AS key_, id, role, name, person, rooms, authority, made_by, expires_at, replaces
        FROM keys WHERE id = ?
        """, of, "rooms"))  # fmt: skip


def _revoked(db: Database, of: Of) -> Fact:
    sql = "SELECT revoked_at AS at_, NULL AS key_, id FROM keys WHERE id = ? AND revoked_at IS NOT NULL"
    return _fact(_row(db, sql, of))


def _hold(db: Database, of: Of) -> Fact:
    return _fact(_row(db, """
        SELECT at AS at_, key AS key_, id AS number, room, session, first_day, last_day, reason, by FROM holds WHERE id = ?
        """, of))  # fmt: skip


def _lifted(db: Database, of: Of) -> Fact:
    return _fact(_row(db, """
        SELECT lifts.at AS at_, lifts.key AS key_, lifts.hold AS number, holds.room, lifts.reason, lifts.by
        FROM lifts JOIN holds ON holds.id = lifts.hold WHERE lifts.hold = ?
        """, of))  # fmt: skip


def _purged(db: Database, of: Of) -> Fact:
    return _fact(_row(db, """
        SELECT at AS at_, NULL AS key_, id AS number, subject, key AS of, sha256, size, room, session, first_day, last_day,
            year_ends, years, kept_until, parameter, clause, by FROM purges WHERE id = ?
        """, of))  # fmt: skip


def _incident(db: Database, of: Of) -> Fact:
    row = _row(db, """
        SELECT e.at AS at_, e.key AS key_, e.id AS number, e.room, e.incident, i.session, i.day, i.code, e.audit, e.stated_sha256,
            e.due, e.words_sha256, e.by, (SELECT json_group_array(json_array(f.sha256, a.size, f.media_type) ORDER BY f.position)
            FROM incident_files AS f JOIN attachments AS a ON a.sha256 = f.sha256 WHERE f.event = e.id) AS files
        FROM incident_events AS e JOIN room_incidents AS i ON i.incident = e.incident WHERE e.id = ?
        """, of, "files")  # fmt: skip
    (correction,) = db.execute(
        "SELECT correction FROM incident_events WHERE id = ?", [row["number"]]
    ).fetchone()
    return _fact(row if correction is None else {**row, "correction": correction})


def _issued(db: Database, of: Of) -> Fact:
    row = _row(db, """
        SELECT at AS at_, key AS key_, id AS number, audit, edition, exhibits, made_sha256, sha256, size, signer, engine, by
        FROM reports WHERE id = ?
        """, of, "signer")  # fmt: skip
    return _fact(row, rooms_of_audit(db, row["audit"]))


def _pulled(db: Database, of: Of) -> Fact:
    row = _row(db, """
        SELECT p.at AS at_, p.key AS key_, p.id AS number, p.report, p.what, r.sha256, r.audit, p.by
        FROM report_pulls AS p JOIN reports AS r ON r.id = p.report WHERE p.id = ?
        """, of)  # fmt: skip
    return _fact(row, rooms_of_audit(db, row["audit"]))


def _committed(db: Database, of: Of) -> Fact:
    return _fact(_row(db, """
        SELECT at AS at_, key AS key_, id AS number, room, first_day, last_day, sessions_sha256, hands, wanted, source, value, by
        FROM samples WHERE id = ?
        """, of))  # fmt: skip


def _drawn(db: Database, of: Of) -> Fact:
    return _fact(_row(db, """
        SELECT d.at AS at_, s.key AS key_, d.sample, s.room, d.root, d.size, d.drawn
        FROM sample_draws AS d JOIN samples AS s ON s.id = d.sample WHERE d.sample = ?
        """, of, "drawn"))  # fmt: skip


def _entered(db: Database, of: Of) -> Fact:
    """An entry for a hand, with what was seen as a digest, since a register's entry is never removed."""
    row = _row(db, """
        SELECT h.at AS at_, h.key AS key_, h.id, h.sample, h.number, s.room, h.unseen IS NULL AS seen, h.seats,
            coalesce(h.unseen, '') AS unseen, h.by FROM sample_hands AS h JOIN samples AS s ON s.id = h.sample WHERE h.id = ?
        """, of)  # fmt: skip
    seen = f"{row.pop('seats')}\n{row.pop('unseen')}\n"
    return _fact(row | {"seen": bool(row["seen"]), "sha256": hashlib.sha256(seen.encode()).hexdigest()})


def _closed(db: Database, of: Of) -> Fact:
    row = _row(db, """
        SELECT c.at AS at_, c.key AS key_, c.sample, s.room, c.results, c.by
        FROM sample_closings AS c JOIN samples AS s ON s.id = c.sample WHERE c.sample = ?
        """, of)  # fmt: skip
    results = row.pop("results")
    agrees = [each["agrees"] for each in msgspec.json.decode(results)]
    counts = {
        "agreeing": agrees.count(True),
        "differing": agrees.count(False),
        "not_compared": agrees.count(None),
    }
    return _fact(row | counts | {"results_sha256": hashlib.sha256(results.encode()).hexdigest()})


def _engine(db: Database, of: Of) -> Fact:
    """Engine, with code and judgement where it has them."""
    before = "(SELECT max(id) FROM engines WHERE id < e.id)"
    row = _row(db, f"""
        SELECT e.at AS at_, NULL AS key_, e.id AS number, e.version, e.library, before.version AS version_before,
            before.library AS library_before
        FROM engines AS e LEFT JOIN engines AS before ON before.id = {before} WHERE e.id = ?
        """, of)  # fmt: skip
    if _has_column(db, "engines", "code"):
        judged = _row(db, f"""
            SELECT e.code, e.judgement, before.code AS code_before, before.judgement AS judgement_before
            FROM engines AS e LEFT JOIN engines AS before ON before.id = {before} WHERE e.id = ?
            """, of)  # fmt: skip
        row |= judged if judged["judgement"] is not None else {}
    return _fact(row)


def _person(db: Database, of: Of) -> Fact:
    """An account's event, with the sign-in name as a digest, since a register's entry is never removed."""
    row = _row(db, """
        SELECT e.at AS at_, e.key AS key_, e.id AS number, e.person, p.key AS acts_with, p.email, e.until, e.by
        FROM people_events AS e JOIN people AS p ON p.id = e.person WHERE e.id = ?
        """, of)  # fmt: skip
    row["email_sha256"] = hashlib.sha256(row.pop("email").encode()).hexdigest()
    return _fact(row)


def _imported(db: Database, of: Of) -> Fact:
    options = (
        "(SELECT options FROM import_options WHERE import = i.id)" if _has(db, "import_options") else "NULL"
    )
    row = _row(db, f"""
        SELECT i.at AS at_, i.key AS key_, i.id AS number, i.original, o.sha256, o.size, o.media_type, o.filename, o.room,
            i.importer, i.version, i.problem_count, i.refusals,
            (SELECT json_group_array(json_array(d.session, d.sha256, d.outcome, d.session_id) ORDER BY d.position)
            FROM derived_logs AS d WHERE d.import = i.id) AS logs, {options} AS options
        FROM imports AS i JOIN originals AS o ON o.id = i.original WHERE i.id = ?
        """, of, "logs", "options")  # fmt: skip
    if row["options"] is None:  # of an original that needs none
        del row["options"]
    return _fact(row)


def _event(db: Database, of: Of) -> Fact:
    return _fact(_row(db, """
        SELECT received_at AS at_, key AS key_, id AS number, kind AS event, room, name, currency, day, sha256, content_sha256,
            size, media_type, filename, supersedes FROM event_files WHERE id = ?
        """, of))  # fmt: skip


def _proposed(db: Database, of: Of) -> Fact:
    return _fact(_row(db, """
        SELECT at AS at_, key AS key_, id AS number, room, terms, by FROM terms_proposals WHERE id = ?
        """, of, "terms"))  # fmt: skip


def _decided(db: Database, of: Of) -> Fact:
    return _fact(_row(db, """
        SELECT d.at AS at_, d.key AS key_, d.proposal AS number, p.room, d.standing, d.reference, d.note, d.change, d.by
        FROM terms_decisions AS d JOIN terms_proposals AS p ON p.id = d.proposal WHERE d.proposal = ?
        """, of))  # fmt: skip


def _screened(db: Database, of: Of) -> Fact:
    """The list is entered as its digest: an entry is never removed."""
    return _fact(_row(db, """
        SELECT at AS at_, NULL AS key_, id AS number, room, as_of, results, alarms, sha256, size FROM screening_lists WHERE id = ?
        """, of))  # fmt: skip


def _alarm_closed(db: Database, of: Of) -> Fact:
    """Unit and reason are entered as a digest: an entry is never removed."""
    row = _row(db, """
        SELECT at AS at_, key AS key_, id AS number, room, result, indicator, unit, year, log10_e, as_of, reason, by
        FROM screening_closings WHERE id = ?
        """, of)  # fmt: skip
    words = f"{row.pop('unit')}\n{row.pop('reason')}\n"
    return _fact(row | {"words_sha256": hashlib.sha256(words.encode()).hexdigest()})


_OF_CONTROLS = ("draft", "document", "submitted", "withdrawn", "approved", "denied", "discarded")
_OF_INCIDENTS = ("answered", "accepted", "returned", "closed")
_OF_TERMS = ("approved", "refused", "withdrawn")
_OF_PEOPLE = ("invited", "accepted", "disabled", "reset")
FACTS: dict[str, Callable[[Database, Of], Fact]] = {
    "upload.accepted": _accepted,
    "upload.refused": _refused,
    **{f"room.{each}": _change for each in OF_ROOMS},
    **{f"controls.{each}": _change for each in _OF_CONTROLS},
    "audit.asked": _asked,
    "audit.finished": _finished,
    "audit.failed": _failed,
    "key.made": _key,
    "key.replaced": _key,
    "key.revoked": _revoked,
    "hold.made": _hold,
    "hold.lifted": _lifted,
    "evidence.purged": _purged,
    "result.purged": _purged,
    **{f"incident.{each}": _incident for each in _OF_INCIDENTS},
    "report.issued": _issued,
    "report.pulled": _pulled,
    "engine.changed": _engine,
    "sample.committed": _committed,
    "sample.drawn": _drawn,
    "sample.hand_entered": _entered,
    "sample.closed": _closed,
    **{f"person.{each}": _person for each in _OF_PEOPLE},
    "event.accepted": _event,
    "original.accepted": _imported,
    "original.refused": _imported,
    "terms.proposed": _proposed,
    "screening.listed": _screened,
    "screening.closed": _alarm_closed,
    **{f"terms.{each}": _decided for each in _OF_TERMS},
}
TABLE_OF_KIND = {  # where facts make it
    **dict.fromkeys(("key.made", "key.replaced", "key.revoked"), "keys"),
    **dict.fromkeys(("hold.made", "hold.lifted"), "holds"),
    "upload.accepted": "sessions",
    "upload.refused": "evidence",
    "event.accepted": "event_files",
    "engine.changed": "engines",
    **dict.fromkeys((f"incident.{each}" for each in _OF_INCIDENTS), "incident_events"),
    **dict.fromkeys(("audit.asked", "audit.finished", "audit.failed"), "audits"),
    "report.issued": "reports",
    "report.pulled": "report_pulls",
    "sample.committed": "samples",
    "sample.drawn": "sample_draws",
    "sample.hand_entered": "sample_hands",
    "sample.closed": "sample_closings",
    **dict.fromkeys((f"person.{each}" for each in _OF_PEOPLE), "people"),
    **dict.fromkeys((f"room.{each}" for each in OF_ROOMS), "changes"),
    **dict.fromkeys((f"controls.{each}" for each in _OF_CONTROLS), "changes"),
    "screening.listed": "screening_lists",
    "screening.closed": "screening_closings",
    **dict.fromkeys(("evidence.purged", "result.purged"), "purges"),
    **dict.fromkeys(("original.accepted", "original.refused"), "imports"),
    "terms.proposed": "terms_proposals",
    **dict.fromkeys((f"terms.{each}" for each in _OF_TERMS), "terms_decisions"),
}
LATER: dict[str, frozenset[str]] = {  # columns that a later fact may change
    "upload.refused": frozenset({"outcome", "content_sha256", "problem_count"}),
    "key.made": frozenset({"expires_at"}),
    "key.replaced": frozenset({"expires_at"}),
}

# Facts that must be in the register, as (kind, key of the row).
_ALL = {
    "upload.accepted": "SELECT sha256 FROM evidence WHERE outcome = 'session'",
    "upload.refused": "SELECT sha256 FROM evidence WHERE outcome != 'session'",
    "audit.asked": "SELECT id FROM audits",
    "audit.finished": "SELECT id FROM audits WHERE state = 'finished'",
    "audit.failed": "SELECT id FROM audits WHERE state = 'failed'",
    "key.made": "SELECT id FROM keys WHERE replaces IS NULL",
    "key.replaced": "SELECT id FROM keys WHERE replaces IS NOT NULL",
    "key.revoked": "SELECT id FROM keys WHERE revoked_at IS NOT NULL",
    "hold.made": "SELECT id FROM holds",
    "hold.lifted": "SELECT hold FROM lifts",
    "evidence.purged": "SELECT id FROM purges WHERE subject = 'evidence'",
    "result.purged": "SELECT id FROM purges WHERE subject = 'audits'",
}

_ADDED = (  # in tables that older stores do not have
    ("report.issued", "reports", "id"),
    ("report.pulled", "report_pulls", "id"),
    ("sample.committed", "samples", "id"),
    ("sample.drawn", "sample_draws", "sample"),
    ("sample.hand_entered", "sample_hands", "id"),
    ("sample.closed", "sample_closings", "sample"),
    ("event.accepted", "event_files", "id"),
    ("terms.proposed", "terms_proposals", "id"),
    ("screening.listed", "screening_lists", "id"),
    ("screening.closed", "screening_closings", "id"),
)


_IMPORTS = """
SELECT id, EXISTS (SELECT 1 FROM derived_logs WHERE import = imports.id AND session_id NOT NULL) FROM imports ORDER BY id
"""


def made_kinds(db: Database) -> frozenset[str]:
    """Kinds of facts that make their table in this store; those of the others are made of rows."""
    return frozenset(kind for kind, table in TABLE_OF_KIND.items() if has_facts(db, table))


def every(db: Database) -> Iterator[tuple[str, Of]]:
    """Facts of a store, kind by kind, but for those that make their tables."""
    made = made_kinds(db)
    if "room.terms" not in made:
        for action, number in db.execute("SELECT action, id FROM changes ORDER BY id").fetchall():
            yield of_change(action), number
    for kind, sql in _ALL.items():
        if kind in made:
            continue
        for (of,) in db.execute(sql).fetchall():
            yield kind, of
    if "incident.answered" not in made and _has(db, "incident_events"):  # the register is older
        for action, number in db.execute("SELECT action, id FROM incident_events ORDER BY id").fetchall():
            yield f"incident.{action}", number
    for kind, table, column in _ADDED:
        if kind not in made and _has(db, table):
            for (number,) in db.execute(f"SELECT {column} FROM {table} ORDER BY {column}").fetchall():
                yield kind, number
    if "engine.changed" not in made and _has(db, "engines"):
        for (number,) in db.execute("SELECT id FROM engines ORDER BY id").fetchall():
            yield "engine.changed", number
    if _has(db, "people_events"):
        for action, number in db.execute("SELECT action, id FROM people_events ORDER BY id").fetchall():
            yield f"person.{action}", number
    if "terms.approved" not in made and _has(db, "terms_decisions"):
        for standing, number in db.execute(
            "SELECT standing, proposal FROM terms_decisions ORDER BY proposal"
        ).fetchall():
            yield f"terms.{standing}", number
    if "original.accepted" not in made and _has(db, "imports"):
        for number, accepted in db.execute(_IMPORTS).fetchall():
            yield "original.accepted" if accepted else "original.refused", number


def _has_column(db: Database, table: str, column: str) -> bool:
    sql = "SELECT 1 FROM pragma_table_info(?) WHERE name = ?"
    return db.execute(sql, [table, column]).fetchone() is not None


def _has(db: Database, table: str) -> bool:
    return db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [table]).fetchone() is not None


def record(db: Database, kind: str, of: Of, fact: Fact, *, known: bool) -> str:
    """A fact's record: JSON with sorted keys. known: on record before the register.

    ``seals``: the store's last seal, or the last signed one in a transaction that began on unsigned seals; an entry covers all
    rows sealed before.
    """
    head = last_seal_of(db)
    values = {
        "about": fact.about, "at": fact.at, "key": fact.key, "kind": kind, "of": of, "rooms": fact.rooms,
        "seals": list(head) if head is not None and head.number else None,
    }  # fmt: skip
    return canonical(values | {"known": True} if known else values)


def canonical(value: Any) -> str:
    """JSON with sorted keys, without spaces."""
    return msgspec.json.encode(msgspec.json.decode(encoded(value)), order="sorted").decode()
