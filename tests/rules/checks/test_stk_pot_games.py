"""The checks of who is dealt in, of the button and of stacks from hand to hand in pot games."""

from __future__ import annotations

import pytest

from tests.rules.checks.pot_hands import BLINDS, CALLED, audited, coverage_of, findings, hand

FOLDED = (*BLINDS, "3 folds", "4 folds", "5 folds", "6 folds", "1 folds")
NEXT = (
    "2 posts small_blind 100",
    "3 posts big_blind 200",
    "4 folds",
    "5 folds",
    "6 folds",
    "1 folds",
    "2 folds",
)
MISSED = {"status": "missed"}


def after(*lines, **fields):
    """The hand after the first."""
    return hand(*lines, **({"number": 2, "dealer": 1, "at": "2026-03-14T20:05:00+02:00"} | fields))


def test_stk016_fires_on_nine_players_at_a_game_for_eight():
    (found,) = findings("STK016", hand(*BLINDS, seats=9, game="omaha5", limit="pot_limit"))
    assert found == (
        1,
        None,
        9,
        8,
        "OLY-6.8-max",
        "Hand 1: 9 players were dealt cards; the game is for 8 players at most (OLY-6.8-max).",
    )


def test_stk016_fires_on_a_stack_below_the_blind_that_was_dealt_cards_and_on_one_above_that_was_not():
    (found,) = findings("STK016", hand(*BLINDS, stacks={4: 150}))
    assert found == (
        1,
        4,
        150,
        200,
        "OLY-2.14",
        "Hand 1, seat 4: was dealt cards with €1.50 in front; "
        "a stack below the minimum bet of €2.00 is dealt no cards (OLY-2.14).",
    )
    (found,) = findings("STK016", hand(*BLINDS, at_seats={5: MISSED}))
    assert found == (
        1,
        5,
        None,
        None,
        "OLY-1.8",
        "Hand 1, seat 5: was dealt no cards with €1,000.00 in front; its stack has a right to cards (OLY-1.8).",
    )


def test_stk016_fires_where_the_wrong_one_of_nine_sits_out():
    nine = hand(*BLINDS, seats=9, game="omaha5", limit="pot_limit", at_seats={5: MISSED})
    (found,) = findings("STK016", nine)
    assert found == (
        1,
        5,
        "seat 5",
        "seat 3",
        "OLY-6.8-max",
        "Hand 1, seat 5: was dealt no cards; seat 3 was to sit out (OLY-6.8-max).",
    )


def test_stk016_fires_on_a_new_player_between_button_and_blind_who_did_not_post_both():
    sits = {"event": "seat", "at": "2026-03-14T20:02:00+02:00", "player": "P2", "seat": 2, "kind": "seated"}
    played = after("3 posts small_blind 100", "4 posts big_blind 200", "5 folds", number=1)
    (found,) = findings("STK016", sits, played)
    assert found[1:] == (
        2, None, None, "OLY-2.15-a",
        "Hand 1, seat 2: was dealt cards, and posted nothing; "
        "its player sat down between the button and the small blind: he misses the hand, or posts "
        "both blinds (OLY-2.15-a).",
    )  # fmt: skip


@pytest.mark.parametrize("small", ["small_blind", "dead", "missed_small"])
def test_stk016_quiet_for_who_bought_the_button_with_both_blinds(small):
    """OLY-2.15-b: in whatever way the log writes the small one."""
    sits = {"event": "seat", "at": "2026-03-14T20:02:00+02:00", "player": "P2", "seat": 2, "kind": "seated"}
    bought = f"2 posts {small} 100", "2 posts new_player 200"
    played = after("3 posts small_blind 100", "4 posts big_blind 200", *bought, "5 folds", number=1)
    assert findings("STK016", sits, played) == []


def test_stk016_quiet_for_eight_players_for_a_short_stack_without_cards_and_for_who_just_sat_down():
    assert findings("STK016", hand(*BLINDS, seats=8, game="omaha5", limit="pot_limit")) == []
    assert findings("STK016", hand(*BLINDS, stacks={4: 150}, at_seats={4: MISSED})) == []
    sits = {"event": "seat", "at": "2026-03-14T19:58:00+02:00", "player": "P5", "seat": 5, "kind": "seated"}
    assert findings("STK016", sits, hand(*BLINDS, at_seats={5: MISSED})) == []


