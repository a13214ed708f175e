"""Styles and widths of text.

IBM Plex (``fonts/OFL.txt``), figures of equal width; `reports.scripts` adds faces. Text from logs is untrusted and only
drawn as characters. At least 8 points.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from reports.scripts import CONDENSED as CONDENSED
from reports.scripts import MONO, face_runs, font, printable
from reports.scripts import REGULAR as REGULAR
from reports.scripts import SEMIBOLD as SEMIBOLD

INK, SOFT, WHITE = "0.10 g", "0.38 g", "1 g"
ACCENT = "0.07 0.23 0.37 rg"
HAIRLINE = 0.78
ELLIPSIS = "…"


class TextStyle(NamedTuple):
    """Style of a text. Points; colour: PDF operator; tracking: extra letter-space; stretch: of widths."""

    face: str
    size: float
    leading: float
    colour: str = INK
    tracking: float = 0.0
    stretch: float = 1.0


SMALLEST = 8.0  # the smallest size that anything is set in
OVERLINE = TextStyle(SEMIBOLD, 8, 10, ACCENT, 0.9)
TITLE = TextStyle(SEMIBOLD, 25, 30)
SUBTITLE = TextStyle(REGULAR, 9.5, 13.5, SOFT)
LEAD = TextStyle(REGULAR, 13.5, 18.5)
SECTION = TextStyle(SEMIBOLD, 16, 20)
HEADING = TextStyle(SEMIBOLD, 10.5, 14)
SUBHEADING = TextStyle(SEMIBOLD, 9, 12)
BODY = TextStyle(REGULAR, 9, 13)
SMALL = TextStyle(REGULAR, 8, 11)
SMALL_BOLD = TextStyle(SEMIBOLD, 8, 11)
SMALL_SOFT = TextStyle(REGULAR, 8, 11, SOFT)
CLOSE = TextStyle(CONDENSED, 8, 11)
CLOSE_SOFT = TextStyle(CONDENSED, 8, 11, SOFT)
TOLD = TextStyle(CONDENSED, 8, 10)
TOLD_BOLD = TextStyle(SEMIBOLD, 8, 10)
NOTE = TextStyle(CONDENSED, 8, 10.5, SOFT)
NOTE_BOLD = TextStyle(SEMIBOLD, 8, 10.5)
LABEL = TextStyle(CONDENSED, 8, 9.5, SOFT)
COLUMN = TextStyle(CONDENSED, 8, 10, SOFT)
CODE = TextStyle(MONO, 8, 10.5, INK)
DIGEST = TextStyle(CONDENSED, 8, 10.5, INK)  # 64 figures on a line of DIGEST_WIDTH


@lru_cache(maxsize=8192)
def _thousandths(text: str, face: str) -> int:
    return sum(_run_width(name, drawn) for name, drawn in face_runs(text, face))


def _run_width(face: str, text: str) -> int:
    metrics = font(face).face
    widths, other = metrics.charWidths, metrics.defaultWidth
    return sum(widths.get(ord(char), other) for char in text)


def width(text: str, style: TextStyle) -> float:
    tracked = style.tracking * max(len(text) - 1, 0) if style.tracking else 0
    return (_thousandths(text, style.face) * style.size / 1000 + tracked) * style.stretch


@lru_cache(maxsize=2048)
def fitted(text: str, style: TextStyle, room: float) -> str:
    """Text within ``room``; a long one loses its middle."""
    if width(text, style) <= room:
        return text
    text = printable(text, style.face)
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(_without_middle(text, middle), style) <= room:
            low = middle
        else:
            high = middle - 1
    return _without_middle(text, low)


def shrunk(text: str, style: TextStyle, room: float) -> TextStyle:
    """Style that fits: smaller, then narrower, never cut."""
    wide = width(text, style)
    if wide <= room:
        return style
    style = style._replace(size=max(round(style.size * room / wide - 0.005, 2), min(SMALLEST, style.size)))
    wide = width(text, style)
    return style if wide <= room else style._replace(stretch=int(room / wide * 1000) / 1000)


def _without_middle(text: str, kept: int) -> str:
    tail = kept // 2
    return text[: kept - tail] + ELLIPSIS + text[len(text) - tail :]


@lru_cache(maxsize=1024)
def wrapped(text: str, style: TextStyle, room: float, most: int = 60) -> tuple[str, ...]:
    """Lines within ``room``, at most ``most``; long words break."""
    lines: list[str] = []
    line, taken, space = "", 0.0, width(" ", style)
    for word in printable(text, style.face).split():
        wide = width(word, style)
        if line and taken + space + wide <= room:
            line, taken = f"{line} {word}", taken + space + wide
            continue
        if line:
            lines.append(line)
        while wide > room and len(lines) <= most:
            cut = _break(word, style, room)
            lines.append(word[:cut])
            word = word[cut:]
            wide = width(word, style)
        line, taken = word, wide
        if len(lines) > most:
            break
    lines.append(line)
    if len(lines) > most:
        return (*lines[: most - 1], fitted(lines[most - 1] + ELLIPSIS, style, room))
    return tuple(lines)


def _break(word: str, style: TextStyle, room: float) -> int:
    """Characters of a word that fit, at least one."""
    low, high = 1, len(word)
    while low < high:
        middle = (low + high + 1) // 2
        if width(word[:middle], style) <= room:
            low = middle
        else:
            high = middle - 1
    return low
