"""Markdown that reads as well in a pager as on a page: padded tables, and links that stand at the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from rules.checks.catalogue import by_code
from rules.clauses import CONVENTION, ambiguities, catalogue
from rules.controls.library import library

_NAMED = re.compile(r"\[(`?[A-Za-z][\w:.-]*`?)\](?![(\[:])")
_WIDEST = 60  # of a column that is padded


def table(head: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[str] = ()) -> str:
    """A table; columns of short cells are padded, and those named in ``right`` stand to the right."""
    lines = [list(head), *(list(row) for row in rows)]
    widths = [min(_WIDEST, max(len(line[at]) for line in lines)) for at in range(len(head))]
    widths[-1] = widths[-1] if head[-1] in right else max(3, len(head[-1]))
    to_right = [name in right for name in head]
    rule = [
        "-" * (width - 1) + ":" if far else "-" * width for width, far in zip(widths, to_right, strict=True)
    ]
    return "\n".join(_line(line, widths, to_right) for line in [lines[0], rule, *lines[1:]])


def _line(cells: Sequence[str], widths: Sequence[int], to_right: Sequence[bool]) -> str:
    padded = [
        cell.rjust(width) if far else cell.ljust(width)
        for cell, width, far in zip(cells, widths, to_right, strict=True)
    ]
    return f"| {' | '.join(padded)} |"


def bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def clauses(ids: Iterable[str]) -> str:
    """Clauses as links: [HG-sweep-6], [HG-sweep-9]."""
    return ", ".join(f"[{each}]" if each in catalogue() else each for each in ids)


def sources(ids: Iterable[str]) -> list[str]:
    """What a text rests on: clauses as links, and what no document says."""
    return [f"[{each}]" if each != CONVENTION else "a convention (no document says)" for each in ids]


def paragraphs(parts: Iterable[str]) -> str:
    """Parts apart by an empty line; those that are empty are left out."""
    return "\n\n".join(part.strip() for part in parts if part.strip())


def linked(text: str, up: str = "") -> str:
    """A page whose names in brackets lead somewhere: [HG-sweep-6], [AMB-FOUL], [SCR001], [`hawaiian-gardens`].

    Labels do not tell capitals apart, and a ruleset may be called as a clause is: hence its backquotes.
    """
    found = {name: target(up) for name in sorted(set(_NAMED.findall(text))) if (target := _target(name))}
    links = "\n".join(f"[{name}]: {where}" for name, where in found.items())
    return f"{text}\n\n{links}\n" if links else f"{text}\n"


def anchor(heading: str) -> str:
    """What a heading is called by in a link."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _target(name: str) -> Callable[[str], str] | None:
    if name in catalogue() or name in ambiguities():
        return lambda up: f"{up}clauses.md#{anchor(name)}"
    if name[0] == "`" and name.strip("`") in {each.id for each in library().rulesets()}:
        return lambda up: f"{'' if up else 'systems/'}{name.strip('`')}.md"
    if entry := by_code().get(name):
        return lambda up: f"{up}checks.md#{anchor(f'{entry.code} {entry.name}')}"
    return None
