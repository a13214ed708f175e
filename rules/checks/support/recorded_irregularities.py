"""Irregularities of a log, in hands and as events."""

from __future__ import annotations

from msgspec import Struct

from rules.controls.ruleset import Ruleset

MISDEALS_PATH = "pot.misdeals.grounds"  # of pot games: when a deal is a misdeal
MISDEALS = ("OLY-1.56-a", "OLY-1.56-b", "OLY-1.56-c", "OLY-1.56-d", "OLY-1.56-e", "external:TDA-misdeals")


class RecordedIrregularity(Struct, frozen=True, kw_only=True):
    """One irregularity on record; None: not recorded.

    place: position of its hand; None: an event. cards: least and most; the most includes others of its kind in the hand.
    paid: money moved. acted: players who had acted when it was over.
    """

    kind: str
    line: int
    place: int | None = None
    ruleset: Ruleset | None = None
    when: str | None = None
    seat: int | None = None
    player: str | None = None
    cards: tuple[int, int] | None = None
    ruling: str | None = None
    units: int | None = None
    by: str | None = None
    dealer: str | None = None
    void: bool = False
    paid: bool | None = None
    acted: int | None = None
