"""STK: what players take along when they leave, who sits down in their place, and the button that stays behind."""

import pytest
from msgspec.structs import replace

from rules.controls.examined_filing import examine
from rules.controls.library import Library, library
from tests.rules.build import audited, coverage, found, hand, seat, session, untestable
from tests.rules.checks.test_stk_chips import at, event, fee, played
from tests.rules.open_face import CARNIVALE, X, Y, ofc

ROOM_BOUGHT = (event("buy_in", 1, 1_000, 1), event("buy_in", 2, 1_000, 1), event("buy_in", 3, 1_000, 1))


MOVED = "the record does not show how chips of a player who cashed out moved"
NO_FEES = "fees that a player who cashed out may have paid were not recorded, or do not name a seat"


def three(number, *stacks_and_nets, **fields):
    """A hand of a, b and c, without fees."""
    return played(number, *stacks_and_nets, **fields)


def evening(a, b, *between, **fields):
    """a wins $3.00 from b in one hand, and both cash out: $13.00 and $7.00 are theirs."""
    return audited(
        *ROOM_BOUGHT[:2],
        played(1, (1_000, 300), (1_000, -300), **fields),
        *between,
        event("cash_out", 1, a, 25),
        event("cash_out", 2, b, 26),
    )


# ------------------------------------------------------------------------------- STK014 cash-out-differs


def test_stk014_fires_for_both_where_one_takes_what_is_the_others_and_the_table_agrees():
    audit = evening(1_350, 650)
    too_much, too_little = found(audit, "STK014")
    assert (too_much.hand, too_much.seat, too_much.player, too_much.line) == (1, 1, "a", 5)
    assert (too_much.stated, too_much.expected, too_much.money, too_much.unit) == (1_350, 1_300, 50, "money")
    assert (too_much.kind, too_much.severity, too_much.clause) == (
        "discrepancy",
        "major",
        "external:CHIPS-conserved",
    )
    assert (
        "player a cashed out $13.50 after it; according to the record the player had $13.00, a difference of $0.50"
        in too_much.message
    )
    assert (too_little.seat, too_little.stated, too_little.expected, too_little.difference) == (
        2,
        650,
        700,
        -50,
    )
    assert found(audit, "STK010") == found(audit, "STK011") == []


def test_stk014_fires_where_a_player_leaves_early_and_the_others_play_on():
    audit = audited(
        *ROOM_BOUGHT,
        three(1, (1_000, 300), (1_000, -300), (1_000, 0)),
        event("cash_out", 2, 750, 15),
        hand(
            2,
            seat(1, player="a", stack=1_300, net=0),
            seat(3, player="c", stack=1_000, net=0),
            at=at(20),
            fees=[],
        ),
    )
    (took,) = found(audit, "STK014")
    assert (took.hand, took.seat, took.player, took.difference) == (1, 2, "b", 50)


def test_stk014_fires_beside_chips_brought_and_tips_since_the_last_hand():
    audit = evening(1_525, 700, event("add_on", 1, 250, 20), event("toke", 1, 50, 21))
    assert [(each.player, each.stated, each.expected) for each in found(audit, "STK014")] == [
        ("a", 1_525, 1_500)
    ]


def test_stk014_fires_where_a_player_came_back_with_other_chips_than_he_had_kept():
    """a takes $10.00 along and leaves $3.00; two hands later he has $4.00 and $5.00 that he brought."""
    away = hand(
        2, seat(2, player="b", stack=700, net=0), seat(3, player="c", stack=1_000, net=0), at=at(20), fees=[]
    )
    audit = audited(
        *ROOM_BOUGHT,
        three(1, (1_000, 300), (1_000, -300), (1_000, 0)),
        event("cash_out", 1, 1_000, 15),
        away,
        event("add_on", 1, 500, 25),
        three(3, (900, 0), (700, 0), (1_000, 0)),
    )
    (back,) = found(audit, "STK014")
    assert (back.hand, back.player, back.money) == (1, "a", 100)
    assert (
        "cashed out $10.00 after it and came back with $9.00; according to the record the player had $18.00"
        in back.message
    )


def test_stk014_fires_where_fees_do_not_account_for_all_that_is_missing():
    fees = [fee(100, 1), fee(100, 2)]
    audit = evening(1_200, 550, fees=fees)
    assert [(each.player, each.stated, each.expected) for each in found(audit, "STK014")] == [("b", 550, 700)]


def test_stk014_quiet_where_everybody_takes_what_is_his():
    for fees, taken in (([], (1_300, 700)), ([fee(100, 1, before=False), fee(50, 2)], (1_200, 650))):
        audit = evening(*taken, fees=fees)
        assert found(audit, "STK014") == []
        assert coverage(audit, "STK014").agreeing == 1


