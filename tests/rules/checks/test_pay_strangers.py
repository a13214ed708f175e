"""PAY: chips that go around the table and come back, and tokes from players who are not there."""

import pytest

from tests.rules.build import A, B, C, D, audited, coverage, found, hand, seat, session, untestable
from tests.rules.checks.test_stk_chips import at, event

# At one unit a row A, B, C and D win 9, 3, -3 and -9: each takes three units of every one after him.
DUE = [(2, 1, 300), (3, 1, 300), (4, 1, 300), (3, 2, 300), (4, 2, 300), (4, 3, 300)]
CIRCLE = [(1, 2, 500), (2, 3, 500), (3, 1, 500)]


def paid(*moves, ruleset="wsgc-base", **fields):
    listed = [{"payer": payer, "payee": payee, "amount": amount} for payer, payee, amount in moves]
    seats = [seat(number, rows) for number, rows in enumerate((A, B, C, D), 1)]
    return audited(session(ruleset=ruleset), hand(1, *seats, transfers=listed, **fields))


# ------------------------------------------------------------------------------- PAY011 transfers-in-a-circle


def test_pay011_fires_where_three_players_pay_each_other_around_beside_what_is_due():
    audit = paid(*DUE, *CIRCLE)
    (around,) = found(audit, "PAY011")
    assert (around.hand, around.seat, around.line, around.unit) == (1, None, 2, "money")
    assert (around.kind, around.severity, around.clause) == ("discrepancy", "minor", "WSGC-6c")
    assert (around.stated, around.expected) == (2_100, 1_800)
    assert (
        "seat 1 paid $2.00 to seat 2 ($0.00 due), seat 2 paid $2.00 to seat 3 ($0.00 due) and seat 3 paid $8.00 to seat 1 "
        "($3.00 due). Every seat received what it was due; between the pairs $21.00 passed, and $18.00 was owed"
    ) in around.message
    assert found(audit, "PAY001") == []


def test_pay011_fires_where_chips_go_through_a_seat_that_was_owed_nothing():
    """Seat 4 owes seat 1 three dollars; it pays them to seat 2, and seat 2 to seat 1."""
    audit = paid(*[move for move in DUE if move != (4, 1, 300)], (4, 2, 300), (2, 1, 300))
    (around,) = found(audit, "PAY011")
    assert (around.stated, around.expected) == (2_100, 1_800)
    assert (
        "seat 2 paid $6.00 to seat 1 ($3.00 due) and seat 4 paid $6.00 to seat 2 ($3.00 due)"
        in around.message
    )


def test_pay011_quiet_where_what_is_due_is_paid_pair_by_pair_or_drawn_together():
    together = [(4, 1, 900), (3, 2, 300)]
    for moves in (DUE, DUE[::-1], together):
        audit = paid(*moves)
        assert found(audit, "PAY011") == []
        assert coverage(audit, "PAY011").agreeing == 1


def test_pay011_quiet_where_change_is_given():
    """Ten dollars from seat 2 to seat 1 and seven back are the three that were due."""
    audit = paid((2, 1, 1_000), (1, 2, 700), *DUE[1:])
    assert found(audit, "PAY011") == []


def test_pay011_quiet_and_untestable_where_a_seat_has_another_amount_than_was_due():
    audit = paid(*DUE[1:], *CIRCLE)
    assert found(audit, "PAY011") == []
    assert found(audit, "PAY001") != []
    assert untestable(audit, "PAY011") == [("the transfers bring a seat a different amount than was due", 1)]


def test_pay011_quiet_and_untestable_without_transfers_or_cards():
    unpaid = audited(hand(1, seat(1, A), seat(2, B)))
    unknown = audited(hand(1, seat(1, A), seat(2), transfers=[]))
    assert untestable(unpaid, "PAY011") == [("no transfers were recorded", 1)]
    assert untestable(unknown, "PAY011") == [("the cards of a seat were not recorded or cannot be ranked", 1)]


def test_pay011_quiet_where_the_chips_in_front_limit_what_is_paid():
    """HG-chips-limit: seat 2 has $4.00, and what it cannot pay is not owed."""
    from tests.rules.build import replays

    seats = [seat(number, rows, stack=400) for number, rows in enumerate((A, B, C, D), 1)]
    line = hand(1, *seats, dealer=1)
    (reported,) = replays(session(ruleset="hawaiian-gardens"), line)
    moves = [{name: each[name] for name in ("payer", "payee", "amount")} for each in reported["transfers"]]
    assert sum(each["amount"] for each in moves) < 3_600  # limited
    audit = audited(session(ruleset="hawaiian-gardens"), line | {"transfers": moves})
    assert found(audit, "PAY011") == []
    assert coverage(audit, "PAY011").agreeing == 1
    around = [{"payer": payer, "payee": payee, "amount": 50} for payer, payee, _ in CIRCLE]
    other = audited(session(ruleset="hawaiian-gardens"), line | {"transfers": moves + around})
    assert [each.hand for each in found(other, "PAY011")] == [1]


