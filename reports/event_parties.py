"""Parties of a tournament or ledger whose money differs."""

from __future__ import annotations

from reports.drawn_pages import WIDTH, Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import count, money
from reports.money_words import kind_words, party_words, unit_of
from reports.typography import NOTE, SMALL_BOLD
from rules.results import Audit, MoneyKind, PartyMoney

_MOST_ROWS = 40
_KINDS: tuple[MoneyKind, ...] = ("misallocated", "over_collected", "under_collected", "unaccounted")
_TEXT = (
    "What each party got by the lines of the file less what it gave, and what was due. A minus means that the party lacks the "
    "amount, a plus that it has it and it was not due. An account is the money of its players: what was not paid out stayed "
    "with it. A prize that was not paid out by a line of its own counts as it is stated."
)


def draw_parties(pages: Pages, audit: Audit) -> None:
    """Draw differing parties, largest first, and the number of others."""
    rows = [each for each in audit.parties or [] if any(getattr(each, kind) for kind in _KINDS)]
    pages.paragraph(_TEXT)
    if not rows:
        return
    table = ReportTable(
        pages,
        (
            ReportColumn("Party", 104, style=SMALL_BOLD),
            ReportColumn("Got", 68, True),
            ReportColumn("Due", 68, True),
            *(ReportColumn(kind_words(kind).capitalize(), 66, True) for kind in _KINDS),
        ),
        most=3,
    )
    table.head()
    for each in rows[:_MOST_ROWS]:
        table.row(party_words(each.party), *_figures(each))
    others = len(audit.parties or []) - len(rows)
    more = len(rows) - _MOST_ROWS
    if more > 0:
        pages.paragraph(f"The audit as JSON lists {count(more, 'more party', 'more parties')}.", NOTE)
    if others > 0:
        pages.paragraph(
            f"No difference is known of {count(others, 'other party', 'other parties')}.", NOTE, measure=WIDTH
        )


def _figures(each: PartyMoney) -> list[str]:
    unit = unit_of(each.unit)
    apart = [money(amount, unit, plus=True) if (amount := getattr(each, kind)) else "" for kind in _KINDS]
    return [money(each.recorded, unit, plus=True), money(each.due, unit, plus=True), *apart]
