"""Payments in open-face events: in order, limited by chips or in full. See test_pay.py and test_pay_in_other_games.py."""

from rules.controls.library import Library, library
from tests.rules.build import audited, coverage, found, seat
from tests.rules.open_face import CARNIVALE, CASH, EVENT, X, Y, Z, missed, ofc

STACKS = (15_000, 15_000, 15_000)


def paid(payer, payee, units, amount=None):
    return {
        "payer": payer,
        "payee": payee,
        "units": units,
        "amount": 50 * units if amount is None else amount,
    }


# Seat 3 has the button, so that seat 1 is first: it settles with 2 and 3, and then 2 with 3.
RIGHT = [paid(2, 1, 1), paid(3, 1, 6), paid(3, 2, 6)]


def three(transfers=None, nets=(350, 250, -600), stacks=STACKS, **fields):
    """Seats 1, 2 and 3 win 7, 5 and -12 points at 50 chips each."""
    parts = zip((X, Y, Z), nets, stacks, strict=True)
    seats = [seat(n, rows, net, stack=stack) for n, (rows, net, stack) in enumerate(parts, 1)]
    return ofc(1, *seats, **{"unit": 50, "level": 1, "dealer": 3, "transfers": transfers} | fields)


# ------------------------------------------------------------------------------- PAY001 transfers-differ


def test_pay001_fires_where_an_open_face_pair_was_paid_wrongly():
    audit = audited(CARNIVALE, three([paid(2, 1, 1), paid(3, 1, 3), paid(3, 2, 6)]))
    reported = [(each.seat, each.stated, each.expected, each.money) for each in found(audit, "PAY001")]
    assert reported == [(1, 200, 350, 150), (3, -450, -600, 150)]


def test_pay001_fires_with_what_both_sides_had_at_stake():
    """CARN-pay-short-stack. Seat 3 has 400 chips: 300 go to seat 1 and what is left to seat 2."""
    event = three(RIGHT, (350, 250, -600), (15_000, 15_000, 400))
    reported = [
        (each.seat, each.stated, each.expected) for each in found(audited(CARNIVALE, event), "PAY001")
    ]
    assert reported == [(2, 250, 50), (3, -600, -400)]


def test_pay001_quiet_where_what_is_due_was_paid():
    for ruleset in (CARNIVALE, EVENT, CASH):
        assert found(audited(ruleset, three(RIGHT)), "PAY001") == []
    short = three([*RIGHT[:2], paid(3, 2, 6, 100)], (350, 50, -400), (15_000, 15_000, 400))
    for ruleset in (CARNIVALE, EVENT):
        assert found(audited(ruleset, short), "PAY001") == []


def test_pay001_quiet_where_who_missed_the_hand_paid_three_units_to_each_and_nothing_else():
    """OFC1-missed-hand. Seats 1 and 2 settle with each other as ever."""
    transfers = [paid(2, 1, 1), paid(3, 1, 3), paid(3, 2, 3)]
    event = ofc(1, seat(1, X), seat(2, Y), missed(3), unit=50, dealer=3, transfers=transfers)
    audit = audited(EVENT, event)
    assert found(audit, "PAY001") == []
    assert coverage(audit, "PAY001").agreeing == 1


# ------------------------------------------------------------------------------- PAY002 amount-and-units-disagree


def test_pay002_fires_where_the_amount_is_not_the_points_at_their_level():
    (wrong,) = found(audited(CARNIVALE, three([*RIGHT[:2], paid(3, 2, 6, 250)])), "PAY002")
    assert (wrong.seat, wrong.stated, wrong.expected, wrong.money) == (3, 250, 300, 50)
    assert wrong.clause == "CARN-level-01"


def test_pay002_quiet_where_the_chips_of_a_side_limit_what_the_points_are_worth():
    event = three([*RIGHT[:2], paid(3, 2, 6, 100)], (350, 50, -400), (15_000, 15_000, 400))
    for ruleset in (CARNIVALE, EVENT):
        assert found(audited(ruleset, event), "PAY002") == []


# ------------------------------------------------------------------------------- PAY008 beyond-the-chips


def test_pay008_fires_where_somebody_won_more_than_he_had():
    """CARN-pay-invariant: nobody more than doubles in a hand."""
    event = three(nets=(350, 250, -600), stacks=(300, 15_000, 15_000))
    (beyond,) = found(audited(CARNIVALE, event), "PAY008")
    assert (beyond.seat, beyond.stated, beyond.expected, beyond.money) == (1, 350, 300, 50)
    assert beyond.clause == "CARN-pay-invariant"


