"""First page of an audit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reports.correction_section import draw_corrections_on_cover
from reports.cover_facts import draw_facts
from reports.cover_parts import Front, front_page
from reports.dates import Dates
from reports.drawn_pages import Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.drawn_terms import (
    FINDING,
    INCIDENT,
    KINDS,
    MISALLOCATED,
    MISRECORDED,
    OF_KINDS,
    TESTABLE,
    draw_terms,
)
from reports.formatting import count, money, period
from reports.incident_entries import FIRST
from reports.incident_list import draw_list
from reports.incident_sentences import IncidentSentences
from reports.money_words import figures, printed_kinds
from reports.short_ids import ShortIds
from reports.skipped_sessions import skipped_warning
from reports.story import REDACTION, Story
from reports.typography import DIGEST, NOTE, SMALL_BOLD

SESSIONS_SHOWN, RULESETS_SHOWN = 10, 6
Cover = Callable[[Pages, Story, "First"], None]


class First:
    """Data that a cover needs besides the audit."""

    def __init__(self, story: Story, names: ShortIds, dates: Dates, drawn: set[int]) -> None:
        self.effects = IncidentSentences(story, names)
        self.dates = dates
        self.drawn = drawn


def draw_cover(pages: Pages, story: Story, first: First) -> None:
    """Draw the cover of an audit."""
    with front_page(pages, _front(story)):
        define_terms(pages, story)
        for diagnosis in story.audit.diagnosis:
            pages.subheading(
                f"The results fit a different ruleset: {diagnosis.ruleset}@{diagnosis.revision}", 30
            )
            pages.paragraph(diagnosis.message, after=2)
        draw_first(pages, story, first)
        draw_corrections_on_cover(pages, story)
        draw_facts(pages, story, first.dates)
        if story.several:
            _sessions(pages, story)
        draw_rulesets(pages, story)


def _front(story: Story) -> Front:
    expected = sum(log.hands_expected for log in story.logs)
    numbers = (
        (expected, "hands expected"),
        (story.audit.hands, "hands recorded"),
        (story.audit.testable, "hands testable"),
    )
    counts = [*((f"{number:,}", label) for number, label in numbers), *incident_counts(story)]
    if story.several:
        return audit_front(story, "AUDIT OF SEVERAL SESSIONS", story.days(), counts, audit_amounts(story))
    log = story.logs[0]
    line = f"Session {log.session}   ·   {period(log.opened_at, log.closed_at)}"
    return audit_front(story, "AUDIT OF A SESSION", line, counts, audit_amounts(story))


def audit_front(
    story: Story, kind: str, line: str, counts: Sequence[tuple[str, str]], amounts: Sequence[tuple[str, str]]
) -> Front:
    """Slots of the cover of any audit."""
    return Front(
        kind, story.title(), line, story.headline(), counts, amounts, story.sections, _warnings(story)
    )


def _warnings(story: Story) -> list[str]:
    """Warnings: redacted, incomplete, what-if."""
    says = [REDACTION] if story.redacted else []
    if story.skipped:
        says.append(skipped_warning(story.skipped))
    if story.broke:
        says.append(story.broken())
    if story.audit.what_if:
        unapproved = f" It was not approved: its standing is {story.unapproved}." if story.unapproved else ""
        says.append(
            f"WHAT-IF. Audited under {story.ruleset()}, not under the ruleset that the room stated. The report shows "
            f"what would have been due, not what was due.{unapproved}"
        )
    return says


def incident_counts(story: Story) -> list[tuple[str, str]]:
    patterns = sum(entry.incident.pattern for entry in story.entries)
    counts = [counted(len(story.entries), "incident"), counted(patterns, "pattern")]
    if not story.grouped:
        counts = [counted(story.kinds["violation"], "violation")]
        counts.append(counted(story.kinds["discrepancy"], "discrepancy", "discrepancies"))
    return [*counts, (f"{story.kinds['undetermined']:,}", "undetermined")]


def audit_amounts(story: Story) -> list[tuple[str, str]]:
    """Amounts by kind; of an earlier engine, its two."""
    audit = story.audit
    if audit.money is not None:
        return figures(audit)
    where = "to different players" if audit.what_if else "misallocated"
    stated = ((audit.money_misallocated, where), (audit.money_misrecorded, "misrecorded"))
    return [(money(amount, story.currency), label) for amount, label in stated]


def define_terms(pages: Pages, story: Story) -> None:
    """Terms of this report; none where nothing was found."""
    if story.bare:
        return
    money_terms = [MISRECORDED] if story.audit.what_if else [MISALLOCATED, MISRECORDED]
    money_terms += [OF_KINDS[kind] for kind in printed_kinds(story.audit) if kind in OF_KINDS]
    draw_terms(pages, [FINDING, KINDS, *([INCIDENT] if story.grouped else []), TESTABLE, *money_terms])


def counted(number: int, one: str, many: str | None = None) -> tuple[str, str]:
    """Number and label of a large figure."""
    figure, _, label = count(number, one, many).partition(" ")
    return figure, label


def draw_first(pages: Pages, story: Story, first: First) -> None:
    """First incidents, and the section with the others."""
    if not story.entries:
        return
    pages.subheading("Where to look first", 80)
    draw_list(pages, story, first.effects, story.entries[:FIRST], first.drawn)
    pages.y -= 3
    rest = len(story.entries) - FIRST
    if rest > 0:
        section = story.numbers["incidents"]
        pages.paragraph(f"Section {section} lists {count(rest, 'more incident')}.", NOTE, after=0)


def _sessions(pages: Pages, story: Story) -> None:
    pages.subheading("Sessions", 80)
    draw_sessions(pages, story, SESSIONS_SHOWN)
    left = len(story.logs) - SESSIONS_SHOWN
    if left > 0:
        section = story.numbers["custody"]
        pages.paragraph(f"Section {section} lists {count(left, 'more session')}.", NOTE, after=0)


def draw_sessions(pages: Pages, story: Story, most: int | None = None) -> None:
    table = ReportTable(
        pages,
        (
            ReportColumn("Room", 62),
            ReportColumn("Session", 108),
            ReportColumn("Table", 44),
            ReportColumn("Opened", 98),
            ReportColumn("Hands", 44, True),
            ReportColumn("Expected", 46, True),
            ReportColumn("Violations", 46, True),
            ReportColumn("Discrepancies", 56, True),
        ),
        most=3,
    )
    table.head()
    for log in story.logs[:most]:
        found = [story.by_log[log.room, log.session, kind] for kind in ("violation", "discrepancy")]
        opened = log.opened_at[:19].replace("T", " ")
        counts = [f"{number:,}" for number in (log.hands, log.hands_expected, *found)]
        table.row(log.room, log.session, log.table, opened, *counts)
    pages.y -= 2


def draw_rulesets(pages: Pages, story: Story) -> None:
    pages.subheading("Rulesets", 50)
    table = ReportTable(
        pages,
        (
            ReportColumn("Revision", 130, style=SMALL_BOLD),
            ReportColumn("" if story.audit.event else "Hands", 44, True),
            ReportColumn("", 8),
            ReportColumn("Digest (SHA-256)", 322, style=DIGEST),
        ),
        most=2,
    )
    table.head()
    for used in story.audit.rulesets[:RULESETS_SHOWN]:
        name = f"{used.id}@{used.revision}{' (mandatory)' if used.mandatory else ''}"
        table.row(name, "" if story.audit.event else f"{used.hands:,}", "", used.digest)
    if not story.audit.rulesets:
        pages.paragraph(f"No {story.thing} was replayed under any ruleset.", NOTE)
    elif len(story.audit.rulesets) > RULESETS_SHOWN:
        pages.paragraph("The section on method lists all rulesets.", NOTE, after=0)
