"""Coverage of checks in one line, and as table rows; parameters without a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from auditor.cli.audit_words import because
from auditor.unaudited import unaudited
from reports.formatting import count, listed
from reports.unaudited_words import unaudited_sentence
from rules.controls.library import Library, library
from rules.results import Audit, Coverage


def in_one_line(rows: Sequence[Coverage]) -> str:
    """Numbers of checks that tested all, part and nothing of what applies, and the commonest reason."""
    applying = [row for row in rows if row.tested or row.untestable]
    if not applying:
        return "No check applies."
    whole = sum(1 for row in applying if not row.untestable)
    nothing = [row for row in applying if not row.tested]
    part = len(applying) - whole - len(nothing)
    said = [f"{whole:,} tested everything"]
    said += [f"{part:,} a part"] if part else []
    said += [f"{len(nothing):,} nothing"] if nothing else []
    apply = "applies" if len(applying) == 1 else "apply"
    return f"Of {count(len(applying), 'check')} that {apply}, {listed(said)}{_most_often(nothing)}."


def _most_often(rows: Sequence[Coverage]) -> str:
    reasons = Counter(reason for row in rows for reason in {each.reason for each in row.because})
    if not reasons:
        return ""
    reason, number = reasons.most_common(1)[0]
    return f" ({reason})" if number == len(rows) else f" (most often: {reason})"


def lines(rows: Sequence[Coverage]) -> Iterator[str]:
    """A line for each check with figures and reason, for a pipe."""
    names = max((len(row.name) for row in rows), default=0)
    yield f"code    {'check':<{names}}     tested   agreeing       open  differing  untestable  inapplicable"
    for row in rows:
        figures = (row.tested, row.agreeing, row.open, row.differing)
        numbers = "  ".join(f"{figure:>9,}" for figure in figures) + f"  {row.untestable:>10,}"
        numbers += f"  {row.inapplicable or 0:>12,}"
        yield f"{row.code}  {row.name:<{names}}  {numbers}  {because(row)}".rstrip()


def unaudited_sentences(audit: Audit, registry: Library | None) -> list[str]:
    """The parameters that the rulesets of an audit state and that no audit consults, a sentence for each revision."""
    found = unaudited(audit.rulesets, registry or library())
    return [unaudited_sentence(name, paths) for name, paths in found.items()]
