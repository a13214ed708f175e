"""Sign-ins: who gets one, when it ends, and what guessing gains."""

import base64
import re

import pytest
from argon2 import PasswordHasher
from msgspec.structs import replace

from auditor.access import passwords, people, roles, signed_in
from auditor.access.passwords import PasswordRefused
from auditor.access.sign_in_refusals import (
    TooManyAttempts,
    WrongPassword,
)
from auditor.access.signed_in import SignInOrigin
from auditor.doctor import examine
from auditor.store import Store
from auditor.store.store import FILE
from auditor.store.stored_people import SignInWay
from tests.access.accounts import (
    AT,
    DANA,
    GOOD,
    HOME,
    MARA,
    REGULATOR,
    ROOM,
    account,
    is_in,
    later,
    refusal,
    signed,
)

WRONG = (
    "Wrong e-mail or password. Check both. If you lost the password, an administrator can invite you again."
)
ELSEWHERE = SignInOrigin("198.51.100.7", "another browser")


# --- the password and the token -------------------------------------------------------------------------------------------


def test_the_token_has_256_bits_and_only_its_digest_is_kept(store: Store):
    account(store)
    token = signed(store)
    assert len(base64.urlsafe_b64decode(token + "=")) == 32
    assert signed(store) != token
    assert store.sign_ins.get(signed_in.digest(token)).person == 1
    assert re.fullmatch("[0-9a-f]{64}", signed_in.digest(token))
    for other in ("", token[:-1], token.swapcase(), signed_in.digest(token), "é" * 50):
        assert not is_in(store, other)
    store.close()
    kept = b"".join(path.read_bytes() for path in store.folder.glob("auditor.sqlite*"))
    assert token.encode() not in kept


@pytest.mark.slow
@pytest.mark.usefixtures("real_hashes")
def test_the_words_are_the_same_whether_there_is_an_account(store: Store, monkeypatch):
    """And a password is compared in each case, so that the time is."""
    compared = []
    compare = passwords._HASHER.__class__.verify

    def noted(self, kept, password):
        compared.append(kept)
        return compare(self, kept, password)

    account(store)
    people.invite(store, "invited@example.org", ROOM, AT)
    account(store, "gone@example.org")
    people.disable(store, "gone@example.org", AT)
    monkeypatch.setattr(passwords._HASHER.__class__, "verify", noted)
    for name in (DANA, "nobody@example.org", "invited@example.org", "gone@example.org", "no address", ""):
        assert refusal(WrongPassword, signed_in.sign_in, store, name, "a wrong password", HOME, AT) == WRONG
    assert len(compared) == 6
    assert all(each.startswith("$argon2id$v=19$m=19456,t=2,p=1$") for each in compared)


def test_the_name_is_taken_as_people_type_it_and_the_password_is_not(store: Store):
    account(store)
    assert signed_in.sign_in(store, f" {DANA.upper()} ", GOOD, HOME, AT)[0].person.id == 1
    for wrong in (GOOD.upper(), f" {GOOD}", "", people.invite(store, MARA, REGULATOR, AT).code):
        assert refusal(WrongPassword, signed_in.sign_in, store, DANA, wrong, HOME, AT) == WRONG


def test_an_account_acts_with_the_rights_of_its_key(store: Store):
    account(store)
    found = signed_in.authenticate(store, signed(store), AT)
    caller = roles.caller_of(store, found.person.key, ("sessions", "read"))
    assert (caller.key, caller.rooms) == (found.person.key.id, ("WA-0417",))
    assert store.keys.get(found.person.key.id).last_used_at == AT


def test_a_key_that_expired_ends_the_sign_ins_of_its_account(store: Store):
    account(store)
    token = signed(store)
    store.connections.db.execute("UPDATE keys SET expires_at = ?", [later(minutes=5)])
    assert not is_in(store, token, later(minutes=5))
    assert refusal(WrongPassword, signed_in.sign_in, store, DANA, GOOD, HOME, later(minutes=5)) == WRONG


@pytest.mark.slow
@pytest.mark.usefixtures("real_hashes")
def test_a_password_under_smaller_parameters_is_hashed_anew(store: Store):
    person = account(store)
    old = PasswordHasher(time_cost=1, memory_cost=8_192, parallelism=1).hash(GOOD)
    store.people.change(person.id, lambda _, now: replace(now, way=SignInWay(password=old)), AT)
    token = signed(store)
    kept = store.people.credentials(person.id).way.password
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert is_in(store, token)
    assert signed(store)
    assert store.people.credentials(person.id).way.password == kept
    assert examine(store.folder / FILE).sound


# --- how long it lasts ----------------------------------------------------------------------------------------------------


def test_thirty_minutes_without_use_end_it(store: Store):
    account(store)
    token = signed(store)
    for minutes in (29, 58, 87):
        assert is_in(store, token, later(minutes=minutes)), minutes
    assert not is_in(store, token, later(minutes=117))
    assert not is_in(store, token, later(minutes=88))  # it has ended, and does not come back


def test_twelve_hours_end_it_however_it_is_used(store: Store):
    account(store)
    token = signed(store)
    assert [is_in(store, token, later(minutes=each)) for each in range(20, 740, 20)] == [True] * 35 + [False]


