"""The API's documentation, health and metrics."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, send_from_directory

from auditor.engine import program
from auditor.errors import RecordDamaged
from auditor.health import HealthProblem, for_anybody, health
from auditor.http.access import may_also, needs, public
from auditor.http.blueprint import answer
from auditor.http.context import OPEN, base_service, telemetry
from auditor.http.telemetry import CONTENT_TYPE

_NOT_KEPT = {"Cache-Control": "no-store"}

pages = Blueprint("pages", __name__, static_folder="static", static_url_path="/static")

# swagger-ui sets styles from its script; it fetches nothing but this service
DOCS_POLICY = (
    "default-src 'none'; object-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)


@pages.get("/docs")
@public
def docs() -> Response:
    """The API's documentation; the service serves every file of it itself."""
    response = send_from_directory(f"{pages.root_path}/static/docs", "index.html")
    response.direct_passthrough = False  # so that it gets an ETag as every page does
    response.headers["Content-Security-Policy"] = DOCS_POLICY
    return response


@pages.get("/healthz")
@public
def well() -> Response:
    """Whether the service does its work: ok, degraded (200) or failing (503), with the reasons."""
    found, used = health(base_service()), program()
    body = {
        "status": found.status,
        "reasons": _shown(found.reasons),
        "version": used.version,
        "engine": used.engine(base_service().registry.shipped.digest),
        "documents": used.documents,
        "keys": not current_app.config[OPEN],
        "library": _library() if found.store else None,
        "store": found.store,
        "worker": found.worker,
        "audits_waiting": found.waiting,
        "register": found.register,
        "inbox": {"waiting": found.inbox.waiting, "oldest": found.inbox.oldest},
    }
    return answer(body, 503 if found.status == "failing" else 200, _NOT_KEPT)


def _library() -> str | None:
    """Digest of the library with the approved controls, or None where the register is altered."""
    try:
        return base_service().library.digest
    except RecordDamaged:
        return None


@pages.get("/healthz/live")
@public
def live() -> Response:
    """Whether the process answers at all; if it does not, restart it. Looks at nothing else."""
    return answer({"status": "ok"}, 200, _NOT_KEPT)


@pages.get("/healthz/ready")
@public
def ready() -> Response:
    """Whether requests should be sent here: 503 while the service is failing."""
    found = health(base_service())
    failing = [each for each in found.reasons if each.status == "failing"]
    body = {"status": found.status, "reasons": _shown(failing)}
    return answer(body, 503 if found.status == "failing" else 200, _NOT_KEPT)


def _shown(reasons: list[HealthProblem]) -> list[HealthProblem]:
    return reasons if may_also("metrics", "read") else for_anybody(reasons)


@pages.get("/metrics")
@needs("metrics", "read")
def metrics() -> Response:
    """Prometheus's text format."""
    response = Response(telemetry().text(), content_type=CONTENT_TYPE)
    response.headers["Cache-Control"] = "no-store"
    return response
