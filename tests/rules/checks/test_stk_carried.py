"""STK026: chips of players from one session of a table to the next."""

import datetime as dt

from tests.rules.build import close, hand, seat
from tests.rules.checks.pot_hands import hand as pots
from tests.rules.checks.test_log_numbers import numbering
from tests.rules.open_face import ofc
from tests.rules.rooms.days import (
    across,
    bearing,
    clock,
    dealt,
    found,
    inapplicable,
    played,
    table,
    untestable,
)

FIRST = "the session before at the table is not of this gaming day"
MISSING = "a hand, or a session of the table, may be missing since the session before"
NOT_BOOKED = "cash-outs and buy-ins between the session before and this one may not be on record"


def chips(kind, player, amount, at, **fields):
    place = "abc".index(player[0]) + 1
    return {
        "event": "chips",
        "kind": kind,
        "at": clock(at),
        "seat": place,
        "player": player,
        "amount": amount,
    } | fields


def stacked(number, at, stacks, nets=(0, 0, 0), **fields):
    """A hand of ann, bob and cat: stacks and nets in minor units."""
    seats = [
        seat(place, player=player, stack=stack, net=net)
        for place, (player, stack, net) in enumerate(zip(("ann", "bob", "cat"), stacks, nets, strict=True), 1)
        if stack is not None
    ]
    return hand(number, *seats, **{"at": clock(at), "ended_at": clock(at), "fees": []} | fields)


BOUGHT = [chips("buy_in", each, 10_000, "16:00") for each in ("ann", "bob", "cat")]
HAND = stacked(1, "16:10", (10_000,) * 3, (3_000, -3_000, 0))


def first(*more, number=41, events=(*BOUGHT, HAND), closed="18:00"):
    """Ann has 13,000 after it, bob 7,000 and cat 10,000."""
    hands = sum(each["event"] == "chinese_hand" for each in events)
    return table(
        "T1", [*events, *more, close(hands, at=clock("18:00"))], session="A", number=number, opened="15:00",
        closed=closed,
    )  # fmt: skip


def second(*events, number=42, opened="18:05"):
    return table("T1", list(events), session="B", number=number, opened=opened)


def again(*stacks, number=1, at="18:10", **fields):
    return stacked(number, at, stacks, **fields)


def why(audit):
    """The reasons of the sessions that follow another one."""
    return [reason for reason, _ in untestable(audit, "STK026") if reason != FIRST]


def broken(audit, code):
    return [(each.player, each.stated, each.expected) for each in found(audit, code)]


def test_stk026_fires_where_chips_of_a_player_are_gone_in_the_next_session():
    audit = across(first(), second(again(13_000, 5_000, 10_000)))
    (only,) = found(audit, "STK026")
    assert (only.session, only.player, only.stated, only.expected) == ("B", "bob", 5_000, 7_000)
    assert (only.money, only.unit, only.money_kind) == (2_000, "money", "unaccounted")
    assert (only.kind, only.severity, only.clause) == ("discrepancy", "major", "external:CHIPS-conserved")
    assert (
        "Table T1: player bob began hand 1 of session B in seat 2 with $50.00; according to the record since hand 1 of session A "
        "it was $70.00, a difference of −$20.00 (external:CHIPS-conserved)."
    ) in only.message


def test_stk026_fires_where_chips_came_from_nowhere():
    audit = across(first(), second(again(13_000, 7_000, 12_000)))
    assert broken(audit, "STK026") == [("cat", 12_000, 10_000)]


def test_stk026_fires_after_a_long_pause_where_cash_outs_and_buy_ins_are_on_record():
    left = chips("cash_out", "cat", 10_000, "17:50")
    later = [chips("buy_in", "cat", 5_000, "21:00"), again(13_500, 6_500, 5_000, at="21:10")]
    audit = across(first(left), second(*later, opened="21:00"))
    assert broken(audit, "STK026") == [("ann", 13_500, 13_000), ("bob", 6_500, 7_000)]


