"""Signing in: with a password, with an authenticator, by invitation; and what nobody gets without."""

import re

import pytest

from auditor.access import people
from auditor.store.service_clock import now
from tests.http.web.kit import (
    ADA,
    DANA,
    MARA,
    PASSWORD,
    Person,
    code_of,
    shown_secret,
    signed_in,
    with_account,
    with_rooms_of_two_authorities,
    words,
)
from tests.http.web.uploads import form_token
from tests.services import unprotected

FILLED = {"rooms": with_rooms_of_two_authorities}


def test_whoever_has_not_signed_in_is_led_to_the_form_and_back(rooms):
    dana = with_account(rooms, DANA)
    page = dana.get("/rooms/WA-0417/incidents?state=open")
    assert "Sign in" in words(page)
    page = dana.send("/sign-in", email="Dana.Reyes@example.org ", password=PASSWORD)
    assert page.request.full_path == "/rooms/WA-0417/incidents?state=open"
    assert "Dana Reyes card room" in " ".join(page.text.split()).replace('<span class="faint">', "").replace(
        "</span>", ""
    )


def test_a_wrong_password_says_so_and_keeps_the_address(rooms):
    dana = with_account(rooms, DANA)
    dana.get("/sign-in")
    page = dana.send("/sign-in", 422, email=DANA[0], password="wrong")
    assert "Wrong e-mail or password." in words(page)
    assert f'value="{DANA[0]}"' in page.text
    nobody = dana.send("/sign-in", 422, email="nobody@example.org", password="wrong")
    assert words(nobody) == words(page)


def test_many_wrong_passwords_have_to_wait(rooms):
    dana = with_account(rooms, DANA)
    dana.get("/sign-in")
    for _ in range(5):
        dana.send("/sign-in", 422, email=DANA[0], password="wrong")
    page = dana.send("/sign-in", 429, email=DANA[0], password=PASSWORD)
    assert "Too many failed attempts to sign in." in words(page)
    assert int(page.headers["Retry-After"]) > 0


def test_with_an_altered_account_nobody_signs_in(rooms):
    dana = with_account(rooms, DANA)
    store = rooms.extensions["auditor"].store
    with unprotected(store.connections.db) as db:
        db.execute("UPDATE keys SET role = 'administrator', rooms = NULL")
    dana.get("/sign-in")
    page = dana.send("/sign-in", 503, email=DANA[0], password=PASSWORD)
    assert "Your account was altered in the store" in words(page)


def test_an_invitation_to_an_altered_account_is_said_to_be_one(rooms):
    rooms.config["AUDITOR_OPEN"] = False
    store = rooms.extensions["auditor"].store
    invited = people.invite(store, *DANA, now(), "ops")
    with unprotected(store.connections.db) as db:
        db.execute("UPDATE keys SET role = 'administrator', rooms = NULL")
    dana = Person(rooms)
    dana.get("/invitation")
    page = dana.send("/invitation", 503, code=invited.code, password=PASSWORD, again=PASSWORD)
    assert "Your account was altered in the store" in words(page)


def test_who_decides_sets_up_an_authenticator_first(rooms):
    mara = with_account(rooms, MARA)
    page = mara.sign_in(MARA[0], then="/rooms/WA-0417")
    assert "Set up an authenticator" in words(page)
    secret = shown_secret(page)
    picture = mara.client.get("/sign-in/authenticator.svg")
    assert (picture.mimetype, picture.headers["Cache-Control"]) == ("image/svg+xml", "no-store")
    assert mara.client.get("/rooms").headers["Location"].startswith("/sign-in/authenticator?then=")
    page = mara.send("/sign-in/authenticator", 422, code="000000")
    assert "Wrong code, or a code that was used before." in words(page)
    assert shown_secret(page) == secret
    page = mara.send("/sign-in/authenticator", code=code_of(secret))
    assert "Recovery codes" in words(page)
    assert 'href="/rooms/WA-0417"' in page.text
    assert "Rooms" in words(mara.get("/rooms/WA-0417"))


