"""PokerGFX: the traps of the feed of live tables, each in a file that was made up."""

import json

import pytest

from rules.audit.audit_of_log import audit_log
from rules.audit.source import BytesSource
from tests.importing.histories.feeds import events, feed, found, hands, nets
from tests.importing.histories.originals import brought_in, logs, problems

TEXT = feed("pokergfx.json")
NAMES = ("ANN", "BOB", "CID", "DEE")
REFUSED = "Correct it. The hand is left out."


def altered(change, hand=None):
    """The file with a change of its whole, or of the hand at a place alone."""
    whole = json.loads(TEXT)
    if hand is not None:
        whole["Hands"] = [whole["Hands"][hand]]
    change(whole if hand is None else whole["Hands"][0])
    return json.dumps(whole)


def kept(hand):
    return altered(lambda row: None, hand)


def in_added_chips(row):
    """The amounts of a hand as what was added, where the program counts so."""
    front, posted = {}, row["FlopDrawBlinds"]
    front[posted["SmallBlindPlayerNum"]] = posted["SmallBlindAmt"]
    front[posted["BigBlindPlayerNum"]] = posted["BigBlindAmt"]
    for event in row["Events"]:
        if event["EventType"] == "BOARD CARD":
            front = {}
        elif event["EventType"] in ("BET", "CALL"):
            before = front.get(event["PlayerNum"], 0)
            front[event["PlayerNum"]] = event["BetAmt"]
            event["BetAmt"] -= before


def take_three_from_the_winner(row):
    row["Players"][3]["EndStackAmt"] -= 3


def test_nets_are_the_stacks_after_the_hand_less_those_before_it():
    assert problems(TEXT) == []
    assert [nets(hand, NAMES) for hand in hands(TEXT)] == [
        {"ANN": 0, "BOB": -3000, "CID": -1000, "DEE": 4000},
        {"ANN": -99000, "BOB": 0, "CID": 110000, "DEE": -11000},
        {"ANN": -1000, "BOB": 1000, "CID": 500, "DEE": -500},
        {"ANN": -500, "BOB": 500, "CID": 0, "DEE": None},
    ]


@pytest.mark.slow
def test_an_audit_of_honest_hands_finds_nothing():
    assert found(TEXT) == []
    assert found(altered(take_three_from_the_winner, 0)) == []
    assert found(altered(less_in_the_next_hand)) == []

    def wrong(whole):
        whole["Hands"][1]["Events"][3]["BetAmt"] = 60

    assert found(altered(wrong)) == []


def test_a_session_has_the_id_of_the_game_and_times_are_utc():
    ((first, one, *_),) = logs(brought_in(TEXT))
    assert (first["session"], first["table"]) == ("pokergfx-639091234567890123-9", "t-1")
    assert (first["currency"], one["at"], one["hand"]) == ("USD", "2026-03-14T20:00:05+02:00", 9)


def test_numbers_count_the_table_and_a_hand_that_is_left_out_is_no_gap():
    ((first, *_),) = logs(brought_in(TEXT))
    assert first["history"] == {"numbering": "table", "seen_by": "table", "cards_from": "deal"}

    def wrong(whole):
        whole["Hands"][1]["Events"][3]["BetAmt"] = 60

    text = altered(wrong)
    ((first, *rest),) = logs(brought_in(text))
    assert first["history"] == {"numbering": "table", "seen_by": "table", "cards_from": "deal", "left_out": 1}
    assert [row["hand"] for row in rest if row["event"] == "pot_hand"] == [9, 11, 12]
    audit = audit_log(BytesSource(brought_in(text).logs[0].data), ruleset="standard-cash")
    (row,) = (each for each in audit.coverage if each.code == "LOG001")
    reason = "hands of the hand history could not be read and are in no log"
    assert [(each.reason, each.hands) for each in row.because] == [(reason, 3)]


def test_every_hole_card_is_read_and_a_ten_has_one_letter():
    first, _, third, _ = hands(TEXT)
    assert [seat["hole"] for seat in first["seats"]] == ["Qs4h", "JcTc", "9d2c", "AsTs"]
    assert "hole" not in third["seats"][3]


