"""Place of a finding of a tournament or a ledger, in a few words."""

from __future__ import annotations

from reports.formatting import titled
from rules.results import Finding


def place_in_event(finding: Finding | None, short: bool = False) -> str:
    """Subject of a finding: its entry, player, table, account or total, with its line; the file where it is of none.

    short: without the player of an entry, who is named beside it.
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