def test_an_authenticator_is_asked_for_at_the_next_sign_in(rooms):
    mara = signed_in(rooms, MARA)
    again = Person(rooms)
    page = again.sign_in(MARA[0], then="/rooms")
    assert "Six digits from your authenticator" in words(page)
    assert again.client.get("/rooms").headers["Location"] == "/sign-in/code?then=/rooms"
    page = again.send("/sign-in/code", 422, code="123 456")
    assert "Wrong code" in words(page)
    page = again.send("/sign-in/code", code=mara.recovery)
    assert page.request.path == "/rooms"


def test_an_invitation_is_taken_once(rooms):
    rooms.config["AUDITOR_OPEN"] = False
    store = rooms.extensions["auditor"].store
    invited = people.invite(store, *DANA, now(), "ops")
    dana = Person(rooms)
    dana.get("/invitation")
    page = dana.send("/invitation", 422, code=invited.code, password="short", again="short")
    assert "Use 12 to 256 characters; this password has 5." in words(page)
    page = dana.send("/invitation", 422, password=PASSWORD, again=PASSWORD + "x")
    assert "The two passwords differ." in words(page)
    page = dana.send("/invitation", password=PASSWORD, again=PASSWORD)
    assert "Your password is set." in words(page)
    page = dana.send("/sign-in", password=PASSWORD)
    assert page.request.path == "/home"
    other = Person(rooms)
    other.get("/invitation")
    page = other.send("/invitation", 422, code=invited.code, password=PASSWORD, again=PASSWORD)
    assert "was used already, or its time is over" in words(page)


def test_signing_out_ends_the_sign_in_and_not_only_the_cookie(rooms):
    dana = signed_in(rooms, DANA)
    (kept,) = [each.value for each in dana.client._cookies.values() if each.key == "sign-in"]
    dana.get("/rooms/WA-0417")
    dana.send("/sign-out")
    thief = Person(rooms)
    thief.client.set_cookie("sign-in", kept)
    assert thief.client.get("/rooms/WA-0417").headers["Location"] == "/sign-in?then=/rooms/WA-0417"


@pytest.mark.parametrize("way", ["/sign-out", "/account/sign-out-everywhere"])
def test_signing_out_has_the_browser_forget_the_pages_and_no_cookie_of_other_services(rooms, way):
    dana = signed_in(rooms, DANA)
    dana.get("/account")
    token = re.search(r'name="form_token" value="(\w+)"', dana.client.get("/account").text)[1]
    answer = dana.client.post(way, data={"form_token": token})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert answer.headers["Clear-Site-Data"] == '"cache", "storage"'
    (kept,) = [each for each in answer.headers.getlist("Set-Cookie") if each.startswith("sign-in=")]
    assert re.match(r"sign-in=; Expires=[^;]+; Max-Age=0;", kept)
    assert "Clear-Site-Data" not in dana.client.get("/").headers


def test_a_form_of_another_site_or_of_another_sign_in_does_nothing(rooms):
    dana = signed_in(rooms, DANA)
    for fields in ({}, {"form_token": "0" * 64}):
        answer = dana.client.post("/sign-out", data=fields)
        assert answer.status_code == 403
        assert "This form is not of the sign-in that you have now" in words(answer)
    assert dana.client.get("/rooms/WA-0417").status_code == 200


def test_the_forms_of_a_page_of_an_error_can_be_sent(rooms):
    dana = signed_in(rooms, DANA)
    problem = dana.client.get("/rooms/WA-0500")
    assert problem.status_code == 404
    answer = dana.client.post("/sign-out", data={"form_token": form_token(problem)})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def test_a_form_of_nobody_is_not_read_and_one_of_a_visitor_is_short(rooms):
    dana, visitor = signed_in(rooms, DANA), Person(rooms).client
    answer = visitor.post("/rooms/WA-0417/upload", data={"form_token": "0" * 64})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/sign-in?then=/")
    answer = visitor.post("/sign-in", data="a&" * 32_769, content_type="application/x-www-form-urlencoded")
    assert (answer.status_code, "At most 65,536 bytes are taken here." in words(answer)) == (413, True)
    long = {"form_token": form_token(dana.get("/account")), "old": "a" * (2 << 20)}
    answer = dana.client.post("/account/password", data=long)
    assert (answer.status_code, "At most 2,097,152 bytes are taken here." in words(answer)) == (413, True)


