"""Naturals of every system: what thirteen cards hold, and which of two of a kind is the better, against plain looking.

The plain side tries every one of the 72,072 ways to split thirteen cards (the slow tests), or every row that fits.
"""

from itertools import combinations

import pytest

from rules.cards import encode
from rules.controls.library import library
from rules.replay.naturals.tiebreaks import stronger
from rules.replay.scoring import compiled
from rules.replay.seat_facts import naturals_held, seats_of
from tests.plain.closed.natural_ties import strength, strongest_by_force
from tests.plain.closed.naturals import held, layouts_by_force, layouts_by_search
from tests.plain.closed.systems import SYSTEMS
from tests.plain.closed_deals import deals
from tests.rules.build import blocks, hand, log, seat, session

WITH_NATURALS = [name for name, system in SYSTEMS.items() if system.naturals]
SPLIT = ("three_straights", "three_flushes", "three_straight_flushes")


def codes(cards):
    return tuple(encode("".join(cards)).tolist())


def held_by_arrays(name, hands):
    """The ids of all naturals that each hand of thirteen holds, by the engine."""
    lines = [hand(number, seat(1, rows(cards))) for number, cards in enumerate(hands)]
    (block,) = blocks(log(session(ruleset=name), *lines))
    scoring = compiled(library().get(name))
    found = naturals_held(block, scoring.naturals, block.present).each[:, :, 0]
    return [
        [name for name, holds in zip(scoring.natural_names, column, strict=True) if holds]
        for column in found.T.tolist()
    ]


def rows(cards):
    return " ".join("".join(row) for row in (cards[:3], cards[3:8], cards[8:]))


def sample(name, count, seed):
    return [each.cards for deal in deals(name, count, seed=seed) for each in deal.seats]


@pytest.mark.slow
@pytest.mark.sampled(13)
@pytest.mark.parametrize("name", WITH_NATURALS)
def test_all_naturals_that_a_hand_holds(name):
    hands = sample(name, 400, seed=5)
    wanted = [[each.id for each in held(cards, SYSTEMS[name], layouts_by_search)] for cards in hands]
    assert held_by_arrays(name, hands) == wanted
    seen = {natural for each in wanted for natural in each}
    assert seen == {each.id for each in SYSTEMS[name].naturals}  # every one of them came up


STRAIGHTS = {
    frozenset((low + step) % 13 for step in range(size)) for size in (3, 5) for low in (-1, *range(14 - size))
}


def divided(ranks):
    """Whether the ranks of a suit fill rows of three and five of which none is a straight, by trying every row."""
    if len(ranks) <= 5:
        return ranks not in STRAIGHTS
    size = 5 if len(ranks) == 10 else 3
    rest = ((frozenset(row), ranks - frozenset(row)) for row in combinations(ranks, size))
    return any(row not in STRAIGHTS and divided(others) for row, others in rest)


@pytest.mark.parametrize("size", [8, 10, 13])
def test_more_than_one_row_of_a_suit_can_be_flushes_without_a_straight(size):
    """So that in three flushes only a suit of three or of five cards can be a straight flush that cannot be avoided."""
    every = [frozenset(ranks) for ranks in combinations(range(13), size)]
    assert [ranks for ranks in every if not divided(ranks)] == []
    assert not divided(frozenset({12, 0, 1}))
    assert not divided(frozenset({8, 9, 10, 11, 12}))


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.parametrize("name", ["malayan", "classic-specials", "wsgc-naturals"])
def test_naturals_by_every_one_of_the_72_072_splits(name):
    """No short cut at all, on hands that hold a natural of three rows and on hands that nearly do."""
    system = SYSTEMS[name]
    hands = sample(name, 300, seed=6)
    with_one = [
        cards
        for cards in hands
        if {each.pattern for each in held(cards, system, layouts_by_search)} & {*SPLIT}
    ]
    without = [cards for cards in hands if not held(cards, system, layouts_by_search)]
    chosen = with_one[:8] + without[:4]
    wanted = [[each.id for each in held(cards, system, layouts_by_force)] for cards in chosen]
    assert held_by_arrays(name, chosen) == wanted


