"""Frame of every first page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from reports.drawn_pages import LEFT, RIGHT, WIDTH, Pages
from reports.sheet import Sheet
from reports.typography import (
    ACCENT,
    CONDENSED,
    INK,
    LABEL,
    LEAD,
    OVERLINE,
    SEMIBOLD,
    SMALL,
    SMALL_BOLD,
    SUBTITLE,
    TITLE,
    WHITE,
    TextStyle,
    shrunk,
    width,
    wrapped,
)

_LONG_TITLE = TITLE._replace(size=19, leading=23)
_FIGURE = TextStyle(SEMIBOLD, 17, 20)
_WORD = TextStyle(CONDENSED, 8, 11)
_CHIPS = ("chip", "chips")
_COUNT_WIDTH = 54.0
_APART = 11.0  # between the labels of counts
_WARNING = TextStyle(SEMIBOLD, 9, 12.5, WHITE)


class Front(NamedTuple):
    """Slots of the frame. counts, amounts: figures with labels; wide: least width of a count."""

    kind: str  # of document, above the title
    title: str
    line: str  # below the title
    conclusion: str
    counts: Sequence[tuple[str, str]]
    amounts: Sequence[tuple[str, str]]
    sections: Mapping[str, str]
    warnings: Sequence[str] = ()
    wide: float = _COUNT_WIDTH


@contextmanager
def front_page(pages: Pages, front: Front) -> Iterator[None]:
    """First page; what is drawn inside stands above the contents."""
    pages.new_page()
    pages.outline("Summary", "summary")
    masthead(pages, front.kind, front.title, front.line)
    _warnings(pages, front.warnings)
    _conclusion(pages, front.conclusion)
    _figures(pages, front)
    yield
    _contents(pages, front.sections)


def masthead(pages: Pages, what: str, title: str, line: str) -> None:
    """Kind of document, title and a line."""
    sheet, tags = pages.sheet, pages.sheet.tags
    pages.y -= 8
    sheet.text(LEFT, pages.y, what, OVERLINE)
    pages.y -= 30
    with tags.heading(1):
        if width(title, TITLE) <= WIDTH:
            sheet.text(LEFT, pages.y, title, TITLE)
        else:
            for place, text in enumerate(wrapped(title, _LONG_TITLE, WIDTH, 3)):
                pages.y -= _LONG_TITLE.leading if place else 0
                sheet.text(LEFT, pages.y, text, _LONG_TITLE)
    pages.y -= 4
    with tags.tag("P"):
        for text in wrapped(line, SUBTITLE, WIDTH, 3):
            pages.y -= SUBTITLE.leading
            sheet.text(LEFT, pages.y, text, SUBTITLE)
    pages.y -= 14


def _warnings(pages: Pages, says: Sequence[str]) -> None:
    """Warnings in white on black, the notice first."""
    says = [pages.notice, *says] if pages.notice else says
    for text in says:
        lines = wrapped(text, _WARNING, WIDTH - 20, 8)
        high = len(lines) * _WARNING.leading + 10
        pages.sheet.box(LEFT, pages.y - high, WIDTH, high, INK)
        with pages.sheet.tags.tag("P"):
            for place, line in enumerate(lines):
                y = pages.y - 14 - place * _WARNING.leading
                pages.sheet.text(LEFT + 10, y, line, _WARNING)
        pages.y -= high + 8
    pages.y -= 6 * bool(says)


def _conclusion(pages: Pages, text: str) -> None:
    lines = wrapped(text, LEAD, WIDTH - 14)
    pages.sheet.box(LEFT, pages.y - len(lines) * LEAD.leading + 1, 2.5, len(lines) * LEAD.leading - 1, ACCENT)
    with pages.sheet.tags.tag("P"):
        for line in lines:
            pages.y -= LEAD.leading
            pages.sheet.text(LEFT + 14, pages.y + 5.2, line, LEAD)
    pages.y -= 16


def _figures(pages: Pages, front: Front) -> None:
    counts, amounts = front.counts, front.amounts
    sheet = pages.sheet
    rooms = [max(front.wide - _APART / 2, width(label, LABEL) + _APART) for _, label in counts]
    rest = (WIDTH - sum(rooms)) / max(len(amounts), 1)
    places = [
        *((LEFT + sum(rooms[:place]), room) for place, room in enumerate(rooms)),
        *((RIGHT - place * rest, rest) for place in range(len(amounts), 0, -1)),
    ]
    sheet.line(LEFT, pages.y, RIGHT, pages.y, grey=0.25, weight=0.6)
    with sheet.tags.tag("L"):
        for (figure, label), (x, room) in zip([*counts, *amounts], places, strict=True):
            with sheet.tags.tag("LI"), sheet.tags.tag("LBody"):
                _figure(sheet, x, pages.y - 23, figure, room - 8)
                sheet.text(x, pages.y - 34, label, LABEL)
    pages.y -= 42
    sheet.line(LEFT, pages.y, RIGHT, pages.y)
    pages.y -= 6


def _figure(sheet: Sheet, x: float, y: float, text: str, room: float) -> None:
    """A large figure with a small word of chips."""
    figure, _, word = text.partition("\u00a0") if text.endswith(_CHIPS) else (text, "", "")
    beside = width(word, _WORD) + 3 if word else 0.0
    style = shrunk(figure, _FIGURE, room - beside)
    sheet.text(x, y, figure, style)
    sheet.text(x + width(figure, style) + 3, y, word, _WORD)


def _contents(pages: Pages, sections: Mapping[str, str]) -> None:
    half = (len(sections) + 1) // 2
    pages.subheading("Contents", half * 13 + 4)
    top, middle = pages.y, WIDTH / 2
    pages.sheet.line(LEFT, top, RIGHT, top, grey=0.25, weight=0.6)
    with pages.sheet.tags.tag("TOC"):
        for place, (key, title) in enumerate(sections.items()):
            x = LEFT + (place // half) * (middle + 10)
            y = top - 11 - (place % half) * 13
            _entry(pages, key, place + 1, title, (x, x + middle - 10, y))
    pages.y = top - half * 13 - 6


def _entry(pages: Pages, key: str, number: int, title: str, place: tuple[float, float, float]) -> None:
    """An entry. place: left, right, baseline."""
    sheet, tags, (x, end, y) = pages.sheet, pages.sheet.tags, place
    with tags.tag("TOCI"), tags.tag("Reference"), tags.tag("Link"):
        sheet.text(x, y, str(number), SMALL_BOLD._replace(colour=ACCENT))
        sheet.text(x + 14, y, title, SMALL)
        sheet.line(x, y - 3.6, end, y - 3.6)
        pages.later(f"page-{key}", end, y)
        sheet.link(x, y - 3, end, y + 9, key, title)
