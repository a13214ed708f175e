"""Facts of an audit without words and citations, and the first difference of two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from rules.results import Coverage, Finding
from simulation.flips.samples import StatedFlip

What = Literal["failure", "finding", "due", "coverage"]
_WORDS = frozenset(
    {"message", "name", "title", "reason", "clause", "because", "digest", "ruleset", "readings"}
)
_ORDER: Mapping[Hashable, int] = {"failure": 0, "finding": 1, "due": 2, "coverage": 3}
Fact = tuple[Hashable, ...]  # what it is, its code, its hand or entry, then all that it states


class ShownByFlip(Struct, frozen=True):
    """A fact of one of two audits. code: of the check, or kind of amount due. hand: or entry."""

    what: What
    code: str
    hand: int | None = None


def facts_of(stated: StatedFlip) -> Counter[Fact]:
    """Findings, rows of coverage, amounts due in an event, failures."""
    failures: list[Fact] = [("failure", code, None) for code in stated.failed]
    return Counter((*failures, *_findings(stated.findings), *_coverage(stated.coverage), *_due(stated.due)))


def first_difference(before: Counter[Fact], after: Counter[Fact]) -> ShownByFlip | None:
    """First fact of only one audit; None: none."""
    found = sorted((after - before) + (before - after), key=lambda fact: (_ORDER[fact[0]], repr(fact)))
    if not found:
        return None
    what, code, hand, *_ = found[0]
    return ShownByFlip(what, code, hand)  # type: ignore[arg-type]


def codes_that_differ(before: Counter[Fact], after: Counter[Fact]) -> tuple[str, ...]:
    """Codes of the checks whose findings or rows of coverage two audits do not share, in order."""
    unlike = (after - before) + (before - after)
    return tuple(sorted({str(code) for what, code, *_ in unlike if what in ("finding", "coverage")}))


def _findings(findings: Iterable[Finding]) -> Iterator[Fact]:
    for each in findings:
        effects = tuple((of.reading, of.taken, of.hands, of.units, of.money) for of in each.readings or ())
        place = each.hand if each.hand is not None else each.entry
        stated = (each.session, each.seat, each.line, each.stated, each.expected, each.difference, each.money)
        about = (
            each.kind,
            each.severity,
            each.table,
            each.total,
            each.account,
            each.party,
            tuple(each.hands or ()),
        )
        yield ("finding", each.code, place, *stated, *about, effects)


def _coverage(coverage: Iterable[Coverage]) -> Iterator[Fact]:
    for each in coverage:
        counts = (each.tested, each.agreeing, each.differing, each.open, each.untestable, each.inapplicable)
        yield ("coverage", each.code, None, *counts)


def _due(due: Mapping[str, Any]) -> Iterator[Fact]:
    for name, value in due.items():
        if name not in _WORDS:
            yield ("due", name, None, msgspec.json.encode(_without_words(value)))


def _without_words(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _without_words(each) for name, each in value.items() if name not in _WORDS}
    return [_without_words(each) for each in value] if isinstance(value, list | tuple) else value
