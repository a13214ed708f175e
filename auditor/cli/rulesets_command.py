"""`auditor rulesets`: the library, a revision, and (`diff`) differences."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from auditor.cli import rulesets_diff
from auditor.cli.completion_command import ruleset_names
from auditor.cli.group import WithCommands
from auditor.cli.output import print_json
from auditor.cli.refused_lines import refusals
from auditor.cli.terminal import console, for_people

if TYPE_CHECKING:
    from rules.controls.ruleset import Ruleset

EPILOG = """\b
Examples:
  auditor rulesets
  auditor rulesets wsgc-2-4@1
  auditor rulesets wsgc-full --format json | jq .params.stakes
  auditor rulesets diff wsgc-2-4 wsgc-1-6

\b
Exit status: 0 done; 2 no such ruleset. Of diff: 1 something differs.
"""


def _completed(ctx: click.Context, of: click.Parameter, incomplete: str) -> list[str]:
    below = [name for name in ("diff",) if name.startswith(incomplete)]
    return [*below, *ruleset_names(ctx, of, incomplete)]


@click.command("rulesets", cls=WithCommands, commands={"diff": rulesets_diff.command}, epilog=EPILOG)
@click.argument("name", metavar="[ID[@REV]]", required=False, shell_complete=_completed)
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(name: str | None, shape: str) -> None:
    """List the rulesets, or show one revision: its parameters, each with its clause, and its digest."""
    from rules.controls.library import library

    if name is None:
        _list(library().listed(), shape)
        return
    with refusals(as_json=shape == "json"):
        found = library().get(name)
    if shape == "json":
        from auditor.ruleset_as_json import whole

        print_json(whole(found, library()))
    else:
        sys.stdout.writelines(f"{line}\n" for line in lines(found))


def _list(found: list[Ruleset], shape: str) -> None:
    if shape == "json":
        from auditor.ruleset_as_json import brief

        print_json([brief(each) for each in found])
    elif for_people(sys.stdout):
        from auditor.cli.text_tables import Column, show_table

        columns = (
            Column("ruleset", style="bold"), Column("title", "words"), Column("in force", leaves=1),
            Column("digest", leaves=2, style="dim"),
        )  # fmt: skip
        show_table(
            columns, ((str(each), each.title, days(each), each.digest[:12]) for each in found), console()
        )
    else:
        width = max(len(str(each)) for each in found)
        for each in found:
            sys.stdout.write(f"{each!s:<{width}}  {each.digest[:12]}  {days(each)}  {each.title}\n")


def days(found: Ruleset) -> str:
    """Days in force of a revision."""
    first, last = found.in_force.get("from"), found.in_force.get("until")
    if first and last:
        return f"{first} to {last}"
    if first:
        return f"from {first}"
    return f"until {last}" if last else "undated"


def lines(found: Ruleset) -> Iterator[str]:
    """A revision as text, a parameter a line, with clauses."""
    from rules.clauses import catalogue
    from rules.controls.parameters import as_text, parameters

    yield f"{found}  {found.title}"
    yield f"Authority  {found.authority}"
    yield f"In force   {days(found)}"
    yield f"Digest     {found.digest}"
    if found.extends:
        yield f"Extends    {', '.join(found.extends)}"
    for name, reading in found.readings.items():
        yield f"Reading    {name}: {reading}"
    rows = [(each.path, as_text(each.value), ", ".join(each.cites)) for each in parameters(found.params)]
    left = max(len(path) for path, _, _ in rows)
    middle = min(44, max(len(value) for _, value, _ in rows))
    yield ""
    for path, value, clauses in rows:
        yield f"{path:<{left}}  {value:<{middle}}  {clauses}".rstrip()
    yield ""
    known = catalogue()
    for clause in sorted(found.cited):
        if clause in known:
            yield f"{clause}: {known[clause].statement}"
