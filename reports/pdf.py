"""The audit as a PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import BinaryIO

from reports import across, busts, closing, controls, fees, sections
from reports.cards import define_cards
from reports.cover import draw_cover
from reports.findings import FindingPages
from reports.pages import Furniture, Pages
from reports.story import Clause, Story
from rules.controls.what_if import Comparison
from rules.results import Audit, Exhibit


def write_pdf(
    audit: Audit,
    exhibits: Callable[[str], Iterable[Exhibit]],
    clauses: Mapping[str, Clause],
    stream: BinaryIO,
    compared: Sequence[Comparison] = (),
) -> None:
    """Write the audit to ``stream``, as `write_report` does, with the cover of an audit of logs."""
    write_report(audit, exhibits, clauses, stream, compared, draw_cover)


def write_report(
    audit: Audit,
    exhibits: Callable[[str], Iterable[Exhibit]],
    clauses: Mapping[str, Clause],
    stream: BinaryIO,
    compared: Sequence[Comparison],
    cover: Callable[[Pages, Story], None],
) -> None:
    """Write the audit to ``stream``: the same bytes for the same audit, each page as soon as it is done.

    ``exhibits`` gives, for ``"violation"`` and for ``"discrepancy"``, an exhibit for each hand that has such
    a finding, in the audit's order; one is held at a time. ``clauses`` has the statements that findings cite,
    as far as known. ``compared``: of a what-if, the controls that the room said it played under against those
    that were tried. ``cover`` draws the first page.
    """
    story = Story(audit)
    furniture = Furniture(story.full_title(), story.ruleset(), story.digest, story.banner())
    pages = Pages(stream, furniture)
    _describe(pages, story)
    define_cards(pages)
    cover(pages, story)
    if pages.number == 1:  # the first page stands alone; what ran over it is followed on its page
        pages.new_page()
    number = story.numbers
    if "controls" in number:
        controls.controls(pages, story, compared, clauses, number["controls"])
    if "day" in number:
        across.across(pages, story, clauses, number["day"])
    sections.custody(pages, story, number["custody"])
    for kind in ("violation", "discrepancy"):
        FindingPages(pages, story, clauses, kind).draw(number[kind], story.sections[kind], exhibits(kind))
    sections.undetermined(pages, story, clauses, number["undetermined"])
    sections.restitution(pages, story, number["restitution"])
    fees.triangle(pages, story)
    if "busts" in number:
        busts.busts(pages, story, number["busts"])
    sections.coverage(pages, story, number["coverage"])
    closing.method(pages, story, number["method"])
    if "response" in number:
        closing.response(pages, story, number["response"])
    pages.close()


def _describe(pages: Pages, story: Story) -> None:
    """What the file says of itself."""
    canvas = pages.sheet.canvas
    canvas.setTitle(f"Audit of {story.full_title()}")
    canvas.setAuthor("cardroom-auditor")
    canvas.setSubject(story.conclusion())
    canvas.setCreator(f"cardroom-auditor {story.audit.engine.version}")
    canvas.setKeywords(f"audit {story.digest}")
    canvas.setViewerPreference("DisplayDocTitle", "true")
