"""An audit's results as documents: PDF, JSON, CSV. They never change once the audit is finished."""

from __future__ import annotations

import csv
import hashlib
import io
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from flask import Response

from auditor.http import schemas
from auditor.http.audits import blueprint, filter_of, finished_audit
from auditor.http.blueprint import JSON_TYPE
from auditor.http.context import service
from auditor.http.guards import already_has, not_modified
from auditor.store.rows import AuditRecord
from rules.results import Finding
from rules.version import VERSION

PDF_TYPE = "application/pdf"
CSV_TYPE = "text/csv"
_IN_MEMORY = 8 << 20
_PIECE = 1 << 16
_LINES_A_PIECE = 500

CSV_COLUMNS = (
    "room", "session", "hand", "seat", "player", "line", "code", "name", "kind", "severity", "stated",
    "expected", "difference", "unit", "money", "clause", "message", "hands", "fingerprint",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


@blueprint.route("/<number:audit>/report.pdf", methods=["GET"])
@blueprint.response(200, {"type": "string", "format": "binary"}, content_type=PDF_TYPE)
@blueprint.problems(403, 404, 409)
@blueprint.doc(operationId="getReportPdf")
def report_pdf(audit: int) -> Response:
    """The report for people. The same audit gives the same bytes."""
    found = finished_audit(audit)
    etag = _etag(found, "pdf")
    if already_has(etag):
        return not_modified(etag)
    file = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - closed with the answer
    try:
        service().write_report(found, file)  # type: ignore[arg-type]  # spooled: a binary file in all but its stub
    except BaseException:
        file.close()
        raise
    size = file.tell()
    file.seek(0)
    response = Response(iter(lambda: file.read(_PIECE), b""), mimetype=PDF_TYPE)
    response.call_on_close(file.close)
    response.content_length = size
    return _document(response, found, "pdf", etag)


@blueprint.route("/<number:audit>/report.json", methods=["GET"])
@blueprint.response(200, "Report", content_type=JSON_TYPE)
@blueprint.problems(403, 404, 409)
@blueprint.doc(operationId="getReportJson")
def report_json(audit: int) -> Response:
    """The whole audit, for programs: what `auditor audit --format json` prints."""
    found = finished_audit(audit)
    etag = _etag(found, "json")
    if already_has(etag):
        return not_modified(etag)
    assert found.summary is not None
    summary = {
        **found.summary,
        "coverage": service().store.results.coverage(found.id),
        "controls": service().controls(found),
    }
    response = Response(_whole(summary, service().store.results.findings(found.id)), mimetype=JSON_TYPE)
    return _document(response, found, "json", etag)


@blueprint.route("/<number:audit>/findings.csv", methods=["GET"])
@blueprint.arguments(schemas.FindingsQuery, location="query")
@blueprint.response(200, {"type": "string"}, content_type=CSV_TYPE)
@blueprint.problems(400, 403, 404, 409)
@blueprint.doc(operationId="getFindingsCsv")
def findings_csv(query: dict[str, Any], audit: int) -> Response:
    """Findings for a spreadsheet: RFC 4180 with a header, UTF-8.

    Text that a spreadsheet would take for a formula begins with an apostrophe.
    """
    found = finished_audit(audit)
    wanted = filter_of(query)
    etag = _etag(found, f"csv {wanted}")
    if already_has(etag):
        return not_modified(etag)
    response = Response(_csv(service().store.results.findings(found.id, wanted)), mimetype=CSV_TYPE)
    response.headers["Content-Type"] = f"{CSV_TYPE}; charset=utf-8; header=present"
    response.headers["Content-Disposition"] = f'attachment; filename="audit-{found.id}-findings.csv"'
    response.set_etag(etag)
    return response


def _etag(audit: AuditRecord, what: str) -> str:
    """Known before the document is made: from the result, the kind of document and who writes it."""
    return hashlib.sha256(f"{audit.result_sha256} {what} {VERSION}".encode()).hexdigest()[:32]


def _document(response: Response, audit: AuditRecord, suffix: str, etag: str) -> Response:
    response.headers["Content-Disposition"] = f'inline; filename="audit-{audit.id}.{suffix}"'
    response.set_etag(etag)
    return response


def _whole(summary: dict[str, Any], findings: Iterable[Finding]) -> Iterator[bytes]:
    """The audit as JSON, its findings as they are read."""
    first = True
    for name, value in summary.items():
        yield b"%s%s:" % (b"{" if first else b",", msgspec.json.encode(name))
        first = False
        if name == "findings":
            yield from _list(findings)
        else:
            yield msgspec.json.encode(value)
    yield b"}\n"


def _list(findings: Iterable[Finding]) -> Iterator[bytes]:
    yield b"["
    for number, finding in enumerate(findings):
        yield (b"," if number else b"") + msgspec.json.encode(finding)
    yield b"]"


def _csv(findings: Iterable[Finding]) -> Iterator[bytes]:
    """Lines of CSV, some hundred at a time."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    writer.writerow(CSV_COLUMNS)
    for number, finding in enumerate(findings, 1):
        writer.writerow([_cell(getattr(finding, name)) for name in CSV_COLUMNS])
        if number % _LINES_A_PIECE == 0:
            yield buffer.getvalue().encode()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue().encode()


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value
