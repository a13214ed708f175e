"""The text of PokerStars: every real hand, and each kind of line."""

import msgspec
import pytest

from auditor.importing.histories.history_logs import pseudonym
from tests.folding import of_every
from tests.importing.histories.originals import (
    KEY,
    OPTIONS,
    a_tenth,
    as_recorded,
    brought_in,
    log,
    logs,
    originals,
    problems,
)

HANDS = originals("pokerstars")
_CANCELLED = "pokerstars/hhs-110222853693.txt"  # one seat, and no cards
DEVIATIONS = {
    # Two pots with several winners: the text does not say how the rake of 5.00 fell on them, so that their nets are not known.
    "pokerstars/hhs-109713978619.txt": [
        ("net", 3, 135500, None),
        ("net", 6, 165500, None),
        ("net", 9, -98250, None),
    ],
}


def hand(*lines, head="Hold'em No Limit ($1/$2 USD)", at="2021/03/21 11:21:25 ET", end=True, seats=None):
    """A hand of three by lines of its text."""
    seats = ("Ann ($200 in chips)", "Ben ($180 in chips)", "Cid ($90 in chips)") if seats is None else seats
    return "\n".join(
        [
            f"PokerStars Hand #12:  {head} - {at}",
            "Table 'Halley II' 6-max Seat #1 is the button",
            *(f"Seat {number}: {each}" for number, each in enumerate(seats, 1)),
            *lines,
            *(["*** SUMMARY ***"] if end else []),
        ]
    )


BLINDS = ("Ben: posts small blind $1", "Cid: posts big blind $2", "*** HOLE CARDS ***")


def acts(*lines, **fields):
    return log(hand(*lines, **fields))[1]["acts"]


@pytest.mark.sampled(10)
@pytest.mark.parametrize("part", range(10))
def test_a_real_hand_comes_to_what_it_records_and_breaks_no_rule(part):
    texts = a_tenth(HANDS, part)
    texts.pop(_CANCELLED, None)
    for row in as_recorded(texts, DEVIATIONS).values():
        assert "fees" in row
        assert all("net" in seat or seat.get("status") == "missed" for seat in row["seats"])


def test_the_pots_of_all_real_hands_are_on_record_but_where_the_rake_of_several_is_not():
    rows = {name: log(text)[1] for name, text in HANDS.items() if "Side pot" in text}
    assert len(HANDS) == 207
    assert {name for name, row in rows.items() if "pots" not in row} == set(rows)
    for row in rows.values():
        assert [pot["pot"] for pot in row["_pots"]] == [0, 1]


def test_main_and_side_pot_are_after_the_rake():
    _, row = log(HANDS["pokerstars/hhs-109713978619.txt"])
    assert row["_pots"] == [
        {
            "pot": 0,
            "amount": 527500,
            "awards": [{"seat": 3, "amount": 263750}, {"seat": 6, "amount": 263750}],
        },
        {
            "pot": 1,
            "amount": 420000,
            "awards": [{"seat": 9, "amount": 210000}, {"seat": 6, "amount": 210000}],
        },
    ]
    assert row["fees"] == [{"kind": "rake", "amount": 500}]
    assert row["stakes"] == {"small_bet": 30000, "big_bet": 60000, "big_blind": 30000, "small_blind": 15000}


def test_a_cancelled_hand_of_one_seat_is_no_hand_of_the_format():
    (only,) = problems(HANDS[_CANCELLED])
    assert only == (
        "line 1", "hand 110222853693", "a cancelled hand of one seat", "a hand of two seats or more",
        "Nothing was played. The hand is left out.",
    )  # fmt: skip


def test_a_hand_run_twice_has_boards_and_awards_of_each_run():
    _, row = log(HANDS["pokerstars/santi-195024058118.txt"])
    runs = [act for act in row["acts"] if act["act"] in ("run", "board")]
    assert runs == [
        {"act": "board", "street": "flop", "cards": "Qs8c2c"},
        {"act": "run", "times": 2},
        {"act": "board", "street": "turn", "cards": "As", "run": 1},
        {"act": "board", "street": "river", "cards": "6h", "run": 1},
        {"act": "board", "street": "turn", "cards": "Td", "run": 2},
        {"act": "board", "street": "river", "cards": "5c", "run": 2},
    ]
    (pot,) = row["pots"]
    assert (pot["amount"], [(each["run"], each["amount"]) for each in pot["awards"]]) == (
        2444,
        [(1, 584), (1, 583), (2, 584), (2, 583)],
    )


