"""What `auditor replay` prints of a ledger."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from auditor.cli import exits
from auditor.cli.errors import Failure
from auditor.cli.logs import opened, shown_name
from auditor.cli.output import print_json
from auditor.cli.refusals import refusals

if TYPE_CHECKING:
    from auditor.evidence import FileEvidence
    from rules.controls.library import Library
    from rules.tournaments.reader import TournamentFile


def print_ledger(
    name: str,
    source: FileEvidence,
    beside: Iterable[str],
    ruleset: str | None,
    registry: Library | None,
    *,
    as_if: bool,
) -> None:
    """Print what was due in a ledger as one JSON object. ``beside``: tournaments and table logs that belong to it."""
    from rules.audit.ledgers import rulesets_of
    from rules.controls.library import library
    from rules.ledgers.present import shown
    from rules.ledgers.reader import read_ledger
    from rules.ledgers.replay import replay_ledger

    with refusals(name):
        file = read_ledger(source.chunks())
        rulesets = rulesets_of(file.header, ruleset, registry or library(), as_if)
    tournaments = [found for each in beside if (found := _tournament(each)) is not None]
    print_json(shown(replay_ledger(file, rulesets, tournaments)))


def _tournament(name: str) -> TournamentFile | None:
    """A tournament that was given beside a ledger; None of a table log, of which the replay needs nothing."""
    from rules.audit import read_facts
    from rules.records.event_file import first_event
    from rules.tournaments.reader import read_tournament

    with opened(name) as source, refusals(name):
        first = first_event(source.chunks())
        if first == "ledger":
            text = f"{shown_name(name)} is a ledger; --with takes the tournaments and table logs that belong to one."
            raise Failure(text, exits.REFUSED)
        if first == "tournament":
            return read_tournament(source.chunks())
        read_facts(source)
        return None
