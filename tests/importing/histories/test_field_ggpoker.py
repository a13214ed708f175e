"""Texts of GGPoker: heads without a limit, pots without fees, tournaments, short deck, money of the house."""

import pytest

from tests.folding import of_every
from tests.importing.histories.field_files import FIELD, deviations, hands, nets, problems, read
from tests.importing.histories.originals import brought_in, log, logs, originals

NAMES = ("Hero", "4f2a", "9bb1")
GGPOKER = originals("ggpoker")
FILES = [
    *(
        f"gg-{kind}-{part}.txt"
        for kind in ("plo-head", "plo5-head", "pot-without-fees", "tournament", "cash-drop")
        for part in "ab"
    ),
    "sites-gg-tournament-a.txt",
    "sites-three-runs-rake-a.txt",
]


def one_hand(name, *amounts):
    """The only hand of a file, which has these nets."""
    done = read(name)
    assert problems(done) == []
    assert nets(done, *NAMES) == dict(zip(NAMES, amounts, strict=True))
    (hand,) = hands(done)
    return hand


@of_every(("kind", "game"), [("gg-plo", "omaha"), ("gg-plo5", "omaha5")])
def test_omaha_whose_head_has_no_limit_is_played_at_pot_limit(kind, game):
    for part, amounts, rake, jackpot in (("a", (313, -50, -300), 32, 5), ("b", (626, -100, -600), 64, 10)):
        hand = one_hand(f"{kind}-head-{part}.txt", *amounts)
        assert (hand["game"], hand["limit"]) == (game, "pot_limit")
        assert hand["fees"] == [{"kind": "rake", "amount": rake}, {"kind": "jackpot", "amount": jackpot}]


def test_a_head_of_another_game_without_a_limit_is_refused():
    text = GGPOKER["ggpoker/HD1412421.txt"].replace("Hold'em No Limit", "Hold'em")
    (only,) = brought_in(text).problems
    assert only.expected == "one of No Limit, Pot Limit, Limit, Fixed Limit after the game"


def test_a_pot_without_fees_says_none():
    for part, amounts, pot in (("a", (350, -50, -300), 650), ("b", (700, -100, -600), 1300)):
        hand = one_hand(f"gg-pot-without-fees-{part}.txt", *amounts)
        assert "fees" not in hand
        assert hand["pots"] == [{"pot": 0, "amount": pot, "awards": [{"seat": 1, "amount": pot}]}]


@of_every(("part", "left"), [("a", "6.13"), ("b", "12.26")])
def test_a_pot_that_nobody_collects_is_refused(part, left):
    (only,) = problems(read(f"gg-nobody-collects-{part}.txt"))
    assert (only[0], only[2]) == (True, f"a pot of which nobody collects {left}")


def test_a_tournament_counts_chips():
    for part in "ab":
        hand = one_hand(f"gg-tournament-{part}.txt", 350, -50, -300)
        assert hand["stakes"] == {"small_blind": 50, "big_blind": 100}
        assert [seat["stack"] for seat in hand["seats"]] == [10_000, 10_000, 10_000]
    done = read("sites-gg-tournament-a.txt")
    assert problems(done) == []
    assert nets(done, "aa11", "bb22", "cc33") == {"aa11": -50, "bb22": -250, "cc33": 300}
    ((session, hand),) = logs(done)
    assert (session["tournament"], session["table"]) == ("777", "20")
    assert hand["stakes"] == {"small_blind": 200, "big_blind": 400, "ante": 50}


@of_every(
    ("part", "names", "house", "net"),
    [
        ("a", ("aa11", "bb22", "cc33"), 50, [65, -2, -15]),
        ("b", ("dd44", "ee55", "ff66"), 125, [140, -2, -15]),
    ],
)
def test_money_of_the_house_is_in_the_pot(part, names, house, net):
    done = read(f"gg-cash-drop-{part}.txt")
    assert (problems(done), deviations(done)) == ([], [])
    (hand,) = hands(done)
    assert hand["house_money"] == house
    assert hand["pots"] == [{"pot": 0, "amount": 32 + house, "awards": [{"seat": 1, "amount": 30 + house}]}]
    assert nets(done, *names) == dict(zip(names, net, strict=True))


def test_awards_of_three_runs_are_after_the_rake():
    done = read("sites-three-runs-rake-a.txt")
    assert problems(done) == []
    (hand,) = hands(done)
    assert [(each["run"], each["amount"]) for each in hand["pots"][0]["awards"]] == [
        (1, 295),
        (2, 295),
        (3, 294),
    ]
    assert nets(done, "aa11", "bb22", "cc33") == {"aa11": -156, "bb22": -2, "cc33": 138}


