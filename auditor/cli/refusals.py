"""What the command line prints of a log that is refused, and of a ruleset that does not exist."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

import click

from auditor.cli.errors import Failure, exit_status, is_one_of
from auditor.cli.logs import shown_name
from auditor.cli.output import print_json

if TYPE_CHECKING:
    from rules.records.problems import Problem


@contextmanager
def refusals(log: str = "", *, as_json: bool = False) -> Iterator[None]:
    """End the command with the reason where the block refuses a log or finds no ruleset. Other errors pass."""
    try:
        yield
    except ValueError as error:
        if is_one_of(error, "Refused"):
            _refuse(log, error, as_json=as_json)
        if is_one_of(error, "UnknownRuleset", "NoRuleset"):
            _no_ruleset(error, as_json=as_json)
        raise


def problem_line(name: str, problem: Problem) -> str:
    """A problem in the form of a compiler's message, so that editors find the place."""
    field = f" {problem.field}:" if problem.field else ""
    return f"{name}:{problem.line}:{field} found {problem.found}; expected {problem.expected}"


def print_problems(name: str, problems: list[Any] | tuple[Any, ...], count: int) -> None:
    """Every problem on standard error, and how many lines have one."""
    for problem in problems:
        click.echo(problem_line(name, problem), err=True)
    more = f"; the first {len(problems):,} are shown" if count > len(problems) else ""
    lines = "1 line has a problem" if count == 1 else f"{count:,} lines have problems"
    click.echo(f"auditor: {name} was refused: {lines}{more}. Mend the file and try again.", err=True)


def _refuse(log: str, refused: Any, *, as_json: bool) -> NoReturn:
    """Print what is wrong with a file, and end."""
    name = shown_name(log)
    if as_json:
        print_json_error(
            "log-refused", str(refused), file=name, problems=refused.problems, count=refused.count
        )
    else:
        print_problems(name, refused.problems, refused.count)
    raise click.exceptions.Exit(exit_status(refused))


def _no_ruleset(error: ValueError, *, as_json: bool) -> NoReturn:
    """End because there is no such ruleset, or none was named; the library is listed."""
    if as_json:
        print_json_error("no-ruleset", str(error))
        raise click.exceptions.Exit(exit_status(error))
    raise Failure(
        f"{error} Name one with --ruleset; `auditor rulesets NAME` shows it.", exit_status(error)
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
