"""What `auditor replay` prints of a ledger."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from auditor.cli.event_files import read_with
from auditor.cli.output import print_json
from auditor.cli.refusals import refusals

if TYPE_CHECKING:
    from auditor.evidence import FileEvidence
    from rules.controls.library import Library


def print_ledger(
    name: str,
    source: FileEvidence,
    beside: Iterable[str],
    ruleset: str | None,
    registry: Library | None,
    *,
    as_if: bool,
) -> None:
    """Print what was due in a ledger as one JSON object. ``beside``: what belongs to it: tournaments, logs, ledgers before it."""
    from rules.audit.ledgers import rulesets_of
    from rules.controls.library import library
    from rules.ledgers.present import shown
    from rules.ledgers.reader import read_ledger
    from rules.ledgers.replay import replay_ledger

    with refusals(name):
        file = read_ledger(source.chunks())
        rulesets = rulesets_of(file.header, ruleset, registry or library(), as_if)
    others = [read_with(each, "ledger", file.header.room) for each in beside]
    tournaments = [each.tournament for each in others if each.tournament is not None]
    earlier = [each.ledger for each in others if each.ledger is not None]
    print_json(shown(replay_ledger(file, rulesets, tournaments, earlier)))
