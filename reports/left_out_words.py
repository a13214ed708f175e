"""Words for sessions that the screening of their room leaves out, for pages, reports and the command line."""

from __future__ import annotations

from collections.abc import Iterator

from reports.formatting import count


def left_out_words(other_version: int, not_screened: int) -> Iterator[str]:
    """A sentence for each reason, by the numbers of sessions: another version of screening made their statistics; no audit kept
    any.
    """
    if other_version:
        whose = "its" if other_version == 1 else "their"
        yield f"{_left_out(other_version)}: another version of the program made {whose} statistics."
    if not_screened:
        whose = "its log" if not_screened == 1 else "their logs"
        yield f"{_left_out(not_screened)}: no audit with screening has read {whose}."


def _left_out(sessions: int) -> str:
    return f"{count(sessions, 'session')} {'is' if sessions == 1 else 'are'} left out"