def ties():
    """Pairs of hands that hold the same natural of classic-specials, of the kinds that have a tie-break."""
    scoring = compiled(library().get("classic-specials"))
    assert scoring.naturals is not None
    plain = {each.id: each for each in SYSTEMS["classic-specials"].naturals}
    by_kind = {}
    for cards in sample("classic-specials", 600, seed=7):
        for each in held(cards, SYSTEMS["classic-specials"], layouts_by_search):
            by_kind.setdefault(each.id, []).append(cards)
    for natural in scoring.naturals.list:
        if natural.tiebreak != "none":
            hands = by_kind[natural.id][:60]
            for one, other in zip(hands, hands[1:], strict=False):
                yield scoring, natural, plain[natural.id], one, other


@pytest.mark.parametrize("short", [0, 1, 2], ids=["front", "middle", "back"])
def test_a_natural_is_seen_in_the_deal_where_a_row_was_set_with_a_card_too_few(short):
    dealt = "9h9d8s", "8dKhKdJsJh", "7h7s3s3c4d"
    laid = [row[: -2 if place == short else None] for place, row in enumerate(dealt)]
    played = hand(1, seat(1, " ".join(laid), dealt="".join(dealt)))
    (block,) = blocks(log(session(ruleset="wsgc-naturals"), played))
    scoring = compiled(library().get("wsgc-naturals"))
    assert scoring.natural_names[seats_of(block, scoring).natural[0, 0]] == "six_pairs"


@pytest.mark.slow
def test_the_better_of_two_naturals_of_a_kind():
    """PAGAT-special-six-pairs, -three-straights, -three-flushes: by the strongest split that each hand has."""
    seen = set()
    for scoring, natural, plain, one, other in ties():
        mine, theirs = strength(one, plain), strength(other, plain)
        wanted = (mine > theirs) - (mine < theirs)
        got = stronger(codes(one), codes(other), natural, scoring.naturals, scoring.scale)
        assert got == wanted, (natural.id, one, other)
        seen.add((natural.id, wanted))
    assert {
        (kind, sign) for kind in ("six_pairs", "three_straights", "three_flushes") for sign in (1, -1)
    } <= seen


# Fives alike in ranks, in other suits: the front decides.
@pytest.mark.parametrize(
    ("natural", "better", "worse"),
    [
        ("three_flushes", "9c7c2c Th8h6h5h3h AsKsQsJs9s", "9h4h2h Tc8c6c5c3c AdKdQdJd9d"),
        ("three_flushes", "9c7c4c Th8h6h5h3h AsKsQsJs9s", "9h7h2h Tc8c6c5c3c AdKdQdJd9d"),
        ("three_straights", "4c3h2s 9h8d7c6c5s KsQhJsTc9c", "Ac3d2h 9s8h7d6d5h KdQcJdTh9d"),
    ],
    ids=["by its second card", "by its third card", "A-2-3 below 4-3-2"],
)
def test_naturals_that_are_level_behind_are_decided_by_the_front(natural, better, worse):
    scoring = compiled(library().get("classic-specials"))
    (kind,) = [each for each in scoring.naturals.list if each.id == natural]
    one, other = codes(better.replace(" ", "")), codes(worse.replace(" ", ""))
    assert stronger(one, other, kind, scoring.naturals, scoring.scale) == 1
    assert stronger(other, one, kind, scoring.naturals, scoring.scale) == -1


@pytest.mark.slow
def test_the_strongest_split_by_every_one_of_the_72_072():
    for scoring, natural, plain, one, other in list(ties())[::25]:
        if natural.tiebreak == "back_middle_front":
            mine, theirs = (strongest_by_force(cards, plain.pattern) for cards in (one, other))
            wanted = (mine > theirs) - (mine < theirs)
            assert stronger(codes(one), codes(other), natural, scoring.naturals, scoring.scale) == wanted
