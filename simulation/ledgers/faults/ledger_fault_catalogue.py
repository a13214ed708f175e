"""List of faults of ledgers, and their injection."""

from __future__ import annotations

from random import Random

from simulation.ledgers.faults import books, faulty_ledger_hits, faulty_ledger_logs, faulty_ledger_ranking
from simulation.ledgers.faults.ledger_answer_key import InjectedLedgerFault
from simulation.ledgers.faults.ledger_fault_base import (
    ORDER,
    LedgerAltered,
    LedgerFault,
    LedgersAltering,
    entry_of_key,
)
from simulation.ledgers.ledger_request import LedgerRequest
from simulation.ledgers.simulated_ledger_records import RoomRecords

LEDGER_FAULTS: tuple[LedgerFault, ...] = tuple(
    fault
    for module in (books, faulty_ledger_hits, faulty_ledger_ranking, faulty_ledger_logs)
    for fault in module.FAMILY.faults
)


def ledger_fault_names() -> list[str]:
    return [each.name for each in LEDGER_FAULTS]


def altered(
    made: RoomRecords, request: LedgerRequest, random: Random, count: int, only: tuple[str, ...] = ()
) -> list[InjectedLedgerFault]:
    """Puts up to ``count`` kinds of faults (0: all) into honest ledgers. Raises ValueError where they cannot have one of
    ``only``.
    """
    wanted = [each for each in LEDGER_FAULTS if not only or each.name in only]
    chosen = random.sample(wanted, min(count or len(wanted), len(wanted)))
    altering = LedgersAltering(made, request, random)
    done: list[tuple[LedgerFault, LedgerAltered]] = []
    for fault in sorted(chosen, key=lambda each: ORDER.index(each.restates)):
        found = fault.inject(altering)
        if found is not None:
            done.append((fault, found))
            altering.touched += [found.record, *(record for _, record in found.also)]
            altering.restate(fault.restates)
        elif only:
            raise ValueError(
                f"these ledgers cannot have the fault {fault.name}; those of another seed or of more months may"
            )
    return [entry_of_key(fault, each) for fault, each in done]
