"""Whether the random open-face hands are good ones: they contain what they promise, and every reading matters to some."""

from collections import Counter
from functools import cache

import pytest

from tests.plain.open_face.acts import SLIPS
from tests.plain.open_face.cards import DECK, JOKER, ROWS, SIZES, cards_of
from tests.plain.open_face.fantasyland import entitled
from tests.plain.open_face.hand import declared_fouled, missed, players_of
from tests.plain.open_face.placement import faults
from tests.plain.open_face.score import score
from tests.plain.open_face.systems import ROYALTIES, SYSTEMS, WITH_JOKERS, from_quads, rules_of
from tests.plain.open_face_deals import deals

COUNT = 600
LIMITED = ["carnivale-ofc-2013", "ofc-event"]
every_system = pytest.mark.parametrize("system", SYSTEMS)
pytestmark = [pytest.mark.slow, pytest.mark.sampled(4)]


@cache
def made(system):
    return deals(system, COUNT, seed=8)


@cache
def reported(system):
    return [score(hand, system) for hand in made(system)]


def players(system):
    return [player for hand in made(system) for player in players_of(hand, rules_of(system))]


def pairs(system):
    return [pair for each in reported(system) for pair in each["pairs"]]


def laid(seat):
    return [card for row in ROWS for card in cards_of(seat.get(row))]


@pytest.mark.slow
@pytest.mark.sampled(6)
@every_system
def test_the_cards_are_of_one_deck(system):
    sizes = set()
    for hand in made(system):
        dealt = [card for seat in hand["seats"] for card in laid(seat) + cards_of(seat.get("discards"))]
        assert set(dealt) <= set(DECK)
        assert len(dealt) == len(set(dealt))
        sizes.add(len(hand["seats"]))
    assert sizes == ({2, 3} if rules_of(system).variant == "pineapple" else {2, 3, 4})
    assert [hand["hand"] for hand in made(system)] == list(range(1, COUNT + 1))
    assert {hand["variant"] for hand in made(system)} == {rules_of(system).variant}


@pytest.mark.slow
@every_system
def test_a_seed_gives_the_same_hands_again(system):
    assert deals(system, 20, seed=8) == made(system)[:20] != deals(system, 20, seed=9)


@every_system
def test_a_quarter_of_the_hands_have_a_foul(system):
    fouled = [each for each in reported(system) if any(seat["fouled"] for seat in each["seats"])]
    assert 0.2 < len(fouled) / COUNT < 0.33
    by_the_cards, declared, stopped, unruled, unmarked = Counter(), 0, 0, 0, 0
    for hand in made(system):
        for player, seat in zip(
            players_of(hand, rules_of(system)),
            sorted(hand["seats"], key=lambda each: each["seat"]),
            strict=True,
        ):
            ruled = declared_fouled(hand, seat)
            declared += ruled
            stopped += ruled and len(laid(seat)) < 13
            unruled += bool(seat.get("fouled")) and not player.fouled
            unmarked += player.fouled and not seat.get("fouled")
            by_the_cards[tuple(len(cards_of(seat.get(row))) for row in ROWS)] += player.fouled and not ruled
    assert by_the_cards[tuple(SIZES.values())] > 30
    assert sum(by_the_cards.values()) > by_the_cards[tuple(SIZES.values())]  # a row of the wrong size, too
    assert min(declared - stopped, stopped, unruled, unmarked) > 5
    assert any(sum(seat["fouled"] for seat in each["seats"]) > 1 for each in reported(system))


@every_system
def test_every_royalty_is_earned(system):
    names = "23456789TJQKA"
    earned = Counter()
    for player in players(system):
        for row, worth in player.rows.items() if player.legal else ():
            rank = (names[int(worth[1][0]) - 2],) if row == "front" else ()
            earned[row, player.names[row], *rank] += player.royalties[row] > 0
    assert set(ROYALTIES) <= {key for key, often in earned.items() if often}
    assert sum(often for (row, hand, *_), often in earned.items() if hand == "trips") > 100


