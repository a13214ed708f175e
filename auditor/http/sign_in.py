"""Sign-in of a browser: a cookie with its token, which no script can read.

Over TLS its name begins with `__Host-`: it goes back to this host alone, over TLS alone. Without TLS the service listens on
loopback only.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from contextlib import suppress

from flask import Response, g, request
from msgspec.structs import replace

from auditor.access.second_factor import give_code
from auditor.access.sign_in_refusals import (
    AccountDamaged,
    EnrolmentNeeded,
    NotFresh,
    NotSignedIn,
    SecondFactorNeeded,
)
from auditor.access.signed_in import (
    LONGEST_HOURS,
    SignedIn,
    SignInOrigin,
    must_be_fresh,
    signed_in_so_far,
)
from auditor.http.context import acts_from_now_on, base_service
from auditor.store.service_clock import now

_SIGN_IN, _FORMS = "sign-in", "forms"
_LONGEST = 200  # characters of a cookie that is looked at


def client() -> SignInOrigin:
    """From where the request comes."""
    return SignInOrigin(request.remote_addr or "", request.headers.get("User-Agent", ""))


def token() -> str:
    """Token of the browser's sign-in, or the one given with this answer; empty: none."""
    if "new_token" in g:
        return str(g.new_token)
    return cookie(_SIGN_IN)


def visitor() -> SignedIn | None:
    """Visitor who asks, at any step of signing in; None: nobody."""
    if not token():
        return None
    with suppress(NotSignedIn, AccountDamaged):
        return signed_in_so_far(base_service().store, token(), now())
    return None


def somebody() -> SignedIn:
    """Person who asks. Raises NotSignedIn, SecondFactorNeeded, EnrolmentNeeded."""
    found: SignedIn | None = g.signed
    if found is None:
        raise NotSignedIn
    if found.waits_for == "code":
        raise SecondFactorNeeded
    if found.waits_for == "enrolment":
        raise EnrolmentNeeded
    return found


def must_confirm() -> bool:
    """Whether a decision needs a code of the authenticator now."""
    signed: SignedIn | None = g.get("signed")
    if signed is None:  # the service runs without keys
        return False
    try:
        must_be_fresh(signed, now())
    except NotFresh:
        return True
    return False


def by_provider() -> bool:
    """Whether who asks signs in through a provider, which has the second factor."""
    signed: SignedIn | None = g.get("signed")
    return (
        signed is not None
        and base_service().store.people.credentials(signed.person.id).way.subject is not None
    )


def confirm_decision(code: str) -> None:
    """Take the code of a decision that needs one. Raises NotFresh, WrongCode, TooManyAttempts."""
    if not must_confirm():
        return
    if not code:
        must_be_fresh(g.signed, now())
    g.signed, g.new_token = give_code(base_service().store, token(), code, now())
    acts_from_now_on(replace(g.caller, factor=g.signed.record.factor))


def keep_new_token(response: Response) -> Response:
    """Have the browser keep the token that a decision's code gave."""
    if "new_token" in g:
        keep_token(response, g.new_token)
    return response


def keep_token(response: Response, new: str) -> None:
    """Have the browser keep the token of a sign-in."""
    keep_cookie(response, _SIGN_IN, new, LONGEST_HOURS * 3600)


def forget_token(response: Response) -> None:
    """Have the browser forget the token of a sign-in and, over TLS, what it keeps of the pages.

    `"cookies"` would also remove those of other services under the same registered domain.
    """
    forget_cookie(response, _SIGN_IN)
    response.headers["Clear-Site-Data"] = '"cache", "storage"'


def form_secret() -> str:
    """Secret of this browser's forms: its sign-in, or else a cookie of their own."""
    if token():
        return token()
    if "form_secret" not in g:
        g.form_secret = cookie(_FORMS) or secrets.token_urlsafe(32)
    return str(g.form_secret)


def keep_form_secret(response: Response) -> Response:
    """Have a browser without a sign-in keep the secret of its forms."""
    made = g.get("form_secret")
    if made is not None and request.cookies.get(_named(_FORMS)) != made:
        keep_cookie(response, _FORMS, made, None)
    return response


def form_token() -> str:
    """Token in each form of this browser, which no other site knows."""
    return hmac.new(form_secret().encode(), b"forms", hashlib.sha256).hexdigest()


def cookie(name: str, most: int = _LONGEST) -> str:
    """A cookie that the service had the browser keep; empty: none."""
    return request.cookies.get(_named(name), "")[:most]


def forget_cookie(response: Response, name: str) -> None:
    """Have the browser forget a cookie."""
    keep_cookie(response, name, "", 0)


def keep_cookie(response: Response, name: str, value: str, seconds: int | None) -> None:
    """Have the browser keep a cookie that no script reads. seconds: how long; None: until it is closed."""
    response.set_cookie(
        _named(name),
        value,
        max_age=seconds,
        path="/",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )


def _named(name: str) -> str:
    return f"__Host-{name}" if request.is_secure else name
