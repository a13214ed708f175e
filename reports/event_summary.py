"""Best places, or accounts, on the first page."""

from __future__ import annotations

from reports.drawn_pages import Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import NOTHING, bare, count, less
from reports.story import Story
from reports.typography import NOTE, SMALL, SMALL_BOLD
from rules.shown_events import Book, EventFacts, LedgerFacts, TournamentFacts

_MANY = 6  # incidents, above which the page has fewer places
_PLACES, _FEW_PLACES, _ACCOUNTS = 6, 3, 8


def draw_summary(pages: Pages, story: Story, event: EventFacts) -> None:
    if event.tournament is not None:
        _best(pages, story, event.tournament, event.currency)
    if event.ledger is not None and event.ledger.books:
        _accounts(pages, story, event.ledger, event.currency)


def _best(pages: Pages, story: Story, played: TournamentFacts, currency: str) -> None:
    rows = [row for row in played.places if row.place is not None or row.prize]
    shown = rows[: _PLACES if len(story.entries) <= _MANY else _FEW_PLACES]
    if not shown:
        return
    pages.subheading("Best places", 60)
    table = ReportTable(
        pages,
        (
            ReportColumn("Place", 44, True, SMALL_BOLD),
            ReportColumn("", 8),
            ReportColumn("Player", 190),
            ReportColumn(f"Prize due ({currency})", 88, True),
            ReportColumn("Worked out", 87, True),
            ReportColumn("Paid", 87, True),
        ),
        most=2,
    )
    table.head()
    for row in shown:
        place = NOTHING if row.place is None else f"{row.place:,}"
        amounts = (row.prize, row.stated_prize, row.paid)
        bold = [SMALL_BOLD if less(each, row.prize) else SMALL for each in amounts]
        table.row(
            place, "", row.player, *(bare(each, currency) for each in amounts),
            styles=(SMALL_BOLD, SMALL, SMALL, *bold),
        )  # fmt: skip
    _more(pages, story, "places", len(played.places) - len(shown), "player")


def _accounts(pages: Pages, story: Story, ledger: LedgerFacts, currency: str) -> None:
    pages.subheading("Accounts", 60)
    titles = ("Opening", "Came in", "Went out", "Differences of closings", "Balance", "Stated at the close")
    table = ReportTable(
        pages,
        (
            ReportColumn(f"Amounts in {currency}", 104, style=SMALL_BOLD),
            *(ReportColumn(each, 400 / 6, True) for each in titles),
        ),
        most=2,
    )
    table.head()
    for book in ledger.books[:_ACCOUNTS]:
        apart = sum(less(day.stated, day.closing) or 0 for day in book.days)
        came = _sum(book, "drops", "paid_in")
        amounts = (book.opening, came, _sum(book, "paid_out", "hits"), book.balance, book.stated)
        stated = SMALL_BOLD if less(book.stated, book.balance) else SMALL
        table.row(
            book.account, *(bare(each, currency) for each in amounts[:3]), bare(apart, currency, plus=True),
            *(bare(each, currency) for each in amounts[3:]),
            styles=(SMALL_BOLD, *[SMALL] * 3, SMALL_BOLD if apart else SMALL, SMALL, stated),
        )  # fmt: skip
    _more(pages, story, "accounts", len(ledger.books) - _ACCOUNTS, "account")


def _sum(book: Book, *columns: str) -> int | None:
    """Sum of columns over days; None: one unknown."""
    amounts = [getattr(day, column) for day in book.days for column in columns]
    return None if None in amounts else sum(amounts)


def _more(pages: Pages, story: Story, key: str, left: int, what: str) -> None:
    if left > 0:
        pages.paragraph(f"Section {story.numbers[key]} has {count(left, f'more {what}')}.", NOTE, after=0)
