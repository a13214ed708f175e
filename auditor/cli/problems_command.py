"""`auditor problems`: all problems of a file as CSV."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from auditor.cli import exits
from auditor.cli.named_logs import LOG, opened
from auditor.cli.written_files import atomic, writable

EPILOG = """\b
Examples:
  auditor problems evening.ndjson > problems.csv
  auditor problems evening.ndjson.gz -o problems.csv

\b
Exit status: 0 the file can be read; 2 it has problems, which are written.
"""


@click.command("problems", epilog=EPILOG)
@click.argument("log", type=LOG, metavar="LOG")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="The file to write; without it, standard output.",
)  # fmt: skip
def command(log: str, output: Path | None) -> None:
    """Write all problems of LOG, a session log or the file of a tournament or a ledger, as CSV.

    Each line has the place, what was found and what is expected. Other commands print the first ten alone.
    """
    from auditor.listed_problems import every_problem, problems_csv

    path = writable(output) if output else None
    with opened(log) as source:
        found = every_problem(source)
    if path is None:
        for piece in problems_csv(found):
            sys.stdout.buffer.write(piece)
        sys.stdout.flush()
    else:
        with atomic(path) as stream:
            stream.writelines(problems_csv(found))
    raise click.exceptions.Exit(exits.REFUSED if found else exits.OK)
