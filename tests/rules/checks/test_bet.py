"""The checks of betting in pot games: what fires, and what stays quiet."""

from __future__ import annotations

import pytest

from tests.rules.checks.pot_hands import BLINDS, CALLED, CHECKED, act, coverage_of, findings, hand, said

NO_ACTS = {name: value for name, value in hand().items() if name != "acts"}


def test_bet001_fires_on_a_bet_out_of_turn_whose_chips_stayed_after_a_bet_before_it():
    played = hand(*CALLED, "6 bets 500", "2 bets 300")
    assert findings("BET001", played) == [
        (1, 6, "seat 6", "seat 2", "OLY-1.23-a", "Hand 1, seat 6, act 9: bet €5.00; it was the turn of seat 2 (OLY-1.23-a)."),
        (1, 6, "bet", None, "OLY-1.26-b", "Hand 1, seat 6, act 9: bet €5.00; it was out of turn, an earlier seat bet or raised "
         "meanwhile, and the chips did not go back (OLY-1.26-b)."),
    ]  # fmt: skip


def test_bet001_fires_on_chips_that_went_back_although_nobody_bet_before_them():
    played = hand(*CALLED, "6 bets 500", "2 checks", "6 takes_back 500", "6 checks")
    assert findings("BET001", played)[1] == (
        1, 6, "take_back", None, "OLY-1.26-a",
        "Hand 1, seat 6, act 11: took back €5.00; nobody before it bet or raised, so the act out of turn was to remain "
        "(OLY-1.26-a).",
    )  # fmt: skip


def test_bet001_quiet_where_everybody_acts_in_turn_and_where_no_acts_are_on_record():
    assert findings("BET001", hand(*CALLED, "2 bets 500", "6 calls 500")) == []
    assert coverage_of("BET001", NO_ACTS) == (0, 0, {"the acts of the hand were not recorded": 1})


def test_bet002_fires_on_a_hand_that_was_folded_and_on_a_player_who_was_away():
    folded = hand(*CALLED, "2 bets 500", "3 calls 500", "6 folds")
    assert findings("BET002", folded) == [
        (
            1,
            3,
            "call",
            None,
            "OLY-1.35",
            "Hand 1, seat 3, act 10: called to €5.00; its hand was not live any more (OLY-1.35).",
        )
    ]
    away = hand(
        *BLINDS,
        "3 folds",
        "4 folds",
        "5 folds",
        "6 calls",
        "1 folds",
        "2 checks",
        at_seats={6: {"present": False}},
    )
    assert findings("BET002", away) == [
        (1, 6, "call", None, "OLY-1.23-a", "Hand 1, seat 6, act 5: called; its player was away (OLY-1.23-a).")
    ]


def test_bet002_fires_on_a_bet_after_the_betting_was_over():
    over = hand(*BLINDS, "3 folds", "4 folds", "5 folds", "6 folds", "1 folds", "2 bets 900")
    (found,) = findings("BET002", over)
    assert found[:4] == (1, 2, "bet", None)
    assert found[5] == "Hand 1, seat 2, act 7: bet €9.00; the betting was over (OLY-1.23-a)."


def test_bet002_quiet_where_only_live_hands_act():
    assert findings("BET002", hand(*CALLED, "2 bets 500", "6 folds", "2 gets_back 500")) == []


def test_bet003_fires_on_a_raise_by_less_than_the_bet_before_it_and_on_an_opening_bet_below_the_blind():
    assert findings("BET003", hand(*CALLED, "2 bets 1000", "6 raises 1999", "2 folds")) == [
        (
            1,
            6,
            1999,
            2000,
            "OLY-1.17-a",
            "Hand 1, seat 6, act 10: raised to €19.99; a raise comes to €20.00 at least (OLY-1.17-a).",
        )
    ]
    (found,) = findings("BET003", hand(*CALLED, "2 bets 100", "6 folds"))
    assert found[2:] == (
        100, 200, "external:TDA-minimum-bet",
        "Hand 1, seat 2, act 9: bet €1.00; an opening bet comes to at least €2.00 (external:TDA-minimum-bet).",
    )  # fmt: skip


