"""Lines of keys and problems in a file of controls."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from rules.controls.toml_text import LITERAL

_KEY = re.compile(r'"((?:\\.|[^"\\])*)"|\'([^\']*)\'|([\w-]+)')
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_PATH = re.compile(r"[A-Za-z_][\w-]*(?:[.\[][^:\s]*|\[[^\]]*\][^:\s]*)?")
Path = tuple[str, ...]


class PlacedProblem(NamedTuple):
    """A problem of a file. path: empty: none. line: None: no place."""

    path: str
    line: int | None
    message: str


def placed(problems: Iterable[str], name: str, text: str) -> list[PlacedProblem]:
    """Problems (``NAME: PATH: MESSAGE``) with their lines."""
    lines = lines_of(text)
    return [_placed(each.removeprefix(f"{name}: "), lines) for each in problems]


def _placed(problem: str, lines: Mapping[Path, int]) -> PlacedProblem:
    said = _AT_LINE.search(problem)
    if said is not None:
        return PlacedProblem("", int(said[1]), problem)
    head, colon, message = problem.partition(": ")
    first = head.split(" or ")[0]
    if not colon or not _PATH.fullmatch(first):
        return PlacedProblem("", None, problem)
    return PlacedProblem(first, _nearest(first, lines), message)


def _nearest(path: str, lines: Mapping[Path, int]) -> int | None:
    """Line of a path, else of the nearest table."""
    steps = steps_of(path)
    while steps:
        if steps in lines:
            return lines[steps]
        if steps[:-1] and (*steps[:-1], "0") in lines and not steps[-1].isdecimal():
            return lines[*steps[:-1], "0"]
        steps = steps[:-1]
    return None


def steps_of(path: str) -> Path:
    """Keys of a path; items by name are left out."""
    return tuple(each for each in re.sub(r"\[[^\]]*\]", "", path).split(".") if each)


def lines_of(text: str) -> dict[Path, int]:
    """Lines of tables and keys by path, items by place, without the inside of braces and brackets."""
    bare = LITERAL.sub(_blank, text)
    found: dict[Path, int] = {}
    table, counts, depth = Path(), Counter[Path](), 0
    for number, (line, original) in enumerate(zip(bare.split("\n"), text.split("\n"), strict=True), 1):
        if not depth and line.lstrip().startswith("["):
            table = _table(original[: line.rindex("]") + 1] if "]" in line else original, counts)
            for end in range(1, len(table) + 1):
                found.setdefault(table[:end], number)
        elif not depth and "=" in line:
            key = (*table, *_keys(original[: line.index("=")]))
            for end in range(len(table) + 1, len(key) + 1):
                found.setdefault(key[:end], number)
            depth += _depth(line)
        elif depth:
            depth += _depth(line)
        depth = max(depth, 0)
    return found


def _table(header: str, counts: Counter[Path]) -> Path:
    """Path of a header; ``counts``: items of each list so far."""
    several = header.lstrip().startswith("[[")
    keys = tuple(_keys(header))
    path: Path = ()
    for place, key in enumerate(keys):
        path = (*path, key)
        last = place == len(keys) - 1
        if last and several:
            counts[path] += 1
        if counts[path] and (several or not last):
            path = (*path, str(counts[path] - 1))
    return path


def _keys(text: str) -> Iterator[str]:
    for found in _KEY.finditer(text):
        yield next(each for each in found.groups() if each is not None)


def _depth(line: str) -> int:
    return sum(map(line.count, "[{")) - sum(map(line.count, "]}"))


def _blank(found: re.Match[str]) -> str:
    """Filler of equal length for a comment or text."""
    fill = " " if found[0].startswith("#") else "x"
    return "".join("\n" if each == "\n" else fill for each in found[0])
