"""Section on jackpots won."""

from __future__ import annotations

from reports.drawn_pages import Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import NOTHING, bare, less, moment
from reports.story import Story
from reports.typography import SMALL, SMALL_BOLD
from rules.shown_events import BookHit, HitShare

_JACKPOTS = {"bad_beat": "Bad beat", "royal_flush": "Royal flush"}


def draw_hits(pages: Pages, story: Story, number: int) -> None:
    """Draw each jackpot, due and given."""
    event = story.audit.event
    assert event is not None
    assert event.ledger is not None
    pages.section(number, story.sections["hits"], "hits")
    pages.paragraph(
        "“Due” follows from the level and the rules of the account. “Stated” is the line of the jackpot, “paid” what the "
        f"payouts come to. Amounts in tables are in {event.currency}."
    )
    for hit in event.ledger.hits:
        _hit(pages, hit, event.currency)


def _hit(pages: Pages, hit: BookHit, currency: str) -> None:
    day = f", gaming day {hit.day}" if hit.day else ""
    pages.subheading(f"{_JACKPOTS[hit.jackpot]} {hit.hit}, line {hit.line}{day}", 80)
    where = [moment(hit.at) if hit.at else "time not recorded", f"account {hit.account}"]
    where += [f"session {hit.session}"] if hit.session else []
    where += [f"hand {hit.hand}"] if hit.hand is not None else []
    where += [f"{hit.players:,} players dealt in"] if hit.players is not None else []
    pages.paragraph(f"{'  ·  '.join(where)}.", SMALL, after=1)
    if not hit.qualified:
        pages.paragraph("There were fewer players than the rules require: nothing was due.", after=2)
    table = ReportTable(
        pages,
        (
            ReportColumn("", 168, style=SMALL_BOLD),
            *(ReportColumn(each, 84, True) for each in ("Due", "Stated", "Paid", "Difference")),
        ),
        most=3,
    )
    table.head()
    _row(table, currency, "Level", (hit.level, hit.stated_level, None))
    _row(table, currency, "Amount", (hit.amount, hit.stated_amount, _paid(hit)))
    for each in hit.shares:
        _row(table, currency, _named(each), (each.due, each.stated, each.paid))
    pages.y -= 6


def _paid(hit: BookHit) -> int | None:
    """Sum paid out; None: a payout is missing."""
    due = [each for each in hit.shares if each.due or each.stated or each.paid]
    amounts = [each.paid for each in due if each.paid is not None]
    return sum(amounts) if due and len(amounts) == len(due) else None


def _named(share: HitShare) -> str:
    role = f" ({share.role})" if share.role else ""
    return f"Seat {share.seat}, {share.player}{role}"


def _row(
    table: ReportTable, currency: str, name: str, figures: tuple[int | None, int | None, int | None]
) -> None:
    due, stated, paid = figures
    apart = less(stated if paid is None else paid, due) or less(stated, due)
    said = NOTHING if stated is None and paid is None else bare(apart, currency, plus=True)
    table.row(
        name, *(bare(each, currency) for each in figures), said,
        styles=(SMALL_BOLD, *[SMALL] * 3, SMALL_BOLD if apart else SMALL),
    )  # fmt: skip
