"""A change of controls in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.drawn_pages import Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import count, money
from reports.typography import NOTE, SMALL, SMALL_BOLD
from rules.controls.plain import ControlsChange, changes
from rules.controls.what_if import WhatIfComparison

MOST = 12  # sentences of one part; the annex has the others
_LEADS = {"new": "New", "gone": "Removed"}
_STANDING = {"new": "New", "gone": "Removed", "": ""}


def draw_changes(pages: Pages, compared: Sequence[WhatIfComparison], currency: str | None) -> None:
    """Changes of each pair of controls; the annex has the rest."""
    if not compared:
        pages.paragraph("The record does not show which controls were tried in place of which.")
    for one in compared:
        if len(compared) > 1:
            pages.subheading(f"{one.played}  →  {one.tried}", 90)
        if not one.known:
            pages.paragraph(
                f"{one.played} and {one.tried} cannot be compared: the library lacks one of them."
            )
            continue
        found = changes(one.differences, lambda amount: money(amount, currency))
        if not found:
            pages.paragraph("No parameter and no reading differs.")
            continue
        table = ReportTable(
            pages,
            (ReportColumn("Part of the controls", 128, style=SMALL_BOLD), ReportColumn("What changes", 376)),
            most=6,
        )
        table.head()
        for each in found:
            _part(table, each)
        pages.y -= 6


def _part(table: ReportTable, each: ControlsChange) -> None:
    reported = [*each.sentences[:MOST], *_rest(each)]
    lead = _STANDING[each.standing]
    for place, sentence in enumerate(reported):
        name = "" if place else f"{each.part} ({lead.lower()})" if lead else each.part
        styles = (SMALL_BOLD, NOTE if place >= min(len(each.sentences), MOST) else SMALL)
        table.row(name, sentence, styles=styles, rule=place == len(reported) - 1)


def _rest(each: ControlsChange) -> Iterator[str]:
    left = max(len(each.sentences) - MOST, 0) + each.details
    if left:
        yield f"{count(left, 'more parameter')}: see the annex."


def in_short(compared: Sequence[WhatIfComparison], currency: str | None, most: int) -> list[str]:
    """First changes, from the first known pair."""
    known = next((one for one in compared if one.known and one.differing), None)
    if known is None:
        return []
    found = changes(known.differences, lambda amount: money(amount, currency))
    reported = [
        (place, f"{_LEADS[each.standing]} – {each.part.lower()}: {sentence}" if each.standing else sentence)
        for each in found
        for place, sentence in enumerate(each.sentences[: 1 if each.standing else most])
    ]
    first = sorted(range(len(reported)), key=lambda at: reported[at][0])[
        :most
    ]  # of each part one before the second of any
    return [reported[at][1] for at in sorted(first)]
