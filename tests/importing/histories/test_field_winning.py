"""Texts of the Winning Poker Network: dead posts, caps, hands run twice, stud, tournaments."""

import hashlib

import pytest

from tests.folding import of_every
from tests.importing.histories.field_files import FIELD, deviations, hands, nets, problems, read
from tests.importing.histories.originals import brought_in, logs, originals

NAMES = {"a": ("Ann", "Bob", "Cid", "Dee"), "b": ("Oda", "Piet", "Quin", "Rolf")}
FILES = [
    *(f"wpn-{kind}-{part}.txt" for kind in ("dead-post", "caps", "utf16") for part in "ab"),
    "sites-acr-stud-a.txt",
    "sites-acr-tournament-a.txt",
]
TWICE = """Hand #900000001 - Omaha(Pot Limit) - $1.00/$2.00 - 2021/04/16 19:14:14 UTC
Birch 6-max Seat #1 is the button
Seat 1: Ann ($40.00)
Seat 2: Bob ($100.00)
Seat 3: Cid ($100.00)
Bob posts the small blind $1.00
Cid posts the big blind $2.00
*** HOLE CARDS ***
Dealt to Ann [Ac Kd Kh 2h]
Ann raises $7.00 to $7.00
Bob folds
Cid raises $20.00 to $22.00
Ann raises $33.00 to $40.00 and is all-in
Cid calls $18.00
*** RUN IT TWICE ***
*** FLOP 1 *** [8h Qd Js]
Main pot 1 $39.50 | Rake $1.00
*** TURN 1 *** [8h Qd Js] [7h]
Main pot 1 $39.50 | Rake $1.00
*** RIVER 1 *** [8h Qd Js 7h] [5c]
Main pot 1 $39.50 | Rake $1.00
*** SHOW DOWN 1 ***
Main pot 1 $39.50 | Rake $1.00
Ann shows [Ac Kd Kh 2h] (a pair of Kings [Kd Kh Qd Js 8h])
Cid shows [As Jd Tc 9s] (a straight, Queen high [Qd Js Tc 9s 8h])
Cid collected $39.50 from main pot 1
*** FLOP 2 *** [6c 4s Kc]
Main pot 2 $39.50 | Rake $1.00
*** TURN 2 *** [6c 4s Kc] [8c]
Main pot 2 $39.50 | Rake $1.00
*** RIVER 2 *** [6c 4s Kc 8c] [4d]
Main pot 2 $39.50 | Rake $1.00
*** SHOW DOWN 2 ***
Main pot 2 $39.50 | Rake $1.00
Ann shows [Ac Kd Kh 2h] (a full house, Kings full of Fours [Kd Kh Kc 4s 4d])
Cid shows [As Jd Tc 9s] (two pair, Fours)
Ann collected $39.50 from main pot 2
*** SUMMARY ***
Total pot $79.00 | Rake $1.80 | JP Fee $0.20
Board 1 [8h Qd Js 7h 5c]
Seat 1: Ann (button) showed [Ac Kd Kh 2h] and lost with a pair of Kings
Seat 2: Bob (small blind) folded on the Pre-Flop
Seat 3: Cid (big blind) showed [As Jd Tc 9s] and won $39.50 with a straight, Queen high
Board 2 [6c 4s Kc 8c 4d]
Seat 1: Ann (button) showed [Ac Kd Kh 2h] and won $39.50 with a full house, Kings full of Fours
Seat 2: Bob (small blind) folded on the Pre-Flop
Seat 3: Cid (big blind) showed [As Jd Tc 9s] and lost with two pair, Fours
"""
STUD = """Hand #900000002 - 7Stud(Fixed Limit) - $0.20/$0.40 - 2021/07/28 16:15:58 UTC
Larch 8-max
Seat 1: Ann ($10.00)
Seat 4: Bob ($20.00)
Seat 5: Cid ($30.00)
Ann posts ante $0.05
Bob posts ante $0.05
Cid posts ante $0.05
*** 3rd STREET ***
Main pot $0.15 | Rake $0.00
Dealt to Ann [As 2s Qs]
Dealt to Bob [7d]
Dealt to Cid [3h]
Cid brings in $0.10
Ann raises $0.20 to $0.20
Bob folds
Cid calls $0.10
*** 4th STREET ***
Main pot $0.55 | Rake $0.00
Dealt to Ann [As 2s Qs] [3c]
Dealt to Cid [3h] [3d]
Cid checks
Ann checks
*** 5th STREET ***
Main pot $0.55 | Rake $0.00
Dealt to Ann [As 2s Qs 3c] [8c]
Dealt to Cid [3h 3d] [Jd]
Cid checks
Ann checks
*** 6th STREET ***
Main pot $0.55 | Rake $0.00
Dealt to Ann [As 2s Qs 3c 8c] [5d]
Dealt to Cid [3h 3d Jd] [8h]
Cid checks
Ann checks
*** 7th STREET ***
Main pot $0.55 | Rake $0.00
Dealt to Ann [As 2s Qs 3c 8c 5d] [Jc]
Cid bets $0.40
Ann folds
Uncalled bet ($0.40) returned to Cid
Cid does not show
*** SUMMARY ***
Total pot $0.53 | Rake $0.02
Seat 1: Ann folded on the 7th Street
Seat 4: Bob folded on the 3rd Street and did not bet
Seat 5: Cid did not show and won $0.53
"""


def one_hand(name, names, *amounts):
    """The only hand of a file, which has these nets."""
    done = read(name)
    assert problems(done) == []
    assert nets(done, *names) == dict(zip(names, amounts, strict=True))
    (hand,) = hands(done)
    return hand


