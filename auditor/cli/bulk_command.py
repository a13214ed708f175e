"""`auditor bulk`: audits of many logs into files for databases."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli import exits, severity
from auditor.cli.command_errors import CommandFailure, os_reason
from auditor.cli.quiet import quiet_option
from auditor.cli.terminal import progress

if TYPE_CHECKING:
    from auditor.bulk.bulk_outcomes import BulkSummary
    from auditor.bulk.folder import Folder
    from auditor.bulk.pools import Pools
    from auditor.registry import RegistryRecord

EPILOG = """\b
Examples:
  auditor bulk logs/ --out audited/
  find logs -name '*.ndjson.gz' | auditor bulk - --out audited/ --data /var/lib/auditor --jobs 8
  auditor bulk night/ --out audited/ --data /var/lib/auditor --screen
  auditor bulk s3://evidence/2026/ --out /shared/audited --scheduler tcp://10.0.0.5:8786

\b
Exit status, the first that applies:
  3  a file or gaming day could not be audited, or not as a whole: a check failed to run, a process was killed, it
     cannot be read, a log of the day was refused
  2  a file of no such day was refused, or the run could not begin
  1  findings at or above --fail-on
  0  nothing at or above --fail-on
"""


@click.command("bulk", epilog=EPILOG)
@click.argument("source")
@click.option(
    "--out", required=True, type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
    help="The folder to write to: a new one, or that of an earlier run, which is gone on with.",
)  # fmt: skip
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), envvar="AUDITOR_DATA", show_envvar=True, metavar="DIR",
    help="The data folder of a service, whose controls and rooms apply. It is only read.",
)  # fmt: skip
@click.option(
    "--as-of",
    type=click.IntRange(min=0),
    metavar="N",
    help="The controls and rooms as they were after change N.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes of this machine; one for each core without it.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Run on the workers of a Dask scheduler, such as tcp://10.0.0.5:8786.",
)
@click.option(
    "--screen", "screened", is_flag=True,
    help="Screen the rooms, too: where to look first, over all logs in DIR (screening.ndjson).",
)  # fmt: skip
@click.option(
    "--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="For people, or for programs.",
)  # fmt: skip
@quiet_option("")
@severity.options
def command(
    source: str, out: Path, data: Path | None, as_of: int | None, jobs: int | None, scheduler: str | None, screened: bool,
    shape: str, fail_on: str, count_undetermined: bool,
) -> None:  # fmt: skip
    """Audit every log of SOURCE and write what was found as Parquet files.

    SOURCE is a folder, a list with the address of a file on each line (- for standard input), or a URL that fsspec reads.
    Tournaments and ledgers are recognised by their first lines. With --data, gaming days are audited as wholes, too. What
    an earlier run audited with the same controls and engine is kept. Nothing becomes an audit of record.
    """
    if as_of is not None and data is None:
        raise click.UsageError("--as-of needs --data, the store whose changes it counts.")
    if jobs is not None and scheduler is not None:
        raise click.UsageError(
            "--jobs are processes of this machine; with --scheduler, its workers do the work."
        )
    if scheduler is None:
        must_have("bulk", "fsspec", "pyarrow")
    else:
        must_have("cluster", "fsspec", "pyarrow", "distributed")
    from auditor.bulk.bulk_run import run
    from auditor.bulk.sources import addresses

    listed = addresses(source, sys.stdin)
    known = _known(data, as_of)
    try:
        folder = folder_of(out, "bulk")
        with _pools(jobs, scheduler) as pools, progress("Auditing", len(listed)) as advance:
            found = run(listed, folder, known, pools, advance, screened=screened)
    except OSError as error:
        raise CommandFailure(f"{out} cannot be written to: {os_reason(error)}.", exits.IO_ERROR) from error
    show(found, out, shape)
    raise click.exceptions.Exit(_status(found, fail_on, count_undetermined))


def must_have(extra: str, *packages: str) -> None:
    """End the command where an extra's packages are absent."""
    try:
        for each in packages:
            importlib.import_module(each)
    except ImportError as error:
        raise CommandFailure(
            f"The program was installed without {error.name}, which this needs: pip install 'cardroom-auditor[{extra}]'",
            exits.REFUSED,
        ) from error


def folder_of(out: Path, command: str) -> Folder:
    """Output folder of a command. Raises NotOurFolder, OSError."""
    from auditor.bulk.folder import Folder

    made = Folder(out.resolve(), command)
    made.begin()
    return made


def _known(data: Path | None, as_of: int | None) -> RegistryRecord | None:
    if data is None:
        return None
    from auditor.cli.store_of_folder import read_store
    from auditor.registry import known

    with read_store(data) as store:
        latest = store.changes.latest()
        if as_of is not None and as_of > latest:
            raise CommandFailure(f"--as-of {as_of}: the last change of {data} is {latest}.", exits.REFUSED)
        return known(store, latest if as_of is None else as_of)


@contextmanager
def _pools(jobs: int | None, scheduler: str | None) -> Iterator[Pools]:
    from auditor.bulk.pools import DaskPools, LocalPools

    if scheduler is None:
        yield LocalPools(jobs or _cores())
        return
    with closing(DaskPools(scheduler)) as pools:
        yield pools


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _status(found: BulkSummary, fail_on: str, count_undetermined: bool) -> int:
    statuses = {each.status for each in found.not_audited}
    if statuses & {"failed", "incomplete"}:
        return exits.INCOMPLETE
    if "refused" in statuses:
        return exits.REFUSED
    counted = any(
        severity.counts(kind, grave, fail_on, count_undetermined) for kind, grave, _ in found.findings
    )
    return exits.FINDINGS if counted else exits.OK


def show(found: BulkSummary, out: Path, shape: str) -> None:
    """Print the summary; what was not audited goes to standard error."""
    from auditor.cli.bulk_text import lines, not_audited

    if shape == "json":
        from auditor.cli.output import print_json

        print_json(found)
        return
    for line in lines(found, out):
        click.echo(line)
    for line in not_audited(found):
        click.echo(line, err=True)
