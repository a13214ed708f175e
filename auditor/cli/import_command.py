"""`auditor import`: originals into session logs, and the workbook to fill in."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli import exits
from auditor.cli.completion_command import ruleset_names
from auditor.cli.named_logs import LOG, STDIN, ruleset_named, shown_name
from auditor.cli.output import print_json
from auditor.cli.quiet import is_quiet, quiet_option
from auditor.cli.refused_lines import refusals
from auditor.cli.terminal import waiting
from auditor.cli.written_files import atomic, writable

if TYPE_CHECKING:
    from auditor.cli.folder_hands import FolderHands
    from auditor.importing.frame import DerivedLog, Imported, ImportOptions, ImportProblem

MOST_BYTES = 64 << 20  # of an original

EPILOG = """\b
Examples:
  auditor import --template wsgc-full -o evening.xlsx
  auditor import evening.xlsx -o logs/
  auditor import evening.xlsx -o logs/ --marked evening-marked.xlsx --format json
  auditor import hands.txt -o logs/ --room EE-001 --zone Europe/Tallinn --currency EUR --key room.key

\b
Exit status: 0 done; 1 a log of that name with other content exists; 2 something could not be converted, or
wrong usage.
"""


@click.command("import", epilog=EPILOG)
@click.argument("files", nargs=-1, type=LOG, metavar="FILE...")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="DIR|FILE",
    help="The folder for the logs (default: this one); with --template, the workbook to write.",
)  # fmt: skip
@click.option(
    "--template", metavar="ID[@REV]", callback=ruleset_named, shell_complete=ruleset_names,
    help="Write the workbook for sessions under this ruleset; nothing is imported.",
)  # fmt: skip
@click.option(
    "--marked", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="If something is wrong, write the workbook anew with red cells and comments. For one FILE.",
)  # fmt: skip
@click.option("--room", metavar="ID", help="Of a hand history: the card room.")
@click.option(
    "--zone", metavar="IANA", help="Of a hand history: the room's time zone, such as Europe/Tallinn."
)
@click.option(
    "--currency", metavar="ISO", help="Of a hand history: the currency of its amounts, if it has none."
)
@click.option(
    "--ruleset",
    metavar="ID[@REV]",
    callback=ruleset_named,
    shell_complete=ruleset_names,
    help="Of a hand history: the ruleset.",
)
@click.option("--table", metavar="ID", help="Of a hand history: the table, if it names none.")
@click.option(
    "--opened-at", metavar="TIME", help="Of a hand history: when the session began, if it has no date."
)
@click.option(
    "--key", type=LOG, metavar="FILE",
    help="Of a hand history: the room's secret of 16 bytes or more, under which names become pseudonyms.",
)  # fmt: skip
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
@quiet_option(", and no line for what was written")
def command(
    files: tuple[str, ...],
    output: Path | None,
    template: str | None,
    marked: Path | None,
    style: str,
    **of_histories: str | None,
) -> None:
    """Derive session logs from workbooks (.xlsx), CSV and hand histories of pot games: one for each session.

    A log is written as ROOM-SESSION.ndjson, and its session line names the SHA-256 of the original. A session in which
    something cannot be converted is not written; every cell that is wrong is listed on standard error.

    Hand histories are those of online rooms and of programs for live tables; docs/histories.md lists the formats. A hand that
    cannot be read is listed and left out; the others are written.
    """
    if template is not None:
        _write_template(template, output, files)
        return
    if not files:
        raise click.UsageError("Name a file to import, or --template to write a workbook.")
    if marked is not None and len(files) > 1:
        raise click.UsageError("--marked is for one file; import the files one by one.")
    marked = writable(marked) if marked else None
    folder = (output or Path()).resolve()
    if not folder.is_dir():
        raise click.UsageError(f"There is no folder {folder}; make it first, or name another.")
    options = _options(of_histories)
    on_record = _on_record(folder, options.room) if options.room else None
    statuses = [_import(file, folder, marked, style, options, on_record) for file in files]
    if style == "json":
        print_json({"files": [each for _, each in statuses]})
    refused = any(status == exits.REFUSED for status, _ in statuses)
    raise click.exceptions.Exit(exits.REFUSED if refused else max(status for status, _ in statuses))


def _on_record(folder: Path, room: str) -> FolderHands:
    from auditor.cli.folder_hands import FolderHands

    return FolderHands(folder, room)


def _write_template(ruleset: str, output: Path | None, files: tuple[str, ...]) -> None:
    from auditor.importing.workbook.choices import of_ruleset
    from auditor.importing.workbook.writing import write_template
    from rules.controls.library import library

    if files or output is None:
        raise click.UsageError("--template takes no FILE, and -o names the workbook to write.")
    path = writable(output)
    if path.exists():
        raise click.UsageError(f"{path} exists, and may be filled in; name another file.")
    with refusals():
        revision = library().get(ruleset)
    with atomic(path) as stream:
        stream.write(write_template(of_ruleset(revision)))


def _options(stated: dict[str, str | None]) -> ImportOptions:
    from auditor.importing.frame import ImportOptions

    key = stated["key"]
    return ImportOptions(
        room=stated["room"], zone=stated["zone"], currency=stated["currency"], ruleset=stated["ruleset"], table=stated["table"],
        opened_at=stated["opened_at"], key=_bytes_of(key) if key else None,
    )  # fmt: skip


def _import(
    file: str,
    folder: Path,
    marked: Path | None,
    style: str,
    options: ImportOptions,
    on_record: FolderHands | None,
) -> tuple[int, dict[str, Any]]:
    """Exit status and JSON of one imported file. on_record: hands to leave out."""
    from msgspec.structs import replace

    from auditor.importing.frame import digest, file_name
    from auditor.importing.importers import import_original, reads_history

    data = _bytes_of(file)
    if on_record is not None and reads_history(data):
        options = replace(options, elsewhere=on_record.besides(digest(data)))
    with waiting(f"Importing {shown_name(file)}"):
        imported = import_original(data, options)
    name = shown_name(file)
    noted = _with_doubts(imported)
    for problem in noted.problems:
        click.echo(problem_line(name, problem), err=True)
    if imported.problem_count > len(imported.problems):
        more = imported.problem_count - len(imported.problems)
        click.echo(f"auditor: {name}: and {more:,} more, which are not listed.", err=True)
    status = exits.REFUSED if imported.refused else exits.OK
    logs = []
    for log in imported.logs:
        path = folder / file_name(log)
        written = _write(path, log.data)
        logs.append(_log_facts(log, path, written))
        status = status or (exits.CONFLICT if written == "conflict" else exits.OK)
        _say(path, written, style)
    if imported.refused:
        alone = imported.refusals == 1
        places, those = ("1 place", "it") if alone else (f"{imported.refusals:,} places", "them")
        click.echo(
            f"auditor: {name}: {places} could not be converted. Correct {those} and import the file again.",
            err=True,
        )
    if marked is not None and imported.problems and imported.importer is not None:
        _write_marked(marked, data, imported)
    return status, _facts(name, noted, logs)


def _with_doubts(imported: Imported) -> Imported:
    from msgspec.structs import replace

    from auditor.importing.rulesets_of_imports import doubtful_rulesets
    from rules.controls.library import library

    if not imported.logs:
        return imported
    notes = tuple(doubtful_rulesets(imported.logs, library()))
    return replace(
        imported, problems=(*imported.problems, *notes), problem_count=imported.problem_count + len(notes)
    )


def _bytes_of(file: str) -> bytes:
    if file == STDIN:
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        with Path(file).open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise click.UsageError(
            f"{shown_name(file)} has more than {MOST_BYTES >> 20} MiB; no original has that much."
        )
    return data


def problem_line(name: str, problem: ImportProblem) -> str:
    """A problem like a compiler's message."""
    place = f"{problem.where}: " if problem.where else ""
    field = f"{problem.field}: " if problem.field else ""
    look = "" if problem.refuses else "note: "
    return f"{name}:{place}{look}{field}found {problem.found}; expected {problem.expected}. {problem.do}"