def test_stk017_fires_where_the_button_stays():
    found = findings("STK017", hand(*FOLDED), after(*FOLDED, dealer=6))
    assert found == [
        (
            2,
            None,
            6,
            None,
            "OLY-1.56-c",
            "Hand 2: the button is at seat 6; it was there in the hand before, and had to move (OLY-1.56-c).",
        )
    ]


def test_stk017_quiet_where_it_moves_and_where_the_hand_before_was_void():
    assert findings("STK017", hand(*FOLDED), after(*NEXT)) == []
    assert findings("STK017", hand(*FOLDED, void=True), after(*FOLDED, dealer=6)) == []
    without = {name: value for name, value in hand(*FOLDED).items() if name != "dealer"}
    assert coverage_of("STK017", without)[2] == {"the button was not recorded": 1}


NETS = {1: {"net": -100}, 2: {"net": 100}}


def test_stk018_fires_on_a_stack_that_is_not_that_of_the_hand_before():
    first = hand(*FOLDED, at_seats=NETS)
    second = after(*NEXT, stacks={1: 99_900, 2: 100_100, 4: 90_000})
    assert findings("STK018", first, second) == [
        (
            2,
            4,
            90_000,
            100_000,
            "OLY-2.19-a",
            "Hand 2, seat 4: its stack is €900.00; the chips on record until then come to €1,000.00 (OLY-2.19-a).",
        )
    ]


def test_stk018_quiet_with_the_chips_that_came_between_and_after_a_hand_that_is_not_on_record():
    first = hand(*FOLDED, at_seats=NETS)
    more = {
        "event": "chips",
        "at": "2026-03-14T20:04:00+02:00",
        "seat": 4,
        "player": "P4",
        "kind": "add_on",
        "amount": 5_000,
    }
    assert findings("STK018", first, more, after(*NEXT, stacks={1: 99_900, 2: 100_100, 4: 105_000})) == []
    assert findings("STK018", first, after(*NEXT, number=3, stacks={4: 90_000})) == []


def chips(kind, amount, seat=4, at="2026-03-14T19:50:00+02:00"):
    return {
        "event": "chips", "at": at, "seat": seat, "player": f"P{seat}", "kind": kind, "amount": amount,
    }  # fmt: skip


TIME = {
    "event": "fee", "kind": "time", "at": "2026-03-14T19:55:00+02:00", "seat": 4, "player": "P4", "amount": 300,
    "covers_from": "2026-03-14T19:55:00+02:00", "covers_to": "2026-03-14T20:25:00+02:00",
}  # fmt: skip


OTHERS = [chips("buy_in", 100_000, seat) for seat in (1, 2, 3, 5, 6)]


def test_stk018_fires_on_a_first_stack_that_is_not_what_was_bought():
    bought = [*OTHERS, chips("buy_in", 60_000), chips("add_on", 30_000)]
    assert findings("STK018", *bought, hand(*FOLDED, at_seats=NETS)) == [
        (
            1,
            4,
            100_000,
            90_000,
            "OLY-2.19-a",
            "Hand 1, seat 4: its stack is €1,000.00; the chips on record until then come to €900.00 (OLY-2.19-a).",
        )
    ]
    back = after(*NEXT, stacks={1: 99_900, 2: 100_100})
    assert (
        len(findings("STK018", *bought, hand(*FOLDED, at_seats=NETS), back)) == 1
    )  # the first of the player's


@pytest.mark.parametrize(
    "brought",
    [
        [chips("buy_in", 100_000)],
        [chips("buy_in", 5_000), chips("cash_out", 5_000), chips("buy_in", 100_000)],
        [chips("add_on", 5_000)],  # of the rest nobody knows
        [chips("buy_in", 5_000), chips("move", 5_000)],
        [chips("buy_in", 5_000), chips("add_on", 5_000, at="2026-03-14T20:30:00+02:00")],  # after the hand
        [chips("buy_in", 100_300), TIME],  # in chips or not
        [chips("buy_in", 100_500), TIME],  # fees that nobody wrote down may have been taken as well
    ],
)
def test_stk018_quiet_on_a_first_stack_that_was_bought_or_of_which_nobody_knows(brought):
    assert findings("STK018", *brought, hand(*FOLDED, at_seats=NETS)) == []


