"""Pages: rendered for the person who asks, and errors as pages where a person gets them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import msgspec
from flask import Flask, Response, current_app, g, request, url_for
from msgspec import Struct

from auditor.access.roles import TABLE
from auditor.access.sign_in_refusals import EnrolmentNeeded, NotSignedIn, SecondFactorNeeded
from auditor.http.answer_channel import asked_by_a_person
from auditor.http.context import OPEN
from auditor.http.html_answers import SCRIPT_POLICY, html_page
from auditor.http.problem_answers import PROBLEM_TYPE
from auditor.http.sign_in import by_provider, form_token, must_confirm
from auditor.http.web import page_words, problem_words
from auditor.http.web.trail import stops, way, with_way

_LONGEST_PATH = 2000  # characters
_TOO_MANY = 429


class Here(Struct, frozen=True):
    """Person who asks, for a template. open: the service runs without keys, so that everybody may do everything."""

    name: str
    role: str | None
    open: bool

    def may(self, resource: str, action: str) -> bool:
        """Whether a page offers something."""
        return self.open or self.role in TABLE[resource, action].roles


def show_pages(app: Flask) -> None:
    """Give templates what every page has, and people their errors as pages."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.finalize = _shown_value
    app.jinja_env.filters.update(page_words.FILTERS)
    app.jinja_env.globals.update(
        here=here,
        form_token=form_token,
        must_confirm=must_confirm,
        by_provider=by_provider,
        place=place,
        page_place=page_place,
        way=way,
        stops=stops,
        **page_words.GLOBALS,
    )
    app.after_request(_for_people)
    app.register_error_handler(NotSignedIn, lambda _: see(_then("sign_in")))
    app.register_error_handler(SecondFactorNeeded, lambda _: see(_then("code")))
    app.register_error_handler(EnrolmentNeeded, lambda _: see(_then("enrolment")))


def _shown_value(value: object) -> object:
    """A value as a page shows it: nothing in place of None."""
    return "" if value is None else value


def here() -> Here:
    """Person who asks."""
    signed = g.get("signed")
    if current_app.config[OPEN]:
        return Here("", None, True)
    if signed is None or signed.waits_for is not None:
        return Here("", None, False)
    return Here(signed.person.key.name, signed.person.key.role, False)


def page(template: str, status: int = 200, **context: object) -> Response:
    """A page. What is on record is kept by no browser."""
    response = html_page(template, status, SCRIPT_POLICY, **context)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = (
        "same-origin"  # else browsers send a form of this page with no origin
    )
    response.headers["Vary"] = "Cookie"
    return response


def place(endpoint: str, **values: Any) -> str:
    """The address of a page; it carries the lists that somebody came through."""
    return with_way(endpoint, url_for(f"web.{endpoint}", **values))


def page_place(endpoint: str, values: Mapping[str, Any], number: int) -> str:
    """The address of another page of a list, with the choice that was made."""
    return place(endpoint, **{name: value for name, value in values.items() if value}, page=number)


def see(address: str) -> Response:
    """Go on at another page. A script that asks gets the address, and opens it as a whole."""
    if request.headers.get("HX-Request"):
        return Response(status=204, headers={"HX-Redirect": address})
    return Response("", 303, {"Location": address}, content_type="text/html; charset=utf-8")


def own_path(text: str) -> str:
    """An address of this service to go on at; the start where it is none, or too long for the cookie that may keep it."""
    plain = (
        len(text) <= _LONGEST_PATH
        and text.startswith("/")
        and not text.startswith(("//", "/\\"))
        and "\\" not in text
    )
    return text if plain and all(33 <= ord(each) < 127 for each in text) else "/"


def _then(endpoint: str) -> str:
    """A step of signing in that leads back to this page; what a form sends is not sent again."""
    back = (
        request.full_path.rstrip("?")
        if request.method in ("GET", "HEAD")
        else own_path(_path_of(request.referrer))
    )
    return place(endpoint, then=back)


def _path_of(address: str | None) -> str:
    found = urlsplit(address or "")
    return f"{found.path}?{found.query}" if found.query else found.path


def _for_people(response: Response) -> Response:
    """A problem as a page, where a page or a person's browser asked."""
    if response.mimetype != PROBLEM_TYPE or not asked_by_a_person():
        return response
    problem = msgspec.json.decode(response.get_data())
    said = problem_words.of_page(problem, request.path)
    read = request.method in ("GET", "HEAD")  # what a form sent is not sent again
    again = response.headers.get("Retry-After") if read and response.status_code == _TOO_MANY else None
    made = page("problem.html", response.status_code, number=problem.get("request_id"), again=again, **said)
    for name, value in response.headers:
        if name not in ("Content-Type", "Content-Length", "Cache-Control"):
            made.headers[name] = value
    return made
