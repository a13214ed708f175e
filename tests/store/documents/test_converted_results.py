"""Rows of findings and coverage of earlier programs become documents: what was in them is read as before, and nothing else is."""

import shutil
from contextlib import closing

import msgspec
import pytest
from sqlite_utils import Database

from auditor.doctor import examine
from auditor.errors import ResultDamaged, ResultPurged
from auditor.store import Store
from auditor.store.legacy.migrations import MIGRATIONS
from auditor.store.legacy.stored_seals import seal
from auditor.store.rows import FindingFilter, Page
from auditor.store.store import FILE
from rules.results import Coverage
from tests.golden.test_stores import MADE_BY, read, unpacked

pytestmark = pytest.mark.of_the_file

ALL = Page(1, 1_000_000)
LAST = "fc2ebcf"
_NAMES = {"session_name": "session", "table_name": "table"}


def _columns(row):
    """A row's values by the names of today's fields, without those of its place."""
    found = {
        _NAMES.get(name, name): value
        for name, value in row.items()
        if name not in ("audit", "position", "session")
    }
    for name in ("hands", "readings", "because"):
        if found.get(name) is not None:
            found[name] = msgspec.json.decode(found[name])
    return found


def _has(found, row):
    """Whether a finding or a check's coverage has the values of its row; later fields are null, or 0 as migrations made them."""
    values, then = msgspec.to_builtins(found), _columns(row)
    later = {value for name, value in values.items() if name not in then}
    return {name: values[name] for name in then} == then and later <= {None, 0}


@pytest.mark.slow
@pytest.mark.sampled(3)
@pytest.mark.parametrize("commit", MADE_BY)
def test_every_row_of_a_golden_store_is_read_as_it_was(commit, tmp_path):
    folder = unpacked(commit, tmp_path / "data")
    old = read(folder / FILE)["audits"]
    with closing(Store(folder)) as store:
        for number, then in old.items():
            covered = msgspec.convert(store.results.coverage(number), list[Coverage])
            for each, row in zip(covered, then["coverage"], strict=True):
                assert _has(each, row), row
            if then["gone"]:
                with pytest.raises(ResultPurged):
                    store.results.page(number, FindingFilter(), ALL)
                continue
            rows, total = store.results.page(number, FindingFilter(), ALL)
            assert total == len(then["findings"])
            for (session, finding), row in zip(rows, then["findings"], strict=True):
                assert session == row["session"]
                assert _has(finding, row), row
    examined = {each.check: each.faults for each in examine(folder / FILE).checks}
    assert (examined["results"], "seals" in examined) == ([], False)


@pytest.fixture(scope="module")
def before(tmp_path_factory):
    """A store of before documents, and of before facts, which a signed transaction enters."""
    folder = unpacked(LAST, tmp_path_factory.mktemp("before") / "data")
    with closing(Database(folder / FILE)) as db:
        MIGRATIONS.apply(db, stop_before="0047_facts_of_keys")
        db.conn.commit()
    return folder


def _altered(before, folder, *statements):
    shutil.copytree(before, folder)
    folder.chmod(0o700)
    with closing(Database(folder / FILE)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            assert db.execute(statement).rowcount, statement
        db.conn.commit()
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE findings SET money = 1 WHERE audit = 3 AND position = 0",
        "DELETE FROM findings WHERE audit = 3 AND position = 1",
        "UPDATE findings SET hands = 'no JSON' WHERE audit = 3 AND position = 0",
        "UPDATE findings SET kind = 'nothing' WHERE audit = 3",
        "UPDATE coverage SET differing = 0 WHERE audit = 3 AND differing > 0",
        "UPDATE coverage SET because = '7' WHERE audit = 3",
        "UPDATE incidents SET severity = 'note' WHERE audit = 3",
        "DELETE FROM seals WHERE subject = 'findings' AND key = '[3]'",
    ],
)
def test_a_result_that_was_altered_before_stays_damaged_and_the_others_are_read(before, tmp_path, sql):
    folder = _altered(before, tmp_path / "data", sql)
    with closing(Store(folder)) as store:
        for reading in (
            lambda: store.results.page(3, FindingFilter(), ALL),
            lambda: store.results.coverage(3),
        ):
            with pytest.raises(ResultDamaged, match="The result of audit 3 is no longer what was stored"):
                reading()
        assert store.results.page(6, FindingFilter(), ALL)[1] == store.audits.get(6).counts["findings"]
        assert not {"findings", "coverage"} & set(store.connections.db.table_names())
    (results,) = [each for each in examine(folder / FILE).checks if each.check == "results"]
    assert ("result_chunks", "of audit 3") in {(each.table, each.row) for each in results.faults}
    assert {each.row for each in results.faults if each.table == "result_chunks"} == {"of audit 3"}


def test_truth_values_of_rows_become_what_they_were(tmp_path):
    early = Database(tmp_path / FILE)
    MIGRATIONS.apply(early, stop_before="0047_facts_of_keys")
    early.execute(
        "INSERT INTO audits (id, state, request, request_sha256, created_at, hands_total, summary, counts, finished_at) "
        """VALUES (1, 'queued', '{}', '', '', 3, NULL, '{"findings": 3}', '')"""
    )
    for position, (stated, expected, difference, unit) in enumerate(
        ((0, 1, None, None), (1, 0, 1, "hands"), (0, None, None, "money"))
    ):
        early.execute(
            "INSERT INTO findings (audit, position, code, name, kind, severity, room, session_name, stated, expected, "
            "difference, unit, clause, message, fingerprint) "
            "VALUES (1, ?, 'TRN020', 'n', 'violation', 'major', 'R', 'S', ?, ?, ?, ?, 'c', 'm', ?)",
            [position, stated, expected, difference, unit, f"f{position}"],
        )
    early.execute("UPDATE audits SET state = 'finished', summary = '{}' WHERE id = 1")
    for subject in ("audits", "audit_sessions", "findings", "coverage", "incidents"):
        seal(early, subject, 1)
    early.conn.commit()
    early.close()
    with closing(Store(tmp_path)) as store:
        found = [(each.stated, each.expected) for each in store.results.findings(1)]
    assert [list(map(repr, pair)) for pair in found] == [["False", "True"], ["1", "0"], ["0", "None"]]