def test_bet003_quiet_for_a_raise_of_the_least_amount_for_an_all_in_and_where_the_limit_is_not_known():
    assert findings("BET003", hand(*CALLED, "2 bets 1000", "6 raises 2000", "2 folds")) == []
    assert (
        findings("BET003", hand(*CALLED, "2 bets 1000", "6 raises 1300", "2 folds", stacks={6: 1500})) == []
    )
    unknown = hand(*CALLED, "2 bets 1000", "6 raises 1999", "2 folds") | {"limit": None}
    unknown = {name: value for name, value in unknown.items() if value is not None}
    assert findings("BET003", unknown) == []
    assert coverage_of("BET003", unknown) == (0, 0, {"the limit was not recorded": 1})


SHORT = (*BLINDS, "3 folds", "4 folds", "5 folds", "6 calls", "1 calls", "2 checks", "flop 2c7dJh")


def test_bet004_fires_on_a_raise_after_an_all_in_that_was_too_small_to_open_the_betting():
    played = hand(
        *SHORT, "1 checks", "2 bets 1000", "6 raises 1400", "1 folds", "2 raises 2400", stacks={6: 1600}
    )
    assert findings("BET004", played) == [
        (1, 2, 2400, 1400, "OLY-1.20", "Hand 1, seat 2, act 13: raised to €24.00; the betting was not open to a raise by it: "
         "it could "
         "call, €14.00 in all, or fold (OLY-1.20).")
    ]  # fmt: skip


def test_bet004_quiet_where_the_all_in_was_half_a_raise():
    played = hand(
        *SHORT, "1 checks", "2 bets 1000", "6 raises 1500", "1 folds", "2 raises 2500", stacks={6: 1700}
    )
    assert findings("BET004", played) == []
    (found,) = findings("BET004", played, ruleset="standard-cash")  # only a full raise opens it again
    assert found[4] == "external:TDA-reopening"


FIXED = {
    "limit": "fixed_limit",
    "stakes": {"small_blind": 100, "big_blind": 200, "small_bet": 200, "big_bet": 400},
}


def test_bet005_fires_above_the_pot_and_beside_the_fixed_limit():
    (found,) = findings("BET005", hand(*BLINDS, "3 raises 800", limit="pot_limit"))
    assert found == (
        1,
        3,
        800,
        700,
        "OLY-1.22",
        "Hand 1, seat 3, act 2: raised to €8.00; the pot allows €7.00 at most (OLY-1.22).",
    )
    (found,) = findings("BET005", hand(*BLINDS, "3 raises 400", "4 raises 700", **FIXED))
    assert found[2:5] == (700, 600, "external:RROP-limit")
    assert found[5].startswith("Hand 1, seat 4, act 3: raised to €7.00; the fixed limit is €6.00")


def test_bet005_fires_on_a_raise_after_the_most_raises_of_a_round():
    capped = hand(*BLINDS, "3 raises 400", "4 raises 600", "5 raises 800", "6 raises 1000", **FIXED)
    (found,) = findings("BET005", capped)
    assert found[:4] == (1, 6, 1000, 800)
    assert "the round had its most raises: it could call, €8.00 in all, or fold" in found[5]


def test_bet005_quiet_at_the_limit_itself():
    assert findings("BET005", hand(*BLINDS, "3 raises 700", limit="pot_limit")) == []
    assert findings("BET005", hand(*BLINDS, "3 raises 400", "4 raises 600", "5 raises 800", **FIXED)) == []


