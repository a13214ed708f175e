"""The text of Bovada and Ignition: places instead of names, a rake that is pot less results, and what stacks say of an all-in."""

from tests.folding import of_every
from tests.importing.histories import field_files
from tests.importing.histories.field_files import FIELD, deviations, hands
from tests.importing.histories.originals import brought_in

RING = (FIELD / "bovada-ring.txt").read_text(encoding="utf-8")


def read(text):
    """What the importers make of a text."""
    return brought_in(text, field_files.OPTIONS)


def by_seat(hand, name):
    """A field of each seat that has it."""
    return {seat["seat"]: seat[name] for seat in hand["seats"] if name in seat}


def test_hands_agree_with_their_totals_and_an_audit_finds_nothing():
    done = read(RING)
    assert done.problems == ()
    assert [log.table for log in done.logs] == ["31313"]
    first, second, third = hands(done)
    assert by_seat(first, "net") == {1: -1400, 2: -100, 4: 1360}
    assert by_seat(second, "net") == {1: 0, 2: 0, 4: -100, 5: 100}
    assert by_seat(third, "net") == {1: 9500, 2: 0, 4: -4000, 5: -6100}
    assert deviations(done) == []


def test_the_rake_is_the_pot_less_the_results():
    first, second, third = hands(read(RING))
    assert first["fees"] == [{"kind": "rake", "amount": 140}]  # $29 less $27.60; no line says it
    assert first["pots"] == [{"pot": 0, "amount": 2900, "awards": [{"seat": 4, "amount": 2760}]}]
    assert second["fees"] == []
    assert third["fees"] == [{"kind": "rake", "amount": 600}]
    assert "pots" not in third  # of several pots only what was won of each is on record
    assert third["_pots"] == [
        {"pot": 1, "awards": [{"seat": 1, "amount": 4200}]},
        {"pot": 0, "awards": [{"seat": 1, "amount": 11400}]},
    ]


def test_of_a_blind_that_all_fold_to_the_pot_has_what_was_called():
    """The site counts all of the big blind: $3. Of it $1 was not called."""
    second = hands(read(RING))[1]
    assert second["pots"] == [{"pot": 0, "amount": 200, "awards": [{"seat": 5, "amount": 200}]}]


def test_a_player_of_one_hand_is_nobody_of_another():
    players = [seat["player"] for hand in hands(read(RING)) for seat in hand["seats"]]
    assert len(set(players)) == len(players) == 12


def test_stakes_are_stated_or_those_that_were_posted_and_a_zone_is_the_rooms():
    first, second, _ = hands(read(RING))
    assert first["stakes"] == second["stakes"] == {"small_blind": 100, "big_blind": 200}
    assert first["at"] == "2026-02-03T20:15:00-05:00"
    universal = hands(read(RING.replace("20:15:00", "20:15:00 UTC")))[0]
    assert universal["at"] == "2026-02-03T15:15:00-05:00"


def test_who_waits_is_not_dealt_in_and_whose_cards_are_not_there_may_play():
    assert by_seat(hands(read(RING))[0], "status") == {5: "missed"}
    text = RING.replace("Small Blind : Card dealt to a spot [7s 3s]\n", "")
    first = hands(read(text))[0]
    assert by_seat(first, "status") == {5: "missed"}
    assert by_seat(first, "hole") == {1: "AhKh", 4: "Td8d"}


def test_a_raise_says_to_how_much_and_an_all_in_is_what_the_stack_leaves():
    third = hands(read(RING))[2]
    assert [act for act in third["acts"] if act["act"] in ("raise", "call")] == [
        {"act": "raise", "seat": 4, "to": 1200},
        {"act": "raise", "seat": 5, "to": 6100, "all_in": True},
        {"act": "call", "seat": 1, "to": 6100},
        {"act": "call", "seat": 4, "to": 4000, "all_in": True},
    ]


def test_a_board_of_the_summary_alone_is_dealt_before_the_showdown():
    third = hands(read(RING))[2]
    assert third["acts"][-6:] == [
        {"act": "board", "street": "flop", "cards": "9h8s7c"},
        {"act": "board", "street": "turn", "cards": "2h"},
        {"act": "board", "street": "river", "cards": "3s"},
        {"act": "show", "seat": 1, "cards": "AsAd"},
        {"act": "show", "seat": 4, "cards": "KdKc"},
        {"act": "muck", "seat": 5},
    ]


@of_every(
    "case",
    [
        ("Total Pot($29)", "Total Pot($29.50)", "a pot of 2950, in minor units", "2900, the chips that went in"),
        ("Rake ($6)", "Rake ($5)", "600 between the pot and the results, in minor units", "500, the rake that the text states"),
        ("All-in $28", "All-in $27", "all in for 27", "2800, what is left of its stack, in minor units"),
        ("Board [9h 8s 7c 2h 3s]", "Board [9h 8s 7c 2h 1s]", '"1s"', "a card such as Qh (rank 23456789TJQKA, suit cdhs)"),
        ("Board [2c Qc 7h  ]", "Board [2c Qd 7h  ]", '"2c Qd 7h  "', "the board cards that were dealt, and those after them"),
        ("Dealer : Folds\nSm", "Dealer : Juggles\nSm", '"Dealer : Juggles"', "a line of a hand history of Bovada"),
        ("No Limit - 2026-02-03 20:17", "Fixed Limit - 2026-02-03 20:17", '"Ignition Hand #5003 ', "a game that is known, "),
        ("Big blind/Bring in $2\n*** HOLE CARDS ***\nUTG", "All-in $60\n*** HOLE CARDS ***\nUTG",
         "Big Blind all in before the cards", "a blind in full, or a line `Table Info: ... Stakes: $0.25-$0.50`"),
    ],
)  # fmt: skip
def test_what_does_not_agree_or_is_not_known_is_refused_in_words(case):
    before, after, found, expected = case
    assert before in RING
    (only,) = read(RING.replace(before, after)).problems
    assert only.found.startswith(found)
    assert only.expected.startswith(expected)
    assert only.do.endswith("The hand is left out.")


def test_a_hand_that_is_cut_off_says_so():
    (only,) = read(RING[: RING.rindex("*** SUMMARY ***")]).problems
    assert (only.found, only.expected) == ("the end of the hand", "the line `*** SUMMARY ***`")


def test_a_hand_of_a_pool_is_a_table_of_its_own():
    text = RING.replace("TBL#31313 HOLDEM", " Zone Poker ID#289 HOLDEMZonePoker")
    assert [log.table for log in read(text).logs] == ["Zone 289 5001", "Zone 289 5002", "Zone 289 5003"]
