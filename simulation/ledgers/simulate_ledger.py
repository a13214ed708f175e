"""Simulated ledgers of a room over months, honest or with known faults."""

from __future__ import annotations

from random import Random

from msgspec import field

from rules.controls.ruleset import Ruleset
from simulation.ledgers.faults.ledger_answer_key import InjectedLedgerFault
from simulation.ledgers.faults.ledger_fault_catalogue import altered, ledger_fault_names
from simulation.ledgers.ledger_request import LedgerRequest
from simulation.ledgers.months import Months
from simulation.ledgers.simulated_ledger_records import RoomRecords


class SimulatedLedgers(RoomRecords):
    """Files of a room, and the answer key."""

    key: list[InjectedLedgerFault] = field(default_factory=list)


def simulate_ledgers(
    ruleset: Ruleset,
    *,
    months: int,
    seed: int,
    room: str = "WA-0417",
    faults: int = 0,
    only: tuple[str, ...] = (),
) -> SimulatedLedgers:
    """Ledgers of a room, one a month from January 2026. Raises ValueError for what cannot be simulated.

    ruleset: of one kind of account; its author's are those of the others. faults: number of kinds; only: faults of these names.
    The same request gives the same bytes.
    """
    request = LedgerRequest(ruleset, months, seed, room)
    if faults < 0:
        raise ValueError(f"{faults} faults: the number must be 0 or more")
    known = ledger_fault_names()
    if wrong := [name for name in only if name not in known]:
        raise ValueError(f"no fault is called {', '.join(wrong)}; the faults are: {', '.join(known)}")
    honest = Months(request, Random(f"ledgers {seed}")).all()
    made = SimulatedLedgers(honest.ledgers, honest.tournaments, honest.logs)
    if faults or only:
        made.key = altered(made, request, Random(f"faults {seed}"), faults, only)
    return made
