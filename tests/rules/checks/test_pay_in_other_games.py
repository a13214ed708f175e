"""Payments where other rules hold than between every two players: banker, pool, table stakes. See test_pay.py."""

from tests.rules.build import A, B, C, D, audited, coverage, found, hand, seat, session
from tests.rules.checks.test_pay import RIGHT, paid, short, three

# ------------------------------------------------------------------------------- payments in games of other kinds

POOL = session(ruleset="classic-pool")
ALL_ROWS = session(ruleset="classic-pool-all")
CHIPS = session(ruleset="hawaiian-gardens")
HOUSE = session(ruleset="classic-house")
PUT_IN = [{"seat": number, "amount": 300} for number in (1, 2, 3, 4)]
WON = [{"seat": 1, "row": row, "amount": 400} for row in ("front", "middle", "back")]


def four(nets=(None, None, None, None), number=1, rows=(A, B, C, D), **fields):
    """A beats B beats C beats D in every row."""
    seats = [seat(n, cards, net) for n, (cards, net) in enumerate(zip(rows, nets, strict=True), 1)]
    return hand(number, *seats, **fields)


def test_pay001_fires_where_who_wins_all_rows_of_a_pool_was_not_paid_by_everybody():
    audit = audited(ALL_ROWS, four(transfers=[paid(2, 1, 3), paid(3, 1, 3)]))
    reported = found(audit, "PAY001")
    assert [(each.seat, each.stated, each.expected) for each in reported] == [(1, 600, 900), (4, 0, -300)]
    assert {each.clause for each in reported} == {"VAR-pool-all-three"}


def test_pay001_quiet_where_nothing_is_due_beside_the_pool():
    """Transfers that are recorded all the same are POT004's."""
    audit = audited(POOL, four(transfers=[]), four(transfers=[paid(2, 1, 3)], number=2))
    assert found(audit, "PAY001") == []
    row = coverage(audit, "PAY001")
    assert (row.tested, row.inapplicable) == (0, 2)
    right = four(transfers=[paid(2, 1, 3), paid(3, 1, 3), paid(4, 1, 3)])
    assert found(audited(ALL_ROWS, right), "PAY001") == []


def test_pay001_fires_with_what_the_chips_in_front_limited():
    event = hand(1, seat(1, A, stack=5000), seat(2, B, stack=200), dealer=1, transfers=[paid(2, 1, 10)])
    reported = found(audited(CHIPS, event), "PAY001")
    assert [(each.seat, each.stated, each.expected) for each in reported] == [
        (1, 1000, 200),
        (2, -1000, -200),
    ]
    assert "$2.00 was due, limited by the chips in front" in reported[0].message


def test_pay002_quiet_where_the_chips_in_front_limit_what_the_units_are_worth():
    event = hand(1, seat(1, A, stack=5000), seat(2, B, stack=200), dealer=1, transfers=[paid(2, 1, 10, 200)])
    audit = audited(CHIPS, event)
    assert found(audit, "PAY002") == []
    (why,) = coverage(audit, "PAY002").because
    assert why.reason == "the chips in front may limit what was paid for the units"


def test_pay002_fires_at_table_stakes_where_more_was_paid_or_the_chips_suffice():
    more = hand(1, seat(1, A, stack=5000), seat(2, B, stack=200), dealer=1, transfers=[paid(2, 1, 1, 200)])
    less = hand(2, seat(1, A, stack=5000), seat(2, B, stack=5000), dealer=1, transfers=[paid(2, 1, 10, 200)])
    assert [each.hand for each in found(audited(CHIPS, more, less), "PAY002")] == [1, 2]


def test_pay003_quiet_where_amounts_need_not_be_whole_units():
    chips = hand(1, seat(1, A, 250, stack=5000), seat(2, B, -250, stack=250), dealer=1)
    assert found(audited(CHIPS, chips), "PAY003") == []
    assert found(audited(POOL, four((450, -150, 0, -300))), "PAY003") == []


def test_pay004_fires_where_the_pool_brought_another_amount_than_the_net():
    audit = audited(
        POOL, four((800, -300, -300, -200), transfers=[], pool={"contributions": PUT_IN, "awards": WON})
    )
    reported = found(audit, "PAY004")
    assert [(each.seat, each.stated, each.expected) for each in reported] == [(1, 800, 900), (4, -200, -300)]
    assert "the recorded transfers and the pool bring the seat $9.00" in reported[0].message


