"""The front page, the API's documentation, health and metrics."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, send_from_directory

from auditor.http.blueprint import answer
from auditor.http.context import service, telemetry
from auditor.http.html import html_page
from auditor.http.telemetry import CONTENT_TYPE
from auditor.store.connection import StoreError
from rules.version import VERSION

pages = Blueprint("pages", __name__, static_folder="static", static_url_path="/static")

# swagger-ui sets styles from its script; it fetches nothing but this service
DOCS_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)


@pages.get("/")
def front() -> Response:
    """What the service does, with links to its parts."""
    return html_page("front.html", title="Start")


@pages.get("/docs")
def docs() -> Response:
    """The API's documentation; the service serves every file of it itself."""
    response = send_from_directory(f"{pages.root_path}/static/docs", "index.html")
    response.direct_passthrough = False  # so that it gets an ETag as every page does
    response.headers["Content-Security-Policy"] = DOCS_POLICY
    return response


@pages.get("/healthz")
def health() -> Response:
    """Whether the store answers and the worker runs; 503 if one does not."""
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
