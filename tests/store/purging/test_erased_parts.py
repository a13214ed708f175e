"""Parts of facts that may be erased: each kind is erased by something, or says why not. Nothing of it is left, nor its salt."""

from contextlib import closing

import pytest
from msgspec.structs import replace

from auditor.access import people
from auditor.doctor import examine
from auditor.store import Store
from auditor.store.store import FILE
from auditor.store.stored_fact_tables import PARTS
from auditor.store.stored_people import SignInWay
from tests.access.accounts import account
from tests.services import empty_store
from tests.store.purging.kit import in_files

AT = "2026-01-01T00:00:00.000000Z"
ERASED = {  # by what, and the test of it
    "credentials": "another secret in its place (here)",
    "evidence": "the purge of the file (test_what_goes, test_originals), or its session",
    "imports": "the purge of its original (test_forged_purges)",
    "incident_events": "the purge of the last result with the incident (tests/store/incidents/test_purges.py)",
}
KEPT = {  # why nothing erases it yet
    "people": "who decided stays on record by name",
    "pseudonym_keys": "pseudonyms of a room stay the same",
    "sample_hands": "no rule says how long a sample is kept; its seats are those of hands, whose logs a purge erases",
    "screening_closings": "no rule says how long a closed alarm is kept",
}


@pytest.fixture
def folder(tmp_path):
    empty_store(tmp_path / "data")
    return tmp_path / "data"


def test_each_kind_of_part_is_erased_by_something_or_says_why_not():
    assert PARTS.keys() == ERASED.keys() | KEPT.keys()
    assert not ERASED.keys() & KEPT.keys()


def part_of(store, table, row):
    """Digest, salt and body of the part of a row."""
    sql = f"SELECT p.digest, p.salt, p.body FROM {table} AS t JOIN fact_parts AS p ON p.digest = t.{PARTS[table]} WHERE {row}"
    return tuple(store.connections.db.execute(sql).fetchone())


@pytest.mark.of_the_file
@pytest.mark.parametrize("ends", ["another secret", "a new invitation", "the end of the account"])
def test_a_secret_and_its_salt_are_in_no_file_once_another_one_is_in_its_place(folder, ends):
    """Without the salt nobody can try secrets against the digest, which stays in the fact."""
    with closing(Store(folder)) as store:
        person = account(store, at=AT)
        digest, salt, body = part_of(store, "credentials", f"t.person = {person.id}")
        secret = store.people.credentials(person.id).way.password.encode()
        match ends:
            case "another secret":
                new = SignInWay(password="another hash")
                store.people.change(person.id, lambda _, now: replace(now, way=new), AT)
            case "a new invitation":
                people.reset(store, person.email, AT, "ops")
            case _:
                people.disable(store, person.email, AT, "ops")
    assert in_files(folder, salt, secret, body) == []
    assert in_files(folder, digest) == [digest]  # in the fact
    assert {fault.table for check in examine(folder / FILE).checks for fault in check.faults} <= {"reminders"}
