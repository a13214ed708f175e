"""Accounts: how they begin and end, what is on record of them, and what is not."""

import base64
import json
from contextlib import closing
from multiprocessing.queues import Queue
from pathlib import Path

import pytest
from sqlite_utils import Database

from auditor.access import keys, one_time_codes, people, signed_in
from auditor.access.key_refusals import BadKey
from auditor.access.keys import KeyNotPossible, NewKey
from auditor.access.passwords import PasswordRefused
from auditor.access.people import AccountNotPossible, InvitationRefused
from auditor.access.sign_in_refusals import AccountDamaged, NotSignedIn, WrongPassword
from auditor.doctor import examine, verify_register
from auditor.doctor.examined_backups import restore
from auditor.store import Store, stored_fact_tables
from auditor.store.legacy.migrations import MIGRATIONS
from auditor.store.store import FILE
from auditor.store.store_backup import copy_store
from tests.access.accounts import (
    AT,
    DANA,
    GOOD,
    HOME,
    REGULATOR,
    ROOM,
    account,
    alter_secrets,
    decider,
    later,
    signed,
)
from tests.processes import forked, forks
from tests.services import unprotected

GONE = (
    "This code is none of this service, was used already, or its time is over. Look whether it is typed as it was given; else "
    "ask an administrator for another one. A code is valid for 3 days and works once."
)


def entries(store):
    """What the register has of accounts."""
    rows = store.connections.db.execute("SELECT record FROM register ORDER BY entry").fetchall()
    found = [json.loads(text) for (text,) in rows]
    return [each for each in found if each["kind"].startswith("person.")]


def refusal(kind, do, *args):
    with pytest.raises(kind) as refused:
        do(*args)
    return str(refused.value)


@pytest.mark.of_the_file
def test_a_store_of_before_there_were_accounts_gets_them(tmp_path: Path):
    folder = tmp_path / "early"
    folder.mkdir(mode=0o700)
    early = Database(folder / FILE)
    MIGRATIONS.apply(early, stop_before="0026_people")
    early.close()
    made = Store(folder)
    assert made.people.all() == []
    account(made)
    made.close()
    assert examine(folder / FILE).sound


def test_a_person_is_invited_and_sets_a_password(store: Store):
    invited = people.invite(store, " Dana.Reyes@Example.org ", ROOM, AT, "ops")
    person = invited.person
    assert (person.email, person.key.name, person.key.role, person.key.rooms, person.key.person) == (
        DANA, "Dana Reyes", "room", ("WA-0417",), True,
    )  # fmt: skip
    assert (people.state(person, AT), person.until) == ("invited", later(days=3))
    accepted = people.accept(store, invited.code.upper(), GOOD, later(days=2))
    assert people.state(accepted, AT) == "active"
    found, _ = signed_in.sign_in(store, DANA, GOOD, HOME, later(days=2))
    assert (found.person.key.id, found.waits_for) == (person.key.id, None)
    assert refusal(InvitationRefused, people.accept, store, invited.code, GOOD, later(days=2)) == GONE


def test_an_invitation_is_for_three_days(store: Store):
    invited = people.invite(store, DANA, ROOM, AT)
    assert people.state(invited.person, later(days=3)) == "lapsed"
    assert refusal(InvitationRefused, people.accept, store, invited.code, GOOD, later(days=3)) == GONE
    assert refusal(InvitationRefused, people.accept, store, "no-code", GOOD, AT) == GONE
    early = later(days=2, hours=23)
    assert people.state(people.accept(store, invited.code, GOOD, early), early) == "active"


def test_a_password_that_is_refused_uses_no_invitation(store: Store):
    invited = people.invite(store, DANA, ROOM, AT)
    assert "this password has 5" in refusal(PasswordRefused, people.accept, store, invited.code, "short", AT)
    assert "your sign-in name" in refusal(PasswordRefused, people.accept, store, invited.code, DANA, AT)
    people.accept(store, invited.code, GOOD, AT)


