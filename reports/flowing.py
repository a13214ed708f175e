"""Text of several styles over lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reports.scripts import printable
from reports.sheet import Sheet
from reports.typography import ELLIPSIS, TextStyle, fitted, width, wrapped


class StyledText(NamedTuple):
    """Some text in one style."""

    text: str
    style: TextStyle


def flowed(
    texts: Sequence[StyledText], room: float, beside: float = 0, most: int = 60
) -> list[list[StyledText]]:
    """Texts in lines within ``room``; long words break.

    Neighbours of one style are one piece. beside: room left on the last line. most: lines, the last with an ellipsis.
    """
    lines: list[list[StyledText]] = [[]]
    taken = 0.0
    for word, style in _words(texts, room):
        wide = width(word, style)
        space = width(" ", style) if lines[-1] else 0.0
        if lines[-1] and taken + space + wide > room:
            if len(lines) == most:
                return [*lines[:-1], _cut(lines[-1], room)]
            lines.append([])
            taken = space = 0.0
        _add(lines[-1], word, style)
        taken += space + wide
    if taken + beside > room:
        _begin_last(lines)
    return lines


def _cut(line: Sequence[StyledText], room: float) -> list[StyledText]:
    *before, (text, style) = line
    taken = sum(width(*each) for each in before)
    return [*before, StyledText(fitted(text + ELLIPSIS, style, room - taken), style)]


def _begin_last(lines: list[list[StyledText]]) -> None:
    text, style = lines[-1][-1]
    before, _, word = text.rpartition(" ")
    if before:
        lines[-1][-1] = StyledText(before, style)
        lines.append([StyledText(word, style)])
    elif len(lines[-1]) > 1:
        lines[-1].pop()
        lines.append([StyledText(word, style)])


def _words(texts: Sequence[StyledText], room: float) -> Iterator[tuple[str, TextStyle]]:
    for text, style in texts:
        for word in printable(text, style.face).split():
            if width(word, style) <= room:
                yield word, style
            else:
                yield from ((part, style) for part in wrapped(word, style, room))


def _add(line: list[StyledText], word: str, style: TextStyle) -> None:
    """Append a word, to the last piece if of its style."""
    if line and line[-1].style == style:
        line[-1] = StyledText(f"{line[-1].text} {word}", style)
    else:
        line.append(StyledText(f" {word}" if line else word, style))


def draw_line(sheet: Sheet, x: float, y: float, line: Sequence[StyledText]) -> None:
    for text, style in line:
        sheet.text(x, y, text, style)
        x += width(text, style)
