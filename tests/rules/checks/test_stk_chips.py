"""STK: chips at a cash table, from hand to hand and over a session."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.plain.chips import wrong_stacks
from tests.rules.build import audited, coverage, found, hand, seat, session, untestable
from tests.rules.open_face import CARNIVALE, X, Y, ofc

CHIPS = "STK010"


def at(minute):
    return f"2026-03-14T{16 + minute // 60:02d}:{minute % 60:02d}:00-07:00"


def played(number, *stacks_and_nets, players="abcd", **fields):
    """A hand of players a, b, ... in seats 1, 2, ...: (stack, net) of each; dealt ten minutes after the one before."""
    seats = [
        seat(place, player=players[place - 1], stack=stack, net=net)
        for place, (stack, net) in enumerate(stacks_and_nets, 1)
    ]
    return hand(number, *seats, **{"at": at(10 * number), "fees": []} | fields)


def event(kind, seat, amount, minute, player=None, **fields):
    what = {"event": "toke"} if kind == "toke" else {"event": "chips", "kind": kind}
    return {
        **what,
        "at": at(minute),
        "seat": seat,
        "player": player or "abcd"[seat - 1],
        "amount": amount,
        **fields,
    }


def fee(amount, seat=None, before=None, kind="hand_fee"):
    reported = {"kind": kind, "amount": amount, "seat": seat, "before_deal": before}
    return {name: value for name, value in reported.items() if value is not None}


FIRST = played(1, (1_000, 300), (1_000, -300))


# ------------------------------------------------------------------------------- STK010 chips-not-conserved-at-table


def test_stk010_fires_where_a_stack_is_more_than_its_player_had():
    audit = audited(FIRST, played(2, (1_500, 0), (700, 0)))
    (only,) = found(audit, "STK010")
    assert (only.hand, only.seat, only.player, only.line) == (2, 1, "a", 3)
    assert (only.stated, only.expected, only.money, only.unit) == (1_500, 1_300, 200, "money")
    assert (only.kind, only.severity, only.clause) == ("discrepancy", "major", "external:CHIPS-conserved")
    assert "player a began it with $15.00; according to the record since hand 1 it was $13.00" in only.message


def test_stk010_fires_where_a_stack_is_less_and_the_fees_are_on_record():
    audit = audited(FIRST, played(2, (1_300, 0), (650, 0)))
    assert [(each.seat, each.difference) for each in found(audit, "STK010")] == [(2, -50)]


def test_stk010_fires_where_another_amount_was_bought_cashed_or_tipped_than_the_stack_shows():
    audit = audited(
        FIRST, event("add_on", 1, 500, 15), event("cash_out", 2, 100, 15), event("toke", 1, 25, 15),
        played(2, (1_800, 0), (700, 0)),
    )  # fmt: skip
    assert [(each.seat, each.stated, each.expected) for each in found(audit, "STK010")] == [
        (1, 1_800, 1_775), (2, 700, 600),
    ]  # fmt: skip


def test_stk010_fires_where_a_stack_shows_that_a_fee_of_the_seat_was_not_taken_from_it():
    audit = audited(
        played(1, (1_000, 0), (1_000, 0), fees=[fee(50, 1, before=False)]), played(2, (1_000, 0), (1_000, 0))
    )
    assert [(each.seat, each.stated, each.expected) for each in found(audit, "STK010")] == [(1, 1_000, 950)]


def test_stk010_fires_for_the_table_where_no_part_of_the_fees_accounts_for_what_is_missing():
    audit = audited(
        played(1, (1_000, 300), (1_000, -300), fees=[fee(40)]),
        played(2, (1_270, 0), (700, 0), fees=[fee(40)]),
    )
    (only,) = found(audit, "STK010")
    assert (only.hand, only.seat, only.stated, only.expected, only.money) == (2, None, 1_970, 2_000, 30)
    assert "no part of these fees explains the difference of −$0.30" in only.message


def test_stk010_fires_in_open_face_cash_games_too():
    one, two = (ofc(n, seat(1, X, 0, stack=100), seat(2, Y, 0, stack=100 + n), fees=[]) for n in (1, 2))
    audit = audited(session(ruleset="ofc-cash"), one, two)
    assert [(each.seat, each.difference) for each in found(audit, "STK010")] == [(2, 1)]


def test_stk010_quiet_where_every_change_is_on_record():
    audit = audited(
        FIRST, event("add_on", 1, 500, 15), event("toke", 1, 25, 16), played(2, (1_775, -10), (700, 10)),
        played(3, (1_765, 0), (710, 0)),
    )  # fmt: skip
    assert found(audit, "STK010") == []
    assert coverage(audit, "STK010").agreeing == 3


def test_stk010_quiet_where_fees_came_before_the_deal_or_after_it():
    for before, stacks in (
        (True, (1_300, 650)),
        (False, (1_250, 700)),
        (None, (1_250, 650)),
        (None, (1_300, 700)),
    ):
        fees = ([fee(50, 1, before=before)], [fee(50, 2, before=before)])
        audit = audited(
            played(1, (1_000, 300), (1_000, -300), fees=fees[0]),
            played(2, *((each, 0) for each in stacks), fees=fees[1]),
        )
        assert found(audit, "STK010") == [], (before, stacks)
        assert coverage(audit, "STK010").agreeing == 2


def test_stk010_quiet_where_fees_of_no_seat_account_for_what_is_missing_at_the_table():
    audit = audited(
        played(1, (1_000, 300), (1_000, -300), fees=[fee(40, kind="rake")]),
        played(2, (1_260, 0), (700, 0), fees=[]),
    )
    assert found(audit, "STK010") == []
    assert coverage(audit, "STK010").agreeing == 2


def test_stk010_quiet_and_untestable_where_fees_of_no_seat_hide_who_paid_and_a_player_came():
    audit = audited(
        played(1, (1_000, 300), (1_000, -300), fees=[fee(40)]),
        event("buy_in", 3, 900, 15),
        played(2, (1_260, 0), (700, 0), (900, 0)),
    )
    assert found(audit, "STK010") == []
    assert untestable(audit, "STK010") == [("fees of the hands were not recorded, or do not name a seat", 1)]


def test_stk010_quiet_and_untestable_where_less_is_there_and_fees_were_not_recorded():
    audit = audited(FIRST, played(2, (1_250, 0), (700, 0), fees=None))
    assert found(audit, "STK010") == []
    assert untestable(audit, "STK010") == [("fees of the hands were not recorded, or do not name a seat", 1)]


def test_stk010_quiet_and_untestable_where_the_fees_of_a_void_deal_were_not_recorded():
    """A deal that was taken back may have been charged for: not recorded is not zero."""
    taken_back = played(1, (1_000, 0), (1_000, 0), void=True, fees=None)
    audit = audited(taken_back, played(2, (900, 0), (900, 0)))
    assert found(audit, "STK010") == []
    assert untestable(audit, "STK010") == [("fees of the hands were not recorded, or do not name a seat", 1)]


PENALTY = {"kind": "exposed_card", "seat": 2, "ruling": "penalty", "units": 1}
FINED = "a penalty was given, which may have been paid from the stacks"


def test_stk010_quiet_and_untestable_where_a_penalty_may_have_gone_from_one_stack_to_another():
    beside = {"event": "irregularity", "at": at(15), **PENALTY}
    moved = played(2, (1_400, 0), (600, 0))
    for events in ((FIRST, beside, moved), ({**FIRST, "irregularities": [PENALTY]}, moved)):
        audit = audited(*events)
        assert found(audit, "STK010") == []
        assert untestable(audit, "STK010") == [(FINED, 1)]
    unmoved = audited({**FIRST, "irregularities": [PENALTY]}, played(2, (1_300, 0), (700, 0)))
    assert untestable(unmoved, "STK010") == []


def test_stk010_fires_for_the_table_where_there_is_more_than_a_penalty_can_move():
    fined = played(1, (1_000, 0), (1_000, 0), irregularities=[PENALTY])
    (only,) = found(audited(fined, played(2, (1_100, 0), (5_000, 0))), "STK010")
    assert (only.hand, only.seat, only.stated, only.expected, only.money) == (2, None, 6_100, 2_000, 4_100)
    assert (
        "according to the record since hand 1 it was $20.00, and no penalty explains the difference of $41.00"
        in only.message
    )


def test_stk010_fires_where_a_player_changed_seats_and_sits_behind_other_chips():
    to = [seat(1, player="a", stack=1_300, net=0), seat(3, player="b", stack=5_000, net=0)]
    (only,) = found(audited(FIRST, hand(2, *to, at=at(20), fees=[])), "STK010")
    assert (only.seat, only.player, only.stated, only.expected) == (3, "b", 5_000, 700)


def test_stk010_quiet_where_a_player_changed_seats_and_took_his_chips_along():
    first = {**FIRST, "fees": [fee(100, 2, before=False)]}
    to = [seat(1, player="b", stack=600, net=0), seat(2, player="a", stack=1_250, net=0)]
    audit = audited(first, hand(2, *to, at=at(20), fees=[fee(50, 2, before=True)]))
    assert found(audit, "STK010") == []
    assert coverage(audit, "STK010").agreeing == 2


UNCLEAR_MOVES = "chips moved between the hands in a way that the record does not show"


def test_stk010_quiet_and_untestable_where_chips_were_moved():
    """A move does not say which way."""
    audit = audited(FIRST, event("move", 1, 200, 15), played(2, (1_500, 0), (700, 0)))
    assert found(audit, "STK010") == []
    assert untestable(audit, "STK010") == [(UNCLEAR_MOVES, 1)]


def test_stk010_quiet_and_untestable_where_the_time_of_chips_is_not_that_of_their_line():
    """They stand before the hand and were bought while it was played, or at the minute at which it was dealt."""
    for minute in (20, 25):
        audit = audited(
            FIRST,
            event("add_on", 1, 500, minute),
            played(2, (1_300, 0), (700, 0)),
            played(3, (1_800, 0), (700, 0)),
        )
        assert found(audit, "STK010") == [], minute
        assert (UNCLEAR_MOVES, 2) in untestable(audit, "STK010")


def test_stk010_quiet_and_untestable_where_chips_are_of_another_player_than_the_seats():
    audit = audited(FIRST, event("add_on", 1, 500, 15, player="z"), played(2, (1_800, 0), (700, 0)))
    assert found(audit, "STK010") == []
    assert untestable(audit, "STK010") == [(UNCLEAR_MOVES, 1)]


def test_stk010_fires_where_a_player_whose_chips_are_on_record_sat_out():
    bought, out = event("buy_in", 2, 1_000, 1), played(2, (1_300, 0))
    (only,) = found(audited(bought, FIRST, out, played(3, (1_300, 0), (500, 0))), "STK010")
    assert (only.hand, only.seat, only.stated, only.expected) == (3, 2, 500, 700)
    assert "according to the record since hand 1 it was $7.00" in only.message
    assert found(audited(bought, FIRST, out, played(3, (1_300, 0), (700, 0))), "STK010") == []
    cashed = event("cash_out", 2, 100, 15)  # the rest may be gone, too
    assert found(audited(bought, FIRST, cashed, out, played(3, (1_300, 0), (500, 0))), "STK010") == []


def test_stk010_quiet_where_a_player_is_in_two_seats():
    """STK004 reports it: nobody knows who sat in b's seat, and which of the two stacks is a's."""
    bought = [event("buy_in", seat, 1_000, 1) for seat in (1, 2, 3)]
    first = played(1, *[(1_000, 0)] * 3)
    twice = played(2, (1_000, 100), (1_000, -200), (1_000, 100), players="aac")
    audit = audited(*bought, first, twice, played(3, (1_100, 0), (800, 0), (1_100, 0)))
    assert found(audit, "STK010") == []
    assert len(found(audit, "STK004")) == 2


def test_stk010_quiet_where_a_player_left_and_came_back():
    back = audited(FIRST, played(2, (1_300, 0)), played(3, (1_300, 0), (5_000, 0)))
    assert found(back, "STK010") == []
    gone = audited(FIRST, played(2, (9_000, 0), (9_000, 0), players="cd"))
    assert found(gone, "STK010") == []
    assert untestable(gone, "STK010") == [("nobody at the table was in the hand before", 1)]


def test_stk010_quiet_and_untestable_where_a_hand_is_missing_or_out_of_order():
    link = "the hand before it is missing or out of order"
    for other in (played(3, (9_000, 0), (700, 0)), played(2, (9_000, 0), (700, 0), at=at(1))):
        audit = audited(FIRST, other)
        assert found(audit, "STK010") == []
        assert untestable(audit, "STK010") == [(link, 1)]


def test_stk010_quiet_and_untestable_without_a_stack_or_a_net():
    audit = audited(played(1, (1_000, None), (1_000, -300)), played(2, (9_000, 0), (700, 0)))
    assert found(audit, "STK010") == []
    assert untestable(audit, "STK010") == [
        ("a stack, or the result of the hand before, was not recorded or is not certain", 1)
    ]
    assert untestable(audited(played(1, (None, 0))), "STK010") == [("no stack was recorded in the hand", 1)]


def test_stk010_quiet_where_nets_and_transfers_disagree():
    """PAY004 reports that they disagree; which of them moved the chips is unknown."""
    one = played(1, (1_000, 300), (1_000, -300), transfers=[{"payer": 2, "payee": 1, "amount": 200}])
    for stacks in ((1_300, 700), (1_200, 800)):
        assert found(audited(one, played(2, *((each, 0) for each in stacks))), "STK010") == []


def test_stk010_quiet_of_a_void_deal_with_payments_and_of_the_bankers_chips():
    void = played(1, (1_000, 300), (1_000, -300), void=True)
    assert found(audited(void, played(2, (1_300, 0), (700, 0))), "STK010") == []
    bank = audited(
        session(ruleset="classic-house"), *(played(n, (1_000 * n, 0), (500, 0), banker=1) for n in (1, 2))
    )
    assert found(bank, "STK010") == []


def test_stk010_quiet_in_a_tournament():
    """Chips of a tournament are TRN002's."""
    hands = [
        ofc(n, seat(1, X, 0, stack=9 * n), seat(2, Y, 0, stack=9), unit=50, level=1, dealer=2) for n in (1, 2)
    ]
    audit = audited(CARNIVALE, *hands)
    assert found(audit, "STK010") == []
    assert [each.seat for each in found(audit, "TRN002")] == [1]


