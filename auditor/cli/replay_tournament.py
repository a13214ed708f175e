"""What `auditor replay` prints of the file of a tournament."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from auditor.cli.event_files import read_with
from auditor.cli.output import print_json
from auditor.cli.refusals import refusals

if TYPE_CHECKING:
    from auditor.evidence import FileEvidence
    from rules.controls.library import Library


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
    others = [read_with(each, "tournament", file.header.room) for each in beside]
    logs = [each.log for each in others if each.log is not None]
    print_json(shown(replay_tournament(file, under, logs)))
