"""Games of PokerStars: draws without a heading, Courchevel, short deck with a button blind, a card of stud for all."""

from tests.folding import of_every
from tests.importing.histories.field_files import deviations, hands, nets, problems, read
from tests.importing.histories.originals import log
from tests.importing.histories.test_pokerstars import BLINDS, acts, hand
from tests.importing.histories.test_pokerstars import problems as problems_of

THREE = {"a": ("Ann", "Bob", "Cid"), "b": ("Oda", "Piet", "Quin")}


def the_hand(name, names, amounts):
    """The only hand of a file, with these nets; nothing is wrong with it."""
    done = read(name)
    assert (problems(done), deviations(done)) == ([], [])
    assert nets(done, *names) == dict(zip(names, amounts, strict=True))
    (row,) = hands(done)
    return row


def test_the_only_draw_of_a_game_has_no_heading():
    for part, amounts, rake in (("a", (0, 270, -300), 30), ("b", (0, 540, -600), 60)):
        row = the_hand(f"draw5-no-header-{part}.txt", THREE[part], amounts)
        assert (row["game"], row["fees"]) == ("draw5", [{"kind": "rake", "amount": rake}])
        assert row["acts"][5:8] == [
            {"act": "draw", "seat": 2, "street": "first_draw", "discard": "??", "cards": "??"},
            {"act": "draw", "seat": 3, "street": "first_draw", "discard": "", "cards": ""},
            {"act": "check", "seat": 2},
        ]


def test_the_only_draw_has_the_cards_of_the_hero():
    row = the_hand("draw-no-heading-a.txt", THREE["a"], (0, 90, -100))
    assert row["acts"][6] == {
        "act": "draw",
        "seat": 3,
        "street": "first_draw",
        "discard": "5c",
        "cards": "Ad",
    }
    assert row["pots"] == [{"pot": 0, "amount": 200, "awards": [{"seat": 2, "amount": 190}]}]
    other = read("draw-no-heading-b.txt")
    assert (problems(other), deviations(other)) == ([], [])
    assert {act["street"] for act in hands(other)[0]["acts"] if act["act"] == "draw"} == {"first_draw"}


def test_an_exchange_of_several_has_a_heading():
    lines = (
        "Ben: posts small blind $1",
        "Cid: posts big blind $2",
        "*** DEALING HANDS ***",
        "Ben: discards 1 card",
    )
    (only,) = problems_of(hand(*lines, head="Triple Draw 2-7 Lowball Limit ($2/$4 USD)"))
    assert only[1:3] == ("hand 12, acts[2].street", '""')


def test_the_first_card_of_courchevel_is_open_before_the_flop():
    for part, amounts in (("a", (228, -50, -200)), ("b", (456, -100, -400))):
        row = the_hand(f"courchevel-{part}.txt", THREE[part], amounts)
        assert [act for act in row["acts"] if act["act"] == "board"] == [
            {"act": "board", "street": "preflop", "cards": "2s"},
            {"act": "board", "street": "flop", "cards": "3h4h"},
        ]


def test_a_button_blind_is_live_and_no_straddle():
    for part, amounts, blind in (("a", (550, -400, -200), 200), ("b", (1100, -800, -400), 400)):
        row = the_hand(f"sixplus-button-blind-{part}.txt", THREE[part], amounts)
        assert (row["game"], row["stakes"], row["dealer"]) == ("short_deck", {"ante": blind}, 1)
        assert row["acts"][3:6] == [
            {"act": "post", "seat": 1, "kind": "extra", "amount": blind},
            {"act": "call", "seat": 2, "to": blind},
            {"act": "fold", "seat": 3},
        ]


def test_a_button_blind_that_is_all_in_is_not_read():
    head = "6+ Hold'em No Limit (Button Blind $2 - Ante $2 USD)"
    (only,) = problems_of(hand("Ann: posts button blind $1 and is all-in", head=head))
    assert only[:3] == ("line 6", "hand 12", '"Ann: posts button blind $1 and is all-in"')


def test_the_seventh_card_of_stud_may_be_one_for_all():
    row = the_hand("stud-community-a.txt", THREE["a"], (-5, 28, -25))
    board, bet = (act for act in row["acts"] if act["act"] in ("board", "bet"))
    assert board == {"act": "board", "street": "seventh", "cards": "Ks"}
    assert bet == {"act": "bet", "seat": 2, "to": 80}
    other = read("stud-community-b.txt")
    assert (problems(other), deviations(other)) == ([], [])
    assert "seventh" in {act.get("street") for act in hands(other)[0]["acts"]}
    assert acts("*** RIVER *** [Ks]")[-1] == {"act": "board", "street": "river", "cards": "Ks"}


@of_every(
    "head",
    [
        "Split Hold'em No Limit ($1/$2 USD)",
        "Tournament #7, $1+$0.10 USD Swap Hold'em No Limit - Level I (10/20)",
    ],
)
def test_a_game_whose_name_ends_as_another_is_not_taken_for_that(head):
    (only,) = problems_of(hand(*BLINDS, head=head))
    assert only[0] == "line 1"
    assert only[2] in ('"Split Hold\'em"', '"Swap Hold\'em"')
    assert only[3].startswith("a game that is known: Hold'em, 6+ Hold'em, Omaha")


@of_every(
    ("head", "game"),
    [
        ("Tournament #7, Freeroll  Hold'em No Limit - Level I (10/20)", "holdem"),
        ("Tournament #7, $1+$0.10 USD Omaha Pot Limit - Match Round I, Level I (10/20)", "omaha"),
        ("Mixed Hold'em (Hold'em Pot Limit, $1/$2 USD)", "holdem"),
    ],
)
def test_what_a_head_says_before_the_game_is_no_part_of_its_name(head, game):
    assert log(hand("*** HOLE CARDS ***", head=head))[1]["game"] == game


@of_every(
    ("first", "second", "ante"),
    [("1 and is all-in", "25", 25), ("25", "1 and is all-in", 25), ("1 and is all-in", "2 and is all-in", 2)],
)
def test_a_short_ante_is_not_the_ante_of_the_stakes(first, second, ante):
    lines = (f"Ann: posts the ante {first}", f"Ben: posts the ante {second}")
    head = "Tournament #7, $1.40+$0.10 USD Hold'em No Limit - Level V (50/100)"
    seats = ("Ann (1 in chips)", "Ben (2999 in chips)")
    _, row = log(hand(*lines, head=head, seats=seats))
    assert row["stakes"] == {"small_blind": 50, "big_blind": 100, "ante": ante}


def test_an_exchange_with_no_cards_in_its_brackets_is_not_read():
    lines = (*BLINDS[:2], "*** DEALING HANDS ***", "*** FIRST DRAW ***", "Ben: discards 2 cards []")
    (only,) = problems_of(hand(*lines, head="Triple Draw 2-7 Lowball Limit ($2/$4 USD)"))
    assert only[2] == '"Ben: discards 2 cards []"'