@pytest.mark.slow
def test_stk010_quiet_over_the_end_of_a_block_of_hands():
    """8,192 hands make a block: what is kept of the last one bears on the next."""
    hands = [played(n, (1_000, 0), (1_000, 0), at=None) for n in range(1, 8_195)]
    assert coverage(audited(*hands), "STK010").agreeing == 8_194
    grown = [*hands[:8_192], played(8_193, (1_001, 0), (1_000, 0), at=None)]
    assert [each.hand for each in found(audited(*grown), "STK010")] == [8_193]


AMOUNTS = st.integers(0, 3)


@st.composite
def logs(draw):
    """Hands with some seats, their fees, what was brought between them, and a stack that is off now and then."""
    events, chips = [], dict.fromkeys(range(1, 5), 100)
    players = dict(zip(range(1, 5), "abcd", strict=True))
    number = 0
    for step in range(draw(st.integers(2, 6))):
        number += draw(st.sampled_from((1, 1, 1, 2)))
        if draw(st.integers(0, 4)) == 0:  # two players change seats and take their chips along
            one, other = draw(st.lists(st.sampled_from(range(1, 5)), min_size=2, max_size=2, unique=True))
            for of in (players, chips):
                of[one], of[other] = of[other], of[one]
        for place in draw(st.lists(st.sampled_from(range(1, 5)), max_size=2)):
            kind = draw(st.sampled_from(("buy_in", "add_on", "cash_out", "toke")))
            amount = draw(AMOUNTS)
            chips[place] += amount * (1 if kind in ("buy_in", "add_on") else -1)
            events.append(event(kind, place, amount, 10 * step + 5, player=players[place]))
        seats = draw(st.lists(st.sampled_from(range(1, 5)), min_size=1, max_size=4, unique=True))
        fees = [fee(draw(AMOUNTS), place, draw(st.booleans())) for place in seats if draw(st.booleans())]
        listed = []
        for place in seats:
            if draw(st.integers(0, 9)) == 0:
                others = [name for name in ("w", "x", "y", "z") if name not in players.values()]
                players[place] = draw(st.sampled_from(others or [players[place]]))
            chips[place] -= sum(
                each["amount"] for each in fees if each["seat"] == place and each["before_deal"]
            )
            chips[place] += draw(st.sampled_from((0, 0, 0, 0, 1, -2)))  # off, now and then
            net = draw(st.integers(-5, 5))
            listed.append(seat(place, player=players[place], stack=chips[place], net=net))
            chips[place] += net - sum(
                each["amount"] for each in fees if each["seat"] == place and not each["before_deal"]
            )
        events.append(hand(number, *listed, fees=fees, at=at(10 * step + 8)))
    return events


