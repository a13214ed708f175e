"""Sessions of a day that could not be audited."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.formatting import count, listed
from rules.results import Audit, SkippedSession

BANNER = "INCOMPLETE DAY: a session could not be audited, and what was played in it is not known"


def skipped_sessions(audit: Audit) -> Sequence[SkippedSession]:
    """Skipped sessions of a day; none of other audits."""
    return audit.day.skipped or () if audit.day is not None else ()


def skipped_warning(skipped: Sequence[SkippedSession]) -> str:
    """Warning of the first page, with reasons."""
    return f"INCOMPLETE DAY. {' '.join(_sentences(skipped))} What was played there is not part of this audit."


def skipped_conclusion(skipped: Sequence[SkippedSession]) -> str:
    what = "a session" if len(skipped) == 1 else count(len(skipped), "session")
    tables = listed(sorted({table_of_skipped(each) for each in skipped}))
    return f"The day is incomplete: {what} at {tables} could not be audited."


def table_of_skipped(each: SkippedSession) -> str:
    """Table of a session, with its tournament."""
    name = each.table if each.table.lower().startswith("table") else f"table {each.table}"
    return f"{name} of {each.tournament}" if each.tournament else name


def _sentences(skipped: Sequence[SkippedSession]) -> Iterator[str]:
    for each in skipped:
        where = table_of_skipped(each)
        yield (
            f"{where[:1].upper()}{where[1:]}, session {each.session} ({count(each.hands, 'hand')}): {each.reason.rstrip('.')}."
        )
