"""An audit's documents, for whoever signed in: the same as the API gives."""

from __future__ import annotations

import marshmallow as ma
from flask import Response, request

from auditor.http import request_schemas
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import service
from auditor.http.problem_answers import HttpProblem
from auditor.http.report_api import (
    comparison_pdf_of,
    exhibits_asked,
    findings_csv_of,
    incidents_csv_of,
    report_json_of,
    report_pdf_of,
    report_xlsx_of,
    what_if_pdf_of,
)
from auditor.http.web.form_words import by_field
from auditor.http.web.web_blueprint import web
from auditor.store.rows import AuditRecord, FindingFilter, IncidentFilter


@web.get("/audits/<number:audit>/report.pdf")
@for_people("audits", "read")
def audit_pdf(audit: int) -> Response:
    """The report, as it is made now; one that is issued is kept, and is among the issued reports."""
    try:
        asked = request_schemas.ReportQuery().load(dict(request.args), unknown=ma.EXCLUDE)
    except ma.ValidationError as error:
        raise HttpProblem(422, "invalid-request", " ".join(by_field(error).values())) from error
    return report_pdf_of(_finished(audit), exhibits_asked(asked))


@web.get("/audits/<number:audit>/what-if.pdf")
@for_people("audits", "read")
def audit_what_if_pdf(audit: int) -> Response:
    """Effect of the controls that were tried."""
    return what_if_pdf_of(_finished(audit))


@web.get("/audits/<number:audit>/report.json")
@for_people("audits", "read")
def audit_json(audit: int) -> Response:
    """The whole audit, for programs."""
    return report_json_of(_finished(audit))


@web.get("/audits/<number:audit>/findings.csv")
@for_people("audits", "read")
def audit_findings_csv(audit: int) -> Response:
    """Every finding, for a spreadsheet."""
    return findings_csv_of(_finished(audit), FindingFilter(), mark=True)


@web.get("/audits/<number:audit>/incidents.csv")
@for_people("audits", "read")
def audit_incidents_csv(audit: int) -> Response:
    """Every incident, for a spreadsheet."""
    about(audit=audit)
    return incidents_csv_of(service().auditing.grouped(audit), IncidentFilter(), mark=True)


@web.get("/audits/<number:audit>/report.xlsx")
@for_people("audits", "read")
def audit_xlsx(audit: int) -> Response:
    """Incidents, findings and coverage as a workbook."""
    return report_xlsx_of(_finished(audit))


@web.get("/audits/<number:audit>/compare/<number:other>/report.pdf")
@for_people("audits", "read")
def comparison_pdf(audit: int, other: int) -> Response:
    """Differences between two audits, as a document."""
    return comparison_pdf_of(_finished(audit), _finished(other))


def _finished(audit: int) -> AuditRecord:
    about(audit=audit)
    return service().auditing.finished(audit)