def test_a_seat_that_cashed_out_has_its_award_and_what_the_house_paid():
    _, row = log(HANDS["pokerstars/italy-159212572783.txt"])
    seat = row["seats"][1]
    assert (seat["cash_out"], seat["net"]) == ({"amount": 2610, "fee": 26}, 1895)
    assert row["pots"] == [{"pot": 0, "amount": 4100, "awards": [{"seat": 2, "amount": 3895}]}]


def test_a_cap_is_of_the_stakes_and_an_uncalled_bet_without_a_line_is_in_no_net():
    _, row = log(HANDS["pokerstars/hhs-61910233643.txt"])
    assert row["stakes"] == {"small_blind": 100, "big_blind": 200, "cap": 4000}
    assert {seat["seat"]: seat["net"] for seat in row["seats"] if seat["net"]} == {1: -400, 2: -100, 3: 500}


def test_who_ran_out_of_time_did_not_act():
    _, row = log(HANDS["pokerstars/hhs-109676049949.txt"])
    late = [(act["act"], act["seat"]) for act in row["acts"] if act.get("by") == "timeout"]
    assert late == [("check", 4), ("check", 4), ("check", 2), ("check", 4), ("fold", 2)]


def test_names_are_pseudonyms_everywhere():
    text = HANDS["pokerstars/hhs-109676049949.txt"]
    (derived,) = brought_in(text).logs
    assert b"morajk" in text.encode()
    assert b"morajk" not in derived.data
    assert pseudonym(KEY, "morajk").encode() in derived.data


def test_the_session_is_of_the_text_and_the_room():
    first, row = log(hand(*BLINDS))
    assert (first["session"], first["table"], first["currency"]) == ("pokerstars-12", "Halley II", "USD")
    assert (first["opened_at"], row["at"]) == ("2021-03-21T17:21:25+02:00", "2021-03-21T17:21:25+02:00")
    assert (row["hand"], row["dealer"], row["game"], row["limit"]) == (12, 1, "holdem", "no_limit")


@of_every(
    ("at", "instant"),
    [
        ("2014/11/08 0:40:18 WET [2014/11/07 19:40:18 ET]", "2014-11-08T02:40:18+02:00"),
        ("2018/12/31 23:00:00 UTC [2018/12/31 18:00:00 ET]", "2019-01-01T01:00:00+02:00"),
        ("2018/12/31 23:00:00 XYZ [2018/12/31 18:00:00 ET]", "2019-01-01T01:00:00+02:00"),
        ("2018/07/31 12:00:00", "2018-07-31T12:00:00+03:00"),
    ],
)
def test_a_time_is_in_its_zone_and_else_in_that_of_the_room(at, instant):
    assert log(hand(*BLINDS, at=at))[1]["at"] == instant


@of_every(
    ("head", "currency"),
    [
        ("Hold'em No Limit ($1/$2 USD)", "USD"),
        ("Hold'em No Limit ($1/$2)", "EUR"),
        ("Hold'em No Limit (£1/£2)", "GBP"),
    ],
)
def test_the_currency_is_the_stated_one_and_else_the_option(head, currency):
    first, _ = log(hand(*BLINDS, head=head), msgspec.structs.replace(OPTIONS, currency="EUR"))
    assert first["currency"] == currency


def test_a_tournament_has_whole_chips():
    text = hand(
        "Ann: posts the ante 10", "Ben: posts small blind 50", "Cid: posts big blind 100", "*** HOLE CARDS ***",
        "Ann: folds", "Ben: raises 90 to 190 and is all-in", "Cid: calls 90",
        head="Tournament #77, $10+$1 USD Hold'em No Limit - Level IV (50/100)",
        seats=("Ann (1500 in chips)", "Ben (190 in chips)", "Cid (800 in chips)"),
    )  # fmt: skip
    first, row = log(text)
    assert (first["tournament"], row["stakes"]) == ("77", {"small_blind": 50, "big_blind": 100, "ante": 10})
    assert row["acts"][-2:] == [
        {"act": "raise", "seat": 2, "to": 190, "all_in": True},
        {"act": "call", "seat": 3, "to": 190},
    ]


