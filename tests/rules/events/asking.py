"""What tests of the checks of events ask of an audit."""

from __future__ import annotations

from typing import Any

from rules.results import Audit, Finding
from tests.rules.events.auditing import found, row


def only(audit: Audit, code: str) -> Finding:
    """The one finding of a check."""
    (one,) = found(audit, code)
    return one


def said(finding: Finding) -> tuple[Any, ...]:
    """Line, entry, player, stated and expected."""
    return finding.line, finding.entry, finding.player, finding.stated, finding.expected


def counted(audit: Audit, code: str) -> tuple[int, int, int, int]:
    """What a check looked at: tested, of these differing, untestable, inapplicable."""
    coverage = row(audit, code)
    return coverage.tested, coverage.differing, coverage.untestable, coverage.inapplicable


def reasons(audit: Audit, code: str) -> list[str]:
    """Why a check could not test."""
    return [each.reason for each in row(audit, code).because]


def at(time: str) -> str:
    """A time of the day of a tournament, from its hours and minutes."""
    return f"2026-03-14T{time}:00+02:00"
