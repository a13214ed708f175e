"""Turns, rights to act, the nuts, the clock and boards that are run more than once: the checks of who acts, and whether."""

from __future__ import annotations

from tests.rules.checks.pot_hands import BLINDS, CALLED, CHECKED, coverage_of, findings, hand

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
            "Hand 1, seat 6, act 10: the clock was called, and it acted after 48 seconds; 30 seconds were allowed (OLY-1.24).",
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


def test_bet015_fires_where_a_street_that_was_to_come_is_dealt_once():
    """All in before the flop: the flop is dealt twice, too (OLY-2.30)."""
    before = (*ALL_IN[:5], "6 raises 20000", "1 folds", "2 calls 20000")
    agrees = {"act": "run", "times": 2, "agreed": [2, 6]}
    stakes = {"small_blind": 200, "big_blind": 200, "chip": 100}
    played = hand(*before, agrees, "flop 2c7dJh", *TWICE, stakes=stakes, stacks={2: 20_000, 6: 20_000})
    (found,) = findings("BET015", played)
    assert found[4:] == (
        "OLY-2.30",
        "Hand 1, act 8: the rest was dealt 2 times, and the boards parted at the turn; the boards part at the flop (OLY-2.30).",
    )


def test_bet015_quiet_where_both_agree():
    assert findings("BET015", run_twice()) == []


def test_bet015_quiet_under_rules_that_leave_it_to_the_players():
    assert findings("BET015", run_twice(times=3, small=100), ruleset="standard-cash") == []
