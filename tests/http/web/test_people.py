"""Accounts of people as an administrator keeps them: invited, reset, disabled; and what nobody else gets."""

import re

import pytest

from auditor.access import people
from auditor.http.web import people_pages
from auditor.store.service_clock import now
from auditor.store.sign_ins import GivenFactor
from tests.http.web.kit import (
    ADA,
    DANA,
    LEE,
    MARA,
    PASSWORD,
    Person,
    code_of,
    signed_in,
    with_account,
    with_rooms_of_two_authorities,
    words,
)

FILLED = {"rooms": with_rooms_of_two_authorities}
NEW = {"name": "Lee Park", "email": "Lee.Park@example.org", "role": "compliance", "room": "WA-0500"}


def stale(app) -> None:
    """Let the second factor of everybody have been given an hour ago."""
    store = app.extensions["auditor"].store
    for person in store.people.all():
        factor = GivenFactor(person.key.id, "authenticator", now(), "2026-01-01T00:00:00.000000Z")
        for each in store.sign_ins.of(person.id):
            assert each.factor_at is None or store.sign_ins.renew(each.token, each.token, factor)


def test_every_account_is_listed_with_its_state(rooms):
    ada = signed_in(rooms, ADA)
    with_account(rooms, DANA)
    store = rooms.extensions["auditor"].store
    people.invite(store, *MARA, now(), "ops")
    people.invite(store, *LEE, now(), "ops")
    people.disable(store, LEE[0], now(), "ops")
    page = ada.get("/people")
    read = words(page)
    assert "Ada Stone ada.stone@example.org administrator the service active set up" in read
    assert "Dana Reyes dana.reyes@example.org card room WA-0417 active not set up –" in read
    assert "Mara Ortiz mara.ortiz@example.gov regulator every room of wsgc invited not set up –" in read
    assert ("Lee Park" in read, "3 accounts" in read) == (False, True)
    assert "Lee Park lee.park@example.org compliance WA-0417 disabled" in words(ada.get("/people?ended=yes"))
    found = words(ada.get("/people?search=ORTIZ"))
    assert ("Mara Ortiz" in found, "Dana Reyes" in found) == (True, False)
    assert "No account matches this filter." in words(ada.get("/people?search=xyz"))


def test_an_invitation_is_shown_once_and_leads_to_a_sign_in(rooms):
    ada = signed_in(rooms, ADA)
    ada.get("/people/invite")
    page = ada.send("/people/invite", **NEW)
    assert "This link is shown only now. It works once, until" in words(page)
    (code,) = re.findall(
        r'<code class="secret">http://localhost/invitation#([a-z2-7-]{27})</code>', page.text
    )
    assert page.headers["Cache-Control"] == "no-store"
    lee = Person(rooms)
    lee.get("/invitation")
    lee.send("/invitation", code=code, password=PASSWORD, again=PASSWORD)
    lee.send("/sign-in", password=PASSWORD)
    assert "Role compliance For WA-0500" in words(lee.get("/account"))
    found = people.account(rooms.extensions["auditor"].store, 2, now())
    by = people.account(rooms.extensions["auditor"].store, 1, now()).person
    assert (found.person.email, found.person.key.made_by) == ("lee.park@example.org", "Ada Stone")
    assert code not in ada.get("/people/2").text
    with rooms.extensions["auditor"].store.connections.reading() as db:
        said = "json_extract(record, '$.who'), json_extract(record, '$.by')"
        invited = "kind = 'person.invited' AND CAST(json_extract(record, '$.person') AS BIGINT) = 2"
        found = db.execute(f"SELECT {said} FROM register WHERE {invited}").fetchall()
        assert found == [("Ada Stone", by.key.id)]
        given = f"SELECT json_extract(record, '$.factor.method') FROM register WHERE {invited}"
        assert db.execute(given).fetchall() == [("authenticator",)]


def test_whoever_is_disabled_after_the_request_came_is_refused_as_such(rooms, monkeypatch):
    """Between the answer to who asks and the entry of the fact."""
    ada = signed_in(rooms, ADA)
    ada.get("/people/invite")
    confirm = people_pages.confirm_decision

    def ends_meanwhile(code):
        confirm(code)
        people.disable(rooms.extensions["auditor"].store, ADA[0], now(), "ops")

    monkeypatch.setattr(people_pages, "confirm_decision", ends_meanwhile)
    read = words(ada.send("/people/invite", 401, **NEW))
    assert "was revoked. Your account ended with it. Ask an administrator for another one." in read
    assert len(people.accounts(rooms.extensions["auditor"].store, now())) == 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("changed", "field", "says"),
    [
        ({"name": " "}, "name", "The name of the person is missing."),
        ({"email": "lee"}, "email", "'lee' is no e-mail address"),
        ({"email": DANA[0]}, "email", "dana.reyes@example.org has an account."),
        ({"role": "automation"}, "role", "Choose what the person may do."),
        ({"room": "WA-9999"}, "room", "Choose at least one room."),
        ({"role": "regulator"}, "authority", "Choose the authority."),
        ({"role": "regulator", "authority": "nobody"}, "authority", "Choose the authority."),
        ({"name": "Lee\u202ePark"}, "name", "printable characters"),
    ],
)
def test_what_cannot_be_invited_is_said_at_its_field_and_kept(rooms, changed, field, says):
    ada = signed_in(rooms, ADA)
    with_account(rooms, DANA)
    ada.get("/people/invite")
    page = ada.send("/people/invite", 422, **NEW | changed)
    assert says in words(page)
    assert f'id="{field}-wrong"' in page.text
    assert f'value="{(NEW | changed)["email"]}"' in page.text
    assert len(people.accounts(rooms.extensions["auditor"].store, now())) == 2


