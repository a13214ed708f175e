"""Section on custody: makers, times and digests of records."""

from __future__ import annotations

from msgspec import UNSET

from reports.cover import draw_sessions
from reports.drawn_event_files import draw_event_files
from reports.drawn_pages import Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.drawn_timeline import session_in_time
from reports.formatting import CHIPS, count, moment, period
from reports.record_origin_words import SOURCES, UNSAID, derived
from reports.registered import draw_registered
from reports.story import Story, money_of
from reports.typography import CODE, NOTE, SMALL_BOLD, SMALL_SOFT
from rules.results import LogFacts

IN_FULL = 6  # up to so many sessions have a table each
MOST_ROWS = 40  # of missing hand numbers
_BASED_ON = (
    "The audit is based on the records below and on nothing else. A digest identifies a file to the last byte: a copy with a "
    "different digest is a different record."
)
_KEYED = (
    "The audit is based on the records below and on nothing else. In this edition the digest of a record is keyed with a secret "
    "of the service: it tells records apart, and cannot be compared with a file."
)
_IN_CHIPS = "; amounts are tournament chips"


def draw_custody(pages: Pages, story: Story, number: int) -> None:
    pages.section(number, story.sections["custody"], "custody", keep=60 if story.bare else 110)
    pages.paragraph(_KEYED if story.redacted else _BASED_ON)
    if story.audit.event is not None:
        draw_event_files(pages, story.audit.event)
    elif not story.logs:
        pages.paragraph("No log was received for this audit.")
    elif story.several:
        pages.subheading("Sessions", 60)
        draw_sessions(pages, story)
    if len(story.logs) > IN_FULL:
        _custody_in_brief(pages, story)
    for log in story.logs if len(story.logs) <= IN_FULL else ():
        _custody_of(pages, log, story.several)
    if story.registered is not None:
        draw_registered(pages, story.registered)
    if story.audit.timeline:
        _session_in_time(pages, story)
    if story.audit.gaps:
        _gaps(pages, story)


def _custody_of(pages: Pages, log: LogFacts, several: bool) -> None:
    if several:
        pages.subheading(f"{log.room} · {log.session}", 120)
    hands = f"{log.hands:,} of {log.hands_expected:,} expected"
    if log.first_hand is not None and log.last_hand is not None:
        hands += f", numbered {log.first_hand} to {log.last_hand}"
    rows = [
        ("Room, table", f"{log.room}, {log.table}"),
        (
            "Session",
            log.session if log.number is None else f"{log.session} (number {log.number} of the room)",
        ),
        ("Period", period(log.opened_at, log.closed_at)),
        ("Recorded by", log.recorded_by or UNSAID),
        ("Recorded how", SOURCES.get(log.source or "", log.source) or UNSAID),
        ("Recorded when", moment(log.recorded_at) if log.recorded_at else UNSAID),
        ("Dealer, supervisor", f"{log.dealer or UNSAID}, {log.supervisor or UNSAID}"),
        ("Ruleset as stated", log.ruleset or UNSAID),
        ("Hands", hands),
        ("Players, currency", f"{log.players:,}, {log.currency}{_IN_CHIPS * (money_of(log) == CHIPS)}"),
        ("Size", f"{count(log.events, 'event')}, {count(log.bytes, 'byte')}"),
    ]
    table = ReportTable(pages, (ReportColumn("", 112, style=SMALL_SOFT), ReportColumn("", 392)), most=6)
    for label, value in rows:
        table.row(label, value)
    if says := derived([log]):
        table.row("Hand history", says)
    table.row("Digest (SHA-256)", log.sha256, styles=(SMALL_SOFT, CODE))
    if log.supersedes_sha256:
        says = f"by {log.supersedes_by or UNSAID}; reason: {log.supersedes_reason or UNSAID}"
        table.row("Corrects an earlier file", says)
        table.row("Digest of that file", log.supersedes_sha256, styles=(SMALL_SOFT, CODE))
    else:
        table.row("Corrections", "None: this record does not replace an earlier one.")
    pages.y -= 6


def _custody_in_brief(pages: Pages, story: Story) -> None:
    pages.subheading("Records", 60)
    table = ReportTable(
        pages,
        (
            ReportColumn("Session", 118, style=SMALL_BOLD),
            ReportColumn("Recorded by, how, when", 172),
            ReportColumn("Digest (SHA-256)", 214, style=CODE),
        ),
        most=4,
    )
    table.head()
    for log in story.logs:
        table.row(log.session, made(log), log.sha256)
    pages.y -= 6


def made(log: LogFacts) -> str:
    """Maker, manner and time of a record, by the log itself."""
    how = SOURCES.get(log.source or "", log.source) or UNSAID
    when = moment(log.recorded_at, offset=False) if log.recorded_at else UNSAID
    history = "; derived from a hand history" if log.history is not UNSET else ""
    corrects = "; corrects an earlier file" if log.supersedes_sha256 else ""
    return f"{log.recorded_by or UNSAID}; {how}; {when}{history}{corrects}"


def _session_in_time(pages: Pages, story: Story) -> None:
    pages.subheading("Hands over the session", 190)
    session_in_time(pages, story.audit.timeline, story.audit.gaps)


def _gaps(pages: Pages, story: Story) -> None:
    pages.subheading("Missing hand numbers", 60)
    columns = (
        ReportColumn("After hand", 80),
        ReportColumn("Before hand", 80),
        ReportColumn("Missing", 70, True),
    )
    whose = (ReportColumn("Session", 134),) if story.several else ()
    table = ReportTable(
        pages, (*whose, *columns, ReportColumn("Next hand dealt at", 140 if story.several else 274))
    )
    table.head()
    for gap in story.audit.gaps[:MOST_ROWS]:
        of = (gap.session,) if story.several else ()
        table.row(*of, f"{gap.after:,}", f"{gap.before:,}", f"{gap.before - gap.after - 1:,}", moment(gap.at))
    rest = len(story.audit.gaps) - MOST_ROWS
    if rest > 0:
        pages.paragraph(f"The audit as JSON lists {count(rest, 'more gap')}.", NOTE)
    pages.y -= 6
