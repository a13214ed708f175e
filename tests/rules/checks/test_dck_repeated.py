"""DCK: deals and hands of thirteen cards that come again in another dress."""

import random
from importlib import import_module
from itertools import combinations

import numpy as np
import pytest

from rules.checks.catalogue import by_code
from rules.checks.support.held_cards import HeldCards
from tests.rules.build import A, B, C, D, audited, close, coverage, found, hand, seat, session, untestable
from tests.rules.open_face import CASH, PINEAPPLE, X, Y, ofc

FOUR = (A, B, C, D)


def dealt(number, *rows, seats=(1, 2, 3, 4), **fields):
    return hand(number, *(seat(at, cards) for at, cards in zip(seats, rows, strict=False)), **fields)


def suits(rows, exchanged):
    """Rows with their suits exchanged: {"h": "s", "s": "h"}."""
    return "".join(exchanged.get(letter, letter) for letter in rows)


HEARTS_AND_SPADES = {"h": "s", "s": "h"}
ROUND = {"c": "d", "d": "h", "h": "s", "s": "c"}

# ------------------------------------------------------------------------------- DCK006 deal-repeated-in-disguise


def test_dck006_fires_where_the_seats_of_a_deal_were_turned():
    (again,) = found(audited(dealt(1, *FOUR), dealt(2, B, C, D, A)), "DCK006")
    assert (again.hand, again.seat, again.line, again.stated, again.unit) == (2, None, 3, 2, "hand number")
    assert (again.kind, again.severity, again.clause) == ("violation", "critical", "external:RECORD-complete")
    assert (
        "this is the deal of hand 1 (line 2) with seats exchanged (seat 1 with the cards of seat 2, seat 2 with the cards "
        "of seat 3, seat 3 with the cards of seat 4, seat 4 with the cards of seat 1); the record of a deal was used twice"
    ) in again.message


def test_dck006_fires_where_two_seats_were_exchanged():
    (again,) = found(audited(dealt(1, *FOUR), dealt(2, A, D, C, B)), "DCK006")
    assert "(seat 2 with the cards of seat 4, seat 4 with the cards of seat 2)" in again.message


def test_dck006_fires_where_two_suits_were_exchanged():
    other = [suits(rows, HEARTS_AND_SPADES) for rows in FOUR]
    (again,) = found(audited(dealt(1, *FOUR), dealt(2, *other)), "DCK006")
    assert again.hand == 2
    assert "(line 2) with suits exchanged (spades for hearts, hearts for spades); the record" in again.message


def test_dck006_fires_where_seats_were_turned_and_suits_exchanged():
    other = [suits(rows, ROUND) for rows in (D, A, B, C)]
    (again,) = found(audited(dealt(1, *FOUR), dealt(2, *other)), "DCK006")
    assert "with seats exchanged (seat 1 with the cards of seat 4, " in again.message
    assert "and with suits exchanged (diamonds for clubs, hearts for diamonds, " in again.message


def test_dck006_fires_where_the_cards_sit_at_other_numbers_of_seats_in_other_rows():
    mixed = "KsAdAh QsKdKhQdJc TsThTdTc9s"  # the cards of A in another order
    (again,) = found(audited(dealt(1, A, B), dealt(2, B, mixed, seats=(5, 9))), "DCK006")
    assert "(seat 5 with the cards of seat 2, seat 9 with the cards of seat 1)" in again.message


def test_dck006_fires_for_each_disguise_of_one_deal_and_leaves_the_same_again_to_dck005():
    turned = (B, A, C, D)
    audit = audited(
        dealt(1, *FOUR), dealt(2, *turned), dealt(3, *turned), dealt(4, *FOUR), dealt(5, A, B, D, C)
    )
    assert [each.hand for each in found(audit, "DCK006")] == [2, 5]
    assert [each.hand for each in found(audit, "DCK005")] == [3, 4]


def test_dck006_fires_in_open_face_hands_and_void_ones_as_dck005_does():
    audit = audited(CASH, ofc(1, seat(1, X), seat(2, Y), void=True), ofc(2, seat(1, Y), seat(2, X)))
    assert [each.hand for each in found(audit, "DCK006")] == [2]


def test_dck006_quiet_where_a_card_differs_or_suits_are_exchanged_for_one_seat_alone():
    other_card = (A, B, C, D.replace("9c", "9d"))
    one_seat = (A, B, C, suits(D, HEARTS_AND_SPADES))
    audit = audited(dealt(1, *FOUR), dealt(2, *other_card), dealt(3, *one_seat))
    assert found(audit, "DCK006") == []
    assert coverage(audit, "DCK006").agreeing == 3


def test_dck006_quiet_and_untestable_where_cards_were_not_recorded_or_of_one_seat():
    audit = audited(dealt(1, A, None), dealt(2, A), dealt(3, suits(A, ROUND)))
    assert found(audit, "DCK006") == []
    assert untestable(audit, "DCK006") == [
        ("not all cards of the deal were recorded", 1),
        ("the cards of a single seat are not a whole deal", 2),
    ]


