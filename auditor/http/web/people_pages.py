"""Accounts of people, for administrators: who has one, inviting, resetting and disabling."""

from __future__ import annotations

from typing import cast

from flask import Response, request

from auditor.access import people
from auditor.access.keys import KeyNotPossible, NewKey
from auditor.access.people import AccountNotPossible, Invited, NoSuchAccount
from auditor.access.sign_in_refusals import SignInRefused
from auditor.errors import ChangedMeanwhile
from auditor.http.access import for_people
from auditor.http.context import base_service, service
from auditor.http.problem_answers import HttpProblem
from auditor.http.sign_in import confirm_decision
from auditor.http.web.account_pages import must_be_signed_in
from auditor.http.web.forms import text
from auditor.http.web.page_rendering import page, place, see
from auditor.http.web.web_blueprint import web
from auditor.store.rows import Page
from auditor.store.service_clock import now
from auditor.store.stored_keys import Role
from rules.controls.library import library

ROLES = ("room", "compliance", "regulator", "administrator")
_MOST_ROOMS = 10_000


@web.get("/people")
@for_people("people", "read")
def accounts() -> Response:
    """Every account that was not disabled, or every one there ever was."""
    must_be_signed_in()
    search, ended = request.args.get("search", "").strip()[:100], "ended" in request.args
    found = people.accounts(base_service().store, now())
    rows = [
        each
        for each in found
        if (ended or each.state != "disabled")
        and search.lower() in f"{each.person.key.name} {each.person.email}".lower()
    ]
    return page("pages/people.html", rows=rows, search=search, ended=ended, all=len(found))


@web.get("/people/invite")
@for_people("people", "keep")
def invite_form() -> Response:
    """The form for a new account."""
    return _form()


def _form(status: int = 200, errors: dict[str, str] | None = None) -> Response:
    must_be_signed_in()
    return page(
        "pages/invite.html", status, errors=errors or {}, roles=ROLES, rooms=_rooms(),
        chosen=request.form.getlist("room"), authorities=list(library().authorities),
    )  # fmt: skip


def _rooms() -> list[str]:
    return [each.id for each in service().rooms.page(Page(1, _MOST_ROOMS))[0]]


@web.post("/people/invite")
@for_people("people", "keep")
def invite() -> Response:
    """Make an account, and show the link of its invitation, once."""
    me = must_be_signed_in()
    name, email, role = text("name", 1000), text("email", 1000), text("role", 50)
    if not name:
        return _form(422, {"name": "The name of the person is missing."})
    if role not in ROLES:
        return _form(422, {"role": "Choose what the person may do."})
    known = set(_rooms())
    rooms = tuple(each for each in request.form.getlist("room") if each in known)
    authority = text("authority", 100)
    wanted = NewKey(
        cast("Role", role), name,
        rooms=rooms if role in ("room", "compliance") else (),
        authority=authority if role == "regulator" and authority in library().authorities else None,
    )  # fmt: skip
    if role in ("room", "compliance") and not rooms:
        return _form(422, {"room": "Choose at least one room."})
    if role == "regulator" and wanted.authority is None:
        return _form(422, {"authority": "Choose the authority."})
    try:
        people.sign_in_name(email)
        confirm_decision(text("code", 100))
        made = people.invite(service().store, email, wanted, now(), me.person.key.name, me.person.key.id)
    except AccountNotPossible as error:
        return _form(422, {"email": str(error)})
    except KeyNotPossible as error:
        return _form(422, {"name": str(error)})
    except SignInRefused as error:
        return _form(422, {"code": str(error)})
    return _invited(made)


def _invited(made: Invited) -> Response:
    """The link of an invitation, on this page only. What follows its # is sent to no server, and is in no log of one."""
    link = f"{request.host_url.rstrip('/')}{place('invitation')}#{made.code}"
    return page("pages/invited.html", person=made.person, code=made.code, link=link)


@web.get("/people/<number:person>")
@for_people("people", "read")
def person(person: int) -> Response:
    """One account, and what can be done with it."""
    return _person(person)


def _person(
    number: int, status: int = 200, errors: dict[str, str] | None = None, error: str | None = None
) -> Response:
    me = must_be_signed_in()
    return page(
        "pages/person.html", status, account=_account(number), errors=errors or {}, error=error,
        own=number == me.person.id,
    )  # fmt: skip


def _account(number: int) -> people.ListedAccount:
    try:
        return people.account(base_service().store, number, now())
    except NoSuchAccount as error:
        raise HttpProblem(404, "no-such-account", str(error)) from error


@web.post("/people/<number:person>/reset", defaults={"step": "reset"})
@web.post("/people/<number:person>/disable", defaults={"step": "disable"})
@for_people("people", "keep")
def change_person(person: int, step: str) -> Response:
    """Reset an account, and show the link of a new invitation, once; or disable it."""
    me, seen = must_be_signed_in(), _account(person).person
    given = (seen.email, now(), me.person.key.name, me.person.key.id, seen)
    try:
        if text("seen", 60) != seen.last_at:
            raise ChangedMeanwhile
        confirm_decision(text("code", 100))
        if step == "reset":
            return _invited(people.reset(service().store, *given))
        people.disable(service().store, *given)
    except ChangedMeanwhile:
        changed = "This account changed after you opened it. Nothing was done. Check it again."
        return _person(person, 409, error=changed)
    except AccountNotPossible as error:
        return _person(person, 409, error=str(error))
    except SignInRefused as error:
        return _person(person, 422, {f"{step}-code": str(error)})
    return see(place("person", person=person))
