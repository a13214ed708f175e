"""Pot games of a log as `auditor replay` prints them."""

from __future__ import annotations

from typing import Any

from rules.audit.pot_pass import PotPass
from rules.controls.ruleset import Ruleset
from rules.hands import Hands
from rules.records.reader import LogReader


class PotTables:
    """Replays a log's hands under their revisions, in order."""

    def __init__(self, reader: LogReader) -> None:
        self._replayed = PotPass(reader)

    def replayed(self, hands: Hands, revision: Ruleset) -> list[dict[str, Any]]:
        """Payouts due in each hand, and illegal acts."""
        replayed = self._replayed.view(hands, revision).replayed
        return [replayed.presented(hand, str(revision)) for hand in range(len(hands))]
