"""`auditor verify REPORT.pdf`: the standalone verifier, with a folder's keys where none are given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure, os_reason
from auditor.cli.quiet import is_quiet
from auditor.cli.terminal import waiting


def verified(
    report: Path,
    data: Path,
    checkpoints: Sequence[tuple[str, bytes]],
    key: str | None,
    roots: tuple[Sequence[str], Sequence[str]],
    witnesses: Sequence[str],
    at: str | None,
    shape: str,
    handed: Sequence[bytes] = (),
) -> int:
    """Print a report's steps; the exit status. roots: files for signers, for timestamps. handed: notes of handovers; none: those
    of the folder. Raises Failure.
    """
    from auditor.signing.secrets import BadSigning
    from auditor.trusted import register_handovers, register_key
    from verifier import verify_report as verifier

    verifier.quiet()
    try:
        signers, clocks = (verifier.read_roots(names) for names in roots) if any(roots) else _roots(data)
        given = verifier.Given(
            signers,
            clocks,
            key or register_key(data),
            witnesses,
            checkpoints,
            handovers=handed or register_handovers(data),
        )
        if at is not None:
            given = replace(given, at=verifier.moment(at))
        with report.open("rb") as stream, waiting("Verifying"):
            steps = verifier.verify(stream, given)
    except (verifier.Unreadable, BadSigning) as error:
        raise CommandFailure(str(error), exits.REFUSED) from error
    except OSError as error:
        raise CommandFailure(f"{os_reason(error)}.", exits.REFUSED) from error
    found = verifier.verdict(steps)
    if shape == "json":
        click.echo(verifier.as_json(str(report), steps))
    elif not is_quiet() or found != verifier.VERIFIED:
        wrong = [each for each in steps if each.verdict != verifier.VERIFIED]
        click.echo("\n".join(verifier.as_lines(wrong if is_quiet() else steps)))
    return verifier.STATUS[found]


def _roots(data: Path) -> list[list[Any]]:
    from auditor.signing.signing_configuration import FILE
    from auditor.trusted import roots
    from verifier import verify_report as verifier

    return [verifier.roots_of(pem, str(data / FILE)) if pem else [] for pem in roots(data)]
