"""Stakes or limits of single hands that their acts contradict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from rules.audit.incidents.caused import Caused, Fact
from rules.audit.table_causes.contradicted_stakes import called, money_of
from rules.audit.table_causes.hand_changes import HandChange, fitting_changes, repeats
from rules.audit.table_causes.lines_put_otherwise import Record, TableLines, Value
from rules.audit.table_causes.speaking import LEAST_GONE, Checking, TableChecked
from rules.findings.finding_columns import NONE
from rules.results import Cause

_LIMIT = "limit"


class _OwnStakes(Struct, frozen=True):
    change: HandChange
    stated: dict[str, Value]
    implied: dict[str, Value]


_Taken = tuple[_OwnStakes, frozenset[Fact]]


def causes_of_hand_stakes(lines: TableLines, found: TableChecked, checking: Checking) -> list[Caused]:
    """Hands whose findings go under the terms' stakes: one cause each, or one of many alike."""
    numbers = {number for _, number, _ in found.facts if number != NONE}
    of = {each.change.line: each for each in _own_stakes(lines) if each.change.number in numbers}
    changes = [each.change for each in of.values()]
    alike: dict[object, list[_Taken]] = {}
    for change, facts in fitting_changes(lines, found, changes, checking):
        own = of[change.line]
        alike.setdefault((*own.stated.items(), *own.implied.items()), []).append((own, facts))
    causes: list[Caused] = []
    for taken in alike.values():
        if repeats(len(taken), lines):
            causes.append(_of_many(lines, taken))
        else:
            causes += [_of_hand(lines, *each) for each in taken if _findings(found, each) >= LEAST_GONE]
    return causes


def _findings(found: TableChecked, taken: _Taken) -> int:
    return sum(found.facts[each] for each in taken[1])


def _own_stakes(lines: TableLines) -> Iterator[_OwnStakes]:
    terms: Record = {}
    for line, record in enumerate(lines.said, 1):
        if record.get("event") == "terms":
            terms = record if "game" in record else {**terms, **record}
        elif record.get("event") == "pot_hand" and record.get("game", terms.get("game")) == terms.get("game"):
            stated = _other_values(record, terms)
            if stated:
                change = HandChange(line, record["hand"], None, _without(record, stated))
                implied = {name: terms[name] if name == _LIMIT else terms["stakes"][name] for name in stated}
                yield _OwnStakes(change, stated, implied)


def _without(hand: Record, names: Iterable[str]) -> Record:
    stakes = {name: each for name, each in hand.get("stakes", {}).items() if name not in names}
    found = {name: each for name, each in hand.items() if name != "stakes" and name not in names}
    return {**found, "stakes": stakes} if stakes else found


def _other_values(hand: Record, terms: Record) -> dict[str, Value]:
    of_terms = terms.get("stakes", {})
    found = {
        name: each
        for name, each in hand.get("stakes", {}).items()
        if name in of_terms and of_terms[name] != each
    }
    if _LIMIT in hand and _LIMIT in terms and hand[_LIMIT] != terms[_LIMIT]:
        found[_LIMIT] = hand[_LIMIT]
    return found


def _of_hand(lines: TableLines, own: _OwnStakes, facts: frozenset[Fact]) -> Caused:
    number = own.change.number
    subject = f"Line {own.change.line} (hand {number}) has"
    title = f"Hand {number} contradicts the stakes that it names"
    return Caused(title, _cause(lines, own, subject), facts, many=False)


def _of_many(lines: TableLines, taken: list[_Taken]) -> Caused:
    first = taken[0][0]
    subject = (
        f"{len(taken):,} hands, the first at line {first.change.line} (hand {first.change.number}), have"
    )
    facts = frozenset(fact for _, each in taken for fact in each)
    title = f"{len(taken):,} hands contradict the stakes that they name"
    return Caused(title, _cause(lines, first, subject), facts, many=True)


def _cause(lines: TableLines, own: _OwnStakes, subject: str) -> Cause:
    values = [f"{_said(lines, value)} as {called(each)}" for each, value in own.stated.items()]
    (name, stated), *more = own.stated.items()
    implied = own.implied[name]
    of_terms = "those" if more else _said(lines, implied)
    return Cause(
        line=own.change.line,
        field="stakes" if more else name if name == _LIMIT else f"stakes.{name}",
        stated=None if more else stated,
        implied=None if more else implied,
        message=f"{subject} {_listed(values)}; with {of_terms} of the terms these findings are gone.",
    )


def _said(lines: TableLines, value: Value) -> str:
    return money_of(lines, value) if isinstance(value, int) else called(str(value)).replace(" ", "-")


def _listed(words: list[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
