"""A log named on the command line: a file, a pipe, or `-`; and what is said of one that is refused."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from auditor.cli import exits
from auditor.cli.errors import Failure, os_reason
from auditor.cli.output import print_json

if TYPE_CHECKING:
    from auditor.evidence import FileEvidence
    from rules.records.problems import Problem, Refused

STDIN = "-"
LOG = click.Path(dir_okay=False, exists=True, readable=True, allow_dash=True)


def shown_name(log: str) -> str:
    """What messages call a log."""
    return "<stdin>" if log == STDIN else log


def ruleset_named(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """A ruleset option that is given and empty is a mistake, never the log's own ruleset."""
    if value is not None and not value.strip():
        raise click.BadParameter("the option is empty (unset shell variable?).", context, option)
    return value


@contextmanager
def opened(log: str) -> Iterator[FileEvidence]:
    """A log to be read as often as needed; what can be read only once is kept in a temporary file."""
    from auditor.evidence import FileEvidence

    try:
        if log != STDIN and Path(log).is_file():
            with Path(log).open("rb"):
                pass  # tells now whether it can be read
            yield FileEvidence(Path(log))
            return
        with tempfile.NamedTemporaryFile(prefix="auditor-", suffix=".log") as file:
            if log == STDIN:
                shutil.copyfileobj(sys.stdin.buffer, file)
            else:
                with Path(log).open("rb") as stream:
                    shutil.copyfileobj(stream, file)
            file.flush()
            yield FileEvidence(Path(file.name))
    except (FileNotFoundError, PermissionError) as error:
        raise Failure(f"The log cannot be read: {os_reason(error)}.", exits.REFUSED) from error


def problem_line(name: str, problem: Problem) -> str:
    """A problem as compilers write theirs, so that editors find the place."""
    field = f" {problem.field}:" if problem.field else ""
    return f"{name}:{problem.line}:{field} found {problem.found}; expected {problem.expected}"


def print_problems(name: str, problems: list[Any] | tuple[Any, ...], count: int) -> None:
    """Every problem on standard error, and how many lines have one."""
    for problem in problems:
        click.echo(problem_line(name, problem), err=True)
    more = f"; the first {len(problems):,} are shown" if count > len(problems) else ""
    lines = "1 line has a problem" if count == 1 else f"{count:,} lines have problems"
    click.echo(f"auditor: {name} was refused: {lines}{more}. Mend the file and try again.", err=True)


def refuse(log: str, refused: Refused, *, as_json: bool) -> NoReturn:
    """Say what is wrong with a file, and end."""
    name = shown_name(log)
    if as_json:
        print_json_error(
            "log-refused", str(refused), file=name, problems=refused.problems, count=refused.count
        )
    else:
        print_problems(name, refused.problems, refused.count)
    raise click.exceptions.Exit(exits.REFUSED)


def no_ruleset(error: ValueError, *, as_json: bool) -> NoReturn:
    """Say that there is no such ruleset, or none at all, with those that there are; and end."""
    if as_json:
        print_json_error("no-ruleset", str(error))
        raise click.exceptions.Exit(exits.REFUSED)
    raise Failure(
        f"{error} Name one with --ruleset; `auditor rulesets` tells more.", exits.REFUSED
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
