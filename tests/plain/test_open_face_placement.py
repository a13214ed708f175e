"""The plain auditor of open-face hands: what was placed in turn, who plays in fantasyland, and what a clock forces."""

import random

import pytest

from tests.plain.open_face import clock
from tests.plain.open_face.cards import DECK, ROWS
from tests.plain.open_face.clock import forced_row, no_decisions
from tests.plain.open_face.fantasyland import cards_next, entitled
from tests.plain.open_face.placement import faults
from tests.plain.open_face_hands import FOUL, LOSER, WINNER, hand_of


def placed_hand():
    """Two players with their first five cards and one more; the button is at seat 2."""
    rows = hand_of("QsQh 9c8d 2h5h", "AdTc KcKs AcAs")
    rows["placements"] = [
        {"seat": 1, "dealt": "QsQh9c8d2h", "front": "QsQh", "middle": "9c8d", "back": "2h"},
        {"seat": 2, "dealt": "AdTcKcKsAc", "front": "AdTc", "middle": "KcKs", "back": "Ac"},
        {"seat": 1, "dealt": "5h", "front": "", "middle": "", "back": "5h"},
        {"seat": 2, "dealt": "As", "front": "", "middle": "", "back": "As"},
    ]
    return rows


def test_acts_as_they_should_be():
    assert faults(placed_hand()) == []
    assert faults(hand_of(WINNER, LOSER)) == []


def test_faults_of_acts():
    hand = placed_hand()
    hand["placements"][2].update(dealt="5h6h", back="5h5c")
    hand["placements"][3].update(dealt="As9c", back="As9c")
    assert faults(hand) == [
        ("not_as_dealt", 2), ("rows_differ", 2), ("street_size", 2),
        ("dealt_twice", 3), ("rows_differ", 3), ("street_size", 3),
    ]  # fmt: skip
    hand = placed_hand()
    hand["placements"][1:3] = hand["placements"][2:0:-1]
    assert faults(hand) == [("out_of_turn", 1)]
    assert faults({**hand, "dealer": 1}) == [("out_of_turn", 0), ("out_of_turn", 1)]
    hand["seats"][1]["fouled"] = True  # it acts again, so that it was to act before
    assert faults(hand) == [("out_of_turn", 1)]
    del hand["placements"][2:]
    hand["seats"][1].update(dict.fromkeys(ROWS, ""))
    assert faults(hand) == []


def test_a_row_past_its_size():
    hand = hand_of("QsQh9c8d 2h 5h", "AdTc KcKs Ac")
    hand["placements"] = [
        {"seat": 1, "dealt": "QsQh9c8d2h", "front": "QsQh9c8d", "middle": "2h", "back": ""},
        {"seat": 2, "dealt": "AdTcKcKsAc", "front": "AdTc", "middle": "KcKs", "back": "Ac"},
        {"seat": 1, "dealt": "5h", "front": "", "middle": "", "back": "5h"},
    ]
    assert faults(hand) == [("overfilled", 0)]


def test_pineapple_and_fantasyland():
    hand = hand_of("Qs 9c8d7h 2h5h9h", "AdTc3s KcKs8c4h2d AcAs6d6cTd", variant="pineapple")
    hand["seats"][1].update(fantasyland=14, discards="7d")
    hand["placements"] = [
        {"seat": 2, "dealt": "AdTc3sKcKs8c4h2dAcAs6d6cTd7d", **pick(hand, 2), "discard": "7d"},
        {"seat": 1, "dealt": "Qs9c8d2h5h", "front": "Qs", "middle": "9c8d", "back": "2h5h"},
        {"seat": 1, "dealt": "7h9hJd", "front": "", "middle": "7h", "back": "9h"},
    ]
    assert faults(hand) == []  # the jack is what was not set
    hand["seats"][0]["discards"] = "Jh"
    assert faults(hand) == [("discards_differ", 2)]
    hand["placements"][2].update(middle="7hJd", discard="")
    assert faults(hand) == [("discards_differ", 2), ("rows_differ", 2), ("street_size", 2)]
    hand = {**hand, "seats": [{"seat": 1, "player": "P1", "status": "missed"}, hand["seats"][1]]}
    assert faults(hand) == [("out_of_turn", 1), ("out_of_turn", 2)]


