"""Facts of stores from before facts: they fold to the rows that were there, in each golden store and in a rich one."""

import json
import shutil
from contextlib import closing

import pytest
from sqlite_utils import Database

from auditor.cli.demo_store import make_holders, new_folder
from auditor.demonstration.week import StaffKeys, fill
from auditor.facts.fold import fold
from auditor.facts.memory_tables import MemoryTables
from auditor.store import Store
from auditor.store.fact_parts import part
from auditor.store.legacy.column_catalogue import column_catalogue
from auditor.store.store import FILE
from tests.golden.test_stores import MADE_BY, unpacked
from tests.store.legacy.stores_before_facts import ROOM, Adopted, with_more
from tests.store.test_doctor import sound

__all__ = ["sound"]  # a folder whose store has a row in every table

pytestmark = pytest.mark.slow

# Tables of record of which no store of these tests has a row, and why.
NOT_COVERED: dict[str, str] = {}


@pytest.fixture(scope="module")
def rich(sound, tmp_path_factory):
    return with_more(sound, tmp_path_factory.mktemp("rich") / "data")


@pytest.fixture(scope="module")
def adopted(rich):
    return Adopted(rich)


@pytest.mark.parametrize("commit", MADE_BY)
def test_facts_of_a_golden_store_fold_to_its_rows(commit, tmp_path):
    folder = unpacked(commit, tmp_path / "data")
    Store(folder).close()  # which brings it to the last migration
    adopted = Adopted(folder / FILE)
    assert adopted.altered == []
    with closing(Database(folder / FILE)) as db:
        sessions = [number for (number,) in db.execute("SELECT id FROM sessions ORDER BY id")]
    assert [fact.number for fact in adopted.of_kind("upload.accepted")] == sessions
    assert len(sessions) >= 14


def test_facts_of_a_rich_store_fold_to_its_rows(adopted, rich):
    assert adopted.altered == []
    on_record = {fact.kind for fact in adopted.facts if not fact.adopted}  # of subjects whose rows facts make
    assert {kind.partition(".")[0] for kind in on_record} == {
        "key", "person", "credential", "calendar", "summary", "pseudonyms", "hold", "engine", "sample", "report", "incident",
        "room", "terms", "controls", "original", "upload", "event", "store", "blob", "evidence", "sign_in", "audit", "screening",
    }  # fmt: skip


def test_facts_fold_again_to_the_same_rows(adopted):
    again = MemoryTables()
    assert fold(again, adopted.facts) == len(adopted.facts)
    for name in again.names():
        assert list(again.of(name)) == list(adopted.tables.of(name)), name


def test_every_table_of_record_has_a_row_in_the_rich_store(rich):
    with closing(Database(rich)) as db:
        empty = {
            name
            for name, table in column_catalogue().items()
            if table.key and db.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone() is None
        }
    assert empty == set(NOT_COVERED)


def test_every_fact_that_was_an_entry_names_it(adopted, rich):
    with closing(Database(rich)) as db:
        entries = {
            entry: (kind, at, json.loads(rooms))
            for entry, kind, at, rooms in db.execute(
                "SELECT entry, kind, at, json_extract(record, '$.rooms') FROM register WHERE record LIKE '{\"about\":%'"
            )
        }
    named = {fact.entry: fact for fact in adopted.facts if fact.entry is not None}
    assert sorted(named) == sorted(entries)
    for entry, (kind, at, rooms) in entries.items():
        fact = named[entry]
        assert (fact.kind.replace("repeated", "accepted"), fact.at, list(fact.rooms)) == (kind, at, rooms)
    without = {fact.kind for fact in adopted.facts if fact.adopted and fact.entry is None}
    assert without == set()


def test_what_may_be_erased_is_kept_as_a_part_and_never_in_a_fact(adopted, rich):
    with closing(Database(rich)) as db:
        (entered,) = adopted.of_kind("sample.hand_entered")
        assert part(db, entered.parts["seen"]) == [[], "no video"]  # of a fact that is on record
        (answer,) = adopted.of_kind("incident.answered")
        assert part(db, answer.parts["words"])["cause"] == "c"
    for secret in ("example.com", "$argon2id$", '"cause"', "looked at", "no video"):
        assert not any(secret.encode() in record for record in adopted.records), secret


def test_standing_and_terms_are_those_of_facts_whatever_their_rows_say(rich, tmp_path):
    file = tmp_path / FILE
    shutil.copyfile(rich, file)
    with closing(Database(file)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute("UPDATE controls SET standing = 'denied'")
        db.execute("UPDATE rooms SET terms = json_set(terms, '$[0].tables', 99)")
        db.conn.commit()
    found = Adopted(file)
    assert found.tables.get("controls", "wa-0417-thirteen", 1)["standing"] == "approved"
    assert [terms["tables"] for terms in found.tables.get("rooms", ROOM)["terms"]] == [5, 11]
    standing, terms = found.altered
    assert standing == "controls wa-0417-thirteen 1: standing is 'denied', and facts say 'approved'."
    assert terms.startswith("rooms WA-0417: terms is '[{")
    assert '"tables":99' in terms


@pytest.mark.night
def test_facts_of_the_demonstration_fold_to_its_rows(tmp_path):
    folder = tmp_path / "data"
    new_folder(folder)
    holders = make_holders(folder)
    fill(folder, StaffKeys(holders.staff, holders.compliance))
    adopted = Adopted(folder / FILE)
    assert adopted.altered == []
    assert len(adopted.of_kind("person.invited")) == 4
