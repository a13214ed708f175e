"""Findings of a log's checks as columns, in the order of reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple, TypeVar, get_type_hints

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.checks.support.check import Check, Draft, HandsView, MoneyDrafts, View
from rules.checks.support.drafts import SEVERAL
from rules.controls.ruleset import Ruleset
from rules.findings.build import Trace, cited, finding, severity_of, traced
from rules.narrow import narrow, narrow_rows
from rules.results import KINDS, SEVERITIES, Finding

T = TypeVar("T")
NONE = -1


class FindingRow(NamedTuple):
    """A row as integers, each with its column's type."""

    number: Annotated[int, "i8"]  # of the hand; NONE: of no hand
    stated: Annotated[int, "i8"] = 0
    expected: Annotated[int, "i8"] = 0
    line: Annotated[int, "i4"] = 0  # 0: of no line
    player: Annotated[int, "i4"] = NONE  # position in the players of the log; NONE
    at: Annotated[int, "i4"] = 0  # position in its group's notes, or among the single findings
    group: Annotated[int, "i4"] = NONE  # NONE: a single finding
    clause: Annotated[int, "i2"] = NONE  # positions among the distinct ones
    trace: Annotated[int, "i2"] = 0
    check: Annotated[int, "i2"] = 0
    seat: Annotated[int, "i1"] = 0  # 0: of no seat
    kind: Annotated[int, "i1"] = 0
    severity: Annotated[int, "i1"] = 0
    sign: Annotated[int, "i1"] = 0  # of stated less expected


ROW = np.dtype(
    [(name, hint.__metadata__[0]) for name, hint in get_type_hints(FindingRow, include_extras=True).items()]
)
# where the values of a block allow it
_NARROWED = ("number", "stated", "expected", "at", "group", "clause", "trace", "check")


class FindingGroup(Struct, frozen=True):
    """Rows of one check under one ruleset, with their sentence."""

    sentence: Callable[..., str]
    notes: tuple[NDArray[Any], ...]


class FindingColumns:
    """Collects findings. ``single``: those reported one by one."""

    def __init__(self) -> None:
        self._blocks: list[NDArray[Any]] = []
        self._pending: list[FindingRow] = []
        self.single: list[Finding] = []
        self.groups: list[FindingGroup] = []
        self.checks: dict[Check, int] = {}
        self.clauses: dict[str, int] = {}
        self.traces: dict[Trace, int] = {}

    def add(self, check: Check, view: View, drafts: Sequence[Draft], usual: Ruleset | None) -> None:
        """Take drafts one by one. usual: ruleset of drafts about no hand."""
        rows: list[FindingRow] = []
        made: list[Finding] = []
        for draft in drafts:
            subject = view.subject(draft, usual)
            found = finding(check, draft, subject)
            trace = _place(self.traces, traced(check, draft, subject.ruleset or usual))
            rows.append(self._row(check, found, trace, len(self.single) + len(made)))
            made.append(found)
        self._pending += rows
        self.single += made

    def _row(self, check: Check, found: Finding, trace: int, at: int) -> FindingRow:
        difference = found.difference or 0
        return FindingRow(
            number=found.hand if found.hand is not None else NONE,
            line=found.line or 0,
            at=at,
            trace=trace,
            check=_place(self.checks, check),
            seat=found.seat or 0,
            kind=KINDS.index(found.kind),
            severity=SEVERITIES.index(found.severity),
            sign=(difference > 0) - (difference < 0),
        )

    def add_money(self, check: Check, view: HandsView, drafts: MoneyDrafts) -> None:
        """Take drafts about the money of seats."""
        if not len(drafts):
            return
        hands, ruleset = view.hands, view.ruleset
        rows = np.zeros(len(drafts), ROW)
        rows["number"], rows["line"] = hands.number[drafts.hand], hands.line[drafts.hand]
        of_one = drafts.seat != SEVERAL
        rows["seat"] = np.where(of_one, hands.seat[drafts.hand, drafts.seat], 0)
        rows["player"] = np.where(of_one, hands.player[drafts.hand, drafts.seat], NONE)
        rows["stated"], rows["expected"] = drafts.stated, drafts.expected
        rows["sign"] = np.sign(drafts.stated - drafts.expected)
        rows["at"], rows["group"] = np.arange(len(drafts)), len(self.groups)
        rows["kind"] = KINDS.index(check.kind)
        rows["severity"] = SEVERITIES.index(severity_of(check, ruleset))
        rows["check"] = _place(self.checks, check)
        rows["clause"], rows["trace"] = self._tested(check, drafts, ruleset)
        _try(drafts, rows)
        self._settle()
        self._blocks.append(narrow_rows(rows, _NARROWED))
        self.groups.append(FindingGroup(drafts.sentence, tuple(map(narrow, drafts.notes))))

    def _tested(self, check: Check, drafts: MoneyDrafts, ruleset: Ruleset) -> tuple[Any, Any]:
        default = check.rule[0] if check.rule else ""
        if drafts.rules is None:
            clause = _place(self.clauses, cited(check, None, ruleset))
            return clause, _place(self.traces, Trace(str(ruleset), default))
        known = {
            rule: (
                _place(self.clauses, cited(check, rule, ruleset)),
                _place(self.traces, Trace(str(ruleset), rule)),
            )
            for rule in dict.fromkeys(drafts.rules)
        }
        both = np.array([known[rule] for rule in drafts.rules], np.int16)
        return both[:, 0], both[:, 1]

    def _settle(self) -> None:
        if self._pending:
            self._blocks.append(narrow_rows(np.array(self._pending, ROW), _NARROWED))
            self._pending = []

    def rows(self) -> NDArray[Any]:
        """All rows in order of reports; the blocks are given up."""
        self._settle()
        kind = np.result_type(*(block.dtype for block in self._blocks)) if self._blocks else ROW
        whole = np.zeros(sum(map(len, self._blocks)), kind)
        begin = len(whole)
        while self._blocks:
            block = self._blocks.pop()
            whole[begin - len(block) : begin] = block
            begin -= len(block)
        return whole


def _try(drafts: MoneyDrafts, rows: NDArray[Any]) -> None:
    """Make the first sentence, so that a check whose sentence raises fails when it runs."""
    first = rows[0]
    notes = (int(each[0]) for each in drafts.notes)
    drafts.sentence(
        int(first["number"]), int(first["seat"]), int(first["stated"]), int(first["expected"]), *notes
    )


def _place(known: dict[T, int], value: T) -> int:
    return known.setdefault(value, len(known))
