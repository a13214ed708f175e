"""The explicit list of the faults of pot games."""

from __future__ import annotations

from simulation.pots.faults import (
    absences,
    acts,
    bets,
    buying_in,
    cards,
    jackpots,
    money,
    posting,
    seating,
    showing,
    time_fees,
)
from simulation.pots.faults.base import PotFault
from simulation.pots.offer import GamesOffered

FAULTS: tuple[PotFault, ...] = tuple(
    fault
    for module in (bets, posting, seating, buying_in, absences, acts, cards, showing, money, time_fees)
    for fault in module.FAMILY.faults
)


def pot_names() -> list[str]:
    """The names of all faults of pot games."""
    return [*(fault.name for fault in FAULTS), *jackpots.names()]


def not_in(offer: GamesOffered, wanted: tuple[str, ...], *, acts_recorded: bool) -> list[str]:
    """Names of faults that a session cannot have."""
    possible = {fault.name for fault in FAULTS if fault.where(offer) and (acts_recorded or not fault.acts)}
    if offer.rules.jackpots is not None:
        possible |= set(jackpots.names())
    return [name for name in wanted if name not in possible]