def test_posts_of_players_who_missed_the_blinds_or_are_new():
    lines = (*BLINDS[:2], "Ann: posts small & big blinds $3", "*** HOLE CARDS ***")
    assert acts(*lines)[2:] == [
        {"act": "post", "seat": 1, "kind": "missed_small", "amount": 100},
        {"act": "post", "seat": 1, "kind": "missed_big", "amount": 200},
    ]
    assert acts(*BLINDS[:2], "Ann: posts big blind $2")[-1] == {
        "act": "post", "seat": 1, "kind": "new_player", "amount": 200,
    }  # fmt: skip


def test_who_sits_out_is_not_dealt_in():
    seats = (
        "Ann ($200 in chips)",
        "Ben ($180 in chips)",
        "Cid ($90 in chips)",
        "Dan ($50 in chips) is sitting out",
    )
    _, row = log(hand(*BLINDS, seats=seats))
    assert row["seats"][3]["status"] == "missed"
    assert "status" not in row["seats"][0]


def test_cards_that_the_summary_shows_are_those_of_who_mucked():
    lines = (
        *BLINDS,
        "Ann: folds",
        "Ben: calls $1",
        "Cid: checks",
        "*** SHOW DOWN ***",
        "Ben: shows [Ah Ad] (a pair)",
        "Cid: mucks hand",
    )
    text = hand(*lines) + "\nSeat 3: Cid (big blind) mucked [2c 2d]"
    assert log(text)[1]["acts"][-2:] == [
        {"act": "show", "seat": 2, "cards": "AhAd"},
        {"act": "muck", "seat": 3, "cards": "2c2d"},
    ]


def test_a_name_may_look_like_a_line():
    seats = ("Ann: folds ($200 in chips)", "Ben (x) ($180 in chips)", "Cid ($90 in chips)")
    lines = (
        "Ben (x): posts small blind $1",
        "Cid: posts big blind $2",
        "Ann: folds: folds",
        'Cid said, "Cid: folds"',
    )
    assert acts(*lines, seats=seats)[2:] == [{"act": "fold", "seat": 1}]


def test_stud_has_cards_of_each_street_and_a_bring_in_that_is_completed():
    lines = (
        "Ann: posts the ante $0.10", "Ben: posts the ante $0.10", "*** 3rd STREET ***",
        "Dealt to Ann [2c 3d 4h]", "Dealt to Ben [Kd]",
        "Ann: brings in for $0.25", "Ben: raises $0.75 to $1", "Ann: calls $0.75", "*** 4th STREET ***",
        "Dealt to Ann [2c 3d 4h] [5s]", "Dealt to Ben [Kd] [Kh]", "Ben: bets $1", "Ann: folds",
    )  # fmt: skip
    _, row = log(hand(*lines, head="7 Card Stud Hi/Lo Limit ($1/$2 USD)"))
    assert (row["game"], row["stakes"]) == ("stud_hilo", {"small_bet": 100, "big_bet": 200, "ante": 10})
    assert "dealer" not in row
    assert (row["seats"][0]["hole"], row["seats"][0]["up"], row["seats"][1]["up"]) == ("2c3d", "4h", "Kd")
    assert row["acts"][2:] == [
        {"act": "post", "seat": 1, "kind": "bring_in", "amount": 25},
        {"act": "complete", "seat": 2, "to": 100}, {"act": "call", "seat": 1, "to": 100},
        {"act": "card", "street": "fourth", "seat": 1, "up": "5s"}, {"act": "card", "street": "fourth", "seat": 2, "up": "Kh"},
        {"act": "bet", "seat": 2, "to": 100}, {"act": "fold", "seat": 1},
    ]  # fmt: skip


def test_a_draw_has_the_cards_of_the_hero_and_the_number_of_the_others():
    lines = (
        *BLINDS[:2], "*** DEALING HANDS ***", "Dealt to Ann [2c 3d 4h Ks Kd]", "Ann: calls $2", "Ben: calls $1", "Cid: checks",
        "*** FIRST DRAW ***", "Ben: discards 3 cards", "Cid: stands pat",
        "Ann: discards 2 cards [Ks Kd]", "Dealt to Ann [2c 3d 4h] [7s 8s]",
    )  # fmt: skip
    row = acts(*lines, head="Triple Draw 2-7 Lowball Limit ($2/$4 USD)")
    assert row[-3:] == [
        {"act": "draw", "seat": 2, "street": "first_draw", "discard": "??????", "cards": "??????"},
        {"act": "draw", "seat": 3, "street": "first_draw", "discard": "", "cards": ""},
        {"act": "draw", "seat": 1, "street": "first_draw", "discard": "KsKd", "cards": "7s8s"},
    ]


