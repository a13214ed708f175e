"""Sign-ins through a provider: with an independent one, and what no provider can have the service take."""

import time
from urllib.parse import parse_qs, urlsplit

import pytest

from auditor.access import openid, people, signed_in
from auditor.access.openid_provider import Provider
from auditor.access.sign_in_refusals import (
    OpenIdRefused,
    ProviderUnusable,
    TooManyAttempts,
)
from auditor.doctor import examine, verify_register
from auditor.store import Store
from auditor.store.service_clock import after, now, written
from auditor.store.store import FILE
from tests.access.accounts import DANA, HOME, MARA, REGULATOR, ROOM, account, refusal
from tests.access.providers import (
    BACK,
    CLIENT,
    PASSKEY,
    configured,
    independent,
    key_named,
    provider_of,
    shared_key,
    through,
    visit,
)

# --- with an independent provider -----------------------------------------------------------------------------------------


@pytest.mark.night
@pytest.mark.slow
def test_a_person_signs_in_through_an_independent_provider(store: Store):
    """Dana is invited and sets no password; Mara gives the second factor there; a stranger gets nothing."""
    people.invite(store, DANA, ROOM, now())
    account(store, MARA, REGULATOR, now())
    given = int(time.time()) - 60
    claims = {
        "dana-1": {"email": DANA, "email_verified": True},
        "mara-1": {"email": MARA.upper(), "email_verified": True, "acr": PASSKEY, "auth_time": given},
        "eve-1": {"email": "eve@example.org", "email_verified": True},
        "eve-2": {"email": MARA, "email_verified": False},
    }
    with independent(claims) as port:
        provider = configured(store.folder, port, second_factor_acr=[PASSKEY])
        found, token = through(store, provider)
        assert (found.person.email, found.waits_for, found.password) == (DANA, None, False)
        assert signed_in.authenticate(store, token, now()).person.key.id == found.person.key.id
        assert people.state(store.people.get(1), now()) == "active"

        found, _ = through(store, provider, "mara-1")
        assert (found.person.email, found.record.factor_at) == (MARA, written(given))
        signed_in.must_be_fresh(found, now())

        assert refusal(OpenIdRefused, through, store, provider, "eve-1") == (
            "eve@example.org has no account of this service that can be used. Ask an administrator for an invitation."
        )
        assert refusal(OpenIdRefused, through, store, provider, "eve-2") == (
            "Staff did not state a verified e-mail address for you, so no account was found. Ask whoever runs Staff."
        )
        begun = openid.start(provider, BACK, now())
        denied = visit(begun.url, action="deny") | {"state": visit(begun.url, "dana-1")["state"]}
        assert refusal(
            OpenIdRefused, openid.finish, store, provider, begun.keep, denied, BACK, HOME, now()
        ) == (
            "Staff did not sign you in (access_denied). Begin again; if that does not help, ask whoever runs Staff."
        )
    assert verify_register(store.folder / FILE).faults == []
    assert examine(store.folder / FILE).sound


# --- what the browser is sent with, and comes back with -------------------------------------------------------------------


def test_the_browser_goes_with_state_nonce_and_a_proof_key(store: Store, scripted):
    provider = provider_of(store, scripted, second_factor_acr=[PASSKEY], scopes=["openid", "email", "staff"])
    first, second = (openid.start(provider, BACK, now()) for _ in range(2))
    asked = {key: each for key, (each,) in parse_qs(urlsplit(first.url).query).items()}
    drawn = [asked.pop(each) for each in ("state", "nonce", "code_challenge")]
    assert asked == {
        "response_type": "code", "client_id": CLIENT, "redirect_uri": BACK, "scope": "openid email staff",
        "code_challenge_method": "S256", "acr_values": PASSKEY, "max_age": "43200",
    }  # fmt: skip
    assert [len(each) for each in drawn] == [43, 43, 43]
    other = {each for (each,) in parse_qs(urlsplit(second.url).query).values()}
    assert len({*drawn, first.keep, second.keep}) == 5
    assert other.isdisjoint(drawn)
    assert "secret" not in first.url
    again = parse_qs(urlsplit(openid.start(provider, BACK, now(), again=True).url).query)
    assert (again["prompt"], again["max_age"]) == (["login"], ["0"])


