"""Gap report of a room's controls as a PDF."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import BinaryIO

import msgspec

from reports import gap_cover, gap_questions, gap_tables
from reports.drawn_pages import Furniture, Pages
from reports.gap_story import GapStory
from reports.registered import Registered
from reports.tagged.tagged_archive import Attachment
from simulation.gaps.gap_results import GapReport


def write_gap_pdf(
    report: GapReport,
    stream: BinaryIO,
    attachments: Sequence[Attachment] = (),
    registered: tuple[Registered, str] | None = None,
) -> None:
    """Write the report to ``stream``; equal reports and entries give equal bytes.

    registered: the controls' last step in a register, and the step in words.
    """
    digest = sha256(msgspec.json.encode(report, order="deterministic")).hexdigest()
    story = GapStory(report, digest, registered)
    furniture = Furniture(story.subject(), story.name, digest, story.banner(), "Gap report")
    pages = Pages(stream, furniture, attachments)
    pages.describe(
        f"Gaps of {story.subject()} ({story.name})",
        story.conclusion(),
        report.engine,
        f"gaps {story.name} {report.ruleset.digest}",
    )
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