def test_an_invitation_needs_the_second_factor_lately(rooms):
    ada = signed_in(rooms, ADA)
    stale(rooms)
    page = ada.get("/people/invite")
    assert "Authenticator code" in words(page)
    page = ada.send("/people/invite", 422, **NEW)
    assert "A decision needs a second factor" in words(page)
    page = ada.send("/people/invite", 422, **NEW, code="000000")
    assert "Wrong code" in words(page)
    assert 'value="Lee.Park@example.org"' in page.text
    page = ada.send("/people/invite", **NEW, code=ada.recovery)
    assert "Invitation of Lee Park" in words(page)
    assert "Authenticator code" not in words(ada.get("/people/invite"))


def test_a_reset_ends_password_and_sign_ins_and_gives_a_new_link(rooms):
    ada, dana = signed_in(rooms, ADA), signed_in(rooms, DANA)
    ada.get("/people/2")
    page = ada.send("/people/2/reset")
    (code,) = re.findall(r'<code class="secret">([a-z2-7-]+)</code>', page.text)
    assert dana.client.get("/account").headers["Location"].startswith("/sign-in?")
    dana.get("/sign-in")
    dana.send("/sign-in", 422, email=DANA[0], password=PASSWORD)
    dana.get("/invitation")
    dana.send("/invitation", code=code, password="another long password", again="another long password")
    assert "State active" in words(ada.get("/people/2"))


def test_a_disabled_account_is_over_at_once(rooms):
    ada, dana = signed_in(rooms, ADA), signed_in(rooms, DANA)
    ada.get("/people/2")
    read = words(ada.send("/people/2/disable"))
    assert "State disabled" in read
    assert "Reset the account" not in read
    assert dana.client.get("/account").headers["Location"].startswith("/sign-in?")


def test_of_two_administrators_one_acts_on_what_both_saw(rooms):
    ada, dana = signed_in(rooms, ADA), signed_in(rooms, DANA)
    store = rooms.extensions["auditor"].store
    ada.get("/people/2")
    people.reset(store, DANA[0], now(), "ops")
    page = ada.send("/people/2/disable", 409)
    assert "This account changed after you opened it. Nothing was done." in words(page)
    assert people.account(store, 2, now()).state == "invited"
    ada.send("/people/2/disable")
    assert people.account(store, 2, now()).state == "disabled"
    assert dana.page is not None


def test_nobody_locks_out_himself(rooms):
    ada = signed_in(rooms, ADA)
    page = ada.get("/people/1")
    assert "This is your own account." in words(page)
    assert "Disable the account" not in words(page)
    seen = people.account(rooms.extensions["auditor"].store, 1, now()).person.last_at
    (held,) = set(re.findall(r'name="form_token" value="(\w+)"', page.text))
    answer = ada.client.post("/people/1/disable", data={"form_token": held, "seen": seen})
    assert answer.status_code == 409
    assert "Another administrator resets or disables it" in words(answer)
    assert ada.client.get("/people").status_code == 200


@pytest.mark.parametrize("who", [DANA, LEE, MARA], ids=["room", "compliance", "regulator"])
def test_nobody_else_keeps_accounts(rooms, who):
    person = signed_in(rooms, who)
    for path in ("/people", "/people/invite", "/people/1", "/people/9"):
        page = person.client.get(path)
        assert page.status_code == 403, path
        assert "That needs a key of the role administrator." in words(page)
    assert 'href="/people"' not in person.get("/account").text


def test_an_account_that_does_not_exist(rooms):
    assert "There is no account 9." in words(signed_in(rooms, ADA).get("/people/9", 404))


def test_an_administrator_sets_up_an_authenticator_first(rooms):
    ada = with_account(rooms, ADA)
    page = ada.sign_in(ADA[0], then="/people")
    assert "Set up an authenticator" in words(page)
    secret = re.findall(r'<code class="secret">(\w+)</code>', page.text)[0]
    page = ada.send("/sign-in/authenticator", code=code_of(secret))
    assert 'href="/people"' in page.text