def test_bet006_fires_beyond_the_stack_and_on_chips_added_during_a_hand():
    (found,) = findings("BET006", hand(*CALLED, "2 bets 5000", "6 folds", stacks={2: 1000}))
    assert found == (
        1,
        2,
        5000,
        800,
        "OLY-2.19-a",
        "Hand 1, seat 2, act 9: bet €50.00; its chips come to €8.00 (OLY-2.19-a).",
    )
    (found,) = findings("BET006", hand(*CALLED, "2 adds 5000", "2 checks", "6 checks"))
    assert found[2:] == (
        "add", None, "OLY-2.19-a", "Hand 1, seat 2, act 9: added €50.00; no chips come to a stack during a hand (OLY-2.19-a)."
    )  # fmt: skip
    (found,) = findings("BET006", hand("1 posts small_blind 100", "2 posts big_blind 200", stacks={2: 150}))
    assert found[1:4] == (2, 200, 150)


def test_bet006_quiet_for_a_bet_of_the_whole_stack_and_untestable_without_stacks():
    assert findings("BET006", hand(*CALLED, "2 bets 800", "6 folds", stacks={2: 1000})) == []
    without = hand(*CALLED, "2 bets 5000", "6 folds", at_seats={2: {"stack": None}})
    without["seats"] = [
        {name: value for name, value in each.items() if value is not None} for each in without["seats"]
    ]
    assert findings("BET006", without) == []
    assert coverage_of("BET006", without) == (0, 0, {"the stack of a seat was not recorded": 1})


def test_bet007_fires_on_a_check_that_faces_a_bet_on_a_short_call_and_on_a_wrong_return():
    assert findings("BET007", hand(*CALLED, "2 bets 500", "6 checks")) == [
        (1, 6, None, 500, "external:RROP-betting",
         "Hand 1, seat 6, act 10: checked; it faced a bet: a call comes to €5.00 (external:RROP-betting).")
    ]  # fmt: skip
    (found,) = findings("BET007", hand(*CALLED, "2 bets 500", "6 calls 400"))
    assert found[2:4] == (400, 500)
    (found,) = findings("BET007", hand(*CALLED, "2 bets 1000", "6 folds", "2 gets_back 900"))
    assert found[1:4] == (2, 900, 1000)
    assert "€9.00 went back; €10.00 of the bet was uncalled" in found[5]
    twice = hand(*CALLED, "2 bets 1000", "6 folds", "2 gets_back 1000", "2 gets_back 1000")
    assert [each[1:4] for each in findings("BET007", twice)] == [(2, 1000, 0)]


def test_bet007_quiet_where_the_bet_is_called_and_the_rest_goes_back():
    assert findings("BET007", hand(*CALLED, "2 bets 500", "6 calls 500")) == []
    assert findings("BET007", hand(*CALLED, "2 bets 1000", "6 folds", "2 gets_back 1000")) == []
    assert (
        findings("BET007", hand(*CALLED, "2 bets 1000", "6 folds", "2 gets_back 400", "2 gets_back 600"))
        == []
    )
    assert findings("BET007", hand(*CALLED, "2 bets 500", "6 calls 100", stacks={6: 300})) == []


@pytest.mark.parametrize(
    ("before", "line", "expected", "clause", "words"),
    [
        (("2 bets 500",), said("6 raises 1500", "nothing", [500], [1000]), 500, "OLY-1.15-a",
         "raised to €15.00; the chips came in several motions and without a word: it is a call of €5.00"),
        (("2 bets 250",), said("6 raises 1000", "nothing", [1000]), 250, "OLY-1.16",
         "raised to €10.00; it was one chip, without a word: it is a call of €2.50"),
        (("2 bets 1000",), said("6 raises 2000", "nothing", [500, 500, 400]), 1000, "OLY-1.18-a",
         "raised to €20.00; nothing was said, and the chips make it a call of €10.00"),
        (("2 bets 1000",), said("6 raises 1500", "nothing", [1000, 500]), 2000, "OLY-1.19",
         "raised to €15.00; half of a raise or more was put in: it is made up to a raise to €20.00"),
        (("2 bets 500",), said("6 calls 500", "raise", to=1500), 1500, "OLY-1.21",
         "called to €5.00; what was announced binds: a raise to €15.00"),
    ],
    ids=["motions", "one chip", "several chips", "half a raise", "announced"],
)  # fmt: skip
def test_bet008_fires_where_an_act_is_not_what_words_or_chips_make_it(before, line, expected, clause, words):
    (found,) = findings("BET008", hand(*CALLED, *before, line))
    assert found[:2] == (1, 6)
    assert found[3:] == (expected, clause, f"Hand 1, seat 6, act 10: {words} ({clause}).")


