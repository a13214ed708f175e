"""Every request of any size and seed is simulated, or is answered by a sentence: no draw is from nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.controls.library import library
from rules.tournaments.tournament_records import Elimination, Rebuy, RoyalHit
from simulation import simulate
from simulation.events import simulate_tournament
from simulation.events.event_request import KINDS
from simulation.events.faults.event_fault_catalogue import event_fault_names
from simulation.ledgers import simulate_ledgers
from simulation.ledgers.faults.ledger_fault_catalogue import ledger_fault_names

EVENTS = ("olympic-tournament", "olympic-ranking", "standard-tournament", "carnivale-event-2013")
TABLES = [str(each) for each in library().rulesets()]
SEEDS = range(6)


def is_there_or_said(made: Callable[[], Any], fault: str, said: str) -> None:
    """A simulation has the fault alone, or says that it has no place."""
    try:
        found = [each.kind for each in made().key]
    except ValueError as error:
        found = str(error)
    assert found in ([fault], said)


def test_a_hit_of_the_royal_flush_pool_is_of_an_entry_that_bought_again() -> None:
    """When the second hit is drawn, everybody who is still in had been out once and bought again."""
    made = simulate_tournament(
        library().get("olympic-tournament"), players=40, kind="rebuy_broke", seed=2, tables=2
    )
    hits = [place for place, each in enumerate(made.events) if isinstance(each, RoyalHit)]
    assert len(hits) == 2
    for place in hits:
        entry = made.events[place].entry
        own = [each for each in made.events[:place] if getattr(each, "entry", None) == entry]
        assert [type(each) for each in own if isinstance(each, Elimination | Rebuy)][-2:] == [
            Elimination,
            Rebuy,
        ]


def test_an_event_has_a_royal_flush_pool_only_where_its_ruleset_has_one() -> None:
    made = simulate_tournament(library().get("standard-tournament"), players=25, kind="freezeout", seed=12)
    assert not made.header.royal
    assert not [each for each in made.events if isinstance(each, RoyalHit)]


@pytest.mark.slow
@pytest.mark.sampled(8)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", EVENTS)
def test_small_events_are_made_with_every_fault_that_they_can_have(name: str, kind: str, seed: int) -> None:
    kind = "" if name.startswith("carnivale") else kind
    made = simulate_tournament(
        library().get(name), players=20 + 5 * (seed % 3), kind=kind, seed=seed, tables=seed % 3, faults=1_000
    )
    assert {each.kind for each in made.key} <= set(event_fault_names())
    assert made.key


@pytest.mark.slow
@pytest.mark.sampled(6)
@pytest.mark.parametrize("fault", event_fault_names())
@pytest.mark.parametrize("name", EVENTS)
def test_each_fault_of_an_event_is_in_it_or_is_said_to_have_no_place(name: str, fault: str) -> None:
    said = f"this event cannot have the fault {fault}; one of another seed, of more players or with more table logs may"
    is_there_or_said(
        lambda: simulate_tournament(library().get(name), players=20, seed=1, tables=0, only=(fault,)),
        fault,
        said,
    )


@pytest.mark.slow
@pytest.mark.sampled(4)
@pytest.mark.parametrize("fault", ledger_fault_names())
def test_each_fault_of_ledgers_is_in_them_or_is_said_to_have_no_place(fault: str) -> None:
    said = f"these ledgers cannot have the fault {fault}; those of another seed or of more months may"
    is_there_or_said(
        lambda: simulate_ledgers(library().get("olympic-jackpots"), months=1, seed=3, only=(fault,)),
        fault,
        said,
    )


@pytest.mark.slow
@pytest.mark.sampled(12)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("hands", [0, 1, 2, 5])
@pytest.mark.parametrize("name", TABLES)
def test_short_sessions_are_made_with_whatever_faults_they_can_have(name: str, hands: int, seed: int) -> None:
    made = simulate(library().get(name), hands=hands, seed=seed, faults=1.0)
    events = (b'"event":"chinese_hand"', b'"event":"ofc_hand"', b'"event":"pot_hand"')
    assert sum(made.log().count(each) for each in events) == hands
