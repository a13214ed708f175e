"""Report of `auditor nightly`, and its exit status."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from auditor.cli import exits, severity

if TYPE_CHECKING:
    from auditor.cli.nightly_register import RegisterReport
    from auditor.night import Night


class Report:
    """The service's comparison, and what failed."""

    def __init__(
        self, url: str, day: str, changes: Night, incomplete: list[str], missing: list[str], register: RegisterReport,
    ) -> None:  # fmt: skip
        self.url, self.day, self.changes = url, day, changes
        self.incomplete, self.missing, self.register = incomplete, missing, register
        self.reports: list[Path] = []
        self.status = exits.OK

    def exit_status(self, fail_on: str, undetermined: bool) -> int:
        """The first status that applies."""
        if self.register.trouble is not None:
            return exits.REGISTER_DIFFERS
        if self.incomplete:
            return exits.INCOMPLETE
        if self.missing or self.changes.overdue:
            return exits.MISSING
        new = self.changes.new
        if any(severity.counts(each.kind, each.severity, fail_on, undetermined) for each in new):
            return exits.FINDINGS
        return exits.OK

    @property
    def uneventful(self) -> bool:
        """Whether nothing is new, gone or late and the register is the known one."""
        changes, register = self.changes, self.register
        eventful = changes.new or changes.gone or changes.overdue_answers
        return (
            self.status == exits.OK
            and not eventful
            and (register.before is not None or register.size is None)
        )

    def as_dict(self) -> dict[str, Any]:
        """All of it, for programs."""
        return {
            "service": self.url,
            "day": self.day,
            "audits": self.changes.audits,
            "new": self.changes.new,
            "persisting": self.changes.persisting,
            "gone": self.changes.gone,
            "missing": self.missing,
            "overdue": self.changes.overdue,
            "overdue_answers": self.changes.overdue_answers,
            "incomplete": self.incomplete,
            "register": self.register,
            "reports": [str(each) for each in self.reports],
            "exit_status": self.status,
        }
