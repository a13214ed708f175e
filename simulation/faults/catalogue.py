"""The explicit list of faults."""

from __future__ import annotations

from simulation.faults import cards, fees, log, payments, rulings, systems, table
from simulation.faults.base import Fault
from simulation.faults.open_face.catalogue import OPEN_FACE_FAULTS
from simulation.game import SimulatedGame

FAULTS: tuple[Fault, ...] = tuple(
    fault
    for module in (log, cards, table, rulings, payments, systems, fees)
    for fault in module.FAMILY.faults
)


def faults_of(game: SimulatedGame) -> tuple[Fault, ...]:
    """The faults of a game: closed or open-face."""
    return OPEN_FACE_FAULTS if game.open_face else FAULTS
