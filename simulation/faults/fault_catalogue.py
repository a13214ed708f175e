"""List of all faults."""

from __future__ import annotations

from simulation.faults import (
    faulty_cards,
    faulty_fees,
    faulty_log,
    faulty_payments,
    faulty_table,
    rulings,
    systems,
)
from simulation.faults.fault_base import Fault
from simulation.faults.open_face.open_face_fault_catalogue import OPEN_FACE_FAULTS
from simulation.simulated_game import SimulatedGame

FAULTS: tuple[Fault, ...] = tuple(
    fault
    for module in (faulty_log, faulty_cards, faulty_table, rulings, faulty_payments, systems, faulty_fees)
    for fault in module.FAMILY.faults
)


def faults_of(game: SimulatedGame) -> tuple[Fault, ...]:
    return OPEN_FACE_FAULTS if game.open_face else FAULTS
