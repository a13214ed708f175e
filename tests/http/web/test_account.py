"""Somebody's own account: what it shows, another password, and where the person is signed in."""

import re

from auditor.http.context import OPEN
from tests.http.web.kit import (
    ADA,
    DANA,
    MARA,
    PASSWORD,
    Person,
    signed_in,
    with_rooms_of_two_authorities,
    words,
)
from tests.http.web.providers import invited, scripted_for, through

FILLED = {"rooms": with_rooms_of_two_authorities}
NEW = "a longer deck than the last one"


def elsewhere(app, address: str = "192.0.2.7", browser: str = "a tablet") -> Person:
    """Dana at another browser, signed in."""
    other = Person(app)
    other.client.environ_base |= {"HTTP_USER_AGENT": browser}
    app.config["AUDITOR_EXPOSED"] = True
    other.client.environ_base["REMOTE_ADDR"] = address
    other.sign_in(DANA[0])
    return other


def test_it_says_who_it_is_and_what_for(rooms):
    dana = signed_in(rooms, DANA)
    page = dana.get("/rooms/WA-0417")
    assert '<a class="name" href="/account">Dana Reyes' in page.text
    read = words(dana.get("/account"))
    assert "Name Dana Reyes E-mail address dana.reyes@example.org Role card room For WA-0417" in read
    assert "Authenticator none Set up an authenticator" in read
    mara = signed_in(rooms, MARA)
    read = words(mara.get("/account"))
    assert "Role regulator For every room of wsgc" in read
    assert re.search(r"Authenticator since 20\d\d-\d\d-\d\d \d\d:\d\d UTC 10 recovery codes left", read)
    assert "For the service" in words(signed_in(rooms, ADA).get("/account"))


def test_sign_ins_are_listed_with_time_and_address_and_one_is_ended(rooms):
    dana, other = signed_in(rooms, DANA), elsewhere(rooms)
    read = words(dana.get("/account"))
    when = r"20\d\d-\d\d-\d\d \d\d:\d\d −0[78]:00"
    assert re.search(rf"{when} {when} 192\.0\.2\.7 a tablet End {when}", read)
    assert re.search(rf"{when} {when} 127\.0\.0\.1 Werkzeug/\S+ this one", read)
    page = dana.send("/end")
    assert "The sign-in has ended." in words(page)
    assert "192.0.2.7" not in words(page)
    assert other.client.get("/account").headers["Location"].startswith("/sign-in?")
    assert dana.client.get("/account").status_code == 200


def test_nobody_ends_the_sign_in_of_somebody_else(rooms):
    dana, mara = signed_in(rooms, DANA), signed_in(rooms, MARA)
    elsewhere(rooms)
    page = dana.get("/account")
    (number,) = re.findall(r"/account/sign-ins/(\d+)/end", page.text)
    store = rooms.extensions["auditor"].store
    theirs = store.sign_ins.of(store.people.of_email(MARA[0]).id)[0].id
    (held,) = set(re.findall(r'name="form_token" value="(\w+)"', page.text))
    for each in (theirs, 999):
        answer = dana.client.post(f"/account/sign-ins/{each}/end", data={"form_token": held})
        assert answer.headers["Location"] == "/account?done=ended"
    assert number != str(theirs)
    assert mara.client.get("/account").status_code == 200


def test_signing_out_everywhere_ends_this_one_too(rooms):
    dana, other = signed_in(rooms, DANA), elsewhere(rooms)
    dana.get("/account")
    dana.send("/account/sign-out-everywhere")
    for each in (dana, other):
        assert each.client.get("/account").headers["Location"] == "/sign-in?then=/account"


def test_another_password_ends_all_other_sign_ins(rooms):
    dana, other = signed_in(rooms, DANA), elsewhere(rooms)
    dana.get("/account")
    page = dana.send("/account/password", 422, old=PASSWORD, new=NEW, again="x")
    assert "The two passwords differ." in words(page)
    page = dana.send("/account/password", 422, old="wrong", new=NEW, again=NEW)
    assert 'aria-describedby="old-wrong"' in page.text
    assert "This is not your password." in words(page)
    page = dana.send("/account/password", 422, old=PASSWORD, new="short", again="short")
    assert "Use 12 to 256 characters; this password has 5." in words(page)
    assert other.client.get("/account").status_code == 200
    page = dana.send("/account/password", old=PASSWORD, new=NEW, again=NEW)
    assert "Your password is changed. All your other sign-ins have ended." in words(page)
    assert other.client.get("/account").headers["Location"].startswith("/sign-in?")
    again = Person(rooms)
    again.get("/sign-in")
    again.send("/sign-in", 422, email=DANA[0], password=PASSWORD)
    again.send("/sign-in", email=DANA[0], password=NEW)


def test_guessing_the_password_at_an_open_browser_has_to_wait(rooms):
    dana = signed_in(rooms, DANA)
    dana.get("/account")
    for _ in range(5):
        dana.send("/account/password", 422, old="wrong", new=NEW, again=NEW)
    page = dana.send("/account/password", 429, old=PASSWORD, new=NEW, again=NEW)
    assert "Too many failed attempts" in words(page)
    assert int(page.headers["Retry-After"]) > 0


def test_who_signs_in_through_a_provider_has_no_password_to_change(rooms):
    rooms.config[OPEN] = False
    with scripted_for(rooms) as scripted:
        dana = invited(rooms, DANA)
        through(dana)
        read = words(dana.get("/account"))
        assert f"You sign in through {scripted.issuer}, and have no password here." in read
        assert "Change your password" not in read


def test_without_keys_there_are_no_accounts(rooms):
    rooms.config[OPEN] = True
    for path in ("/account", "/people", "/people/invite"):
        page = Person(rooms).get(path, 404)
        assert "The service was started with --open and asks nobody who it is" in words(page)
    assert "/people" not in Person(rooms).get("/rooms").text