@pytest.mark.slow
@given(logs())
@examples(150)
def test_stk010_fires_where_a_plain_walk_over_the_lines_says_so_and_nowhere_else(events):
    # an event of a player who is not in the next hand, and of one who is not the seat's, nobody can tell apart
    audit = audited(*events)
    reported = [(each.hand, each.seat, each.stated, each.expected) for each in found(audit, "STK010")]
    assert sorted(reported) == sorted(wrong_stacks(events))


def test_stk010_fires_where_a_first_stack_is_not_what_was_bought():
    audit = audited(event("buy_in", 1, 1_000, 1), event("buy_in", 2, 900, 1), FIRST)
    (only,) = found(audit, "STK010")
    assert (only.hand, only.seat, only.player, only.stated, only.expected) == (1, 2, "b", 1_000, 900)
    assert (
        "player b began it with $10.00; according to the chips that were brought it was $9.00" in only.message
    )


EARLIER = "a player has more than was bought, which may be chips of an earlier session"


@pytest.mark.parametrize(
    "bought",
    [
        [event("buy_in", 2, 300, 1)],  # the other one bought in the session before
        [event("buy_in", 1, 400, 1), event("buy_in", 2, 300, 1)],  # both did
    ],
)
def test_stk010_quiet_and_untestable_where_a_first_stack_may_hold_chips_of_an_earlier_session(bought):
    audit = audited(*bought, FIRST)
    assert found(audit, "STK010") == []
    assert untestable(audit, "STK010") == [(EARLIER, 1)]


