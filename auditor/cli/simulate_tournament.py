"""`auditor simulate --tournament`: the files of an invented event."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from auditor.cli.files import atomic, writable

EVENT = "tournament.ndjson"


def write_tournament(ruleset: str, folder: Path | None, answers: Path | None, **how: Any) -> None:
    """Write an event's file and the logs of its tables into a folder, and the answer key."""
    from auditor.cli.refusals import refusals
    from rules.controls.library import library
    from rules.simulation.events import simulate_tournament

    if folder is None:
        raise click.UsageError("--tournament needs --out, the folder for the event's file and its logs.")
    with refusals():
        revision = library().get(ruleset)
    try:
        made = simulate_tournament(revision, **how)
    except ValueError as error:
        raise click.UsageError(f"This cannot be simulated: {error}.") from error
    folder.mkdir(parents=True, exist_ok=True)
    files = {EVENT: made.data()} | {f"{log.session.session}.ndjson": log.data() for log in made.logs}
    for name, data in files.items():
        with atomic(writable(folder / name)) as stream:
            stream.write(data)
    if answers is not None:
        import msgspec

        with atomic(writable(answers)) as stream:
            stream.write(msgspec.json.Encoder().encode_lines(made.key))
    click.echo("\n".join(_written(folder, files)))


def _written(folder: Path, files: dict[str, bytes]) -> Iterator[str]:
    """The files, one a line."""
    for name in files:
        yield str(folder / name)
