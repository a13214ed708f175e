"""List of incidents, a row each."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from reports.drawn_pages import RIGHT, Pages
from reports.drawn_tables import ReportColumn, ReportTable, RowLink
from reports.event_words import place_in_event
from reports.formatting import count
from reports.incident_entries import IncidentEntry, main_hand
from reports.incident_row_words import placed, what_went_wrong
from reports.incident_sentences import IncidentSentences
from reports.story import Story
from reports.typography import CLOSE, NOTE_BOLD

_TITLE, _PAGE = 2, 6  # columns


def draw_list(
    pages: Pages,
    story: Story,
    effects: IncidentSentences,
    entries: Sequence[IncidentEntry],
    drawn: Collection[int],
) -> None:
    """Draw incidents; those drawn later are linked."""
    table = ReportTable(
        pages,
        (
            ReportColumn("No.", 24, True, NOTE_BOLD),
            ReportColumn("", 6),
            ReportColumn("Incident", 190, style=CLOSE),
            ReportColumn("Severity", 40, style=CLOSE),
            ReportColumn("Where", 78, style=CLOSE),
            ReportColumn("Effect", 142, style=CLOSE),
            ReportColumn("Page", 24, True, NOTE_BOLD),
        ),
        most=2,
    )
    table.head()
    for entry in entries:
        incident = entry.incident
        cells = (
            f"{entry.number}",
            "",
            what_and_whose(entry),
            incident.severity,
            place_of(story, entry, short=True),
        )
        if entry.number not in drawn:
            table.row(*cells, effects.brief(entry), story.form)
            continue
        y = table.row(
            *cells, effects.brief(entry), "", link=RowLink(entry.key, f"Incident {entry.number}", _TITLE)
        )
        with table.cell(_PAGE):
            pages.later(f"page-{entry.key}", RIGHT, y)


def what_and_whose(entry: IncidentEntry) -> str:
    """Seats and fault: ``Seats 1 to 4: straight-flush bonus not in the nets``."""
    incident = entry.incident
    what = what_went_wrong(incident)
    seats = "" if incident.pattern or not incident.seats else placed("", incident.seats, ())
    return f"{seats}: {what}" if seats else what[:1].upper() + what[1:]


def place_of(story: Story, entry: IncidentEntry, short: bool = False) -> str:
    """Place of an incident: hand, number of hands, day, or log."""
    hands = len(entry.incident.hands)
    if story.audit.event is not None:
        where = place_in_event(entry.root, short)
        return where if short else where[:1].upper() + where[1:]
    if entry.incident.day is not None:
        return f"day {entry.incident.day}" if short else f"Gaming day {entry.incident.day}"
    hand = None if entry.incident.pattern else main_hand(entry)
    others = f" and {hands - 1:,} more" if hands > 1 else ""
    where = f"hand {hand[2]}{others}" if hand is not None else count(hands, "hand") if hands else "the log"
    if not story.several:
        return where if short else where[:1].upper() + where[1:]
    session = entry.session or (entry.incident.hands[0].session if hands else "")
    return f"{session} · {where}" if session else where