def test_stk010_fires_where_chips_that_were_bought_are_gone_whatever_was_there_before():
    (only,) = found(audited(event("buy_in", 2, 1_300, 1), FIRST), "STK010")
    assert (only.hand, only.seat, only.stated, only.expected) == (1, 2, 1_000, 1_300)


def test_stk010_fires_where_a_player_who_had_nothing_left_buys_too_little():
    """Seat 1 has lost everything in the session before and has bought none; the others have bought."""
    hands = played(1, (0, 0), (1_000, 0), (900, 0))
    (only,) = found(audited(event("buy_in", 2, 1_000, 1), event("buy_in", 3, 800, 1), hands), "STK010")
    assert (only.seat, only.stated, only.expected) == (3, 900, 800)


def test_stk010_fires_where_a_stack_is_not_what_was_bought_after_everything_was_cashed():
    back = [event("cash_out", 2, 700, 15), event("buy_in", 2, 500, 25)]
    hands = [FIRST, back[0], played(2, (1_300, 0)), back[1], played(3, (1_300, 0), (600, 0))]
    (only,) = found(audited(*hands), "STK010")
    assert (only.hand, only.seat, only.stated, only.expected) == (3, 2, 600, 500)


@pytest.mark.parametrize(
    "between",
    [
        [event("buy_in", 2, 1_100, 1), event("toke", 2, 100, 2)],
        [event("buy_in", 2, 5_000, 1), event("cash_out", 2, 5_000, 2), event("buy_in", 2, 1_000, 3)],
        [event("add_on", 2, 900, 1)],  # nobody wrote down what was there before
        [event("buy_in", 2, 900, 1), event("move", 2, 100, 2)],
        [event("buy_in", 2, 900, 15)],  # at a time after the hand
        [event("buy_in", 2, 1_100, 1), {"event": "irregularity", "at": at(5), **PENALTY}],
    ],
)
def test_stk010_quiet_where_a_first_stack_is_what_was_bought_or_nobody_knows(between):
    assert found(audited(*between, FIRST), "STK010") == []


