"""`auditor explain`: a code, clause, ambiguity or ruleset; or a hand of a log."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure
from auditor.cli.completion_command import ruleset_names
from auditor.cli.explain_hand import print_hand
from auditor.cli.named_logs import LOG, ruleset_named
from auditor.cli.terminal import console, for_people

if TYPE_CHECKING:
    from rules.clauses import Ambiguity, Clause

NAMED = 3  # rulesets that are named; more are only counted

EPILOG = """\b
Examples:
  auditor explain
  auditor explain SCR001
  auditor explain WSGC-6d
  auditor explain wsgc-2-4
  auditor explain evening.ndjson --hand 17
  auditor explain evening.ndjson --hand 17 --steps

\b
Exit status: 0 done; 2 nothing has this name; of a hand, the log was refused, or no such hand or ruleset.
"""


@click.command("explain", epilog=EPILOG)
@click.argument("name", metavar="[CODE | CLAUSE | RULESET | LOG]", required=False)
@click.option("--hand", type=int, metavar="N", help="Show the hand of LOG with this number.")
@click.option(
    "--ruleset", metavar="ID[@REV]", callback=ruleset_named, shell_complete=ruleset_names,
    help="With --hand: replay it under this ruleset instead of the log's own.",
)  # fmt: skip
@click.option(
    "--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="With --hand: for people, or for programs.",
)  # fmt: skip
@click.option(
    "--steps", is_flag=True, help="With --hand: step by step, with what lies on the table after each step."
)
@click.pass_context
def command(
    context: click.Context, name: str | None, hand: int | None, ruleset: str | None, shape: str, steps: bool
) -> None:
    """Say what a finding code, a clause, an ambiguity or a ruleset means. Without a name: list all codes.

    With --hand: what a LOG recorded of a hand next to what its replay gives, and an open-face hand street by
    street. A hand that was void, ruled on or surrendered has its results without that, too. With --steps: the
    hand as it went on, up to what was due beside what was recorded.
    """
    if hand is not None:
        if name is None:
            raise click.UsageError("--hand needs the LOG that has the hand.")
        if steps and shape == "json":
            raise click.UsageError(
                "--steps is text. In JSON, the hand as a whole has what its steps are made of."
            )
        print_hand(str(LOG.convert(name, None, context)), hand, ruleset, as_json=shape == "json", steps=steps)
        return
    if ruleset is not None or shape == "json" or steps:
        raise click.UsageError("--ruleset, --steps and --format need --hand.")
    page = all_codes() if name is None else explained(name)
    if page is None:
        assert name is not None
        raise CommandFailure(_unknown(name), exits.REFUSED)
    text = "\n".join((page if isinstance(page, str) else "\n".join(page), *_page_of(name)))
    if for_people(sys.stdout):
        from rich.markdown import Markdown

        console().print(Markdown(text))
    else:
        sys.stdout.write(text + "\n")


def all_codes() -> Iterator[str]:
    """Every check as a line of a Markdown table."""
    from rules.checks.catalogue import every_check

    yield "| code | finding | kind | severity | what it says |"
    yield "| --- | --- | --- | --- | --- |"
    for entry in every_check():
        yield f"| {entry.code} | {entry.name} | {entry.kind} | {entry.severity} | {entry.summary} |"
    yield ""
    yield "`auditor explain CODE` says more."


def explained(name: str) -> str | Iterator[str] | None:
    """Markdown page of a code, clause, ambiguity or ruleset, or None."""
    from rules.checks.catalogue import entry_of
    from rules.clauses import ambiguities, catalogue
    from rules.controls.library import UnknownRuleset, library

    if entry := entry_of(name.upper()):
        statements = [
            f"- `{each}`: {catalogue()[each].statement}" for each in entry.clauses if each in catalogue()
        ]
        return "\n\n".join((entry.documentation, "\n".join(statements))).rstrip()
    for clause in catalogue().values():
        if clause.id.lower() == name.lower():
            return _clause(clause)
    for ambiguity in ambiguities().values():
        if ambiguity.id.lower() == name.lower():
            return _ambiguity(ambiguity)
    try:
        found = library().get(name.lower())
    except UnknownRuleset:
        return None
    from auditor.cli.rulesets_command import lines

    title, *rest = lines(found)
    return "\n".join((f"### {title}", "", "```", *rest, "```"))


def _page_of(name: str | None) -> Iterator[str]:
    from auditor.reference.markdown import address
    from rules.checks.catalogue import modules_by_code
    from rules.clauses import ambiguities, catalogue
    from rules.controls.library import library

    wanted = (name or "").partition("@")[0]
    page = wanted.upper() if wanted.upper() in modules_by_code() else None
    if page is None and wanted:
        rulesets = (f"`{each.id}`" for each in library().rulesets())
        known = {each.strip("`").lower(): each for each in (*rulesets, *ambiguities(), *catalogue())}
        page = known.get(wanted.lower())
    if page is not None:
        yield f"\nIn the service: {address(page)}"


def _clause(clause: Clause) -> Iterator[str]:
    from rules.clauses import ambiguities

    yield f"### {clause.id}"
    yield f"\n**{clause.statement}**"
    yield f"\nSource: {clause.source}"
    testable = {"yes": "yes", "no": "no, a log cannot show it", "partly": "in part"}[clause.testable]
    yield f"\nTestable from a log: {testable}"
    yield from _carriers(clause)
    opened = [f"`{each.id}`" for each in ambiguities().values() if clause.id in each.clauses]
    if opened:
        yield f"\nLeaves open: {', '.join(opened)}"


def _carriers(clause: Clause) -> Iterator[str]:
    from rules.checks.coverage import carried, rulesets_of
    from rules.controls.library import library
    from rules.controls.stated_only import stated_only

    found = carried(rulesets_of(library()))[clause.id]
    for rulesets, paths in found.parameters.items():
        more = f" and {len(rulesets) - NAMED} more" if len(rulesets) > NAMED else ""
        tables = ", ".join(f"`{path}`" for path in paths)
        yield f"\nParameters: {tables} of {', '.join(rulesets[:NAMED])}{more}"
    for path in found.unaudited:
        yield f"\nStated, not audited: `{path}`. {stated_only()[path].because}"
    if found.checks:
        yield f"\nTested by: {', '.join(f'`{each.code}` {each.name}' for each in found.checks)}"
    if clause.shown_by:
        yield f"\nCases with a known answer: {', '.join(f'`{each}`' for each in clause.shown_by)}"
    if clause.because:
        yield f"\nWhy it is not held: {clause.because}"
    if found.how == "stated":
        yield "\nNo hand is tested against it yet: no ruleset that hands can be played under has it."


def _ambiguity(ambiguity: Ambiguity) -> Iterator[str]:
    yield f"### {ambiguity.id}"
    yield f"\n**{ambiguity.question}**"
    yield "\nClauses: " + ", ".join(f"`{clause}`" for clause in ambiguity.clauses)
    yield "\nReadings:\n"
    for reading, described in ambiguity.readings.items():
        taken = " (taken unless the controls name another)" if reading == ambiguity.default else ""
        yield f"- `{reading}`{taken}: {described.means}"
    yield f"\nWhy `{ambiguity.default}`: {ambiguity.because}"


def _unknown(name: str) -> str:
    from rules.checks.catalogue import by_code
    from rules.clauses import ambiguities, catalogue
    from rules.controls.library import library

    if Path(name).is_file():
        return f"{name!r} is a file: say with --hand which hand of it."
    rulesets = (text for each in library().listed() for text in (each.id, str(each)))
    known = {each.lower(): each for each in (*by_code(), *catalogue(), *ambiguities(), *rulesets)}
    near = [known[each] for each in difflib.get_close_matches(name.lower(), known, 3, 0.6)]
    hint = (
        f"Did you mean {' or '.join(near)}?"
        if near
        else "`auditor explain` lists the codes, `auditor rulesets` the rulesets."
    )
    return f"There is no code, clause or ruleset {name!r}. {hint}"
