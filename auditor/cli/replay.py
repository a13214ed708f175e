"""`auditor replay`: what every hand of a log should have paid, or what was due in a tournament or a ledger."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli import trying
from auditor.cli.logs import LOG, opened
from auditor.cli.refusals import refusals
from auditor.cli.replay_ledger import print_ledger
from auditor.cli.replay_tournament import print_tournament

if TYPE_CHECKING:
    from auditor.evidence import FileEvidence
    from rules.controls.library import Library

EPILOG = """\b
Examples:
  auditor replay evening.ndjson --ruleset wsgc-2-4 | jq '.seats[].net'
  auditor replay evening.ndjson --controls draft.toml > as-drafted.ndjson
  auditor replay monday.ndjson --with table-1.ndjson --with table-2.ndjson | jq '.prizes'
  auditor replay march.ndjson --with monday.ndjson | jq '.accounts'

\b
Exit status: 0 done; 2 a file was refused, no such ruleset, or controls that cannot be played under.
"""


@click.command("replay", epilog=EPILOG)
@click.argument("log", metavar="FILE", type=LOG)
@click.option(
    "--with", "beside", type=LOG, multiple=True, metavar="FILE",
    help="A log of a table of the tournament, or what belongs to the ledger. May be given several times.",
)  # fmt: skip
@trying.options("Replay")
def command(log: str, beside: tuple[str, ...], ruleset: str | None, controls: Path | None) -> None:
    """Print what was due in FILE, independent of the recorded results.

    FILE is a session log (cardroom-log/1), the file of a tournament (cardroom-tournament/1) or a ledger
    (cardroom-ledger/1), plain or gzip, or - for standard input; its first line says which. Of a log, the output is
    NDJSON, one line for each hand, in the log's order: what the hand should have paid. Of a tournament it is one JSON
    object: money, prizes, the order of the players with what each was due, levels, chips in play. --with gives the logs
    of its tables. Of a ledger it is one JSON object: balances day by day, jackpots that were won, the prizes of a
    ranking. --with gives tournaments and table logs that belong to it. A file that is refused is not replayed at all.
    """
    from rules.file_kind import file_kind

    registry, tried = trying.registry_with(ruleset, controls)
    with opened(log) as source:
        others = {"tournament": print_tournament, "ledger": print_ledger}
        if printed := others.get(file_kind(source.chunks()) or ""):
            printed(log, source, beside, tried or ruleset, registry, as_if=tried is not None)
            return
        if beside:
            raise click.UsageError("--with belongs to the file of a tournament or to a ledger.")
        _print_hands(log, source, tried or ruleset, registry, as_if=tried is not None)


def _print_hands(
    log: str, source: FileEvidence, ruleset: str | None, registry: Library | None, *, as_if: bool
) -> None:
    """One line for each hand of a session log."""
    import msgspec

    from rules.audit import read_facts, replay_log

    encoder = msgspec.json.Encoder()
    with refusals(log):
        read_facts(source)
        out = sys.stdout.buffer
        for hand in replay_log(source, ruleset=ruleset, library=registry, as_if=as_if):
            out.write(encoder.encode(hand) + b"\n")
        out.flush()