def test_board_cards_come_one_by_one_and_three_are_the_flop():
    boards = [act for act in hands(TEXT)[1]["acts"] if act["act"] == "board"]
    assert [(act["street"], act["cards"]) for act in boards] == [
        ("flop", "AsKd4s"), ("turn", "9c"), ("river", "3h"),
    ]  # fmt: skip


def test_the_big_blind_posts_one_ante_for_all():
    assert hands(TEXT)[1]["acts"][:3] == [
        {"act": "post", "seat": 5, "kind": "small_blind", "amount": 500},
        {"act": "post", "seat": 8, "kind": "big_blind", "amount": 1000},
        {"act": "post", "seat": 8, "kind": "table_ante", "amount": 1000},
    ]


def test_a_second_board_is_a_run_and_repeats_the_shared_cards_or_not():
    acts = hands(TEXT)[2]["acts"]
    assert acts[-5:] == [
        {"act": "run", "times": 2},
        {"act": "board", "street": "turn", "cards": "Tc", "run": 1},
        {"act": "board", "street": "river", "cards": "2s", "run": 1},
        {"act": "board", "street": "turn", "cards": "Jd", "run": 2},
        {"act": "board", "street": "river", "cards": "5d", "run": 2},
    ]

    def repeat(row):
        again = [
            {**event, "BoardNum": 2} for event in row["Events"] if event["BoardCards"] in ("5h", "6h", "7s")
        ]
        row["Events"][-2:-2] = again

    assert hands(altered(repeat, 2))[0]["acts"] == acts
    assert hands(TEXT)[2]["stakes"]["chip"] == 500


def test_a_run_whose_board_is_not_there_is_refused():
    text = altered(lambda row: row["Events"].__delitem__(slice(-2, None)), 2)
    ((_, field, said, expected, _),) = problems(text)
    assert (field, said, expected) == (
        "hand 11, Events",
        "boards that do not have five cards each",
        "2 whole boards",
    )


def test_amounts_that_were_added_give_the_same_hands():
    def added(whole):
        for row in whole["Hands"]:
            in_added_chips(row)

    assert [hand["acts"] for hand in hands(altered(added))] == [hand["acts"] for hand in hands(TEXT)]


def test_amounts_that_fit_in_neither_way_are_refused():
    def wrong(row):
        row["Events"][3]["BetAmt"] = 60

    ((_, field, said, expected, do),) = problems(altered(wrong, 1))
    assert (field, said, expected, do) == (
        "hand 10, Events[3]", "CALL 60.00 of player 8", "the bet of 100.00", REFUSED,
    )  # fmt: skip


def test_stacks_that_do_not_fit_the_acts_are_refused():
    def wrong(row):
        row["Players"][1]["EndStackAmt"] = 971

    ((_, field, said, expected, do),) = problems(altered(wrong, 0))
    assert (field, expected, do) == ("hand 9, EndStackAmt", "a stack that fits the acts", REFUSED)
    assert said == "player 3 with 30.00 put in, and -29.00 more after the hand"


def test_numbers_of_players_that_are_no_seats_are_refused():
    def swapped(row):
        for each in (*row["Players"], *row["Events"]):
            each["PlayerNum"] = {3: 8, 8: 3}.get(each["PlayerNum"], each["PlayerNum"])

    ((_, field, said, expected, _),) = problems(altered(swapped, 0))
    assert (field, said) == ("hand 9, Events[1]", "an act of player 2")
    assert expected == "player 5 after player 3, in the order of their numbers as seats"


def test_more_chips_in_the_next_hand_are_an_add_on():
    (only,) = events(TEXT, "chips")
    assert (only["kind"], only["seat"], only["amount"]) == ("add_on", 2, 100000)


def less_in_the_next_hand(whole):
    for name in ("StartStackAmt", "EndStackAmt"):
        whole["Hands"][3]["Players"][1][name] -= 50


