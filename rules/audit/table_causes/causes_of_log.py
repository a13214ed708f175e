"""Causes of a checked log, read again only where findings may have one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.audit.incidents.caused import Caused
from rules.audit.source import BytesSource, LogSource
from rules.audit.table_causes.contradicted_rulesets import wrong_ruleset
from rules.audit.table_causes.lines_put_otherwise import TableLines, facts_of_log
from rules.audit.table_causes.speaking import TableChecked
from rules.audit.table_causes.tried_at_table import causes_of_table
from rules.findings.finding_table import LogFindings
from rules.records.problems import Refused
from rules.results import Coverage

MOST_HANDS = 2_000  # of a log that is checked again
_MOST_BYTES = 8_000_000
_MOST_AGAIN = 6_000  # hands, of all times that it is checked for these
_MOST_TRIED = 6  # values of the terms
_SHOWN_BY = ("BET001", "BET005", "BET009", "BET010")  # turns, sizes, blinds and bring-ins

Found = tuple[LogFindings, Sequence[Coverage]]


def table_causes(
    source: LogSource,
    hands: int,
    found: Found,
    again: Callable[[LogSource], Found | None],
    rulesets: Sequence[str] = (),
) -> list[Caused]:
    """Causes of a log's findings. again: findings in another log; None: a check failed. rulesets: others that could apply."""
    counts = found[0].counts("code")
    names = rulesets if len(found[0]) >= hands / 2 and len(rulesets) * hands <= _MOST_AGAIN else ()
    of_pots = sum(counts[code] for code in _SHOWN_BY) >= 1
    if hands > MOST_HANDS or len(found[0]) < 2 or not (names or of_pots):
        return []
    data = _whole(source)
    if data is None:
        return []
    lines, before = TableLines.read(data), _checked(found)
    most = min(_MOST_TRIED, _MOST_AGAIN // max(hands, 1))

    def checking(log: bytes) -> TableChecked | None:
        return _again(log, again)

    causes: list[Caused] = []
    if (corrected := wrong_ruleset(lines, before, checking, names, hands)) is not None:
        caused, lines, before = corrected
        causes.append(caused)
    return [*causes, *causes_of_table(lines, before, checking, most)] if of_pots else causes


def _whole(source: LogSource) -> bytes | None:
    read, size = [], 0
    for chunk in source.chunks():
        read.append(chunk)
        size += len(chunk)
        if size > _MOST_BYTES:
            return None
    return b"".join(read)


def _again(data: bytes, again: Callable[[LogSource], Found | None]) -> TableChecked | None:
    try:
        found = again(BytesSource(data))
    except Refused:
        return None
    return None if found is None else _checked(found)


def _checked(found: Found) -> TableChecked:
    findings, coverage = found
    return TableChecked(
        facts_of_log(findings),
        tested={row.code: row.tested for row in coverage},
        untestable={row.code: row.untestable or 0 for row in coverage},
    )