def test_what_comes_back_counts_in_the_browser_that_went_and_for_ten_minutes(store: Store, scripted):
    account(store, at=now())
    provider = provider_of(store, scripted)
    words = "This sign-in was not begun in this browser, or more than 10 minutes ago. Begin again."
    at = now()
    begun, other = openid.start(provider, BACK, at), openid.start(provider, BACK, at)
    answer = visit(begun.url)
    late = f"{begun.keep.partition('.')[0]}.{begun.keep.partition('.')[2]}0"
    for keep, fields, when in (
        (other.keep, answer, at), ("", answer, at), ("nonsense", answer, at), (late, answer, at),
        (begun.keep, {**answer, "state": "x"}, at), (begun.keep, {"code": answer["code"]}, at),
        (begun.keep, answer, after(at, minutes=10)), (begun.keep, answer, after(at, seconds=-5)),
    ):  # fmt: skip
        assert refusal(OpenIdRefused, openid.finish, store, provider, keep, fields, BACK, HOME, when) == words
    assert "POST /token" not in scripted.requests
    assert openid.finish(store, provider, begun.keep, answer, BACK, HOME, at)[0].person.email == DANA
    assert refusal(OpenIdRefused, openid.finish, store, provider, begun.keep, answer, BACK, HOME, at) == (
        "Staff refused the code that it gave your browser. Begin again."  # a code works once
    )


def test_a_code_of_another_browser_is_worth_nothing(store: Store, scripted):
    """Whoever stole Dana's code has no proof key for it."""
    account(store, at=now())
    provider = provider_of(store, scripted)
    hers, his = openid.start(provider, BACK, now()), openid.start(provider, BACK, now())
    stolen = visit(his.url) | {"code": visit(hers.url)["code"]}
    assert "refused the code that it gave" in refusal(
        OpenIdRefused, openid.finish, store, provider, his.keep, stolen, BACK, HOME, now()
    )


def test_an_answer_is_of_the_provider_that_was_asked(store: Store, scripted):
    account(store, at=now())
    provider = provider_of(store, scripted)
    scripted.answer = {"iss": "https://other.example.org"}
    assert "its answer is another provider's" in refusal(ProviderUnusable, through, store, provider)
    scripted.answer = {"iss": scripted.issuer}
    through(store, provider)
    scripted.metadata = {"authorization_response_iss_parameter_supported": True}
    scripted.answer = {}
    assert "its answer does not say whose it is" in refusal(
        ProviderUnusable, through, store, Provider(provider.settings)
    )


@pytest.mark.parametrize(
    "error", ["<script>alert(1)</script>", "x" * 5000, "login_required\r\nSet-Cookie: a=b"]
)
def test_what_the_browser_brings_is_quoted_only_where_it_is_a_name(store: Store, scripted, error):
    provider = provider_of(store, scripted)
    begun = openid.start(provider, BACK, now())
    answer = {"state": visit(begun.url)["state"], "error": error}
    assert refusal(OpenIdRefused, openid.finish, store, provider, begun.keep, answer, BACK, HOME, now()) == (
        "Staff did not sign you in. Begin again; if that does not help, ask whoever runs Staff."
    )


@pytest.mark.slow
def test_one_address_that_brings_codes_which_are_none_waits(store: Store, scripted):
    account(store, at=now())
    provider = provider_of(store, scripted)
    at = now()
    begun = openid.start(provider, BACK, at)
    answer = visit(begun.url)
    for _ in range(30):
        with pytest.raises(OpenIdRefused):
            openid.finish(store, provider, begun.keep, {**answer, "code": "none"}, BACK, HOME, at)
    asked = len(scripted.requests)
    with pytest.raises(TooManyAttempts):
        openid.finish(store, provider, begun.keep, {**answer, "code": "none"}, BACK, HOME, at)
    assert len(scripted.requests) == asked


# --- ID tokens ------------------------------------------------------------------------------------------------------------


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "https://other.example.org"}, {"iss": None}, {"aud": "another client"}, {"aud": [CLIENT, "another client"]},
        {"aud": [CLIENT, "another client"], "azp": CLIENT}, {"aud": []}, {"aud": None}, {"azp": "another client"},
        {"exp": 1_700_000_000}, {"exp": None}, {"exp": "never"}, {"iat": 4_000_000_000}, {"iat": None}, {"nbf": 4_000_000_000},
        {"nonce": "of another sign-in"}, {"nonce": None}, {"sub": None}, {"sub": ""}, {"sub": 7}, {"sub": "x" * 256},
        {"at_hash": "of another token"},
    ],
    ids=str,
)  # fmt: skip
def test_a_token_that_is_not_for_this_sign_in_is_refused(store: Store, scripted, claims):
    account(store, at=now())
    scripted.claims = claims
    words = refusal(ProviderUnusable, through, store, provider_of(store, scripted))
    assert words.startswith("Staff cannot sign you in now: its ID token ")
    assert store.sign_ins.of(1) == []
    assert store.people.credentials(1).way.password is not None