@pytest.mark.parametrize(
    "email", ["", "dana", "dana@", "@example.org", "dana@example", "da na@example.org", "d@e.org\n x", "mar\u212a@example.org",
              "d" * 250 + "@e.org"],
)  # fmt: skip
def test_a_sign_in_name_is_an_address(store: Store, email):
    words = refusal(AccountNotPossible, people.invite, store, email, ROOM, AT)
    assert words == f"{email!r} is no e-mail address; one such as dana.reyes@example.org is expected."
    assert store.people.all() == []


def test_an_account_has_the_rooms_of_its_role_and_is_no_program(store: Store):
    assert refusal(KeyNotPossible, people.invite, store, DANA, NewKey("room", "Dana"), AT) == (
        "A key of the role room needs its rooms: --room WA-0417, once for each."
    )
    program = NewKey("automation", "nightly", all_rooms=True)
    assert refusal(KeyNotPossible, people.invite, store, DANA, program, AT) == (
        "A program does not sign in: make a key for it with auditor keys make."
    )
    assert (store.people.all(), store.keys.all()) == ([], [])


def test_a_name_has_one_account_until_that_is_disabled(store: Store):
    first = account(store)
    assert refusal(AccountNotPossible, people.invite, store, DANA, ROOM, AT) == (
        f"{DANA} has an account. auditor people reset invites its person again; auditor people disable ends it, after which "
        "the name can be given to another account."
    )
    people.disable(store, DANA, AT)
    second = account(store, wanted=REGULATOR)
    assert (second.id, second.key.role) == (2, "regulator")
    assert second.key.id != first.key.id
    assert [people.state(each, AT) for each in store.people.all()] == ["disabled", "active"]


def test_a_disabled_account_ends_at_once_in_another_process_too(store: Store):
    account(store)
    other = Store(store.folder)
    token = signed(other)
    assert signed_in.authenticate(other, token, AT).person.email == DANA
    done = people.disable(store, DANA, AT, "ops")
    assert done.key.revoked_at == AT
    with pytest.raises(NotSignedIn):
        signed_in.authenticate(other, token, AT)
    with pytest.raises(WrongPassword):
        signed(other)
    assert refusal(AccountNotPossible, people.disable, store, DANA, AT) == (
        f"{DANA} has no account that can be used. auditor people list shows those there are and were."
    )
    assert "has no account" in refusal(AccountNotPossible, people.reset, store, DANA, AT)
    other.close()


def test_an_account_that_was_altered_takes_no_invitation(store: Store):
    """Else a fact would say it."""
    invited = people.invite(store, DANA, ROOM, AT)
    code = "aaaaaa-bbbbbb-cccccc-dddddd"
    alter_secrets(store.connections.db, one_time_codes.digest(invited.code), one_time_codes.digest(code))
    with pytest.raises(InvitationRefused, match="none of this service"):
        people.accept(store, code, GOOD, AT)
    assert store.people.credentials(1).way.password is None
    (fault,) = verify_register(store.folder / FILE).faults
    assert (fault.table, fault.row, fault.found) == ("credentials", "1", "another one, or none")


def test_an_account_can_be_made_with_its_password(store: Store):
    """As demonstrations need it: in the register it was invited and accepted, and a bad password makes no account."""
    with pytest.raises(PasswordRefused):
        people.with_password(store, DANA, ROOM, "short", AT)
    assert store.people.all() == []
    person = people.with_password(store, DANA, ROOM, GOOD, AT, "auditor demo")
    assert (people.state(person, AT), person.email) == ("active", DANA)
    assert signed_in.sign_in(store, DANA, GOOD, HOME, AT)[0].person.key.id == person.key.id
    assert [(each["kind"], each["who"]) for each in entries(store)] == [
        ("person.invited", "auditor demo"), ("person.accepted", "Dana Reyes"),
    ]  # fmt: skip


