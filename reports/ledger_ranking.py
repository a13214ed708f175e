"""Section on a ranking's prizes."""

from __future__ import annotations

from fractions import Fraction

from reports.drawn_pages import Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import bare, count, less, money, points
from reports.story import Story
from reports.typography import SMALL, SMALL_BOLD
from rules.currencies import SIGNS, places_of
from rules.shown_events import Quarter, RankedPlayer

_PRICE_PLACES = 4


def draw_ranking(pages: Pages, story: Story, number: int) -> None:
    event = story.audit.event
    assert event is not None
    assert event.ledger is not None
    pages.section(number, story.sections["ranking"], "ranking")
    pages.paragraph(
        "The pool of a quarter is what was contributed in it, divided by the points of the best players. Points are the sum "
        "of the awards on record."
    )
    for each in event.ledger.quarters:
        _quarter(pages, each, event.currency)


def _quarter(pages: Pages, quarter: Quarter, currency: str) -> None:
    pages.subheading(f"{quarter.period}, account {quarter.account}, line {quarter.line}", 110)
    pages.paragraph(_in_short(quarter, currency), after=3)
    columns = (
        ReportColumn("No.", 26, True, SMALL_BOLD),
        ReportColumn("", 8),
        ReportColumn("Player", 110),
        ReportColumn("Points by the awards", 72, True),
        ReportColumn("Points stated", 72, True),
        ReportColumn(f"Prize due ({currency})", 72, True),
        ReportColumn("Prize stated", 72, True),
        ReportColumn("Difference", 72, True),
    )
    table = ReportTable(pages, columns, most=4)
    table.head()
    for place, each in enumerate(quarter.players, 1):
        _player(table, place, each, currency)
    if quarter.others:
        pages.y -= 2
        pages.paragraph(
            f"{count(quarter.others, 'more player has', 'more players have')} points and no prize.", SMALL
        )
    pages.y -= 6


def _player(table: ReportTable, place: int, each: RankedPlayer, currency: str) -> None:
    apart = less(each.stated_prize, each.prize)
    other = each.stated_points is not None and points(each.stated_points) != points(each.points)
    table.row(
        f"{place:,}", "", each.player, points(each.points), points(each.stated_points),
        bare(each.prize, currency), bare(each.stated_prize, currency), bare(apart, currency, plus=True),
        styles=(SMALL_BOLD, SMALL, SMALL, SMALL, SMALL_BOLD if other else SMALL, SMALL, SMALL,
                SMALL_BOLD if apart else SMALL),
    )  # fmt: skip


def _in_short(quarter: Quarter, currency: str) -> str:
    if quarter.pool is None:
        stated = (
            ""
            if quarter.stated_pool is None
            else f" The room divided {money(quarter.stated_pool, currency)}."
        )
        return f"The quarter begins before this ledger. Without those of the months before, what is due is not known.{stated}"
    says = f"Pool {money(quarter.pool, currency)}"
    if quarter.stated_pool is not None:
        same = quarter.stated_pool == quarter.pool
        says += ", as stated" if same else f"; the room divided {money(quarter.stated_pool, currency)}"
    if quarter.price is None:
        return f"{says}. Nobody has points, so that no point has a price."
    return f"{says}. {points(quarter.points)} points share it: {_price(quarter.price, currency)} a point."


def _price(price: int | str, currency: str) -> str:
    """Price of a point, to four decimals unless exact."""
    exact = Fraction(price) / 10 ** places_of(currency)
    places = next((each for each in range(_PRICE_PLACES + 1) if (exact * 10**each).denominator == 1), None)
    whole = round(exact * 10 ** (_PRICE_PLACES if places is None else places))
    shown = max(places if places is not None else _PRICE_PLACES, places_of(currency))
    about = "about " if places is None else ""
    figure = f"{whole / 10 ** (_PRICE_PLACES if places is None else places):,.{shown}f}"
    return f"{about}{SIGNS[currency]}{figure}" if currency in SIGNS else f"{about}{figure} {currency}"
