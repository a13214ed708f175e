"""Findings of a comparison: gone, new and changed."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence

from reports.card_words import message
from reports.comparison_story import ComparisonStory
from reports.drawn_pages import Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import count, headed, listed, titled
from reports.story import gravity
from reports.typography import CLOSE, CLOSE_SOFT, NOTE
from rules.audit.audit_comparison import ChangedFinding
from rules.results import Finding

MOST = 120  # findings of a list; the rest are counted
_LEADING = 10.5
_TEXT, _SOFT = CLOSE._replace(leading=_LEADING), CLOSE_SOFT._replace(leading=_LEADING)
_FIELDS = {  # what the report calls the fields of a finding
    "kind": "kind",
    "severity": "severity",
    "player": "player",
    "stated": "figures",
    "expected": "figures",
    "difference": "figures",
    "money": "money",
    "clause": "clause",
    "message": "wording",
    "hands": "hands",
    "readings": "readings",
}


class FindingTables:
    """Tables of findings. ``cited``: clauses of those drawn, in order."""

    def __init__(self, pages: Pages, story: ComparisonStory) -> None:
        self._pages, self._story = pages, story
        self.cited: dict[str, None] = {}

    def one_sided(self, findings: Sequence[Finding]) -> None:
        """Findings of one audit only, gravest first."""
        currencies = self._story.currencies
        columns = (
            ReportColumn("Finding", 88, style=_TEXT),
            ReportColumn("Where", 76, style=_TEXT),
            ReportColumn("What was found", 176, style=_TEXT),
            ReportColumn("Clause", 112, style=_SOFT),
            ReportColumn(headed("Money", currencies.shared), 52, True),
        )
        table = ReportTable(self._pages, columns, most=12)
        table.head()
        for each in heapq.nsmallest(MOST, findings, key=gravity):
            self.cited.setdefault(each.clause)
            amount = currencies.in_column(each.money, each.room, each.session)
            what = f"{each.code}  {titled(each.name)}, {each.severity}"
            table.row(what, self._story.place_of(each), message(each), each.clause, amount)
        not_listed(self._pages, len(findings) - MOST, "finding")

    def changed(self, changes: Sequence[ChangedFinding]) -> None:
        """Findings of both that differ, gravest first."""
        sides, money = self._story.sides, headed("Money", self._story.currencies.shared)
        columns = (
            ReportColumn("Finding", 84, style=_TEXT),
            ReportColumn("Where", 74, style=_TEXT),
            ReportColumn(sides[0], 120, style=_TEXT),
            ReportColumn(money, 52, True),
            ReportColumn(sides[1], 122, style=_TEXT),
            ReportColumn(money, 52, True),
        )
        table = ReportTable(self._pages, columns, most=14)
        table.head()
        for each in heapq.nsmallest(MOST, changes, key=_gravest_side):
            self._change(table, each)
        not_listed(self._pages, len(changes) - MOST, "finding")

    def _change(self, table: ReportTable, each: ChangedFinding) -> None:
        before, after = each.before, each.after
        for clause in (before.clause, after.clause):
            self.cited.setdefault(clause)
        amounts = [
            self._story.currencies.in_column(side.money, side.room, side.session) for side in (before, after)
        ]
        table.row(
            f"{after.code}  {titled(after.name)}: {_what_changed(each)}",
            self._story.place_of(after),
            _side_text(before, each.changed, with_message=True),
            amounts[0],
            _side_text(after, each.changed, with_message="message" in each.changed),
            amounts[1],
        )


def not_listed(pages: Pages, number: int, what: str) -> None:
    """Note on rows left out."""
    if number > 0:
        pages.paragraph(f"{count(number, f'more {what}')} not listed.", NOTE, after=0)


def _gravest_side(change: ChangedFinding) -> tuple[int, int]:
    return min(gravity(change.before), gravity(change.after))


def _what_changed(each: ChangedFinding) -> str:
    if not each.same_fact:
        return "different fact"
    fields = list(dict.fromkeys(_FIELDS[name] for name in each.changed if name in _FIELDS))
    return f"different {listed(fields)}" if fields else "different details"


def _side_text(each: Finding, changed: Iterable[str], *, with_message: bool) -> str:
    """Message of a side, and changed fields that it lacks."""
    fields = [
        f"{titled(name)}: {getattr(each, name)}."
        for name in ("severity", "kind", "clause", "player")
        if name in changed
    ]
    if "hands" in changed and each.hands is not None:
        fields.append(f"{count(len(each.hands), 'hand')}.")
    return " ".join([*([message(each)] if with_message else []), *fields]) or "The same wording."
