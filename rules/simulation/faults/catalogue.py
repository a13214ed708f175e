"""The explicit list of faults."""

from __future__ import annotations

from rules.simulation.faults import cards, fees, log, payments, rulings, systems, table
from rules.simulation.faults.base import Fault
from rules.simulation.faults.open_face.catalogue import OPEN_FACE_FAULTS
from rules.simulation.game import Game

FAULTS: tuple[Fault, ...] = tuple(
    fault
    for module in (log, cards, table, rulings, payments, systems, fees)
    for fault in module.FAMILY.faults
)


def faults_of(game: Game) -> tuple[Fault, ...]:
    """The faults of a game: closed or open-face."""
    return OPEN_FACE_FAULTS if game.open_face else FAULTS
