"""Section on the order of going out, by replay."""

from __future__ import annotations

from itertools import groupby

from reports.drawn_pages import Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import NOTHING, count, headed, in_column, moment
from reports.story import Story
from reports.typography import NOTE, SMALL_BOLD
from rules.results import Bust

MOST_ROWS = 60
_KEYS = {
    "hand": "a later hand number, at any table, is the better place",
    "stack": "then more chips when the hand was dealt",
    "time": "then the later time",
}


def draw_busts(pages: Pages, story: Story, number: int) -> None:
    """Draw players who went out, best place first."""
    pages.section(number, story.sections["busts"], "busts")
    keys = ", ".join(_KEYS[key] for key in story.audit.bust_order)
    pages.paragraph(
        "The players who lost their last chips, from the best place to the worst, as far as the logs of this audit show: "
        f"{keys}. Players who are still in are not listed; place 1 is the best of those who went out."
    )
    for (tournament, _), group in groupby(story.audit.busts, key=_event):
        rows = list(group)
        if tournament:
            pages.subheading(f"Tournament {tournament}")
        elif len({_event(each) for each in story.audit.busts}) > 1:
            pages.subheading(f"Session {rows[0].session}")
        _table(pages, story, rows)
    if any(each.shared for each in story.audit.busts):
        pages.paragraph("= shared place: the controls have no rule that separates these players.", NOTE)
    if any(each.place is None for each in story.audit.busts):
        pages.paragraph(
            "A place such as 2–3 is one of these; the record does not show what decides between the players.",
            NOTE,
        )


def _event(bust: Bust) -> tuple[str, str]:
    return bust.tournament or "", "" if bust.tournament else bust.session


def _more(pages: Pages, number: int) -> None:
    if number > 0:
        pages.paragraph(f"The audit as JSON lists {count(number, 'more player')} who went out earlier.", NOTE)


def _table(pages: Pages, story: Story, rows: list[Bust]) -> None:
    table = ReportTable(
        pages,
        (
            ReportColumn("Place", 44, True, SMALL_BOLD),
            ReportColumn("Player", 150),
            ReportColumn("Table", 70),
            ReportColumn("Hand", 44, True),
            ReportColumn("Dealt at", 130, True),
            ReportColumn(headed("Stack", story.currency), 66, True),
        ),
        most=3,
    )
    table.head()
    for each in rows[:MOST_ROWS]:
        place = (
            f"{each.best}–{each.worst}" if each.place is None else f"{each.place}{' =' * bool(each.shared)}"
        )
        when = moment(each.at) if each.at else NOTHING
        table.row(place, each.player, each.table, f"{each.hand}", when, in_column(each.stack, story.currency))
    _more(pages, len(rows) - MOST_ROWS)
