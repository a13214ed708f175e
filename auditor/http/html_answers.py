"""HTML of templates, with the policy for browsers."""

from __future__ import annotations

from flask import Response, render_template

from auditor.engine import program
from rules.controls.library import library

# styles are files of this service, never in the page; nothing comes from elsewhere, and no form is sent elsewhere
PAGE_POLICY = (  # without scripts
    "default-src 'none'; object-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'self'"
)
SCRIPT_POLICY = (
    f"{PAGE_POLICY}; script-src 'self'; connect-src 'self'"  # of pages with the service's own scripts
)


def html_page(template: str, status: int = 200, policy: str = PAGE_POLICY, **context: object) -> Response:
    """A template as an answer, with version and library's digest at its foot."""
    text = render_template(template, version=program().release, library=library().digest[:12], **context)
    response = Response(text, status, mimetype="text/html")
    response.headers["Content-Security-Policy"] = policy
    return response