def test_bet008_quiet_where_words_bind_and_where_nothing_was_said_on_record():
    announced = hand(*CALLED, "2 bets 500", said("6 raises 1500", "raise", [500], [1000], to=1500))
    assert findings("BET008", announced) == []
    assert coverage_of("BET008", hand(*CALLED, "2 bets 500", "6 raises 1500")) == (
        0, 0, {"what players said was not recorded": 1}
    )  # fmt: skip


def test_bet009_fires_on_a_blind_of_another_seat_and_of_another_amount():
    assert findings("BET009", hand("2 posts small_blind 100", "3 posts big_blind 200")) [0] == (
        1, 2, "seat 2", "seat 1", "external:RROP-blinds",
        "Hand 1, seat 2, act 0: posted a small blind of €1.00; the blind was for seat 1 (external:RROP-blinds).",
    )  # fmt: skip
    (found,) = findings("BET009", hand("1 posts small_blind 100", "2 posts big_blind 100"))
    assert found[1:4] == (2, 100, 200)
    (found,) = findings("BET009", hand("1 posts small_blind 50", "2 posts big_blind 200"))
    assert found[1:4] == (1, 50, 100)


def test_bet009_fires_on_a_player_who_is_back_within_the_hour_and_does_not_post():
    left = {
        "event": "seat",
        "at": "2026-03-14T20:01:00+02:00",
        "player": "P4",
        "seat": 4,
        "kind": "left",
        "amount": 100_000,
    }
    back = {"event": "seat", "at": "2026-03-14T20:30:00+02:00", "player": "P4", "seat": 4, "kind": "seated"}
    first = hand(*BLINDS, "3 folds", "4 folds", "5 folds", "6 folds", "1 folds")
    second = hand(
        "2 posts small_blind 100",
        "3 posts big_blind 200",
        "4 folds",
        number=2,
        dealer=1,
        at="2026-03-14T20:31:00+02:00",
    )
    (found,) = findings("BET009", first, left, back, second)
    assert found == (
        2, 4, None, 200, "OLY-2.26-b", "Hand 2, seat 4: a player who comes back, or sits down on the "
        "button, posts €2.00 (OLY-2.26-b)."
    )  # fmt: skip


def test_bet009_quiet_where_blinds_are_as_the_stakes_say_and_a_returned_player_posts():
    assert findings("BET009", hand(*BLINDS)) == []
    left = {
        "event": "seat",
        "at": "2026-03-14T20:01:00+02:00",
        "player": "P4",
        "seat": 4,
        "kind": "left",
        "amount": 100_000,
    }
    back = {"event": "seat", "at": "2026-03-14T20:30:00+02:00", "player": "P4", "seat": 4, "kind": "seated"}
    posts = ("2 posts small_blind 100", "3 posts big_blind 200", "4 posts new_player 200")
    assert (
        findings(
            "BET009",
            hand(*BLINDS),
            left,
            back,
            hand(*posts, number=2, dealer=1, at="2026-03-14T20:31:00+02:00"),
        )
        == []
    )


STUD = {
    "game": "stud7", "limit": "fixed_limit", "seats": 3, "dealer": 3,
    "stakes": {"ante": 50, "bring_in": 100, "small_bet": 200, "big_bet": 400},
    "at_seats": {1: {"up": "9h"}, 2: {"up": "2c"}, 3: {"up": "Kd"}},
}  # fmt: skip
ANTES = ("1 posts ante 50", "2 posts ante 50", "3 posts ante 50")