@pytest.mark.parametrize("ruleset", ["classic-pool", "classic-single-winner"])
def test_pay011_quiet_and_inapplicable_where_players_do_not_settle_with_each_other(ruleset):
    assert coverage(paid(*CIRCLE, ruleset=ruleset), "PAY011").inapplicable == 1


# ------------------------------------------------------------------------------- PAY012 toke-of-nobody


def sat(number, *players):
    """A hand of these players in seats 1, 2, ...; None: nobody."""
    seats = [seat(place, player=player) for place, player in enumerate(players, 1) if player]
    return hand(number, *seats, at=at(10 * number))


def test_pay012_fires_for_a_player_who_is_in_no_hand():
    audit = audited(sat(1, "a", "b"), event("toke", 4, 2_500, 15, "p-99"), sat(2, "a", "b"))
    (strange,) = found(audit, "PAY012")
    assert (strange.hand, strange.seat, strange.player, strange.line, strange.money) == (
        1,
        4,
        "p-99",
        3,
        2_500,
    )
    assert (strange.kind, strange.severity, strange.clause) == (
        "discrepancy",
        "minor",
        "external:RECORD-attributable",
    )
    assert (
        "After hand 1: a toke of $25.00 is on record from player p-99 at seat 4; nobody has sat there, and p-99 is in no hand"
    ) in strange.message


def test_pay012_fires_for_a_player_at_the_seat_of_another_and_for_one_who_had_left():
    other_seat = event("toke", 1, 100, 15, "b")
    gone = (event("cash_out", 2, 900, 16, "b"), sat(2, "a"), event("toke", 2, 100, 25, "b"), sat(3, "a"))
    audit = audited(sat(1, "a", "b"), other_seat, *gone)
    assert [(each.line, each.seat, each.player) for each in found(audit, "PAY012")] == [
        (3, 1, "b"),
        (6, 2, "b"),
    ]
    assert "player a sat there last" in found(audit, "PAY012")[0].message


def test_pay012_quiet_for_players_who_sit_there():
    audit = audited(
        event("toke", 1, 100, 5, "a"), sat(1, "a", "b"), event("toke", 2, 100, 15, "b"), sat(2, "a"), sat(3, "a", "c"),
        event("toke", 2, 100, 35, "c"),
    )  # fmt: skip
    assert found(audit, "PAY012") == []
    assert coverage(audit, "PAY012").agreeing == 3


def test_pay012_quiet_for_a_tip_on_leaving_and_for_who_sits_out_or_waits():
    on_leaving = audited(
        sat(1, "a", "b"), event("cash_out", 2, 900, 15, "b"), event("toke", 2, 100, 16, "b"), sat(2, "a", "c")
    )
    sits_out = audited(
        sat(1, "a", "b"), sat(2, "a"), sat(3, "a"), event("toke", 2, 100, 35, "b"), sat(4, "a")
    )
    waits = audited(
        sat(1, "a", "b"), event("buy_in", 3, 900, 15, "c"), event("toke", 3, 100, 16, "c"), sat(2, "a", "b")
    )
    for audit in (on_leaving, sits_out, waits):
        assert found(audit, "PAY012") == []


def test_pay012_quiet_where_the_time_says_that_he_sat_there():
    """The line comes after b had left; the toke was given while he played."""
    audit = audited(
        sat(1, "a", "b"), sat(2, "a", "b"), event("cash_out", 2, 900, 25, "b"), sat(3, "a"), sat(4, "a"),
        event("toke", 2, 100, 15, "b"), sat(5, "a"),
    )  # fmt: skip
    assert found(audit, "PAY012") == []


def test_pay012_quiet_and_untestable_where_no_tokes_were_recorded_or_hands_stand_out_of_order():
    assert untestable(audited(sat(1, "a", "b")), "PAY012") == [("no tokes were recorded", 1)]
    jumbled = audited(sat(2, "a", "b"), event("toke", 4, 1, 25, "z"), sat(1, "a", "b"))
    assert untestable(jumbled, "PAY012") == [("hands are missing or out of order", 2)]
