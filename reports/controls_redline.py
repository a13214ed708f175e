"""Differences of controls: parameters with clauses, and filed wording."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.drawn_pages import LEFT, RIGHT, WIDTH, Pages
from reports.drawn_tables import GUTTER, ReportColumn, ReportTable
from reports.formatting import NOTHING, count, either
from reports.story import CitedClause, Story
from reports.typography import (
    CONDENSED,
    DIGEST,
    SMALL,
    SMALL_BOLD,
    SMALL_SOFT,
    SOFT,
    TextStyle,
    width,
    wrapped,
)
from rules.controls.difference import Difference, apart, by_clauses, clauses_of
from rules.controls.parameters import as_text
from rules.controls.what_if import WhatIfComparison
from rules.controls.wording import Wording, is_wording, wordings

_CLOSE = TextStyle(CONDENSED, 8, 11)
_CLOSE_SOFT = _CLOSE._replace(colour=SOFT)
_PATH = 170.0
_VALUE, _CLAUSES = 88.0, 158.0
_CLAUSES_AT = LEFT + _PATH + 2 * _VALUE
_WORDING = (WIDTH - 112) / 2
_ROW = _CLOSE.leading + 3
_TOGETHER = 16  # rows that share their clauses, on one page
Sides = tuple[str, str]  # the names of the two sets of controls
AS_PLAYED: Sides = ("As played", "As tried")


def draw_controls(
    pages: Pages,
    story: Story,
    compared: Sequence[WhatIfComparison],
    clauses: Mapping[str, CitedClause],
    number: int,
) -> None:
    """Section on the controls of a what-if."""
    pages.section(number, story.sections["controls"], "controls")
    pages.paragraph(
        "The controls tried did not bind anybody: a finding of this report is a difference between the record and what "
        "these controls would have required. The table shows how they differ from the controls that the room stated. A dash "
        "means that one of the two has no such parameter."
    )
    draw_redline(pages, compared, clauses, AS_PLAYED)


def draw_redline(
    pages: Pages, compared: Sequence[WhatIfComparison], clauses: Mapping[str, CitedClause], sides: Sides
) -> None:
    """Differences of each pair, and statements of their clauses."""
    if not compared:
        pages.paragraph("The record does not show which controls were tried in place of which.")
    for one in compared:
        _comparison(pages, one, len(compared) > 1, sides)
    _statements(pages, compared, clauses)


def _columns(sides: Sides) -> tuple[ReportColumn, ...]:
    return (
        ReportColumn("Parameter", _PATH, style=_CLOSE),
        ReportColumn(sides[0], _VALUE, style=_CLOSE),
        ReportColumn(sides[1], _VALUE, style=SMALL_BOLD),
        ReportColumn("Clauses", _CLAUSES, style=_CLOSE_SOFT),
    )


def _comparison(pages: Pages, one: WhatIfComparison, several: bool, sides: Sides) -> None:
    if several:
        pages.subheading(f"{one.played}  →  {one.tried}", 110)
    columns = (
        ReportColumn("", 50, style=SMALL_SOFT),
        ReportColumn("Revision", 90, style=SMALL_BOLD),
        ReportColumn("Title", 96),
        ReportColumn("Digest (SHA-256)", 268, style=DIGEST),
    )
    table = ReportTable(pages, columns)
    table.head()
    for label, name, ruleset in ((sides[0], one.played, one.a), (sides[1], one.tried, one.b)):
        table.row(label, name, *((ruleset.title, ruleset.digest) if ruleset else ("", "")))
    pages.y -= 6
    if not one.known:
        missing = one.tried if one.b is None else one.played
        pages.paragraph(
            f"The library does not have {missing}, or has a different version of it, so the two cannot be compared."
        )
        return
    differing, recited = apart([each for each in one.differences if not is_wording(each.parameter)])
    if not differing:
        pages.paragraph("No parameter and no reading differs.")
    else:
        pages.subheading(f"{count(len(differing), 'parameter')} differ{'s' * (len(differing) == 1)}", 70)
        table = ReportTable(pages, _columns(sides), rules=False)
        table.head()
        for group in by_clauses(differing):
            for start in range(0, len(group), _TOGETHER):
                _together(pages, table, group[start : start + _TOGETHER])
        pages.y -= 6
    _wordings(pages, wordings(one), sides)
    if recited:
        _different_clauses(pages, recited)


def _wordings(pages: Pages, found: Sequence[Wording], sides: Sides) -> None:
    """Filed wording side by side; equal wording is grey."""
    if not found:
        return
    pages.subheading("As filed", 70)
    columns = (
        ReportColumn("Section", 112, style=_CLOSE),
        *(ReportColumn(side, _WORDING, style=SMALL) for side in sides),
    )
    table = ReportTable(pages, columns, most=60)
    table.head()
    for each in found:
        style = SMALL_SOFT if each.a == each.b else SMALL
        table.row(each.section, each.a or NOTHING, each.b or NOTHING, styles=(_CLOSE, style, style))
    pages.y -= 6


def _together(pages: Pages, table: ReportTable, group: Sequence[Difference]) -> None:
    """Parameters that share clauses, which stand to the right."""
    last = len(group) - 1
    cited = wrapped(either(group[0].a_cites, group[0].b_cites), _CLOSE_SOFT, _CLAUSES)
    for place, each in enumerate(group):
        if place:
            pages.sheet.line(LEFT, pages.y + 0.5, _CLAUSES_AT - GUTTER, pages.y + 0.5, grey=0.9)
        beside = " ".join(cited[place:] if place == last else cited[place : place + 1])
        _difference(pages, table, each, beside, keep=0 if place else last * _ROW)
    pages.sheet.line(LEFT, pages.y + 0.5, RIGHT, pages.y + 0.5)


def _difference(pages: Pages, table: ReportTable, each: Difference, cited: str, keep: float) -> None:
    """A row; its path's table is grey."""
    above, dot, key = each.parameter.rpartition(".")
    above += dot
    drawn = width(each.parameter, _CLOSE) <= _PATH - GUTTER
    tried = _CLOSE if each.b is None else SMALL_BOLD
    y = table.row(
        "" if drawn else each.parameter, _said(each.a), _said(each.b), cited,
        styles=(_CLOSE, _CLOSE, tried, _CLOSE_SOFT), keep=keep, headed=True,
    )  # fmt: skip
    if drawn:
        with table.cell(0):
            pages.sheet.text(LEFT, y, above, _CLOSE_SOFT)
            pages.sheet.text(LEFT + width(above, _CLOSE), y, key, _CLOSE)


def _said(value: Any) -> str:
    return NOTHING if value is None else as_text(value)


def _different_clauses(pages: Pages, found: Sequence[Difference]) -> None:
    pages.subheading("Same value, different clauses", 50)
    columns = (
        ReportColumn("Parameters", _PATH + 2 * _VALUE, style=_CLOSE),
        ReportColumn("Clauses", _CLAUSES, style=_CLOSE_SOFT),
    )
    table = ReportTable(pages, columns)
    table.head()
    for group in by_clauses(found):
        table.row(", ".join(each.parameter for each in group), either(group[0].a_cites, group[0].b_cites))
    pages.y -= 6


def _statements(
    pages: Pages, compared: Sequence[WhatIfComparison], clauses: Mapping[str, CitedClause]
) -> None:
    cited = clauses_of(each for one in compared for each in one.differences)
    if not cited:
        return
    pages.subheading("What these clauses say", 60)
    table = ReportTable(
        pages, (ReportColumn("Clause", 112, style=SMALL_BOLD), ReportColumn("Statement", 392))
    )
    table.head()
    for clause, statement in cited.items():
        known = clauses.get(clause)
        table.row(clause, f"{known.statement} [{known.source}]" if known else statement)
    pages.y -= 4
