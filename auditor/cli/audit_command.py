"""`auditor audit`: audit a log, a tournament or a ledger."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from auditor.cli import audit_parts, audit_shown, exits, severity, trying_command
from auditor.cli.command_errors import debugging
from auditor.cli.event_files_command import audited_event, kind_of
from auditor.cli.named_logs import LOG, STDIN, opened
from auditor.cli.quiet import quiet_option
from auditor.cli.refused_lines import refusals
from auditor.cli.terminal import Advance, progress
from auditor.cli.written_files import atomic, writable

if TYPE_CHECKING:
    from auditor.evidence import FileEvidence
    from rules.audit import LogSource, ReadLog
    from rules.controls.library import Library
    from rules.results import Audit

EXHIBITS = (
    50  # as `reports.incident_entries.EXHIBITS`, which is not imported until there is a report to write
)

EPILOG = """\b
Examples:
  auditor audit evening.ndjson
  auditor audit evening.ndjson --findings --coverage
  auditor audit monday.ndjson --with table-1.ndjson --with table-2.ndjson
  auditor audit corrected.ndjson --corrects evening.ndjson
  auditor audit evening.ndjson.gz --format json --pdf evening.pdf > evening.json
  zcat evening.ndjson.gz | auditor audit - --ruleset wsgc-1-6 --fail-on major

\b
Exit status:
  0  nothing at or above --fail-on
  1  findings at or above --fail-on
  2  a file was refused (its problems are printed), or no such ruleset
  3  the audit is incomplete: a check failed to run, or it needed more memory than AUDITOR_AUDIT_MEMORY
"""


def exhibits_asked(_: click.Context, __: click.Parameter, value: str) -> int | None:
    """Number of places to draw; None: all."""
    if value == "all":
        return None
    if not value.isdecimal() or len(value) > 9:
        raise click.BadParameter(f"{value!r} is neither a number of exhibits nor all.")
    return int(value)


@click.command("audit", epilog=EPILOG)
@click.argument("log", metavar="FILE", type=LOG)
@click.option(
    "--with", "beside", type=LOG, multiple=True, metavar="FILE",
    help="A log of a table of the tournament, or what belongs to the ledger. May be given several times.",
)  # fmt: skip
@click.option(
    "--corrects", "first", type=LOG, metavar="OLD",
    help="The earlier log of the same session that FILE supersedes: also say what it changes.",
)  # fmt: skip
@trying_command.options("Audit")
@click.option(
    "--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="For people, or for programs.",
)  # fmt: skip
@click.option(
    "--pdf",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also write the report as a PDF.",
)
@click.option(
    "--authority",
    metavar="ID",
    help="The authority that licenses the room, such as wsgc; its mandatory limits apply to the log.",
)
@click.option(
    "--exhibits", "most", callback=exhibits_asked, default=str(EXHIBITS), show_default=True, metavar="N|all",
    help="How many places the PDF shows in full.",
)  # fmt: skip
@click.option(
    "--csv", "listed", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Also write the list of incidents as CSV, whose digest the PDF prints.",
)  # fmt: skip
@click.option(
    "--xlsx", "workbook", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Also write incidents, findings and coverage as an Excel workbook.",
)  # fmt: skip
@quiet_option(", and no hint at more")
@audit_parts.options
@click.option(
    "--jobs", type=click.IntRange(min=1), default=1, show_default=True, metavar="N",
    help="Use so many processes for a large log: with 2, another one reads it. More than 2 are not used.",
)  # fmt: skip
@severity.options
def command(
    log: str,
    beside: tuple[str, ...],
    first: str | None,
    ruleset: str | None,
    controls: Path | None,
    shape: str,
    pdf: Path | None,
    authority: str | None,
    most: int | None,
    listed: Path | None,
    workbook: Path | None,
    findings: bool,
    coverage: bool,
    everything: bool,
    jobs: int,
    fail_on: str,
    count_undetermined: bool,
) -> None:
    """Replay FILE under its ruleset and print what differs: a verdict, the incidents, and how much was tested.

    FILE is a session log (cardroom-log/1), the file of a tournament (cardroom-tournament/1) or a ledger
    (cardroom-ledger/1), plain or gzip, or - for standard input; its first line says which. --with gives what belongs to
    a tournament or a ledger: the logs of its tables, or the tournaments and table logs of the ledger. The ruleset is
    that of --ruleset or --controls, or else the one that FILE names. The limits of --authority, which are mandatory for
    the hands of its rooms, apply in addition. Without --authority they are untestable, unless the ruleset states them
    itself. --corrects compares FILE with the log that it supersedes, fact by fact, and lists the findings and the money
    that only the earlier one shows.
    """
    from auditor.engine import judged
    from auditor.memory import at_most, memory_ceiling

    ceiling = memory_ceiling()
    registry, tried = trying_command.registry_with(ruleset, controls)
    _must_be_known(authority)
    pdf, listed, workbook = (
        _not_the_log(path, log, option)
        for path, option in ((pdf, "--pdf"), (listed, "--csv"), (workbook, "--xlsx"))
    )
    as_json = shape == "json"
    with opened(log) as source:
        with at_most(ceiling):
            if first is not None and (STDIN in (log, first) or kind_of(source)):
                raise click.UsageError("--corrects compares two files that are logs of one session.")
            if kind := kind_of(source):
                audit = audited_event(
                    kind,
                    log,
                    source,
                    beside,
                    tried or ruleset,
                    registry,
                    authority,
                    as_if=tried is not None,
                    as_json=as_json,
                )
            elif beside:
                raise click.UsageError("--with belongs to the file of a tournament or to a ledger.")
            else:
                under = Under(tried or ruleset, registry, authority, as_if=tried is not None, as_json=as_json)
                audit = _audited(source, log, under, jobs)
                if first is not None:
                    audit = _corrected(source, audit, first, under, jobs)
        audit = judged(audit)
        if pdf is not None:
            write_pdf(audit, source, pdf, registry, most, authority)
        if listed is not None:
            write_csv(audit, listed)
        if workbook is not None:
            write_workbook(audit, workbook)
    audit_shown.show(audit, shape, audit_parts.ShownParts(findings, coverage, everything), registry)
    if not audit.complete:
        raise click.exceptions.Exit(exits.INCOMPLETE)
    if severity.any_counts(audit.findings, fail_on, count_undetermined):
        raise click.exceptions.Exit(exits.FINDINGS)


def _not_the_log(path: Path | None, log: str, option: str) -> Path | None:
    if path is None:
        return None
    path = writable(path)
    if log != STDIN and path.exists() and path.samefile(log):
        raise click.UsageError(f"{option} names the log itself; name another file.")
    return path


def _must_be_known(authority: str | None) -> None:
    if authority is None:
        return
    from rules.controls.library import library

    known = library().authorities
    if authority not in known:
        listed = ", ".join(f"{each.id} ({each.title})" for each in known.values())
        raise click.UsageError(
            f"--authority {authority!r}: the library has no such authority; it has {listed}."
        )


class Under(NamedTuple):
    """Rulesets of the audit, and the form of errors."""

    ruleset: str | None
    registry: Library | None
    authority: str | None
    as_if: bool
    as_json: bool


def _audited(source: FileEvidence, log: str, under: Under, jobs: int) -> Audit:
    _quiet()
    with (
        refusals(log, as_json=under.as_json),
        progress("Auditing", _size(source)) as advance,
        _readable(source, advance, jobs) as (watched, read),
    ):
        from auditor.collector import no_collector
        from auditor.freed_memory import give_back_after
        from rules.audit import audit_log  # once the second process reads

        with no_collector():
            return audit_log(
                watched, ruleset=under.ruleset, library=under.registry, authority=under.authority, as_if=under.as_if,
                read=read, freed=give_back_after,
            )  # fmt: skip


def _corrected(source: FileEvidence, audit: Audit, first: str, under: Under, jobs: int) -> Audit:
    from auditor.cli.corrected_log import corrected_audit

    with opened(first) as before:
        return corrected_audit(source, audit, first, before, lambda: _audited(before, first, under, jobs))


@contextmanager
def _readable(
    source: FileEvidence, advance: Advance, jobs: int
) -> Iterator[tuple[LogSource, ReadLog | None]]:
    """The log; with several jobs also as a second process reads it."""
    if jobs == 1:
        yield _Watched(source, advance), None
        return
    from auditor.reading_process import read_by_another

    with read_by_another(source, advance) as found:
        yield found


def _size(source: FileEvidence) -> int | None:
    from auditor.evidence import GZIP_MAGIC

    with source.path.open("rb") as stream:
        compressed = stream.read(len(GZIP_MAGIC)) == GZIP_MAGIC
    return None if compressed else source.path.stat().st_size


def _quiet() -> None:
    """Silence tracebacks of failed checks, which the audit reports, without --debug."""
    import logging

    logging.getLogger("rules").addHandler(logging.StreamHandler() if debugging() else logging.NullHandler())


class _Watched:
    def __init__(self, source: FileEvidence, advance: Advance) -> None:
        self._source, self._advance = source, advance

    def chunks(self) -> Iterator[bytes]:
        """The log's text."""
        done = 0
        for chunk in self._source.chunks():
            done += len(chunk)
            self._advance(done)
            yield chunk

    @property
    def sha256(self) -> str:
        return self._source.sha256

    @property
    def size(self) -> int:
        return self._source.size


