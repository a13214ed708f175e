"""Definitions of terms, each printed once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reports.drawn_pages import WIDTH, Pages
from reports.typography import NOTE
from rules.results import MoneyKind

FINDING = (
    "A finding is one difference between record and controls, or one point that the controls leave open."
)
KINDS = (
    "A violation is play or dealing that breaks the controls; a discrepancy is a recorded result that differs from the "
    "replay."
)
INCIDENT = (
    "An incident groups findings with one cause; a pattern is an incident that repeats over many hands."
)
MISALLOCATED = "Misallocated money went to a player to whom it was not due."
MISRECORDED = "Misrecorded money was entered wrongly, but did not move."
OF_KINDS: Mapping[MoneyKind, str] = {  # of the kinds of money that only some reports have
    "over_collected": "Over-collected money was taken or kept by the house or an account, and was not due to it.",
    "under_collected": "Under-collected money was due to the house or an account and not taken, or paid by it and not due.",
    "to_nobody": "Money to or from nobody has a player on one side only.",
    "unaccounted": "Unaccounted money is missing from, or too much in, an account of chips or money that does not close.",
}
TESTABLE = "A hand is testable if it can be replayed."
UNTESTABLE = (
    "A check is untestable where the record lacks what the check needs. It is not applicable where the controls have no "
    "rule for it."
)


def draw_terms(pages: Pages, terms: Sequence[str]) -> None:
    pages.paragraph(" ".join(terms), NOTE, measure=WIDTH, after=0)
