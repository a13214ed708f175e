"""Section on a tournament's money."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.chart_shapes import Box, Chart, ChartBand, ChartText, Fill, Line, Shape, key
from reports.drawn_pages import WIDTH, Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import NOTHING, bare, less, money
from reports.shapes_on_pages import draw_chart
from reports.story import Story
from reports.typography import INK, NOTE, NOTE_BOLD, SMALL, SMALL_BOLD
from rules.shown_events import MoneyStep, PaidOut

_STEPS = {
    "entries": "Entries",
    "reentries": "Re-entries",
    "rebuys": "Rebuys",
    "add_ons": "Add-ons",
    "collected": "Collected",
    "added": "Added by the house",
    "fees": "Fees of the house",
    "bounties": "Bounties",
    "royal": "Royal flush pool",
    "prize_pool": "Prize pool",
    "ranking": "Share of the ranking",
    "distributable": "For prizes",
    "prizes": "Prizes due",
    "paid": "Prizes paid",
    "tickets": "Tickets",
    "left": "Left",
}
_PAID = {
    "prize": "Prizes",
    "bounty": "Bounties",
    "royal": "Royal flush pool",
    "refund": "Refunds",
    "ticket": "Tickets",
}
_NAMES, _AMOUNTS, _ROW, _BAR = 110.0, 80.0, 14.0, 9.0
_TEXT = (
    "Each sum is what comes in above it, less what goes out. “Due” follows from the published prices and the entries. “Lines” "
    "is what the lines of the file come to, where each has an amount. “Stated” is the room’s own sum, at the close or as "
    "announced. The difference is lines less due, else stated less due."
)


def draw_money(pages: Pages, story: Story, number: int) -> None:
    """Draw the flow of money, and payouts by kind."""
    event = story.audit.event
    assert event is not None
    assert event.tournament is not None
    pages.section(number, story.sections["money"], "money", keep=160)
    steps = event.tournament.money
    pages.paragraph(_TEXT)
    chart = money_flow(steps, event.currency)
    if chart is not None:
        pages.need(chart.high + 8)
        draw_chart(pages, chart)
        pages.y -= 8
    _flow(pages, steps, event.currency)
    paid = event.tournament.payouts
    if [each.what for each in paid if each.lines] != ["prize"]:  # prizes alone are in the flow
        pages.subheading("Paid out", 80)
        _paid(pages, paid, event.currency)


def money_flow(steps: Sequence[MoneyStep], currency: str) -> Chart | None:
    """Steps as bars, each from the last one's end; None: no money."""
    rows = list(_bars(steps))
    most = max((end for _, _, end in rows), default=0)
    if not most:
        return None
    scale = (WIDTH - _NAMES - _AMOUNTS) / most
    shapes: list[Shape] = []
    foot = 0.0
    for each, start, end in rows:
        foot += _ROW
        style = NOTE_BOLD if each.part == "sum" else NOTE._replace(colour=INK)
        shapes.append(ChartText(0, foot - 2.5, _named(each), style))
        shapes.append(
            Box(_NAMES + start * scale, foot - _BAR, max((end - start) * scale, 0.6), _BAR, _fill(each))
        )
        amount = money(each.due, currency)
        shapes.append(ChartText(_NAMES + end * scale + 4, foot - 2.5, amount, style))
    shapes.append(Line(_NAMES, 0, _NAMES, foot + 2, 0.25, 0.6))
    said = "; ".join(f"{_named(each)} {money(each.due, currency)}" for each, _, _ in rows)
    meanings: list[tuple[Fill, str]] = [("light", "comes in"), ("middle", "goes out"), ("dark", "sum")]
    return Chart(
        f"Bars of the money, step by step. {said}.",
        WIDTH,
        (key(meanings, WIDTH), ChartBand(foot + 4, shapes, foot)),
    )


def _bars(steps: Sequence[MoneyStep]) -> Iterator[tuple[MoneyStep, int, int]]:
    total = 0
    for each in steps:
        if each.due is None:
            return
        if each.part == "sum":
            yield each, 0, max(total, 0)
        elif each.part == "in":
            yield each, total, total + each.due
            total += each.due
        elif each.part == "out":
            yield each, max(total - each.due, 0), total
            total -= each.due


def _fill(step: MoneyStep) -> Fill:
    fills: dict[str, Fill] = {"sum": "dark", "in": "light", "out": "middle"}
    return fills[step.part]


def _flow(pages: Pages, steps: Sequence[MoneyStep], currency: str) -> None:
    table = ReportTable(
        pages,
        (
            ReportColumn(f"Amounts in {currency}", 132),
            ReportColumn("Number", 52, True),
            ReportColumn("Due", 80, True),
            ReportColumn("Lines", 80, True),
            ReportColumn("Stated", 80, True),
            ReportColumn("Difference", 80, True),
        ),
    )
    table.head()
    for each in steps:
        figure = SMALL_BOLD if each.part == "sum" else SMALL
        apart = _apart(each)
        table.row(
            _named(each),
            NOTHING if each.number is None else f"{each.number}",
            *(bare(amount, currency) for amount in (each.due, each.recorded, each.stated)),
            bare(apart, currency, plus=True),
            styles=(figure, SMALL, figure, figure, figure, SMALL_BOLD if apart else SMALL),
        )
    pages.y -= 6


def _named(step: MoneyStep) -> str:
    """Name of a step, with "less" where taken off."""
    name = _STEPS[step.what]
    if step.what == "paid":
        return f"of which {name.lower()}"
    if step.part == "beside":
        return f"{name} (not taken off)"
    return f"less {name[:1].lower()}{name[1:]}" if step.part == "out" else name


def _apart(each: MoneyStep) -> int | None:
    """Excess of lines, else of the stated sum, over due; None: unknown."""
    lines, stated = (less(amount, each.due) for amount in (each.recorded, each.stated))
    return lines if lines or stated is None else stated


def _paid(pages: Pages, rows: Sequence[PaidOut], currency: str) -> None:
    if not any(each.lines for each in rows):
        pages.paragraph("The file has no payout: whether and to whom prizes were paid is not recorded.")
        return
    table = ReportTable(
        pages,
        (
            ReportColumn(f"Amounts in {currency}", 132, style=SMALL_BOLD),
            ReportColumn("Payouts", 52, True),
            ReportColumn("Due", 80, True),
            ReportColumn("Paid", 80, True),
            ReportColumn("Difference", 160, True),
        ),
    )
    table.head()
    for each in rows:
        apart = less(each.recorded if each.lines else None, each.due)
        paid = bare(each.recorded, currency) if each.lines else NOTHING
        table.row(
            _PAID[each.what], f"{each.lines:,}", bare(each.due, currency), paid, bare(apart, currency, plus=True),
            styles=(SMALL_BOLD, SMALL, SMALL, SMALL, SMALL_BOLD if apart else SMALL),
        )  # fmt: skip
    pages.y -= 6
