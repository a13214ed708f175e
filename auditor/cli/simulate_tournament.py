"""`auditor simulate --tournament` and `--ledger`: files of an invented event, and of a room over months."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from auditor.cli.written_files import atomic, writable

EVENT = "tournament.ndjson"


def write_tournament(ruleset: str, folder: Path | None, answers: Path | None, **how: Any) -> None:
    """Write an event's file and logs into a folder, and the answer key."""
    from simulation.events import simulate_tournament

    if folder is None:
        raise click.UsageError("--tournament needs --out, the folder for the event's file and its logs.")
    made = _made(simulate_tournament, ruleset, how)
    files = {EVENT: made.data()} | {f"{log.session.session}.ndjson": log.data() for log in made.logs}
    _write(folder, files, answers, made.key)


def write_ledgers(ruleset: str, folder: Path | None, answers: Path | None, **how: Any) -> None:
    """Write ledgers with their tournaments and logs into a folder, and the answer key."""
    from simulation.ledgers import simulate_ledgers

    if folder is None:
        raise click.UsageError("--ledger needs --out, the folder for the ledgers and what they name.")
    made = _made(simulate_ledgers, ruleset, how)
    files = {f"{each.header.ledger}.ndjson": each.data() for each in made.ledgers}
    files |= {f"{each.header.tournament}.ndjson": each.data() for each in made.tournaments}
    files |= {f"{each.session.session}.ndjson": each.data() for each in made.logs}
    _write(folder, files, answers, made.key)


def _made(simulate: Callable[..., Any], ruleset: str, how: Mapping[str, Any]) -> Any:
    from auditor.cli.refused_lines import refusals
    from rules.controls.library import library

    with refusals():
        revision = library().get(ruleset)
    try:
        return simulate(revision, **how)
    except ValueError as error:
        raise click.UsageError(f"This cannot be simulated with seed {how['seed']}: {error}.") from error


def _write(folder: Path, files: Mapping[str, bytes], answers: Path | None, key: Sequence[Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        with atomic(writable(folder / name)) as stream:
            stream.write(data)
    if answers is not None:
        import msgspec

        with atomic(writable(answers)) as stream:
            stream.write(msgspec.json.Encoder().encode_lines(key))
    click.echo("\n".join(str(folder / name) for name in files))
