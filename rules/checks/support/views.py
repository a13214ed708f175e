"""Views of blocks with their replay.

A check of the record alone takes a `HandsView`, which imports no replay.
"""

from __future__ import annotations

from msgspec import Struct

from rules.card_room import Room
from rules.checks.support.check import HandsView
from rules.controls.ruleset import Ruleset
from rules.hands import Hands
from rules.records.events import Session
from rules.replay.pots.block_replay import ReplayedPots
from rules.replay.row_replay import ReplayedRows


class BlockView(Struct, HandsView, frozen=True, eq=False):
    """Hands whose rows were compared."""

    session: Session
    hands: Hands
    replayed: ReplayedRows
    ruleset: Ruleset
    room: Room | None = None


class PotView(Struct, HandsView, frozen=True, eq=False):
    """Hands of pot games."""

    session: Session
    hands: Hands
    replayed: ReplayedPots
    ruleset: Ruleset
    room: Room | None = None
