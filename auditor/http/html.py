"""Pages of HTML: rendered from the templates, with the policy that browsers apply to them."""

from __future__ import annotations

from flask import Response, render_template

from rules.controls.library import library
from rules.version import VERSION

# no script and nothing from elsewhere; the search form may be sent to this service
PAGE_POLICY = (
    "default-src 'none'; object-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'self'"
)


def html_page(template: str, status: int = 200, **context: object) -> Response:
    """A template as an answer, with the version and the library's digest at its foot."""
    text = render_template(template, version=VERSION, library=library().digest[:12], **context)
    response = Response(text, status, mimetype="text/html")
    response.headers["Content-Security-Policy"] = PAGE_POLICY
    return response
