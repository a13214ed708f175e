"""Texts of PokerStars with lines between hands, names that look like lines, cancelled hands and pots that nobody collects."""

from tests.folding import of_every
from tests.importing.histories.field_files import deviations, hands, nets, problems, read
from tests.importing.histories.originals import brought_in, logs
from tests.importing.histories.test_pokerstars import BLINDS, hand
from tests.importing.histories.test_pokerstars import problems as problems_of

WALK = ("Ann", "Bob", "Cid")


@of_every("kind", ["email-transcript", "web-export-hand-n"])
def test_lines_that_number_the_hands_of_a_file_are_of_no_hand(kind):
    for part, first, amounts in (
        ("a", ("Bea", "Cal", "Dov"), (-4130, 3980, -100)),
        ("b", ("Sven", "Tess", "Uma"), (-8260, 7960, -200)),
    ):
        done = read(f"{kind}-{part}.txt")
        walk, small = (WALK, 50) if part == "a" else (("Oda", "Piet", "Quin"), 100)
        assert nets(done, *first, *walk) == {
            **dict(zip(first, amounts, strict=True)),
            **dict(zip(walk, (0, -small, small), strict=True)),
        }
        tables = ["Alder", "Birch"] if part == "a" else ["AlderX", "BirchX"]
        assert [rows[0]["table"] for rows in logs(done)] == tables
        assert (problems(done), deviations(done)) == ([], [])


def test_a_transcript_has_three_hands_of_a_table():
    done = read("transcript-a.txt")
    assert [row["hand"] for row in hands(done)] == [5001, 5002, 5003]
    assert [[seat["net"] for seat in row["seats"]] for row in hands(done)] == [
        [0, -50, 50],
        [50, 0, -50],
        [-50, 50, 0],
    ]
    assert (problems(done), deviations(done)) == ([], [])


def test_a_name_may_end_as_a_line_does():
    done = read("names-a.txt")
    assert nets(done, "Al: folds", "Ann", "Bob", "Cid") == {"Al: folds": 50, "Ann": 0, "Bob": -100, "Cid": 50}
    assert (problems(done), deviations(done)) == ([], [])
    assert hands(done)[1]["acts"] == [
        {"act": "post", "seat": 2, "kind": "small_blind", "amount": 50},
        {"act": "post", "seat": 3, "kind": "big_blind", "amount": 100},
        {"act": "fold", "seat": 1},
        {"act": "fold", "seat": 2},
        {"act": "return", "seat": 3, "amount": 50},
    ]


@of_every("line", ["Seat 9: folds", "Eve: checks", "Uncalled bet ($1) returned to Eve: folds"])
def test_a_line_of_a_name_without_a_seat_is_passed_over_by_no_pattern(line):
    (only,) = problems_of(hand(*BLINDS, line))
    assert (only[0], only[3]) == ("line 9", "a player with a seat in this hand")


def test_a_bounty_that_is_split_says_nothing_of_the_chips():
    for part, names in (("a", ("Ann", "Bob", "Cid", "Dee")), ("b", ("Oda", "Piet", "Quin", "Rolf"))):
        done = read(f"bounty-split-{part}.txt")
        assert nets(done, *names) == dict(zip(names, (-10, -60, -300, 370), strict=True))
        assert (problems(done), deviations(done)) == ([], [])


def test_a_pot_that_nobody_collects_costs_the_hand():
    for part, amount in (("a", "81.10"), ("b", "162.20")):
        done = read(f"nobody-collects-{part}.txt")
        expected = "a line for each part of the pot, such as `Ann collected 12.50 from pot`"
        do = "Import the whole text. The hand is left out."
        found = f"a pot of which nobody collects {amount}"
        assert problems(done) == [(True, "line 1", found, expected, do)]
        assert done.logs == ()


def test_a_cancelled_hand_of_one_seat_is_left_out_with_a_note():
    done = read("cancelled-alone-a.txt")
    do = "Nothing was played. The hand is left out."
    found = "a cancelled hand of one seat"
    assert problems(done) == [(False, "line 1", found, "a hand of two seats or more", do)]
    assert (done.logs, done.refused) == ((), False)


def test_a_total_pot_after_the_rake_is_taken_as_that_with_a_note():
    lines = ("Ann: folds", "Ben: calls $1", "Cid: checks", "*** FLOP *** [2c 7d Jh]", "Ben: checks", "Cid: bets $2",
             "Ben: folds", "Uncalled bet ($2) returned to Cid", "Cid collected $3.80 from pot")  # fmt: skip
    for total, listed in (("$3.80", 1), ("$4", 0)):
        done = brought_in(f"{hand(*BLINDS, *lines)}\nTotal pot {total} | Rake $0.20")
        assert [(each.refuses, each.found, each.expected) for each in done.problems] == [
            (False, "a total pot after the rake", "the total pot before the rake")
        ] * listed
        (row,) = hands(done)
        assert row["pots"] == [{"pot": 0, "amount": 400, "awards": [{"seat": 3, "amount": 380}]}]
        assert [seat["net"] for seat in row["seats"]] == [0, -200, 180]
        assert deviations(done) == []


def test_a_cancelled_hand_of_two_seats_is_void_by_the_line_of_the_site():
    for name, names in (
        ("cancelled-a", ("Ann", "Bob")),
        ("cancelled-b", ("Oda", "Piet")),
        ("cancelled-c", ("Ann", "Bob")),
    ):
        done = read(f"{name}.txt")
        assert nets(done, *names) == dict.fromkeys(names, 0)
        assert hands(done)[0]["void"] is True
        assert (problems(done), deviations(done)) == ([], [])
