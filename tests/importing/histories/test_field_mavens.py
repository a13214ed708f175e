"""Poker Mavens: the traps of the text that clubs' own servers write, in a file that was made up."""

import pytest

from tests.importing.histories.feeds import feed, found, nets
from tests.importing.histories.originals import brought_in, logs, problems

TEXT = feed("mavens.txt")
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")
FIRST, SECOND, LIMIT = (f"{each.strip()}\n" for each in TEXT.split("\n\n"))


def hand(text):
    """The only hand of a text that has no problem."""
    done = brought_in(text)
    assert done.problems == ()
    ((row,),) = [[row for row in rows if row["event"] == "pot_hand"] for rows in logs(done)]
    return row


def test_each_table_is_a_session_and_a_hand_has_the_number_of_its_run():
    assert problems(TEXT) == []
    firsts = [(rows[0]["table"], rows[0]["session"]) for rows in logs(brought_in(TEXT))]
    assert firsts == [
        ("NLHE 6max .50/1 #2", "mavens-4410022-009"),
        ("LHE 6max 2/4 #1", "mavens-4410022-011"),
    ]
    assert (hand(FIRST)["_id"], hand(FIRST)["at"]) == ("4410022-009", "2026-03-14T20:11:02+02:00")


def test_nets_are_what_was_won_less_what_was_put_in():
    assert [nets(hand(text), NAMES) for text in (FIRST, SECOND, LIMIT)] == [
        {"Ann": 2125, "Bob": -100, "Cid": -2200, "Dee": 0, "Eve": None},
        {"Ann": 6825, "Bob": -50, "Cid": -6150, "Dee": -1000},
        {"Ann": -15, "Dee": -15},
    ]


def test_each_pot_has_its_rake():
    assert hand(FIRST)["pots"] == [{"pot": 0, "amount": 4450, "awards": [{"seat": 1, "amount": 4275}]}]
    assert hand(SECOND)["pots"] == [
        {"pot": 0, "amount": 3050, "awards": [{"seat": 1, "amount": 2975}]},
        {"pot": 1, "amount": 10300, "awards": [{"seat": 1, "amount": 10000}]},
    ]
    assert hand(SECOND)["fees"] == [
        {"kind": "rake", "amount": 300, "pot": 1},
        {"kind": "rake", "amount": 75, "pot": 0},
    ]
    assert hand(FIRST.replace("(42.75)", "(44.50)").replace("Rake (1.75)", "Rake (0)"))["fees"] == []


def test_a_raise_says_to_how_much_and_a_refund_is_an_uncalled_bet():
    assert hand(FIRST)["acts"][-4:] == [
        {"act": "bet", "seat": 3, "to": 1200},
        {"act": "raise", "seat": 1, "to": 3000},
        {"act": "fold", "seat": 3},
        {"act": "return", "seat": 1, "amount": 1800},
    ]


def test_who_waits_for_the_big_blind_and_posts_it_is_dealt_in():
    assert "status" not in hand(FIRST)["seats"][1]
    assert hand(FIRST)["seats"][4]["status"] == "missed"


def test_the_small_part_of_both_blinds_is_dead():
    assert hand(FIRST)["acts"][2:4] == [
        {"act": "post", "seat": 3, "kind": "missed_small", "amount": 50},
        {"act": "post", "seat": 3, "kind": "missed_big", "amount": 100},
    ]


def test_who_has_timed_out_did_not_fold_himself():
    assert {"act": "fold", "seat": 2, "by": "timeout"} in hand(FIRST)["acts"]


def test_chips_of_who_has_folded_are_an_add_on_and_those_of_who_has_not_are_an_act():
    added = [row for rows in logs(brought_in(TEXT)) for row in rows if row["event"] == "chips"]
    assert [(row["kind"], row["seat"], row["amount"]) for row in added] == [
        ("add_on", 3, 1150),
        ("add_on", 2, 50),
    ]
    in_hand = SECOND.replace("Bob folds\nBob adds 0.50 chips", "Bob folds").replace(
        "Cid calls 24\n", "Cid calls 24\nCid adds 1 chips\n"
    )
    assert {"act": "add", "seat": 3, "amount": 100} in hand(in_hand)["acts"]


def test_the_numbers_of_a_limit_game_are_its_bets():
    row = hand(LIMIT)
    assert (row["limit"], row["stakes"]) == (
        "fixed_limit", {"small_bet": 200, "big_bet": 400, "big_blind": 200, "small_blind": 100},
    )  # fmt: skip
    assert [award["amount"] for award in row["pots"][0]["awards"]] == [585, 585]


def test_a_pot_that_is_not_what_was_put_in_is_refused():
    ((where, field, said, expected, do),) = problems(
        LIMIT.replace("Ann splits Pot (5.85)", "Ann splits Pot (5.75)")
    )
    assert (where, field) == ("line 1", "hand 4410022-011")
    assert (said, expected) == ("pots that come to 11.90", "the 12.00 that players put in")
    assert do == "Import the whole text. The hand is left out."


def test_a_hand_without_its_rake_is_cut_off():
    text = LIMIT.replace("Rake (0.30)\n", "")
    ((where, _, said, expected, _),) = problems(text)
    assert (where, said, expected) == ("line 28", "the end of the hand", "the line `Rake (0.30)`")
    lacking = SECOND.replace(
        "Ann wins Side Pot 1 (100) with a Full House\nRake (3)", "Ann wins Side Pot 1 (103) with a Full House"
    )
    ((_, _, said, expected, _),) = problems(lacking)
    assert (said, expected) == ("no rake of the Side Pot 1", "a rake for each pot, after who wins it")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "NL Hold'em (20 - 200) - Blinds 0.50/1",
            "NL Hold'em (1500) - Level 3",
            "Game: NL Hold'em (1500) - Level 3",
        ),
        ("Dee folds", "Dee juggles", "Dee juggles"),
        (
            "NL Hold'em (20 - 200) - Blinds",
            "NL Hold'em (20 - 200) - Stakes",
            "Game: NL Hold'em (20 - 200) - Stakes 0.50/1",
        ),
    ],
)
def test_what_is_not_known_costs_its_hand_only(old, new, said):
    ((_, field, found_, *_),) = problems(f"{FIRST.replace(old, new)}\n{LIMIT}")
    assert (field, found_) == ("hand 4410022-009", f'"{said}"')
    assert nets(hand(LIMIT), NAMES) == {"Ann": -15, "Dee": -15}


@pytest.mark.slow
def test_an_audit_of_honest_hands_finds_nothing():
    assert found(TEXT) == []
