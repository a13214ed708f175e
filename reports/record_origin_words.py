"""Origin of a record, in words."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from reports.formatting import count
from rules.results import HistoryFacts, LogFacts

SOURCES = {
    "table_system": "the table’s own system",
    "keyed": "keyed in during the session or afterwards",
    "video_review": "video review",
    "paper": "paper records",
}
UNSAID = "not recorded"


def derived(logs: Sequence[LogFacts]) -> str:
    """Logs derived from hand histories, and their limits."""
    found = [log.history for log in logs if log.history is not UNSET]
    if not found:
        return ""
    several = len(logs) > 1
    first = _which(len(found), len(logs)) if several else "The log was derived from a hand history"
    shown = "; ".join(_shown(found))
    return " ".join(
        filter(None, (f"{first}{': ' if shown else ''}{shown}.", _unread(found, several=several)))
    )


def _which(derived_ones: int, logs: int) -> str:
    if derived_ones == logs:
        return f"All {logs:,} logs were derived from hand histories"
    return f"{derived_ones:,} of {count(logs, 'log')} {'was' if derived_ones == 1 else 'were'} derived from hand histories"


def _shown(found: Sequence[HistoryFacts]) -> list[str]:
    limits = (
        ("the hands of one player, and not every hand of the table", [each.seen_by == "player" for each in found]),
        ("hands with the numbers of a site", [each.numbering == "site" for each in found]),
        ("cards of other players only as they were shown", [each.cards_from == "shows" for each in found]),
    )  # fmt: skip
    return [
        says if sum(holds) == len(found) else f"{says} (in {sum(holds):,} of {len(found):,})"
        for says, holds in limits
        if any(holds)
    ]


def _unread(found: Sequence[HistoryFacts], *, several: bool) -> str:
    """Unread hands; logs of one history each state all, so none is summed."""
    of = [each.left_out for each in found if each.left_out]
    if not of:
        return ""
    if several:
        logs = "all" if len(of) == len(found) else f"{len(of):,}"
        return f"Hands of the histories of {logs} of them could not be read and are in no log (LOG021)."
    is_are = "is" if of[0] == 1 else "are"
    return f"{count(of[0], 'hand')} of the hand history could not be read and {is_are} in no log (LOG021)."
