"""Stakes or a limit of single hands that their acts contradict: with those of the terms, findings are gone."""

from __future__ import annotations

from collections.abc import Iterator

from rules.audit.incidents.caused import Caused, Fact
from rules.audit.table_causes.hand_changes import HandChange, fitting_changes
from rules.audit.table_causes.lines import Record, TableLines, Value
from rules.audit.table_causes.speaking import LEAST_GONE, Checking, TableChecked
from rules.audit.table_causes.stakes import called, money_of
from rules.findings.columns import NONE
from rules.results import Cause

_LIMIT = "limit"


def causes_of_hand_stakes(lines: TableLines, found: TableChecked, checking: Checking) -> list[Caused]:
    """The hands whose own stakes take findings away when those of the terms hold: one cause each."""
    numbers = {number for _, number, _ in found.facts if number != NONE}
    of = {each.line: (each, terms) for each, terms in _own_stakes(lines) if each.number in numbers}
    changes = [each for each, _ in of.values()]
    return [
        _of_hand(lines, change, of[change.line][1], facts)
        for change, facts in fitting_changes(lines, found, changes, checking)
        if sum(found.facts[each] for each in facts) >= LEAST_GONE
    ]


def _own_stakes(lines: TableLines) -> Iterator[tuple[HandChange, Record]]:
    """The hands of the game of the terms with stakes or a limit other than theirs, as hands without these; with the terms."""
    terms: Record = {}
    for line, record in enumerate(lines.said, 1):
        if record.get("event") == "terms":
            terms = record if "game" in record else {**terms, **record}
        elif record.get("event") == "pot_hand" and record.get("game", terms.get("game")) == terms.get("game"):
            other = _other_values(record, terms)
            if other:
                stakes = {name: each for name, each in record.get("stakes", {}).items() if name not in other}
                without = {name: each for name, each in record.items() if name not in ("stakes", *other)}
                if stakes:
                    without["stakes"] = stakes
                yield HandChange(line, record["hand"], None, without), terms


def _other_values(hand: Record, terms: Record) -> dict[str, Value]:
    """The stakes of a hand, and its limit, that differ from those that the terms have."""
    of_terms = terms.get("stakes", {})
    found = {
        name: each
        for name, each in hand.get("stakes", {}).items()
        if name in of_terms and of_terms[name] != each
    }
    if _LIMIT in hand and _LIMIT in terms and hand[_LIMIT] != terms[_LIMIT]:
        found[_LIMIT] = hand[_LIMIT]
    return found


def _of_hand(lines: TableLines, change: HandChange, terms: Record, facts: frozenset[Fact]) -> Caused:
    other = _other_values(lines.said[change.line - 1], terms)
    (name, stated), *more = other.items()
    implied = terms[_LIMIT] if name == _LIMIT else terms["stakes"][name]
    own = [f"{_said(lines, value)} as {called(each)}" for each, value in other.items()]
    cause = Cause(
        line=change.line,
        field="stakes" if more else name if name == _LIMIT else f"stakes.{name}",
        stated=None if more else stated,
        implied=None if more else implied,
        message=(
            f"Line {change.line:,} (hand {change.number}) has {_listed(own)}; with "
            f"{'those' if more else _said(lines, implied)} of the terms these findings are gone."
        ),
    )
    return Caused(f"Hand {change.number} contradicts the stakes that it names", cause, facts, many=False)


def _said(lines: TableLines, value: Value) -> str:
    """An amount, or a limit, in words."""
    return money_of(lines, value) if isinstance(value, int) else called(str(value)).replace(" ", "-")


def _listed(words: list[str]) -> str:
    """Words as a list in a sentence."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