def test_a_mix_is_of_the_hand():
    _, row = log(hand("*** 3rd STREET ***", head="HORSE (Razz Limit, $2/$4 USD)"))
    assert (row["mix"], row["game"], row["stakes"]) == ("horse", "razz", {"small_bet": 200, "big_bet": 400})


def test_hands_of_a_table_are_one_log_and_so_are_those_of_a_pool():
    def numbered(number, at, word="Hand"):
        return hand(*BLINDS, at=at).replace("Hand #12", f"{word} #{number}")

    late, early = numbered(30, "2021/03/21 12:00:00 ET"), numbered(20, "2021/03/21 11:00:00 ET")
    zoom = [
        numbered(number, f"2021/03/21 13:0{number - 40}:00 ET", "Zoom Hand").replace("Halley II", "Aludra")
        for number in (40, 41)
    ]
    done = brought_in("\n\n\n".join((late, early, *zoom)))
    assert done.problems == ()
    assert [
        (rows[0]["session"], rows[0]["table"], [each["hand"] for each in rows[1:]]) for rows in logs(done)
    ] == [("pokerstars-20", "Halley II", [20, 30]), ("pokerstars-40", "Aludra", [40, 41])]


@of_every(
    ("line", "found", "expected"),
    [
        ("Ann: juggles", '"Ann: juggles"', "a line of a hand history of PokerStars"),
        ("Eve: folds", 'the name "Eve"', "a player with a seat in this hand"),
        ("Ann: bets $1.005", '"1.005"', "an amount with at most 2 decimals"),
        ("*** FLOP *** [Ah Ad 1c]", '"1c"', "a card such as Qh (rank 23456789TJQKA, suit cdhs)"),
        ("Cid: raises $1 to $1",
         "seat 3 with 100 in front of it after the act, in minor units", "at least the 200 that it had before"),
    ],
)  # fmt: skip
def test_a_hand_with_a_line_that_cannot_be_read_is_named_and_the_others_are_derived(line, found, expected):
    text = f"{hand(*BLINDS, line)}\n\n{hand(*BLINDS).replace('#12', '#13')}"
    assert [(where, field, *those) for where, field, *those, _ in problems(text)] == [
        ("line 9", "hand 12", found, expected)
    ]
    assert [each["hand"] for rows in logs(brought_in(text)) for each in rows[1:]] == [13]


def test_a_hand_that_is_cut_off_is_named():
    (only,) = problems(hand(*BLINDS, end=False))
    assert only == (
        "line 8", "hand 12", "the end of the hand", "the line `*** SUMMARY ***`", "Import the whole text. The hand is left out.",
    )  # fmt: skip


def test_a_hand_of_a_game_that_is_not_known_does_not_cost_the_one_before():
    text = f"{hand(*BLINDS)}\n\n{hand(*BLINDS, head='Tarot No Limit ($1/$2 USD)').replace('#12', '#13')}"
    done = brought_in(text)
    assert [each["hand"] for rows in logs(done) for each in rows[1:]] == [12]
    (only,) = problems(text)
    assert only[:2] == ("line 11", "hand 13")
    assert only[2].startswith('"PokerStars Hand #13:  Tarot No Limit')
    example = "PokerStars Hand #12:  Hold'em No Limit ($0.50/$1.00 USD) - 2014/01/16 13:17:20 ET"
    assert only[3] == f"a game that is known, in a line such as `{example}`"


def test_a_hand_that_is_there_twice_is_taken_once():
    done = brought_in(f"{hand(*BLINDS)}\n\n{hand(*BLINDS)}")
    assert [each["hand"] for rows in logs(done) for each in rows[1:]] == [12]
    assert done.refused is False
    (only,) = done.problems
    assert (only.where, only.field, only.expected) == ("line 11", "hand 12", "it once, as on line 1")
