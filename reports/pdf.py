"""The audit as a PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import BinaryIO

from reports import closing, sections
from reports.cards import define_cards
from reports.cover import draw_cover
from reports.findings import FindingPages
from reports.pages import Furniture, Pages
from reports.story import Clause, Story
from rules.results import Audit, Exhibit

_SECTIONS = [
    (1, "Custody of the record", "custody"),
    (2, "Violations", "violation"),
    (3, "Discrepancies", "discrepancy"),
    (4, "Undetermined points", "undetermined"),
    (5, "Restitution by player", "restitution"),
    (6, "Coverage", "coverage"),
    (7, "Method and limits", "method"),
    (8, "Response of the licensee", "response"),
]


def write_pdf(
    audit: Audit,
    exhibits: Callable[[str], Iterable[Exhibit]],
    clauses: Mapping[str, Clause],
    stream: BinaryIO,
) -> None:
    """Write the audit to ``stream``: the same bytes for the same audit, each page as soon as it is done.

    ``exhibits`` gives, for ``"violation"`` and for ``"discrepancy"``, an exhibit for each hand that has such
    a finding, in the audit's order; one is held at a time. ``clauses`` has the statements that findings cite,
    as far as known.
    """
    story = Story(audit)
    furniture = Furniture(story.full_title(), story.ruleset(), story.digest, story.banner())
    pages = Pages(stream, furniture)
    _describe(pages, story)
    define_cards(pages)
    draw_cover(pages, story, _SECTIONS)
    pages.new_page()
    sections.custody(pages, story, 1)
    for number, title, kind in _SECTIONS[1:3]:
        FindingPages(pages, story, clauses, kind).draw(number, title, exhibits(kind))
    sections.undetermined(pages, story, clauses, 4)
    sections.restitution(pages, story, 5)
    sections.coverage(pages, story, 6)
    closing.method(pages, story, 7)
    closing.response(pages, story, 8)
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