def test_stk018_quiet_and_untestable_where_a_first_stack_may_hold_chips_of_an_earlier_session():
    """Of the others no buy-in is on record: the log may go on from another, in which they bought."""
    first, topped_up = hand(*FOLDED, at_seats=NETS), chips("buy_in", 30_000)
    reason = "a player has more than was bought, which may be chips of an earlier session"
    for others in ((), OTHERS[1:]):
        assert findings("STK018", *others, topped_up, first) == []
        for code in ("STK018", "STK010"):
            assert coverage_of(code, *others, topped_up, first)[2] == {reason: 1}
    ((number, seat, stated, expected, *_),) = findings("STK018", chips("buy_in", 130_000), first)
    assert (number, seat, stated, expected) == (1, 4, 100_000, 130_000)  # chips that were bought are gone


CLOSED = {
    "event": "chinese_hand", "hand": 1, "at": "2026-03-14T20:00:00+02:00",
    "seats": [{"seat": 4, "player": "P4", "net": -30_000}, {"seat": 5, "player": "P5", "net": 30_000}],
}  # fmt: skip


def test_stk018_quiet_where_a_hand_of_another_kind_was_dealt_since_chips_were_bought():
    """Its results are not among those of pot games."""
    bought = [*OTHERS, chips("buy_in", 100_000)]
    second = after(*NEXT, stacks={4: 70_000, 5: 130_000})
    assert findings("STK018", *bought, CLOSED, second) == []
    assert coverage_of("STK018", *bought, CLOSED, second)[0] == 0


def test_stk014_quiet_and_untestable_where_a_hand_of_another_kind_was_dealt_before_the_cash_out():
    bought = [*OTHERS, chips("buy_in", 100_000)]
    closed = CLOSED | {"hand": 2, "at": "2026-03-14T20:05:00+02:00"}
    left = chips("cash_out", 70_000, at="2026-03-14T20:10:00+02:00")
    events = (*bought, hand(*FOLDED, at_seats=NETS, fees=[]), closed, left)
    assert findings("STK014", *events) == []
    reason = "a hand may be missing between a player's last one and the cash-out"
    assert coverage_of("STK014", *events)[2][reason] == 1


def test_stk014_fires_at_a_table_of_pot_games():
    first = hand(*FOLDED, at_seats=NETS, fees=[])
    taken = chips("cash_out", 90_000, at="2026-03-14T20:04:00+02:00")
    ((number, seat, stated, expected, _, message),) = findings("STK014", first, taken)
    assert (number, seat, stated, expected) == (1, 4, 90_000, 100_000)
    assert (
        "player P4 cashed out €900.00 after it; according to the record the player had €1,000.00" in message
    )
    assert findings("STK014", first, chips("cash_out", 100_000, at="2026-03-14T20:04:00+02:00")) == []


def test_stk018_quiet_where_a_player_lost_a_pot():
    lost = hand(*CALLED, "2 bets 500", "6 calls 500", at_seats={6: {"net": -700}})
    assert findings("STK018", lost, after(*NEXT, stacks={1: 99_900, 6: 99_300})) == []


def test_stk023_fires_on_a_game_that_the_club_does_not_have_and_nothing_else_is_tested_in_it():
    short = hand(*CALLED, "2 bets 100", game="short_deck")
    assert findings("STK023", short) == [
        (1, None, "short_deck", None, "OLY-1.6-a",
         "Hand 1: the game is short deck, which olympic-cash does not offer (OLY-1.6-a).")
    ]  # fmt: skip
    assert findings("BET003", short) == []
    assert coverage_of("BET003", short) == (0, 0, {"the controls do not offer the game of the hand": 1})


def test_stk023_quiet_under_rules_that_have_the_game():
    assert findings("STK023", hand(*CALLED, game="short_deck"), ruleset="standard-cash") == []
    assert findings("STK023", hand(*CALLED)) == []


