"""Files of a tournament or ledger: its own, and others read."""

from __future__ import annotations

from reports.drawn_pages import Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import NOTHING, count, listed, moment
from reports.record_origin_words import SOURCES, UNSAID
from reports.typography import CODE, DIGEST, SMALL_BOLD, SMALL_SOFT
from rules.shown_events import EventFacts

MOST_FILES, MOST_MISSING = 200, 60


def draw_event_files(pages: Pages, event: EventFacts) -> None:
    """Draw maker, time and digest of the file, and others read or missing."""
    _own(pages, event)
    pages.subheading("Files read beside it", 60)
    if not event.files:
        pages.paragraph("None: the audit is based on this file alone.")
    else:
        _beside(pages, event)
    if event.missing:
        pages.subheading("Files that it names and that were missing", 40)
        left = len(event.missing) - MOST_MISSING
        names = [*event.missing[:MOST_MISSING], *([f"{left:,} more"] if left > 0 else [])]
        pages.paragraph(f"{listed(names)}. What only they can show is untestable.")


def _own(pages: Pages, event: EventFacts) -> None:
    number = f" (number {event.number} of the room)" if event.number is not None else ""
    rows = [
        ("Room", event.room),
        (event.kind.capitalize(), f"{event.id}{number}"),
        ("Recorded by", event.recorded_by or UNSAID),
        ("Recorded how", SOURCES.get(event.source or "", event.source) or UNSAID),
        ("Recorded when", moment(event.recorded_at) if event.recorded_at else UNSAID),
        *([("Ruleset as stated", event.ruleset or UNSAID)] if event.tournament else []),
        ("Currency", event.currency),
        ("Size", f"{count(event.lines, 'line')}, {count(event.bytes, 'byte')}"),
    ]
    table = ReportTable(pages, (ReportColumn("", 112, style=SMALL_SOFT), ReportColumn("", 392)), most=6)
    for label, value in rows:
        table.row(label, value)
    table.row("Digest (SHA-256)", event.sha256, styles=(SMALL_SOFT, CODE))
    if event.supersedes_sha256:
        says = f"by {event.supersedes_by or UNSAID}; reason: {event.supersedes_reason or UNSAID}"
        table.row("Corrects an earlier file", says)
        table.row("Digest of that file", event.supersedes_sha256, styles=(SMALL_SOFT, CODE))
    else:
        table.row("Corrections", "None: this file does not replace an earlier one.")
    pages.y -= 6


def _beside(pages: Pages, event: EventFacts) -> None:
    table = ReportTable(
        pages,
        (
            ReportColumn("File", 92, style=SMALL_BOLD),
            ReportColumn("Kind", 52),
            ReportColumn("Table", 36),
            ReportColumn("Hands", 34, True),
            ReportColumn("", 8),
            ReportColumn("Digest (SHA-256)", 282, style=DIGEST),
        ),
        most=3,
    )
    table.head()
    for each in event.files[:MOST_FILES]:
        hands = NOTHING if each.hands is None else f"{each.hands:,}"
        table.row(each.id, each.kind, each.table or NOTHING, hands, "", each.sha256)
    left = len(event.files) - MOST_FILES
    if left > 0:
        pages.paragraph(f"The audit as JSON lists {count(left, 'more file')}.")
    pages.y -= 6
