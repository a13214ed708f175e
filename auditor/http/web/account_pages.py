"""Somebody's own account: the password, the authenticator, and where the person is signed in."""

from __future__ import annotations

from flask import Response, g, request

from auditor.access import people, signed_in
from auditor.access.passwords import PasswordRefused
from auditor.access.sign_in_refusals import TooManyAttempts, WrongPassword
from auditor.home.sections import Who
from auditor.http.access import for_people
from auditor.http.context import base_service
from auditor.http.problem_answers import HttpProblem
from auditor.http.sign_in import client, forget_token, keep_token, token
from auditor.http.web.page_clocks import zone_of
from auditor.http.web.page_rendering import page, place, see
from auditor.http.web.web_blueprint import web
from auditor.reminders.deadlines import has_deadlines
from auditor.reminders.smtp import is_set_up
from auditor.store.service_clock import now

_DONE = ("password", "ended", "calendar", "summary", "no-summary")


@web.get("/account")
@for_people("account", "keep")
def account() -> Response:
    """Account of who is signed in, with what, and where."""
    return account_page()


def account_page(
    status: int = 200, errors: dict[str, str] | None = None, calendar: str | None = None
) -> Response:
    """The page of somebody's own account. calendar: the address of a calendar that was just made, which is shown once."""
    me, at = must_be_signed_in(), now()
    done = request.args.get("done", "")
    store = base_service().store
    return page(
        "pages/account.html", status, me=me, account=people.account(store, me.person.id, at),
        sign_ins=signed_in.sign_ins_of(store, me, at), errors=errors or {}, calendar=calendar,
        reminders=store.reminders.get(me.person.id), mail=is_set_up(store.folder), due=_has_deadlines(me),
        done=done if done in _DONE and status == 200 else "", zone=zone_of(me.person.key.rooms or (), at),
    )  # fmt: skip


def _has_deadlines(me: signed_in.SignedIn) -> bool:
    """Whether the account's role has anything that a calendar shows."""
    return has_deadlines(Who(me.person.key.role))


def must_be_signed_in() -> signed_in.SignedIn:
    """Person who is signed in; nobody is where the service is open to everybody."""
    found: signed_in.SignedIn | None = g.get("signed")
    if found is None:
        raise HttpProblem(
            404, "no-accounts",
            "The service was started with --open and asks nobody who it is: there are no accounts. People sign in where it was "
            "started without.",
        )  # fmt: skip
    return found


@web.post("/account/password")
@for_people("account", "keep")
def change_password() -> Response:
    """Set another password, which ends all other sign-ins."""
    must_be_signed_in()
    old, new = request.form.get("old", ""), request.form.get("new", "")
    if new != request.form.get("again", ""):
        return account_page(422, {"again": "The two passwords differ. Type the same one twice."})
    try:
        _found, given = signed_in.change_password(base_service().store, token(), old, new, client(), now())
    except WrongPassword:
        return account_page(422, {"old": "This is not your password."})
    except TooManyAttempts as error:
        made = account_page(429, {"old": str(error)})
        made.headers["Retry-After"] = str(error.retry_after)
        return made
    except PasswordRefused as error:
        return account_page(422, {"new": str(error)})
    made = see(place("account", done="password"))
    keep_token(made, given)
    return made


@web.post("/account/sign-ins/<number:number>/end")
@for_people("account", "keep")
def end_sign_in(number: int) -> Response:
    """End one of the person's own sign-ins; one that has ended already stays so."""
    signed_in.end_sign_in(base_service().store, must_be_signed_in(), number)
    return see(place("account", done="ended"))


@web.post("/account/sign-out-everywhere")
@for_people("account", "keep")
def sign_out_everywhere() -> Response:
    """End every sign-in of the person, this one too."""
    signed_in.sign_out_everywhere(base_service().store, must_be_signed_in())
    made = see("/")
    forget_token(made)
    return made
