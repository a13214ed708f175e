"""The filed wording of the sections of a card room's controls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.controls.difference import apart
from rules.controls.parameters import parameters
from rules.controls.ruleset import Ruleset
from rules.controls.what_if import Comparison

_TEXT = "text"


class Wording(NamedTuple):
    """The wording of one section on either side; None: it has none."""

    section: str
    a: str | None
    b: str | None


def is_wording(path: str) -> bool:
    """Whether a parameter is the filed wording of the section that it is in."""
    return path.rpartition(".")[2] == _TEXT


def wordings(one: Comparison) -> list[Wording]:
    """The wording of every section that differs in its parameters or its wording, in the order of the differences."""
    if one.a is None or one.b is None:
        return []
    sides = _filed(one.a), _filed(one.b)
    differing, _ = apart(one.differences)
    found = {_section(each.parameter, sides): None for each in differing}
    return [Wording(name, sides[0].get(name), sides[1].get(name)) for name in found if name is not None]


def _filed(ruleset: Ruleset) -> Mapping[str, str]:
    """The wording of each section that has one."""
    return {
        each.path.removesuffix(f".{_TEXT}"): str(each.value)
        for each in parameters(ruleset.params)
        if is_wording(each.path)
    }


def _section(path: str, sides: tuple[Mapping[str, str], Mapping[str, str]]) -> str | None:
    """The nearest section around a parameter that has a wording on either side; None where none has."""
    around = path
    while "." in around:
        around = around.rpartition(".")[0]
        if around in sides[0] or around in sides[1]:
            return around
    return None
