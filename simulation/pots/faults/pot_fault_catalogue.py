"""List of faults of pot games."""

from __future__ import annotations

from simulation.pots.faults import (
    absences,
    bets,
    buying_in,
    faulty_pot_acts,
    faulty_pot_cards,
    faulty_pot_jackpots,
    faulty_pot_money,
    faulty_pot_posting,
    faulty_pot_seating,
    faulty_pot_time_fees,
    showing,
)
from simulation.pots.faults.pot_fault_base import PotFault
from simulation.pots.offer import GamesOffered

FAULTS: tuple[PotFault, ...] = tuple(
    fault
    for module in (
        bets,
        faulty_pot_posting,
        faulty_pot_seating,
        buying_in,
        absences,
        faulty_pot_acts,
        faulty_pot_cards,
        showing,
        faulty_pot_money,
        faulty_pot_time_fees,
    )
    for fault in module.FAMILY.faults
)


def pot_names() -> list[str]:
    return [*(fault.name for fault in FAULTS), *faulty_pot_jackpots.names()]


def not_in(offer: GamesOffered, wanted: tuple[str, ...], *, acts_recorded: bool) -> list[str]:
    """Names of faults that a session cannot have."""
    possible = {fault.name for fault in FAULTS if fault.where(offer) and (acts_recorded or not fault.acts)}
    if offer.rules.jackpots is not None:
        possible |= set(faulty_pot_jackpots.names())
    return [name for name in wanted if name not in possible]