def test_stk024_fires_on_a_game_and_on_a_limit_that_the_mix_does_not_have():
    (found,) = findings(
        "STK024", hand(*CALLED, mix="horse", game="omaha", limit="pot_limit"), ruleset="standard-cash"
    )
    assert found[2:] == (
        "omaha",
        None,
        "external:TDA-games",
        "Hand 1: the game is omaha, which horse does not have (external:TDA-games).",
    )
    (found,) = findings("STK024", hand(*CALLED, mix="horse", limit="no_limit"), ruleset="standard-cash")
    assert found[2:4] == ("no_limit", "fixed_limit")
    assert (
        found[5]
        == "Hand 1: holdem was played at no limit; in horse it is played at fixed limit (external:TDA-games)."
    )


def test_stk024_quiet_where_the_mix_has_game_and_limit_and_where_the_hand_is_of_no_mix():
    assert (
        findings("STK024", hand(*CALLED, mix="eight_game", limit="no_limit"), ruleset="standard-cash") == []
    )
    assert (
        findings("STK024", hand(*CALLED, mix="eight_game", limit="fixed_limit"), ruleset="standard-cash")
        == []
    )
    assert coverage_of("STK024", hand(*CALLED), ruleset="standard-cash") == (0, 1, {})


BOMB = (
    "1 posts ante 500",
    "2 posts ante 500",
    "3 posts ante 500",
    "flop 2c7dJh",
    "1 checks",
    "2 checks",
    "3 checks",
)


def test_stk023_fires_on_a_bomb_pot_at_the_club_as_a_note():
    played = hand(*BOMB, seats=3, stakes={"big_blind": 200, "ante": 500})
    found = [each for each in audited(played).findings if each.code == "STK023"]
    assert [(each.hand, each.kind, each.severity, each.stated, each.message) for each in found] == [
        (
            1,
            "undetermined",
            "note",
            "bomb_pot",
            "Hand 1: a bomb pot was played, which olympic-cash does not describe (convention:pot.betting.bomb_pots).",
        )
    ]


def test_stk023_quiet_on_a_bomb_pot_under_the_standard_rules():
    played = hand(*BOMB, seats=3, stakes={"big_blind": 200, "ante": 500})
    assert findings("STK023", played, ruleset="standard-cash") == []
    assert findings("BET009", played) == []


def test_stk023_quiet_where_antes_took_all_chips_and_so_nobody_posted_a_blind():
    """Nor is it a bomb pot where one seat has chips left that owes no blind."""
    antes = ("1 posts ante 200", "2 posts ante 200", "3 posts ante 200", "flop 2c7dJh", "turn 4s", "river 9c")
    stakes = {"small_blind": 100, "big_blind": 200, "ante": 200}
    for last in (200, 900):
        played = hand(*antes, seats=3, stacks={1: 200, 2: 200, 3: last}, stakes=stakes)
        assert findings("STK023", played) == []
    with_chips = hand(*antes, seats=3, stakes=stakes)
    assert [each.hand for each in audited(with_chips).findings if each.code == "STK023"] == [1]


# ---------------------------------------------------------------------------- chips that come otherwise


def test_stk018_quiet_where_chips_were_added_during_the_hand_and_where_a_hand_was_sold():
    """Whether a line of its own has the chips that were added, too, or not."""
    first = hand(*FOLDED[:-1], "4 adds 5000", FOLDED[-1], at_seats=NETS, fees=[])
    came = {1: 99_900, 2: 100_100, 4: 105_000}
    bought = chips("add_on", 5_000, at="2026-03-14T20:04:00+02:00")
    assert findings("STK018", first, after(*NEXT, stacks=came)) == []
    assert findings("STK018", first, bought, after(*NEXT, stacks=came)) == []
    sold = hand(*FOLDED, at_seats={**NETS, 4: {"net": 0, "cash_out": {"amount": 900, "fee": 9}}})
    assert findings("STK018", sold, after(*NEXT, stacks={1: 99_900, 2: 100_100, 4: 100_891})) == []


def test_stk018_fires_where_chips_added_during_the_hand_are_not_in_front_in_the_next():
    first = hand(*FOLDED[:-1], "4 adds 5000", FOLDED[-1], at_seats=NETS, fees=[])
    found = findings("STK018", first, after(*NEXT, stacks={1: 99_900, 2: 100_100, 4: 107_000}))
    assert [each[:4] for each in found] == [(2, 4, 107_000, 105_000)]


