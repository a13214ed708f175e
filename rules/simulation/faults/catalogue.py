"""The explicit list of faults."""

from __future__ import annotations

from rules.simulation.faults import cards, log, payments, rulings, systems, table
from rules.simulation.faults.base import Fault

FAULTS: tuple[Fault, ...] = tuple(
    fault for module in (log, cards, table, rulings, payments, systems) for fault in module.FAMILY.faults
)
