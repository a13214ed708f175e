"""What people and machines look at beside the API: the front page, the documentation, health and metrics."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, render_template_string, send_from_directory

from auditor.http.blueprint import answer
from auditor.http.context import service, telemetry
from auditor.http.telemetry import CONTENT_TYPE
from auditor.store.connection import StoreError
from rules.version import VERSION

pages = Blueprint("pages", __name__, static_folder="static", static_url_path="/static")

# swagger-ui sets styles from its script; it fetches nothing but this service
DOCS_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)

_FRONT = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Card-room auditor</title>
</head>
<body>
<h1>Card-room auditor</h1>
<p>It takes the session logs of a card room, replays every hand under the room's internal controls, and
reports what differs, with the arithmetic and the clause.</p> <ul> <li><a href="/docs">The API, documented</a>
(<a href="/v1/openapi.json">OpenAPI</a>)</li> <li><a href="/v1/sessions">Sessions</a> that were uploaded</li>
<li><a href="/v1/audits">Audits</a> of them</li> <li><a href="/v1/rulesets">Rulesets</a> and <a
href="/v1/checks">checks</a></li> <li><a href="/healthz">Health</a> and <a href="/metrics">metrics</a></li>
</ul> <p>Version {{ version }}. There are no keys yet, so the service answers only the machine it runs on.</p>
</body> </html>
"""


@pages.get("/")
def front() -> Response:
    """What this is, and where to go on."""
    return Response(render_template_string(_FRONT, version=VERSION), mimetype="text/html")


@pages.get("/docs")
def docs() -> Response:
    """The API's documentation, all of it served from here."""
    response = send_from_directory(f"{pages.root_path}/static/docs", "index.html")
    response.direct_passthrough = False  # so that it gets an ETag as every page does
    response.headers["Content-Security-Policy"] = DOCS_POLICY
    return response


@pages.get("/healthz")
def health() -> Response:
    """Whether the store answers and the worker runs; 503 where not."""
    try:
        waiting = service().auditing.waiting()
        stored = True
    except StoreError:
        current_app.logger.exception("the store does not answer")
        waiting, stored = 0, False
    well = stored and service().worker.alive
    body = {
        "status": "ok" if well else "failing",
        "version": VERSION,
        "library": service().library.digest,
        "store": stored,
        "worker": service().worker.alive,
        "audits_waiting": waiting,
    }
    return answer(body, 200 if well else 503, {"Cache-Control": "no-store"})


@pages.get("/metrics")
def metrics() -> Response:
    """Prometheus's text format."""
    response = Response(telemetry().text(), content_type=CONTENT_TYPE)
    response.headers["Cache-Control"] = "no-store"
    return response