@every_system
def test_rows_tie_and_are_level(system):
    tied = Counter(row for pair in pairs(system) for row, won in (pair["rows"] or {}).items() if not won)
    assert min(tied[row] for row in ROWS) > 10
    results = Counter(tuple(sorted(pair["rows"].values())) for pair in pairs(system) if pair["rows"])
    assert min(results[0, 1, 1], results[-1, -1, 0]) > 5
    assert min(results[1, 1, 1], results[-1, -1, 1]) > 50
    legal = [player for player in players(system) if player.legal]
    assert sum(player.rows["middle"] == player.rows["back"] for player in legal) > 10
    assert sum(player.rows["front"][1] == player.rows["middle"][1][:3] for player in legal) > 3
    wheels = [player for player in legal if (4, (5,)) in player.rows.values()]
    assert len(wheels) > 20


@every_system
def test_what_is_due_and_paid_adds_up(system):
    for hand, each in zip(made(system), reported(system), strict=True):
        assert sum(seat["units"] for seat in each["seats"]) == 0
        for pair in each["pairs"]:
            assert sum(pair["parts"].values()) == pair["units"]
        if each["transfers"] is None:
            continue
        assert sum(seat["net"] for seat in each["seats"]) == 0
        after = [seat["stack_after"] for seat in each["seats"] if seat["stack_after"] is not None]
        if system in LIMITED:
            assert all(stack >= 0 for stack in after)
            broke = {seat["seat"] for seat in each["seats"] if seat["stack_after"] == 0}
            assert broke <= set(each["eliminated"] or [])
        else:
            assert all(seat["net"] == seat["units"] * hand["unit"] for seat in each["seats"])


@pytest.mark.slow
@pytest.mark.parametrize("system", LIMITED)
def test_stacks_bind(system):
    bound = [
        each
        for hand, each in zip(made(system), reported(system), strict=True)
        if each["transfers"] is not None
        and any(seat["net"] != seat["units"] * hand["unit"] for seat in each["seats"])
    ]
    assert len(bound) > 100
    assert sum(bool(each["eliminated"]) for each in reported(system)) > 50
    assert sum(each["transfers"] is None for each in reported(system)) in range(3, 40)  # stacks of some only
    assert sum("stack" not in seat for hand in made(system) for seat in hand["seats"]) > 50


def test_nobody_more_than_doubles_at_carnivale():
    """CARN-pay-invariant."""
    doubled = 0
    for hand, each in zip(made("carnivale-ofc-2013"), reported("carnivale-ofc-2013"), strict=True):
        stacks = {seat["seat"]: seat.get("stack") for seat in hand["seats"]}
        for seat in each["seats"]:
            if seat["stack_after"] is not None:
                assert seat["stack_after"] <= 2 * stacks[seat["seat"]]
                doubled += seat["stack_after"] == 2 * stacks[seat["seat"]]
    assert doubled > 20


@pytest.mark.slow
def test_the_event_has_those_who_missed_and_those_who_exposed():
    away = [sum(missed(seat) for seat in hand["seats"]) for hand in made("ofc-event")]
    assert min(away.count(0) / 2, away.count(1), away.count(2)) > 5
    penalties = Counter(
        abs(pair["parts"]["penalties"]) for each in reported("ofc-event") for pair in each["pairs"]
    )
    assert min(penalties[1], penalties[2], penalties[3]) > 5
    with_foul = [
        each
        for each in reported("ofc-event")
        if {"missed"} < {seat["status"] for seat in each["seats"] if not seat["fouled"]}
    ]
    assert any(seat["fouled"] for each in with_foul for seat in each["seats"])
    assert not any(
        missed(seat)
        for name in SYSTEMS
        if name != "ofc-event"
        for hand in made(name)
        for seat in hand["seats"]
    )


