"""Markdown that reads well as plain text: padded tables, and the targets of links at the end of a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rules.checks.catalogue import modules_by_code
from rules.clauses import CONVENTION, ambiguities, catalogue
from rules.controls.library import library

ROOT = "/reference"  # where the service has the pages

_NAMED = re.compile(r"\[(`?[A-Za-z][\w:.-]*`?)\](?![(\[:])")
_WIDEST = 60  # of a column that is padded


def table(head: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[str] = ()) -> str:
    """A table. Columns of short cells are padded; those named in ``right`` are aligned to the right."""
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
    """Clauses as links; a convention where no document is cited."""
    return [f"[{each}]" if each != CONVENTION else "a convention (no document says)" for each in ids]


def paragraphs(parts: Iterable[str]) -> str:
    """Parts separated by an empty line; empty parts are left out."""
    return "\n\n".join(part.strip() for part in parts if part.strip())


def linked(text: str) -> str:
    """A page with a link for each name in brackets: [HG-sweep-6], [AMB-FOUL], [SCR001], [`hawaiian-gardens`].

    Backquotes keep a ruleset apart from a clause of its name: labels of links ignore capitals.
    """
    found = {name: target for name in sorted(set(_NAMED.findall(text))) if (target := address(name))}
    links = "\n".join(f"[{name}]: {target}" for name, target in found.items())
    return f"{text}\n\n{links}\n" if links else f"{text}\n"


def anchor(heading: str) -> str:
    """The fragment of a link to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def address(name: str) -> str | None:
    """Address of the page of a clause, an ambiguity, a check, or a ruleset in backquotes; None without such a page."""
    if name in catalogue():
        return f"{ROOT}/clauses/{name}"
    if name in ambiguities():
        return f"{ROOT}/ambiguities/{name}"
    if name in modules_by_code():
        return f"{ROOT}/checks/{name}"
    ruleset = name.strip("`")
    if name.startswith("`") and ruleset in {each.id for each in library().rulesets()}:
        return f"{ROOT}/systems/{ruleset}"
    return None
