"""Tables at a terminal: identifiers stay whole; other columns wrap, go below, or are left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import Console

Kind = Literal["id", "number", "words"]
_GAP = 2  # columns of blanks between two columns
_NARROWEST = 26  # of a column of words beside others
_INDENT = 4  # of words below their row


class Column(Struct, frozen=True):
    """A column. kind: ids stay whole, numbers stand right, words wrap. leaves: 0 always shown; else the highest is left out
    first.
    """

    name: str
    kind: Kind = "id"
    leaves: int = 0
    style: str = ""


Row = Sequence[str | Text]


def show_table(columns: Sequence[Column], rows: Iterable[Row], console: Console) -> None:
    """Print rows under headings, naming the columns without room."""
    table = [[each if isinstance(each, Text) else Text(each) for each in row] for row in rows]
    sizes = [max((row[at].cell_len for row in table), default=0) for at in range(len(columns))]
    laid_out = _layout(columns, sizes, console.width)
    _print_row([Text(column.name, "dim") for column in columns], columns, laid_out, console, heading=True)
    for row in table:
        _print_row(row, columns, laid_out, console)
    missing = [each.name for each, width in zip(columns, laid_out.widths, strict=True) if width is None]
    if missing:
        said = f"Left out at {console.width} columns: {', '.join(missing)}."
        console.print(Text(said, "dim"), soft_wrap=False)


class _Layout(Struct, frozen=True):
    """Width of each column; 0: below the row, None: left out."""

    widths: list[int | None]


def _layout(columns: Sequence[Column], sizes: Sequence[int], width: int) -> _Layout:
    full = [max(size, len(column.name)) for column, size in zip(columns, sizes, strict=True)]
    widths: list[int | None] = list(full)
    least = [
        min(size, _NARROWEST) if each.kind == "words" else size
        for each, size in zip(columns, full, strict=True)
    ]
    while _total(widths, least) > width:
        optional = [at for at, each in enumerate(columns) if each.leaves and widths[at] is not None]
        if optional:
            widths[max(optional, key=lambda at: columns[at].leaves)] = None
            continue
        beside = [at for at, each in enumerate(columns) if each.kind == "words" and widths[at]]
        if not beside:
            break
        widths[beside[-1]] = 0
    return _Layout(_shared(columns, widths, least, width))


def _total(widths: Sequence[int | None], least: Sequence[int]) -> int:
    beside = [small for each, small in zip(widths, least, strict=True) if each]
    return sum(beside) + _GAP * max(len(beside) - 1, 0)


def _shared(
    columns: Sequence[Column], widths: list[int | None], least: Sequence[int], width: int
) -> list[int | None]:
    """Widths after word columns share the rest, first ones first."""
    left = width - _total(widths, least)
    shared = list(widths)
    for at, column in enumerate(columns):
        full = widths[at]
        if full and column.kind == "words":
            given = min(full - least[at], max(left, 0))
            shared[at], left = least[at] + given, left - given
    return shared


def _print_row(
    row: Sequence[Text],
    columns: Sequence[Column],
    layout: _Layout,
    console: Console,
    *,
    heading: bool = False,
) -> None:
    beside = [at for at, width in enumerate(layout.widths) if width]
    cells = {at: _cell(row[at], columns[at], layout.widths[at] or 0, console) for at in beside}
    for place in range(max((len(each) for each in cells.values()), default=0)):
        line = Text(" " * _GAP).join(
            _padded(
                cells[at][place] if place < len(cells[at]) else Text(), columns[at], layout.widths[at] or 0
            )
            for at in beside
        )
        line.rstrip()
        console.print(line, no_wrap=True, crop=False, overflow="ignore")
    for at, width in enumerate(layout.widths):
        if width == 0 and row[at].plain and not heading:
            for line in _styled(row[at], columns[at]).wrap(console, max(console.width - _INDENT, _NARROWEST)):
                line.rstrip()
                console.print(Text(" " * _INDENT) + line, no_wrap=True, crop=False)


def _cell(text: Text, column: Column, width: int, console: Console) -> list[Text]:
    styled = _styled(text, column)
    return list(styled.wrap(console, width)) if column.kind == "words" else [styled]


def _styled(text: Text, column: Column) -> Text:
    styled = text.copy()
    if column.style and not text.style:
        styled.stylize_before(column.style)
    return styled


def _padded(text: Text, column: Column, width: int) -> Text:
    padded = text.copy()
    padded.rstrip()
    blank = max(width - padded.cell_len, 0)
    if column.kind == "number":
        padded.pad_left(blank)
    else:
        padded.pad_right(blank)
    return padded
