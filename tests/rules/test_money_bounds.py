"""What is known of the money of hands whose cards are not on record: an excess, and a bound of the rest."""

import pytest

from tests.rules.build import A, B, audited, hand, seat, session

FIRST = ("9s8s6d QcJhJdTh2h Ks4s3h3d3c", "8h7h?? JsJcTc4d3s As7s5h5d5c")
LAST = ("Ts8c4h QsQd9d7c5s AhKhKd9h8d", "6c4c2c Kc9c7d6h2s AdAcQhTd2d")


def of(*hands, ruleset="wsgc-2-4"):
    return audited(session(ruleset=ruleset), *hands)


def totals(*nets, number=1):
    return hand(number, *(seat(place, None, net) for place, net in enumerate(nets, 1)))


def misallocated(audit):
    [total] = audit.money
    unknown = total.not_known["misallocated"]
    return total.misallocated, unknown.hands, unknown.bound


@pytest.mark.parametrize(
    ("nets", "excess", "rest"),
    [
        ((100_000, -100_000, 0, 0), 98_800, 2800),  # with seat 3, seat 1 may have been due -1600
        ((1200, 0, -400, -800), None, 2800),
        ((1200, 1200, -1200, -1200), 800, 3200),  # each within its bound, two together beyond theirs
        ((100_000, -50_000, 0, 0), 48_800, 2800),  # of nets that do not come out even, what does
    ],
)
def test_totals_alone_have_an_excess_and_a_bound(nets, excess, rest):
    assert misallocated(of(totals(*nets))) == (excess, 1, rest)


def test_the_rows_that_are_on_record_narrow_the_bound():
    nets = (400, 0, 5600, -6000)
    seats = [seat(number, *each) for number, each in enumerate(zip((*FIRST, *LAST), nets, strict=True), 1)]
    audit = of(hand(1, *seats))
    assert misallocated(audit) == (5000, 1, 1000)
    assert audit.money[0].not_known["misallocated"].because == ["a card is not recorded"]


def test_an_excess_is_in_no_repayment_and_nobody_lacks_it():
    audit = of(totals(100_000, -100_000, 0, 0))
    assert audit.repayments == []
    assert audit.lacking == []
    [incident] = audit.incidents
    assert incident.owes == []
    assert (incident.misallocated, incident.money[0].misallocated) == (98_800, 98_800)
    assert audit.money_misallocated == 98_800


def test_excesses_and_bounds_of_several_hands_add_up():
    audit = of(totals(100_000, -100_000, 0, 0), totals(500, -500, 0, 0, number=2))
    assert misallocated(audit) == (98_800, 2, 2800 + 2100)
    assert audit.money[0].not_known["misallocated"].because == ["no cards are on record"]


def test_what_has_no_bound_leaves_the_sum_without_one():
    audit = of(totals(100_000, -100_000, 0, 0), hand(2, seat(1), seat(2)))
    assert misallocated(audit) == (98_800, 2, None)
    assert misallocated(audited(session(unit=None), totals(400, -400))) == (None, 1, None)


def test_an_impossible_deal_has_a_bound_and_no_excess():
    twice = hand(1, seat(1, A, 900), seat(2, A.replace("Ah", "2d"), -900))
    assert misallocated(of(twice, ruleset="wsgc-base")) == (None, 1, 1200)


def test_records_that_differ_have_the_smaller_excess_and_the_larger_bound():
    moved = [{"payer": 2, "payee": 1, "amount": 700}]
    seats = (seat(1, None, 900), seat(2, None, -900))
    audit = of(hand(1, *seats, transfers=moved), ruleset="wsgc-base")
    assert misallocated(audit) == (400, 1, 800)  # 1200 at most by the nets, of which 400 are known


def test_a_hand_that_is_known_has_no_bound():
    assert misallocated(of(hand(1, seat(1, A, 300), seat(2, B, -300)), ruleset="wsgc-base")) == (0, 0, 0)