def test_stk026_fires_in_a_third_session_of_a_player_who_bought_in_the_first():
    middle = table(
        "T1", again(13_000, 7_000, 10_000), close(1, at=clock("19:00")), session="B", number=42, opened="18:05",
        closed="19:00",
    )  # fmt: skip
    last = table("T1", again(13_000, 7_000, 9_000, at="19:10"), session="C", number=43, opened="19:05")
    assert broken(across(first(), middle, last), "STK026") == [("cat", 9_000, 10_000)]


def test_stk026_fires_where_the_numbers_of_hands_go_on_without_a_close_or_a_session_number():
    own = {"ruleset": "room", "library": numbering("continued"), "closed": "18:00"}
    one = table("T1", *BOUGHT, HAND, session="A", **own)
    other = table(
        "T1", again(13_000, 7_000, 8_000, number=2), session="B", opened="18:05", **own | {"closed": None}
    )
    assert broken(across(one, other), "STK026") == [("cat", 8_000, 10_000)]
    own["library"] = numbering("one")
    one = table("T1", *BOUGHT, HAND, session="A", **own)
    other = table(
        "T1", again(13_000, 7_000, 8_000, number=2), session="B", opened="18:05", **own | {"closed": None}
    )
    assert broken(across(one, other), "STK026") == []


def test_stk026_quiet_where_chips_are_carried_on_with_those_that_came_and_went():
    more = [chips("add_on", "bob", 3_000, "18:06")]
    assert broken(across(first(), second(again(13_000, 7_000, 10_000))), "STK026") == []
    audit = across(first(chips("add_on", "cat", 500, "17:55")), second(*more, again(13_000, 10_000, 10_500)))
    assert broken(audit, "STK026") == []
    assert untestable(audit, "STK026") == [(FIRST, 1)]


def test_stk026_quiet_where_all_cashed_out_and_bought_again():
    left = [
        chips("cash_out", who, had, "17:50")
        for who, had in (("ann", 13_000), ("bob", 7_000), ("cat", 10_000))
    ]
    come = [chips("buy_in", who, 5_000, "18:06") for who in ("ann", "bob", "cat")]
    audit = across(first(*left), second(*come, again(5_000, 5_000, 5_000)))
    assert broken(audit, "STK026") == []
    assert untestable(audit, "STK026") == [(FIRST, 1)]


def test_stk026_quiet_and_untestable_where_a_session_may_be_missing():
    audit = across(first(), second(again(13_000, 5_000, 10_000), number=44))
    assert broken(audit, "STK026") == []
    assert why(audit) == [MISSING]
    there = across(
        first(),
        second(again(13_000, 5_000, 10_000), number=44),
        numbered=[bearing(42, "Y"), bearing(43, "Z")],
    )
    assert broken(there, "STK026") == [("bob", 5_000, 7_000)]


def test_stk026_quiet_and_untestable_where_a_hand_may_be_missing():
    assert broken(across(first(), second(again(13_000, 5_000, 10_000, number=4))), "STK026") == []
    cut = table(
        "T1", *BOUGHT, HAND, close(2, at=clock("18:00")), session="A", number=41, opened="15:00", closed="18:00"
    )  # fmt: skip
    open_ = table("T1", *BOUGHT, HAND, session="A", number=41, opened="15:00", closed="18:00")
    for one in (cut, open_):
        audit = across(one, second(again(13_000, 5_000, 10_000)))
        assert broken(audit, "STK026") == []
        assert why(audit) == [MISSING]


def test_stk026_quiet_and_untestable_where_cash_outs_and_buy_ins_may_not_be_on_record():
    """Most have other chips; or the table was closed for hours."""
    for stacks, opened, at in (
        ((20_000, 20_000, 10_000), "18:05", "18:10"),
        ((13_000, 5_000, 10_000), "21:00", "21:10"),
    ):
        audit = across(first(), second(again(*stacks, at=at), opened=opened))
        assert broken(audit, "STK026") == []
        assert why(audit) == [NOT_BOOKED]