def test_fewer_chips_in_the_next_hand_are_listed_and_no_hand_is_taken_for_the_next():
    text = altered(less_in_the_next_hand)
    done = brought_in(text)
    (only,) = done.problems
    assert (only.field, only.found, only.expected, only.refuses) == (
        "hand 12, StartStackAmt", "player 3 with 930.00 at the start", "the 980.00 after hand 11", False,
    )  # fmt: skip
    ((first, *rest),) = logs(done)
    assert first["history"]["numbering"] == "site"
    assert [row["hand"] for row in rest if row["event"] == "pot_hand"] == [9, 10, 11, 12]


def test_a_seat_that_sits_out_is_not_dealt_in_and_has_no_net():
    assert hands(TEXT)[3]["seats"][3]["status"] == "missed"


def test_chips_that_were_taken_off_are_a_rake_that_is_not_recorded():
    (hand,) = hands(altered(take_three_from_the_winner, 0))
    assert nets(hand, NAMES)["DEE"] == 3700
    assert "fees" not in hand


@pytest.mark.parametrize("sign", ["Payouts", "EliminationRank"])
def test_a_tournament_counts_chips_and_has_no_add_on(sign):
    def prizes(whole):
        if sign == "Payouts":
            whole["Payouts"][0] = 5000
        else:
            whole["Hands"][3]["Players"][0]["EliminationRank"] = 4

    text = altered(prizes)
    ((first, *_),) = logs(brought_in(text))
    assert first["tournament"] == "639091234567890123"
    assert nets(hands(text)[1], NAMES) == {"ANN": -990, "BOB": 0, "CID": 1100, "DEE": -110}
    assert events(text, "chips") == []


@pytest.mark.parametrize(
    ("change", "field", "said"),
    [
        ({"GameVariant": "BADUGI"}, "GameVariant", '"BADUGI"'),
        ({"BetStructure": "FIXEDLIMIT"}, "BetStructure", '"FIXEDLIMIT"'),
        ({"NumBoards": 2}, "NumBoards", "2 boards from the start"),
        ({"Events": []}, "Events", "no events"),
        ({"StartDateTimeUTC": None}, "StartDateTimeUTC", "nothing"),
    ],
)
def test_what_has_no_place_is_refused_in_words(change, field, said):
    ((where, named, found_, _, do),) = problems(altered(lambda row: row.update(change), 0))
    assert (named, found_) == (f"hand {9}, {field}", said)
    assert where == "line 1"
    assert do.endswith("The hand is left out.")


def test_a_hand_number_that_comes_twice_is_refused():
    def twice(whole):
        whole["Hands"][1]["HandNum"] = 9

    ((where, field, said, expected, _), *_) = problems(altered(twice))
    assert (where, field, said, expected) == ("line 1", "hand 9, HandNum", "hand 9 twice", "each hand once")


def test_a_board_that_lacks_a_card_is_refused():
    ((_, field, said, expected, _),) = problems(altered(lambda row: row["Events"].pop(5), 0))
    assert (field, said, expected) == ("hand 9, Events[6]", "2 cards of the flop", "3")


def test_a_file_that_is_cut_off_says_so():
    ((where, _, said, expected, do),) = problems(TEXT[: len(TEXT) // 2])
    assert (said, expected, do) == (
        "no JSON, or a file that is cut off", "a file of PokerGFX", "Export it again.",
    )  # fmt: skip
    assert where.startswith("line ")


def test_two_players_of_one_name_are_told_apart_by_the_long_one():
    def alike(row):
        row["Players"][0] |= {"Name": "KIM", "LongName": "KIM ONE"}
        row["Players"][1] |= {"Name": "KIM", "LongName": "KIM TWO"}

    assert nets(hands(altered(alike, 0))[0], ("KIM ONE", "KIM TWO", *NAMES))["KIM TWO"] == -3000


def test_the_seats_that_are_kept_are_those_of_the_file():
    assert nets(hands(kept(2))[0], NAMES) == nets(hands(TEXT)[2], NAMES)