def test_over_tls_the_cookies_are_of_this_host_alone(rooms):
    dana = with_account(rooms, DANA)
    tls = {"base_url": "https://localhost"}
    page = dana.client.get("/sign-in", **tls)
    form = {"form_token": re.findall(r'name="form_token" value="(\w+)"', page.text)[0]}
    signed = dana.client.post("/sign-in", data={**form, "email": DANA[0], "password": PASSWORD}, **tls)
    assert signed.status_code == 303
    kept = [each for answer in (page, signed) for each in answer.headers.getlist("Set-Cookie")]
    assert [each.partition("=")[0] for each in kept] == ["__Host-forms", "__Host-sign-in"]
    for each in kept:
        assert each.endswith("; Secure; HttpOnly; Path=/; SameSite=Lax"), each
    assert "Max-Age=43200;" in kept[1]


def test_passwords_are_masked_and_programs_that_keep_them_fill_them_in(rooms):
    visitor = Person(rooms)
    expected = {
        "/sign-in": {"email": ("email", "username"), "password": ("password", "current-password")},
        "/invitation": {"password": ("password", "new-password"), "again": ("password", "new-password")},
    }
    for path, fields in expected.items():
        text = visitor.get(path).text
        assert "onpaste" not in text
        for name, (kind, use) in fields.items():
            assert f'name="{name}" type="{kind}" autocomplete="{use}"' in text, (path, name)


def test_a_key_opens_no_page_and_a_sign_in_no_address_of_the_api(rooms):
    from auditor.access import keys

    dana = signed_in(rooms, DANA)
    text = keys.make(rooms.extensions["auditor"].store, DANA[1])[1]
    answer = rooms.test_client().get("/rooms/WA-0417", headers={"Authorization": f"Bearer {text}"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/sign-in?then=/rooms/WA-0417")
    assert dana.client.get("/v1/rooms/WA-0417").json["type"].endswith(":no-key")


@pytest.mark.parametrize(
    "then", ["//evil.example", "/\\evil.example", "https://evil.example", "/a\r\nb", "", "/" + "a" * 2000]
)
def test_nobody_is_led_to_another_site(rooms, then):
    dana = with_account(rooms, DANA)
    dana.client.get("/sign-in")
    dana.page = dana.client.get("/sign-in", query_string={"then": then})
    (held,) = [
        each for each in dana.page.text.split("<input") if 'name="then"' in each and "/sign-in" not in each
    ]
    assert 'value="/"' in held


def test_a_page_of_another_site_may_lead_here_and_not_to_the_api(rooms):
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert rooms.test_client().get("/sign-in", headers=headers).status_code == 200
    assert rooms.test_client().get("/v1/rooms", headers=headers).json["type"].endswith(":foreign-origin")


def test_an_administrator_sees_no_rooms_from_within(rooms):
    ada = signed_in(rooms, ADA)
    assert "An administrator manages accounts here" in words(ada.get("/"))
    page = ada.client.get("/rooms/WA-0417")
    assert page.status_code == 403
    assert "may not read gaming days" in words(page)


def test_a_room_of_somebody_else_does_not_exist(rooms):
    dana = signed_in(rooms, DANA)
    theirs, nobodys = (dana.get(f"/rooms/{room}", 404) for room in ("WA-0500", "WA-0501"))
    assert words(theirs).replace("WA-0500", "WA-0501") == words(nobodys)


def test_an_authenticator_that_cannot_be_set_up_is_said_in_words(rooms):
    dana = signed_in(rooms, DANA)
    fields = {"form_token": form_token(dana.get("/account")), "code": "123456"}
    answer = dana.client.post("/sign-in/authenticator", data=fields)
    assert (answer.status_code, "No authenticator is being set up. Begin again." in words(answer)) == (
        422,
        True,
    )
    mara = signed_in(rooms, MARA)
    fields = {"form_token": form_token(mara.get("/account")), "code": "123456"}
    for answer in (
        mara.client.get("/sign-in/authenticator.svg"),
        mara.client.post("/sign-in/authenticator", data=fields),
    ):
        assert (answer.status_code, "Your account has an authenticator." in words(answer)) == (422, True)
