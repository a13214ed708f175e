"""A hand step by step as plain text: the event, then the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from auditor.cli.audit_words import printable
from auditor.cli.pot_text import short
from reports.card_words import card
from reports.hand_steps import HandStep, StepResult, StepRow, StepSeat

WIDEST = 79
_INDENT = "   "


def step_lines(steps: list[HandStep]) -> Iterator[str]:
    """Lines of the steps within 80 columns, but for rows of many cards."""
    for number, step in enumerate(steps, 1):
        if number > 1:
            yield ""
        yield printable(f"{number}. {step.title}")
        yield from _wrapped(step.words)
        yield from _wrapped(f">> {each}" for each in step.against)
        table = [f"{board.name}: {_cards(board)}" for board in step.boards]
        table += [f"Pot: {step.pot}"] if step.pot else []
        yield from _wrapped(["   ".join(table)] if table else [])
        for seat in step.seats:
            yield from _seat(seat)
        yield from _results(step.results)


def _wrapped(sentences: Iterable[str]) -> Iterator[str]:
    for each in sentences:
        said = printable(each.replace("\u00a0", " "))
        yield from wrap(said, WIDEST, initial_indent=_INDENT, subsequent_indent=_INDENT + "  ")


def _seat(seat: StepSeat) -> Iterator[str]:
    facts = [f"{seat.front} in front" if seat.front else "", f"{seat.stack} left" if seat.stack else ""]
    facts += [", ".join(mark.lower() for mark in seat.marks)]
    own = [_cards(row) for row in seat.rows if not row.name]
    who = f"{'*' if seat.acts else ' '} seat {seat.seat:<2} {short(seat.player)}"
    yield _INDENT + printable("  ".join(each for each in (who, *own, *facts) if each).replace("\u00a0", " "))
    for row in seat.rows:
        if row.name:
            ends = ", ".join(filter(None, (row.made, row.outcome)))
            yield f"{_INDENT}    {row.name:<9} {_cards(row)}{f'  {ends}' if ends else ''}".rstrip()


def _cards(row: StepRow) -> str:
    new = list(row.new)
    return " ".join(f"[{card(each)}]" if each in new else card(each) for each in row.cards)


def _results(results: Iterable[StepResult]) -> Iterator[str]:
    rows = [("Seat", "Player", "Recorded", "Due", "Difference")]
    rows += [
        (str(each.seat), short(printable(each.player)), each.recorded, each.due, each.difference)
        for each in results
    ]
    if len(rows) == 1:
        return
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.ljust(wide) if place == 1 else cell.rjust(wide)
            for place, (cell, wide) in enumerate(zip(row, widths, strict=True))
        )
        yield _INDENT + "  ".join(cells).rstrip().replace("\u00a0", " ")