def replaced(*between):
    """Player P9 sits in seat 1 in hand 2, with what P1 had after hand 1."""
    return (
        *(chips("buy_in", 100_000, seat=each) for each in range(1, 7)), hand(*FOLDED, at_seats=NETS, fees=[]), *between,
        after(*NEXT, stacks={1: 99_900, 2: 100_100}, at_seats={1: {"player": "P9"}}),
    )  # fmt: skip


def sat(kind, player, **fields):
    return {
        "event": "seat", "at": "2026-03-14T20:04:00+02:00", "player": player, "seat": 1, "kind": kind, **fields,
    }  # fmt: skip


def test_stk015_fires_at_a_table_of_pot_games_where_a_player_has_anothers_chips():
    (found,) = findings("STK015", *replaced())
    assert found[:4] == (2, 1, "P9", "P1")
    assert "player P9 sits there; in hand 1 it was P1" in found[-1]


@pytest.mark.parametrize("between", [sat("left", "P1"), sat("removed", "P1"), sat("seated", "P9")])
def test_stk015_quiet_where_a_seat_event_says_who_came_or_went(between):
    assert findings("STK015", *replaced(between)) == []


def test_stk015_quiet_and_untestable_at_a_table_whose_chips_nobody_recorded():
    first, last = hand(*FOLDED, at_seats=NETS), after(*NEXT, at_seats={1: {"player": "P9"}})
    without = {"chips brought and taken were not recorded": 2}
    assert coverage_of("STK015", first, last) == (0, 0, without)


def session(*taken):
    """Six players buy in, play a hand and cash out at the end; hand 1 moves 100 from seat 1 to seat 2."""
    bought = (chips("buy_in", 100_000, seat=each) for each in range(1, 7))
    unstacked = hand(
        *FOLDED, at_seats={each: {"stack": None, "net": 0} for each in range(3, 7)} | NETS, fees=[]
    )
    left = (
        chips("cash_out", each, seat=at, at="2026-03-14T21:00:00+02:00") for at, each in enumerate(taken, 1)
    )
    return *bought, unstacked, *left


def test_stk011_fires_at_a_table_of_pot_games_where_more_was_cashed_out_than_there_was():
    (found,) = findings("STK011", *session(99_900, 100_100, 100_000, 100_000, 100_000, 109_000))
    assert found[:4] == (None, None, 0, -9_000)


def test_stk011_quiet_where_the_chips_of_pot_games_balance_or_a_jackpot_may_have_been_paid_in_chips():
    even = session(99_900, 100_100, 100_000, 100_000, 100_000, 100_000)
    assert findings("STK011", *even) == []
    assert coverage_of("STK011", *even) == (1, 0, {})
    hit = {
        "event": "jackpot", "at": "2026-03-14T20:30:00+02:00", "kind": "hit", "hit": "royal_flush", "hand": 1,
        "payouts": [{"seat": 6, "player": "P6", "amount": 9_000}],
    }  # fmt: skip
    *played, last = session(99_900, 100_100, 100_000, 100_000, 100_000, 109_000)
    paid = "a jackpot was paid, and the record does not say whether in chips of the table"
    assert findings("STK011", *played, hit, last) == []
    assert coverage_of("STK011", *played, hit, last) == (0, 0, {paid: 1})


def test_stk010_fires_where_fees_of_nobody_do_not_explain_what_a_table_of_pot_games_lacks():
    """Seat 3 has 400 less than before; a fee of 300 names no seat."""
    nets = {each: {"net": 0} for each in range(3, 7)} | NETS
    first = hand(*FOLDED, at_seats=nets, fees=[{"kind": "hand_fee", "amount": 300}])
    short = after(*NEXT, stacks={1: 99_900, 2: 100_100, 3: 99_600}, fees=[])
    (found,) = findings("STK010", first, short)
    assert found[:4] == (2, None, 599_600, 600_000)
    explained = after(*NEXT, stacks={1: 99_900, 2: 100_100, 3: 99_700}, fees=[])
    assert findings("STK010", first, explained) == []
