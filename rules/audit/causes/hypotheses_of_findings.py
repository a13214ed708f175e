"""Hypotheses from findings alone: a contradicted value of the first line, or of a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from rules.audit.causes.fact_names import HEAD, kind_of, plain, value_text
from rules.audit.causes.hypotheses import Hypothesis, Path, leaves, named, with_value
from rules.audit.causes.tried_hypotheses import TriedEvent
from rules.results import Finding

_FEWEST = 2  # lines that have a value otherwise than the first line


def heads_by_findings(state: TriedEvent) -> Iterator[Hypothesis]:
    """Values of a tournament's first line that several findings expect and their lines have alike otherwise."""
    header, currency = state.edited.file.header, state.edited.file.header.currency
    values = {path: value for path, value in leaves(header) if path in HEAD}
    for (expected, stated), lines in _alike(state.breaches):
        for path, value in values.items():
            if value == expected:
                name = HEAD[path]
                recorded, implied = (value_text(each, path, currency) for each in (value, stated))
                yield Hypothesis(
                    title=f"The file's {name} differs from its lines",
                    message=f"The file's {name} is {recorded}, and {lines:,} lines have {implied}.",
                    edited=state.edited.with_head(with_value(header, path, stated)),
                    line=1,
                    field=named(path),
                    stated=value,
                    implied=stated,
                )


def _alike(findings: Sequence[Finding]) -> list[tuple[tuple[int, int], int]]:
    pairs: Counter[tuple[int, int]] = Counter()
    seen = set()
    for each in findings:
        mine = (each.line, each.session, each.expected, each.stated)
        if isinstance(each.expected, int) and isinstance(each.stated, int) and mine not in seen:
            seen.add(mine)
            pairs[each.expected, each.stated] += 1
    return [pair for pair in pairs.most_common() if pair[1] >= _FEWEST]


def values_of_lines(state: TriedEvent) -> Iterator[Hypothesis]:
    """Values that a finding states, as it expects them."""
    records = records_of(state)
    tried = set()
    for each in state.breaches:
        record = records.get(each.line or 0)
        if each.session or record is None or each.expected is None or isinstance(each.stated, bool):
            continue
        there = [
            path for path, value in leaves(record) if value == each.stated and _is_about(each, record, path)
        ]
        key = (each.line, each.stated, each.expected)
        if len(there) == 1 and type(each.stated) is type(each.expected) and key not in tried:
            tried.add(key)
            yield with_other_value(state, each.line or 0, there[0], each.expected)


def with_other_value(state: TriedEvent, line: int, path: Path, implied: Any) -> Hypothesis:
    """A value of a line as the record implies it."""
    record = records_of(state)[line]
    stated, currency = _at(record, path), state.edited.file.header.currency
    recorded, other = (value_text(each, path, currency) for each in (stated, implied))
    changed, edited = with_value(record, path, implied), state.edited
    return Hypothesis(
        title=None,
        message=(
            f"Line {{line}} ({kind_of(record)}) has {recorded} as {_name(record, path)}; with {other} these findings are gone."
        ),
        edited=edited.with_head(changed) if line == 1 else edited.with_line(line, changed),
        line=line,
        field=named(path),
        stated=plain(stated),
        implied=plain(implied),
    )


def _name(record: Any, path: Path) -> str:
    name = next(str(each) for each in reversed(path) if isinstance(each, str)).rstrip("_").replace("_", " ")
    part = _at(record, path[:-1])
    for whose in ("entry", "player", "account", "table"):
        its = getattr(part, whose, None)
        if part is not record and its is not None and its is not UNSET and whose != path[-1]:
            return f"{name} of {whose if whose != 'player' else ''} {its}".replace("  ", " ")
    return name


def records_of(state: TriedEvent) -> Mapping[int, Any]:
    """Lines of the file as corrected so far, by number."""
    file = state.edited.file
    found = {1: file.header, **dict(file.events)}
    if file.close is not None:
        found[file.close[0]] = file.close[1]
    return found


def _at(record: Any, path: Path) -> Any:
    for step in path:
        record = getattr(record, str(step)) if hasattr(record, str(step)) else record[step]
    return record


def _is_about(finding: Finding, record: Any, path: Path) -> bool:
    part = _at(record, path[:-1])
    for name in ("account", "entry", "player"):
        mine, its = getattr(finding, name), getattr(part, name, None)
        if mine is not None and isinstance(its, int | str) and its != mine:
            return False
    return True
