"""Place of a finding of an event, in words."""

from __future__ import annotations

from reports.formatting import titled
from rules.results import Finding


def place_in_event(finding: Finding | None, short: bool = False) -> str:
    """Subject of a finding with its line; the file for none.

    short: without an entry's player.
    """
    if finding is None:
        return "the file"
    about = [
        f"entry {finding.entry:,}" if finding.entry is not None else "",
        finding.player or "" if finding.entry is None or not short else "",
        f"table {finding.table}" if finding.table and finding.entry is None else "",
        f"account {finding.account}" if finding.account else "",
        titled(finding.total) if finding.total else "",
        f"hand {finding.hand}" if finding.hand is not None else "",
    ]
    line = "" if finding.line is None else f"line {finding.line}{_of(finding)}"
    return ", ".join(each for each in (line, *about) if each) or "the file"


def _of(finding: Finding) -> str:
    return f" of {finding.session}" if finding.session else ""
