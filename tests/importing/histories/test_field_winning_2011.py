"""Texts of the Winning Poker Network in its form of 2011 to 2019."""

import pytest

from tests.folding import of_every
from tests.importing.histories.field_files import FIELD, deviations, hands, nets, problems, read
from tests.importing.histories.originals import brought_in, logs

_LINE = "a line of a hand history of the Winning Poker Network in its form of 2011 to 2019"
FORM = (FIELD / "wpn-2014-form-a.txt").read_text()
HEAD = """Game started at: 2014/3/9 0:5:7
Game ID: 900000001 {stakes} {table} ({game})
Seat 1 is the button
Seat 1: Ann ({ann}).
Seat 2: Bob (50).
Seat 3: Cid (50).
Seat 4: Dee (50).
"""
CARDS = "".join(f"Player {name} received a card.\n" for name in ("Bob", "Cid", "Ann"))
DEAD = (
    (
        HEAD.format(stakes="0.50/1", table="Elm   (JP) - 5", game="Hold'em", ann="50")
        + """Player Bob has small blind (0.50)
Player Cid has big blind (1)
Player Dee posts (0.50) as a dead bet
Player Dee posts (1)
Player Bob received a card.
Player Cid received a card.
Player Dee received card: [10d]
Player Dee received card: [Jd]
Player Ann received a card.
Player Dee checks
Player Ann is timed out.
Player Ann folds
Player Bob folds
Player Cid checks
*** FLOP ***: [5s 3s 10c]
Player Cid checks
Player Dee bets (2)
Player Cid calls (2)
*** TURN ***: [5s 3s 10c] [Kd]
Player Cid checks
Player Dee checks
*** RIVER ***: [5s 3s 10c Kd] [2h]
Player Cid checks
Player Dee checks
Player Cid mucks cards
------ Summary ------
Pot: 6.90. Rake 0.35
Board: [5s 3s 10c Kd 2h]
Player Ann does not show cards.Bets: 0. Collects: 0. Wins: 0.
Player Bob does not show cards.Bets: 0.50. Collects: 0. Loses: 0.50.
Player Cid mucks (does not show cards). Bets: 3. Collects: 0. Loses: 3.
*Player Dee shows: One pair of 10s [10d Jd]. Bets: 4. Collects: 6.90. Wins: 2.90.
Game ended at: 2014/3/9 0:6:20
"""
    )
    .replace("Bets: 4. Collects: 6.90. Wins: 2.90", "Bets: 3.50. Collects: 6.50. Wins: 3")
    .replace("Pot: 6.90. Rake 0.35", "Pot: 6.50. Rake 0.30")
)
CAPPED = (
    HEAD.format(stakes="0.50/1", table="Ash (PRR) - CAP - 6-Max", game="Omaha", ann="25")
    + """Player Bob has small blind (0.50)
Player Cid has big blind (1)
Player Dee wait BB
"""
    + CARDS
    + """Player Ann raises (3)
Player Bob folds
Player Cid raises (8)
Player Ann calls (6)
*** FLOP ***: [9h 10d 7c]
Player Cid bets (10)
Player Ann allin (16)
Player Cid calls (6)
*** TURN ***: [9h 10d 7c] [Ah]
*** RIVER ***: [9h 10d 7c Ah] [3s]
------ Summary ------
Pot: 49. Rake 1.30. JP fee 0.20
Board: [9h 10d 7c Ah 3s]
*Player Ann shows: Straight to 10 [3c 6h 7d 8c]. Bets: 25. Collects: 49. Wins: 24.
Player Bob does not show cards.Bets: 0.50. Collects: 0. Loses: 0.50.
Player Cid shows: One pair of Ks [Qh Kc Ks 4d] Low hand (A 2 3 6 7 ).Bets: 25. Collects: 0. Loses: 25.
Player Dee does not show cards.Bets: 0. Collects: 0. Wins: 0.
Game ended at: 2014/3/9 0:6:20
"""
)
EVENT = (
    HEAD.format(stakes="50/100", table="Big #27 - $300,000 GTD, Table 8", game="Hold'em", ann="1500").replace(
        "(50)", "(2000)"
    )
    + """Player Bob ante (10)
Player Cid ante (10)
Player Ann ante (10)
Player Bob has small blind (50)
Player Cid has big blind (100)
"""
    + CARDS
    + """Player Ann raises (200)
Player Bob folds
Player Cid folds
Uncalled bet (100) returned to Ann
Player Ann mucks cards
------ Summary ------
Pot: 280
Player Bob does not show cards.Bets: 60. Collects: 0. Loses: 60.
Player Cid does not show cards.Bets: 110. Collects: 0. Loses: 110.
*Player Ann mucks (does not show cards). Bets: 110. Collects: 280. Wins: 170.
Game ended at: 2014/3/9 0:6:20
"""
)
LIMIT = (
    HEAD.format(stakes="2/4", table="Oak", game="Omaha HiLow", ann="50")
    + """Player Bob has small blind (1)
Player Cid has big blind (2)
"""
    + CARDS
    + """Player Ann raises (4)
Player Bob folds
Player Cid folds
Uncalled bet (2) returned to Ann
Player Ann mucks cards
------ Summary ------
Pot: 5. Rake 0
Player Bob does not show cards.Bets: 1. Collects: 0. Loses: 1.
Player Cid does not show cards.Bets: 2. Collects: 0. Loses: 2.
*Player Ann mucks (does not show cards). Bets: 2. Collects: 5. Wins: 3.
Game ended at: 2014/3/9 0:6:20
"""
)


