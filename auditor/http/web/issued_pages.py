"""Issued reports: their list, one of them, its document and its hearing bundle, and issuing one."""

from __future__ import annotations

import marshmallow as ma
from flask import Response, request

from auditor.errors import CannotSign, NothingScreened, TooManyAtOnce
from auditor.http import issued_schemas
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import holder, service
from auditor.http.issued_api import must_be_readable, pulled, pulled_bundle
from auditor.http.report_api import exhibits_asked
from auditor.http.web.audit_pages import audit_page, day_asked, rooms_listed
from auditor.http.web.form_words import by_field
from auditor.http.web.forms import page_number, text
from auditor.http.web.page_clocks import zone_of
from auditor.http.web.page_rendering import page, place, see
from auditor.http.web.web_blueprint import web
from auditor.store.rows import Page
from auditor.store.stored_reports import EDITIONS, ReportFilter

_SIZE = 50


@web.get("/reports")
@for_people("reports", "read")
def reports() -> Response:
    """Issued reports, the newest first, by room, edition, and the gaming days of what was audited."""
    asked = {name: request.args.get(name, "").strip()[:64] for name in ("room", "from", "until", "edition")}
    edition = next((each for each in EDITIONS if each == asked["edition"]), None)
    wanted = ReportFilter(None, asked["room"] or None, edition, day_asked("from"), day_asked("until"))
    number = page_number()
    rows, total = service().issuing.page(wanted, Page(number, _SIZE))
    return page(
        "pages/reports.html", reports=rows, total=total, asked=asked, editions=EDITIONS, number=number,
        pages=-(-total // _SIZE) or 1, **rooms_listed(),
    )  # fmt: skip


@web.get("/reports/<number:report>")
@for_people("reports", "read")
def report(report: int) -> Response:
    """An issued report: what it is of, its digest, who signed it, where the register has it."""
    found = service().issuing.get(report)
    about(audit=found.audit)
    return page(
        "pages/report.html", report=found, audit=service().auditing.get(found.audit), zone=zone_of([found.room], found.at)
    )  # fmt: skip


@web.get("/reports/<number:report>/report.pdf")
@for_people("reports", "read")
def report_pdf(report: int) -> Response:
    """The document as it was issued. Who is given it is on record."""
    return pulled(report)


@web.get("/reports/<number:report>/bundle.zip")
@for_people("reports", "bundle")
def report_bundle(report: int) -> Response:
    """The hearing bundle. Who is given it is on record."""
    return pulled_bundle(report)


@web.post("/audits/<number:audit>/reports")
@for_people("reports", "issue")
def issue_report(audit: int) -> Response:
    """Issue the report of an audit, and show it."""
    try:
        wanted = issued_schemas.IssueRequest().load(
            {"edition": text("edition", 20), "exhibits": text("exhibits", 10)}
        )
        must_be_readable(wanted["edition"])
        found, _ = service().issuing.issue(audit, wanted["edition"], exhibits_asked(wanted), holder(None))
    except ma.ValidationError as error:
        return audit_page(audit, 422, by_field(error))
    except TooManyAtOnce as error:
        return audit_page(audit, 429, error=str(error))
    except NothingScreened as error:
        return audit_page(audit, 409, error=str(error))
    except CannotSign as error:
        return audit_page(audit, 503, error=str(error))
    return see(place("report", report=found.id))