def test_a_text_in_utf_16_is_read_and_the_digest_is_that_of_the_original():
    for part, amounts in (("a", (0, -50, -100, 137)), ("b", (0, -100, -200, 274))):
        one_hand(f"wpn-utf16-{part}.txt", NAMES[part], *amounts)
        data = (FIELD / f"wpn-utf16-{part}.txt").read_bytes()
        assert data[:2] == b"\xff\xfe"
        assert read(f"wpn-utf16-{part}.txt").sha256 == hashlib.sha256(data).hexdigest()


def test_a_dead_post_of_more_than_a_big_blind_has_a_live_part():
    for part, amounts, small in (("a", (0, -50, -100, 135), 50), ("b", (0, -100, -200, 270), 100)):
        hand = one_hand(f"wpn-dead-post-{part}.txt", NAMES[part], *amounts)
        assert [(act["kind"], act["amount"]) for act in hand["acts"] if act.get("seat") == 4 and "kind" in act] == [
            ("missed_small", small),
            ("missed_big", 2 * small),
        ]  # fmt: skip


def test_a_dead_post_of_a_small_blind_has_none():
    text = (
        originals("winning")["winning/55280000.txt"]
        .replace("*** HOLE", "XX posts dead $0.50\n*** HOLE", 1)
        .replace("Seat 1: ", "Seat 9: XX ($50.00)\nSeat 1: ", 1)
    )
    (hand,) = hands(brought_in(text))
    posts = [act for act in hand["acts"] if act["act"] == "post"]
    assert posts[2] == {"act": "post", "seat": 9, "kind": "dead", "amount": 50}


def test_caps_is_a_raise_by_an_amount():
    for part, amounts in (("a", (0, -50, 317, -300)), ("b", (0, -100, 634, -600))):
        hand = one_hand(f"wpn-caps-{part}.txt", NAMES[part], *amounts)
        (raised,) = (act for act in hand["acts"] if act["act"] == "raise")
        assert raised["to"] == 4900 * (1 + (part == "b"))
        assert "cap" not in hand["stakes"]


def test_a_seat_that_caps_and_has_chips_left_says_what_the_cap_is():
    text = (FIELD / "wpn-caps-a.txt").read_text().replace("Cid ($50.00)", "Cid ($80.00)")
    (hand,) = hands(brought_in(text))
    assert hand["stakes"]["cap"] == 5000


def test_lines_of_a_hand_run_twice_have_the_number_of_their_run():
    done = brought_in(TWICE)
    assert problems(done) == []
    (hand,) = hands(done)
    assert {"act": "run", "times": 2} in hand["acts"]
    boards = [(act["run"], act["street"], act["cards"]) for act in hand["acts"] if act["act"] == "board"]
    assert boards[2:4] == [(1, "river", "5c"), (2, "flop", "6c4sKc")]
    assert hand["pots"] == [
        {
            "pot": 0,
            "amount": 8100,
            "awards": [{"seat": 3, "amount": 3950, "run": 1}, {"seat": 1, "amount": 3950, "run": 2}],
        }
    ]
    assert hand["fees"] == [{"kind": "rake", "amount": 180}, {"kind": "jackpot", "amount": 20}]
    assert nets(done, "Ann", "Bob", "Cid") == {"Ann": -50, "Bob": -100, "Cid": -50}


def test_stud_has_streets_and_up_cards():
    done = brought_in(STUD)
    assert problems(done) == []
    (hand,) = hands(done)
    assert (hand["game"], hand["stakes"]) == ("stud7", {"small_bet": 20, "big_bet": 40, "ante": 5})
    assert [(seat.get("hole"), seat["up"]) for seat in hand["seats"]] == [
        ("As2s", "Qs"),
        (None, "7d"),
        (None, "3h"),
    ]
    assert {"act": "complete", "seat": 1, "to": 20} in hand["acts"]
    cards = [act for act in hand["acts"] if act["act"] == "card" and act["seat"] == 1]
    assert cards[0] == {"act": "card", "street": "fourth", "seat": 1, "up": "3c"}
    assert cards[3] == {"act": "card", "street": "seventh", "seat": 1, "down": "Jc"}
    assert {"act": "card", "street": "seventh", "seat": 5, "down": "??"} in hand["acts"]
    assert nets(done, "Ann", "Bob", "Cid") == {"Ann": -25, "Bob": -5, "Cid": 28}


def test_a_bring_in_that_comes_back_leaves_the_antes():
    hand = one_hand("sites-acr-stud-a.txt", ("Ann", "Bob"), -2, 2)
    assert (hand["game"], hand["limit"]) == ("stud_hilo", "fixed_limit")
    assert "dealer" not in hand


def test_a_tournament_counts_chips_and_leaves_out_who_waits():
    done = read("sites-acr-tournament-a.txt")
    assert problems(done) == []
    assert nets(done, "Ann", "Cid", "Dee") == {"Ann": -400, "Cid": -2400, "Dee": 2800}
    ((session, hand),) = logs(done)
    assert (session["tournament"], session["table"]) == ("2413", "2")
    assert hand["stakes"] == {"small_blind": 2000, "big_blind": 4000, "ante": 400}
    assert hand["at"] == "2021-02-25T17:07:46-05:00"
    named = (
        (FIELD / "sites-acr-tournament-a.txt").read_text().replace("- Tournament", "- $5,000 GTD Tournament")
    )
    assert logs(brought_in(named))[0][0]["tournament"] == "2413"


@pytest.mark.slow
@of_every("name", FILES)
def test_an_audit_has_nothing_to_find_in_a_file(name):
    assert deviations(read(name)) == []


@pytest.mark.slow
@of_every("text", [TWICE, STUD], ids=["twice", "stud"])
def test_an_audit_has_nothing_to_find_in_a_hand(text):
    assert deviations(brought_in(text)) == []