def test_pay004_quiet_where_the_pool_and_the_transfers_bring_the_net():
    extra = [paid(2, 1, 3), paid(3, 1, 3), paid(4, 1, 3)]
    pool = {"contributions": PUT_IN, "awards": WON}
    assert (
        found(audited(ALL_ROWS, four((1800, -600, -600, -600), transfers=extra, pool=pool)), "PAY004") == []
    )
    assert found(audited(POOL, four((900, -300, -300, -300), transfers=[], pool=pool)), "PAY004") == []


def test_pay004_quiet_and_untestable_where_the_pool_was_not_recorded():
    audit = audited(POOL, four((900, -300, -300, -300), transfers=[]))
    assert found(audit, "PAY004") == []
    (why,) = coverage(audit, "PAY004").because
    assert why.reason == "the contributions to the pool and the prizes from it were not recorded"


# ------------------------------------------------------------------------------- PAY007 paid-past-the-banker

TO_THE_BANK = [paid(2, 1, 3), paid(3, 1, 3), paid(4, 1, 3)]


def test_pay007_fires_where_two_players_settled_with_each_other():
    audit = audited(HOUSE, four(banker=1, transfers=[*TO_THE_BANK, paid(3, 2, 3)]))
    (past,) = found(audit, "PAY007")
    assert (past.hand, past.seat, past.stated, past.expected, past.money) == (
        1,
        3,
        "3 to 2",
        "to or from 1",
        300,
    )
    assert (past.kind, past.severity, past.clause) == ("violation", "major", "VAR-house-pairs")
    assert "players settle with the banker, seat 1" in past.message


def test_pay007_fires_with_the_clause_of_the_game():
    audit = audited(session(ruleset="malayan"), four(banker=4, transfers=[paid(2, 1, 3)]))
    assert [each.clause for each in found(audit, "PAY007")] == ["MY-bank"]


def test_pay007_quiet_where_everybody_settled_with_the_banker():
    banker_pays = [paid(2, 1, 3), paid(2, 3, 3), paid(2, 4, 3)]
    audit = audited(
        HOUSE, four(banker=1, transfers=TO_THE_BANK), four(number=2, banker=2, transfers=banker_pays)
    )
    assert found(audit, "PAY007") == []
    assert coverage(audit, "PAY007").tested == 2


def test_pay007_quiet_and_untestable_without_a_banker_or_transfers():
    audit = audited(HOUSE, four(transfers=[paid(3, 2, 3)]), four(number=2, banker=1))
    assert found(audit, "PAY007") == []
    assert {each.reason for each in coverage(audit, "PAY007").because} == {
        "which player banked the hand is not known",
        "no transfers were recorded",
    }


def test_pay007_quiet_in_games_without_a_banker_and_in_a_void_deal():
    assert found(audited(three(RIGHT)), "PAY007") == []
    assert found(audited(HOUSE, four(banker=1, void=True, transfers=[paid(3, 2, 3)])), "PAY007") == []


# ------------------------------------------------------------------------------- PAY008 beyond-the-chips


def stacked(nets, stacks, number=1, **fields):
    rows = zip((A, B, C), nets, stacks, strict=False)
    seats = [seat(n, cards, net, stack=stack) for n, (cards, net, stack) in enumerate(rows, 1)]
    return hand(number, *seats, dealer=1, **fields)


def test_pay008_fires_where_a_seat_won_or_lost_more_than_it_had():
    reported = found(
        audited(CHIPS, stacked((600, -600), (500, 5000)), stacked((600, -600), (600, 599), 2)), "PAY008"
    )
    assert [(each.hand, each.seat, each.stated, each.expected, each.money) for each in reported] == [
        (1, 1, 600, 500, 100),
        (2, 2, 600, 599, 1),
    ]
    assert {(each.kind, each.severity, each.clause) for each in reported} == {
        ("violation", "major", "HG-chips-limit")
    }
    assert "the seat won $6.00 with $5.00 in front of it" in reported[0].message
    assert "the seat lost $6.00" in reported[1].message


