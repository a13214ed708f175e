"""The plain scorer of the closed games against the older one, and whether the random deals are good ones."""

from fractions import Fraction

import pytest

from tests.plain import scorer
from tests.plain.closed.deal import Deal, Seat
from tests.plain.closed.score import score
from tests.plain.closed.systems import SYSTEMS
from tests.plain.closed_deals import deals
from tests.plain.deals import deals as wsgc_deals

pytestmark = pytest.mark.slow


@pytest.mark.sampled(9)
@pytest.mark.parametrize("system", scorer.SYSTEMS)
def test_the_two_plain_scorers_agree(system):
    for seats in wsgc_deals(200, seed=7):
        mine = score(
            Deal(
                [
                    Seat(
                        each.front,
                        each.middle,
                        each.back,
                        surrendered=each.surrendered,
                        ruled_fouled=each.ruled_fouled,
                    )
                    for each in seats
                ]
            ),
            system,
        )
        other = scorer.score(seats, system)
        assert (mine.units, mine.pairs, mine.fouled) == (other.units, other.pairs, other.fouled)
        assert [natural is not None for natural in mine.natural] == [bool(each) for each in other.natural]


def moved_by_seat(deal, result):
    """What was paid by a seat and to it, together, where stacks were noted; never more than its stack."""
    if result.transfers is None or deal.seats[0].stack is None:
        return {}
    moved = {
        place: sum(units for payer, payee, units in result.transfers if place in (payer, payee))
        for place in range(len(deal.seats))
    }
    assert all(moved[place] * deal.unit <= seat.stack for place, seat in enumerate(deal.seats))
    return moved


@pytest.mark.sampled(20)
@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.id)
def test_the_deals_exercise_their_system(system):
    made = deals(system, 300, seed=8)
    results = [score(deal, system) for deal in made]
    for deal, result in zip(made, results, strict=True):
        dealt = [card for seat in deal.seats for card in seat.cards]
        assert len(dealt) == len(set(dealt)) == 13 * len(deal.seats)
        if None not in result.units:
            assert sum(result.units) == 0
    assert {len(deal.seats) for deal in made} == {2, 3, 4}
    assert any(any(result.fouled) for result in results)
    counted = {natural for result in results for natural in result.natural} - {None}
    every = {natural.id for natural in system.naturals}
    # Thirteen ranks are three straights as well; where both are worth as much the first of the list counts.
    assert counted == every - ({"dragon"} if not system.must_declare else set())
    if system.table_stakes:
        settled = [result for result in results if result.transfers is not None]
        assert len(settled) > 200
        bound = [
            place
            for deal, result in zip(made, results, strict=True)
            for place, moved in moved_by_seat(deal, result).items()
            if moved == Fraction(deal.seats[place].stack, deal.unit)
        ]
        assert len(bound) > 30  # nothing moved past the stack, and often all of it did
    if system.topology == "pool":
        assert any(
            len(places) > 1 for result in results for places in (result.pool_row_winners or {}).values()
        )
