"""Of a what-if: what differs between the controls that the room said it played under and those that were tried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.pages import LEFT, RIGHT, Pages
from reports.story import Clause, Story
from reports.tables import GUTTER, Column, Table
from reports.typography import CODE, CONDENSED, SMALL_BOLD, SMALL_SOFT, SOFT, Style, width, wrapped
from reports.words import NOTHING, count, either
from rules.controls.difference import Difference, apart, by_clauses, clauses_of
from rules.controls.parameters import as_text
from rules.controls.what_if import Comparison

_CLOSE = Style(CONDENSED, 8, 11)
_CLOSE_SOFT = _CLOSE._replace(colour=SOFT)
_PATH = 170.0
_COLUMNS = (
    Column("Parameter", _PATH, style=_CLOSE),
    Column("As played", 88, style=_CLOSE),
    Column("As tried", 88, style=SMALL_BOLD),
    Column("Clauses", 158, style=_CLOSE_SOFT),
)
_CLAUSES_AT = LEFT + sum(column.width for column in _COLUMNS[:-1])
_ROW = _CLOSE.leading + 3
_TOGETHER = 16  # rows that share their clauses, on one page


def controls(
    pages: Pages, story: Story, compared: Sequence[Comparison], clauses: Mapping[str, Clause], number: int
) -> None:
    """Parameter by parameter, and what the clauses say that either side cites."""
    pages.section(number, story.sections["controls"], "controls")
    pages.paragraph(
        "Nobody is held to the controls that were tried: a finding of this report is a difference between what was "
        "recorded and what these would have had recorded. Below is what differs between them and the controls that "
        "the room said it played under; a dash stands for what one of the two does not have."
    )
    if not compared:
        pages.paragraph("Which controls were tried in place of which is not on record.")
    for one in compared:
        _comparison(pages, one, len(compared) > 1)
    _statements(pages, compared, clauses)


def _comparison(pages: Pages, one: Comparison, several: bool) -> None:
    if several:
        pages.subheading(f"{one.played}  →  {one.tried}", 110)
    columns = (
        Column("", 50, style=SMALL_SOFT),
        Column("Revision", 96, style=SMALL_BOLD),
        Column("Title", 110),
        Column("Digest (SHA-256)", 248, style=CODE),
    )
    table = Table(pages, columns)
    table.head()
    for label, name, ruleset in (("As played", one.played, one.a), ("As tried", one.tried, one.b)):
        table.row(label, name, *((ruleset.title, ruleset.digest) if ruleset else ("", "")))
    pages.y -= 6
    if not one.known:
        missing = one.tried if one.b is None else one.played
        pages.paragraph(
            f"The library does not have {missing}, or not as it was: what differs cannot be told."
        )
        return
    differing, otherwise = apart(one.differences)
    if not differing:
        pages.paragraph("No parameter differs, and no reading.")
    else:
        pages.subheading(f"{count(len(differing), 'parameter')} differ{'s' * (len(differing) == 1)}", 70)
        table = Table(pages, _COLUMNS, rules=False)
        table.head()
        for group in by_clauses(differing):
            for start in range(0, len(group), _TOGETHER):
                _together(pages, table, group[start : start + _TOGETHER])
        pages.y -= 6
    if otherwise:
        _cited_otherwise(pages, otherwise)


def _together(pages: Pages, table: Table, group: Sequence[Difference]) -> None:
    """Parameters that share their clauses: these run down beside them, and a rule closes them off."""
    last = len(group) - 1
    cited = wrapped(either(group[0].a_cites, group[0].b_cites), _CLOSE_SOFT, _COLUMNS[-1].width)
    for place, each in enumerate(group):
        if place:
            pages.sheet.line(LEFT, pages.y + 0.5, _CLAUSES_AT - GUTTER, pages.y + 0.5, grey=0.9)
        beside = " ".join(cited[place:] if place == last else cited[place : place + 1])
        _difference(pages, table, each, beside, keep=0 if place else last * _ROW)
    pages.sheet.line(LEFT, pages.y + 0.5, RIGHT, pages.y + 0.5)


def _difference(pages: Pages, table: Table, each: Difference, cited: str, keep: float) -> None:
    """A row; of the parameter's path, the table that it is in is paler."""
    above, dot, key = each.parameter.rpartition(".")
    above += dot
    drawn = width(each.parameter, _CLOSE) <= _PATH - GUTTER
    tried = _CLOSE if each.b is None else SMALL_BOLD
    y = table.row(
        "" if drawn else each.parameter, _said(each.a), _said(each.b), cited,
        styles=(_CLOSE, _CLOSE, tried, _CLOSE_SOFT), keep=keep,
    )  # fmt: skip
    if drawn:
        pages.sheet.text(LEFT, y, above, _CLOSE_SOFT)
        pages.sheet.text(LEFT + width(above, _CLOSE), y, key, _CLOSE)


def _said(value: Any) -> str:
    return NOTHING if value is None else as_text(value)


def _cited_otherwise(pages: Pages, found: Sequence[Difference]) -> None:
    """The same on both sides, and resting on other clauses."""
    pages.subheading("The same, cited otherwise", 50)
    columns = (Column("Parameters", _PATH + 176, style=_CLOSE), Column("Clauses", 158, style=_CLOSE_SOFT))
    table = Table(pages, columns)
    table.head()
    for group in by_clauses(found):
        table.row(", ".join(each.parameter for each in group), either(group[0].a_cites, group[0].b_cites))
    pages.y -= 6


def _statements(pages: Pages, compared: Sequence[Comparison], clauses: Mapping[str, Clause]) -> None:
    """What the clauses say, once each."""
    cited = clauses_of(each for one in compared for each in one.differences)
    if not cited:
        return
    pages.subheading("What these clauses say", 60)
    table = Table(pages, (Column("Clause", 112, style=SMALL_BOLD), Column("Statement", 392)))
    table.head()
    for clause, statement in cited.items():
        known = clauses.get(clause)
        table.row(clause, f"{known.statement} [{known.source}]" if known else statement)
    pages.y -= 4
