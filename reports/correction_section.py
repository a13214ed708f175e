"""The section of what corrections changed: facts by line, money by each log, and the findings that only the first log has."""

from __future__ import annotations

from reports.corrections import audited_beside, field, how_many, origin, place, value, what_changed, what_went
from reports.findings import draw_findings
from reports.formatting import NOTHING, count
from reports.money_words import corrected_sides, kind_words
from reports.pages import Pages
from reports.story import Story
from reports.tables import Column, ReportTable
from reports.typography import NOTE, SMALL_BOLD
from rules.results import ChangedFact, Correction

LISTED = 200  # facts of a correction
_FINDINGS = 100
_ON_THE_COVER = 3


def draw_corrections(pages: Pages, story: Story, number: int) -> None:
    """What each correction among the audit's logs changed."""
    pages.section(number, story.sections["corrections"], "corrections")
    pages.paragraph(
        "A log that supersedes another one is compared with it fact by fact. Both were audited under the same controls by "
        "the same engine, so that what differs below is of the logs."
    )
    for found in story.audit.corrected:
        _correction(pages, story, found)


def draw_corrections_on_cover(pages: Pages, story: Story) -> None:
    """What the first page says of corrections; nothing where there is none."""
    every = story.audit.corrected
    if not every:
        return
    pages.subheading("A correction" if len(every) == 1 else count(len(every), "correction"), 30)
    for found in every[:_ON_THE_COVER]:
        session = f"Session {found.session}: " if story.several else ""
        says = what_changed(found)
        if found.facts_in_all is not None:
            says = f"{says} {what_went(found)}"
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
    pages.paragraph(" ".join([*said, *filter(None, [audited_beside(found)])]))
    _amounts(pages, found)
    _facts(pages, found)
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
            Column("Money", 132, style=SMALL_BOLD),
            Column("By the first log", 186),
            Column("By the second log", 186),
        ),
    )
    table.head()
    for each in found.amounts:
        words = kind_words(each.kind)
        table.row(words[:1].upper() + words[1:], *corrected_sides(each))
    pages.y -= 6


def _facts(pages: Pages, found: Correction) -> None:
    if not found.facts:
        return
    table = ReportTable(
        pages,
        (
            Column("Where", 104, style=SMALL_BOLD),
            Column("Field", 132),
            Column("First log", 102),
            Column("Second log", 102),
            Column("Lines", 64, True),
        ),
        most=8,
    )
    table.head()
    for fact in found.facts[:LISTED]:
        where = place(fact)
        table.row(
            where[:1].upper() + where[1:], field(fact), value(fact.before), value(fact.after), _lines(fact)
        )
    pages.y -= 3
    _rest(pages, (found.facts_in_all or 0) - len(found.facts[:LISTED]), "fact")


def _lines(fact: ChangedFact) -> str:
    """The line in the first log and that in the second; one number where it is the same."""
    first, second = (NOTHING if each is None else f"{each:,}" for each in (fact.before_line, fact.after_line))
    return first if first == second else f"{first}, {second}"


def _rest(pages: Pages, left: int, what: str) -> None:
    if left > 0:
        pages.paragraph(
            f"There {'is' if left == 1 else 'are'} {count(left, f'more {what}')}; the audit as JSON lists up to 1,000.",
            NOTE,
        )
