"""Coverage of each clause: parameters that cite it, checks that test it, cases, or the reason for none.

A check covers a clause that it names itself (``Check.clauses``), and one cited by a parameter that it holds: another value of
the parameter changes what the check states, as the gate of parameters measured. Of a parameter with one legal value, which no
flip can show, those checks hold it whose rule it is (``Check.rule``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, Literal

from msgspec import Struct

from rules.checks.catalogue import CatalogueEntry, by_code, every_module
from rules.checks.measured_codes import measured_codes
from rules.clauses import CONVENTION, Clause, catalogue
from rules.controls.library import Library
from rules.controls.parameters import Parameter, general_path, parameters
from rules.controls.ruleset import Ruleset, as_list
from rules.controls.stated_only import stated_only

How = Literal["carried", "named", "unaudited", "shown", "reason", "stated", "nothing"]

_LABEL = re.compile(r"\[[^\]]*\]")
_ITEM = re.compile(r"\[[^\]]*\]$")
_CITES = "cites:"  # no key of a ruleset file


class CoverageTable(Struct, frozen=True):
    """A table with a citation of a clause, and its rulesets."""

    path: str
    rulesets: tuple[str, ...]


class CarriedClause(Struct, frozen=True):
    """A clause, with checks and parameters that carry it.

    naming: checks that name it. paths: its parameters, general. A check carries a parameter only in a ruleset that hands are
    replayed under, and that it applies to.
    """

    clause: Clause
    tables: tuple[CoverageTable, ...]
    checks: tuple[CatalogueEntry, ...]
    naming: tuple[CatalogueEntry, ...]
    paths: tuple[str, ...] = ()

    @property
    def unaudited(self) -> tuple[str, ...]:
        """Its parameters that no audit consults."""
        return tuple(path for path in self.paths if path in stated_only())

    @property
    def audited(self) -> bool:
        return not self.paths or len(self.unaudited) < len(self.paths)

    @property
    def parameters(self) -> dict[tuple[str, ...], list[str]]:
        """Paths of tables by their rulesets."""
        together: dict[tuple[str, ...], list[str]] = {}
        for each in self.tables:
            together.setdefault(each.rulesets, []).append(each.path)
        return together

    @property
    def how(self) -> How:
        """Manner of coverage: by checked parameters, a check alone, unaudited parameters, cases, a reason, an unplayed part,
        or nothing."""
        if self.tables and self.checks and self.audited:
            return "carried"
        if self.naming:
            return "named"
        if self.tables and self.checks:
            return "unaudited"
        if self.clause.shown_by:
            return "shown"
        if self.clause.because:
            return "reason"
        return "stated" if self.tables else "nothing"


def rulesets_of(library: Library) -> list[Ruleset]:
    """Rulesets to play under, and parts that nothing extends."""
    every = library.revisions()
    built_on = {base for each in every for base in each.extends}
    return [each for each in every if not each.abstract or str(each) not in built_on]


def carried(rulesets: Iterable[Ruleset]) -> dict[str, CarriedClause]:
    """Coverage of each clause, plainest rulesets first."""
    tables: dict[str, dict[str, list[str]]] = {}
    holding: dict[str, set[str]] = {}
    rulesets = sorted(rulesets, key=_plainness)
    for ruleset in rulesets:
        for clause, path in _citing(ruleset):
            names = tables.setdefault(clause, {}).setdefault(path, [])
            names += [ruleset.id] if ruleset.id not in names else []
        applying = {each.code for each in every_module() if ruleset.played and each.check.applies_to(ruleset)}
        for parameter in parameters(ruleset.params) if ruleset.played else ():
            for clause in parameter.clauses:
                holding.setdefault(clause, set()).update(held_by(parameter.path) & applying)
    priced = _paths_by_clause(rulesets)
    return {
        clause.id: _carried(
            clause, tables.get(clause.id, {}), holding.get(clause.id, set()), priced.get(clause.id, ())
        )
        for clause in catalogue().values()
    }


def _paths_by_clause(rulesets: Iterable[Ruleset]) -> dict[str, dict[str, None]]:
    found: dict[str, dict[str, None]] = {}
    for ruleset in rulesets:
        for each in parameters(ruleset.params):
            for clause in each.clauses if each.role == "value" else ():
                found.setdefault(clause, {})[general_path(each.path)] = None
    return found


def _plainness(ruleset: Ruleset) -> tuple[bool, int, str, int]:
    """Order: fewest citations first, unplayed parts last."""
    return not ruleset.played, len(ruleset.cited), ruleset.id, ruleset.revision


def unheld(rulesets: Iterable[Ruleset]) -> dict[str, list[str]]:
    """Parameters in play that no check tests, without the names of items, with their rulesets."""
    found: dict[str, list[str]] = {}
    for ruleset in rulesets:
        for each in parameters(ruleset.params) if ruleset.played else ():
            if each.role == "value" and not held_by(each.path):
                found.setdefault(plain(each.path), []).append(str(ruleset))
    return {path: list(dict.fromkeys(names)) for path, names in found.items()}


@lru_cache(maxsize=4096)
def held_by(path: str) -> frozenset[str]:
    """The codes of the checks that hold a parameter: as measured, and where no flip shows it, those whose rule it is. None holds
    what is stated and not audited.
    """
    general = general_path(path)
    if general in stated_only():
        return frozenset()
    return measured_codes()[general] if general in measured_codes() else stating(path)


@lru_cache(maxsize=4096)
def stating(path: str) -> frozenset[str]:
    """The codes of the checks whose rule is a parameter or a table around it."""
    names, rules = plain(path).split("."), _by_rule()
    tables = (".".join(names[:depth]) for depth in range(1, len(names) + 1))
    return frozenset().union(*(rules[table] for table in tables if table in rules))


@cache
def _by_rule() -> dict[str, set[str]]:
    """Codes of the checks by the parameters and tables of their rules, without the names of items."""
    found: dict[str, set[str]] = {}
    for each in every_module():
        for rule in each.check.rule:
            found.setdefault(plain(rule), set()).add(each.code)
    return found


def plain(path: str) -> str:
    """Path without names of items: `royalty.units`."""
    return _LABEL.sub("", path)


def _carried(
    clause: Clause, tables: Mapping[str, list[str]], holding: set[str], paths: Iterable[str]
) -> CarriedClause:
    named = {each.code for each in every_module() if clause.id in each.clauses}
    naming = tuple(each for each in by_code().values() if each.code in named)
    return CarriedClause(
        clause=clause,
        tables=tuple(CoverageTable(path, tuple(names)) for path, names in tables.items()),
        checks=tuple(each for each in by_code().values() if each.code in named | holding),
        naming=naming,
        paths=tuple(paths),
    )


def _citing(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Clause and path of each citation: of the priced parameter, else of the table."""
    listed = list(parameters(_plain(ruleset.params)))
    paths: dict[str, list[str]] = {}
    priced: dict[str, list[str]] = {}
    for each in listed:
        for clause in _cited_there(each):
            paths.setdefault(clause, []).append(each.path.removesuffix(f".{_CITES}"))
        if each.role == "value" and each.clauses != each.cites:
            priced.setdefault(each.clauses[0], []).append(each.path)
    items = _items(listed)
    for clause, found in paths.items():
        of_tables = [
            path for path in found if not any(_inside(one, [path]) for one in priced.get(clause, ()))
        ]
        for path in (*priced.get(clause, ()), *_drawn_together(of_tables, items)):
            yield clause, path


