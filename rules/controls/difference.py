"""What differs between two rulesets, or two revisions of one: parameter by parameter, each with its clauses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Literal

from msgspec import Struct

from rules.clauses import ambiguities, catalogue
from rules.controls.parameters import parameters
from rules.controls.ruleset import Ruleset

Kind = Literal["added", "removed", "changed", "cited otherwise"]
CITED_OTHERWISE: Kind = "cited otherwise"  # the value is the same, and the clauses are not


class Difference(Struct, frozen=True):
    """One parameter that differs, or one reading: settled (`readings.AMB-FOUL`) or taken and open (`leans.AMB-FOUL`).

    ``a`` and ``b`` are its values on either side; None: it is not there. The clauses are those beside the value.
    """

    parameter: str
    kind: Kind
    a: Any
    b: Any
    a_cites: tuple[str, ...]
    b_cites: tuple[str, ...]


_Said = tuple[Any, tuple[str, ...]]  # a value and its clauses


def differences(a: Ruleset, b: Ruleset) -> list[Difference]:
    """Every parameter and reading that differs, in the order of the rulesets; those only cited otherwise last."""
    found = list(_compared(_said(a), _said(b)))
    return sorted(found, key=lambda each: each.kind == CITED_OTHERWISE)


def clauses_of(found: Iterable[Difference]) -> dict[str, str]:
    """What the clauses that differences cite say, each once."""
    known = catalogue()
    cited = {clause for each in found for clause in (*each.a_cites, *each.b_cites)}
    return {clause: known[clause].statement for clause in sorted(cited) if clause in known}


def apart(found: Sequence[Difference]) -> tuple[list[Difference], list[Difference]]:
    """Those that differ in value, and those that are only cited otherwise."""
    differing = [each for each in found if each.kind != CITED_OTHERWISE]
    return differing, [each for each in found if each.kind == CITED_OTHERWISE]


def by_clauses(found: Iterable[Difference]) -> list[list[Difference]]:
    """Those that follow one another with the same clauses on either side, together."""
    return [list(group) for _, group in groupby(found, key=lambda each: (each.a_cites, each.b_cites))]


def _said(ruleset: Ruleset) -> dict[str, _Said]:
    """What a ruleset says, by path; the names of items are in the paths, and what prices what in the clauses."""
    said: dict[str, _Said] = {
        each.path: (each.value, each.clauses) for each in parameters(ruleset.params) if each.role == "value"
    }
    known = ambiguities()
    for how, taken in (("readings", ruleset.readings), ("leans", ruleset.leans)):
        for name, reading in taken.items():
            said[f"{how}.{name}"] = reading, tuple(known[name].clauses) if name in known else ()
    return said


def _compared(a: dict[str, _Said], b: dict[str, _Said]) -> Iterator[Difference]:
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
    """Whether two values are one: `true` is not 1."""
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_same, a, b))
    return type(a) is type(b) and bool(a == b)


def _empty_beside_items(value: Any, path: str, other: Iterable[str]) -> bool:
    """Whether this is an empty list of tables whose items the other side has: they are told one by one."""
    return value == [] and any(each.startswith(f"{path}[") for each in other)


def _in_order(a: list[str], b: list[str]) -> list[str]:
    """The paths of both: in the order of the first, those of the second alone after what stands before them."""
    order, known, place = list(a), set(a), 0
    for path in b:
        if path in known:
            place = order.index(path) + 1
        else:
            order.insert(place, path)
            place += 1
    return order
