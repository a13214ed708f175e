"""Signing in through a provider of OpenID Connect: the browser goes there, and comes back."""

from __future__ import annotations

from flask import Response, g, request

from auditor.access import openid
from auditor.access.openid_provider import Provider
from auditor.access.sign_in_refusals import SignInRefused
from auditor.http.access import for_visitors
from auditor.http.context import base_service
from auditor.http.problem_answers import HttpProblem
from auditor.http.sign_in import client, cookie, forget_cookie, keep_cookie, token
from auditor.http.web.page_rendering import own_path, place, see
from auditor.http.web.signing_in import go_on, sign_in_page
from auditor.http.web.web_blueprint import web
from auditor.store.service_clock import now

_OWN = ("same-origin", "none")  # Sec-Fetch-Site of a link on our pages, and of an address that somebody typed
_BEGUN = "provider"  # the cookie of a sign-in that was begun: where to go on, and what the provider's answer is compared with


@web.get("/sign-in/provider")
@for_visitors
def to_provider() -> Response:
    """Go to the provider. again: somebody who is signed in shows anew who it is, for a decision.

    A link of another site leads to the form only, so that nobody is signed in who did not ask for it.
    """
    then = own_path(request.args.get("then", "/"))
    if request.headers.get("Sec-Fetch-Site", _OWN[0]) not in _OWN:
        return see(place("sign_in", then=then))
    again = "again" in request.args and g.get("signed") is not None
    try:
        begun = openid.start(_provider(), _back(), now(), again=again)
    except SignInRefused as error:
        return sign_in_page(error, then=then)
    made = see(begun.url)
    keep_cookie(
        made, _BEGUN, f"{begun.keep} {'again' if again else 'new'} {then}", openid.BEGUN_WITHIN_SECONDS
    )
    return made


@web.get("/sign-in/provider/back")
@for_visitors
def from_provider() -> Response:
    """Take what the provider sends the browser back with."""
    keep, _, rest = cookie(_BEGUN, 3000).partition(" ")
    again, _, then = rest.partition(" ")
    then = own_path(then)
    try:
        found, new = openid.finish(
            base_service().store, _provider(), keep, request.args, _back(), client(), now(),
            token() if again == "again" else None,
        )  # fmt: skip
    except SignInRefused as error:
        made = sign_in_page(error, then=then)
    else:
        made = go_on(found, new, then)
    forget_cookie(made, _BEGUN)
    return made


def _provider() -> Provider:
    found = base_service().provider
    if found is None:
        raise HttpProblem(404, "no-provider", "People sign in here with a password; no other way is set up.")
    return found


def _back() -> str:
    """The address of this service at which the provider is to send the browser back."""
    return f"{request.host_url.rstrip('/')}{place('from_provider')}"
