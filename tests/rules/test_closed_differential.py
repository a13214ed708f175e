"""Replay against the plain scorer of every closed system: deals made for each, pair by pair and seat by seat."""

from fractions import Fraction

import pytest

from rules.controls.library import library
from tests.plain.closed.score import score
from tests.plain.closed.systems import SYSTEMS
from tests.plain.closed_deals import deals
from tests.rules.build import hand, replays, seat, session
from tests.rules.rulesets import PLAYED_AS

COUNT = 2_000
AUTOMATIC = "automatic"  # of several naturals that are worth the same, the two may name different ones


def recorded(number, deal):
    """A deal as a log line. Seats are numbered from 1 in the order of the deal."""
    seats = [
        seat(
            place,
            " ".join("".join(row) for row in (each.front, each.middle, each.back)),
            declared=each.declared,
            surrendered=True if each.surrendered else None,
            fouled=True if each.ruled_fouled else None,
            aces=each.aces,
            stack=each.stack,
        )
        for place, each in enumerate(deal.seats, 1)
    ]
    ruled = [
        {"kind": "other", "seat": place, "ruling": "hand_fouled"}
        for place, each in enumerate(deal.seats, 1)
        if each.ruled_fouled
    ]
    return hand(
        number,
        *seats,
        unit=deal.unit,
        dealer=None if deal.dealer is None else deal.dealer + 1,
        banker=None if deal.banker is None else deal.banker + 1,
        forced_dealer=True if deal.forced_dealer else None,
        irregularities=ruled or None,
    )


def number(reported):
    """Units as `auditor replay` writes them, as a number."""
    return None if reported is None else Fraction(reported)


@pytest.mark.slow
@pytest.mark.sampled(20, within=True)
@pytest.mark.parametrize("system", SYSTEMS)
def test_replay_is_what_the_plain_scorer_gives(system, share):
    dealt = deals(system, share(COUNT), seed=20_261_121)
    lines = [recorded(place, deal) for place, deal in enumerate(dealt, 1)]
    for deal, reported in zip(dealt, replays(session(ruleset=system), *lines), strict=True):
        plain, shown = score(deal, system), (system, reported["hand"], deal)
        nobody = plain.unpriced == ["prize"] and plain.single_winner is None  # then nothing moves
        units = [0] * len(deal.seats) if nobody else plain.units
        assert [number(each["units"]) for each in reported["seats"]] == units, shown
        pairs = {(each["a"] - 1, each["b"] - 1): number(each["units"]) for each in reported["pairs"]}
        assert pairs == plain.pairs, shown
        assert [each["fouled"] for each in reported["seats"]] == plain.fouled, shown
        for each, wanted in zip(reported["seats"], plain.natural, strict=True):
            if library().get(system).get("naturals.declare") == AUTOMATIC:
                assert (each["natural"] is None) == (wanted is None), shown
            else:
                assert each["natural"] == wanted, shown
        if plain.transfers is not None:
            moved = [
                (each["payer"] - 1, each["payee"] - 1, number(each["units"]))
                for each in reported["transfers"]
            ]
            assert moved == plain.transfers, shown
        if plain.pool_row_winners is not None:
            told_pool = {row: [place - 1 for place in seats] for row, seats in reported["pool"].items()}
            assert told_pool == plain.pool_row_winners, shown
        assert (None if reported["winner"] is None else reported["winner"] - 1) == plain.single_winner, shown
        for part in reported["pairs"]:
            if part["units"] is not None:
                assert sum(number(units) for units in part["parts"].values()) == number(part["units"]), shown


def test_every_closed_system_of_the_library_agrees_with_the_plain_scorer():
    closed = {PLAYED_AS.get(each.id, each.id) for each in library().rulesets() if each.family == "chinese"}
    assert set(SYSTEMS) == closed