def test_stk010_quiet_where_a_fee_accounts_for_what_a_first_stack_lacks():
    bought = event("buy_in", 2, 1_050, 1)
    for before in (True, None):
        hands = played(1, (1_000, 300), (1_000, -300), fees=[fee(50, 2, before=before)])
        assert found(audited(bought, hands), "STK010") == []
    assert found(audited(bought, {**FIRST, "fees": [fee(50)]}), "STK010") == []
    unrecorded = played(1, (1_000, 300), (1_000, -300), fees=None)
    assert found(audited(bought, unrecorded), "STK010") == []


def test_stk010_quiet_where_a_player_bought_at_another_seat_than_the_first():
    bought = event("buy_in", 3, 1_000, 1, player="b")
    assert found(audited(bought, FIRST), "STK010") == []


# ------------------------------------------------------------------------------- STK011 chips-of-session-differ

BOUGHT = (event("buy_in", 1, 1_000, 1), event("buy_in", 2, 1_000, 1))
SECOND = played(2, (1_300, 100), (700, -100))


UNSTACKED = played(2, (None, 100), (None, -100))


UNSTACKED_FIRST = played(1, (None, 300), (None, -300))


def test_stk011_fires_for_a_player_of_whom_only_the_ends_are_on_record():
    left = event("cash_out", 1, 1_450, 40), event("cash_out", 2, 600, 40)
    audit = audited(*BOUGHT, UNSTACKED_FIRST, UNSTACKED, *left)
    (only,) = found(audit, "STK011")
    assert (only.hand, only.player, only.party, only.line) == (None, "a", "a", 6)
    assert (only.stated, only.expected, only.money) == (0, -50, 50)
    assert (
        "Player a cashed out $14.50; by what the player brought and the results of all hands it was $14.00, a difference of "
        "$0.50. No stack in between is on record"
    ) in only.message
    assert [(each.kind, each.party, each.amount) for each in audit.incidents[0].breaks] == [
        ("session", "a", -50)
    ]


