"""`auditor rulesets diff`: differences between rulesets or revisions."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Protocol

import click

from auditor.cli import exits
from auditor.cli.output import print_json
from auditor.cli.refused_lines import refusals
from auditor.cli.terminal import console, for_people

if TYPE_CHECKING:
    from rich.text import Text

    from rules.controls.difference import Difference
    from rules.controls.ruleset import Ruleset


class DiffSide(Protocol):
    """A compared ruleset; its text is its name."""

    @property
    def title(self) -> str: ...

    @property
    def in_force(self) -> Mapping[str, str | None]: ...


_WIDE = 80  # of the text
_LONGEST_PATH = 46  # of those that the values are lined up behind
_INDENT = "    "
ABSENT = "absent"

EPILOG = """\b
Examples:
  auditor rulesets diff wsgc-2-4 wsgc-1-6
  auditor rulesets diff wsgc-base@1 wsgc-full@1 --format json | jq '.differences[].parameter'

\b
Exit status: 0 nothing differs; 1 something differs; 2 no such ruleset.
"""


@click.command("diff", epilog=EPILOG, short_help="show what differs between two rulesets or revisions")
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(a: str, b: str, shape: str) -> None:
    """Show what differs between two rulesets or two revisions, parameter by parameter.

    A and B are ID[@REV], the newest revision where none is named. For each parameter that differs its value in A and in B
    is shown, with the clauses on either side; then what these clauses say.
    """
    from rules.controls.difference import differences
    from rules.controls.library import library

    with refusals(as_json=shape == "json"):
        first, second = library().get(a), library().get(b)
    found = differences(first, second)
    if shape == "json":
        from auditor.ruleset_as_json import brief, difference

        print_json(difference(brief(first), brief(second), found))
    elif for_people(sys.stdout):
        _show(first, second, found)
    else:
        sys.stdout.writelines(f"{line}\n" for line in lines(first, second, found))
    if found:
        raise click.exceptions.Exit(exits.DIFFERENT)


def lines(a: DiffSide, b: DiffSide, found: list[Difference]) -> Iterator[str]:
    """Differences within 80 columns: parameters, both values, clauses below."""
    from reports.formatting import either
    from rules.controls.difference import apart, by_clauses, clauses_of

    names = max(len(str(a)), len(str(b)))
    for letter, side in (("A", a), ("B", b)):
        yield from _hung(f"{letter}  {side!s:<{names}}  {side.title}{days(side)}", 5 + names)
    yield ""
    yield from _hung(summary(found), 0)
    differing, otherwise = apart(found)
    left = _path_room(differing)
    for group in by_clauses(differing):
        yield ""
        for each in group:
            yield from _valued(each, left)
        yield from _hung(_INDENT + either(group[0].a_cites, group[0].b_cites, "->"), len(_INDENT))
    for group in by_clauses(otherwise):
        yield ""
        yield from _hung(f"The same: {', '.join(each.parameter for each in group)}", len(_INDENT))
        yield from _hung(_INDENT + either(group[0].a_cites, group[0].b_cites, "->"), len(_INDENT))
    statements = clauses_of(found)
    if statements:
        yield ""
    for clause, statement in statements.items():
        yield from _hung(f"{clause}: {statement}", len(_INDENT))


def days(side: DiffSide) -> str:
    """Days in force of a side, where stated."""
    first, last = side.in_force.get("from"), side.in_force.get("until")
    if not first:
        return f", in force until {last}" if last else ""
    return f", in force from {first}{f' to {last}' if last else ''}"


def _path_room(found: list[Difference]) -> int:
    return max((size for each in found if (size := len(each.parameter)) <= _LONGEST_PATH), default=0)


def _valued(each: Difference, left: int) -> Iterator[str]:
    values = f"{value(each.a)} -> {value(each.b)}"
    if len(each.parameter) <= left and left + 2 + len(values) <= _WIDE:
        yield f"{each.parameter:<{left}}  {values}"
    else:
        yield each.parameter
        yield from _hung(2 * _INDENT + values, 2 * len(_INDENT))


def _hung(text: str, indent: int) -> list[str]:
    return wrap(text, _WIDE, subsequent_indent=" " * indent, break_on_hyphens=False)


def summary(found: list[Difference]) -> str:
    """Number of differences, in a sentence."""
    from reports.formatting import count
    from rules.controls.difference import apart

    differing, otherwise = map(len, apart(found))
    if not found:
        return "No parameter differs: each has the same value and the same clauses."
    if not differing:
        cite = "cites" if otherwise == 1 else "cite"
        return f"No value differs; {count(otherwise, 'parameter')} {cite} other clauses."
    said = f"{count(differing, 'parameter')} {'differs' if differing == 1 else 'differ'}"
    if otherwise:
        return f"{said}; {otherwise:,} more {'is' if otherwise == 1 else 'are'} the same and cited otherwise."
    return f"{said}."


def value(one: Any) -> str:
    """A value of either side."""
    from rules.controls.parameters import as_text

    return ABSENT if one is None else as_text(one)


def _show(a: Ruleset, b: Ruleset, found: list[Difference]) -> None:
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from reports.formatting import either
    from rules.controls.difference import apart, by_clauses, clauses_of

    def cited(group: list[Difference]) -> Padding:
        return Padding(Text(either(group[0].a_cites, group[0].b_cites), "dim"), (0, 0, 1, len(_INDENT)))

    screen = console()
    heading = Table.grid(padding=(0, 2))
    for name, each in (("A", a), ("B", b)):
        heading.add_row(Text(name, "dim"), Text(str(each), "bold"), each.title + days(each))
    screen.print()
    screen.print(heading)
    screen.print()
    screen.print(Text(summary(found), "bold"))
    screen.print()
    differing, otherwise = apart(found)
    for group in by_clauses(differing):
        grid = Table.grid(padding=(0, 2))
        grid.add_column(width=_path_room(differing) or None, overflow="fold")
        grid.add_column(overflow="fold")
        for one in group:
            grid.add_row(_path(one.parameter), _values(one))
        screen.print(grid)
        screen.print(cited(group))
    for group in by_clauses(otherwise):
        screen.print(Text.assemble("The same: ", ", ".join(each.parameter for each in group)))
        screen.print(cited(group))
    statements = Table.grid(padding=(0, 2))
    for clause, statement in clauses_of(found).items():
        statements.add_row(Text(clause), Text(statement, "dim"))
    screen.print(statements)


def _path(parameter: str) -> Text:
    from rich.text import Text

    table, dot, key = parameter.rpartition(".")
    return Text.assemble((table + dot, "dim"), (key, "bold"))


def _values(each: Difference) -> Text:
    from rich.text import Text

    styles = ("dim" if each.a is None else "red", "dim" if each.b is None else "green")
    return Text.assemble((value(each.a), styles[0]), (" → ", "dim"), (value(each.b), styles[1]))
