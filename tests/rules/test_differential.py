"""Replay against the plain scorer: the same deals, every system, pair by pair and seat by seat."""

from collections import Counter
from functools import cache

import pytest

from rules.controls.library import library
from tests.plain.deals import deals
from tests.plain.scorer import SYSTEMS, naturals_by_force, naturals_by_search, row_type, score
from tests.rules.build import hand, replays, seat, session

COUNT = 3_000
UNIT = 100


@cache
def dealt():
    return deals(COUNT, seed=20_260_314)


@cache
def naturals(cards):
    return naturals_by_search(cards)


def held(cards):
    return naturals(tuple(cards))


def recorded(number, deal):
    seats = [
        seat(
            place,
            " ".join("".join(row) for row in (each.front, each.middle, each.back)),
            surrendered=True if each.surrendered else None,
            fouled=True if each.ruled_fouled else None,
        )
        for place, each in enumerate(deal, 1)
    ]
    ruled = [
        {"kind": "other", "seat": place, "ruling": "hand_fouled"}
        for place, each in enumerate(deal, 1)
        if each.ruled_fouled
    ]
    return hand(number, *seats, unit=UNIT, irregularities=ruled or None)


@cache
def lines():
    return [recorded(number, deal) for number, deal in enumerate(dealt(), 1)]


def test_the_nine_systems_are_those_of_the_library():
    assert {each.id for each in library().rulesets()} >= set(SYSTEMS)


@pytest.mark.sampled(9)
@pytest.mark.parametrize("system", SYSTEMS)
def test_replay_is_what_the_plain_scorer_gives(system, share):
    some, theirs = dealt()[: share(COUNT)], lines()[: share(COUNT)]
    for deal, reported in zip(some, replays(session(ruleset=system), *theirs), strict=True):
        plain = score(deal, system, held)
        shown = (system, reported["hand"], deal)
        assert [each["units"] for each in reported["seats"]] == plain.units, shown
        assert {(each["a"] - 1, each["b"] - 1): each["units"] for each in reported["pairs"]} == plain.pairs, (
            shown
        )
        assert [each["fouled"] for each in reported["seats"]] == plain.fouled, shown
        assert [each["net"] for each in reported["seats"]] == [
            None if u is None else u * UNIT for u in plain.units
        ], shown
        for each, wanted in zip(reported["seats"], plain.natural, strict=True):
            assert (each["natural"] in wanted) if wanted else each["natural"] is None, shown
        for each, wanted in zip(reported["seats"], deal, strict=True):
            rows = {row: row_type(getattr(wanted, row)) for row in ("front", "middle", "back")}
            assert each["hands"] == rows, shown
        known = {pair: units for pair, units in plain.pairs.items() if units}
        if None in plain.pairs.values():
            assert reported["transfers"] is None, shown
        else:
            moved = [
                (each["payer"] - 1, each["payee"] - 1, each["units"], each["amount"])
                for each in reported["transfers"]
            ]
            owed = [((a, b), u) if u < 0 else ((b, a), u) for (a, b), u in known.items()]
            assert moved == [(*who, abs(u), abs(u) * UNIT) for who, u in owed], shown


@pytest.mark.night
@pytest.mark.slow
def test_the_deals_hold_what_is_rare():
    """Fouls, surrenders, naturals, ties and every class of row come up often enough to mean something."""
    seen = Counter()
    for deal in dealt():
        result = score(deal, "wsgc-full", held)
        seen["players", len(deal)] += 1
        seen["surrendered"] += sum(each.surrendered for each in deal)
        seen["fouled"] += sum(result.fouled)
        seen.update(name for each in result.natural for name in each)
        seen.update(
            ("row", name, row_type(getattr(each, name)))
            for each in deal
            for name in ("front", "middle", "back")
        )
    for reported in replays(session(ruleset="wsgc-2-4"), *lines()):
        seen.update(tuple(sorted(pair["rows"].values())) for pair in reported["pairs"] if pair["rows"])
    for players in (2, 3, 4):
        assert seen["players", players] > 100
    for name in ("surrendered", "fouled", "three_straights", "three_flushes", "six_pairs", "dragon"):
        assert seen[name] > 100, name
    for kind in ("high_card", "pair", "trips"):
        assert seen["row", "front", kind] > 100
    for row in ("middle", "back"):
        for kind in (
            "pair",
            "two_pairs",
            "trips",
            "straight",
            "flush",
            "full_house",
            "quads",
            "straight_flush",
            "royal_flush",
        ):
            assert seen["row", row, kind] > 20, (row, kind)
    for outcome in ((-1, 0, 1), (0, 0, 1), (-1, 0, 0), (0, 1, 1), (0, 0, 0), (-1, 1, 1), (1, 1, 1)):
        assert seen[outcome] > 20, outcome


@pytest.mark.night
@pytest.mark.slow
def test_naturals_by_every_one_of_the_72_072_splits():
    """WSGC-natural-list, with no short cut at all: a sample of hands, naturals and near misses among them."""
    sample = [seat.cards for deal in dealt() for seat in deal]
    with_one = [cards for cards in sample if held(cards)][:8]
    without = [cards for cards in sample if not held(cards)][:8]
    for cards in with_one + without:
        assert naturals_by_force(cards) == held(cards)
