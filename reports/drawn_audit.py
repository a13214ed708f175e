"""The report of an audit as a PDF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, BinaryIO

from reports.controls_redline import draw_controls
from reports.correction_section import draw_corrections
from reports.cover import Cover, First, draw_cover
from reports.custody import draw_custody
from reports.dates import UNDATED, Dates
from reports.day_section import draw_day_section
from reports.declaration import draw_declaration
from reports.drawn_answers import NO_ANSWERS, Answers
from reports.drawn_busts import draw_busts
from reports.drawn_cards import define_cards
from reports.drawn_coverage import draw_coverage
from reports.drawn_event import draw_event_cover, draw_event_sections
from reports.drawn_fees import draw_fees
from reports.drawn_incidents import Exhibits, IncidentPages
from reports.drawn_pages import Furniture, Pages
from reports.drawn_undetermined import draw_undetermined
from reports.findings import draw_ungrouped
from reports.incident_entries import EXHIBITS
from reports.method import draw_method
from reports.registered import Registered
from reports.response import draw_response
from reports.restitution import draw_nothing_else, draw_restitution
from reports.short_ids import ShortIds
from reports.spreadsheet import incidents_digest
from reports.story import CitedClause, Story
from reports.tagged.tagged_archive import Attachment
from rules.controls.authority import Declaration
from rules.controls.what_if import WhatIfComparison
from rules.results import Audit

if TYPE_CHECKING:  # an audit without screening loads nothing of it
    from reports.screened_room import ScreenedRoom


def write_audit_pdf(
    audit: Audit,
    exhibits: Exhibits,
    clauses: Mapping[str, CitedClause],
    stream: BinaryIO,
    compared: Sequence[WhatIfComparison] = (),
    dates: Dates = UNDATED,
    most: int | None = EXHIBITS,
    cover: Cover | None = None,
    notice: str | None = None,
    answers: Answers = NO_ANSWERS,
    attachments: Sequence[Attachment] = (),
    registered: Registered | None = None,
    declaration: Declaration | None = None,
    redacted: bool = False,
    unaudited: Mapping[str, Sequence[str]] | None = None,
    screened: Sequence[ScreenedRoom] = (),
) -> None:
    """Write the audit to ``stream``, page by page; equal audits give equal bytes.

    exhibits: hands at places (room, session, line), a few at a time. clauses: by id. compared: pairs of controls of a
    what-if. most: places drawn; None: all. cover: None: that of the kind of audit; of a day `reports.day.draw_day_cover`.
    notice: how the audit came about. answers: by incident. registered: record of the audit in a register. redacted: audit
    and exhibits are (`rules.redaction`). unaudited: paths that no audit consults, by revision. screened: rooms of the annex
    "Where to look", on pages of its own at the end; none: there is no annex.
    """
    story = Story(audit, answers, registered, declaration, redacted)
    furniture = Furniture(story.full_title(), story.ruleset(), story.digest, story.banner(), notice=notice)
    pages = Pages(stream, furniture, attachments)
    pages.describe(
        f"Audit of {story.full_title()}",
        story.headline(),
        audit.engine.release,
        f"audit {story.digest}",
        dates.stamp(),
    )
    names = ShortIds(story.players())
    incidents = IncidentPages(pages, story, clauses, names, dates, most)
    cover = cover or (draw_cover if audit.event is None else draw_event_cover)
    cover(pages, story, First(story, names, dates, incidents.drawn))
    cover_alone = (
        audit.what_if or story.to_answer
    )  # if the cover runs over to a second page, the sections follow there
    if pages.number == 1 and cover_alone:
        pages.new_page()
    pages.tight = not story.to_answer and not audit.what_if
    number = story.numbers
    if "controls" in number:
        draw_controls(pages, story, compared, clauses, number["controls"])
    if story.grouped:
        incidents.draw(
            number["incidents"],
            story.sections["incidents"],
            exhibits,
            incidents_digest(audit.incidents or ()),
        )
    else:
        draw_ungrouped(pages, story, number["incidents"])
    _of_the_whole(pages, story, clauses, dates, unaudited)
    if screened:
        from reports.where_to_look import draw_where_to_look

        draw_where_to_look(pages, screened)
    define_cards(pages)
    pages.close()


def _of_the_whole(
    pages: Pages,
    story: Story,
    clauses: Mapping[str, CitedClause],
    dates: Dates,
    unaudited: Mapping[str, Sequence[str]] | None,
) -> None:
    number = story.numbers
    draw_nothing_else(pages, story)
    if "corrections" in number:
        draw_corrections(pages, story, number["corrections"])
    if "day" in number:
        draw_day_section(pages, story, number["day"])
    draw_event_sections(pages, story)
    if "undetermined" in number:
        draw_undetermined(pages, story, clauses, number["undetermined"])
    if "restitution" in number:
        draw_restitution(pages, story, number["restitution"])
    draw_fees(pages, story)
    if "busts" in number:
        draw_busts(pages, story, number["busts"])
    draw_custody(pages, story, number["custody"])
    draw_coverage(pages, story, number["coverage"], unaudited)
    draw_method(pages, story, number["method"])
    if "response" in number:
        draw_response(pages, story, number["response"], dates)
    if "declaration" in number:
        draw_declaration(pages, story, clauses, number["declaration"])
