"""Accounts of people who sign in through a provider, their second factor, and the configuration of the provider."""

import time
from multiprocessing.queues import Queue
from pathlib import Path

import pytest

from auditor.access import openid, people, second_factor, signed_in
from auditor.access.openid_configuration import BadOpenId, read_openid
from auditor.access.openid_provider import Provider
from auditor.access.sign_in_refusals import (
    AccountDamaged,
    EnrolmentNeeded,
    NotFresh,
    NotSignedIn,
    OpenIdRefused,
    ProviderUnusable,
    WrongPassword,
)
from auditor.doctor import examine, verify_register
from auditor.facts.recorded_fact import Factor
from auditor.http.server import CannotServe, _try_to_store
from auditor.store import Store
from auditor.store.service_clock import after, now, written
from auditor.store.store import FILE
from tests.access.accounts import (
    DANA,
    GOOD,
    HOME,
    MARA,
    REGULATOR,
    ROOM,
    account,
    alter_secrets,
    code_at,
    refusal,
    signed,
)
from tests.access.providers import (
    BACK,
    PASSKEY,
    configured,
    provider_of,
    through,
    visit,
)
from tests.processes import forked, forks


def test_the_first_sign_in_binds_the_account_to_the_subject(store: Store, scripted):
    """From then on the address decides nothing, the password is gone, and another subject with the same address is nobody."""
    account(store, at=now())
    other = signed(store, at=now())
    provider = provider_of(store, scripted)
    found, token = through(store, provider)
    assert (found.person.email, found.password, found.authenticator) == (DANA, False, False)
    with pytest.raises(NotSignedIn):
        signed_in.authenticate(store, other, now())
    with pytest.raises(WrongPassword):
        signed(store, at=now())
    with pytest.raises(WrongPassword):
        signed_in.change_password(store, token, GOOD, f"{GOOD} again", HOME, now())
    scripted.claims = {"email": "dana.married@example.org", "email_verified": False}
    assert through(store, provider)[0].person.id == found.person.id
    scripted.claims = {"sub": "dana-2"}
    assert refusal(OpenIdRefused, through, store, provider) == (
        f"The account {DANA} belongs to another person of Staff, or of the provider before. Ask an administrator to reset it."
    )
    scripted.claims = {}
    people.reset(store, DANA, now())
    with pytest.raises(NotSignedIn):
        signed_in.authenticate(store, token, now())
    scripted.claims = {"sub": "dana-2"}
    assert through(store, provider)[0].person.email == DANA


def test_an_invitation_is_accepted_by_signing_in_while_it_lasts(store: Store, scripted):
    invited = people.invite(store, DANA, ROOM, after(now(), days=-4))
    provider = provider_of(store, scripted)
    assert "has no account of this service that can be used" in refusal(
        OpenIdRefused, through, store, provider
    )
    invited = people.reset(store, DANA, now())
    through(store, provider)
    with pytest.raises(people.InvitationRefused):
        people.accept(store, invited.code, GOOD, now())
    found = store.connections.db.execute(
        "SELECT kind FROM register WHERE kind LIKE 'person.%' ORDER BY entry"
    )
    assert [kind for (kind,) in found] == ["person.invited", "person.reset", "person.accepted"]


def test_a_disabled_account_and_an_altered_one_are_signed_in_by_no_provider(store: Store, scripted):
    account(store, at=now())
    provider = provider_of(store, scripted)
    through(store, provider)
    alter_secrets(store.connections.db, "dana-1", "mallory")
    scripted.claims = {"sub": "mallory"}
    with pytest.raises(AccountDamaged):
        through(store, provider)
    alter_secrets(store.connections.db, "mallory", "dana-1")
    scripted.claims = {}
    people.disable(store, DANA, now())
    assert "has no account" in refusal(OpenIdRefused, through, store, provider)


@pytest.mark.slow
def test_an_address_counts_where_it_is_verified_and_one(store: Store, scripted):
    account(store, at=now())
    provider = provider_of(store, scripted)
    for claims in (
        {"email_verified": None},
        {"email_verified": "true"},
        {"email": None},
        {"email": [DANA]},
        {"email": 7},
    ):
        scripted.claims = claims
        assert "did not state a verified e-mail address" in refusal(
            OpenIdRefused, through, store, provider
        ), claims
    scripted.claims = {"email": "dana.reyes@example.org\u212a"}
    assert "has no account" in refusal(OpenIdRefused, through, store, provider)
    scripted.claims = {"email": None, "email_verified": None}
    scripted.user = {"sub": "mallory", "email": DANA, "email_verified": True}
    assert "did not state a verified" in refusal(OpenIdRefused, through, store, provider)
    scripted.user = {"sub": "dana-1", "email": DANA, "email_verified": True}
    assert through(store, provider)[0].person.email == DANA


