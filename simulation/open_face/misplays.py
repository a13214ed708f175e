"""Irregularities of an honest table, and rulings."""

from __future__ import annotations

from typing import Literal

import numpy as np
from msgspec import UNSET, Struct

from rules.records.events import HandIrregularity, IrregularityKind, OfcHand, OfcSeat
from simulation.open_face_parameters import SimulatedOpenFace

Kind = Literal["misdeal", "seen", "missed", "exposed", "left", "expired"]

_NAMES: dict[Kind, IrregularityKind] = {
    "misdeal": "misdeal", "seen": "exposed_card", "missed": "missed_hand", "exposed": "exposed_card",
    "left": "left_table", "expired": "clock_expired",
}  # fmt: skip
_MISDEAL, _SEEN = 0.004, 0.002  # share of deals: void, and a card seen while dealing
_MISSED, _EXPOSED = 0.02, 0.015  # where they have a price
_LEFT, _EXPIRED = 0.008, 0.012  # where they foul the hand


class OpenFaceMisplay(Struct, frozen=True):
    kind: Kind
    place: int


def misplays(
    rules: SimulatedOpenFace, seats: int, hands: int, random: np.random.Generator, *, hurried: bool
) -> list[OpenFaceMisplay | None]:
    """Irregularities of some deals; None of most."""
    shares: dict[Kind, float] = {"misdeal": _MISDEAL}
    fouls = (
        rules.fantasyland is None
    )  # with fantasyland, the floor's fouls would decide which players enter it
    if rules.exposed is None:
        shares["seen"] = _SEEN
    else:
        shares["exposed"] = _EXPOSED
    if rules.missed is not None and fouls:
        shares["missed"] = _MISSED
    if rules.leaving_fouls and fouls:
        shares["left"] = _LEFT
    if rules.clock and not rules.clock.forces and fouls and not hurried:
        shares["expired"] = _EXPIRED
    kinds, bounds = list(shares), np.cumsum(list(shares.values()))
    which = np.searchsorted(bounds, random.random(hands)).tolist()
    places = random.integers(0, seats, hands).tolist()
    return [
        OpenFaceMisplay(kinds[kind], place) if kind < len(kinds) else None
        for kind, place in zip(which, places, strict=True)
    ]


def happen(hand: OfcHand, misplay: OpenFaceMisplay, rules: SimulatedOpenFace, supervisor: str) -> None:
    """Writes an irregularity onto a record with all seats."""
    seat = hand.seats[misplay.place]
    found = HandIrregularity(kind=_NAMES[misplay.kind], seat=seat.seat, by=supervisor)
    if misplay.kind == "misdeal":
        found = HandIrregularity(kind="misdeal", when="deal", ruling="misdeal", by=supervisor)
        hand.void = True
        for each in hand.seats:
            _take_cards(each)
    elif misplay.kind == "seen":
        found.when, found.ruling = "deal", "play_on"
    elif misplay.kind == "exposed" and rules.exposed is not None:
        found.when, found.ruling, found.units = "play", "penalty", rules.exposed
    elif misplay.kind == "missed" and rules.missed is not None:
        found.when, found.ruling, found.units = "deal", "penalty", rules.missed
        seat.status = "missed"
        _take_cards(seat)
    else:
        found.when, found.ruling, seat.fouled = "play", "hand_fouled", True
    hand.irregularities = [found]


def _take_cards(seat: OfcSeat) -> None:
    seat.front = seat.middle = seat.back = UNSET