def test_pay008_fires_where_only_the_transfers_show_it():
    for nets in ((None, None), (500, -500)):
        audit = audited(CHIPS, stacked(nets, (500, 5000), transfers=[paid(2, 1, 6)]))
        assert [(each.seat, each.stated) for each in found(audit, "PAY008")] == [(1, 600)]


def test_pay008_quiet_where_the_chips_suffice():
    audit = audited(CHIPS, stacked((600, -600), (600, 600), transfers=[paid(2, 1, 6)]))
    assert found(audit, "PAY008") == []
    assert coverage(audit, "PAY008").tested == 1


def test_pay008_quiet_and_untestable_where_stacks_or_results_were_not_recorded():
    audit = audited(CHIPS, stacked((600, -600), (None, 5000)), stacked((None, None), (500, 500), 2))
    assert found(audit, "PAY008") == []
    assert {each.reason: each.hands for each in coverage(audit, "PAY008").because} == {
        "the chips in front of a seat were not recorded": 1,
        "neither the net nor the transfers of a seat were recorded": 1,
    }


def test_pay008_quiet_where_the_game_is_not_played_for_the_chips_in_front():
    """PAY005's: the sheet does not say what is paid then."""
    assert found(audited(short(500)), "PAY008") == []


# ------------------------------------------------------------------------------- PAY009 transfers-out-of-order

# A wins 9 and 4 units of each, B 6 and 4 of C. With seat 2 as dealer: 2 and 3, 2 and 1, 3 and 1.
IN_ORDER = [paid(3, 2, 10), paid(2, 1, 13), paid(3, 1, 13)]
STRAIGHT = "2c3d4h 5s6c7d8h9s TcJdQhKsAc"


def in_chips(transfers, number=1, dealer=2, stacks=(None, None, None), **fields):
    seats = [
        seat(n, cards, stack=stack) for n, (cards, stack) in enumerate(zip((A, B, C), stacks, strict=True), 1)
    ]
    return hand(number, *seats, dealer=dealer, transfers=transfers, **fields)


def test_pay009_fires_where_pairs_were_settled_in_another_order():
    (order,) = found(audited(CHIPS, in_chips([IN_ORDER[1], IN_ORDER[0], IN_ORDER[2]])), "PAY009")
    assert (order.hand, order.seat) == (1, None)
    assert (order.stated, order.expected) == ("2 to 1, 3 to 2, 3 to 1", "3 to 2, 2 to 1, 3 to 1")
    assert (order.kind, order.severity, order.clause) == ("violation", "minor", "HG-settlement-order")
    assert "seat 2 paid $13.00 to seat 1 before seat 3 paid $10.00 to seat 2" in order.message
    assert "clockwise from the dealer" in order.message


def test_pay009_fires_where_rows_were_settled_before_a_special_hand():
    """Seat 2 wins 13 units of each with a complete straight, seat 1 then 6 of seat 3 by rows."""
    seats = (
        seat(1, "AdAhKh KdKcQdQcJc TsThTd9h9d"),
        seat(2, STRAIGHT, declared="complete_straight"),
        seat(3, "8s7c4d 3c3h2d2h9c 5h5d5c6s6h"),
    )
    special, row = [paid(3, 2, 13), paid(1, 2, 13)], paid(3, 1, 6)
    wrong, right = ([row, *special], [*special, row])
    audit = audited(
        CHIPS, *(hand(n, *seats, dealer=3, transfers=each) for n, each in enumerate((wrong, right), 1))
    )
    assert found(audit, "PAY001") == []
    (order,) = found(audit, "PAY009")
    assert (order.hand, order.clause) == (1, "HG-settlement-specials-first")
    assert "special hands are settled first" in order.message


def test_pay009_fires_in_a_hand_that_the_chips_in_front_limit():
    """Seat 1 has fifteen dollars: it gets 13 of seat 2, and 2 of seat 3."""
    limited = [IN_ORDER[0], IN_ORDER[1], paid(3, 1, None, 200)]
    stacks = (1500, 5000, 5000)
    audit = audited(CHIPS, in_chips(limited, stacks=stacks), in_chips(limited[::-1], 2, stacks=stacks))
    assert found(audit, "PAY001") == []
    assert [each.hand for each in found(audit, "PAY009")] == [2]


