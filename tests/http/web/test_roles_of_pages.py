"""Every page for every role, on what is its own and on what is another room's. The table of roles says what is expected."""

import re

import pytest
from flask import Flask

from auditor.access import people
from auditor.access.keys import NewKey
from auditor.access.roles import TABLE
from auditor.http.access import PUBLIC, is_page, need_of
from auditor.http.context import OPEN
from auditor.store.service_clock import now
from rules.version import VERSION
from tests.http.test_roles import DAY, NOBODYS, OURS, THEIRS, Things, fill
from tests.http.web.kit import PASSWORD, Person, code_of, filled_in, shown_secret, words
from tests.services import application

ROLES = {
    "room": NewKey("room", "Dana Reyes", rooms=(OURS.room,)),
    "compliance": NewKey("compliance", "Lee Park", rooms=(OURS.room,)),
    "regulator": NewKey("regulator", "Mara Ortiz", authority="wsgc"),
    "administrator": NewKey("administrator", "Ada Stone"),
}
OF_NO_ROOM = ("account", "people")  # resources
LOOK_LATER = {"web.find_hand": 303, "web.save_hand": 422}  # pages that answer before they look for anything
ABOUT_A_THING = re.compile(r"<(?:\w+:)?(room|session|audit|report|sample|original|event)>")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory):
    """An application over two rooms with the same things in either, and somebody of each role who signed in."""
    with application(tmp_path_factory.mktemp("pages") / "data") as app:
        fill(app.test_client(), OURS)
        fill(app.test_client(), THEIRS)
        app.config[OPEN] = False
        yield app, {role: signed_in(app, role, wanted) for role, wanted in ROLES.items()}


def signed_in(app: Flask, role: str, wanted: NewKey) -> Person:
    """Somebody of a role, with the token of this browser's forms."""
    email = f"{role}@example.org"
    people.with_password(app.extensions["auditor"].store, email, wanted, PASSWORD, now(), "ops")
    person = Person(app)
    page = person.sign_in(email)
    if "Set up an authenticator" in page.text:
        person.send("/sign-in/authenticator", code=code_of(shown_secret(page)))
    return person


def pages(app: Flask):
    """Each address of a page that is not for everybody: its rule, method and need."""
    for rule in sorted(app.url_map.iter_rules(), key=lambda each: (each.rule, each.endpoint)):
        if is_page(app, rule.endpoint) and need_of(app, rule.endpoint) != PUBLIC:
            (method,) = rule.methods - {"HEAD", "OPTIONS"}
            yield rule, method, need_of(app, rule.endpoint)


def ask(person: Person, rule, method: str, of: Things):
    """Open or send a page about some things."""
    values = {
        **vars(of), "other": of.again, "revision": 1, "date": DAY, "hand": 1, "sha256": of.file, "number": 999, "draft": 999,
        "person": 999, "event": of.tournament, "unit": "0" * 24,
    }  # fmt: skip
    path = filled_in(rule.rule, values)
    query = {"day": DAY, "hand": 1, "with": of.again} if method == "GET" else None
    return person.client.open(
        path, method=method, headers={"X-Form-Token": token_of(person)}, query_string=query
    )


def token_of(person: Person) -> str:
    return re.findall(r'name="form_token" value="(\w+)"', person.client.get("/account").text)[0]


def test_nobody_sees_a_page_without_signing_in(served):
    app, _ = served
    visitor = Person(app)
    for rule, method, _ in pages(app):
        if method == "GET":
            path = re.sub(r"<[^>]+>", "1", rule.rule)
            answer = visitor.client.get(path)
            assert (answer.status_code, answer.data) == (303, b""), rule.rule
            assert answer.headers["Location"].startswith("/sign-in?then="), rule.rule


@pytest.mark.sampled(4)
@pytest.mark.parametrize("role", ROLES)
def test_a_role_gets_the_pages_of_the_table_and_no_other(served, role):
    app, somebody = served
    for rule, method, need in pages(app):
        permitted = role in TABLE[need].roles
        if permitted and method != "GET":
            continue  # it would change what the others see; each page's own tests send its forms
        answer = ask(somebody[role], rule, method, OURS)
        if not permitted:
            assert answer.status_code == 403, rule.rule
            assert f"may not {TABLE[need].words}" in words(answer), rule.rule
        else:
            assert answer.status_code != 403, (rule.rule, answer.text)
            assert answer.status_code < 500, rule.rule


@pytest.mark.slow
@pytest.mark.sampled(6)
@pytest.mark.parametrize("role", ["room", "compliance", "regulator"])
def test_what_is_another_rooms_looks_as_what_does_not_exist(served, role):
    app, somebody = served
    seen = set()
    for rule, method, need in pages(app):
        if role not in TABLE[need].roles or need[0] in OF_NO_ROOM or not ABOUT_A_THING.search(rule.rule):
            continue
        said = []
        for things in (THEIRS, NOBODYS):
            answer = ask(somebody[role], rule, method, things)
            assert answer.status_code == LOOK_LATER.get(rule.endpoint, 404), (method, rule.rule, things.room)
            text = re.sub(r'value="[^"]*"', "", answer.text + answer.headers.get("Location", ""))
            text = text.replace(VERSION, "")  # which has numbers, too
            text = re.sub(r'class="count">\d+', "", text)  # of what waits, in the navigation
            for value in sorted(map(str, vars(things).values()), key=len, reverse=True):
                text = re.sub(rf"\b{re.escape(value)}\b", "X", text)
            said.append(text)
        assert said[0] == said[1], rule.rule
        seen.add(rule.rule)
    assert len(seen) > 20


@pytest.mark.slow
@pytest.mark.sampled(3)
@pytest.mark.parametrize("role", ["room", "compliance", "regulator"])
def test_no_page_has_a_word_of_another_room(served, role):
    app, somebody = served
    for rule, method, need in pages(app):
        if method == "GET" and role in TABLE[need].roles:
            answer = ask(somebody[role], rule, method, OURS)
            assert THEIRS.room.encode() not in answer.data, rule.rule
            assert THEIRS.ruleset.encode() not in answer.data, rule.rule