def test_stk014_quiet_and_untestable_where_a_hand_may_be_missing_before_the_cash_out():
    """b sat in hand 1, and perhaps in hand 2, which is not on record."""
    later = [
        hand(
            number,
            seat(1, player="a", stack=1_300, net=0),
            seat(3, player="c", stack=1_000, net=0),
            at=at(10 * number),
            fees=[],
        )
        for number in (2, 3, 4)
    ]
    first = three(1, (1_000, 300), (1_000, -300), (1_000, 0))
    without = audited(*ROOM_BOUGHT, first, event("cash_out", 2, 750, 25), *later[1:])
    assert found(without, "STK014") == []
    assert ("a hand may be missing between a player's last one and the cash-out", 1) in untestable(
        without, "STK014"
    )
    audit = audited(*ROOM_BOUGHT, first, later[0], event("cash_out", 2, 750, 25), later[1])
    assert [(each.player, each.stated, each.expected) for each in found(audit, "STK014")] == [("b", 750, 700)]


def test_stk014_quiet_in_the_next_hand_at_once_which_stk010_follows():
    audit = audited(
        *ROOM_BOUGHT[:2],
        played(1, (1_000, 300), (1_000, -300)),
        event("cash_out", 1, 100, 15),
        played(2, (1_300, 0), (700, 0)),
    )
    assert found(audit, "STK014") == []
    assert [(each.seat, each.difference) for each in found(audit, "STK010")] == [(1, 100)]


@pytest.mark.parametrize(
    ("between", "fields", "reason"),
    [
        ((event("move", 2, 100, 20),), {}, MOVED),
        ((), {"fees": None}, NO_FEES),
        ((), {"fees": [fee(100)]}, NO_FEES),
        (
            (), {"irregularities": [{"kind": "exposed_card", "seat": 1, "ruling": "penalty", "units": 1}]},
            "a penalty was given, which may have been paid from the chips of a player who cashed out",
        ),
    ],
)  # fmt: skip
def test_stk014_quiet_and_untestable_where_the_record_may_account_for_it(between, fields, reason):
    audit = evening(1_300, 650, *between, **fields)
    assert found(audit, "STK014") == []
    assert untestable(audit, "STK014") == [(reason, 1)]


def test_stk014_fires_for_one_who_took_more_whatever_fees_there_were():
    assert [each.player for each in found(evening(1_350, 700, fees=None), "STK014")] == ["a"]


def test_stk014_quiet_and_untestable_where_stacks_or_cash_outs_were_not_recorded():
    no_stacks = audited(
        ROOM_BOUGHT[0],
        hand(1, seat(1, player="a", net=0), seat(2, player="b", net=0)),
        event("cash_out", 1, 5, 15),
    )
    assert untestable(no_stacks, "STK014") == [(NO_FEES, 1)]
    no_leaver = audited(*ROOM_BOUGHT[:2], played(1, (1_000, 300), (1_000, -300)))
    assert untestable(no_leaver, "STK014") == [("no chips taken off the table were recorded", 1)]
    not_sure = evening(1, 2, void=True)  # a void deal in which chips moved
    assert found(not_sure, "STK014") == []
    assert coverage(not_sure, "STK014").untestable == 1


def test_stk014_quiet_and_inapplicable_in_a_tournament():
    audit = audited(CARNIVALE, ofc(1, seat(1, X), seat(2, Y)), event("cash_out", 1, 5, 15))
    assert coverage(audit, "STK014").inapplicable == 1


# ------------------------------------------------------------------------------- STK015 player-replaced-without-event


def sat(number, *players):
    """A hand of these players in seats 1, 2, ...; None: nobody."""
    seats = [seat(place, player=player) for place, player in enumerate(players, 1) if player]
    return hand(number, *seats, at=at(10 * number))


def test_stk015_fires_where_a_seat_has_a_different_player_id():
    audit = audited(*ROOM_BOUGHT[:2], sat(1, "a", "b"), sat(2, "a", "z"))
    (other,) = found(audit, "STK015")
    assert (other.hand, other.seat, other.player, other.line) == (2, 2, "z", 5)
    assert (other.stated, other.expected, other.unit) == ("z", "b", "player")
    assert (other.kind, other.severity, other.clause) == (
        "discrepancy",
        "major",
        "external:RECORD-attributable",
    )
    assert (
        "player z sits there; in hand 1 it was b. Nothing on record says that b left or that z came"
        in other.message
    )


def test_stk015_fires_where_the_seat_was_empty_meanwhile_and_where_the_first_comes_back():
    audit = audited(*ROOM_BOUGHT[:2], sat(1, "a", "b"), sat(2, "a", None), sat(3, "a", "z"), sat(4, "a", "b"))
    assert [(each.hand, each.stated, each.expected) for each in found(audit, "STK015")] == [
        (3, "z", "b"),
        (4, "b", "z"),
    ]


@pytest.mark.parametrize(
    "between",
    [
        (event("cash_out", 2, 900, 15, "b"), event("buy_in", 2, 1_000, 16, "z")),
        (event("cash_out", 2, 900, 15, "b"),),
        (event("buy_in", 2, 1_000, 15, "z"),),
        (event("move", 2, 900, 15, "b"),),
    ],
)
def test_stk015_quiet_where_the_record_says_that_one_left_or_the_other_came(between):
    audit = audited(*ROOM_BOUGHT[:2], sat(1, "a", "b"), *between, sat(2, "a", "z"))
    assert found(audit, "STK015") == []
    assert coverage(audit, "STK015").agreeing == 2