def shuffled(chance, seats):
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    chance.shuffle(deck)
    sets = [deck[13 * place : 13 * place + 13] for place in range(seats)]
    return [f"{''.join(each[:3])} {''.join(each[3:8])} {''.join(each[8:])}" for each in sets]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dck006_fires_for_every_exchange_among_many_deals_and_for_nothing_else(seats):
    """Sixty random deals, and thirty of them again with seats and suits exchanged at random."""
    chance = random.Random(seats)
    deals = [shuffled(chance, seats) for _ in range(60)]
    again = []
    for rows in chance.sample(deals, 30):
        order = chance.sample("cdhs", 4)
        other = [suits(each, dict(zip("cdhs", order, strict=True))) for each in chance.sample(rows, seats)]
        if other != rows:
            again.append(other)
    audit = audited(*(dealt(number, *rows) for number, rows in enumerate(deals + again, 1)))
    assert [each.hand for each in found(audit, "DCK006")] == [*range(61, 61 + len(again))]


def test_dck006_fires_where_suits_that_are_alike_were_exchanged():
    """Seat 1 has the same ranks of clubs as of diamonds, and so has seat 2: nothing distinguishes these suits."""
    one = "2c2d3c 3d4c4d5c5d 6c6d7c7dAs"
    two = "8c8d9c 9dTcTdJcJd QcQdKcKdAh"
    other = [suits(rows, {"c": "h", "d": "s", "h": "c", "s": "d"}) for rows in (two, one)]
    assert [each.hand for each in found(audited(dealt(1, one, two), dealt(2, *other)), "DCK006")] == [2]


# ------------------------------------------------------------------------------- DCK007 cards-of-a-seat-repeated


def test_dck007_fires_where_a_seat_holds_what_another_held_in_another_deal():
    audit = audited(dealt(1, A, B, C), dealt(2, D, "2c3c4c 5c6c7c8c9c TcJcQcKcAc", B))
    (again,) = found(audit, "DCK007")
    assert (again.hand, again.seat, again.player, again.line) == (2, 3, "P3", 3)
    assert (again.kind, again.severity, again.clause) == ("indicator", "minor", "external:RECORD-complete")
    assert "holds the thirteen cards that seat 2 held in hand 1 (line 2)" in again.message
    assert (
        "fewer than 0.001 such pairs are expected by chance among the 6 hands of seats on record"
        in again.message
    )


def test_dck007_quiet_where_the_whole_deal_comes_again_in_whatever_dress():
    audit = audited(dealt(1, A, B), dealt(2, A, B), dealt(3, B, A))
    assert found(audit, "DCK007") == []
    assert [each.hand for each in found(audit, "DCK005") + found(audit, "DCK006")] == [2, 3]


def test_dck007_quiet_where_two_seats_of_one_deal_hold_the_same():
    """A card twice in a deal is another check's."""
    audit = audited(dealt(1, A, A))
    assert found(audit, "DCK007") == []
    assert found(audit, "DCK001") != []


def test_dck007_quiet_and_untestable_where_cards_were_not_recorded():
    audit = audited(dealt(1, None, None), dealt(2, A, None))
    assert found(audit, "DCK007") == []
    assert untestable(audit, "DCK007") == [("no seat of the hand has thirteen cards on record", 1)]


def pineapple(number, one, other):
    return ofc(number, seat(1, one), seat(2, other), variant="pineapple")


def test_dck007_quiet_where_the_cards_were_chosen_among_more_so_that_chance_gives_such_pairs():
    """Of seventeen cards there are 2,380 choices of thirteen: the best rows of two deals are sooner the same."""
    chance = random.Random(5)
    hands = [pineapple(number, *shuffled(chance, 2)) for number in range(1, 12)]
    few, many = audited(PINEAPPLE, *hands[:2]), audited(PINEAPPLE, *hands)
    assert coverage(few, "DCK007").agreeing == 2
    assert untestable(many, "DCK007") == [
        ("in a log of this size, chance may repeat the thirteen cards of a seat", 11)
    ]


def test_dck007_quiet_once_chance_gives_a_pair_in_a_thousand_logs():
    """C(52, 13) is 635,013,559,600: 35,638 sets of thirteen make 0.001 pairs."""
    module = import_module(by_code()["DCK007"].module)

    def expected(sets):
        return module.expected_pairs(HeldCards(np.full(sets, 13 << 56, np.uint64), np.zeros(0, np.int8)))

    assert expected(35_637) < module.BY_CHANCE < expected(35_638)
    assert expected(4) == pytest.approx(len(list(combinations(range(4), 2))) / 635_013_559_600)


def test_dck006_quiet_in_a_log_without_hands():
    assert found(audited(session(), close(0)), "DCK006") == []


def test_dck007_quiet_in_a_log_without_hands():
    assert found(audited(session(), close(0)), "DCK007") == []
