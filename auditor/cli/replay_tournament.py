"""What `auditor replay` prints of the file of a tournament."""

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
    from rules.tournaments.logs import TableLog


def print_tournament(
    name: str,
    source: FileEvidence,
    beside: Iterable[str],
    ruleset: str | None,
    registry: Library | None,
    *,
    as_if: bool,
) -> None:
    """Print what was due in a tournament as one JSON object. ``beside``: the logs of its tables."""
    from rules.audit.tournaments import ruleset_of
    from rules.controls.library import library
    from rules.tournaments.present import shown
    from rules.tournaments.reader import read_tournament
    from rules.tournaments.replay import replay_tournament

    with refusals(name):
        file = read_tournament(source.chunks())
        under = ruleset_of(file.header, ruleset, registry or library(), as_if)
    logs = [_table_log(each) for each in beside]
    print_json(shown(replay_tournament(file, under, logs)))


def _table_log(name: str) -> TableLog:
    """A log that was given beside the tournament's file; any other file ends the command."""
    from rules.records.event_file import first_event
    from rules.tournaments.logs import read_table_log

    with opened(name) as source, refusals(name):
        first = first_event(source.chunks())
        if first == "tournament":
            text = f"{shown_name(name)} is the file of a tournament; --with takes the logs of its tables."
            raise Failure(text, exits.REFUSED)
        return read_table_log(source.chunks())