def test_stk015_fires_where_the_first_cashes_out_only_at_the_end_of_the_evening():
    """Another name was written for b from hand 2 on; what b took along still bears his own."""
    audit = audited(
        *ROOM_BOUGHT[:2],
        sat(1, "a", "b"),
        sat(2, "a", "z"),
        sat(3, "a", "z"),
        event("cash_out", 2, 900, 35, "b"),
    )
    assert [(each.hand, each.stated, each.expected) for each in found(audit, "STK015")] == [(2, "z", "b")]


def test_stk015_quiet_where_players_changed_seats():
    audit = audited(*ROOM_BOUGHT[:2], sat(1, "a", "b"), sat(2, "b", "a"))
    assert found(audit, "STK015") == []


def test_stk015_quiet_and_untestable_where_no_chips_were_recorded_or_hands_are_missing():
    unrecorded = audited(sat(1, "a", "b"), sat(2, "a", "z"))
    assert untestable(unrecorded, "STK015") == [("chips brought and taken were not recorded", 2)]
    missing = audited(*ROOM_BOUGHT[:2], sat(1, "a", "b"), sat(3, "a", "z"))
    assert found(missing, "STK015") == []
    assert untestable(missing, "STK015") == [("hands are missing or out of order", 1)]
    turned = audited(*ROOM_BOUGHT[:2], sat(2, "a", "z"), sat(1, "a", "b"))
    assert found(turned, "STK015") == []
    assert untestable(turned, "STK015") == [("hands are missing or out of order", 2)]


def test_stk015_quiet_and_untestable_where_a_player_is_in_two_seats():
    """Which of them is wrong is unknown; STK004 reports it."""
    audit = audited(*ROOM_BOUGHT[:2], sat(1, "a", "b", "b"), sat(2, "c", "b", "c"))
    assert found(audit, "STK015") == []
    assert untestable(audit, "STK015") == [("a player is recorded in two seats of the hand", 1)]


def test_stk015_quiet_and_untestable_where_the_banker_changed():
    bank = [
        hand(n, seat(1, player="a"), seat(2, player=who), banker=2, at=at(10 * n))
        for n, who in ((1, "b"), (2, "z"))
    ]
    audit = audited(session(ruleset="classic-house"), *ROOM_BOUGHT[:2], *bank)
    assert found(audit, "STK015") == []
    assert untestable(audit, "STK015") == [("the banker changed, and may be the house", 1)]


# ------------------------------------------------------------------------------- STK005 button-on-empty-seat


BUTTON = """
[ruleset]
id = "dead-button"
revision = 1
title = "A room that says what becomes of the button"
authority = "A room"
family = "chinese"
extends = ["wsgc-base@1"]

[table]
dead_button = {stays}
cite = "room:2.3"
text = "What becomes of the button of a player who leaves."
"""


def tried(stays):
    """The library with such a room's controls."""
    ruleset = examine("dead.toml", BUTTON.format(stays=stays), library()).ruleset
    assert ruleset is not None
    return Library([replace(ruleset, standing="approved")])


def button(number, at_seat, *players):
    return sat(number, *players) | {"dealer": at_seat}


def test_stk005_fires_where_nobody_had_sat_at_the_button():
    (empty,) = found(audited(button(1, 1, "a", "b"), button(2, 7, "a", "b")), "STK005")
    assert (empty.hand, empty.stated, empty.unit, empty.line) == (2, 7, "seat", 3)
    assert (empty.kind, empty.severity, empty.clause) == (
        "discrepancy",
        "minor",
        "external:RECORD-attributable",
    )
    assert "the button is at seat 7, where nobody sat; nobody has sat there in the session" in empty.message


def test_stk005_fires_as_a_question_where_the_player_at_the_button_has_left():
    """A dead button is custom in many rooms; these controls do not say."""
    (dead,) = found(audited(button(1, 3, "a", "b", "c"), button(2, 3, "a", "b")), "STK005")
    assert (dead.hand, dead.kind, dead.severity) == (2, "undetermined", "note")
    assert (
        "the player who sat there has left, and the controls do not say whether the button stays"
        in dead.message
    )


@pytest.mark.parametrize(
    ("stays", "hands", "findings"),
    [
        ("true", (button(1, 3, "a", "b", "c"), button(2, 3, "a", "b")), []),
        ("true", (button(1, 3, "a", "b"),), [("discrepancy", "minor", 1)]),
        ("false", (button(1, 3, "a", "b", "c"), button(2, 3, "a", "b")), [("discrepancy", "minor", 2)]),
    ],
)
def test_stk005_fires_as_a_room_says_whether_the_button_stays(stays, hands, findings):
    registry = tried(stays)
    audit = audited(session(ruleset="dead-button"), *hands, library=registry)
    reported = found(audit, "STK005")
    assert [(each.kind, each.severity, each.hand) for each in reported] == findings
    assert {each.clause for each in reported} <= {"room:2.3"}