def test_bet010_fires_on_a_bring_in_by_another_seat_than_the_lowest_card_and_of_another_amount():
    (found,) = findings("BET010", hand(*ANTES, "1 posts bring_in 100", **STUD))
    assert found == (
        1, 1, "seat 1", "seat 2", "external:RROP-stud",
        "Hand 1, seat 1, act 3: posted a bring-in of €1.00; the bring-in was for seat 2 (external:RROP-stud).",
    )  # fmt: skip
    (found,) = findings("BET010", hand(*ANTES, "2 posts bring_in 150", **STUD))
    assert found[1:4] == (2, 150, 100)


def test_bet010_quiet_where_the_lowest_card_brings_in():
    assert findings("BET010", hand(*ANTES, "2 posts bring_in 100", **STUD)) == []
    assert (
        findings("BET010", hand(*ANTES, "2 posts bring_in 200", **STUD)) == []
    )  # it opens for the small bet


def test_bet011_fires_on_a_straddle_of_another_amount_or_out_of_the_row():
    (found,) = findings("BET011", hand(*BLINDS, "3 posts straddle 500"))
    assert found == (
        1,
        3,
        500,
        400,
        "OLY-2.16-a",
        "Hand 1, seat 3, act 2: posted a straddle of €5.00; a straddle is €4.00 (OLY-2.16-a).",
    )
    (found,) = findings("BET011", hand(*BLINDS, "4 posts straddle 400"))
    assert found[1:5] == (4, "seat 4", "seat 3", "OLY-2.16-b")


def test_bet011_quiet_for_straddles_in_a_row_each_twice_the_one_before():
    assert findings("BET011", hand(*BLINDS, "3 posts straddle 400", "4 posts straddle 800")) == []


@pytest.mark.parametrize("amount", [1050, 1600])
def test_bet011_quiet_for_twice_a_short_straddle_and_for_twice_a_full_one(amount):
    row = (*BLINDS, "3 posts straddle 400", "4 posts straddle 525")
    assert findings("BET011", hand(*row, f"5 posts straddle {amount}", stacks={4: 525})) == []


def test_bet011_fires_on_another_amount_after_a_short_straddle():
    row = (*BLINDS, "3 posts straddle 400", "4 posts straddle 525", "5 posts straddle 1200")
    assert [found[1:4] for found in findings("BET011", hand(*row, stacks={4: 525}))] == [(5, 1200, 1050)]


def test_bet012_fires_where_the_best_hand_checks_behind_on_the_river():
    played = hand(
        *CALLED,
        "2 checks",
        "6 checks",
        "turn Jd",
        "2 checks",
        "6 checks",
        "river 9c",
        "2 checks",
        "6 checks",
        hole={6: "JsJc"},
    )
    assert findings("BET012", played) == [
        (1, 6, "check", "bet", "OLY-1.27",
         "Hand 1, seat 6, act 16: checked; no other hand could beat it, and it ended the betting: it was to bet (OLY-1.27).")
    ]  # fmt: skip


def test_bet012_quiet_where_another_hand_could_beat_it_and_where_the_rules_do_not_ask_for_a_bet():
    played = hand(*CHECKED, "2 checks", "6 checks", hole={6: "JsJc"})  # eight and ten make a straight
    assert findings("BET012", played) == []
    assert coverage_of("BET012", played, ruleset="standard-cash") == (0, 1, {})


CALL_ONLY = {"kind": "exposed_card", "seat": 6, "when": "play", "ruling": "call_only", "act": 9}


def test_bet013_fires_on_a_raise_by_a_hand_that_was_ruled_to_call_only():
    played = hand(*CALLED, "2 bets 500", "6 raises 1500", irregularities=[CALL_ONLY])
    assert findings("BET013", played) == [
        (
            1,
            6,
            1500,
            500,
            "OLY-1.34-b",
            "Hand 1, seat 6, act 10: raised to €15.00; its hand was ruled to call only: €5.00 in all (OLY-1.34-b).",
        )
    ]