def _plain(node: Any) -> Any:
    """Parameters with citations among them, so that each has a path."""
    if isinstance(node, Mapping):
        own = {_CITES: as_list(node["cite"])} if "cite" in node else {}
        return {key: _plain(value) if key != "cite" else value for key, value in node.items()} | own
    return [_plain(each) for each in node] if isinstance(node, list) else node


def _cited_there(each: Parameter) -> list[str]:
    if not each.path.endswith(f".{_CITES}"):
        return []
    return [clause for clause in each.value if clause != CONVENTION]


def _inside(path: str, tables: Iterable[str]) -> bool:
    return any(path.startswith((f"{table}.", f"{table}[")) for table in tables)


def _items(listed: Iterable[Parameter]) -> dict[str, set[str]]:
    items: dict[str, set[str]] = {}
    for each in listed:
        path = each.path.removesuffix(f".{_CITES}")
        if path != each.path and _ITEM.search(path):
            items.setdefault(_ITEM.sub("", path), set()).add(path)
    return items


def _drawn_together(paths: list[str], items: Mapping[str, set[str]]) -> list[str]:
    """Outer tables and items of lists; a list whose items are all there as one."""
    whole = {name for name, names in items.items() if len(names) > 1 and names <= set(paths)}
    lists = [_ITEM.sub("", path) if _ITEM.sub("", path) in whole else path for path in paths]
    return [path for path in dict.fromkeys(lists) if _ITEM.search(path) or not _inside(path, lists)]