def test_the_claim_with_the_address_is_the_one_that_is_named(store: Store, scripted):
    account(store, at=now())
    scripted.claims = {"email": None, "email_verified": None, "upn": DANA}
    provider = provider_of(store, scripted, email_claim="upn", email_always_verified=True)
    assert through(store, provider)[0].person.email == DANA


# --- the second factor ----------------------------------------------------------------------------------------------------


def test_a_second_factor_of_the_provider_counts_where_the_file_says_so(store: Store, scripted):
    account(store, MARA, REGULATOR, now())
    auth_time = int(time.time()) - 120
    scripted.claims = {
        "sub": "mara-1",
        "email": MARA,
        "acr": PASSKEY,
        "amr": ["pwd", "otp"],
        "auth_time": auth_time,
    }
    for more, counts in (
        ({}, False), ({"second_factor_acr": ["other"]}, False), ({"second_factor_amr": ["mfa"]}, False),
        ({"second_factor_acr": [PASSKEY]}, True), ({"second_factor_amr": ["mfa", "otp"]}, True),
    ):  # fmt: skip
        found, _ = through(store, provider_of(store, scripted, **more))
        assert (found.waits_for, found.record.factor_at) == (
            (None, written(auth_time)) if counts else ("enrolment", None)
        ), more
    signed_in.must_be_fresh(found, now())
    assert found.record.factor == Factor("provider", written(auth_time), found.record.id)
    assert verify_register(store.folder / FILE).faults == []
    assert refusal(NotFresh, signed_in.must_be_fresh, found, after(now(), minutes=3)).endswith(
        "Enter the code again; your text is kept."
    )


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "claims",
    [{"auth_time": None}, {"auth_time": True}, {"auth_time": 1e300}, {"auth_time": 1_700_000_000}, {"acr": None},
     {"acr": [PASSKEY]}, {"amr": [["otp"]], "acr": None}],
    ids=str,
)  # fmt: skip
def test_a_second_factor_without_its_time_or_long_ago_does_not_count(store: Store, scripted, claims):
    account(store, MARA, REGULATOR, now())
    scripted.claims = {
        "sub": "mara-1",
        "email": MARA,
        "acr": PASSKEY,
        "auth_time": int(time.time()),
        **claims,
    }
    provider = provider_of(store, scripted, second_factor_acr=[PASSKEY], second_factor_amr=["otp"])
    _, token = through(store, provider)
    with pytest.raises(EnrolmentNeeded):
        signed_in.authenticate(store, token, now())


@pytest.mark.parametrize("claims", [{"auth_time": "lately"}, {"amr": "otp"}], ids=str)
def test_a_second_factor_of_another_shape_makes_the_token_invalid(store: Store, scripted, claims):
    account(store, at=now())
    scripted.claims = claims
    assert "its ID token is not valid" in refusal(
        ProviderUnusable, through, store, provider_of(store, scripted)
    )


def test_for_a_decision_the_person_shows_there_anew_who_it_is(store: Store, scripted):
    account(store, MARA, REGULATOR, now())
    scripted.claims = {"sub": "mara-1", "email": MARA, "acr": PASSKEY, "auth_time": int(time.time()) - 3_600}
    provider = provider_of(store, scripted, second_factor_acr=[PASSKEY])
    found, token = through(store, provider)
    with pytest.raises(NotFresh):
        signed_in.must_be_fresh(found, now())
    again, new = through(store, provider, token=token)
    assert (scripted.asked["prompt"], scripted.asked["max_age"]) == ("login", "0")
    with pytest.raises(NotFresh):  # the provider asked for nothing
        signed_in.must_be_fresh(again, now())
    scripted.claims["auth_time"] = int(time.time())
    again, newest = through(store, provider, token=new)
    signed_in.must_be_fresh(again, now())
    assert (again.record.id, again.record.ends_at) == (found.record.id, found.record.ends_at)
    for old in (token, new):
        with pytest.raises(NotSignedIn):
            signed_in.authenticate(store, old, now())
    scripted.claims |= {"sub": "eve-1", "email": "eve@example.org"}
    assert refusal(OpenIdRefused, through, store, provider, token=newest) == (
        "Staff signed in another person. Sign out here and there, and begin again."
    )


