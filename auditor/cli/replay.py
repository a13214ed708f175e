"""`auditor replay`: what every hand should have paid."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from auditor.cli import trying
from auditor.cli.logs import LOG, opened
from auditor.cli.refusals import refusals

EPILOG = """\b
Examples:
  auditor replay evening.ndjson --ruleset wsgc-2-4 | jq '.seats[].net'
  auditor replay evening.ndjson --controls draft.toml > as-drafted.ndjson

\b
Exit status: 0 done; 2 the log was refused, no such ruleset, or controls that cannot be played under.
"""


@click.command("replay", epilog=EPILOG)
@click.argument("log", type=LOG)
@trying.options("Replay")
def command(log: str, ruleset: str | None, controls: Path | None) -> None:
    """Print what every hand of LOG should have paid, independent of the recorded results.

    LOG is a session log (cardroom-log/1, plain or gzip), or - for standard input. The output is NDJSON, one
    line for each hand, in the log's order. A log that is refused is not replayed at all. Hands of pot games are
    replayed, and not audited yet.
    """
    import msgspec

    from rules.audit import read_facts, replay_log

    registry, tried = trying.registry_with(ruleset, controls)
    encoder = msgspec.json.Encoder()
    with opened(log) as source, refusals(log):
        read_facts(source)
        out = sys.stdout.buffer
        for hand in replay_log(source, ruleset=tried or ruleset, library=registry, as_if=tried is not None):
            out.write(encoder.encode(hand) + b"\n")
        out.flush()
