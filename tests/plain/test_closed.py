"""The plain scorer of every closed game against the cases worked out by hand, so that it can stand witness itself."""

from fractions import Fraction

import pytest

from auditor.reference.hands import known
from tests.folding import of_every
from tests.plain.closed.deal import Deal, Seat
from tests.plain.closed.natural_ties import strongest, strongest_by_force
from tests.plain.closed.naturals import LAYOUTS, held, layouts_by_force, layouts_by_search
from tests.plain.closed.readings import override, wsgc_bonuses_won
from tests.plain.closed.score import score
from tests.plain.closed.systems import SYSTEMS
from tests.plain.closed_deals import deals

CASES = known("chinese.ndjson")
ALTERNATIVES = [(case, each) for case in CASES for each in case["alternatives"]]


def cards(text):
    text = text.replace(" ", "")
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def deal_of(case):
    """The deal, and the number of the seat in each place."""
    (_, hand) = case["log"]
    seats = sorted(hand["seats"], key=lambda each: each["seat"])
    numbers = [each["seat"] for each in seats]
    places = {number: place for place, number in enumerate(numbers)}
    deal = Deal(
        [
            Seat(
                *(cards(each[row]) for row in ("front", "middle", "back")),
                declared=each.get("declared"),
                surrendered=each.get("surrendered", False),
                aces=each.get("aces"),
                stack=each.get("stack"),
            )
            for each in seats
        ],
        dealer=places[hand["dealer"]],
        banker=places.get(hand.get("banker")),
        forced_dealer=hand.get("forced_dealer", False),
        unit=hand["unit"],
    )
    return deal, numbers


def pairs_of(result, numbers):
    return [{"a": numbers[a], "b": numbers[b], "units": units} for (a, b), units in result.pairs.items()]


@of_every("case", CASES, ids=lambda case: case["id"])
def test_the_known_answer(case):
    deal, numbers = deal_of(case)
    result = score(deal, case["ruleset"])
    expected = case["expected"]
    assert [seat for seat, fouled in zip(numbers, result.fouled, strict=True) if fouled] == expected["fouled"]
    if expected["units"] is not None:
        assert dict(zip(map(str, numbers), result.units, strict=True)) == expected["units"]
    if expected["pairs"] is not None:
        assert pairs_of(result, numbers) == expected["pairs"]
    if expected["transfers"] is not None:
        assert [
            {"payer": numbers[payer], "payee": numbers[payee], "amount": units * deal.unit}
            for payer, payee, units in result.transfers
        ] == expected["transfers"]
    if expected.get("pool_row_winners") is not None:
        assert {
            row: [numbers[place] for place in places] for row, places in result.pool_row_winners.items()
        } == expected["pool_row_winners"]
    if expected.get("single_winner") is not None:
        assert numbers[result.single_winner] == expected["single_winner"]


@of_every("case", CASES, ids=lambda case: case["id"])
def test_the_nets_recorded_are_right(case):
    """What was paid, where stacks limit it; what was due elsewhere."""
    deal, _ = deal_of(case)
    seats = sorted(case["log"][1]["seats"], key=lambda each: each["seat"])
    result = score(deal, case["ruleset"])
    if case["breaks"] or any(units is None for units in result.units) or "net" not in seats[0]:
        return
    nets = [units * deal.unit for units in result.units]
    if result.transfers is not None:
        nets = [
            sum(
                units * deal.unit * ((payee == place) - (payer == place))
                for payer, payee, units in result.transfers
            )
            for place in range(len(seats))
        ]
    assert nets == [each["net"] for each in seats]


@of_every(("case", "alternative"), ALTERNATIVES, ids=lambda each: each.get("id") or each["reading"][:40])
def test_other_readings(case, alternative):
    system = SYSTEMS[case["ruleset"]]
    change = alternative["override"]
    if isinstance(change, dict):
        for path, new in change.items():
            system = override(system, path, new)
    elif change.startswith("ruleset "):
        system = SYSTEMS[change.removeprefix("ruleset ")]
    else:
        assert change == "row_bonuses of mix-wsgc-bonuses-won"
        system = wsgc_bonuses_won(system)
    deal, numbers = deal_of(case)
    result = score(deal, system)
    assert dict(zip(map(str, numbers), result.units, strict=True)) == alternative["units"]
    assert pairs_of(result, numbers) == alternative["pairs"]