def test_stk011_quiet_and_untestable_where_a_player_may_have_had_chips_of_an_earlier_session():
    """Only seat 2 bought in this session: it is not known what the player had before."""
    took = event("cash_out", 2, 1_600, 40)
    audit = audited(BOUGHT[1], UNSTACKED_FIRST, UNSTACKED, took)
    assert found(audit, "STK011") == found(audit, "STK014") == []
    reason = "a player who cashed out may have had chips of an earlier session besides those bought"
    assert (reason, 1) in untestable(audit, "STK014")
    (only,) = found(audited(BOUGHT[1], UNSTACKED_FIRST, UNSTACKED, event("cash_out", 2, 500, 40)), "STK011")
    assert (only.player, only.stated, only.expected) == (
        "b",
        0,
        100,
    )  # 10.00 - 3.00 - 1.00 were there at least


def test_stk011_quiet_and_untestable_where_all_players_have_more_than_they_bought():
    bought = (event("buy_in", 1, 400, 1), event("buy_in", 2, 300, 1))
    audit = audited(*bought, FIRST, SECOND)
    assert found(audit, "STK010") == found(audit, "STK011") == []
    reason = "players may have had chips of an earlier session besides those bought"
    assert untestable(audit, "STK011") == [(reason, 2)]


def test_stk011_fires_for_both_where_one_has_taken_what_is_the_others_and_the_session_agrees():
    left = event("cash_out", 1, 1_450, 40), event("cash_out", 2, 550, 40)
    audit = audited(*BOUGHT, UNSTACKED_FIRST, UNSTACKED, *left)
    assert [(each.player, each.expected) for each in found(audit, "STK011")] == [("a", -50), ("b", 50)]
    assert (audit.money[0].misallocated, audit.money[0].unaccounted) == (50, 0)


def test_stk011_quiet_and_untestable_for_a_player_whose_chips_moved_while_no_stack_was_written_down():
    left = event("cash_out", 1, 1_450, 40), event("cash_out", 2, 600, 40)
    assert (
        found(audited(*BOUGHT, UNSTACKED_FIRST, event("move", 1, 50, 15), UNSTACKED, *left), "STK011") == []
    )
    fined = {**UNSTACKED, "irregularities": [PENALTY]}  # of the table there is too much, whoever paid it
    assert [each.player for each in found(audited(*BOUGHT, UNSTACKED_FIRST, fined, *left), "STK011")] == [
        None
    ]
    unrecorded = played(1, (None, None), (None, -300))
    assert found(audited(*BOUGHT, unrecorded, UNSTACKED, *left), "STK011") == []
    assert found(audited(BOUGHT[1], UNSTACKED_FIRST, UNSTACKED, *left), "STK011") == []


def test_stk014_fires_after_the_results_since_the_last_stack_on_record():
    left = event("cash_out", 1, 1_450, 40), event("cash_out", 2, 600, 40)
    audit = audited(*BOUGHT, FIRST, UNSTACKED, *left)
    assert [(each.hand, each.player, each.stated, each.expected) for each in found(audit, "STK014")] == [
        (2, "a", 1_450, 1_400)
    ]
    assert found(audit, "STK011") == []


def test_stk010_fires_after_the_results_since_chips_were_bought_where_a_stack_is_not_on_record():
    """Nobody wrote down what was in front in the first hand."""
    audit = audited(*BOUGHT, UNSTACKED_FIRST, played(2, (1_300, 0), (600, 0)))
    assert [(each.hand, each.seat, each.stated, each.expected) for each in found(audit, "STK010")] == [
        (2, 2, 600, 700)
    ]
    assert "according to the chips that were brought it was $7.00" in found(audit, "STK010")[0].message
    assert found(audit, "STK011") == []


