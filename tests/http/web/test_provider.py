"""Signing in through a provider of OpenID Connect, as somebody at a browser does it."""

import datetime as dt
import time

import pytest

from auditor.http.context import OPEN
from tests.access.providers import independent, visit
from tests.http.web.kit import (
    ADA,
    DANA,
    MARA,
    PASSWORD,
    Person,
    signed_in,
    with_account,
    with_rooms_of_two_authorities,
    words,
)
from tests.http.web.providers import BACK, at_provider, invited, scripted_for, through

FILLED = {"rooms": with_rooms_of_two_authorities}
PASSKEY = "phrh"


@pytest.fixture
def rooms(app):
    app.config[OPEN] = False
    return app


@pytest.mark.slow
def test_people_sign_in_through_an_independent_provider(rooms):
    claims = {
        "dana-1": {"email": DANA[0], "email_verified": True},
        "mara-1": {"email": MARA[0], "email_verified": True, "acr": PASSKEY, "auth_time": int(time.time())},
        "eve-1": {"email": "eve@example.org", "email_verified": True},
    }
    with independent(claims) as port:
        at_provider(rooms, port, second_factor_acr=[PASSKEY])
        dana, mara = invited(rooms, DANA), invited(rooms, MARA)
        page = dana.get("/rooms/WA-0417/incidents?state=open")
        assert "Sign in with Staff" in words(page)
        assert 'href="/sign-in/provider?then=/rooms/WA-0417/incidents?state%3Dopen"' in page.text
        page = through(dana, "dana-1", "/sign-in/provider?then=/rooms/WA-0417/incidents?state%3Dopen")
        assert page.request.full_path == "/rooms/WA-0417/incidents?state=open"
        page = through(mara, "mara-1")
        assert page.request.path == "/rooms"  # with the second factor that the provider states
        page = through(Person(rooms), "eve-1")
        assert page.status_code == 422
        assert "eve@example.org has no account of this service that can be used." in words(page)
    store = rooms.extensions["auditor"].store
    assert store.people.credentials(store.people.of_email(DANA[0]).id).way.subject == "dana-1"


def test_an_account_of_the_provider_has_no_password_here(rooms):
    with scripted_for(rooms):
        dana = with_account(rooms, DANA)
        through(dana)
        other = Person(rooms)
        other.get("/sign-in")
        page = other.send("/sign-in", 422, email=DANA[0], password=PASSWORD)
        assert "Wrong e-mail or password." in words(page)


def test_what_another_browser_brings_back_signs_nobody_in(rooms):
    with scripted_for(rooms):
        invited(rooms, DANA)
        thief, victim = Person(rooms), Person(rooms)
        answer = visit(thief.client.get("/sign-in/provider").headers["Location"], "", BACK)
        victim.client.get("/sign-in/provider")
        page = victim.client.get("/sign-in/provider/back", query_string=answer)
        assert page.status_code == 422
        assert "This sign-in was not begun in this browser" in words(page)
        assert victim.client.get("/rooms").headers["Location"] == "/sign-in?then=/rooms"


def test_whoever_the_provider_does_not_sign_in_may_begin_again(rooms):
    with scripted_for(rooms) as scripted:
        dana = invited(rooms, DANA)
        scripted.answer = {"error": "access_denied", "code": ""}
        page = through(dana, path="/sign-in/provider?then=/rooms/WA-0417")
        assert page.status_code == 422
        assert "Staff did not sign you in (access_denied)." in words(page)
        assert 'href="/sign-in/provider?then=/rooms/WA-0417"' in page.text
        scripted.answer = {}
        assert through(dana, path="/sign-in/provider?then=/rooms/WA-0417").request.path == "/rooms/WA-0417"


def test_the_cookie_of_a_begun_sign_in_ends_with_it(rooms):
    with scripted_for(rooms):
        dana = invited(rooms, DANA)
        begun = dana.client.get("/sign-in/provider")
        (kept,) = [each for each in begun.headers.getlist("Set-Cookie") if each.startswith("provider=")]
        assert kept.endswith("; Max-Age=600; HttpOnly; Path=/; SameSite=Lax")
        answer = visit(begun.headers["Location"], "", BACK)
        back = dana.client.get("/sign-in/provider/back", query_string=answer)
        (gone,) = [each for each in back.headers.getlist("Set-Cookie") if each.startswith("provider=")]
        assert "; Max-Age=0;" in gone
        again = dana.client.get("/sign-in/provider/back", query_string=answer)
        assert "This sign-in was not begun in this browser" in words(again)


def test_a_provider_that_cannot_be_used_is_a_bad_gateway_and_passwords_work_on(rooms):
    with scripted_for(rooms) as scripted:
        dana, ada = with_account(rooms, DANA), invited(rooms, ADA)
        scripted.token = ("no JSON", 200)
        page = through(ada)
        assert page.status_code == 502
        assert "Staff cannot sign you in now" in words(page)
        scripted.metadata["issuer"] = "https://elsewhere.example"
        at_provider(rooms, scripted.server.server_port)
        page = ada.client.get("/sign-in/provider")
        assert (page.status_code, "Staff cannot sign you in now" in words(page)) == (502, True)
    assert dana.sign_in(DANA[0]).request.path == "/home"


def test_for_a_decision_somebody_shows_there_anew_who_it_is(rooms):
    given = int(time.time()) - 3600
    with scripted_for(rooms, second_factor_acr=[PASSKEY]) as scripted:
        scripted.claims = {"sub": "mara-1", "email": MARA[0], "acr": PASSKEY, "auth_time": given}
        mara = invited(rooms, MARA)
        assert through(mara).request.path == "/rooms"
        (before,) = [each.value for each in mara.client._cookies.values() if each.key == "sign-in"]
        scripted.claims["auth_time"] = int(time.time())
        through(mara, path="/sign-in/provider?again=1&then=/rooms/WA-0417")
        assert (scripted.asked["prompt"], scripted.asked["max_age"]) == ("login", "0")
        (after,) = [each.value for each in mara.client._cookies.values() if each.key == "sign-in"]
        assert after != before
        scripted.claims |= {"sub": "dana-1", "email": DANA[0]}
        page = through(mara, path="/sign-in/provider?again=1&then=/rooms/WA-0417")
        assert "Staff signed in another person." in words(page)
    store = rooms.extensions["auditor"].store
    (record,) = store.sign_ins.of(store.people.of_email(MARA[0]).id)
    shown = dt.datetime.fromisoformat(record.factor_at).timestamp()
    assert shown > given + 3000


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_link_of_another_site_begins_no_sign_in(rooms, site):
    with scripted_for(rooms) as scripted:
        dana = invited(rooms, DANA)
        path = "/sign-in/provider?then=/rooms/WA-0417"
        led = dana.client.get(path, headers={"Sec-Fetch-Site": site})
        assert led.headers["Location"] == "/sign-in?then=/rooms/WA-0417"
        typed = dana.client.get(path, headers={"Sec-Fetch-Site": "none"})
        assert typed.headers["Location"].startswith(f"{scripted.issuer}/authorize?")


def test_without_a_provider_there_is_no_such_way(rooms):
    page = Person(rooms).get("/sign-in/provider", 404)
    assert "People sign in here with a password; no other way is set up." in words(page)
    assert "Sign in with" not in words(signed_in(rooms, DANA).get("/sign-in"))