# ---------------------------------------------------------------- naturals


LAID_OUT = [
    ("2c3d4h 5s6c7d8h9s TcJdQhKsAc", {"three_straights"}),
    ("Ac2d3h Ad2c3c4c5c Td9c8c7c6c", {"three_straights"}),  # the ace below the deuce
    ("QcKcAc 2d4d6d8dTd 2h5h7h9hJh", {"three_flushes"}),
    ("2c4c6c 8cTcQc3c5c 2h5h7h9hJh", {"three_flushes"}),
    ("2d4d6d 8dTdQd3d5d 7d9dJdKdAd", {"three_straights", "three_flushes", "three_straight_flushes"}),
    ("4h3h2h 7s6s5s4s3s Td9d8d7d6d", {"three_straights", "three_flushes", "three_straight_flushes"}),
    ("Ah3h2h 7s6s5s4s3s Td9d8d7d6d", {"three_straights", "three_flushes", "three_straight_flushes"}),
    ("4h3h2h 7s6s5s4s3s Td9d8d7h6d", {"three_straights"}),
    ("4h3h2h 7s6s5s4s2s Td9d8d7d6d", {"three_flushes"}),
    ("2c2d2h 2s5c5d7c7d 9c9dJcJdKh", set()),
]


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("hand", "patterns"), LAID_OUT)
def test_every_split_and_the_search_lay_out_the_same(hand, patterns):
    dealt = cards(hand)
    for pattern in LAYOUTS:
        by_force = {tuple(map(frozenset, split)) for split in layouts_by_force(dealt, pattern)}
        assert bool(by_force) == (pattern in patterns)
        if len(by_force) > 5000:  # a whole suit
            assert next(layouts_by_search(dealt, pattern))
            continue
        assert {tuple(map(frozenset, split)) for split in layouts_by_search(dealt, pattern)} == by_force
        if by_force:
            assert strongest(tuple(sorted(dealt)), pattern) == strongest_by_force(dealt, pattern)


@pytest.mark.sampled(4)
def test_by_force_and_by_search_what_random_hands_hold(share):
    """Hands that hold such naturals, and hands that nearly do."""
    likely = [seat.cards for deal in deals("malayan", 150, seed=5) for seat in deal.seats if seat.declared]
    for dealt in likely[: share(len(likely)) : 20]:
        found = {name for name in LAYOUTS if any(True for _ in layouts_by_search(dealt, name))}
        by_force = {name for name in LAYOUTS if any(True for _ in layouts_by_force(dealt, name))}
        assert found == by_force


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.parametrize("pattern", ["three_straights", "three_flushes"])
def test_the_strongest_layout_by_force_and_by_search(pattern):
    natural = next(each for each in SYSTEMS["classic-specials"].naturals if each.pattern == pattern)
    hands = [
        seat.cards
        for deal in deals("classic-specials", 600, seed=6)
        for seat in deal.seats
        if seat.declared == natural.id and natural in held(seat.cards, SYSTEMS["classic-specials"])
    ]
    for dealt in hands[:15]:
        assert strongest(tuple(sorted(dealt)), pattern) == strongest_by_force(dealt, pattern)


COUNTED = [
    ("2c2d3c3d4c4d5c5d6c6d7c7dAh", "malayan", ["six_and_half_pairs"]),
    ("2c2d3c3d4c4d5c5d6c6d7c7d7h", "malayan", ["six_and_half_pairs", "five_pairs_and_trips", "small"]),
    ("2c2d2h2sKcKdJcJd6c6d7c7d7h", "malayan", ["six_and_half_pairs", "five_pairs_and_trips"]),
    ("2c2d2h2sKcKdKh6c6d6h7c7d7h", "malayan", ["four_trips"]),
    ("2c2d2h3cKcKdKh6c6d6h7c7d7h", "malayan", ["four_trips"]),
    ("8c8d8h8sKcKdKhKsAcAdAhAsTc", "malayan", ["six_and_half_pairs", "big", "three_quads"]),
    ("JcJdJhJsKcKdKhKsQcQdQhQs2c", "malayan", ["six_and_half_pairs", "three_quads", "twelve_pictures"]),
    ("2c4c6c8cTcQcAs3s5s9sKsKcJs", "malayan", ["same_colour"]),
    ("2c4c6c8cTcQcAs3s5s9sKsKcJs", "hawaiian-gardens", ["same_colour"]),
    ("2c4c6c8cTcQcAs3s5s9sKsKcJd", "hawaiian-gardens", ["twelve_one_colour"]),
    ("2c4c6c8cTcQcAs3s5s9sKsKhJd", "hawaiian-gardens", []),
    ("2c2d4h4s6c7d8h9s9c9d3c3d5c", "singapore", ["small_cards"]),
    ("2c2d4h4s6c7d8h9sTc9d3c3d5c", "singapore", []),
    ("2c2d4h4s6c7d8h9sTc9d3c3d5c", "singapore-variants", ["small_cards"]),
    ("Ac2d4h4s6c7d8h9sTc9d3c3d5c", "classic-no-pictures", ["no_pictures"]),
]


