"""SCR001 where it is not known what was due: more than the rules can move is wrong, whatever the cards were."""

import pytest

from tests.rules.build import A, B, C, D, audited, found, hand, seat, session, untestable


def totals(*nets, **fields):
    return hand(1, *(seat(number, None, net) for number, net in enumerate(nets, 1)), **fields)


def beyond(audit, code):
    return [(each.seat, each.stated, each.expected) for each in found(audit, code)]


def under(ruleset, *events):
    return audited(session(ruleset=ruleset), *events)


def test_scr001_fires_where_a_seat_has_more_than_its_pairs_carry():
    audit = under("wsgc-2-4", totals(100_000, -100_000, 0, 0))
    assert beyond(audit, "SCR001") == [(1, 100_000, 1200)]
    [finding] = found(audit, "SCR001")
    assert finding.money == 98_800
    assert finding.player == "P1"
    assert finding.message == (
        "Hand 1, seat 1: the log records $1,000.00; at most $12.00 can have been due, $4.00 from each of 3 pairs, whatever the "
        "record leaves open (no cards are on record), a difference of at least $988.00 (WSGC-24-sweep)."
    )
    assert untestable(audit, "SCR001") == []


def test_scr001_fires_for_the_smallest_set_of_seats_and_no_seat_of_several():
    audit = under("wsgc-2-4", totals(1200, 1200, -1200, -1200))
    assert beyond(audit, "SCR001") == [(None, 2400, 1600)]
    [finding] = found(audit, "SCR001")
    assert finding.player is None
    assert finding.clause == "WSGC-24-sweep"
    assert [each.title for each in audit.incidents] == [
        "Seats together have more than they can have been due"
    ]
    assert "Hand 1, seats 1 and 2: the log records $24.00 together; at most $16.00" in finding.message


def test_scr001_quiet_within_what_the_rules_can_move():
    audit = under("wsgc-2-4", totals(1200, 0, -400, -800))
    assert beyond(audit, "SCR001") == []
    assert untestable(audit, "SCR001") == [("the cards of a seat were not recorded or cannot be ranked", 1)]


def test_scr001_fires_where_a_blank_card_leaves_the_other_rows_as_they_are():
    rows = ("9s8s6d QcJhJdTh2h Ks4s3h3d3c", "8h7h?? JsJcTc4d3s As7s5h5d5c")
    others = ("Ts8c4h QsQd9d7c5s AhKhKd9h8d", "6c4c2c Kc9c7d6h2s AdAcQhTd2d")
    nets = (400, 0, 5600, -6000)
    seats = [seat(number, *each) for number, each in enumerate(zip((*rows, *others), nets, strict=True), 1)]
    audit = under("wsgc-2-4", hand(1, *seats))
    [finding] = found(audit, "SCR001")
    assert (finding.seat, finding.stated, finding.expected) == (None, 6000, 1000)
    assert "seats 1, 2 and 3" in finding.message
    assert "a card is not recorded" in finding.message


def test_scr001_fires_where_rows_left_out_may_be_won_lost_or_level():
    audit = under("wsgc-base", hand(1, seat(1, A, 400), seat(2, None, -400)))
    assert beyond(audit, "SCR001") == [(1, 400, 300)]
    assert beyond(under("wsgc-base", hand(1, seat(1, A, 300), seat(2, None, -300))), "SCR001") == []


def test_scr001_fires_where_transfers_are_a_record_as_good_as_nets():
    moved = [{"payer": 2, "payee": 1, "amount": 900}]
    audit = under("wsgc-base", hand(1, seat(1), seat(2), transfers=moved))
    assert beyond(audit, "SCR001") == [(1, 900, 300)]


def test_scr001_quiet_without_a_unit():
    audit = under("wsgc-base", session(unit=None), totals(100_000, -100_000)) if False else audited(
        session(unit=None), totals(100_000, -100_000)
    )  # fmt: skip
    assert beyond(audit, "SCR001") == []


def test_scr001_fires_where_exact_findings_take_the_place_of_its_bounds():
    known = [seat(1, A, 0), seat(2, B, 0), seat(3, C, 0), seat(4, D, 0)]
    assert len(beyond(audited(hand(1, *known)), "SCR001")) == 4


@pytest.mark.parametrize(
    ("ruleset", "most"),
    [("wsgc-base", 300), ("wsgc-2-4", 400), ("wsgc-1-6", 600), ("classic-sweep-3", 600)],
)
def test_scr001_fires_where_a_pair_without_cards_has_more_than_what_the_rules_pay_at_most(ruleset, most):
    assert beyond(under(ruleset, totals(most, -most)), "SCR001") == []
    assert beyond(under(ruleset, totals(most + 1, -most - 1)), "SCR001") == [(1, most + 1, most)]


def test_scr001_fires_where_a_seat_won_more_than_its_chips_in_front_let_it():
    """Chips win as many chips as they are; a hand beside it has another player."""
    short = hand(1, seat(1, None, 1000, stack=900), seat(2, None, -1000, stack=5000))
    other = hand(2, *(seat(number, None, 0, stack=900) for number in (1, 2, 3)))
    audit = under("hawaiian-gardens", short, other)
    assert beyond(audit, "SCR001") == [(1, 1000, 900)]
    assert [each.clause.split("-")[1] for each in found(audit, "SCR001")] == ["chips"]
    poor = hand(1, seat(1, None, 1000, stack=5000), seat(2, None, -1000, stack=900))
    assert beyond(under("hawaiian-gardens", poor, other), "SCR001") == [(1, 1000, 900)]


def test_scr001_fires_where_any_of_two_banked_and_a_pair_has_too_much():
    """Who banked is not on record: no pair carries more than three units, whoever it was."""
    assert beyond(under("classic-house", totals(700, -300, -400)), "SCR001") == [(1, 700, 600)]
    assert beyond(under("classic-house", totals(600, -300, -300)), "SCR001") == []


def test_scr001_fires_where_a_pool_gave_more_than_the_others_paid_in():
    assert beyond(under("classic-pool", totals(700, -300, -400)), "SCR001") == [(1, 700, 600)]
    assert beyond(under("classic-pool", totals(600, -300, -300)), "SCR001") == []


def test_scr001_fires_where_open_face_rows_are_not_on_record():
    """Six units for the rows and 97 for the dearest royalties."""
    line = {**totals(10_301, -10_301), "event": "ofc_hand", "variant": "ofc", "dealer": 1}
    assert beyond(under("ofc-cash", line), "SCR001") == [(1, 10_301, 10_300)]
    within = {**totals(10_300, -10_300), "event": "ofc_hand", "variant": "ofc", "dealer": 1}
    assert beyond(under("ofc-cash", within), "SCR001") == []
