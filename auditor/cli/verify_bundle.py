"""`auditor verify BUNDLE.zip`: a hearing bundle, with a given or a folder's register key."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from auditor.cli import exits
from auditor.cli.audit_words import printable
from auditor.cli.command_errors import CommandFailure, os_reason
from auditor.cli.output import print_json
from auditor.cli.quiet import is_quiet

_ZIP = b"PK\x03\x04"  # what an archive begins with
_STATUS = {"verified": exits.OK, "refused": exits.REPORT_REFUSED, "not verified": exits.NOT_VERIFIED}


def is_bundle(path: Path) -> bool:
    """Whether a file is an archive, hence no report."""
    with path.open("rb") as file:
        return file.read(len(_ZIP)) == _ZIP or path.suffix.lower() == ".zip"


def verified(bundle: Path, data: Path, key: str | None, shape: str, handed: Sequence[bytes] = ()) -> int:
    """Print a bundle's steps; the exit status. handed: notes of handovers; none: those of the folder. Raises Failure."""
    from auditor.bundles.bundle_verifying import NotABundle, verdict, verify_bundle
    from auditor.register.key_handovers import LogKeys, read_handover
    from auditor.register.register_notes import NoteError, verifier
    from auditor.trusted import register_handovers, register_key

    try:
        given = key or register_key(data)
        notes = handed or register_handovers(data)
        handovers = [read_handover(each.decode(errors="replace")) for each in notes]
        steps = verify_bundle(bundle, None if given is None else LogKeys.of(verifier(given), handovers))
    except (NotABundle, NoteError) as error:
        raise CommandFailure(str(error), exits.REFUSED) from error
    except OSError as error:
        raise CommandFailure(f"{os_reason(error)}.", exits.REFUSED) from error
    found = verdict(steps)
    if shape == "json":
        print_json({"bundle": str(bundle), "verdict": found, "steps": steps})
        return _STATUS[found]
    if is_quiet() and _STATUS[found] == exits.OK:
        return exits.OK
    for each in steps:
        first, *rest = map(printable, each.says)
        click.echo(f"{each.verdict:<14}{each.step}: {first}")
        for line in rest:
            click.echo(f"{'':<14}{line}")
    click.echo(f"The bundle is {found}.")
    return _STATUS[found]
