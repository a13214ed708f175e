"""The gap report of a room's controls as a PDF: open points, the money that they would move, and a letter's questions."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import BinaryIO

import msgspec

from reports import gap_cover, gap_questions, gap_tables
from reports.gap_story import GapStory
from reports.pages import Furniture, Pages
from reports.tagged.archive import Attachment
from rules.gaps.results import GapReport


def write_gap_pdf(report: GapReport, stream: BinaryIO, attachments: Sequence[Attachment] = ()) -> None:
    """Write the report to ``stream``: the same bytes for the same report. attachments: files that the document carries."""
    digest = sha256(msgspec.json.encode(report, order="deterministic")).hexdigest()
    story = GapStory(report, digest)
    furniture = Furniture(story.subject(), story.name, digest, story.banner(), "Gap report")
    pages = Pages(stream, furniture, attachments)
    _describe(pages, story)
    gap_cover.draw_cover(pages, story)
    pages.new_page()
    for key, draw in (
        ("readings", gap_tables.draw_readings),
        ("unpriced", gap_tables.draw_unpriced),
        ("settled", gap_tables.draw_settled),
        ("method", gap_tables.draw_method),
        ("questions", gap_questions.draw_questions),
    ):
        if key in story.sections:
            draw(pages, story, story.numbers[key])
    pages.close()


def _describe(pages: Pages, story: GapStory) -> None:
    """Set the metadata of the file."""
    canvas = pages.sheet.canvas
    canvas.setTitle(f"Gaps of {story.subject()} ({story.name})")
    canvas.setAuthor("cardroom-auditor")
    canvas.setSubject(story.conclusion())
    canvas.setCreator(f"cardroom-auditor {story.report.engine}")
    canvas.setKeywords(f"gaps {story.name} {story.report.ruleset.digest}")
    canvas.setViewerPreference("DisplayDocTitle", "true")
