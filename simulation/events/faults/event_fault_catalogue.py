"""List of faults of events, and their injection."""

from __future__ import annotations

from random import Random

from rules.controls.ruleset import Ruleset
from simulation.events.faults import (
    faulty_event_chips,
    faulty_event_entries,
    faulty_event_levels,
    faulty_event_money,
    faulty_event_results,
    faulty_event_seats,
)
from simulation.events.faults.event_answer_key import InjectedFault
from simulation.events.faults.event_fault_base import AlteredEvent, Altering, EventFault, entry_of_key
from simulation.events.simulated_event_records import EventRecords

EVENT_FAULTS: tuple[EventFault, ...] = tuple(
    fault
    for module in (
        faulty_event_entries,
        faulty_event_money,
        faulty_event_seats,
        faulty_event_levels,
        faulty_event_chips,
        faulty_event_results,
    )
    for fault in module.FAMILY.faults
)


def event_fault_names() -> list[str]:
    return [each.name for each in EVENT_FAULTS]


def altered(
    event: EventRecords, ruleset: Ruleset, random: Random, count: int, only: tuple[str, ...] = ()
) -> list[InjectedFault]:
    """Puts up to ``count`` kinds of faults (0: all) into an honest event. Raises ValueError where it cannot have one of
    ``only``.
    """
    wanted = [each for each in EVENT_FAULTS if (each.name in only if only else not each.asked)]
    altering = Altering(event, ruleset, random)
    done: list[tuple[EventFault, AlteredEvent]] = []
    for fault in random.sample(wanted, len(wanted)):
        if len(done) == (count or len(wanted)):
            break
        if fault.wide and not only and any(each.wide for each, _ in done):
            continue
        found = fault.inject(altering)
        if found is not None:
            done.append((fault, found))
            altering.touched += [found.record, *(record for _, record in found.also)]
        elif only:
            raise ValueError(
                f"this event cannot have the fault {fault.name}; one of another seed, of more players "
                "or with more table logs may"
            )
    return [entry_of_key(event, fault, each) for fault, each in done]