def _write(path: Path, data: bytes) -> str:
    if path.exists():
        return "same" if path.is_file() and path.read_bytes() == data else "conflict"
    with atomic(path) as stream:
        stream.write(data)
    return "written"


def _say(path: Path, written: str, style: str) -> None:
    if written == "conflict":
        click.echo(
            f"auditor: {path} exists with other content and stays as it is; move it, or name another folder.",
            err=True,
        )
    elif style == "text" and not is_quiet():
        click.echo(f"{path}: {'written' if written == 'written' else 'is there already, the same'}")


def _write_marked(path: Path, data: bytes, imported: Imported) -> None:
    from auditor.importing.importers import marked

    with atomic(path) as stream:
        stream.write(marked(data, imported.problems))
    click.echo(f"auditor: {path} shows the places.", err=True)


def _log_facts(log: DerivedLog, path: Path, written: str) -> dict[str, Any]:
    from auditor.importing.frame import digest

    return {
        "room": log.room,
        "session": log.session,
        "table": log.table,
        "file": str(path),
        "sha256": digest(log.data),
        "bytes": len(log.data),
        "outcome": written,
    }


def _facts(name: str, imported: Imported, logs: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "file": name,
        "sha256": imported.sha256,
        "importer": imported.importer,
        "version": imported.version,
        "logs": logs,
        "problems": list(imported.problems),
        "problem_count": imported.problem_count,
    }
