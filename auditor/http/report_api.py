"""An audit's results as documents, with the present state of its incidents beside them."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, BinaryIO

from flask import Response

from auditor.answers import digest
from auditor.audit_workbook import audit_workbook
from auditor.engine import program
from auditor.http import request_schemas
from auditor.http.access import caller_may
from auditor.http.audit_api import blueprint, filter_of, incident_filter_of
from auditor.http.blueprint import JSON_TYPE, answer
from auditor.http.context import service
from auditor.http.guards import already_has, not_modified
from auditor.serialization import AuditDocument
from auditor.sheets_xlsx import XLSX_TYPE
from auditor.store.rows import AuditRecord, FindingFilter, IncidentFilter
from reports import spreadsheet
from rules.audit.audit_comparison import AuditComparison
from rules.findings.written import json_object
from rules.results import Effect

PDF_TYPE = "application/pdf"
CSV_TYPE = "text/csv"
_IN_MEMORY = 8 << 20
_PIECE = 1 << 16


@blueprint.route("/<number:audit>/report.pdf", methods=["GET"], access=("audits", "read"))
@blueprint.arguments(request_schemas.ReportQuery, location="query")
@blueprint.files(PDF_TYPE)
@blueprint.problems(400, 403, 404, 409, 410)
@blueprint.doc(operationId="getReportPdf")
def report_pdf(query: dict[str, Any], audit: int) -> Response:
    """The report for people. The same audit with the same answers gives the same bytes.

    `exhibits`: how many places it shows in full, or `all`. For whoever may read screening it has the annex "Where to look".
    """
    return report_pdf_of(service().auditing.finished(audit), exhibits_asked(query))


def exhibits_asked(query: dict[str, Any]) -> int | None:
    """Number of places that a report draws; None: all."""
    asked: str = query["exhibits"]
    return None if asked == "all" else int(asked)


def report_pdf_of(found: AuditRecord, most: int | None) -> Response:
    """The report of a finished audit, with the annex "Where to look" for whoever may read screening."""
    answers, screened = service().results.answers(found), caller_may("screening", "read")
    basis = service().results.screening_basis(found) if screened else ""
    etag = _etag(found, f"pdf {most}{' open' if found.open else ''}{digest(answers)}{basis}")
    return pdf(
        lambda stream: service().results.write_report(found, stream, most, answers, screened=screened),
        etag,
        f"audit-{found.id}.pdf",
    )


def pdf(write: Callable[[BinaryIO], None], etag: str, name: str) -> Response:
    """A document written on request, unless the caller has it."""
    if already_has(etag):
        return not_modified(etag)
    response = written(write, PDF_TYPE)
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    if etag is not None:
        response.set_etag(etag)
    return response


def written(write: Callable[[BinaryIO], None], kind: str) -> Response:
    """A file that is written on request, and sent when complete. kind: its media type."""
    file = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - closed with the answer
    try:
        write(file)  # type: ignore[arg-type]  # spooled: a binary file in all but its stub
    except BaseException:
        file.close()
        raise
    size = file.tell()
    file.seek(0)
    response = Response(iter(lambda: file.read(_PIECE), b""), mimetype=kind)
    response.call_on_close(file.close)
    response.content_length = size
    return response


@blueprint.route("/<number:audit>/what-if.json", methods=["GET"], access=("audits", "read"))
@blueprint.response(200, Effect)
@blueprint.problems(403, 404, 409, 410)
@blueprint.doc(operationId="getWhatIfJson")
def what_if_json(audit: int) -> Response:
    """Effect of the controls that were tried, compared with those in force on the hands' days: how many
    hands, how much money, which players, which months.
    """
    return answer(service().results.effect(service().auditing.finished(audit)))


@blueprint.route("/<number:audit>/what-if.pdf", methods=["GET"], access=("audits", "read"))
@blueprint.files(PDF_TYPE)
@blueprint.problems(403, 404, 409, 410)
@blueprint.doc(operationId="getWhatIfPdf")
def what_if_pdf(audit: int) -> Response:
    """The same as a document: the months, the players, the changes in plain words, the hands that would have moved most, and
    every parameter in an annex. Of a what-if it is the report.
    """
    return what_if_pdf_of(service().auditing.finished(audit))


def what_if_pdf_of(found: AuditRecord) -> Response:
    """Effect of a what-if as a document. Raises NoWhatIf."""
    service().results.effect(found)
    return pdf(
        lambda stream: service().results.write_report(found, stream),
        _etag(found, "what-if"),
        f"what-if-{found.id}.pdf",
    )


@blueprint.route("/<number:audit>/compare/<number:other>", methods=["GET"], access=("audits", "read"))
@blueprint.response(200, AuditComparison)
@blueprint.problems(403, 404, 409, 410)
@blueprint.doc(operationId="compareAudits")
def comparison(audit: int, other: int) -> Response:
    """Differences between an audit and a later one: the knowledge at either time, and the findings that are gone, new and
    changed, by fingerprint.
    """
    finished = service().auditing.finished
    return answer(service().results.comparison(finished(audit), finished(other)))


@blueprint.route(
    "/<number:audit>/compare/<number:other>/report.pdf", methods=["GET"], access=("audits", "read")
)
@blueprint.files(PDF_TYPE)
@blueprint.problems(403, 404, 409, 410)
@blueprint.doc(operationId="compareAuditsPdf")
def comparison_pdf(audit: int, other: int) -> Response:
    """The same as a document."""
    return comparison_pdf_of(service().auditing.finished(audit), service().auditing.finished(other))


def comparison_pdf_of(before: AuditRecord, after: AuditRecord) -> Response:
    """Differences between two finished audits, as a document."""
    etag = _etag(before, f"against {after.result_sha256}")
    name = f"audits-{before.id}-{after.id}.pdf"
    return pdf(lambda stream: service().results.write_comparison(before, after, stream), etag, name)


@blueprint.route("/<number:audit>/report.json", methods=["GET"], access=("audits", "read"))
@blueprint.response(200, AuditDocument, content_type=JSON_TYPE)
@blueprint.problems(403, 404, 409, 410)
@blueprint.doc(operationId="getReportJson")
def report_json(audit: int) -> Response:
    """The whole audit, for programs: what `auditor audit --format json` prints."""
    return report_json_of(service().auditing.finished(audit))


def report_json_of(found: AuditRecord) -> Response:
    """A finished audit as one piece of JSON."""
    results = service().results
    answers = results.answers(found)
    etag = _etag(found, f"json{digest(answers)}")
    if already_has(etag):
        return not_modified(etag)
    fields = results.head(found)
    if fields["incidents"] is not None:
        fields["incidents"] = results.incidents(found)
    fields["findings"] = results.findings(found)
    fields["answers"] = list(answers.values())
    response = Response(chain(json_object(fields), [b"\n"]), mimetype=JSON_TYPE)
    return _document(response, found, "json", etag)


@blueprint.route("/<number:audit>/findings.csv", methods=["GET"], access=("audits", "read"))
@blueprint.arguments(request_schemas.FindingsQuery, location="query")
@blueprint.response(200, {"type": "string"}, content_type=CSV_TYPE)
@blueprint.problems(400, 403, 404, 409, 410)
@blueprint.doc(operationId="getFindingsCsv")
def findings_csv(query: dict[str, Any], audit: int) -> Response:
    """Findings for a spreadsheet: RFC 4180 with a header, UTF-8.

    Text that a spreadsheet would take for a formula begins with an apostrophe.
    """
    return findings_csv_of(service().auditing.finished(audit), filter_of(query))


@blueprint.route("/<number:audit>/report.xlsx", methods=["GET"], access=("audits", "read"))
@blueprint.files(XLSX_TYPE)
@blueprint.problems(403, 404, 409, 410)
@blueprint.doc(operationId="getReportXlsx")
def report_xlsx(audit: int) -> Response:
    """The audit as a workbook: a sheet each for incidents, findings and coverage, and for the totals of a gaming day; for
    whoever may read screening one with where to look.
    """
    return report_xlsx_of(service().auditing.finished(audit))


def report_xlsx_of(found: AuditRecord) -> Response:
    """A finished audit as a workbook, with the state of its incidents."""
    results = service().results
    basis = results.screening_basis(found) if caller_may("screening", "read") else ""
    etag = _etag(found, f"xlsx{digest(results.answers(found))}{basis}")
    if already_has(etag):
        return not_modified(etag)
    audit = results.audit(found)
    became = results.became(found, [each.id for each in audit.incidents or ()])
    screened = results.screened(found) if basis else []
    return xlsx_document(audit_workbook(audit, became, screened), f"audit-{found.id}.xlsx", etag)


def findings_csv_of(found: AuditRecord, wanted: FindingFilter, *, mark: bool = False) -> Response:
    """Findings of a finished audit as CSV. mark: with a byte-order mark."""
    etag = _etag(found, f"csv {wanted}{' marked' if mark else ''}")
    if already_has(etag):
        return not_modified(etag)
    lines = spreadsheet.findings_csv(service().results.findings(found, wanted))
    return csv_document(spreadsheet.marked(lines) if mark else lines, f"audit-{found.id}-findings.csv", etag)


@blueprint.route("/<number:audit>/incidents.csv", methods=["GET"], access=("audits", "read"))
@blueprint.arguments(request_schemas.IncidentsQuery, location="query")
@blueprint.response(200, {"type": "string"}, content_type=CSV_TYPE)
@blueprint.problems(400, 403, 404, 409, 410)
@blueprint.doc(operationId="getIncidentsCsv")
def incidents_csv(query: dict[str, Any], audit: int) -> Response:
    """Incidents for a spreadsheet, all of them, in the form of `findings.csv`.

    A hand is its session and number; a debt is debtor, creditor and amount in minor units (`nobody` where it is none of the
    players). Of the whole list, without a selection, the report prints the digest.
    """
    return incidents_csv_of(service().auditing.grouped(audit), incident_filter_of(query))


def incidents_csv_of(found: AuditRecord, wanted: IncidentFilter, *, mark: bool = False) -> Response:
    """Incidents of a finished audit as CSV. mark: with a byte-order mark."""
    etag = _etag(found, f"incidents csv {wanted}{' marked' if mark else ''}")
    if already_has(etag):
        return not_modified(etag)
    lines = spreadsheet.incidents_csv(service().results.incidents(found, wanted))
    return csv_document(spreadsheet.marked(lines) if mark else lines, f"audit-{found.id}-incidents.csv", etag)


def csv_document(lines: Iterator[bytes] | bytes, name: str, etag: str | None = None) -> Response:
    """Lines as a file for a spreadsheet."""
    response = Response(lines, mimetype=CSV_TYPE)
    response.headers["Content-Type"] = f"{CSV_TYPE}; charset=utf-8; header=present"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    if etag is not None:
        response.set_etag(etag)
    return response


def _etag(audit: AuditRecord, what: str) -> str:
    """ETag from the result, the kind of document and the program, before it is made."""
    return hashlib.sha256(f"{audit.result_sha256} {what} {program().basis}".encode()).hexdigest()[:32]


def _document(response: Response, audit: AuditRecord, suffix: str, etag: str) -> Response:
    response.headers["Content-Disposition"] = f'inline; filename="audit-{audit.id}.{suffix}"'
    if etag is not None:
        response.set_etag(etag)
    return response


def xlsx_document(body: bytes, name: str, etag: str | None = None) -> Response:
    """A workbook to be saved."""
    response = Response(body, mimetype=XLSX_TYPE)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    if etag is not None:
        response.set_etag(etag)
    return response
