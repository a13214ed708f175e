"""Section on the field of a tournament."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.drawn_pages import Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import NOTHING, count, less, moment, money, titled
from reports.story import Story
from reports.typography import NOTE, SMALL, SMALL_BOLD, SMALL_SOFT
from rules.shown_events import EventFacts, FieldRow, NotDetermined, TournamentFacts

MOST_UNDETERMINED = 24
_COUNTED = {
    "entries": "Entries",
    "players": "Players",
    "reentries": "of them re-entries",
    "rebuys": "Rebuys",
    "add_ons": "Add-ons",
    "unregistered": "Entries taken back",
}
_KINDS = {
    "freezeout": "freezeout: nothing can be bought again",
    "reentry": "re-entry",
    "rebuy_broke": "rebuy with no chips left",
    "rebuy_any": "rebuy with any chips",
    "double_chance": "double chance",
}
_PRIZES = {"places": "by places", "chips": "by chips, at the end of the time", "tickets": "tickets"}
_GAMES = {"holdem": "Hold’em", "ofc": "Open-face Chinese", "mix": "a mix of games"}


def draw_field(pages: Pages, story: Story, number: int) -> None:
    """Draw what was published, and entries."""
    event = story.audit.event
    assert event is not None
    played = event.tournament
    assert played is not None
    pages.section(number, story.sections["field"], "field")
    table = ReportTable(pages, (ReportColumn("", 112, style=SMALL_SOFT), ReportColumn("", 392)), most=4)
    for label, value in _published(event, played):
        table.row(label, value)
    pages.y -= 6
    pages.subheading("Entries and what was bought", 80)
    _counted(pages, played.field)
    if played.undetermined:
        _undetermined(pages, played.undetermined)


def _published(event: EventFacts, played: TournamentFacts) -> Iterator[tuple[str, str]]:
    currency = event.currency
    yield (
        "Game, kind",
        f"{_GAMES.get(played.game, titled(played.game))}, {_KINDS.get(played.kind, titled(played.kind))}",
    )
    parts = [
        f"{money(amount, currency)} {what}"
        for amount, what in ((played.fee, "fee"), (played.bounty, "bounty"))
        if amount
    ]
    of_it = f", of which {' and '.join(parts)}" if parts else ""
    yield "Buy-in", f"{money(played.buy_in, currency)}{of_it}"
    yield "Starting stack", "not recorded" if played.stack is None else f"{played.stack:,} chips"
    yield (
        "Prizes",
        f"{_PRIZES.get(played.prizes_by, played.prizes_by)}{'; an event of the ranking' * played.ranking}",
    )
    yield "Published, to begin", f"{_time(played.published_at)}, {_time(event.begins)}"
    levels = f"{played.levels_published:,} published" if played.levels_published else "none published"
    yield "Levels", levels + (", by the number of hands" if played.by_hands else "")


def _time(at: str | None) -> str:
    return moment(at) if at else "not recorded"


def _counted(pages: Pages, rows: list[FieldRow]) -> None:
    table = ReportTable(
        pages,
        (
            ReportColumn("", 180, style=SMALL_BOLD),
            ReportColumn("By the lines", 90, True),
            ReportColumn("Stated at the close", 110, True),
            ReportColumn("Difference", 124, True),
        ),
    )
    table.head()
    for each in rows:
        apart = less(each.stated, each.due)
        table.row(
            _COUNTED[each.what],
            f"{each.due:,}",
            NOTHING if each.stated is None else f"{each.stated:,}",
            NOTHING if apart is None else f"{apart:+,}".replace("-", "−") if apart else "0",
            styles=(SMALL_BOLD, SMALL, SMALL, SMALL_BOLD if apart else SMALL),
        )
    pages.y -= 6


def _undetermined(pages: Pages, rows: Sequence[NotDetermined]) -> None:
    pages.subheading("What the record does not decide", 60)
    table = ReportTable(
        pages,
        (
            ReportColumn("What", 70, style=SMALL_BOLD),
            ReportColumn("Where", 110),
            ReportColumn("Why it is not known", 324),
        ),
        most=4,
    )
    table.head()
    for each in rows[:MOST_UNDETERMINED]:
        where = [f"line {each.line}" if each.line is not None else "", each.player or ""]
        table.row(titled(each.what), ", ".join(filter(None, where)) or "the file", each.because)
    left = len(rows) - MOST_UNDETERMINED
    if left > 0:
        pages.paragraph(f"The audit as JSON lists {count(left, 'more point')}.", NOTE)
    pages.y -= 6
