"""All problems of a refused file as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from auditor.importing.frame import ImportProblem
from reports.spreadsheet import csv_lines
from rules.audit.event_audit import read_event
from rules.audit.source import LogSource
from rules.file_kind import file_kind
from rules.records.problems import MOST_COUNTED, Problem, Refused
from rules.records.reader import LogReader

MOST_LISTED = 10  # problems of a file, where a person reads them
COLUMNS = ("line", "field", "found", "expected")
PLACE_COLUMNS = ("place", "field", "found", "expected", "what to do")


def every_problem(source: LogSource) -> tuple[Problem, ...]:
    """Problems of a file within the reader's 10,000 lines; none where it can be read."""
    try:
        if file_kind(source.chunks()) in ("tournament", "ledger"):
            read_event(source)
        else:
            for _ in LogReader(MOST_COUNTED).blocks(source.chunks()):
                pass
    except Refused as refused:
        return refused.problems
    return ()


def problems_csv(problems: Iterable[Problem]) -> Iterator[bytes]:
    """Problems of a log as CSV with a header."""
    return csv_lines(COLUMNS, ([each.line, each.field, each.found, each.expected] for each in problems))


def places_csv(problems: Iterable[ImportProblem]) -> Iterator[bytes]:
    """Problems of a workbook or a hand history as CSV with a header."""
    return csv_lines(
        PLACE_COLUMNS, ([each.where, each.field, each.found, each.expected, each.do] for each in problems)
    )