def test_bet013_quiet_where_it_only_calls():
    assert findings("BET013", hand(*CALLED, "2 bets 500", "6 calls 500", irregularities=[CALL_ONLY])) == []


def clock(seconds: int) -> dict[str, object]:
    return {
        "act": "clock",
        "seat": 6,
        "called_by": 2,
        "at": "2026-03-14T20:03:00+02:00",
        "acted_at": f"2026-03-14T20:03:{seconds}+02:00",
    }


def test_bet014_fires_after_thirty_seconds():
    assert findings("BET014", hand(*CALLED, "2 bets 500", clock(48), "6 folds")) == [
        (
            1,
            6,
            48,
            30,
            "OLY-1.24",
            "Hand 1, seat 6, act 10: the clock was called; 30 seconds were allowed (OLY-1.24).",
        )
    ]


def test_bet014_quiet_at_thirty_seconds():
    assert findings("BET014", hand(*CALLED, "2 bets 500", clock(30), "6 folds")) == []


ALL_IN = (
    "1 posts small_blind 200", "2 posts big_blind 200", "3 folds", "4 folds", "5 folds", "6 raises 800", "1 folds", "2 calls 800",
    "flop 2c7dJh", "2 bets 19700", "6 calls 19700",
)  # fmt: skip
TWICE = [
    {"act": "board", "street": street, "cards": cards, "run": run}
    for run, street, cards in ((1, "turn", "4s"), (1, "river", "9c"), (2, "turn", "Kh"), (2, "river", "3d"))
]


def run_twice(times=2, agreed=(2, 6), *, small=200):
    stakes = {"small_blind": small, "big_blind": 200, "chip": 100}
    first = (f"1 posts small_blind {small}", *ALL_IN[1:])
    agrees = {"act": "run", "times": times, "agreed": list(agreed)}
    return hand(
        *first, agrees, *TWICE, stakes=stakes, stacks={2: 20_500, 6: 20_500}, hole={2: "AhAd", 6: "KsKd"}
    )


def test_bet015_fires_where_a_seat_did_not_agree_the_table_does_not_offer_it_or_it_was_too_often():
    (found,) = findings("BET015", run_twice(agreed=[2]))
    assert found[4:] == (
        "OLY-2.32",
        "Hand 1, act 11: the rest was dealt 2 times; of the live seats, these did not agree: 6 (OLY-2.32).",
    )
    (found,) = findings("BET015", run_twice(small=100))
    assert found[5].endswith("the table does not offer it at these blinds (OLY-2.33).")
    (found,) = findings("BET015", run_twice(times=3))
    assert found[2:4] == (3, 2)


def test_bet015_quiet_where_both_agree():
    assert findings("BET015", run_twice()) == []


def test_bet015_quiet_under_rules_that_leave_it_to_the_players():
    assert findings("BET015", run_twice(times=3, small=100), ruleset="standard-cash") == []


@pytest.mark.parametrize(("ruling", "severity"), [(None, "major"), ("bet_stands", "note")])
def test_bet003_fires_as_a_note_where_a_ruling_on_record_covers_the_act(ruling, severity):
    from tests.rules.checks.pot_hands import audited

    ruled = [{"kind": "wrong_bet", "seat": 6, "act": 11, "ruling": ruling}] if ruling else None
    played = hand(
        *CALLED, "2 bets 1000", "6 raises 1999", "2 folds", **({"irregularities": ruled} if ruled else {})
    )
    (found,) = (each for each in audited(played).findings if each.code == "BET003")
    assert (found.severity, found.stated, found.expected) == (severity, 1999, 2000)


def test_bet003_quiet_about_acts_of_other_kinds():
    assert findings("BET003", hand(*CALLED, act("2 checks"), "6 checks")) == []