def test_pay009_quiet_where_pairs_were_settled_in_order():
    by_dealer = {
        1: [paid(2, 1, 13), paid(3, 1, 13), paid(3, 2, 10)],
        2: IN_ORDER,
        3: [paid(3, 1, 13), paid(3, 2, 10), paid(2, 1, 13)],
    }
    audit = audited(CHIPS, *(in_chips(moved, dealer, dealer) for dealer, moved in by_dealer.items()))
    assert [found(audit, code) for code in ("PAY001", "PAY009")] == [[], []]
    assert coverage(audit, "PAY009").tested == 3


def test_pay009_quiet_where_another_amount_was_paid():
    """PAY001's."""
    audit = audited(CHIPS, in_chips([paid(2, 1, 12), IN_ORDER[0], IN_ORDER[2]]))
    assert found(audit, "PAY009") == []
    assert found(audit, "PAY001")


def test_pay009_quiet_and_untestable_without_transfers_or_the_button():
    audit = audited(CHIPS, in_chips(None), in_chips(IN_ORDER[::-1], 2, dealer=None))
    assert found(audit, "PAY009") == []
    assert {each.reason for each in coverage(audit, "PAY009").because} == {
        "no transfers were recorded",
        "the button was not recorded",
    }


def test_pay009_quiet_in_games_in_which_the_order_moves_nothing():
    assert found(audited(three(RIGHT[::-1])), "PAY009") == []


# ------------------------------------------------------------------------------- PAY010 chips-during-deal


def clock(time):
    return f"2026-03-14T{time}-07:00"


def chips(time, number=2, kind="add_on", player=None):
    return {
        "event": "chips", "at": clock(time), "seat": number, "player": player or f"P{number}", "kind": kind, "amount": 20_000,
    }  # fmt: skip


def timed(number, at, ended_at, **fields):
    return hand(number, seat(1, A), seat(2, B), at=clock(at), ended_at=clock(ended_at), **fields)


TIMED = (timed(16, "21:10:00", "21:12:00"), timed(17, "21:13:00", "21:14:30"))


def test_pay010_fires_for_chips_between_the_deal_and_the_settlement():
    audit = audited(CHIPS, TIMED[0], chips("21:13:40"), TIMED[1], chips("21:11:00", 1, "buy_in"))
    reported = found(audit, "PAY010")
    assert [(each.hand, each.seat, each.player, each.stated, each.money) for each in reported] == [
        (16, 1, "P1", clock("21:11:00"), 20_000),
        (17, 2, "P2", clock("21:13:40"), 20_000),
    ]
    assert {(each.kind, each.severity, each.clause) for each in reported} == {
        ("violation", "major", "HG-chips-rebuy")
    }
    assert "the player added $200.00 at 2026-03-14T21:13:40-07:00 (line 3)" in reported[1].message
    assert "the player bought in for $200.00" in reported[0].message


def test_pay010_quiet_between_deals_and_at_their_very_ends():
    events = [
        chips(time) for time in ("21:00:00", "21:12:00", "21:12:30", "21:13:00", "21:14:30", "22:00:00")
    ]
    assert found(audited(CHIPS, *TIMED, *events), "PAY010") == []


def test_pay010_quiet_for_players_who_were_not_in_the_hand_and_for_chips_taken_away():
    events = [chips("21:13:40", 5), chips("21:13:41", 2, "cash_out"), chips("21:13:42", 1, "move")]
    assert found(audited(CHIPS, *TIMED, *events), "PAY010") == []


def test_pay010_quiet_in_a_void_deal_and_where_chips_may_be_bought_at_any_time():
    void = timed(17, "21:13:00", "21:14:30", void=True)
    assert found(audited(CHIPS, TIMED[0], void, chips("21:13:40")), "PAY010") == []
    assert found(audited(*TIMED, chips("21:13:40")), "PAY010") == []


def test_pay010_quiet_and_untestable_without_times():
    audit = audited(
        CHIPS, TIMED[0], hand(17, seat(1, A), seat(2, B), at=clock("21:13:00")), chips("21:13:40")
    )
    assert found(audit, "PAY010") == []
    assert coverage(audit, "PAY010").untestable == 1
