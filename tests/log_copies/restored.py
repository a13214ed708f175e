"""Copies of logs, stores that are restored from them, and what a store has, for tests."""

import json
import shutil
from contextlib import closing

from auditor.doctor import examine
from auditor.facts.tables import TABLES
from auditor.log_copies.copy_folder import CopyFolder
from auditor.log_copies.exported_log import export_log
from auditor.store import Store
from auditor.store.register_key import FILE as KEY
from auditor.store.register_key import load
from auditor.store.store import FILE
from tests.cli.kit import call

# Columns and tables of which facts say nothing, and no copy has: work in hand, when things were used, caches.
WORKING = {
    "audits": {"owner", "started_at", "hands_done", "begun", "begun_code"},
    "keys": {"last_used_at"},
    "credentials": {"step"},
    "reminders": {"code", "sent_on"},
    "result_documents": {"sessions"},  # which its findings say, until they are purged; the doctor compares it
}
NOT_COPIED = {
    "_sqlite_migrations", "attempts", "damage", "gap_reports", "importer_looks", "keyed_drafts", "keyed_hands",
    "keyed_removed", "leases", "shared_keys", "sign_ins", "uploads", "webhooks", "sqlite_sequence",
}  # fmt: skip
_NUMBERED = "SELECT name, seq FROM sqlite_sequence WHERE name IN ('sessions', 'audits', 'screening_statistics', 'screening_sums')"


def copied(data, path):
    """A copy of the log of a data folder."""
    with closing(Store(data, read_only=True)) as store:
        export_log(store, load(data).verifier, CopyFolder(path))
    return path


def folder_for(data, path, *names):
    """A new data folder with the register's key of another one, and further files of it."""
    path.mkdir(mode=0o700)
    for name in (KEY, *names):
        if (data / name).exists():
            shutil.copy(data / name, path / name)
    return path


def restored(copy, data, *options):
    """The data folder into which a copy was restored."""
    done = call("restore", copy, "--data", data, *options)
    assert done.status == 0, done.err
    return data


def faults(data):
    """What the doctor names in a data folder."""
    return [
        f"{each.table} {each.row}: {each.expected}; {each.found}"
        for check in examine(data / FILE).checks
        for each in check.faults
    ]


def rows(data):
    """Rows of every table that is copied, by table, with JSON as what it says; and the last numbers of those that are counted."""
    with closing(Store(data, read_only=True)) as store:
        db = store.connections.db
        names = [
            name
            for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        ]
        found = {name: _rows(db, name) for name in names if name not in NOT_COPIED}
        return {**found, "numbers": sorted(db.execute(_NUMBERED).fetchall())}


def _rows(db, table):
    columns = [name for (name,) in db.execute("SELECT name FROM pragma_table_info(?)", [table]).fetchall()]
    kept = [name for name in columns if name not in WORKING.get(table, ())]
    kinds = TABLES[table].columns if table in TABLES else {}
    return sorted(
        (
            [_said(kinds.get(name), value) for name, value in zip(kept, row, strict=True)]
            for row in db.execute(f"SELECT {', '.join(kept)} FROM {table}")
        ),
        key=repr,
    )


def _said(kind, value):
    if kind == "json" and value is not None:
        return json.dumps(json.loads(value), sort_keys=True)
    return value
