"""`auditor audits preview`: recorded incidents that would change under this engine."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from auditor.cli import exits
from auditor.cli.calling_service import json_option
from auditor.cli.command_errors import CommandFailure
from auditor.cli.store_of_folder import data_option, must_have_store, store_file

if TYPE_CHECKING:
    from auditor.preview import IncidentChange, Preview, StatedIncident
    from auditor.store import Store
    from rules.results import Engine

SHORT = 12  # characters of an id or a digest
SEEDS = 1 << 32
PER_CENT = 100


@click.command("preview", short_help="show what a new engine would change in incidents on record")
@click.option(
    "--engine",
    "of_engine",
    is_flag=True,
    required=True,
    help="Preview a change of the engine: run it with the new version.",
)
@data_option
@click.option(
    "--backup", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
    help="Look at a backup in place of a data folder, also at one of an earlier version.",
)  # fmt: skip
@click.option(
    "--sample", type=click.IntRange(min=1), metavar="N", help="Only so many audits, drawn by chance."
)
@click.option("--seed", type=click.IntRange(0, SEEDS - 1), help="Draw the sample of an earlier run again.")
@click.option("--room", help="Only this room.")
@click.option(
    "--since", type=click.DateTime(["%Y-%m-%d"]), metavar="YYYY-MM-DD", help="Only from this gaming day on."
)
@json_option
@click.pass_context
def preview(
    ctx: click.Context, of_engine: bool, data: Path, backup: Path | None, sample: int | None, seed: int | None,
    room: str | None, since: Any, shape: str,
) -> None:  # fmt: skip
    """Audit the record again with the engine of this installation, and list incidents that would appear, change or vanish.

    Each session and gaming day is audited from its evidence with the knowledge of its newest audit. Nothing is written: it may
    run beside the service of another version. What-ifs, and what was purged, are left out.

    \b
    Exit status: 0 nothing would change; 1 something would; 2 not possible; 3 some audits could not be done again as a whole.
    """
    from auditor import preview as previewing
    from auditor.cli.output import print_json
    from rules.controls.library import library

    if seed is not None and sample is None:
        raise click.UsageError("--seed draws a --sample; state how many audits it has.")
    drawn = secrets.randbelow(SEEDS) if seed is None else seed
    wanted = previewing.Wanted(room, since.date().isoformat() if since else None, sample, drawn)
    with _store(data, backup) as store, _progress() as progress:
        found = previewing.preview(store, library(), wanted, progress)
    if shape == "json":
        print_json(found)
    else:
        for line in _lines(found):
            click.echo(line)
    if found.failed:
        ctx.exit(exits.INCOMPLETE)
    ctx.exit(exits.DIFFERENT if found.changes else exits.OK)


@contextmanager
def _store(data: Path, backup: Path | None) -> Iterator[Store]:
    """The unaltered store, or a backup's migrated and temporary copy."""
    from auditor.doctor import CannotExamine, must_be_a_store
    from auditor.store import Store
    from auditor.store.connection import OlderStore, StoreError

    if backup is None:
        must_have_store(data)
    with TemporaryDirectory(prefix="auditor-preview-") as folder:
        try:
            if backup is not None:
                shutil.copyfile(backup, store_file(Path(folder)))
                must_be_a_store(store_file(Path(folder)), str(backup))
                Store(Path(folder), in_file=True).close()
                store = Store(Path(folder), read_only=True, in_file=True)
            else:
                store = Store(data, read_only=True)
        except OlderStore as error:
            raise CommandFailure(
                f"The data folder {data} cannot be looked at as it is: {error}. To preview on a copy, make one with the version "
                "that runs (auditor backup), and name it with --backup.",
                exits.REFUSED,
            ) from error
        except CannotExamine as error:
            raise CommandFailure(str(error), exits.REFUSED) from error
        except (OSError, StoreError) as error:
            raise CommandFailure(f"{backup or data} cannot be used: {error}.", exits.REFUSED) from error
        try:
            yield store
        finally:
            store.close()


@contextmanager
def _progress() -> Iterator[Any]:
    from auditor.cli.terminal import progress

    with progress("Auditing", PER_CENT) as advance:
        yield lambda done, of: advance(PER_CENT * done // max(of, 1))


def _named(engine: Engine) -> str:
    judgement = "" if engine.judgement is None else f", judgement {engine.judgement}"
    return f"{engine.release}{judgement}, library {engine.library[:SHORT]}"


def _lines(found: Preview) -> Iterator[str]:
    before = found.engine_on_record
    yield f"Engine on record  {_named(before) if before else 'none'}"
    yield f"This engine       {_named(found.engine)}"
    drawn = f", drawn with --seed {found.seed}" if found.seed is not None else ""
    yield f"Audited again: {found.audits:,} of {found.of:,} audits of the record{drawn}"
    for change in found.changes:
        yield from _change(change)
    for what in ("appears", "changes", "vanishes"):
        count = sum(each.what == what for each in found.changes)
        if count:
            yield f"{count:,} incident{'s' * (count != 1)} {what.removesuffix('s') if count != 1 else what}"
    if not found.changes:
        yield "No incident would appear, change or vanish"
    yield from (f"NOT DONE AGAIN audit {each.audit}: {each.reason}" for each in found.failed)
    if found.purged:
        count = len(found.purged)
        yield f"{count:,} audit{'s' * (count != 1)} with purged logs left out"


def _change(each: IncidentChange) -> Iterator[str]:
    from auditor.cli.audit_words import printable

    stated = each.after or each.before
    assert stated is not None  # it is one of either
    where = each.session or f"gaming day {each.day}"
    yield printable(
        f"{each.what:<8}  {each.incident[:SHORT]}  {each.day}  {each.room} {where}  audit {each.audit}  {each.code}  "
        f"{each.state or 'not on record'}  {stated.title}"
    )
    issued = f"; issued in report {', '.join(map(str, each.reports))}" if each.reports else ""
    yield f"          {_money(each.before)} -> {_money(each.after)}{issued}"


def _money(stated: StatedIncident | None) -> str:
    if stated is None:
        return "none"
    parts = (("misallocated", stated.misallocated), ("misrecorded", stated.misrecorded))
    sums = ", ".join(f"{money:,} {name}" for name, money in parts if money is not None)
    return f"{stated.severity}, {sums or 'money not known'}"
