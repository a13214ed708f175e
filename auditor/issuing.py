"""Reports issued: made once, signed where configured, then given out unchanged, on record."""

from __future__ import annotations

import datetime as dt
import hashlib
import tempfile
from io import BytesIO
from typing import Any, BinaryIO, cast

from auditor.audit_results import AuditResults
from auditor.auditing import Auditing
from auditor.bundles.bundle_archive import write_archive
from auditor.bundles.bundle_contents import Contents
from auditor.engine import program
from auditor.errors import CannotBundle, CannotSign, NoSuchReport, NothingScreened
from auditor.jobs.costly_work import CostlyWork
from auditor.registry import Registry
from auditor.remedies import Remedy
from auditor.signing.signing_configuration import SigningConfiguration
from auditor.store import Store
from auditor.store.leases import Lease
from auditor.store.rows import AuditRecord, Page
from auditor.store.service_clock import now
from auditor.store.stored_reports import Edition, IssuedReport, NewReport, Pulled, ReportFilter

_IN_MEMORY = 8 << 20  # bytes


class Issuing:
    """Issues reports of finished audits, and gives them out."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        auditing: Auditing,
        results: AuditResults,
        costly: CostlyWork,
        signing: SigningConfiguration | None,
    ) -> None:
        self._store = store
        self._registry = registry
        self._auditing = auditing
        self._results = results
        self._costly = costly
        self._signing = signing

    def issue(
        self, audit: int, edition: Edition, most: int | None, by: str | None
    ) -> tuple[IssuedReport, bool]:
        """Issue a finished audit's report; False where the same document was issued before.

        most: drawn places, None for all. by: the issuer. Raises NothingScreened, TooManyAtOnce, CannotSign, and what
        `Auditing.finished` raises.
        """
        record = self._auditing.finished(audit)
        if edition == "screened" and not self._results.screening_basis(record):
            raise NothingScreened(
                f"No session of audit {audit} is screened, so that its report has nothing of screening. Issue the full edition."
            )
        with self._costly.place_of(self._store.caller.key):
            while True:
                with self._costly.piece(f"report {audit} {edition}") as piece:
                    issued = self._issued(record, edition, most, by, piece)
                if issued is not None:
                    return issued

    def _issued(
        self, record: AuditRecord, edition: Edition, most: int | None, by: str | None, piece: Lease
    ) -> tuple[IssuedReport, bool] | None:
        """The report, and whether it is new; None where another took the piece of work meanwhile."""
        body = self._written(record, edition, most)
        digest = hashlib.sha256(body).hexdigest()
        certificate = None if self._signing is None else self._signing.certificate_sha256
        before = self._store.reports.alike(record.id, edition, digest, certificate)
        if before is not None:
            return before, False
        body, signer = (body, None) if self._signing is None else _signed(self._signing, body)
        new = NewReport(record.id, edition, most, digest, signer, program().release, by, body)
        made = self._store.reports.add(new, now(), piece)
        return None if made is None else (made, True)

    def get(self, number: int) -> IssuedReport:
        """An issued report without bytes. Raises NoSuchReport."""
        found = self._store.reports.get(number)
        if found is None:
            raise NoSuchReport(
                f"There is no report {number}.",
                Remedy(
                    "The list of reports shows those there are; the page of an audit issues one.",
                    "GET /v1/reports lists those there are; POST /v1/audits/AUDIT/reports issues one.",
                    "`auditor reports list` lists those there are; `auditor reports issue AUDIT` issues one.",
                ),
            )
        return found

    def page(self, wanted: ReportFilter, page: Page) -> tuple[list[IssuedReport], int]:
        """Page of the reports, newest first, and the total."""
        return self._store.reports.page(wanted, page)

    def read(self, number: int) -> tuple[IssuedReport, bytes]:
        """A report with its bytes. Raises NoSuchReport, ResultPurged, DocumentDamaged."""
        found = self.get(number)
        return found, self._store.reports.body(found)

    def note_pull(self, report: IssuedReport, what: Pulled, by: str | None) -> None:
        """Record that the caller received a report or its bundle."""
        self._store.reports.pulled(report.id, what, by, now())

    def write_bundle(self, report: IssuedReport, stream: BinaryIO) -> None:
        """Write a report's hearing bundle. Raises CannotBundle for the redacted edition, and what `Auditing.finished` and `read`
        raise.
        """
        if report.edition == "redacted":
            raise CannotBundle(
                f"Report {report.id} is the {report.edition} edition, and a bundle has the logs. Issue the full edition of audit "
                f"{report.audit}, and take its bundle."
            )
        record = self._auditing.finished(report.audit)
        with self._costly.place_of(self._store.caller.key):
            parts = Contents(self._store, self._registry, self._results, report, record)
            head = {
                "report": report.id,
                "issued_at": report.at,
                "issued_by": f"cardroom-auditor {report.engine}",
                "audit": record.id,
                "engine": parts.engine,
                "sha256": report.sha256,
            }
            at = dt.datetime.fromisoformat(report.at)
            write_archive(parts, head, at, stream, self._store.register_key)
        self._auditing.finished(report.audit)  # a purge meanwhile took parts of it away

    def _written(self, record: AuditRecord, edition: Edition, most: int | None) -> bytes:
        with tempfile.SpooledTemporaryFile(_IN_MEMORY) as file:
            stream = cast(BinaryIO, file)  # spooled: a binary file in all but its stub
            self._results.write_report(
                record,
                stream,
                most,
                self._results.answers(record),
                redacted=edition == "redacted",
                screened=edition == "screened",
            )
            stream.seek(0)
            return stream.read()


def _signed(signing: SigningConfiguration, body: bytes) -> tuple[bytes, dict[str, Any]]:
    from auditor.signing.signed_pdf import ReportNotSigned, sign  # a second, which only who signs pays

    out = BytesIO()
    try:
        signed = sign(signing, BytesIO(body), out, dt.datetime.now(dt.UTC).replace(microsecond=0))
    except ReportNotSigned as error:
        raise CannotSign(f"{error} Nothing was issued.") from error
    signer = {
        "subject": signed.subject,
        "certificate_sha256": signed.certificate_sha256,
        "at": signed.at.isoformat().replace("+00:00", "Z"),
        "timestamped": signed.timestamped,
    }
    return out.getvalue(), signer
