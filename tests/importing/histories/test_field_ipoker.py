"""The XML of iPoker: amounts of several countries, the order of acts, uncalled bets in either form, and what is refused."""

import pytest

from auditor.importing.histories.history_amounts import amount_and_sign
from auditor.importing.histories.history_hand import WrongHand
from tests.folding import of_every
from tests.importing.histories import field_files
from tests.importing.histories.field_files import FIELD, deviations, hands, nets
from tests.importing.histories.originals import brought_in

RAKES, EARLIER = ((FIELD / f"ipoker-{name}.xml").read_text(encoding="utf-8") for name in ("rakes", "earlier"))


def read(text):
    """What the importers make of a text."""
    return brought_in(text, field_files.OPTIONS)


def problem(text):
    """The only problem of a text: where, field, found, expected."""
    (only,) = read(text).problems
    return only.where, only.field, only.found, only.expected


def test_rakes_and_currency_are_those_that_the_attributes_state():
    done = field_files.read("ipoker-rakes.xml")
    assert field_files.problems(done) == []
    assert done.logs[0].table == "Little Owl, 70707"
    first, second = hands(done)
    assert b'"currency":"EUR"' in done.logs[0].data
    assert [hand["fees"] for hand in (first, second)] == [
        [{"kind": "rake", "amount": 50}],
        [{"kind": "rake", "amount": 200}],
    ]
    assert first["pots"] == [{"pot": 0, "amount": 750, "awards": [{"seat": 6, "amount": 700}]}]
    assert [seat.get("stack") for seat in first["seats"]] == [148050, 15500, 10000, 10000]
    assert nets(done, "Ann", "Bob", "Cid", "Dan") == {"Ann": -2350, "Bob": 1850, "Cid": 250, "Dan": 0}
    assert deviations(done) == []


def test_acts_come_in_the_order_of_their_numbers_and_a_raise_says_to_how_much():
    first, second = hands(field_files.read("ipoker-rakes.xml"))
    assert first["acts"] == [
        {"act": "post", "seat": 3, "kind": "small_blind", "amount": 50},
        {"act": "post", "seat": 6, "kind": "big_blind", "amount": 100},
        {"act": "raise", "seat": 1, "to": 350},
        {"act": "fold", "seat": 3},
        {"act": "call", "seat": 6, "to": 350},
        {"act": "board", "street": "flop", "cards": "2d8hTs"},
        {"act": "bet", "seat": 6, "to": 750},
        {"act": "fold", "seat": 1},
    ]  # fmt: skip
    assert first["seats"][3]["status"] == "missed"  # who sits out has no cards and no chips in the pot
    assert (first["seats"][0]["hole"], second["seats"][1]["cards"]) == ("9sKh6h5s", "AdKdTd9d")
    assert (first["at"], first["dealer"]) == ("2026-05-18T18:26:13-04:00", 1)


def test_of_the_earlier_form_an_uncalled_bet_is_part_of_what_was_won():
    done = field_files.read("ipoker-earlier.xml")
    assert field_files.problems(done) == []
    first, second = hands(done)
    assert "fees" not in first  # the file does not say what was taken
    assert first["pots"] == [{"pot": 0, "amount": 500, "awards": [{"seat": 1, "amount": 500}]}]
    assert second["pots"] == [{"pot": 0, "amount": 27000, "awards": [{"seat": 4, "amount": 26700}]}]
    assert nets(done, "Eva", "Fin", "Gus", "Hal") == {"Eva": -8600, "Fin": 17700, "Gus": -9100, "Hal": -300}
    assert second["acts"][2:4] == [
        {"act": "post", "seat": 3, "kind": "missed_small", "amount": 100},
        {"act": "post", "seat": 3, "kind": "missed_big", "amount": 200},
    ]
    assert {"act": "raise", "seat": 4, "to": 8900, "all_in": True} in second["acts"]
    assert deviations(done) == []


def test_without_rakes_the_games_tell_the_form_or_the_money_is_left_out():
    """A bettor who won less than the bet that nobody called was not paid it: 7 against 7.50. With 8 either may be."""
    silent = RAKES.replace(' rakeamount="0,50€"', "").replace(' rakeamount="2€"', "")
    done = read(silent)
    assert [("fees" in hand, "pots" in hand) for hand in hands(done)] == [(False, True), (False, True)]
    assert nets(done, "Ann", "Bob", "Cid", "Dan") == {"Ann": -2350, "Bob": 1850, "Cid": 250, "Dan": 0}
    either = silent.replace('win="7€"', 'win="7,50€"')
    first, second = hands(read(either))
    assert "pots" not in first
    assert all("net" not in seat for seat in first["seats"])
    assert second["pots"][0]["amount"] == 4100
    assert deviations(read(either)) == []
    stated = either.replace("<mode>", "<uncalled_bet_enabled>true</uncalled_bet_enabled><mode>")
    assert hands(read(stated))[0]["pots"] == [
        {"pot": 0, "amount": 750, "awards": [{"seat": 6, "amount": 750}]}
    ]


