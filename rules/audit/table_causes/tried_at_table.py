"""Values of the terms tried one by one, then hands."""

from __future__ import annotations

from msgspec import Struct

from rules.audit.incidents.caused import Caused, Fact
from rules.audit.table_causes.contradicted_stakes import wrong_terms
from rules.audit.table_causes.hand_stakes import causes_of_hand_stakes
from rules.audit.table_causes.lines_put_otherwise import TableHypothesis, TableLines
from rules.audit.table_causes.moving_buttons import causes_of_buttons
from rules.audit.table_causes.speaking import Checking, TableChecked, gone_facts, speaks
from rules.results import Cause


class _Log(Struct, frozen=True):
    lines: TableLines
    found: TableChecked


def causes_of_table(lines: TableLines, found: TableChecked, checking: Checking, most: int) -> list[Caused]:
    """Facts whose correction removes findings, each beside those before. checking: checks a log; None: one failed. most: values
    to try.
    """
    log, causes = _Log(lines, found), list[Caused]()
    tried: set[tuple[object, ...]] = set()
    while (step := _next(log, checking, tried, most)) is not None:
        hypothesis, after = step
        causes.append(_caused(hypothesis, gone_facts(log.found, after.found)))
        log = after
    causes += causes_of_hand_stakes(log.lines, log.found, checking)
    return causes + causes_of_buttons(log.lines, log.found, checking)


def _next(
    log: _Log, checking: Checking, tried: set[tuple[object, ...]], most: int
) -> tuple[TableHypothesis, _Log] | None:
    for alternatives in wrong_terms(log.lines, log.found.facts):
        if len(tried) >= most:
            break
        best: tuple[TableHypothesis, _Log] | None = None
        for each in alternatives:
            key = each.line, each.field, each.implied
            if key in tried or len(tried) >= most:
                continue
            tried.add(key)
            after = checking(each.edited.data)
            if after is None or not speaks(log.found, after):
                continue
            if best is None or after.facts.total() < best[1].found.facts.total():
                best = each, _Log(each.edited, after)
        if best is not None:
            return best
    return None


def _caused(hypothesis: TableHypothesis, gone: frozenset[Fact]) -> Caused:
    cause = Cause(
        line=hypothesis.line,
        field=hypothesis.field,
        stated=hypothesis.stated,
        implied=hypothesis.implied,
        message=hypothesis.message,
    )
    return Caused(title=hypothesis.title, cause=cause, facts=gone, many=True)