def pick(hand, seat):
    return {row: hand["seats"][seat - 1][row] for row in ROWS}


def test_who_plays_the_next_hand_in_fantasyland():
    queens = hand_of(WINNER, LOSER)
    assert [entitled(queens, seat) for seat in (1, 2)] == [True, False]
    queens["seats"][0]["fantasyland"] = 13
    assert not entitled(queens, 1)  # queens bring in, and do not keep
    quads = hand_of("2c3d4h AcAdKhKdQs 7c7d7h7sQc", FOUL)
    assert [entitled(quads, seat) for seat in (1, 2)] == [False, False]
    quads["seats"][0]["fantasyland"] = 13
    assert entitled(quads, 1)
    more = {"K": 15, "A": 16, "trips": 17}
    for front, cards in (("QsQh4d", 14), ("KsKh4d", 15), ("AsAh4d", 16), ("3s3h3d", 17), ("JsJh4d", 0)):
        hand = hand_of(WINNER.replace("QsQh4d", front), LOSER)
        assert cards_next(hand, 1, "ofc-pineapple", more) == cards
        assert cards_next(hand, 1, "ofc-pineapple") == (14 if cards else 0)


# ---------------------------------------------------------------- the clock


def late_positions(count, seed, open_slots):
    """Rows with some slots open, and little unseen, as late in a hand of four."""
    chance = random.Random(seed)
    for _ in range(count):
        deck = chance.sample(DECK, 52)
        rows = {row: [deck.pop() for _ in range(size)] for row, size in clock.SIZES.items()}
        for row in chance.choices(ROWS, k=open_slots):
            if rows[row]:
                rows[row].pop()
        yield rows, deck[: chance.choice([4, 6, 9])]


@pytest.mark.slow
@pytest.mark.sampled(3)
def test_the_search_for_a_legal_fill_finds_what_force_does(share):
    found = set()
    for laid, unseen in late_positions(share(300), seed=4, open_slots=3):
        legal = clock.by_force(laid, unseen)
        assert clock.can_be_legal(laid, unseen) == clock.searched(laid, unseen) == legal
        found.add(legal)
    assert found == {True, False}


def test_other_ways_to_force_a_card():
    dead = {"front": "AhAc", "middle": "KhKd9c6s2c", "back": "3s4s8sTs", "card": "5d"}
    assert [forced_row(**dead, no_row=each) for each in ("front_most", "back_most", "choice")] == [
        "front", "back", None,
    ]  # fmt: skip
    hopeless = {"front": "AhAc", "middle": "KhKd9c6s", "back": "3s4s8sTs", "card": "As"}
    assert forced_row(**hopeless) == "back"  # neither aces in front nor kings with an ace leave a way out
    assert forced_row(**hopeless, guaranteed="complete_rows") == "front"
    assert forced_row("", "", "", "As") == "front"
    assert forced_row("AsAdAh", "", "", "Ac") == "middle"


def test_cards_seen_elsewhere_can_make_a_foul_certain():
    laid = {"front": "Jh7c", "middle": "TsTd6h5c", "back": "KhKs9d9h2c"}
    assert forced_row(**laid, card="Jd") == "front"
    assert forced_row(**laid, card="Jd", visible="ThTc6s6d6c5s5h5d") == "middle"
    assert not no_decisions("Jh", "TsTd6h5c", "KhKs9d9h2c")
    assert no_decisions("JhJd", "TsTd6h5c", "KhKs9d9h2c", visible="ThTc6s6d6c5s5h5d")