def one_hand(text, **amounts):
    """The only hand of a text, which has these nets."""
    done = brought_in(text)
    assert problems(done) == []
    (hand,) = hands(done)
    played = {seat["seat"]: seat.get("net") for seat in hand["seats"] if seat.get("status") != "missed"}
    assert played == {("Ann", "Bob", "Cid", "Dee").index(name) + 1: net for name, net in amounts.items()}
    return hand


def test_a_hand_is_read_with_its_fees():
    for part, names in (("a", ("Ann", "Bob", "Cid")), ("b", ("Oda", "Piet", "Quin"))):
        done = read(f"wpn-2014-form-{part}.txt")
        assert problems(done) == []
        assert nets(done, *names) == dict(zip(names, (318, -50, -300), strict=True))
        ((session, hand),) = logs(done)
        assert (session["table"], session["session"][:13]) == ("Elmwood", "winning-2011-")
        assert (hand["limit"], hand["at"]) == ("no_limit", "2014-02-15T16:32:12-05:00")
        assert hand["fees"] == [{"kind": "rake", "amount": 32}]
        assert hand["pots"] == [{"pot": 0, "amount": 650, "awards": [{"seat": 1, "amount": 618}]}]


def test_a_dead_post_and_a_fee_for_the_jackpot_that_is_not_stated():
    hand = one_hand(DEAD, Ann=0, Bob=-50, Cid=-300, Dee=300)
    posts = [(act["seat"], act["kind"], act["amount"]) for act in hand["acts"] if act["act"] == "post"]
    assert posts[2:] == [(4, "missed_small", 50), (4, "missed_big", 100)]
    assert {"act": "fold", "seat": 1, "by": "timeout"} in hand["acts"]
    assert hand["seats"][3]["hole"] == "TdJd"
    assert hand["pots"][0]["amount"] == 700
    assert ("fees" not in hand, hand["_fees"]) == (True, [{"kind": "rake", "amount": 30}])


def test_an_all_in_is_what_it_comes_to_and_who_waits_is_not_dealt_in():
    hand = one_hand(CAPPED, Ann=2400, Bob=-50, Cid=-2500)
    assert hand["seats"][3]["status"] == "missed"
    assert {"act": "raise", "seat": 1, "to": 1600, "all_in": True} in hand["acts"]
    assert (hand["game"], hand["limit"]) == ("omaha", "pot_limit")
    assert hand["fees"] == [{"kind": "rake", "amount": 130}, {"kind": "jackpot", "amount": 20}]
    assert [seat.get("hole") for seat in hand["seats"]] == ["3c6h7d8c", None, "QhKcKs4d", None]
    capped = CAPPED.replace("Ann (25)", "Ann (60)").replace("Ann allin", "Ann caps")
    assert one_hand(capped, Ann=2400, Bob=-50, Cid=-2500)["stakes"]["cap"] == 2500


def test_who_left_the_table_has_no_name_and_no_part_in_the_hand():
    text = LIMIT.replace("Player Cid has", "Player  is timed out.\nPlayer  sitting out\nPlayer Cid has")
    left = "Player  does not show cards.Bets: 0. Collects: 0. Wins: 0.\nGame ended"
    assert one_hand(text.replace("Game ended", left), Ann=300, Bob=-100, Cid=-200)["limit"] == "fixed_limit"


def test_a_table_with_a_number_is_of_a_tournament():
    hand = one_hand(EVENT, Ann=170, Bob=-60, Cid=-110)
    assert hand["stakes"] == {"small_blind": 50, "big_blind": 100, "ante": 10}
    assert ("fees" not in hand, hand["seats"][3]["status"]) == (True, "missed")
    ((session, _),) = logs(brought_in(EVENT))
    assert (session["tournament"], session["table"]) == ("Big #27 - $300,000 GTD", "Table 8")


def test_a_big_blind_of_the_first_number_is_that_of_a_limit_game():
    hand = one_hand(LIMIT, Ann=300, Bob=-100, Cid=-200)
    assert hand["limit"] == "fixed_limit"
    assert hand["stakes"] == {"small_bet": 200, "big_bet": 400, "big_blind": 200, "small_blind": 100}


@of_every(
    ("old", "new", "found", "expected"),
    [
        ("Bets: 3. Collects: 6", "Bets: 4. Collects: 6", '`Bets: 4` of "Ann"',
         "the 3.00 that its posts, calls, bets and raises come to"),
        ("Rake 0.32", "Rake 0.12", "a pot that comes to 6.30 with what was taken", "the 6.50 that the seats bet"),
        ("Player Bob folds", "Player  folds", '"Player  folds"', _LINE),
        ("Game ended at: 2014/2/15 16:32:58", "", "the end of the hand", "the line `Game ended at:`"),
        ("(Hold'em)", "(Seven Cards Stud)", '"Game ID: 351651317 0.50/1 Elmwood (Seven Cards Stud)"', _LINE),
    ],
)  # fmt: skip
def test_what_does_not_agree_is_refused(old, new, found, expected):
    assert old in FORM
    (only,) = problems(brought_in(FORM.replace(old, new)))
    assert (only[0], only[2], only[3]) == (True, found, expected)


@pytest.mark.slow
@of_every("text", [FORM, DEAD, CAPPED, EVENT, LIMIT], ids=["form", "dead", "capped", "event", "limit"])
def test_an_audit_has_nothing_to_find(text):
    assert deviations(brought_in(text)) == []