def write_pdf(
    audit: Audit,
    source: LogSource,
    path: Path,
    registry: Library | None = None,
    most: int | None = EXHIBITS,
    authority: str | None = None,
) -> None:
    """Write the report as the service would, whole or not at all.

    most: drawn places, None for all. authority: the room's, with deadlines and a declaration.
    """
    from auditor.documents import dates_of, write_document
    from rules.controls.library import library
    from rules.controls.quotes import with_quotes

    rulesets = registry or library()
    sources = {} if audit.log is None else {(audit.log.room, audit.log.session): source}
    now = made_at()
    with atomic(path) as stream:
        dates = dates_of(audit, rulesets, now, authority)
        used = {f"{each.id}@{each.revision}" for each in audit.rulesets}
        clauses = with_quotes(rulesets.revisions(), used)
        write_document(audit, sources, clauses, stream, rulesets, dates=dates, most=most, authority=authority)


def write_csv(audit: Audit, path: Path) -> None:
    """Write the incidents, whole or not at all."""
    from reports.spreadsheet import incidents_csv

    with atomic(path) as stream:
        stream.writelines(incidents_csv(audit.incidents or ()))


def write_workbook(audit: Audit, path: Path) -> None:
    """Write a workbook of incidents, findings and coverage, whole or not at all."""
    from auditor.audit_workbook import audit_workbook

    with atomic(path) as stream:
        stream.write(audit_workbook(audit))


def made_at() -> str:
    """This moment, or SOURCE_DATE_EPOCH's for reproducible reports."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    at = dt.datetime.fromtimestamp(int(epoch), dt.UTC) if epoch.isdecimal() else dt.datetime.now(dt.UTC)
    return at.isoformat(timespec="seconds").replace("+00:00", "Z")