@pytest.mark.slow
@pytest.mark.parametrize("system", ["ofc-cash", "ofc-pineapple"])
def test_fantasyland(system):
    there, enter, stay = 0, 0, 0
    for hand in made(system):
        for seat in hand["seats"]:
            there += "fantasyland" in seat
            if entitled(hand, seat["seat"], system):
                enter, stay = enter + ("fantasyland" not in seat), stay + ("fantasyland" in seat)
    assert there > 80
    assert enter > 80
    assert stay > 10


# ---------------------------------------------------------------- placements


@every_system
def test_placements_are_recorded_of_half_of_the_hands_and_right(system):
    with_acts = [hand for hand in made(system) if "placements" in hand]
    assert 0.4 < len(with_acts) / COUNT < 0.6
    assert [faults(hand) for hand in with_acts if faults(hand)] == []
    stops = [
        hand
        for hand in with_acts
        for seat in hand["seats"]
        if declared_fouled(hand, seat) and len(laid(seat)) < 13
    ]
    assert len(stops) > 3


@pytest.mark.slow
@pytest.mark.sampled(12)
@every_system
def test_slips_bring_every_fault(system):
    dealt = deals(system, COUNT, seed=8, slips=True)
    kinds = Counter(kind for hand in dealt for kind in {kind for kind, _ in faults(hand)})
    wanted = set(SLIPS) - ({"discards_differ"} if rules_of(system).variant != "pineapple" else set())
    assert set(kinds) == wanted
    assert min(kinds.values()) > 5
    assert sum(not faults(hand) for hand in dealt if "placements" in hand) > 100


# ---------------------------------------------------------------- readings

READINGS = {
    "ofc-event": [
        {"missed_receives": "fouls"}, {"active": "legal"}, {"sequence": "payer_rounds"}, {"sequence": "receiver_rounds"},
        {"fraction": "whole_units"}, {"penalties_paid": "first"}, {"penalties_paid": "last"}, {"zero": "out_at_once"},
        {"scoop": "three_total"}, {"own_royalties": "kept"}, {"own_royalties": "paid"}, {"foul_against_foul": "rows"},
        {"foul_pays_royalties": False},
    ],
    "carnivale-ofc-2013": [
        {"cover": "payer"}, {"sequence": "payer_rounds"}, {"sequence": "receiver_rounds"}, {"fraction": "whole_units"},
        {"scoop": "three_total"}, {"two_and_a_tie": True}, {"equal_rows": "foul"},
        {"equal_rows": "foul", "front_against_middle": "first_three"}, {"wheel": "second"}, {"wheel": "none"},
        {"royalty_to": "higher"}, {"royalty_to": "won"}, {"royal_flush": "both"}, {"foul_pays_royalties": False},
        {"own_royalties": "kept"}, {"own_royalties": "paid"}, {"foul_against_foul": "rows"},
    ],
    "ofc-pineapple": [{"royalties": from_quads(ROYALTIES)}, {"royalty_to": "won"}],
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("system", "reading"),
    [(system, each) for system, readings in READINGS.items() for each in readings],
    ids=str,
)
def test_every_reading_matters_to_some_hands(system, reading):
    without_some = {name: value for name, value in reading.items() if name == "equal_rows"}
    usual = (
        [score(hand, system, **without_some) for hand in made(system)]
        if len(reading) > 1
        else reported(system)
    )
    other = [score(hand, system, **reading) for hand in made(system)]
    assert sum(one != two for one, two in zip(usual, other, strict=True)) > 2


@pytest.mark.slow
def test_jokers_matter():
    dealt = deals("ofc-cash", COUNT, seed=8, jokers=2)
    held = Counter(card for hand in dealt for seat in hand["seats"] for card in laid(seat))
    assert held[JOKER] > COUNT / 2
    best = [score(hand, "ofc-cash", royalties=WITH_JOKERS) for hand in dealt]
    legal = [score(hand, "ofc-cash", royalties=WITH_JOKERS, jokers="best_legal") for hand in dealt]
    assert sum(one != two for one, two in zip(best, legal, strict=True)) > 5
    fives = [seat for each in legal for seat in each["seats"] if "five_of_a_kind" in seat["hands"].values()]
    assert sum(not seat["fouled"] for seat in fives) > 5
