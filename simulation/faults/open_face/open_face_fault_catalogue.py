"""List of faults of open-face games: fitting ones of every game, and their own."""

from __future__ import annotations

from msgspec.structs import replace

from simulation.faults import faulty_cards, faulty_log, faulty_payments, rulings, systems
from simulation.faults import faulty_table as seats
from simulation.faults.fault_base import Fault
from simulation.faults.open_face import (
    faulty_open_face_acts,
    faulty_open_face_clock,
    faulty_open_face_event,
    faulty_open_face_table,
    land,
)
from simulation.faults.open_face import faulty_open_face_cards as open_cards
from simulation.faults.open_face.open_face_hand_to_alter import rules_of
from simulation.simulated_game import SimulatedGame

_OF_EVERY_GAME = {
    "card-twice", "joker", "unit-changed", "unit-over-cap", "ruled-foul-without-cause", "void-paid", "void-transfers",
    "misdeal-settled", "foul-paid-as-legal", "sweep-not-paid", "short-stack-overpaid", "payments-out-of-order",
}  # fmt: skip


def _without_levels(game: SimulatedGame) -> bool:
    return rules_of(game).levels is None


def _for_cash(game: SimulatedGame) -> bool:
    return not game.tournament


def _any_time(game: SimulatedGame) -> bool:
    return rules_of(game).start is None


_ONLY_WHERE = {
    "number-gap": _without_levels,
    "number-repeated": _without_levels,
    "unit-changed": _for_cash,
    "outside-session": _any_time,
}
_NOT_HERE = {"natural-not-paid"}


def _shared() -> list[Fault]:
    every = [*faulty_log.FAMILY.faults, *faulty_payments.FAMILY.faults]
    others = (
        *faulty_cards.FAMILY.faults,
        *seats.FAMILY.faults,
        *rulings.FAMILY.faults,
        *systems.FAMILY.faults,
    )
    every += [fault for fault in others if fault.name in _OF_EVERY_GAME]
    return [
        replace(fault, where=_ONLY_WHERE.get(fault.name, fault.where), idle=False)
        for fault in every
        if fault.name not in _NOT_HERE
    ]


OPEN_FACE_FAULTS: tuple[Fault, ...] = (
    *_shared(),
    *(
        fault
        for module in (
            open_cards,
            faulty_open_face_table,
            faulty_open_face_acts,
            land,
            faulty_open_face_clock,
            faulty_open_face_event,
        )
        for fault in module.FAMILY.faults
    ),
)
