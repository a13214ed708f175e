"""Differences between two rulesets or revisions, with clauses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, Literal

from msgspec import Struct

from rules.clauses import ambiguities, catalogue
from rules.controls.parameters import parameters
from rules.controls.ruleset import Ruleset

Kind = Literal["added", "removed", "changed", "cited otherwise"]
KEPT = 128  # rulesets, and what they state; a service sees ever new drafts
CITED_OTHERWISE: Kind = "cited otherwise"  # the value is the same, the clauses differ


class Difference(Struct, frozen=True):
    """One parameter that differs, or one reading: settled (`readings.AMB-FOUL`) or taken and open (`leans.AMB-FOUL`).

    ``a`` and ``b`` are its values on either side; None: absent. The clauses are those that the value cites.
    """

    parameter: str
    kind: Kind
    a: Any
    b: Any
    a_cites: tuple[str, ...]
    b_cites: tuple[str, ...]


_Stated = tuple[Any, tuple[str, ...]]  # a value and its clauses


def differences(a: Ruleset, b: Ruleset) -> list[Difference]:
    """Differing parameters and readings, in order; differing citations last."""
    found = list(_compared(_stated(a), _stated(b)))
    return sorted(found, key=lambda each: each.kind == CITED_OTHERWISE)


def clauses_of(found: Iterable[Difference]) -> dict[str, str]:
    """Statements of the clauses that differences cite."""
    known = catalogue()
    cited = {clause for each in found for clause in (*each.a_cites, *each.b_cites)}
    return {clause: known[clause].statement for clause in sorted(cited) if clause in known}


def apart(found: Sequence[Difference]) -> tuple[list[Difference], list[Difference]]:
    """Differences in value, and in citations alone."""
    differing = [each for each in found if each.kind != CITED_OTHERWISE]
    return differing, [each for each in found if each.kind == CITED_OTHERWISE]


def by_clauses(found: Iterable[Difference]) -> list[list[Difference]]:
    """Consecutive differences with equal clauses, grouped."""
    return [list(group) for _, group in groupby(found, key=lambda each: (each.a_cites, each.b_cites))]


@lru_cache(maxsize=KEPT)
def _stated(ruleset: Ruleset) -> Mapping[str, _Stated]:
    """Values and clauses by path, with names of items."""
    stated: dict[str, _Stated] = {
        each.path: (each.value, each.clauses) for each in parameters(ruleset.params) if each.role == "value"
    }
    known = ambiguities()
    for how, taken in (("readings", ruleset.readings), ("leans", ruleset.leans)):
        for name, reading in taken.items():
            stated[f"{how}.{name}"] = reading, tuple(known[name].clauses) if name in known else ()
    return stated


def _compared(a: Mapping[str, _Stated], b: Mapping[str, _Stated]) -> Iterator[Difference]:
    for path in _in_order(list(a), list(b)):
        if path not in a:
            value, clauses = b[path]
            if not _empty_beside_items(value, path, a):
                yield Difference(path, "added", None, value, (), clauses)
        elif path not in b:
            value, clauses = a[path]
            if not _empty_beside_items(value, path, b):
                yield Difference(path, "removed", value, None, clauses, ())
        else:
            (mine, my_clauses), (other, its_clauses) = a[path], b[path]
            if not _same(mine, other):
                yield Difference(path, "changed", mine, other, my_clauses, its_clauses)
            elif set(my_clauses) != set(its_clauses):
                yield Difference(path, CITED_OTHERWISE, mine, other, my_clauses, its_clauses)


def _same(a: Any, b: Any) -> bool:
    """Whether two values are equal and of one type."""
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_same, a, b))
    return type(a) is type(b) and bool(a == b)


def _empty_beside_items(value: Any, path: str, other: Iterable[str]) -> bool:
    """Whether an empty list has items on the other side, which are reported singly."""
    return value == [] and any(each.startswith(f"{path}[") for each in other)


def _in_order(a: list[str], b: list[str]) -> list[str]:
    """Paths of both sides; those of the second follow their predecessors."""
    order, known, place = list(a), set(a), 0
    for path in b:
        if path in known:
            place = order.index(path) + 1
        else:
            order.insert(place, path)
            place += 1
    return order
