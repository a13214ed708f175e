"""What the checks say of a log, for tests that look at nothing else of an audit."""

from __future__ import annotations

from rules.audit import BytesSource
from rules.audit.audit_of_log import CheckedLog, checked
from rules.audit.block_pass import LogAuditRequest
from rules.controls.library import library
from rules.controls.mandatory_limits import MandatoryLimits


def checks_of(data: bytes) -> CheckedLog:
    """The first steps of an audit, complete: its findings, without a diagnosis, incidents and what else is made of them."""
    registry = library()
    request = LogAuditRequest(
        BytesSource(data), registry, None, None, False, MandatoryLimits.of_room(registry, None, None)
    )
    found = checked(request)
    assert found.blocks.runner.failures() == []
    return found