def test_pay008_fires_where_somebody_lost_more_than_he_had_under_the_other_event():
    event = three(nets=(350, 250, -600), stacks=(300, 15_000, 599))
    (beyond,) = found(audited(EVENT, event), "PAY008")
    assert (beyond.seat, beyond.stated, beyond.expected, beyond.clause) == (3, 600, 599, "OFC1-pay-complete")


def test_pay008_quiet_where_the_chips_suffice_and_where_winning_is_not_limited():
    assert found(audited(CARNIVALE, three(stacks=(350, 250, 600))), "PAY008") == []
    assert found(audited(EVENT, three(stacks=(1, 1_000, 15_000))), "PAY008") == []


def test_pay008_quiet_and_untestable_in_open_face_hands_without_stacks():
    audit = audited(CARNIVALE, three(stacks=(15_000, None, 15_000)))
    assert found(audit, "PAY008") == []
    (why,) = coverage(audit, "PAY008").because
    assert (why.reason, why.hands) == ("the chips in front of a seat were not recorded", 1)


# ------------------------------------------------------------------------------- PAY009 transfers-out-of-order


def test_pay009_fires_where_the_seat_left_of_the_button_did_not_settle_first():
    (turned,) = found(audited(CARNIVALE, three([RIGHT[2], *RIGHT[:2]])), "PAY009")
    assert (turned.hand, turned.stated, turned.expected) == (
        1,
        "3 to 2, 2 to 1, 3 to 1",
        "2 to 1, 3 to 1, 3 to 2",
    )
    assert (turned.kind, turned.severity, turned.clause) == ("violation", "minor", "CARN-pay-order")
    assert "pairs are settled clockwise, beginning with the seat left of the button" in turned.message


def test_pay009_fires_by_the_button_and_not_by_the_number_of_the_seat():
    """With seat 1 on the button seat 2 is first."""
    (turned,) = found(audited(EVENT, three(RIGHT, dealer=1)), "PAY009")
    assert (turned.expected, turned.clause) == ("3 to 2, 2 to 1, 3 to 1", "OFC1-pay-order")


def test_pay009_quiet_where_pairs_follow_the_seats():
    for ruleset in (CARNIVALE, EVENT):
        audit = audited(ruleset, three(RIGHT))
        assert found(audit, "PAY009") == []
        assert coverage(audit, "PAY009").agreeing == 1
    assert found(audited(EVENT, three([RIGHT[2], *RIGHT[:2]], dealer=1)), "PAY009") == []


def test_pay009_fires_by_the_sequence_that_the_controls_settle():
    """Seat 1 has the button. Seat 2 is first and pays all it owes, before seat 3 pays all it owes."""
    own = Library([library().get("carnivale-ofc-2013").under({"AMB-CARN-pay-sequence": "payer_rounds"})])
    by_payers, by_pairs = [RIGHT[0], RIGHT[2], RIGHT[1]], [RIGHT[2], *RIGHT[:2]]
    audit = audited(CARNIVALE, three(by_payers, dealer=1), library=own)
    assert (found(audit, "PAY009"), coverage(audit, "PAY009").agreeing) == ([], 1)
    (turned,) = found(audited(CARNIVALE, three(by_pairs, dealer=1), library=own), "PAY009")
    assert (turned.stated, turned.expected) == ("3 to 2, 2 to 1, 3 to 1", "2 to 1, 3 to 2, 3 to 1")
    (pairs,) = found(audited(CARNIVALE, three(by_payers, dealer=1)), "PAY009")
    assert (pairs.stated, pairs.expected) == (turned.expected, turned.stated)


def test_pay009_quiet_in_cash_games_which_have_no_order():
    assert found(audited(CASH, three(RIGHT[::-1])), "PAY009") == []


def test_pay009_quiet_and_untestable_in_open_face_hands_without_the_button_or_transfers():
    for event, reason in (
        (three(RIGHT, dealer=None), "the button was not recorded"),
        (three(), "no transfers were recorded"),
    ):
        audit = audited(CARNIVALE, event)
        assert found(audit, "PAY009") == []
        assert [each.reason for each in coverage(audit, "PAY009").because] == [reason]