@of_every(("hand", "system", "ids"), COUNTED)
def test_naturals_that_are_counted(hand, system, ids):
    assert [each.id for each in held(cards(hand), SYSTEMS[system])] == ids


# ---------------------------------------------------------------- what no case shows


PLAIN = Seat(cards("3c4d6h"), cards("2c2d8h9hTc"), cards("7c7d7hKsQd"))
LOWER = Seat(cards("2h3d5s"), cards("4cAdJhTsQc"), cards("6c6d8sTdKh"))


def with_rows(seat, **noted):
    return Seat(seat.front, seat.middle, seat.back, **noted)


def test_a_foul_counts_as_swept_and_its_royalties_are_void():
    fouled = Seat(cards("KcKdKh"), cards("4c4d9h9cJd"), cards("AcAdAhAsQh"))
    assert score(Deal([PLAIN, fouled]), "classic-sweep-3").pairs == {(0, 1): 6}
    assert score(Deal([PLAIN, fouled]), "hawaiian-gardens").pairs == {(0, 1): 6}
    assert score(Deal([PLAIN, fouled]), "classic-extra-losing").pairs == {(0, 1): 3}
    assert score(Deal([PLAIN, fouled], banker=1), "malayan").pairs == {(0, 1): 3}
    assert score(Deal([fouled, with_rows(LOWER, ruled_fouled=True)], banker=0), "malayan").pairs == {
        (0, 1): 0
    }


def test_a_declared_natural_counts_at_its_own_value_though_a_better_one_is_held():
    dragon = Seat(cards("2c3d4h"), cards("5s6c7d8h9s"), cards("TcJdQhKsAc"), declared="three_straights")
    result = score(Deal([dragon, PLAIN]), "classic-specials")
    assert (result.natural, result.pairs) == (["three_straights", None], {(0, 1): 3})
    dragon.declared = "three_flushes"
    result = score(Deal([dragon, PLAIN]), "classic-specials")
    assert (result.natural, result.held[0]) == ([None, None], ["three_straights", "complete_straight"])


def test_a_surrender_has_no_price_where_there_is_none():
    result = score(Deal([with_rows(PLAIN, surrendered=True), LOWER]), "classic-simple")
    assert (result.units, result.pairs, result.unpriced) == ([None, None], {(0, 1): None}, ["surrender"])


def test_stacks_limit_in_money():
    short = with_rows(LOWER, stack=250)
    result = score(Deal([with_rows(PLAIN, stack=1000), short], dealer=0, unit=100), "hawaiian-gardens")
    assert result.transfers == [(1, 0, Fraction(5, 2))]
    short.stack = None  # noted of some only
    assert score(Deal([with_rows(PLAIN, stack=1000), short], dealer=0), "hawaiian-gardens").transfers is None


def test_a_pool_is_shared_by_those_level_for_best():
    twin = Seat(cards("3h4h6c"), cards("2h2s8c9cTd"), cards("5c5h5dAcQh"))
    result = score(Deal([PLAIN, twin, LOWER]), "classic-pool-all")
    assert result.pool_row_winners == {"front": [0, 1], "middle": [0, 1], "back": [0]}
    assert result.units == [3, 0, -3]
    fouled = with_rows(twin, ruled_fouled=True)
    assert score(Deal([PLAIN, fouled, LOWER]), "classic-pool-all").units == [12, -6, -6]
