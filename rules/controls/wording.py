"""Filed wording of a room's sections."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from itertools import groupby
from typing import Literal, NamedTuple

from rules.controls.difference import apart
from rules.controls.parameters import parameters
from rules.controls.ruleset import Ruleset
from rules.controls.what_if import WhatIfComparison

_TEXT = "text"
_WORDS = re.compile(r"\s+|[^\s\w]|\w+")
_MOST_COMPARED = 1_500  # words and spaces of a side; longer wordings are shown as gone and new
Standing = Literal["same", "gone", "new"]


class Wording(NamedTuple):
    """Wording of a section on either side; None: none."""

    section: str
    a: str | None
    b: str | None


def is_wording(path: str) -> bool:
    """Whether a parameter is a filed wording."""
    return path.rpartition(".")[2] == _TEXT


def wordings(one: WhatIfComparison) -> list[Wording]:
    """Wordings of the sections that differ, in order."""
    if one.a is None or one.b is None:
        return []
    sides = _filed(one.a), _filed(one.b)
    differing, _ = apart(one.differences)
    found = {_section(each.parameter, sides): None for each in differing}
    return [Wording(name, sides[0].get(name), sides[1].get(name)) for name in found if name is not None]


def _filed(ruleset: Ruleset) -> Mapping[str, str]:
    return {
        each.path.removesuffix(f".{_TEXT}"): str(each.value)
        for each in parameters(ruleset.params)
        if is_wording(each.path)
    }


def _section(path: str, sides: tuple[Mapping[str, str], Mapping[str, str]]) -> str | None:
    """Nearest section with a wording on either side; None: none."""
    around = path
    while "." in around:
        around = around.rpartition(".")[0]
        if around in sides[0] or around in sides[1]:
            return around
    return None


class RedlinePiece(NamedTuple):
    """Part of a redline: in both wordings or one."""

    standing: Standing
    text: str


def redlined(a: str | None, b: str | None) -> list[RedlinePiece]:
    """Two wordings as one text, word by word, deletions first."""
    return [
        RedlinePiece(standing, "".join(piece.text for piece in pieces))
        for standing, pieces in groupby(_pieces(a or "", b or ""), key=lambda each: each.standing)
    ]


def _pieces(a: str, b: str) -> Iterator[RedlinePiece]:
    first, second = _WORDS.findall(a), _WORDS.findall(b)
    if max(len(first), len(second)) > _MOST_COMPARED and a != b:
        blocks = [("replace", 0, len(first), 0, len(second))]
    else:
        blocks = list(SequenceMatcher(None, first, second, autojunk=False).get_opcodes())
    for what, start, end, other_start, other_end in blocks:
        sides: tuple[tuple[Standing, str], ...] = (
            (("same", "".join(first[start:end])),)
            if what == "equal"
            else (("gone", "".join(first[start:end])), ("new", "".join(second[other_start:other_end])))
        )
        yield from (RedlinePiece(standing, text) for standing, text in sides if text)
