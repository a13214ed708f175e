"""/v1/reports: reports issued, and pulled as they were issued."""

from __future__ import annotations

import base64
from typing import Any

from flask import Response, request

from auditor.http import issued_schemas as schemas
from auditor.http.access import caller_may, must_also_be_permitted
from auditor.http.access_log import about
from auditor.http.answer_structs import shown
from auditor.http.audit_api import blueprint as audits
from auditor.http.blueprint import Blueprint, answer
from auditor.http.context import holder, service
from auditor.http.guards import already_has, not_modified
from auditor.http.paging import page_of, paged
from auditor.http.register_api import entry_url
from auditor.http.report_api import PDF_TYPE, exhibits_asked, written
from auditor.http.resources import audit_url, purged
from auditor.store.stored_reports import Edition, IssuedReport, ReportFilter

ZIP_TYPE = "application/zip"

blueprint = Blueprint(
    "reports", __name__, url_prefix="/v1/reports", description="Reports as they were issued"
)


def issued_url(number: int) -> str:
    """Address of an issued report."""
    return f"/v1/reports/{number}"


@audits.route("/<number:audit>/reports", methods=["POST"], access=("reports", "issue"))
@audits.arguments(schemas.IssueRequest)
@audits.response(201, schemas.IssuedResource, description="The report is issued")
@audits.alt_response(
    200, schema=schemas.IssuedResource, description="The same document was issued before", success=True
)
@audits.problems(400, 403, 404, 409, 410, 413, 415, 422, 429, 503)
@audits.doc(operationId="issueReport")
def issue(body: dict[str, Any], audit: int) -> Response:
    """Issue the report of a finished audit: it is made, signed where the service has a certificate, and kept as it is.

    It states what became of the incidents up to now. The same document is issued once; after a further step about an incident it
    is another one. The register has an entry of each. The screened edition needs the right to read screening.
    """
    must_be_readable(body["edition"])
    found, new = service().issuing.issue(audit, body["edition"], exhibits_asked(body), holder(body["by"]))
    about(audit=audit)
    return answer(issued_resource(found), 201 if new else 200, {"Location": issued_url(found.id)})


@blueprint.route("", methods=["GET"], access=("reports", "read"))
@blueprint.arguments(schemas.IssuedQuery, location="query")
@blueprint.page("IssuedPage", reports=schemas.IssuedResource)
@blueprint.problems(400, 403)
@blueprint.doc(operationId="listReports")
def listed(query: dict[str, Any]) -> Response:
    """List issued reports, the newest first."""
    page = page_of(query)
    first, last = query.get("first"), query.get("last")
    wanted = ReportFilter(
        query.get("audit"),
        query.get("room"),
        query.get("edition"),
        first.isoformat() if first else None,
        last.isoformat() if last else None,
    )
    rows, total = service().issuing.page(wanted, page)
    return paged("reports", [issued_resource(row) for row in rows], page, total)


@blueprint.route("/<number:report>", methods=["GET"], access=("reports", "read"))
@blueprint.response(200, schemas.IssuedResource)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getReport")
def one(report: int) -> Response:
    """One issued report: what it is of, its digest, who signed it, and where the register has it."""
    return answer(issued_resource(service().issuing.get(report)))


@blueprint.route("/<number:report>/report.pdf", methods=["GET"], access=("reports", "read"))
@blueprint.files(PDF_TYPE)
@blueprint.problems(403, 404, 410)
@blueprint.doc(operationId="pullReport")
def pull(report: int) -> Response:
    """The document as it was issued, byte for byte. Its ETag is its SHA-256. Who is given it is an entry of the register. The
    screened edition is for whoever may read screening, and so is its bundle.
    """
    return pulled(report)


def pulled(report: int) -> Response:
    """An issued report for whoever asks, on record."""
    must_be_readable(service().issuing.get(report).edition)
    found, body = service().issuing.read(report)
    about(audit=found.audit)
    if already_has(found.sha256):
        return not_modified(found.sha256)
    if request.method != "HEAD":
        service().issuing.note_pull(found, "report", holder(None))
    response = Response(body, mimetype=PDF_TYPE)
    response.set_etag(found.sha256)
    digest = base64.b64encode(bytes.fromhex(found.sha256)).decode()
    response.headers["Repr-Digest"] = f"sha-256=:{digest}:"  # RFC 9530
    response.headers["Content-Disposition"] = f'inline; filename="report-{report}.pdf"'
    return response


@blueprint.route("/<number:report>/bundle.zip", methods=["GET"], access=("reports", "bundle"))
@blueprint.files(ZIP_TYPE)
@blueprint.problems(403, 404, 409, 410, 429)
@blueprint.doc(operationId="pullBundle")
def bundle(report: int) -> Response:
    """The hearing bundle of a report: one archive with the report as issued, its audit, the logs as they were received, the
    controls and their documents as they were filed, answers, the custodian's declaration, what the register recorded of each with
    its proof, and a manifest with the SHA-256 of each file. Who is given it is an entry of the register.
    """
    return pulled_bundle(report)


def pulled_bundle(report: int) -> Response:
    """The hearing bundle of a report for whoever asks, on record."""
    found = service().issuing.get(report)
    about(audit=found.audit)
    must_be_readable(found.edition)
    response = written(lambda stream: service().issuing.write_bundle(found, stream), ZIP_TYPE)
    if request.method != "HEAD":
        service().issuing.note_pull(found, "bundle", holder(None))
    response.headers["Content-Disposition"] = f'attachment; filename="report-{report}-bundle.zip"'
    return response


def must_be_readable(edition: Edition) -> None:
    """Raise NotPermitted for an edition with screening where whoever asks may not read that."""
    if edition == "screened":
        must_also_be_permitted("screening", "read")


def issued_resource(report: IssuedReport) -> schemas.IssuedResource:
    """An issued report as the API shows it."""
    url = issued_url(report.id)
    links = {"self": url, "audit": audit_url(report.audit), "entry": entry_url(report.entry)}
    if report.purged is None and (report.edition != "screened" or caller_may("screening", "read")):
        links["pdf"] = f"{url}/report.pdf"
        if report.edition != "redacted":
            links["bundle"] = f"{url}/bundle.zip"
    return shown(schemas.IssuedResource, report, purged=purged(report.purged), links=links)
