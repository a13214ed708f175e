"""Keys: what is stored of them, when they are known, and races of those who rotate and revoke."""

import datetime as dt
import hashlib
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from auditor.access import keys
from auditor.access.key_refusals import BadKey, KeyDamaged, KeyExpired, KeyRevoked
from auditor.access.keys import KeyNotPossible, NewKey
from auditor.store import Store

ROOM = NewKey("room", "Dana Reyes", rooms=("WA-0417",))
TEXT = re.compile(r"cra_[a-z2-7]{8}_[A-Za-z0-9_-]{43}")


@pytest.mark.of_the_file
def test_a_key_is_known_again_and_its_secret_is_nowhere_in_the_store(store: Store):
    record, text = keys.make(store, ROOM, by="ops")
    assert TEXT.fullmatch(text)
    assert keys.authenticate(store, text).id == record.id == text[4:12]
    assert (record.role, record.name, record.person, record.rooms, record.made_by) == (
        "room", "Dana Reyes", True, ("WA-0417",), "ops",
    )  # fmt: skip
    life = dt.datetime.fromisoformat(record.expires_at) - dt.datetime.fromisoformat(record.made_at)
    assert life == dt.timedelta(days=365)
    store.close()
    kept = b"".join(path.read_bytes() for path in store.folder.glob("auditor.sqlite*"))
    assert record.id.encode() in kept
    assert text.partition(record.id)[2][1:].encode() not in kept


def test_two_keys_have_nothing_in_common(store: Store):
    texts = {keys.make(store, ROOM)[1] for _ in range(100)}
    assert len({text[4:12] for text in texts}) == len({text[13:] for text in texts}) == 100


def altered(text, at):
    return text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :]


def test_no_other_text_is_a_key(store: Store):
    _, text = keys.make(store, ROOM)
    wrong = [
        altered(text, at) for at in range(len(text) - 1)
    ]  # the last character has bits that are not used
    for each in [
        *wrong,
        "",
        text[:-1],
        text + "A",
        f"{text} ",
        text.upper(),
        "cra__",
        "cra_x_é",
        "a" * 10_000,
    ]:
        with pytest.raises(BadKey):
            keys.authenticate(store, each)


def test_a_key_that_expired_is_known_as_that_only_by_its_secret(store: Store):
    record, text = keys.make(store, ROOM, days=1)
    store.connections.db.execute("UPDATE keys SET expires_at = '2026-01-01T00:00:00.000000Z'")
    with pytest.raises(KeyExpired, match=rf"Key {record.id} expired at 2026-01-01"):
        keys.authenticate(store, text)
    with pytest.raises(BadKey):
        keys.authenticate(store, altered(text, 20))


def test_the_last_use_is_written_once_a_minute(store: Store):
    _, text = keys.make(store, ROOM)
    keys.authenticate(store, text)
    first = store.keys.all()[0].last_used_at
    keys.authenticate(store, text)
    assert store.keys.all()[0].last_used_at == first is not None
    store.connections.db.execute("UPDATE keys SET last_used_at = '2026-01-01T00:00:00.000000Z'")
    keys.authenticate(store, text)
    assert store.keys.all()[0].last_used_at > first


@pytest.mark.of_the_file
def test_a_writer_holds_up_nobody_who_brings_a_key(store: Store):
    record, text = keys.make(store, ROOM)
    other = Store(store.folder)
    with other.connections.writing():
        assert keys.authenticate(store, text).id == record.id
    assert store.keys.all()[0].last_used_at is None
    assert store.connections.db.execute("PRAGMA busy_timeout").fetchone() == (30_000,)
    other.close()


def test_a_successor_may_do_the_same_and_the_old_key_lives_a_day(store: Store):
    old, text = keys.make(store, ROOM)
    new, successor = keys.rotate(store, old.id)
    assert (new.replaces, new.role, new.name, new.rooms) == (old.id, old.role, old.name, old.rooms)
    assert keys.authenticate(store, text).id == old.id
    assert keys.authenticate(store, successor).id == new.id
    ends = dt.datetime.fromisoformat(store.keys.get(old.id).expires_at)
    assert ends - dt.datetime.fromisoformat(new.made_at) == dt.timedelta(hours=24)
    with pytest.raises(KeyNotPossible, match=f"has a successor already: {new.id}"):
        keys.rotate(store, old.id)
    keys.revoke(store, new.id)
    third, _ = keys.rotate(store, old.id, grace=0)
    assert third.replaces == old.id
    with pytest.raises(KeyExpired):
        keys.authenticate(store, text)


def test_rotation_never_makes_a_life_longer(store: Store):
    old, _ = keys.make(store, ROOM, days=1)
    keys.rotate(store, old.id, grace=2000)
    assert store.keys.get(old.id).expires_at == old.expires_at


def test_what_ended_has_no_successor(store: Store):
    old, _ = keys.make(store, ROOM)
    keys.revoke(store, old.id)
    with pytest.raises(KeyNotPossible, match=f"Key {old.id} is revoked"):
        keys.rotate(store, old.id)
    with pytest.raises(KeyNotPossible, match="There is no key nobodysk"):
        keys.rotate(store, "nobodysk")
    with pytest.raises(KeyNotPossible, match="There is no key nobodysk"):
        keys.revoke(store, "nobodysk")