def test_stk010_quiet_on_a_first_stack_where_a_hand_may_be_missing_since_it_was_bought():
    """c may have been in hand 2, which is not on record; and a log that begins with hand 2 lacks hand 1."""
    later = played(3, (1_300, 0), (700, 0), (900, 0))
    brought = event("buy_in", 3, 1_000, 15)
    assert found(audited(*BOUGHT, FIRST, brought, later), "STK010") == []
    between = played(2, (1_300, 0), (700, 0))
    assert [each.player for each in found(audited(*BOUGHT, FIRST, brought, between, later), "STK010")] == [
        "c"
    ]
    second = played(2, (1_300, 0), (700, 0))
    assert found(audited(*BOUGHT, second), "STK010") == []


def test_stk014_quiet_and_untestable_where_the_close_states_more_hands_than_there_are():
    cashed = event("cash_out", 1, 1_450, 40)
    (whole, cut) = (
        audited(*BOUGHT, FIRST, cashed, {"event": "close", "at": at(60), "hands": hands}) for hands in (1, 2)
    )
    assert [each.player for each in found(whole, "STK014")] == ["a"]
    assert found(cut, "STK014") == []
    assert untestable(cut, "STK014") == [
        ("a hand may be missing between a player's last one and the cash-out", 1)
    ]


def test_stk010_quiet_where_a_fee_since_the_last_stack_may_account_for_it():
    later = played(3, (1_330, 0), (670, 0))
    for fees in ([fee(30)], [fee(30, 1), fee(30, 2)], None):
        between = played(2, (None, 0), (None, 0), fees=fees)
        short = played(3, (1_270, 0), (670, 0))
        assert found(audited(*BOUGHT, FIRST, between, short), "STK010") == []
    assert [
        each.seat for each in found(audited(*BOUGHT, FIRST, played(2, (None, 0), (None, 0)), later), "STK010")
    ] == [1, 2]


def test_stk011_fires_where_fees_of_nobody_do_not_explain_what_all_players_lack():
    """Each may have paid the $0.30 of nobody; together they lack $0.40."""
    first = {**UNSTACKED_FIRST, "fees": [fee(30)]}
    left = event("cash_out", 1, 1_380, 40), event("cash_out", 2, 580, 40)
    (only,) = found(audited(*BOUGHT, first, UNSTACKED, *left), "STK011")
    assert (only.hand, only.player, only.stated, only.expected, only.money) == (None, None, 0, 40, 40)
    assert (
        "$20.00 was brought to the table, the nets of the hands come to $0.00, $0.00 was tipped, $0.00 was taken in fees and "
        "$19.60 was cashed out: $0.40 should be left, and nothing is left, a difference of −$0.40"
    ) in only.message


def test_stk011_quiet_where_a_stack_or_a_cash_out_is_known_to_be_wrong():
    for stacks, cashed in (((1_250, 700), (1_350, 600)), ((1_300, 700), (1_450, 600))):
        left = [event("cash_out", seat, amount, 40) for seat, amount in enumerate(cashed, 1)]
        second = played(2, (stacks[0], 100), (stacks[1], -100))
        audit = audited(*BOUGHT, FIRST, second, *left)
        assert len(found(audit, "STK010")) + len(found(audit, "STK014")) == 1
        assert found(audit, "STK011") == []
        assert coverage(audit, "STK011").agreeing == 2


def test_stk011_quiet_where_the_findings_about_players_show_it_all():
    """a began with $0.50 too little; b's last stack is not on record, and b cashed $0.30 too much."""
    second = played(2, (1_250, 100), (None, -100))
    left = [event("cash_out", 1, 1_350, 40), event("cash_out", 2, 630, 40)]
    audit = audited(*BOUGHT, FIRST, second, *left)
    assert [(each.player, each.difference) for each in found(audit, "STK010")] == [("a", -50)]
    assert [(each.player, each.difference) for each in found(audit, "STK014")] == [("b", 30)]
    assert found(audit, "STK011") == []


def test_stk011_quiet_where_everybody_cashed_out_what_he_had_after_fees_and_tips():
    seated = [fee(50, 1)]
    audit = audited(
        *BOUGHT, played(1, (1_000, 300), (1_000, -300), fees=seated), event("toke", 1, 20, 15),
        played(2, (1_230, 100), (700, -100), fees=[fee(30)]),
        event("cash_out", 1, 1_310, 40), event("cash_out", 2, 590, 40),
    )  # fmt: skip
    assert [each.stated - each.expected for each in found(audit, "STK011")] == []
    assert coverage(audit, "STK011").agreeing == 2


