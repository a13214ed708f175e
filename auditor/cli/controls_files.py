"""`auditor controls validate`, `upload` and `attach`: files of controls and their documents."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from auditor.cli import exits
from auditor.cli.calling_service import asking, controls_path, json_option, room_path, url_option
from auditor.cli.output import print_json
from auditor.cli.written_files import controls_text

_TYPE = "application/toml"
_TYPES = {
    ".pdf": "application/pdf",
    ".doc": "application/msword",
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}
_file = click.argument("file", type=click.Path(exists=True, dir_okay=False, readable=True, path_type=Path))
_STATUS = "\b\nExit status: 0 it could be approved; 1 it could not; 2 it cannot be read as controls."


@click.command(
    "validate", short_help="report everything that is wrong with a file of controls", epilog=_STATUS
)
@_file
@click.option(
    "--room", help="Check it against what was approved for this room before; needs a running service."
)
@url_option
@json_option
def validate(file: Path, room: str | None, url: str, shape: str) -> None:
    """Examine FILE as its authority would, and report everything that is wrong with it at once.

    Bounds, citations, what must be documented, what its authority makes mandatory, and dates. Without --room it is
    checked against the library alone, and no service is needed.
    """
    examined = _examined_here(file) if room is None else _examined_there(file, room, url)
    if shape == "json":
        print_json(examined)
    else:
        _print(file, examined)
    if examined["digest"] is None:
        raise click.exceptions.Exit(exits.REFUSED)
    raise click.exceptions.Exit(exits.DIFFERENT if examined["problems"] or examined["asked"] else exits.OK)


def _examined_there(file: Path, room: str, url: str) -> dict[str, Any]:
    with asking(url) as client:
        path = f"{room_path(room)}/controls"
        query = {"dry_run": "true"}
        form = {"file": (_name(file), file.read_bytes(), _TYPE)}
        _, found = client.send("POST", path, files=form, params=query)
    names = ("ruleset", "revision", "digest", "approvable", "problems", "warnings", "asked")
    return {name: found[name] for name in names}


def _examined_here(file: Path) -> dict[str, Any]:
    from rules.controls.examined_filing import examine
    from rules.controls.library import library

    examined = examine(str(file), controls_text(file), library())
    found = examined.ruleset
    return {
        "ruleset": found.id if found else None,
        "revision": found.revision if found else None,
        "digest": found.digest if found else None,
        "approvable": examined.approvable,
        "problems": list(examined.problems),
        "warnings": list(examined.warnings),
        "asked": list(examined.asked),
    }


def _name(file: Path) -> str:
    return os.fsencode(file.name).decode("utf-8", "replace")


def _print(file: Path, examined: dict[str, Any]) -> None:
    for problem in examined["problems"]:
        sys.stdout.write(f"{problem}\n")
    for asked in examined["asked"]:
        sys.stdout.write(f"{file}: needs the reference of an approval: {_message(asked)}\n")
    for warning in examined["warnings"]:
        sys.stdout.write(f"{file}: {warning}\n")
    if not examined["problems"]:
        name = f"{examined['ruleset']}@{examined['revision']}"
        sys.stdout.write(f"{file}: {name}: nothing is wrong with it; digest {examined['digest'][:12]}\n")


def _message(asked: Any) -> str:
    return asked["message"] if isinstance(asked, dict) else asked.message


@click.command("upload", short_help="file a draft, or replace one")
@click.argument("room")
@_file
@click.option("--by", help="Who files it.")
@url_option
def upload(room: str, file: Path, by: str | None, url: str) -> None:
    """File FILE as a draft of ROOM's controls: the revision that it says it is.

    Whatever is wrong with it is reported. It is filed all the same, but it could not be approved.
    """
    with asking(url) as client:
        query = {"by": by} if by else {}
        status, found = client.send(
            "POST",
            f"{room_path(room)}/controls",
            files={"file": (_name(file), file.read_bytes(), _TYPE)},
            params=query,
        )
    name = f"{found['ruleset']}@{found['revision']}"
    sys.stdout.write(f"{file}: {name}: {'filed as a draft' if status == 201 else 'the draft is as sent'}\n")
    if found["problems"]:
        sys.stdout.write(f"{file}: it could not be approved in this form:\n")
    for problem in found["problems"]:
        sys.stdout.write(f"{problem}\n")
    for asked in found["asked"]:
        sys.stdout.write(f"{file}: needs the reference of an approval: {asked['message']}\n")
    for warning in found["warnings"]:
        sys.stdout.write(f"{file}: {warning}\n")


@click.command("attach", short_help="attach the document that the controls are taken from")
@click.argument("room")
@click.argument("revision", metavar="ID@REV")
@_file
@click.option("--by", help="Who attaches it.")
@url_option
def attach(room: str, revision: str, file: Path, by: str | None, url: str) -> None:
    """Attach FILE, the PDF or Word document that was filed, to a revision. It is kept by its SHA-256."""
    kind = _TYPES.get(file.suffix.lower())
    if kind is None:
        raise click.UsageError(f"{file} is no PDF or Word document by its name ({', '.join(_TYPES)}).")
    with asking(url) as client:
        _, found = client.send(
            "PUT",
            f"{controls_path(room, revision)}/document",
            files={"file": (_name(file), file.read_bytes(), kind)},
            params={"by": by} if by else {},
        )
    sys.stdout.write(f"{file}: attached to {revision}; SHA-256 {found['document']['sha256']}\n")


@click.command("sample", short_help="print a sample set of controls to start from")
def sample() -> None:
    """Print a sample set of a Washington card room's controls, with comments: save it, change it, validate it."""
    from rules.controls.library import sample as text

    sys.stdout.write(text())


commands = (sample, validate, upload, attach)
