"""The audit as a PDF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import BinaryIO

from reports import across, busts, closing, controls, coverage, fees, sections
from reports.cards import define_cards
from reports.cases import EXHIBITS
from reports.cover import Cover, First, draw_cover
from reports.dates import UNDATED, Dates
from reports.findings import ungrouped
from reports.incidents import Exhibits, IncidentPages
from reports.names import Names
from reports.pages import Furniture, Pages
from reports.spreadsheet import incidents_digest
from reports.story import Clause, Story
from rules.controls.what_if import Comparison
from rules.results import Audit


def write_pdf(
    audit: Audit,
    exhibits: Exhibits,
    clauses: Mapping[str, Clause],
    stream: BinaryIO,
    compared: Sequence[Comparison] = (),
    dates: Dates = UNDATED,
    most: int | None = EXHIBITS,
) -> None:
    """Write the audit to ``stream``, as `write_report` does, with the cover of an audit of logs."""
    write_report(audit, exhibits, clauses, stream, compared, draw_cover, dates, most)


def write_report(
    audit: Audit,
    exhibits: Exhibits,
    clauses: Mapping[str, Clause],
    stream: BinaryIO,
    compared: Sequence[Comparison],
    cover: Cover,
    dates: Dates,
    most: int | None,
) -> None:
    """Write the audit to ``stream``: the same bytes for the same audit, each page as soon as it is done.

    ``exhibits`` gives the hands at some places (room, session, line); it is asked for a few at a time. ``clauses`` has
    the statements that findings cite, as far as known. ``compared``: of a what-if, the controls that the room said it
    played under against those that were tried. ``cover`` draws the first page. ``dates``: what is known of when the
    audit was made, and what the authority sets. ``most``: places that are drawn; None: all.
    """
    story = Story(audit)
    pages = Pages(stream, Furniture(story.full_title(), story.ruleset(), story.digest, story.banner()))
    _describe(pages, story, dates)
    define_cards(pages)
    names = Names(story.players())
    incidents = IncidentPages(pages, story, clauses, names, dates, most)
    cover(pages, story, First(story, names, dates, incidents.drawn))
    stands_alone = audit.what_if or not story.bare  # what ran over the first page is followed on its page
    if pages.number == 1 and stands_alone:
        pages.new_page()
    number = story.numbers
    if "controls" in number:
        controls.controls(pages, story, compared, clauses, number["controls"])
    if story.grouped:
        incidents.draw(
            number["incidents"],
            story.sections["incidents"],
            exhibits,
            incidents_digest(audit.incidents or ()),
        )
    else:
        ungrouped(pages, story, number["incidents"])
    _of_the_whole(pages, story, clauses, dates)
    pages.close()


def _of_the_whole(pages: Pages, story: Story, clauses: Mapping[str, Clause], dates: Dates) -> None:
    """The sections about the audit as a whole."""
    number = story.numbers
    sections.nothing_else(pages, story)
    if "day" in number:
        across.across(pages, story, number["day"])
    if "undetermined" in number:
        sections.undetermined(pages, story, clauses, number["undetermined"])
    if "restitution" in number:
        sections.restitution(pages, story, number["restitution"])
    fees.triangle(pages, story)
    if "busts" in number:
        busts.busts(pages, story, number["busts"])
    sections.custody(pages, story, number["custody"])
    coverage.coverage(pages, story, number["coverage"])
    closing.method(pages, story, number["method"])
    if "response" in number:
        closing.response(pages, story, number["response"], dates)


def _describe(pages: Pages, story: Story, dates: Dates) -> None:
    """What the file says of itself."""
    canvas = pages.sheet.canvas
    canvas.setTitle(f"Audit of {story.full_title()}")
    canvas.setAuthor("cardroom-auditor")
    canvas.setSubject(story.headline())
    canvas.setCreator(f"cardroom-auditor {story.audit.engine.version}")
    canvas.setKeywords(f"audit {story.digest}")
    stamp = dates.stamp()
    if stamp is not None:  # in place of the date that every document without one has
        canvas.setDateFormatter(lambda *_: stamp)
    canvas.setViewerPreference("DisplayDocTitle", "true")
