"""Stores of before facts of keys and accounts, opened by this program: the same rows, made by facts, and altered ones named.

`before_facts_of_people.tar.xz` is the store of `stores_before_facts.with_more`, made by the program before its migration 0047.
"""

import json
import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path

import pytest

from auditor.access import people
from auditor.access.sign_in_refusals import AccountDamaged
from auditor.doctor import verify_register
from auditor.store import Store
from auditor.store.store import FILE
from auditor.store.stored_people import Credentials, SignInWay

BEFORE = Path(__file__).with_name("before_facts_of_people.tar.xz")
_KEYS = """
id, secret_sha256, role, name, person, rooms, authority, made_at, made_by, expires_at, last_used_at, revoked_at, replaces
"""
_PEOPLE = """
SELECT p.id, p.email, p.key, e.action, e.at, (SELECT until FROM people_events WHERE person = p.id AND until IS NOT NULL
    ORDER BY id DESC LIMIT 1)
FROM people AS p JOIN people_events AS e ON e.id = (SELECT max(id) FROM people_events WHERE person = p.id) ORDER BY p.id
"""


@pytest.fixture
def folder(tmp_path):
    """The data folder of the program before."""
    made = tmp_path / "data"
    made.mkdir(mode=0o700)
    with tarfile.open(BEFORE) as tar:
        tar.extractall(made, filter="data")
    return made


def rows(folder, sql):
    with closing(sqlite3.connect(folder / FILE)) as db:
        return db.execute(sql).fetchall()


def alter(folder, sql):
    """Alter rows as somebody may who has the file, before this program opens it."""
    with closing(sqlite3.connect(folder / FILE)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        assert db.execute(sql).rowcount == 1, sql
        db.commit()


def faults(folder):
    return [(each.table, each.row, each.found) for each in verify_register(folder / FILE).faults]


def test_keys_and_accounts_are_those_of_before(folder):
    keys = rows(folder, f"SELECT {_KEYS} FROM keys ORDER BY made_at, id")
    accounts = rows(folder, _PEOPLE)
    ways = rows(folder, "SELECT password, issuer, subject, invitation, invitation_until, totp, totp_since, recovery, step "
                        "FROM credentials ORDER BY person")  # fmt: skip
    with closing(Store(folder)) as store:
        assert [
            (each.id, each.secret_sha256, each.role, each.name, int(each.person),
             None if each.rooms is None else json.dumps(each.rooms, separators=(",", ":")), each.authority, each.made_at,
             each.made_by, each.expires_at, each.last_used_at, each.revoked_at, each.replaces)
            for each in store.keys.all()
        ] == keys  # fmt: skip
        found = store.people.all()
        assert [
            (each.id, each.email, each.key.id, each.last, each.last_at, each.until) for each in found
        ] == accounts
        steps = store.connections.db.execute("SELECT step FROM credentials ORDER BY person").fetchall()
        assert steps == [way[-1:] for way in ways]
        for person, (password, issuer, subject, invitation, until, totp, since, recovery, _) in zip(
            found, ways, strict=True
        ):
            codes = tuple(json.loads(recovery))
            way = SignInWay(password, issuer, subject)
            assert store.people.credentials(person.id) == Credentials(
                way, invitation, until, totp, since, codes
            )
            assert store.people.damaged(person) is None
        assert all(store.keys.is_whole(each.id) for each in store.keys.all())
    assert len(accounts) == 4
    assert faults(folder) == []


def test_reminders_and_keys_for_pseudonyms_are_those_of_before(folder):
    reminders = rows(
        folder, "SELECT person, calendar, calendar_at, code, daily, sent_on FROM reminders ORDER BY person"
    )
    ((room, _, secret),) = rows(folder, "SELECT room, made_at, secret FROM pseudonym_keys")
    calendars = [row for row in reminders if row[1] is not None]
    with closing(Store(folder)) as store:
        db = store.connections.db
        columns = "person, calendar, calendar_at, code, daily, sent_on"
        now = db.execute(f"SELECT {columns} FROM reminders ORDER BY person").fetchall()
        assert [row for row in now if any(row[1:])] == [row for row in reminders if any(row[1:])]
        assert [store.reminders.person_of(row[1]) for row in calendars] == [row[0] for row in calendars] != []
        assert store.pseudonym_keys.get(room).hex() == secret


def test_the_entries_of_before_stay_and_each_adopted_fact_names_its_own(folder):
    before = rows(folder, "SELECT entry, nonce, record, leaf FROM register ORDER BY entry")
    Store(folder).close()
    after = rows(folder, "SELECT entry, nonce, record, leaf FROM register ORDER BY entry")
    assert after[: len(before)] == before
    entered = {entry: json.loads(record) for entry, _, record, _ in before}
    for _, _, record, _ in after[len(before) :]:
        fact = json.loads(record)
        if fact["kind"] == "store.adopted":
            continue
        assert fact["adopted"] is True
        if "entry" in fact:
            own = entered[fact["entry"]]
            assert (own["kind"], own["at"], own["key"]) == (fact["kind"], fact["at"], fact.get("by"))
    named = {json.loads(record).get("entry") for _, _, record, _ in after[len(before) :]} - {None}
    assert named == {
        entry
        for entry, record in entered.items()
        if record["kind"].partition(".")[0]
        in (
            "audit",
            "key",
            "person",
            "hold",
            "engine",
            "sample",
            "report",
            "room",
            "controls",
            "terms",
            "upload",
            "event",
            "original",
            "incident",
            "evidence",
            "screening",
        )
    }


def test_a_key_that_was_altered_before_gets_no_fact(folder):
    alter(
        folder, "UPDATE keys SET role = 'administrator', rooms = NULL, authority = NULL WHERE id = 'cccccccc'"
    )
    with closing(Store(folder)) as store:
        assert not store.keys.is_whole("cccccccc")
        assert store.keys.is_whole("bbbbbbbb")
        records = [text for (text,) in store.connections.db.execute("SELECT record FROM register")]
    facts = [json.loads(text) for text in records if not text.startswith('{"about":')]
    assert [each for each in facts if each.get("id") == "cccccccc"] == []
    assert faults(folder) == [
        ("keys", "cccccccc", "a row that no fact makes"),
        ("register", "51 (key.replaced of cccccccc)", "none"),
    ]


def test_a_key_in_place_of_an_altered_one_gets_no_fact(folder):
    """Who altered the key before could have made the one that comes after."""
    alter(folder, "UPDATE keys SET name = 'Mallory' WHERE id = 'bbbbbbbb'")
    Store(folder).close()
    assert [each for each in faults(folder) if each[0] == "keys"] == [
        ("keys", name, "a row that no fact makes") for name in ("bbbbbbbb", "cccccccc")
    ]


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE people SET email = 'mallory@example.org' WHERE id = 1",
        "UPDATE credentials SET password = (SELECT password FROM credentials WHERE person = 2) WHERE person = 1",
        "UPDATE people_events SET by = 'nobody' WHERE id = (SELECT min(id) FROM people_events WHERE person = 1)",
    ],
)
def test_an_account_that_was_altered_before_opens_nothing(folder, sql):
    alter(folder, sql)
    with closing(Store(folder)) as store:
        person = store.people.get(1)
        with pytest.raises(AccountDamaged):
            people.must_be_whole(store, person)
        assert store.people.credentials(1) == Credentials()
        assert store.people.damaged(store.people.get(2)) is None
    assert ("people", "1", "a row that no fact makes") in faults(folder)
