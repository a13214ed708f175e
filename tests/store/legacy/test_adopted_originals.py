"""Originals and imports of a store of before facts: the same with their bytes, made by facts; what was altered is not given."""

import json
from contextlib import closing

import pytest

from auditor.errors import RecordDamaged
from auditor.store import Store
from auditor.store.connection import Connections
from auditor.store.legacy.stored_seals import seal
from auditor.store.register_key import load
from auditor.store.register_signing import RegisterSigning
from auditor.store.store import FILE
from tests.store.legacy.test_adopted_rows import alter, faults, folder, rows

__all__ = ["folder"]

_ORIGINALS = (
    "SELECT id, sha256, size, media_type, filename, received_at, room, key, body FROM originals ORDER BY id"
)
_IMPORTS = "SELECT id, original, at, importer, version, problem_count, refusals, key FROM imports ORDER BY id"
_LOGS = "SELECT import, room, session, table_name, sha256, outcome, session_id, message FROM derived_logs ORDER BY import"


def test_originals_and_their_imports_are_those_of_before(folder):
    originals, imports, logs = (rows(folder, sql) for sql in (_ORIGINALS, _IMPORTS, _LOGS))
    ((_, options),) = rows(folder, "SELECT * FROM import_options")
    entries = rows(folder, "SELECT entry FROM register WHERE kind = 'original.accepted' ORDER BY entry")
    with closing(Store(folder)) as store:
        for (*about, body), made, log, (entry,) in zip(originals, imports, logs, entries, strict=True):
            found = store.originals.get(about[0])
            names = ("id", "sha256", "size", "media_type", "filename", "received_at", "room", "key")
            assert [getattr(found, name) for name in names] == about
            assert (store.originals.body(found), store.originals.of_bytes(found.sha256)) == (body, found)
            (only,) = found.imports
            own = (
                only.id, found.id, only.at, only.importer, only.version, only.problem_count, only.refusals, only.key,
            )  # fmt: skip
            assert (own, only.problems, only.entry) == (made, [], entry)
            (one,) = only.logs
            assert (
                only.id,
                one.room,
                one.session,
                one.table,
                one.sha256,
                one.outcome,
                one.session_id,
                one.message,
            ) == log
            assert store.originals.of_session(one.session_id) == found.id
        assert [each.options for number in (1, 2) for each in store.originals.get(number).imports] == [
            None, json.loads(options),
        ]  # fmt: skip
    assert rows(folder, "SELECT name FROM sqlite_master WHERE name = 'import_options'") == []
    assert faults(folder) == []


def test_problems_of_before_are_a_part_and_those_that_were_purged_stay_away(folder):
    problem = '[{"where":"row 2","message":"a lot"}]'
    reseal(folder, f"UPDATE imports SET problem_count = 1, problems = '{problem}' WHERE id = 1")
    reseal(folder, "UPDATE imports SET problem_count = 1 WHERE id = 2")
    with closing(Store(folder)) as store:
        assert [store.originals.get(number).last.problems for number in (1, 2)] == [json.loads(problem), []]
        assert store.connections.db.execute(
            "SELECT count(*) FROM register WHERE record LIKE '%a lot%'"
        ).fetchone() == (0,)


def reseal(folder, sql):
    """Alter a row and seal it again, as the program before did with what it wrote."""
    number = int(sql.rpartition(" ")[2])
    with closing(Connections(folder / FILE)) as connections:
        connections.signing = RegisterSigning(folder, load(folder))
        connections.db.execute("DROP TRIGGER IF EXISTS imports_stay")
        connections.db.execute("DROP TRIGGER IF EXISTS imports_problems_stay")
        with connections.writing() as db:
            db.execute(sql)
            seal(db, "imports", number)


@pytest.mark.parametrize(
    ("sql", "named"),
    [
        ("UPDATE originals SET filename = 'x' WHERE id = 1", ("originals", "imports", "derived_logs")),
        ("UPDATE imports SET refusals = 7 WHERE id = 1", ("imports", "derived_logs")),
        ("UPDATE derived_logs SET session_id = 2 WHERE import = 1", ("imports", "derived_logs")),
        ("UPDATE imports SET problems = '[1]' WHERE id = 1", ("imports", "derived_logs")),
    ],
)
def test_what_was_altered_before_gets_no_fact_and_is_not_given(folder, sql, named):
    alter(folder, sql)
    with closing(Store(folder)) as store:
        with pytest.raises(RecordDamaged, match="is not what was written"):
            store.originals.get(1)
        assert store.originals.get(2).last.importer == "ggpoker"
    found = {each[:2] for each in faults(folder)}
    assert {(table, "1, 0" if table == "derived_logs" else "1") for table in named} <= found
    assert ("register", "37 (original.accepted of 1)") in found


def test_an_import_whose_log_was_removed_before_gets_no_fact(folder):
    alter(folder, "DELETE FROM derived_logs WHERE import = 2")
    with (
        closing(Store(folder)) as store,
        pytest.raises(RecordDamaged, match="original 2 is not what was written"),
    ):
        store.originals.get(2)
    assert ("register", "40 (original.accepted of 2)", "none") in faults(folder)
