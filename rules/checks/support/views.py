"""Views of blocks of hands with their replay, for checks of scope "hands" that need amounts due.

A check of the record alone takes a `HandsView` of `support/check.py`, which imports no replay.
"""

from __future__ import annotations

from msgspec import Struct

from rules.card_room import Room
from rules.checks.support.check import HandsView
from rules.controls.ruleset import Ruleset
from rules.hands import Hands
from rules.records.events import Session
from rules.replay.engine import ReplayedRows
from rules.replay.pots.block_replay import ReplayedPots


class BlockView(Struct, HandsView, frozen=True, eq=False):
    """A block of hands whose rows were compared."""

    session: Session
    hands: Hands
    replayed: ReplayedRows
    ruleset: Ruleset
    room: Room | None = None


class PotView(Struct, HandsView, frozen=True, eq=False):
    """A block of hands of pot games."""

    session: Session
    hands: Hands
    replayed: ReplayedPots
    ruleset: Ruleset
    room: Room | None = None