@pytest.mark.of_the_file
def test_a_restored_store_has_no_sign_ins(store: Store, tmp_path: Path):
    """Some of them ended after the backup was made."""
    account(store)
    token = signed(store)
    copy_store(store.folder / FILE, tmp_path / "backup.sqlite")
    signed_in.sign_out(store, token)
    restore(tmp_path / "backup.sqlite", tmp_path / "restored")
    restored = Store(tmp_path / "restored")
    with pytest.raises(NotSignedIn):
        signed_in.authenticate(restored, token, AT)
    assert signed(restored)
    restored.close()


def test_a_disabled_person_uses_no_invitation(store: Store):
    invited = people.invite(store, DANA, ROOM, AT)
    people.disable(store, DANA, AT)
    assert refusal(InvitationRefused, people.accept, store, invited.code, GOOD, AT) == GONE


def test_a_reset_ends_password_sign_ins_and_earlier_invitations(store: Store):
    account(store)
    token = signed(store)
    first = people.reset(store, DANA, AT)
    with pytest.raises(NotSignedIn):
        signed_in.authenticate(store, token, AT)
    with pytest.raises(WrongPassword):
        signed(store)
    second = people.reset(store, DANA, AT)
    assert refusal(InvitationRefused, people.accept, store, first.code, GOOD, AT) == GONE
    people.accept(store, second.code, f"{GOOD}, again", AT)
    with pytest.raises(WrongPassword):
        signed(store)
    signed_in.sign_in(store, DANA, f"{GOOD}, again", HOME, AT)


def test_nobody_has_the_secret_of_an_accounts_key(store: Store):
    """It is not rotated and not revoked by itself, and keys that are made are no accounts."""
    key = account(store).key
    with pytest.raises(BadKey):
        keys.authenticate(store, f"cra_{key.id}_{'A' * 43}")
    assert refusal(KeyNotPossible, keys.rotate, store, key.id) == (
        f"Key {key.id} is that of the account {DANA}, and has no successor, because nobody has its secret. auditor people "
        "disable ends an account."
    )
    assert "ends with the account" in refusal(KeyNotPossible, keys.revoke, store, key.id)
    record, _ = keys.make(store, ROOM)
    assert keys.revoke(store, record.id).revoked_at is not None


def test_what_becomes_of_an_account_is_in_the_register(store: Store):
    person = account(store)
    admin, _ = keys.make(store, NewKey("administrator", "Ann"))
    people.reset(store, DANA, later(hours=1), "Ann", admin.id)
    people.disable(store, DANA, later(hours=2), "Ann", admin.id)
    found = entries(store)
    assert [(each["kind"], each["at"], each.get("by"), each["who"]) for each in found] == [
        ("person.invited", AT, None, "ops"),
        ("person.accepted", AT, person.key.id, "Dana Reyes"),
        ("person.reset", later(hours=1), admin.id, "Ann"),
        ("person.disabled", later(hours=2), admin.id, "Ann"),
    ]
    (email,) = store.connections.db.execute("SELECT email FROM people").fetchone()
    assert found[0] == {
        "kind": "person.invited", "at": AT, "person": 1, "acts_with": person.key.id, "until": later(days=3), "who": "ops",
        "parts": {"email": email},
    }  # fmt: skip
    assert DANA not in json.dumps(found)
    assert verify_register(store.folder / FILE).faults == []


@pytest.mark.parametrize(
    ("sql", "table", "found"),
    [
        ("UPDATE people SET last = 'reset'", "people", "'reset'"),
        ("UPDATE people SET until = '2999-01-01'", "people", "'2999-01-01'"),
        ("UPDATE people SET key = 'mallory2'", "people", "'mallory2'"),
        ("UPDATE fact_parts SET body = CAST('\"x@example.org\"' AS BLOB) WHERE hex(body) LIKE '2264616E61%'", "people",
         "another one, or none"),
        ("DELETE FROM people", "people", "none"),
        ("UPDATE credentials SET totp_since = '2026-01-01'", "credentials", "'2026-01-01'"),
        ("DELETE FROM fact_parts WHERE hex(body) LIKE '7B%'", "credentials", "another one, or none"),
        ("DELETE FROM credentials", "credentials", "none"),
        ("INSERT INTO reminders (person, calendar, calendar_at, daily) VALUES (1, 'c', '2026-01-01', 0)", "reminders",
         "a row that no fact makes"),
        ("INSERT INTO fact_parts SELECT replace(digest, '0', '1'), salt, body FROM fact_parts LIMIT 1", "fact_parts",
         "one that no row has"),
    ],
)  # fmt: skip
def test_an_altered_account_is_named_by_the_register(store: Store, sql, table, found):
    account(store)
    assert verify_register(store.folder / FILE).faults == []
    store.connections.db.execute(sql)
    assert (table, found) in {
        (each.table, each.found) for each in verify_register(store.folder / FILE).faults
    }


