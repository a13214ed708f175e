"""Section on what corrections changed."""

from __future__ import annotations

from reports.changed_words import changed_places
from reports.correction_sentences import (
    audited_beside,
    how_many,
    origin,
    what_became,
    what_changed,
    what_went,
)
from reports.drawn_answers import state_text
from reports.drawn_pages import Pages
from reports.drawn_tables import GUTTER, ReportColumn, ReportTable
from reports.findings import draw_findings
from reports.formatting import NOTHING, count, hand_numbers, headed, in_column
from reports.money_words import corrected_sides, kind_words
from reports.story import Story
from reports.typography import NOTE, SMALL_BOLD
from rules.results import Correction, RemovedIncident

LISTED = 200  # facts of a correction
_FINDINGS = 100
_INCIDENTS = 100
_ON_THE_COVER = 3


def draw_corrections(pages: Pages, story: Story, number: int) -> None:
    pages.section(number, story.sections["corrections"], "corrections")
    pages.paragraph(
        "A log that supersedes another one is compared with it fact by fact. Both were audited under the same controls by "
        "the same engine, so that what differs below is of the logs."
    )
    for found in story.audit.corrected:
        _correction(pages, story, found)


def draw_corrections_on_cover(pages: Pages, story: Story) -> None:
    """Sentences on corrections, if any, for the first page."""
    every = story.audit.corrected
    if not every:
        return
    pages.subheading("A correction" if len(every) == 1 else count(len(every), "correction"), 30)
    for found in every[:_ON_THE_COVER]:
        session = f"Session {found.session}: " if story.several else ""
        says = what_changed(found)
        if found.facts_in_all is not None:
            says = " ".join(filter(None, [says, what_went(found), what_became(found)]))
        pages.paragraph(f"{session}{says}", after=2)
    pages.paragraph(f"Section {story.numbers['corrections']} has the facts.", NOTE, after=0)


def _correction(pages: Pages, story: Story, found: Correction) -> None:
    pages.subheading(
        f"Table {found.table}, session {found.session}" if story.several else "The correction", 80
    )
    said = [origin(found), what_changed(found)]
    if found.sent is not None:
        said.insert(1, how_many(found))
    if found.facts_in_all is not None:
        said.append(what_went(found))
    pages.paragraph(" ".join([*said, *filter(None, [what_became(found), audited_beside(found)])]))
    _amounts(pages, found)
    _facts(pages, story, found)
    _removed(pages, story, found)
    if found.findings:
        pages.subheading("Findings that only the first log has", 80)
        draw_findings(pages, story, found.findings[:_FINDINGS])
        _rest(pages, (found.findings_in_all or 0) - len(found.findings[:_FINDINGS]), "finding")


def _amounts(pages: Pages, found: Correction) -> None:
    if not found.amounts:
        return
    table = ReportTable(
        pages,
        (
            ReportColumn("Money", 132, style=SMALL_BOLD),
            ReportColumn("By the first log", 186),
            ReportColumn("By the second log", 186),
        ),
    )
    table.head()
    for each in found.amounts:
        words = kind_words(each.kind)
        table.row(words[:1].upper() + words[1:], *corrected_sides(each))
    pages.y -= 6


def _facts(pages: Pages, story: Story, found: Correction) -> None:
    if not found.facts:
        return
    table = ReportTable(
        pages,
        (
            ReportColumn("Where", 124, style=SMALL_BOLD),
            ReportColumn("What", 112),
            ReportColumn("First log", 102),
            ReportColumn("Second log", 102),
            ReportColumn("Lines", 64, True),
        ),
        most=8,
    )
    table.head()
    for place in changed_places(found.facts[:LISTED], story.currency_of(found.room, found.session)):
        for each in place.changes:
            where = ", ".join(filter(None, (place.heading, each.subject)))
            what = (each.became, NOTHING, NOTHING) if each.became else (each.what, each.before, each.after)
            table.row(where, *what, _lines(place.lines))
    pages.y -= 3
    _rest(pages, (found.facts_in_all or 0) - len(found.facts[:LISTED]), "fact")


def _lines(lines: tuple[int | None, int | None]) -> str:
    """Lines in both logs; one number where equal."""
    first, second = (NOTHING if each is None else f"{each}" for each in lines)
    return first if first == second else f"{first}, {second}"


def _removed(pages: Pages, story: Story, found: Correction) -> None:
    """Incidents of the first log alone, with their states."""
    if not found.removed:
        return
    pages.subheading("Incidents that only the first log has", 80)
    pages.paragraph("They stay as they are until the authority closes them for the correction.", NOTE)
    unit = story.currency_of(found.room, found.session)
    table = ReportTable(
        pages,
        (
            ReportColumn("Severity", 52, style=SMALL_BOLD),
            ReportColumn("Incident", 196),
            ReportColumn("Hands", 70),
            ReportColumn(headed("Money", unit), 56, True),
            ReportColumn("", GUTTER),
            ReportColumn("State", 122),
        ),
        most=8,
    )
    table.head()
    for each in found.removed[:_INCIDENTS]:
        money = in_column((each.misallocated or 0) + (each.misrecorded or 0) or None, unit)
        table.row(each.severity, each.title, _hands(each), money, "", _state(story, each.id))
    pages.y -= 3
    _rest(pages, (found.incidents_in_all or 0) - len(found.removed[:_INCIDENTS]), "incident")


def _hands(found: RemovedIncident) -> str:
    more = found.hands_of - len(found.hands)
    return hand_numbers(found.hands) + (f" and {more:,} more" if more > 0 else "")


def _state(story: Story, incident: str) -> str:
    answered = story.answers.get(incident)
    if answered is None:
        return NOTHING if story.redacted else "Nothing is on record of it."
    who = f"Answered by {answered.by or 'nobody named'}, {answered.at[:10]}. " if answered.at else ""
    return who + state_text(answered)


def _rest(pages: Pages, left: int, what: str) -> None:
    if left > 0:
        pages.paragraph(
            f"There {'is' if left == 1 else 'are'} {count(left, f'more {what}')}; the audit as JSON lists up to 1,000.",
            NOTE,
        )
