"""Adoption of engines, samples and issued reports by facts."""

from __future__ import annotations

from sqlite_utils import Database

from auditor.store.fact_parts import keep_body
from auditor.store.legacy import part_bodies
from auditor.store.legacy.adopted_rows import altered_keys, enter_adopted, folded_so_far, no_parts, remake
from auditor.store.legacy.legacy_reports import engines, reports, samples
from auditor.store.legacy.old_store import OldStore, text_digest
from auditor.store.legacy.report_tables import OF_FACTS
from auditor.store.sql_scripts import execute_each
from auditor.store.stored_fact_tables import TEXTS

_OF_SAMPLES = ("samples", "sample_draws", "sample_hands", "sample_closings")
_INDEXES = """
CREATE INDEX samples_of ON samples (room, id);
CREATE UNIQUE INDEX sample_hands_of ON sample_hands (sample, number);
"""


def adopt_engines(db: Database) -> None:
    """Enter facts of engines, and name them in their rows."""
    tables = folded_so_far(db, "engines")
    enter_adopted(db, tables, engines(OldStore(db, no_parts), altered_keys(db, "engines")))
    rows = list(db.query("SELECT * FROM engines"))
    db.execute("DROP TABLE engines")
    remake(db, tables, "engines", rows)


def adopt_samples(db: Database) -> None:
    """Enter facts of samples, with what was seen as parts, and make their tables of these."""
    tables = folded_so_far(db, *_OF_SAMPLES)
    but = {name: altered_keys(db, name) for name in _OF_SAMPLES}
    enter_adopted(db, tables, samples(OldStore(db, lambda body: keep_body(db, body)), but))
    rows = {name: list(db.query(f"SELECT * FROM {name}")) for name in _OF_SAMPLES}
    for row in rows["samples"]:
        row["list_sha256"] = text_digest(row["sessions"])
    for row in rows["sample_closings"]:
        row["results_sha256"] = text_digest(row["results"])
    for row in rows["sample_hands"]:
        made = tables.get("sample_hands", row["id"])
        row["seen"] = keep_body(db, part_bodies.seen(row)) if made is None else made["seen"]
        del row["seats"], row["unseen"]
    for name in reversed(_OF_SAMPLES):
        db.execute(f"DROP TABLE {name}")
    for name in _OF_SAMPLES:
        remake(db, tables, name, rows[name], *(f"{column} TEXT" for column in TEXTS.get(name, ())))
    execute_each(db, _INDEXES)


def adopt_reports(db: Database) -> None:
    """Enter facts of issued reports and of their pulls, and make their tables of these. The bytes stay beside."""
    tables = folded_so_far(db, "reports", "report_pulls")
    but = {name: altered_keys(db, name) for name in ("reports", "report_pulls")}
    enter_adopted(db, tables, reports(OldStore(db, no_parts), but))
    for name in ("reports", "report_pulls"):
        db.execute(f"ALTER TABLE {name} RENAME TO {name}_before")
    for name, beside in (("reports", ("body BLOB",)), ("report_pulls", ())):
        remake(db, tables, name, db.query(f"SELECT * FROM {name}_before"), *beside)
    for name in ("report_pulls", "reports"):
        db.execute(f"DROP TABLE {name}_before")
    execute_each(db, OF_FACTS)