def test_stk026_quiet_and_untestable_where_it_is_not_on_record_what_a_player_bought():
    audit = across(first(events=(HAND,)), second(again(13_000, 5_000, 10_000)))
    assert broken(audit, "STK026") == []
    assert why(audit) == ["what a player whose chips differ bought in the session before is not on record"]


def test_stk026_quiet_and_untestable_where_chips_were_bought_and_none_cashed():
    come = chips("buy_in", "bob", 5_000, "18:06")
    audit = across(first(), second(come, again(13_000, 5_000, 10_000)))
    assert broken(audit, "STK026") == []
    assert why(audit) == ["a player had chips after the session before, did not cash them, and bought others"]


def test_stk026_fires_where_a_player_has_other_chips_than_were_left_and_bought():
    """Bob had 7,000 and bought 3,000 more; his first stack alone does not show what is wrong."""
    more = chips("buy_in", "bob", 3_000, "18:06")
    audit = across(first(), second(more, again(13_000, 9_000, 10_000)))
    assert broken(audit, "STK026") == [("bob", 9_000, 10_000)]
    audit = across(first(), second(more, again(13_000, 10_000, 10_000)))
    assert broken(audit, "STK026") == []
    assert why(audit) == []


def test_stk026_fires_where_a_player_who_had_nothing_left_has_more_than_he_bought():
    lost = stacked(1, "16:10", (10_000,) * 3, (10_000, -10_000, 0))
    more = chips("buy_in", "bob", 5_000, "18:06")
    audit = across(first(events=(*BOUGHT, lost)), second(more, again(20_000, 8_000, 10_000)))
    assert broken(audit, "STK026") == [("bob", 8_000, 5_000)]
    audit = across(first(events=(*BOUGHT, lost)), second(more, again(20_000, 5_000, 10_000)))
    assert broken(audit, "STK026") == []
    assert why(audit) == []


def test_stk026_quiet_where_its_own_log_shows_that_a_first_stack_is_not_what_was_bought():
    """All have bought again, so that STK010 finds it there."""
    come = [chips("buy_in", who, 5_000, "18:06") for who in ("ann", "bob", "cat")]
    audit = across(first(), second(*come, again(5_000, 6_000, 5_000)))
    assert broken(audit, "STK026") == []
    assert why(audit) == ["a player had chips after the session before, did not cash them, and bought others"]


def test_stk026_quiet_where_a_player_cashed_a_part_and_went_on_with_the_rest():
    part = chips("cash_out", "bob", 2_000, "17:50")
    more = chips("buy_in", "bob", 4_000, "18:06")
    for later in (
        (again(13_000, 5_000, 10_000),),
        (more, again(13_000, 9_000, 10_000)),
        (more, again(13_000, 4_000, 10_000)),  # with none of the rest
        (again(13_000, None, 10_000),),
    ):
        audit = across(first(part), second(*later))
        assert broken(audit, "STK026") == []
        assert why(audit) == []


def test_stk026_quiet_and_untestable_where_a_player_cashed_a_part_and_has_not_the_rest():
    """STK014 finds that the cash-out was not all that the player had."""
    audit = across(first(chips("cash_out", "bob", 2_000, "17:50")), second(again(13_000, 6_000, 10_000)))
    assert broken(audit, "STK026") == []
    assert why(audit) == [
        "a player cashed a part of the chips after the session before, and began this one with other chips than the rest"
    ]


def test_stk026_quiet_and_untestable_where_a_player_who_had_nothing_left_has_chips_again():
    lost = stacked(1, "16:10", (10_000,) * 3, (10_000, -10_000, 0))
    audit = across(first(events=(*BOUGHT, lost)), second(again(20_000, 5_000, 10_000)))
    assert broken(audit, "STK026") == []
    assert why(audit) == [
        "a player had no chips after the session before and has some again, and no buy-in is on record"
    ]