def test_who_sits_out_may_be_numbered_between_posts():
    """The program writes the act of an absent player in the first round, with a number between those of the blinds."""
    text = RAKES.replace('no="2" player="Cid"', 'no="3" player="Cid"').replace(
        'no="3" player="Dan"', 'no="2" player="Dan"'
    )
    out = '   <action no="3" player="Dan" type="9" cards="" sum="0€"/>\n'.replace('no="3"', 'no="2"')
    moved = text.replace(out, "").replace('   <cards player="Ann"', f'{out}   <cards player="Ann"', 1)
    assert hands(read(moved)) == hands(read(RAKES))
    (only,) = read(RAKES.replace('no="8" player="Ann" type="0"', 'no="7" player="Ann" type="0"')).problems
    assert (only.found, only.expected) == ("the acts [7, 7]", "acts that are numbered in their order")


def test_a_fixed_limit_is_named_by_its_bets_and_a_date_by_its_month():
    text = EARLIER.replace("Holdem NL $1/$2", "Holdem L $2/$4").replace(
        "2026-03-02 20:44:59", "02-Mar-2026 20:44:59"
    )
    first = hands(read(text))[0]
    assert first["limit"] == "fixed_limit"
    assert first["stakes"] == {"small_bet": 200, "big_bet": 400, "big_blind": 200, "small_blind": 100}
    assert first["at"] == "2026-03-02T20:44:59-05:00"


def test_two_sessions_in_one_file_are_read_and_lines_are_counted_through():
    text = "\n".join((EARLIER, RAKES.replace('type="23"', 'type="99"', 1)))
    done = read(text)
    assert [hand["hand"] for hand in hands(done)] == [80001, 80002, 90002]
    (only,) = done.problems
    line = next(at for at, each in enumerate(text.split("\n"), 1) if 'type="99"' in each)
    assert (only.where, only.field) == (f"line {line}", "hand 90001")
    assert only.found.startswith('"<action no=\\"4\\" player=\\"Ann\\" type=\\"99\\"')
    assert only.expected == "an element of a hand history of iPoker"


def test_a_file_that_is_cut_off_gives_its_whole_games_and_says_so():
    at = EARLIER.index(' <game gamecode="80002">') + 500
    done = read(EARLIER[:at])
    assert [hand["hand"] for hand in hands(done)] == [80001]
    (only,) = done.problems
    assert only.found.startswith("no XML: ")
    assert (only.expected, only.do, only.refuses) == ("XML to its last line", "Import the whole file.", True)


def test_a_declaration_is_refused_so_that_nothing_grows():
    bomb = '<?xml version="1.0"?>\n<!DOCTYPE session [<!ENTITY a "aaaaaaaaaa">]>\n'
    text = bomb + EARLIER.partition("\n")[2].replace("Grey Heron", "&a;&a;&a;")
    done = read(text)
    assert done.logs == ()
    assert done.problems[0].found == "a declaration (DOCTYPE)"
    assert done.problems[0].expected == "XML without declarations"


@of_every(
    "case",
    [
        ("<tablename>", "<tournamentcode>77</tournamentcode><tablename>", '"77"', "a cash game"),
        ("Holdem NL $1/$2", "NL $1/$2", '"NL $1/$2"', "a game of Holdem, "),
        ("Holdem NL $1/$2", "Holdem NL €1/€2", '"$, €"', "amounts in EUR"),
        ('bet="$1"', 'bet="$2"', "a bet of 200 of seat 4, in minor units", "100, what its acts come to"),
        ('addon="0"', 'addon="50"', 'addon "50"', "0 in a cash game"),
        ("2026-03-02 20:44:59</startdate>\n   <", "03/02/2026 20:44</startdate>\n   <", '"03/02/2026 20:44"', "a time such as "),
        ("CA HQ", "CA H1", '"CA H1"', "cards such as CA S10"),
        ('name="Fin" chips="$90"', 'name="Fin" chips="$9.0.1"', '"$9.0.1"', "an amount such as "),
    ],
)  # fmt: skip
def test_what_is_not_known_of_a_game_is_refused_in_words(case):
    before, after, found, expected = case
    first = read(EARLIER.replace(before, after)).problems[0]
    assert found in first.found
    assert first.expected.startswith(expected)
    assert first.do.endswith("The hand is left out.")


def test_more_won_and_taken_than_was_put_in_is_refused():
    where, field, found, expected = problem(RAKES.replace('win="39€"', 'win="39,01€"'))
    assert (where, field) == ("line 42", "hand 90002")
    assert (found, expected) == ("4101 won and taken, in minor units", "the 4100 that was put in and called")


def test_play_money_is_named():
    done = read(EARLIER.replace("<mode>real", "<mode>fun"))
    assert [(each.found, each.refuses) for each in done.problems] == [("play money", False)] * 2


def test_an_amount_is_read_in_the_ways_of_several_countries():
    written = {
        "$1,234.50": "1234.50", "1 480": "1480", "0,04€": "0.04", "1\u00a0234,5 €": "1234.5", "€1.234,56": "1234.56",
        "RSD1,110.25": "1110.25", "1.480": "1480", "12'345.00": "12345.00", "7": "7",
    }  # fmt: skip
    assert {text: amount_and_sign(text)[0] for text in written} == written


@of_every("text", ["", "-1", "1,23,456", "1.2.3", "0,123", "1,2345", "1,234,56", "$1€", "1e9"])
def test_an_amount_that_may_be_two_is_none(text):
    with pytest.raises(WrongHand):
        amount_and_sign(text)
