"""Text about refused logs and unknown rulesets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NoReturn

import click

from auditor.cli.command_errors import CommandFailure, exit_status, is_one_of
from auditor.cli.named_logs import shown_name
from auditor.cli.output import print_json

if TYPE_CHECKING:
    from rules.records.problems import Problem

MOST_LISTED = 10  # problems of a file
_WIDTH = 80


@contextmanager
def refusals(log: str = "", *, as_json: bool = False) -> Iterator[None]:
    """Block whose refused log or unknown ruleset ends the command."""
    try:
        yield
    except ValueError as error:
        if is_one_of(error, "Refused"):
            _refuse(log, error, as_json=as_json)
        if is_one_of(error, "UnknownRuleset", "NoRuleset"):
            _no_ruleset(error, as_json=as_json)
        raise


def problem_line(name: str, problem: Problem) -> str:
    """A problem like a compiler's message, for editors."""
    field = f" {problem.field}:" if problem.field else ""
    return f"{name}:{problem.line}:{field} found {problem.found}; expected {problem.expected}"


def print_problems(name: str, problems: list[Any] | tuple[Any, ...], count: int, sentence: str = "") -> None:
    """Print first problems on standard error, and their lines' number. sentence: replaces them."""
    if sentence:
        click.echo(f"auditor: {name}: {sentence}", err=True)
        return
    for problem in problems[:MOST_LISTED]:
        click.echo(problem_line(name, problem), err=True)
    lines = "1 line has a problem" if count == 1 else f"{count:,} lines have problems"
    click.echo(f"auditor: {name} was refused: {lines}. Mend the file and try again.", err=True)
    more = count - len({each.line for each in problems[:MOST_LISTED]})
    if more > 0:
        click.echo(
            f"auditor: and {more:,} more; `auditor problems FILE` writes all of them as CSV.", err=True
        )
    elif len(problems) > MOST_LISTED:
        click.echo("auditor: and more; `auditor problems FILE` writes all of them as CSV.", err=True)


def print_warnings(name: str, warnings: Sequence[str]) -> None:
    """Print a taken file's oddities on standard error."""
    for each in warnings:
        said = wrap(
            f"auditor: {name}: warning: {each}",
            _WIDTH,
            subsequent_indent="  ",
            break_on_hyphens=False,
            break_long_words=False,
        )
        click.echo("\n".join(said), err=True)


def print_changes(name: str, changes: Sequence[str], in_all: int) -> None:
    """Print first changes of the recorded file on standard error, and how many follow."""
    from auditor.cli.audit_words import printable

    if not changes:
        return
    click.echo(f"auditor: {name} differs from the log on record:", err=True)
    for each in changes:
        click.echo(f"  {printable(each)}", err=True)
    if in_all > len(changes):
        click.echo(f"  and {in_all - len(changes):,} more.", err=True)


def _refuse(log: str, refused: Any, *, as_json: bool) -> NoReturn:
    name = shown_name(log)
    if as_json:
        print_json_error(
            "log-refused", str(refused), file=name, problems=refused.problems, count=refused.count
        )
    else:
        print_problems(name, refused.problems, refused.count, refused.sentence)
    raise click.exceptions.Exit(exit_status(refused))


def _no_ruleset(error: ValueError, *, as_json: bool) -> NoReturn:
    """End for an unknown or missing ruleset, naming the library's list."""
    if as_json:
        print_json_error("no-ruleset", str(error))
        raise click.exceptions.Exit(exit_status(error))
    name = "" if is_one_of(error, "UnknownRuleset") else " Name one with --ruleset."
    raise CommandFailure(
        f"{error}{name} `auditor rulesets` lists those there are.", exit_status(error)
    ) from error


def print_json_error(
    kind: str, detail: str, *, file: str | None = None, problems: Any = (), count: int = 0
) -> None:
    """An error for programs, on standard output."""
    from rules.controls.library import library

    known = [str(each) for each in library().rulesets()] if kind == "no-ruleset" else None
    error = {
        "error": kind,
        "detail": detail,
        "file": file,
        "problems": list(problems),
        "problem_count": count,
        "rulesets": known,
    }
    print_json(error)
