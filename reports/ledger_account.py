"""Section on the accounts of a ledger."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reports.drawn_pages import Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import NOTHING, bare, count, less, moment, money
from reports.ledger_chart import balance_chart
from reports.shapes_on_pages import draw_chart
from reports.story import Story
from reports.typography import NOTE, SMALL, SMALL_BOLD
from rules.shown_events import Book, BookDay, Contributed, MoneyCount

MOST_CONTRIBUTIONS = 120
_KINDS = {
    "jackpot": "jackpot",
    "ranking": "pool of a ranking",
    "tournament_royal": "royal flush pool of tournaments",
    "other": "other account",
}
_TEXT = (
    "Opening plus drops and money in, less money out and jackpots won, is the closing worked out. “Stated” is the closing on "
    "record, from which the next day goes on, so that a difference shows on its day alone."
)


def draw_accounts(pages: Pages, story: Story, number: int) -> None:
    """Draw each account: balances, counts, contributions."""
    event = story.audit.event
    assert event is not None
    assert event.ledger is not None
    pages.section(number, story.sections["accounts"], "accounts", keep=150)
    if not event.ledger.books:
        pages.paragraph("The file lists no account.")
        return
    pages.paragraph(_TEXT)
    for book in event.ledger.books:
        _account(pages, book, event.currency)


def _account(pages: Pages, book: Book, currency: str) -> None:
    under = f", under {book.ruleset}" if book.ruleset else ""
    pages.subheading(f"Account {book.account}: {_KINDS[book.kind]}{under}", 100)
    pages.paragraph(_in_short(book, currency), after=3)
    chart = balance_chart(book.days, currency)
    if chart is not None:
        draw_chart(pages, chart)
        pages.y -= 6
    if book.days:
        _days(pages, book.days, currency)
    if book.counts:
        _counts(pages, book.counts, currency)
    if book.contributions:
        _contributions(pages, book.contributions, currency)


def _in_short(book: Book, currency: str) -> str:
    parts = [
        f"{money(amount, currency)} {what}"
        for amount, what in (
            (_sum(each.drops for each in book.days), "dropped"),
            (_sum(each.paid_in for each in book.days), "paid in"),
            (_sum(each.paid_out for each in book.days), "paid out"),
            (_sum(each.hits for each in book.days), "for jackpots won"),
        )
        if amount
    ]
    moved = f" {', '.join(parts)}." if parts else " Nothing moved."
    apart = [each for each in book.days if less(each.stated, each.closing)]
    says = f"Opening {money(book.opening, currency)}{_carried(book, currency)}.{moved}"
    says += f" Balance {'not known' if book.balance is None else money(book.balance, currency)}"
    if book.stated is not None:
        same = "as stated" if book.stated == book.balance else f"stated: {money(book.stated, currency)}"
        says += f", {same} at the close of the file"
    if apart:
        says += f". {count(len(apart), 'closing differs', 'closings differ')} from the balance worked out"
    return f"{says}."


def _sum(amounts: Iterable[int | None]) -> int:
    """Sum of known amounts."""
    return sum(each or 0 for each in amounts)


def _days(pages: Pages, days: Sequence[BookDay], currency: str) -> None:
    """Row for each day, and after the last closing."""
    figures = ("Opening", "Drops", "In", "Out", "Jackpots won", "Closing", "Stated", "Difference")
    table = ReportTable(
        pages,
        (
            ReportColumn(f"Day ({currency})", 64, style=SMALL_BOLD),
            *(ReportColumn(each, 55, True) for each in figures),
        ),
    )
    table.head()
    for each in days:
        apart = less(each.stated, each.closing)
        amounts = (
            each.opening,
            each.drops,
            each.paid_in,
            each.paid_out,
            each.hits,
            each.closing,
            each.stated,
        )
        table.row(
            each.day or ("since then" if len(days) > 1 else "the file"),
            *(bare(amount, currency) for amount in amounts),
            bare(apart, currency, plus=True),
            styles=(SMALL_BOLD, *[SMALL] * 7, SMALL_BOLD if apart else SMALL),
        )
    pages.y -= 6


def _counts(pages: Pages, rows: Sequence[MoneyCount], currency: str) -> None:
    pages.subheading("Money counted", 50)
    table = ReportTable(
        pages,
        (
            ReportColumn("Line", 44, True, SMALL_BOLD),
            ReportColumn("", 8),
            ReportColumn("When", 140),
            ReportColumn(f"Balance ({currency})", 104, True),
            ReportColumn("Counted", 104, True),
            ReportColumn("Difference", 104, True),
        ),
    )
    table.head()
    for each in rows:
        apart = less(each.counted, each.balance)
        table.row(
            f"{each.line}", "", moment(each.at, offset=False) if each.at else NOTHING,
            bare(each.balance, currency), bare(each.counted, currency), bare(apart, currency, plus=True),
            styles=(SMALL_BOLD, *[SMALL] * 4, SMALL_BOLD if apart else SMALL),
        )  # fmt: skip
    pages.y -= 6


def _contributions(pages: Pages, rows: Sequence[Contributed], currency: str) -> None:
    pages.subheading("Contributions of tournaments", 60)
    table = ReportTable(
        pages,
        (
            ReportColumn("Line", 44, True, SMALL_BOLD),
            ReportColumn("", 8),
            ReportColumn("Tournament", 164),
            ReportColumn("When", 120),
            ReportColumn(f"Prize pool ({currency})", 84, True),
            ReportColumn("Contribution", 84, True),
        ),
        most=3,
    )
    table.head()
    for each in rows[:MOST_CONTRIBUTIONS]:
        when = moment(each.at, offset=False) if each.at else NOTHING
        name = each.tournament or NOTHING
        table.row(
            f"{each.line}", "", name, when, bare(each.prize_pool, currency), bare(each.amount, currency)
        )
    left = len(rows) - MOST_CONTRIBUTIONS
    if left > 0:
        pages.paragraph(f"The audit as JSON lists {count(left, 'more contribution')}.", NOTE)
    pages.y -= 6


def _carried(book: Book, currency: str) -> str:
    if book.before is None or book.before.balance is None:
        return ""
    if book.before.balance == book.opening:
        return f", as ledger {book.before.ledger} ends"
    apart = money(book.opening - book.before.balance, currency, plus=True)
    return f"; ledger {book.before.ledger} ends with {money(book.before.balance, currency)} ({apart})"
