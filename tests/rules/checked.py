"""What the checks say of a log, for tests that look at nothing else of an audit."""

from __future__ import annotations

from rules.audit import BytesSource
from rules.audit.block_pass import Request
from rules.audit.run import Checked, checked
from rules.controls.library import library
from rules.controls.limits import Limits


def checks_of(data: bytes) -> Checked:
    """The first steps of an audit, complete: its findings, without a diagnosis, incidents and what else is made of them."""
    registry = library()
    request = Request(BytesSource(data), registry, None, None, False, Limits.of_room(registry, None, None))
    found = checked(request)
    assert found.blocks.runner.failures() == []
    return found