@pytest.mark.parametrize(
    ("sql", "table"),
    [
        ("UPDATE people SET key = (SELECT key FROM people WHERE id = 2) WHERE id = 1", "people"),
        ("UPDATE credentials SET secrets = (SELECT secrets FROM credentials WHERE person = 2) WHERE person = 1", "credentials"),
        ("UPDATE keys SET role = 'administrator', rooms = NULL", "keys"),
    ],
)  # fmt: skip
def test_nobody_signs_in_with_an_account_that_was_altered(store: Store, sql, table):
    account(store)
    account(store, "mallory@example.com", password="another long password")
    token = signed(store)
    with unprotected(store.connections.db) as db:
        db.execute(sql)
    words = refusal(AccountDamaged, signed_in.authenticate, store, token, AT)
    assert words.startswith("Your account was altered in the store")
    assert [each.subject for each in store.damage.all()] == [table]
    with pytest.raises((AccountDamaged, WrongPassword)):
        signed_in.sign_in(store, DANA, "another long password", HOME, AT)
    (found,) = [each.faults for each in examine(store.folder / FILE).checks if each.check == "register"]
    assert table in {each.table for each in found}


@pytest.mark.of_the_file
def test_a_backup_has_no_secret_in_clear(store: Store, tmp_path: Path):
    token, enrolment, recovery = decider(store)
    invited = people.invite(store, DANA, ROOM, AT)
    copy = tmp_path / "copy.sqlite"
    copy_store(store.folder / FILE, copy)
    kept = copy.read_bytes()
    assert b"mara.ortiz@example.gov" in kept
    secret = base64.b32decode(enrolment.secret)
    given = [token, GOOD, enrolment.secret, invited.code, invited.code.replace("-", ""), *recovery]
    for each in given:
        assert each.encode() not in kept, each
    assert secret not in kept
    key = store.folder / "people.key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert bytes.fromhex(key.read_text()) not in kept
    assert key.read_text().strip().encode() not in kept


def _accept(folder: str, code: str, password: str, results: "Queue[str]") -> None:
    store = Store(Path(folder))
    try:
        results.put(people.accept(store, code, password, AT).last)
    except InvitationRefused as error:
        results.put(str(error))
    store.close()


@pytest.mark.slow
def test_of_two_processes_one_uses_an_invitation(store: Store):
    code = people.invite(store, DANA, ROOM, AT).code
    results: Queue[str] = forks.Queue()
    given = [f"{GOOD} {each}" for each in ("one", "two")]
    processes = [forked(_accept, str(store.folder), code, each, results) for each in given]
    for each in processes:
        each.start()
    assert sorted(results.get(timeout=60) for _ in processes) == sorted(["accepted", GONE])
    for each in processes:
        each.join(60)
    assert [each["kind"] for each in entries(store)] == ["person.invited", "person.accepted"]


def test_an_account_that_changes_while_it_is_looked_at_is_not_damaged(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    invited = people.invite(store, DANA, ROOM, AT)
    is_whole_part = stored_fact_tables.is_whole_part

    def meanwhile(db, digest):
        monkeypatch.undo()
        with closing(Store(store.folder)) as other:
            other.people.accept(one_time_codes.digest(invited.code), "a hash", AT)
        return is_whole_part(db, digest)

    monkeypatch.setattr(stored_fact_tables, "is_whole_part", meanwhile)
    assert store.people.damaged(invited.person) is None
    assert store.people.get(invited.person.id).last == "accepted"
