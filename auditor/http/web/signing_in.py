"""Signing in and out: the password, the code of an authenticator, and an authenticator that is set up."""

from __future__ import annotations

from flask import Response, g, request

from auditor.access import people, second_factor, signed_in
from auditor.access.passwords import PasswordRefused
from auditor.access.roles import DECIDING
from auditor.access.sign_in_refusals import (
    AccountDamaged,
    EnrolmentRefused,
    NotSignedIn,
    ProviderUnusable,
    SignInRefused,
    TooManyAttempts,
    WrongCode,
    WrongPassword,
)
from auditor.http.access import for_visitors
from auditor.http.context import base_service
from auditor.http.sign_in import client, forget_token, keep_token, token
from auditor.http.web.forms import text
from auditor.http.web.page_rendering import own_path, page, place, see
from auditor.http.web.web_blueprint import web
from auditor.store.service_clock import now
from reports.qr import qr_svg

_STATUS: dict[type[SignInRefused], int] = {TooManyAttempts: 429, AccountDamaged: 503, ProviderUnusable: 502}


@web.get("/sign-in")
@for_visitors
def sign_in() -> Response:
    """The form for name and password."""
    return sign_in_page()


def sign_in_page(
    error: SignInRefused | None = None, email: str = "", then: str | None = None, *, accepted: bool = False
) -> Response:
    """The form, with what is wrong. accepted: somebody has just set a password."""
    provider = base_service().provider
    made = page(
        "pages/sign_in.html", 200 if error is None else _status(error), error=error, email=email,
        then=_then() if then is None else then, provider=provider.settings.name if provider else None,
        accepted=accepted,
    )  # fmt: skip
    if isinstance(error, TooManyAttempts):
        made.headers["Retry-After"] = str(error.retry_after)
    return made


@web.post("/sign-in")
@for_visitors
def signed() -> Response:
    """Sign in with a password, and go on: to the second factor, or to where somebody wanted to go."""
    email = text("email", 300)
    try:
        found, new = signed_in.sign_in(
            base_service().store, email, request.form.get("password", ""), client(), now()
        )
    except (WrongPassword, TooManyAttempts, AccountDamaged) as error:
        return sign_in_page(error, email)
    return go_on(found, new, _then())


def go_on(found: signed_in.SignedIn, new: str, then: str) -> Response:
    """Go on with a new token: to what signing in still needs, or to where somebody wanted to go."""
    after = {"code": place("code", then=then), "enrolment": place("enrolment", then=then)}
    made = see(after[found.waits_for] if found.waits_for else then)
    keep_token(made, new)
    return made


@web.get("/sign-in/code")
@for_visitors
def code() -> Response:
    """The form for the second factor: after the password, and again before a decision."""
    _must_have_begun()
    return _code_form(None)


def _code_form(error: SignInRefused | None) -> Response:
    return page("pages/code.html", 200 if error is None else _status(error), error=error, then=_then())


@web.post("/sign-in/code")
@for_visitors
def code_given() -> Response:
    """Take a code of the authenticator, or a recovery code."""
    _must_have_begun()
    try:
        found, new = second_factor.give_code(base_service().store, token(), text("code", 100), now())
    except (WrongCode, TooManyAttempts, EnrolmentRefused) as error:
        return _code_form(error)
    return go_on(found, new, _then())


@web.get("/sign-in/authenticator")
@for_visitors
def enrolment() -> Response:
    """The secret of a new authenticator, as a QR code and as text."""
    _must_have_begun()
    try:
        return _enrolment_form()
    except EnrolmentRefused as error:
        return _code_form(error)


def _enrolment_form(error: SignInRefused | None = None) -> Response:
    begun = second_factor.enrolment_so_far(base_service().store, token(), now())
    return page(
        "pages/enrolment.html", 200 if error is None else _status(error),
        error=error, begun=begun, then=_then(), needed=g.signed.person.key.role in DECIDING,
    )  # fmt: skip


@web.get("/sign-in/authenticator.svg")
@for_visitors
def enrolment_picture() -> Response:
    """The QR code of the authenticator that is being set up."""
    _must_have_begun()
    try:
        begun = second_factor.enrolment_so_far(base_service().store, token(), now())
    except EnrolmentRefused as error:
        return _code_form(error)
    made = Response(qr_svg(begun.address, "QR code of the authenticator"), mimetype="image/svg+xml")
    made.headers["Cache-Control"] = "no-store"
    return made


@web.post("/sign-in/authenticator")
@for_visitors
def enrolled() -> Response:
    """Take the first code of a new authenticator, and show the recovery codes, once."""
    _must_have_begun()
    try:
        _found, new, recovery = second_factor.confirm_enrolment(
            base_service().store, token(), text("code", 100), now()
        )
    except (WrongCode, TooManyAttempts) as error:
        return _enrolment_form(error)
    except EnrolmentRefused as error:
        return _code_form(error)
    made = page("pages/recovery.html", recovery=recovery, then=_then())
    keep_token(made, new)
    return made


@web.post("/sign-out")
@for_visitors
def sign_out() -> Response:
    """End the sign-in."""
    signed_in.sign_out(base_service().store, token())
    made = see("/")
    forget_token(made)
    return made


@web.get("/invitation")
@for_visitors
def invitation() -> Response:
    """The form for whoever was invited: the code, and a password. A script takes the code from the link."""
    return page("pages/invitation.html", error=None, code="")


@web.post("/invitation")
@for_visitors
def accepted() -> Response:
    """Set the password of whoever was invited, and have the person sign in with it."""
    code, password = text("code", 100), request.form.get("password", "")
    try:
        if password != request.form.get("again", ""):
            raise PasswordRefused("The two passwords differ. Type the same one twice.")
        person = people.accept(base_service().store, code, password, now())
    except (PasswordRefused, people.InvitationRefused, AccountDamaged) as error:
        status = _status(error) if isinstance(error, AccountDamaged) else 422
        return page("pages/invitation.html", status, error=error, code=code)
    return sign_in_page(email=person.email, then="/", accepted=True)


def _must_have_begun() -> None:
    if g.get("signed") is None:
        raise NotSignedIn


def _then() -> str:
    return own_path(request.values.get("then", "/"))


def _status(error: SignInRefused) -> int:
    return _STATUS.get(type(error), 422)
