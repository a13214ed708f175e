"""The text of 888: amounts and cards of several countries, added chips, uncalled bets without a line, and no rake."""

from tests.folding import of_every
from tests.importing.histories import field_files
from tests.importing.histories.field_files import FIELD, deviations, hands, nets
from tests.importing.histories.originals import brought_in

SWEDISH = (FIELD / "pacific-swedish.txt").read_text(encoding="utf-8")


def read(text):
    """What the importers make of a text."""
    return brought_in(text, field_files.OPTIONS)


def test_a_swedish_text_is_read_whole_and_an_audit_finds_nothing():
    done = read(SWEDISH)
    assert done.problems == ()  # nor is the line with the number before a hand one
    assert [log.table for log in done.logs] == ["Visby 6 Max"]
    assert b'"currency":"EUR"' in done.logs[0].data
    assert nets(done, "Åke", "Bo", "Cia", "Dag", "Eva") == {
        "Åke": 2050 + 420, "Bo": -50, "Cia": -2200 - 50, "Dag": 50 - 100, "Eva": -350,
    }  # fmt: skip
    assert deviations(done) == []


def test_the_chips_of_a_raise_are_those_added():
    first = hands(read(SWEDISH))[0]
    assert [act for act in first["acts"] if act["act"] in ("raise", "call")] == [
        {"act": "raise", "seat": 1, "to": 300},
        {"act": "raise", "seat": 5, "to": 600},
        {"act": "call", "seat": 1, "to": 600},
        {"act": "raise", "seat": 1, "to": 1600},
        {"act": "call", "seat": 5, "to": 1600},
    ]


def test_letters_of_cards_are_those_of_the_language():
    first, _, third = hands(read(SWEDISH))
    assert [act["cards"] for act in first["acts"] if act["act"] == "board"] == ["Qh7c2s", "Js", "Ah"]
    assert first["seats"][0]["hole"] == "QdAc"
    assert third["acts"][-2:] == [
        {"act": "show", "seat": 1, "cards": "Jc9c"},
        {"act": "muck", "seat": 4, "cards": "8c8h"},
    ]
    dutch = hands(read(SWEDISH.replace("Dh, 7c, 2s", "Hh, Bc, Ts")))[0]
    assert dutch["acts"][6]["cards"] == "KhJcTs"


def test_a_letter_that_is_a_queen_or_a_jack_is_refused():
    (only,) = read(SWEDISH.replace("Dh, 7c, 2s", "Hh, 7c, Vs")).problems
    assert (only.where, only.found) == ("line 19", '"Vs"')
    assert only.expected == "a card such as Qh (rank 23456789TJQKA, or H, R, D, B, Kn, E; suit cdhs)"


def test_a_pot_has_what_was_called_and_no_fee_where_none_is_stated():
    first, second, third = hands(read(SWEDISH))
    assert first["pots"] == [{"pot": 0, "amount": 4450, "awards": [{"seat": 1, "amount": 4250}]}]
    # of the walk 1.50 was collected: the small blind, and 1.00 of which 0.50 was not called
    assert second["pots"] == [{"pot": 0, "amount": 100, "awards": [{"seat": 7, "amount": 100}]}]
    assert third["pots"] == [{"pot": 0, "amount": 750, "awards": [{"seat": 1, "amount": 720}]}]
    assert not any("fees" in hand for hand in (first, second, third))


def test_days_come_before_months_and_who_does_not_act_is_not_dealt_in():
    first, _, third = hands(read(SWEDISH))
    assert first["at"] == "2026-02-09T21:10:05-05:00"
    assert [seat["seat"] for seat in first["seats"] if seat.get("status") == "missed"] == [7]
    assert third["acts"][2:4] == [
        {"act": "post", "seat": 4, "kind": "missed_small", "amount": 50},
        {"act": "post", "seat": 4, "kind": "missed_big", "amount": 100},
    ]


def test_dollars_with_a_point_between_thousands_and_no_line_of_the_number():
    text = "".join(line for line in SWEDISH.splitlines(keepends=True) if not line.startswith("#"))
    text = text.replace(" €", " $").replace("1\u00a0480,50 $", "$ 1.480,50").replace("888poker", "Cassava")
    done = read(text)
    assert done.problems == ()
    assert hands(done)[0]["seats"][0]["stack"] == 148050
    assert (
        b'"currency":"USD"' in done.logs[0].data
    )  # that of the option: a $ does not say whose dollars they are


@of_every(
    "case",
    [
        ("collected [ 42,50 € ]", "collected [ 44,51 € ]", "4451 collected, in minor units", "at most the 4450 that was put in"),
        ("Åke collected [ 42,50 € ]", "Åke was paid", '"Åke was paid"', "a line of a hand history of 888"),
        ("Åke collected [ 42,50 € ]\n", "", "a pot that nobody collects", "a line with what each part of the pot went to"),
        ("Cia posts big blind [1 €]\n", "", "no big blind", "stakes, and a big blind that was posted"),
        ("raises [3 €]", "raises [$3]", '"$3"', "amounts in the currency of the stakes"),
        ("raises [3 €]", "raises [3,000,0 €]", '"3,000,0 €"', "an amount with one sign before its decimals"),
        ("No Limit Holdem", "Fix Limit Holdem", '"0,50 €/1 € Blinds Fix', "a line of a hand"),
    ],
)  # fmt: skip
def test_what_does_not_agree_or_is_not_known_is_refused_in_words(case):
    before, after, found, expected = case
    assert before in SWEDISH
    problems = read(SWEDISH.replace(before, after, 1)).problems
    assert problems[0].found.startswith(found)
    assert problems[0].expected.startswith(expected)
    assert {each.field for each in problems} == {"hand 7001"}


def test_play_money_is_named_and_a_hand_cut_off_too():
    assert {each.found for each in read(SWEDISH.replace("Real", "Play")).problems} == {"play money"}
    (only,) = read(SWEDISH[: SWEDISH.rindex("** Summary **")]).problems
    assert (only.found, only.expected) == ("the end of the hand", "the line `** Summary **`")


def test_a_post_after_the_first_acts_is_read_as_it_stands():
    text = SWEDISH.replace("Cia bets [8 €]", "Bo posts big blind [1 €]\nCia bets [8 €]")
    first = hands(read(text))[0]
    assert first["acts"][7] == {"act": "post", "seat": 3, "kind": "new_player", "amount": 100}