def test_a_person_sees_and_ends_sign_ins_and_nobody_elses(store: Store):
    account(store)
    account(store, MARA, replace(ROOM, name="Mara"))
    first, second = signed(store), signed(store, client=ELSEWHERE)
    hers = signed(store, MARA)
    found = signed_in.authenticate(store, second, AT)
    listed = signed_in.sign_ins_of(store, found, AT)
    assert [(each.address, each.client, each.made_at) for each in listed] == [
        ("198.51.100.7", "another browser", AT), ("192.0.2.1", "a browser on a tablet", AT),
    ]  # fmt: skip
    assert signed_in.sign_ins_of(store, found, later(minutes=30)) == []
    other = signed_in.authenticate(store, hers, AT).record.id
    assert not signed_in.end_sign_in(store, found, other)
    assert signed_in.end_sign_in(store, found, listed[1].id)
    assert [is_in(store, each) for each in (first, second, hers)] == [False, True, True]
    signed_in.sign_out(store, second)
    assert [is_in(store, each) for each in (second, hers)] == [False, True]


def test_ten_sign_ins_are_kept_of_a_person_and_what_a_client_says_is_cut(store: Store):
    account(store)
    tokens = [signed(store, client=SignInOrigin("192.0.2.1", "a\x1b[31m\n" + "x" * 500)) for _ in range(11)]
    assert [is_in(store, each) for each in tokens] == [False] + [True] * 10
    assert store.sign_ins.of(1)[0].client == "a[31m" + "x" * 195


def test_a_changed_password_ends_all_other_sign_ins_and_renews_this_one(store: Store):
    account(store)
    other, token = signed(store), signed(store)
    new = f"{GOOD}, plus a joker"
    assert refusal(WrongPassword, signed_in.change_password, store, token, new, new, HOME, AT) == WRONG
    assert "this password has 5" in refusal(
        PasswordRefused, signed_in.change_password, store, token, GOOD, "short", HOME, AT
    )
    assert is_in(store, other)
    found, renewed = signed_in.change_password(store, token, GOOD, new, HOME, AT)
    assert found.person.email == DANA
    assert [is_in(store, each) for each in (other, token, renewed)] == [False, False, True]
    with pytest.raises(WrongPassword):
        signed(store)
    signed_in.sign_in(store, DANA, new, HOME, AT)


def test_a_sign_in_under_a_password_that_was_changed_meanwhile_is_not_kept(store: Store, monkeypatch):
    account(store)
    compare = passwords.is_right

    def slow(kept, password):
        right = compare(kept, password)
        people.reset(store, DANA, AT)
        return right

    monkeypatch.setattr(passwords, "is_right", slow)
    with pytest.raises(WrongPassword):
        signed(store)
    assert store.sign_ins.of(1) == []


# --- guessing -------------------------------------------------------------------------------------------------------------


def test_guessing_waits_longer_each_time_and_is_said_so(store: Store):
    account(store)
    for _ in range(5):
        assert refusal(WrongPassword, signed_in.sign_in, store, DANA, "a wrong password", HOME, AT) == WRONG
    assert refusal(TooManyAttempts, signed_in.sign_in, store, DANA, GOOD, HOME, AT) == (
        "Too many failed attempts to sign in. Try again in 2 seconds."
    )
    at = AT
    for seconds in (2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900):
        with pytest.raises(TooManyAttempts) as refused:
            signed(store, at=at)
        assert refused.value.retry_after == seconds
        at = later(at, seconds=seconds)
        with pytest.raises(WrongPassword):
            signed_in.sign_in(store, DANA, "a wrong password", HOME, at)
    assert "Try again in 15 minutes" in refusal(
        TooManyAttempts, signed_in.sign_in, store, DANA, GOOD, HOME, at
    )
    assert is_in(store, signed(store, at=later(at, seconds=900)), later(at, seconds=900))


def guess(store, name, count, at=AT, network="203.0.113."):
    """Guess from as many addresses."""
    for each in range(count):
        with pytest.raises((WrongPassword, TooManyAttempts)):
            signed_in.sign_in(store, name, "a wrong password", SignInOrigin(f"{network}{each}"), at)


def test_guessing_from_many_addresses_waits_too_and_locks_no_one_out(store: Store):
    account(store)
    signed(store)
    guess(store, DANA, 12)
    assert "Try again in" in refusal(TooManyAttempts, signed_in.sign_in, store, DANA, GOOD, ELSEWHERE, AT)
    assert is_in(store, signed(store))  # where she signed in before


def test_one_address_that_tries_many_names_waits(store: Store):
    account(store)
    for each in range(30):
        with pytest.raises(WrongPassword):
            signed_in.sign_in(store, f"nobody{each}@example.org", GOOD, ELSEWHERE, AT)
    with pytest.raises(TooManyAttempts):
        signed_in.sign_in(store, "nobody@example.org", GOOD, ELSEWHERE, AT)
    assert is_in(store, signed(store))


def test_success_of_an_own_account_gains_nothing_against_others(store: Store):
    account(store)
    at = SignInOrigin("203.0.113.0")
    for each in range(30):
        guess(store, f"nobody{each}@example.org", 1)
        if each % 5 == 0:
            signed(store, client=at)
    with pytest.raises(TooManyAttempts):
        signed_in.sign_in(store, "nobody@example.org", GOOD, at, AT)


def test_the_addresses_of_one_ipv6_network_are_one(store: Store):
    account(store)
    for each in range(5):
        with pytest.raises(WrongPassword):
            signed_in.sign_in(store, DANA, "a wrong password", SignInOrigin(f"2001:db8:1:2::{each}"), AT)
    with pytest.raises(TooManyAttempts):
        signed_in.sign_in(store, DANA, GOOD, SignInOrigin("2001:db8:1:2:ffff::1"), AT)
    assert signed_in.sign_in(store, DANA, GOOD, SignInOrigin("2001:db8:1:3::1"), AT)
    assert signed_in.network("::ffff:192.0.2.1") == "192.0.2.1"
    assert signed_in.network("unix:") == "unix:"
