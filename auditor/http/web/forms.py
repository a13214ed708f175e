"""Forms: one that comes back must be of this browser, and its fields are texts of a bounded length."""

from __future__ import annotations

import hmac

from flask import Flask, Response, current_app, request

from auditor.http.access import PUBLIC, is_page, need_of
from auditor.http.problem_answers import HttpProblem
from auditor.http.sign_in import form_token, keep_form_secret, keep_new_token

FIELD = "form_token"
HEADER = "X-Form-Token"  # as htmx sends it
_SAFE = ("GET", "HEAD", "OPTIONS")
_OF_VISITORS = 64 << 10  # bytes of a form that anybody may send
_WITHOUT_FILES = (
    2 << 20
)  # of another one without files: the parser reads it whole. A draft of controls is in its form twice
_ENCODED = "application/x-www-form-urlencoded"
_NOT_OURS = (
    "This form is not of the sign-in that you have now: you may have signed in again in another window, or the browser keeps no "
    "cookies. Nothing was done. Go back, reload the page and send it again."
)


def guard_forms(app: Flask) -> None:
    """Let no form of an application's pages be sent from elsewhere. Who asks is known before a form is read."""
    app.before_request(_must_be_ours)


def keep_secrets(app: Flask) -> None:
    """Have browsers keep what the forms of an application's pages rest on. It is known once a page is rendered."""
    app.after_request(_keep)


def _must_be_ours() -> None:
    if request.method in _SAFE or not is_page(current_app, request.endpoint):
        return
    if need_of(current_app, str(request.endpoint)) == PUBLIC:
        request.max_content_length = _OF_VISITORS
    elif request.mimetype == _ENCODED:
        request.max_content_length = _WITHOUT_FILES
    sent = request.headers.get(HEADER) or request.form.get(FIELD, "")
    if not hmac.compare_digest(sent.encode(), form_token().encode()):
        raise HttpProblem(403, "foreign-form", _NOT_OURS)


def _keep(response: Response) -> Response:
    return keep_new_token(keep_form_secret(response)) if is_page(current_app, request.endpoint) else response


def whole(text: str, most_digits: int = 18) -> int | None:
    """A number of nothing but the digits 0 to 9; None where a text is none, or has too many."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= most_digits else None


def seen() -> int:
    """The last change that the page of a form showed; 0: none, which no change is."""
    return whole(text("seen", 19)) or 0


def page_number() -> int:
    """The page of a list that is asked for."""
    return whole(request.args.get("page", ""), 6) or 1


def text(name: str, most: int = 4000) -> str:
    """A field as it was written, without space around it, and with the line ends of this service."""
    return request.form.get(name, "").replace("\r\n", "\n").strip()[:most]