def test_an_authenticator_of_this_service_is_asked_for_where_the_providers_does_not_count(
    store: Store, scripted
):
    account(store, MARA, REGULATOR, now())
    scripted.claims = {"sub": "mara-1", "email": MARA}
    provider = provider_of(store, scripted)
    at = now()
    _, token = through(store, provider, at=at)
    enrolment = second_factor.begin_enrolment(store, token, at)
    found, _, _ = second_factor.confirm_enrolment(store, token, code_at(enrolment, at), at)
    assert (found.authenticator, found.waits_for) == (True, None)
    assert through(store, provider)[0].waits_for == "code"


# --- processes and the configuration --------------------------------------------------------------------------------------


def _finish(folder: str, keep: str, answer: dict[str, str], results: "Queue[str]") -> None:
    store = Store(Path(folder))
    settings = read_openid(store.folder)
    assert settings is not None
    results.put(openid.finish(store, Provider(settings), keep, answer, BACK, HOME, now())[0].person.email)
    store.close()


@pytest.mark.slow
def test_another_process_finishes_what_one_began(store: Store, scripted):
    account(store, at=now())
    begun = openid.start(provider_of(store, scripted), BACK, now())
    results: Queue[str] = forks.Queue()
    args = (str(store.folder), begun.keep, visit(begun.url), results)
    process = forked(_finish, *args)
    process.start()
    assert results.get(timeout=60) == DANA
    process.join(60)


def test_the_configuration_says_what_is_wrong_with_it(tmp_path: Path):
    assert read_openid(tmp_path) is None
    for more, words in (
        (
            {"issuer": "http://login.example.org", "hosts": ["login.example.org"]},
            "issuer: its url is to begin with https://",
        ),
        ({"hosts": []}, "issuer: localhost:443 is not among the hosts that the file lists."),
        ({"scopes": ["email"]}, 'scopes: "openid" is to be among them.'),
        ({"client_secret_variable": "X"}, "client_secret_file and client_secret_variable are both stated."),
        ({"role": "regulator"}, "Object contains unknown field `role`"),
        ({"private": ["home"]}, "private: 'home' is no address and no network"),
    ):
        with pytest.raises(BadOpenId) as refused:
            configured(tmp_path, 443, **{"issuer": "https://localhost", **more})
        assert words in str(refused.value)
    provider = configured(tmp_path, 443, issuer="https://localhost")
    assert "secret: of" not in repr(provider.settings)
    (tmp_path / "openid.secret").chmod(0o644)
    with pytest.raises(BadOpenId, match="Protect it with: chmod 600"):
        read_openid(tmp_path)
    (tmp_path / "openid.secret").write_text("")
    (tmp_path / "openid.secret").chmod(0o600)
    with pytest.raises(BadOpenId, match="the client has no secret"):
        read_openid(tmp_path)


def test_a_configuration_that_cannot_be_used_is_named_at_the_start_and_by_the_doctor(store: Store):
    (store.folder / "openid.toml").write_text('issuer = "https://login.example.org"\n')
    words = f"{store.folder / 'openid.toml'}: Object missing required field `client_id`"
    assert refusal(CannotServe, _try_to_store, store.folder, False) == words
    found = {each.check: each.faults for each in examine(store.folder / FILE).checks}
    assert [(each.row, each.found) for each in found["openid"]] == [("openid.toml", words)]
    configured(store.folder, 443, issuer="https://localhost")
    found = {each.check: each.faults for each in examine(store.folder / FILE).checks}
    assert found["openid"] == []


def test_a_configuration_that_the_environment_names(tmp_path: Path, monkeypatch):
    (tmp_path / "there").mkdir()
    configured(tmp_path / "there", 443, issuer="https://localhost")
    monkeypatch.setenv("AUDITOR_OPENID", str(tmp_path / "there" / "openid.toml"))
    assert read_openid(tmp_path).name == "Staff"
    monkeypatch.setenv("AUDITOR_OPENID", str(tmp_path / "none.toml"))
    with pytest.raises(BadOpenId, match=r"AUDITOR_OPENID names .*none.toml, which does not exist"):
        read_openid(tmp_path)
