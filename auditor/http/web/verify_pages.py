"""A report that somebody brings: verified step by step, with what this service trusts. Nothing of it is kept."""

from __future__ import annotations

from flask import Response, request

from auditor.errors import CannotVerify, TooManyAtOnce
from auditor.http.access import for_people
from auditor.http.context import service
from auditor.http.web.page_clocks import zone_of
from auditor.http.web.page_rendering import page
from auditor.http.web.web_blueprint import web
from auditor.verification import Verified

LARGEST = 31 << 20  # bytes; a request takes one MiB more


@web.get("/verify")
@for_people("reports", "read")
def verify() -> Response:
    """The form that takes a report."""
    return _shown()


@web.post("/verify")
@for_people("reports", "read")
def verify_report() -> Response:
    """Result of the verification of a report."""
    sent = request.files.get("report")
    body = sent.read(LARGEST + 1) if sent is not None else b""
    if sent is None or not sent.filename:
        return _shown(422, "Choose the PDF of a report. No file was chosen.")
    if not body:
        return _shown(422, "Choose the PDF of a report. The file is empty.")
    if len(body) > LARGEST:
        return _shown(
            413, f"The file has more than {LARGEST >> 20} MiB. Verify it with the standalone verifier."
        )
    name = "".join(each for each in (sent.filename or "") if each.isprintable())[:200] if sent else ""
    try:
        return _shown(found=service().verification.verify(body), name=name)
    except CannotVerify as error:
        return _shown(503, str(error))
    except TooManyAtOnce as error:
        return _shown(429, str(error))


def _shown(
    status: int = 200, error: str | None = None, found: Verified | None = None, name: str = ""
) -> Response:
    issued = found.issued if found is not None else None
    zone = zone_of([issued.room], issued.at) if issued is not None else None
    return page(
        "pages/verify.html", status, error=error, found=found, name=name, largest=LARGEST >> 20, zone=zone
    )
