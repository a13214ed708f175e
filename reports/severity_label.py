"""Severity as a word on grey, darker if graver."""

from __future__ import annotations

from reports.drawn_pages import RIGHT, Pages
from reports.typography import INK, SMALL_BOLD, WHITE, TextStyle, width

WIDEST = 58.0
_SHADES = {
    "critical": (INK, WHITE),
    "major": ("0.42 g", WHITE),
    "minor": ("0.82 g", INK),
    "note": ("0.93 g", INK),
}
_WORD = TextStyle(SMALL_BOLD.face, 8, 10, INK)


def draw_severity(pages: Pages, severity: str) -> None:
    fill, ink = _SHADES[severity]
    wide = width(severity, _WORD) + 8
    pages.sheet.box(RIGHT - wide, pages.y - 2.6, wide, 11, fill)
    pages.sheet.text(RIGHT - wide + 4, pages.y, severity, _WORD._replace(colour=ink))
