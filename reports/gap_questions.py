"""Questions on pages that a letter can annex."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from reports.drawn_pages import LEFT, RIGHT, WIDTH, Pages
from reports.formatting import count
from reports.gap_story import GapStory
from reports.typography import (
    ACCENT,
    CODE,
    LABEL,
    NOTE,
    NOTE_BOLD,
    SEMIBOLD,
    SMALL,
    SMALL_BOLD,
    SMALL_SOFT,
    TextStyle,
    width,
    wrapped,
)
from simulation.gaps.gap_results import Option, OtherReading, Point, Question, Quoted

_NUMBER = TextStyle(SEMIBOLD, 10.5, 13, ACCENT)
_QUESTION = TextStyle(SEMIBOLD, 9, 12.5)
_AT = LEFT + 26  # where a question begins, beside its number
_LETTER = 15.0
_MOVES = 148.0  # room for the money that an option would move
_AMOUNT = 72.0  # of it for the money
_PROCEDURES = "The controls state no procedure for the following cases. Please state the procedure for each."
_PROCEDURES_DEPTH = 3  # of its heading, as of a question's


def draw_questions(pages: Pages, story: GapStory, number: int) -> None:
    """Draw the questions, dearest first, procedures as one list."""
    pages.running = None
    pages.new_page()
    pages.section(number, story.sections["questions"], "questions")
    _heading(pages, story)
    pages.running = f"Questions on {story.subject()} ({story.name})"
    asked = [each for each in story.report.questions if each.kind != "procedure"]
    for place, question in enumerate(asked):
        keep = pages.measure(partial(_question, pages, story, question))
        pages.need(keep)
        pages.sheet.anchor(f"question-{question.number}", pages.y)
        _question(pages, story, question)
        if place < len(asked) - 1 or story.procedures:
            pages.y -= 5
            pages.sheet.line(LEFT, pages.y, RIGHT, pages.y)
            pages.y -= 9
    if story.procedures:
        _procedures(pages, story)


def _heading(pages: Pages, story: GapStory) -> None:
    report = story.report
    if not report.questions:
        pages.paragraph("There are no questions: the controls settle every point and state every price.")
        return
    pages.paragraph(
        f"{count(len(report.questions), 'question')} about “{story.subject()}” ({story.name}), {report.ruleset.authority}. "
        "Where the documents can be read in more than one way, (a) is the reading that an audit uses now. Each other reading "
        "shows the money that it would move in the simulated deals."
    )
    pages.paragraph(report.notes[0], SMALL_SOFT, measure=WIDTH, after=3)
    pages.y -= SMALL.leading
    with pages.sheet.tags.tag("P"):
        pages.sheet.text(LEFT, pages.y + 2, "Controls, SHA-256", LABEL)
        pages.sheet.text(LEFT + 70, pages.y + 2, report.ruleset.digest, CODE)
    pages.y -= 6
    pages.sheet.line(LEFT, pages.y, RIGHT, pages.y, grey=0.25, weight=0.6)
    pages.y -= 10


def _question(pages: Pages, story: GapStory, question: Question) -> None:
    with pages.part() as depth:
        _asked(pages, story, question, depth)


def _asked(pages: Pages, story: GapStory, question: Question, depth: int) -> None:
    sheet = pages.sheet
    first = pages.y - _QUESTION.leading * 0.76
    with sheet.tags.heading(depth):
        sheet.text(LEFT, first, str(question.number), _NUMBER)
        _lines(pages, wrapped(question.question, _QUESTION, RIGHT - _AT), _QUESTION, _AT)
    _lines(pages, (question.id,), LABEL, _AT)
    pages.y -= 3
    for option in question.options:
        _option(pages, story, option, story.points[question.id])
    _clauses(pages, question.clauses, "Left open by" if question.options else "See")


def _lines(pages: Pages, lines: Sequence[str], style: TextStyle, x: float) -> None:
    for line in lines:
        pages.sheet.text(x, pages.y - style.leading * 0.76, line, style)
        pages.y -= style.leading


def _option(pages: Pages, story: GapStory, option: Option, point: Point) -> None:
    """A reading, and the money that it would move."""
    sheet, y = pages.sheet, pages.y - SMALL.leading * 0.76
    other = next((each for each in point.readings if each.reading == option.reading), None)
    with sheet.tags.item():
        with sheet.tags.tag("Lbl"):
            sheet.text(_AT, y, f"({option.letter})", SMALL_SOFT)
        with sheet.tags.tag("LBody"):
            _lines(pages, wrapped(option.means, SMALL, RIGHT - _MOVES - _AT - _LETTER), SMALL, _AT + _LETTER)
            _moved(pages, story, y, other, point)
    pages.y -= 2


def _moved(pages: Pages, story: GapStory, y: float, other: OtherReading | None, point: Point) -> None:
    sheet = pages.sheet
    if other is not None and other.worked_out and other.deals:
        amount = _amount(story, other)
        sheet.right(RIGHT - _AMOUNT - 6, y, f"in {count(other.deals, 'deal')}", NOTE)
        sheet.figure(RIGHT, y, amount, SMALL_BOLD, _AMOUNT)
    else:
        sheet.right(RIGHT, y, _instead(other, point), NOTE)


def _amount(story: GapStory, other: OtherReading) -> str:
    if other.money:
        return story.money(other.money)
    if other.units is not None:
        return count(other.units, "unit")
    return "no money" if other.money == 0 else "not known"


def _instead(other: OtherReading | None, point: Point) -> str:
    if other is None:
        return "used now; the controls lean to it" if point.standing == "leaning" else "used now"
    if not other.worked_out:
        return "not worked out"
    return "moves no money in the deals" if point.deals else "affects no deal"


def _clauses(pages: Pages, clauses: Sequence[Quoted], lead: str) -> None:
    if not clauses:
        return
    pages.y -= 3
    for place, clause in enumerate(clauses):
        y = pages.y - NOTE.leading * 0.76
        name = f"{lead} {clause.id}" if not place else clause.id
        indent = _AT + width(name, NOTE_BOLD) + 5
        with pages.sheet.tags.tag("P"):
            pages.sheet.text(_AT, y, name, NOTE_BOLD)
            _lines(pages, wrapped(clause.statement, NOTE, RIGHT - indent), NOTE, indent)


def _procedures(pages: Pages, story: GapStory) -> None:
    """Procedures in one list, with one question."""
    asked = [each for each in story.report.questions if each.kind == "procedure"]
    pages.need(90)
    with pages.sheet.tags.heading(_PROCEDURES_DEPTH):
        _lines(pages, (_PROCEDURES,), _QUESTION, _AT)
    pages.y -= 2
    _clauses(pages, asked[0].clauses, "See")
    pages.y -= 5
    for question in asked:
        each = story.unpriced[question.id]
        lines = wrapped(each.says[:1].upper() + each.says[1:], SMALL, RIGHT - _MOVES - _AT)
        pages.need(len(lines) * SMALL.leading + 5)
        first = pages.y - SMALL.leading * 0.76
        pages.sheet.anchor(f"question-{question.number}", pages.y)
        tags = pages.sheet.tags
        with tags.item():
            with tags.tag("Lbl"):
                pages.sheet.text(LEFT, first, str(question.number), SMALL_BOLD._replace(colour=ACCENT))
            with tags.tag("LBody"):
                _lines(pages, lines, SMALL, _AT)
                pages.sheet.right(RIGHT, first, question.id, LABEL)
        pages.y -= 5