def test_stk026_quiet_and_untestable_where_a_player_does_not_come_back_at_once():
    audit = across(first(), second(again(13_000, 7_000, None)))
    assert broken(audit, "STK026") == []
    assert why(audit) == [
        "a player had chips after the session before, did not cash them, and is not in the first hand"
    ]


def test_stk026_quiet_and_untestable_without_a_stack_a_result_or_fees():
    unsure = "what a player had after the session before, or brought to this one, was not recorded or is not certain"
    no_net = stacked(1, "16:10", (10_000,) * 3, (3_000, -3_000, None))
    no_fees = stacked(1, "16:10", (10_000,) * 3, (3_000, -3_000, 0), fees=None)
    late = {"kind": "hand_fee", "amount": 100, "before_deal": False}
    nobodys = stacked(1, "16:10", (10_000,) * 3, (3_000, -3_000, 0), fees=[late])
    for last in (no_net, no_fees, nobodys):
        audit = across(first(events=(*BOUGHT, last)), second(again(13_000, 7_000, 9_900)))
        assert broken(audit, "STK026") == []
        assert why(audit) == [unsure]
    audit = across(first(), second(dealt(1, "18:10", "ann", "bob", "cat")))
    assert why(audit) == ["the stacks of the session, or of the one before at its table, were not recorded"]


def test_stk026_quiet_and_untestable_where_a_player_sat_at_another_table_or_the_sessions_overlap():
    other = table("T2", played("18:02", "18:04", "bob", "dan"), number=43)
    audit = across(first(), second(again(13_000, 5_000, 10_000)), other)
    assert broken(audit, "STK026") == []
    assert why(audit) == [
        "a player whose chips differ may have sat at another table since the session before"
    ]
    audit = across(first(), second(again(13_000, 5_000, 10_000), opened="17:00"))
    assert broken(audit, "STK026") == []
    assert why(audit) == [
        "the session and the one before at its table overlap, or when that ended was not recorded"
    ]


def test_stk026_quiet_and_inapplicable_in_a_tournament_and_for_a_session_of_the_day_before():
    at_event = ofc(
        1, seat(1, player="ann", stack=15_000), seat(2, player="dan", stack=15_000), at=clock("19:00")
    )
    event = table("9", at_event, ruleset="carnivale-ofc-2013", tournament="open")
    assert inapplicable(across(event), "STK026") == 1
    night = table("T1", played("+05:30", "+07:00"), opened="23:00")
    assert inapplicable(across(night, day=dt.date(2026, 3, 15)), "STK026") == 1


def of_pots(stack):
    """Two sessions of hold'em; seat 1 begins the second with a stack."""
    club = {"ruleset": "olympic-cash", "currency": "EUR", "unit": None}
    folds = (
        "1 posts small_blind 100",
        "2 posts big_blind 200",
        *(f"{each} folds" for each in (3, 4, 5, 6, 1)),
    )
    bought = [
        {"event": "chips", "kind": "buy_in", "at": clock("16:00"), "seat": each, "player": f"P{each}", "amount": 100_000}
        for each in range(1, 7)
    ]  # fmt: skip
    one = pots(*folds, at=clock("16:10"), fees=[])
    other = pots(*folds, at=clock("18:10"), fees=[], stacks={1: stack, 2: 100_100})
    return (
        table("T1", bought, one, close(1, at=clock("18:00")), session="A", number=41, closed="18:00", **club),
        table("T1", other, session="B", number=42, opened="18:05", **club),
    )


def test_stk026_fires_at_a_table_of_pot_games():
    """Seat 1 has 99,900 after the blinds, seat 2 has 100,100."""
    (only,) = found(across(*of_pots(90_000)), "STK026")
    assert (only.session, only.player, only.stated, only.expected) == ("B", "P1", 90_000, 99_900)


def test_stk026_quiet_at_a_table_of_pot_games_where_chips_are_carried_on():
    audit = across(*of_pots(99_900))
    assert broken(audit, "STK026") == []
    assert why(audit) == []