@pytest.mark.parametrize(
    "changed", ["role = 'administrator', rooms = NULL", "rooms = '[\"WA-0001\"]'", "name = 'Bo'"]
)
def test_a_key_that_was_altered_in_the_file_does_nothing_and_is_noticed(store: Store, changed):
    record, text = keys.make(store, ROOM)
    _, other = keys.make(store, ROOM)
    db = store.connections.db
    db.execute(f"UPDATE keys SET {changed} WHERE id = ?", [record.id])
    with pytest.raises(KeyDamaged, match=f"What the store has of key {record.id} is not what was written"):
        keys.authenticate(store, text)
    assert [(each.subject, each.key) for each in store.damage.all()] == [("keys", record.id)]
    assert keys.authenticate(store, other).rooms == ("WA-0417",)


def test_a_key_that_another_program_wrote_does_nothing(store: Store):
    record, text = keys.make(store, ROOM)
    store.connections.db.execute(
        "INSERT INTO keys SELECT 'bbbbbbbb', secret_sha256, 'administrator', name, person, NULL, NULL, made_at, made_by, "
        "expires_at, NULL, NULL, NULL, NULL FROM keys"
    )
    with pytest.raises(KeyDamaged, match="key bbbbbbbb"):
        keys.authenticate(store, text.replace(record.id, "bbbbbbbb"))


def test_a_rotated_and_a_revoked_key_are_whole(store: Store):
    old, text = keys.make(store, ROOM)
    new, _ = keys.rotate(store, old.id)
    assert keys.authenticate(store, text).id == old.id
    keys.revoke(store, new.id)
    assert store.keys.is_whole(old.id)
    assert store.keys.is_whole(new.id)


def test_a_revoked_key_ends_at_once_in_another_process_too(store: Store):
    record, text = keys.make(store, ROOM)
    other = Store(store.folder)
    keys.authenticate(other, text)
    first = keys.revoke(store, record.id).revoked_at
    with pytest.raises(KeyRevoked, match=f"Key {record.id} was revoked"):
        keys.authenticate(other, text)
    assert keys.revoke(other, record.id).revoked_at == first
    other.close()


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        (NewKey("room", "Dana"), "needs its rooms"),
        (NewKey("room", "Dana", rooms=("WA-0417",), authority="wsgc"), "needs its rooms"),
        (NewKey("compliance", "Lee", all_rooms=True), "needs its rooms"),
        (NewKey("regulator", "Ortiz"), "needs its authority"),
        (NewKey("regulator", "Ortiz", rooms=("WA-0417",)), "needs its authority"),
        (NewKey("automation", "nightly"), "needs one of --room"),
        (NewKey("automation", "nightly", authority="wsgc", all_rooms=True), "needs one of --room"),
        (NewKey("administrator", "ops", rooms=("WA-0417",)), "nothing of that kind"),
        (NewKey("administrator", "  "), "the name of the person or program"),
        (NewKey("administrator", "a\nb"), "the name of the person or program"),
        (NewKey("room", "Dana", rooms=(" ",)), "named by its licence id"),
    ],
)
def test_a_key_is_for_what_its_role_needs(store: Store, wanted, says):
    with pytest.raises(KeyNotPossible, match=says):
        keys.make(store, wanted)
    with pytest.raises(KeyNotPossible, match="1 to 3650 days"):
        keys.make(store, ROOM, days=0)
    assert store.keys.all() == []


def test_a_key_for_automation_is_a_programs(store: Store):
    assert keys.make(store, NewKey("automation", "nightly", all_rooms=True))[0].person is False


def test_the_first_key_is_made_once_by_16_that_try(store: Store):
    with ThreadPoolExecutor(16) as several:
        made = [*several.map(lambda _: keys.make_first(store), range(16))]
    (text,) = [each for each in made if each is not None]
    (only,) = store.keys.all()
    assert keys.authenticate(store, text).role == only.role == "administrator"
    assert keys.make_first(store) is None


def test_of_16_that_rotate_a_key_one_does(store: Store):
    old, _ = keys.make(store, ROOM)

    def rotate(_):
        try:
            return keys.rotate(store, old.id)[1]
        except KeyNotPossible as error:
            return str(error)

    with ThreadPoolExecutor(16) as several:
        outcomes = [*several.map(rotate, range(16))]
    (made,) = [each for each in outcomes if TEXT.fullmatch(each)]
    assert [each for each in outcomes if f"has a successor already: {made[4:12]}" not in each] == [made]
    assert [each.id for each in store.keys.all()] == [old.id, made[4:12]]


@pytest.mark.slow
def test_a_key_that_is_revoked_while_16_rotate_it_has_one_successor_or_none(store: Store):
    for _ in range(5):
        old, _ = keys.make(store, ROOM)

        def act(number, old=old):
            try:
                return keys.revoke(store, old.id) if number % 4 == 0 else keys.rotate(store, old.id)
            except KeyNotPossible:
                return None

        with ThreadPoolExecutor(16) as several:
            [*several.map(act, range(16))]
        assert store.keys.get(old.id).revoked_at is not None
        assert len([each for each in store.keys.all() if each.replaces == old.id]) <= 1


def test_the_digest_is_of_the_random_bytes():
    name, digest, text = keys._drawn()
    assert keys._parsed(text) == (name, digest)
    assert digest != hashlib.sha256(text.encode()).hexdigest()