def test_stk011_quiet_and_untestable_where_a_player_who_is_in_no_hand_brought_chips():
    audit = audited(*BOUGHT, FIRST, event("buy_in", 3, 1_000, 15), SECOND)
    assert found(audit, "STK011") == []
    assert untestable(audit, "STK011") == [
        ("a player who is in no hand brought chips, and no cash-out of them was recorded", 2)
    ]
    back = (event("buy_in", 3, 1_000, 15), event("cash_out", 3, 1_000, 16))
    first = played(1, (None, 300), (None, -300))
    short = played(2, (1_300, 0), (600, 0))
    again = audited(*BOUGHT, first, *back, short)
    assert (found(again, "STK011"), coverage(again, "STK011").agreeing) == ([], 2)
    assert [each.difference for each in found(again, "STK010")] == [-100]


def test_stk011_quiet_and_untestable_where_fewer_chips_are_left_and_a_penalty_was_given():
    short = played(2, (1_300, 0), (600, 0))
    audit = audited(*BOUGHT, {**FIRST, "irregularities": [PENALTY]}, short)
    assert found(audit, "STK011") == []
    assert untestable(audit, "STK011") == [("a penalty was given, which may have been paid to the house", 2)]


def test_stk011_fires_where_more_chips_are_left_than_a_penalty_can_account_for():
    over = played(2, (1_300, 0), (800, 0))
    fined = played(1, (None, 300), (None, -300), irregularities=[PENALTY])
    (only,) = found(audited(*BOUGHT, fined, over), "STK011")
    assert (only.stated, only.expected) == (2_100, 2_000)


def test_stk011_quiet_and_untestable_where_the_fees_of_a_void_deal_were_not_recorded():
    void = played(1, (1_000, 0), (1_000, 0), void=True, fees=None)
    audit = audited(*BOUGHT, void, played(2, (900, 0), (900, 0)))
    assert found(audit, "STK011") == []
    assert untestable(audit, "STK011") == [("the fees of some hands were not recorded", 2)]


def test_stk011_quiet_where_some_fees_of_the_last_hand_came_before_its_deal():
    """Nobody wrote down which: seat 1's fifty are in the stack, and seat 2's are not."""
    second = played(2, (1_250, 0), (700, 0), fees=[fee(50, 1), fee(50, 2)])
    audit = audited(*BOUGHT, FIRST, second)
    assert found(audit, "STK011") == []
    assert coverage(audit, "STK011").agreeing == 2


def test_stk011_quiet_where_the_session_is_still_on():
    assert found(audited(*BOUGHT, FIRST, SECOND), "STK011") == []
    assert coverage(audited(*BOUGHT, FIRST, SECOND), "STK011").agreeing == 2


def test_stk011_quiet_and_untestable_where_not_all_of_it_was_recorded():
    out = (event("cash_out", 1, 1_450, 40), event("cash_out", 2, 600, 40))
    unpriced = played(2, (1_250, 0), (700, 0), fees=None)
    short = (event("cash_out", 1, 1_250, 40), event("cash_out", 2, 700, 40))
    for events, reason in (
        ((FIRST, SECOND), "a player's first buy-in was not recorded"),
        (
            (*BOUGHT, FIRST, SECOND, out[0]),
            "after the last hand some players cashed out, and no cash-out of the others was recorded",
        ),
        ((*BOUGHT, FIRST, played(2, (1_300, 0))), "a player left, and no cash-out was recorded"),
        ((*BOUGHT, FIRST, event("move", 1, 9, 15), SECOND), "chips were moved, and the record does not say which way"),
        ((*BOUGHT, FIRST, played(3, (1_300, 0), (700, 0))), "hands are missing or out of order"),
        ((*BOUGHT, FIRST, played(2, (None, 0), (None, 0))), "a stack of the last hand was not recorded, or is the banker's"),
        (
            (*BOUGHT, FIRST, played(2, (1_300, None), (700, 0))),
            "the results of some hands were not recorded or are not certain",
        ),
        ((*BOUGHT, FIRST, unpriced, *short), "the fees of some hands were not recorded"),
    ):  # fmt: skip
        audit = audited(*events)
        assert found(audit, "STK011") == [], reason
        assert untestable(audit, "STK011") == [(reason, 2)]