SHORT_DECK = """Poker Hand #1171000000000000001: ShortDeck No Limit ($100) - 2021/04/01 11:44:46
Table 'VS9 100' 5-max Seat #5 is the button
Seat 1: aa11 ($5,000 in chips)
Seat 4: bb22 ($2,000.9 in chips)
Seat 5: cc33 ($900 in chips)
aa11: posts the ante $100
bb22: posts the ante $100
cc33: posts the ante $100
cc33: posts button blind $100
*** HOLE CARDS ***
Dealt to bb22 [8c 7d]
aa11: calls $100
bb22: folds
cc33: raises $700 to $800 and is all-in
aa11: calls $700
cc33: shows [Td Ts]
aa11: shows [Qs Ks]
*** FIRST FLOP ***  [Tc 8h Ah]
*** FIRST TURN *** [Tc 8h Ah] [6h]
*** FIRST RIVER *** [Tc 8h Ah 6h] [Jd]
*** SECOND FLOP ***  [9h 9c Kc]
*** SECOND TURN *** [9h 9c Kc] [6s]
*** SECOND RIVER *** [9h 9c Kc 6s] [As]
*** FIRST SHOW DOWN ***
aa11 collected $920 from pot
*** SECOND SHOW DOWN ***
aa11 collected $920 from pot
*** SUMMARY ***
Total pot $1,900 | Rake $60
Hand was run two times
FIRST
Board [Tc 8h Ah 6h Jd]
SECOND
Board [9h 9c Kc 6s As]
Seat 1: aa11 showed [Qs Ks] and won ($920) with a straight, and won ($920) with a pair
Seat 4: bb22 folded before Flop
Seat 5: cc33 (button) showed [Td Ts] and lost with three tens, and lost with a pair
"""


def test_short_deck_has_antes_and_the_blind_of_the_button():
    done = brought_in(SHORT_DECK)
    assert problems(done) == []
    (hand,) = hands(done)
    assert (hand["game"], hand["stakes"]) == ("short_deck", {"ante": 10_000})
    assert hand["acts"][3] == {"act": "post", "seat": 5, "kind": "extra", "amount": 10_000}
    assert nets(done, "aa11", "bb22", "cc33") == {"aa11": 94_000, "bb22": -10_000, "cc33": -90_000}


@pytest.mark.parametrize(("amount", "kind"), [("0.5", "missed_small"), ("1", "missed_big")])
def test_a_missed_blind_is_dead_or_live_by_its_amount(amount, kind):
    text = (
        (FIELD / "gg-plo-head-a.txt")
        .read_text()
        .replace("*** HOLE", f"Dan: posts missed blind ${amount}\n*** HOLE", 1)
    )
    text = text.replace("4f2a: posts small", "Seat 4: Dan ($50 in chips)\n4f2a: posts small").replace(
        "Dealt to 9bb1 \n", "Dealt to 9bb1 \nDan: folds\n"
    )
    posts = [act for act in hands(brought_in(text))[0]["acts"] if act["act"] == "post"]
    assert posts[2] == {"act": "post", "seat": 4, "kind": kind, "amount": int(float(amount) * 100)}


def test_a_straddle_that_is_raised_before_the_deal_says_what_the_seat_then_has():
    text = (FIELD / "gg-plo-head-a.txt").read_text()
    text = text.replace("*** HOLE", "Hero: straddle $2\nHero: straddle $5\n*** HOLE", 1)
    (hand,) = hands(brought_in(text.replace("raises $2 to $3", "raises $4 to $9")))
    assert [act["amount"] for act in hand["acts"] if act.get("kind") == "straddle"] == [500]


def test_what_a_seat_receives_for_its_all_in_stays_beside():
    text = GGPOKER["ggpoker/HD434130.txt"]
    name = next(line for line in text.split("\n") if "Pays Cashout Risk" in line).partition(":")[0]
    _, hand = log(text.replace("*** SHOWDOWN", f"{name}: Receives Cashout ($9.98)\n*** SHOWDOWN"))
    assert {"amount": 998} in [seat.get("_cash_out") for seat in hand["seats"]]


@pytest.mark.slow
@of_every("name", FILES)
def test_an_audit_has_nothing_to_find_in_a_file(name):
    assert deviations(read(name)) == []


@pytest.mark.slow
def test_an_audit_has_nothing_to_find_in_short_deck():
    assert deviations(brought_in(SHORT_DECK)) == []
