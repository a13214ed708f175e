"""`auditor replay`: dues of each hand, tournament or ledger."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli import trying_command
from auditor.cli.event_files_command import read_with
from auditor.cli.named_logs import LOG, opened
from auditor.cli.output import print_json
from auditor.cli.refused_lines import refusals

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
@trying_command.options("Replay")
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

    registry, tried = trying_command.registry_with(ruleset, controls)
    with opened(log) as source:
        others = {"tournament": _print_tournament, "ledger": _print_ledger}
        if printed := others.get(file_kind(source.chunks()) or ""):
            printed(log, source, beside, tried or ruleset, registry, as_if=tried is not None)
            return
        if beside:
            raise click.UsageError("--with belongs to the file of a tournament or to a ledger.")
        _print_hands(log, source, tried or ruleset, registry, as_if=tried is not None)


def _print_hands(
    log: str, source: FileEvidence, ruleset: str | None, registry: Library | None, *, as_if: bool
) -> None:
    import msgspec

    from rules.audit import read_facts, replay_log

    encoder = msgspec.json.Encoder()
    with refusals(log):
        read_facts(source)
        out = sys.stdout.buffer
        for hand in replay_log(source, ruleset=ruleset, library=registry, as_if=as_if):
            out.write(encoder.encode(hand) + b"\n")
        out.flush()


def _print_ledger(
    name: str,
    source: FileEvidence,
    beside: Iterable[str],
    ruleset: str | None,
    registry: Library | None,
    *,
    as_if: bool,
) -> None:
    """Print a ledger's dues as JSON. ``beside``: tournaments, logs, earlier ledgers."""
    from rules.audit.ledger_audit import rulesets_of
    from rules.controls.library import library
    from rules.ledgers.ledger_as_dicts import shown
    from rules.ledgers.ledger_reader import read_ledger
    from rules.ledgers.ledger_replay import replay_ledger

    with refusals(name):
        file = read_ledger(source.chunks())
        rulesets = rulesets_of(file.header, ruleset, registry or library(), as_if)
    others = [read_with(each, "ledger", file.header.room) for each in beside]
    tournaments = [each.tournament for each in others if each.tournament is not None]
    earlier = [each.ledger for each in others if each.ledger is not None]
    print_json(shown(replay_ledger(file, rulesets, tournaments, earlier)))


def _print_tournament(
    name: str,
    source: FileEvidence,
    beside: Iterable[str],
    ruleset: str | None,
    registry: Library | None,
    *,
    as_if: bool,
) -> None:
    from rules.audit.tournament_audit import ruleset_of
    from rules.controls.library import library
    from rules.tournaments.tournament_as_dicts import shown
    from rules.tournaments.tournament_reader import read_tournament
    from rules.tournaments.tournament_replay import replay_tournament

    with refusals(name):
        file = read_tournament(source.chunks())
        under = ruleset_of(file.header, ruleset, registry or library(), as_if)
    others = [read_with(each, "tournament", file.header.room) for each in beside]
    logs = [each.log for each in others if each.log is not None]
    print_json(shown(replay_tournament(file, under, logs)))