def test_a_token_is_signed_by_a_key_of_the_provider_and_by_no_secret(store: Store, scripted):
    """A key that it does not publish, the secret of the client, the published key as a secret, and no signature at all."""
    account(store, at=now())
    provider = provider_of(store, scripted)
    scripted.key = key_named("second")
    scripted.header = {"kid": "first"}
    assert "its ID token is not valid" in refusal(ProviderUnusable, through, store, provider)
    scripted.key, scripted.header = shared_key(), {"alg": "HS256"}
    assert "its ID token is not valid" in refusal(ProviderUnusable, through, store, provider)
    for text in ("", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJkYW5hLTEifQ."):
        scripted.token = {"id_token": text, "access_token": "x"}, 200
        assert "its ID token is not valid" in refusal(ProviderUnusable, through, store, provider)
    assert store.sign_ins.of(1) == []


def test_a_new_key_of_the_provider_is_asked_for(store: Store, scripted, monkeypatch):
    account(store, at=now())
    provider = provider_of(store, scripted)
    through(store, provider)
    through(store, provider)
    assert scripted.requests.count("GET /keys") == 1
    assert scripted.requests.count("GET /.well-known/openid-configuration") == 1
    scripted.key, scripted.published = key_named("second"), [key_named("second")]
    assert "its ID token is not valid" in refusal(
        ProviderUnusable, through, store, provider
    )  # within a minute
    monkeypatch.setattr("auditor.access.openid_provider.AGAIN_SECONDS", 0)
    through(store, provider)
    assert scripted.requests.count("GET /keys") == 2


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("metadata", "words"),
    [
        ({"issuer": "https://other.example.org"}, "it says that it is 'https://other.example.org', and openid.toml names"),
        ({"authorization_endpoint": "http://login.example.org/"}, "its url is to begin with https://"),
        ({"authorization_endpoint": "https://evil.example.org/"}, "evil.example.org:443 is not among the hosts"),
        ({"authorization_endpoint": "javascript:alert(1)"}, "its url is to be https://HOST/PATH"),
        ({"token_endpoint": "https://evil.example.org/"}, "evil.example.org:443 is not among the hosts"),
        ({"jwks_uri": "https://evil.example.org/"}, "evil.example.org:443 is not among the hosts"),
        ({"jwks_uri": 7}, "its answer is not the one that OpenID Connect asks for"),
        ({"jwks_uri": "{issuer}/nothing"}, "it answers with the status 404"),
        ({"jwks_uri": "{issuer}/.well-known/openid-configuration"}, "its keys cannot be read"),
    ],
)  # fmt: skip
def test_a_description_that_leads_elsewhere_is_refused(store: Store, scripted, metadata, words):
    account(store, at=now())
    scripted.metadata = {
        key: each.format(issuer=scripted.issuer) if isinstance(each, str) else each
        for key, each in metadata.items()
    }
    assert words in refusal(ProviderUnusable, through, store, provider_of(store, scripted))


def test_a_provider_that_breaks_is_named_with_what_is_wrong(store: Store, scripted):
    account(store, at=now())
    provider = provider_of(store, scripted)
    for token, words in (
        (({"error": "invalid_client"}, 401), "it answers with the status 401 (invalid_client)"),
        (({"error": "server_error"}, 400), "it answers with the status 400 (server_error)"),
        (({"error": "<b>"}, 403), "it answers with the status 403"),
        (({"access_token": "x"}, 200), "its answer is not the one that OpenID Connect asks for"),
        (("<html>", 200), "its answer is not the one that OpenID Connect asks for"),
        (("x" * 300_000, 200), "its answer is not the one that OpenID Connect asks for"),
    ):
        scripted.token = token
        assert refusal(ProviderUnusable, through, store, provider) == (
            f"Staff cannot sign you in now: {words}. Try again later. If it fails again, show this to whoever runs the service."
        )
    silent = configured(store.folder, 9, host="localhost")
    assert "nothing answers there" in refusal(ProviderUnusable, openid.start, silent, BACK, now())


def test_the_secret_goes_as_the_file_says(store: Store, scripted):
    account(store, at=now())
    through(store, provider_of(store, scripted))
    through(store, provider_of(store, scripted, token_endpoint_auth_method="client_secret_post"))
    assert scripted.methods == ["Basic", "form"]
