"""PokerNow: the traps of its log of a game, in a file that was made up."""

import csv
import io

import pytest

from auditor.importing.importers import is_original
from tests.importing.histories.feeds import feed, found, hands, nets
from tests.importing.histories.originals import brought_in, logs, problems

TEXT = feed("pokernow.csv")
IDS = ("x1", "-b_2", "c3")
EXPORT = "Export the log again. The hand is left out."


def altered(*changes, only=None):
    """The log with changes of its entries, each an old and a new one; `only` the rows of a hand, where that is stated."""
    rows = list(csv.reader(io.StringIO(TEXT)))
    if only is not None:
        ends = [at for at, row in enumerate(rows) if row[0] == f"-- ending hand #{only} --"]
        starts = [at for at, row in enumerate(rows) if row[0].startswith(f"-- starting hand #{only} ")]
        rows = [rows[0], *rows[ends[0] : starts[0] + 1]]
    for old, new in changes:
        assert any(old in row[0] for row in rows), old
        rows = [[row[0].replace(old, new), *row[1:]] for row in rows]
    return written([row for row in rows if row[0]])


def written(rows):
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def problem(text):
    """The only problem of a log: field, found, expected, what to do."""
    ((_, *rest),) = problems(text)
    return tuple(rest)


def test_a_log_is_read_from_its_last_row_on():
    assert problems(TEXT) == []
    ((first, *rows),) = logs(brought_in(TEXT))
    assert (first["session"], first["table"]) == ("pokernow-h1abc-1", "t-1")
    assert first["history"] == {"numbering": "site", "seen_by": "table", "cards_from": "shows"}
    assert [(row["event"], row["hand"]) for row in rows] == [("pot_hand", number) for number in (1, 2, 3, 4)]
    header, *newest = TEXT.split("\n")[:1] + list(csv.reader(io.StringIO(TEXT)))[1:]
    oldest = written([header.split(","), *reversed(newest)])
    assert [row["acts"] for row in hands(oldest)] == [row["acts"] for row in rows]


def test_a_player_is_the_id_whatever_the_name():
    assert [nets(hand, IDS) for hand in hands(TEXT)] == [
        {"x1": -6250, "-b_2": -100, "c3": 6350},
        {"x1": 0, "-b_2": 400, "c3": -400},
        {"x1": 600, "-b_2": -1200, "c3": 600},
        {"x1": -400, "-b_2": 400},
    ]
    renamed = altered(('"Ann @ x1" raises', '"An "" folds @ x1" raises'), only=1)
    assert nets(hands(renamed)[0], IDS) == {"x1": -6250, "-b_2": -100, "c3": 6350}


def test_calls_bets_and_raises_say_what_is_then_in_front():
    first, _, _, last = hands(TEXT)
    assert first["acts"][2:9] == [
        {"act": "raise", "seat": 1, "to": 600},
        {"act": "fold", "seat": 4},
        {"act": "call", "seat": 10, "to": 600},
        {"act": "board", "street": "flop", "cards": "Td7c2s"},
        {"act": "check", "seat": 10},
        {"act": "bet", "seat": 1, "to": 800},
        {"act": "raise", "seat": 10, "to": 2000},
    ]
    assert last["acts"][-1] == {"act": "return", "seat": 4, "amount": 800}
    assert (last["game"], last["limit"]) == ("omaha", "pot_limit")


def test_a_missing_small_blind_is_dead_and_a_missed_big_blind_is_live():
    second = hands(TEXT)[1]
    assert second["acts"][:3] == [
        {"act": "post", "seat": 10, "kind": "big_blind", "amount": 400},
        {"act": "post", "seat": 4, "kind": "missed_small", "amount": 200},
        {"act": "post", "seat": 4, "kind": "missed_big", "amount": 400},
    ]
    assert second["pots"] == [{"pot": 0, "amount": 1000, "awards": [{"seat": 4, "amount": 1000}]}]


def test_a_dead_button_is_no_seat():
    assert [hand.get("dealer") for hand in hands(TEXT)] == [1, None, 10, 1]


def test_runs_that_all_agreed_to_are_told_by_second_run_and_pots_stay_off_the_record():
    third = hands(TEXT)[2]
    assert [act for act in third["acts"] if act["act"] in ("run", "board")][1:] == [
        {"act": "run", "times": 2},
        {"act": "board", "street": "turn", "cards": "Tc", "run": 1},
        {"act": "board", "street": "river", "cards": "2s", "run": 1},
        {"act": "board", "street": "turn", "cards": "Jd", "run": 2},
        {"act": "board", "street": "river", "cards": "5d", "run": 2},
    ]
    assert "pots" not in third
    assert third["stakes"]["chip"] == 100


def test_nothing_is_taken_from_the_pots():
    assert [hand["fees"] for hand in hands(TEXT)] == [[], [], [], []]
    said = problem(altered(("collected 10 from pot", "collected 9.50 from pot"), only=2))
    assert said == ("hand 2", "9.50 collected", "the 10.00 that players put in", EXPORT)


def test_a_blind_that_is_all_in_does_not_say_what_the_blind_is():
    short = (
        ('#10 "all in @ c3" (62.50)', '#10 "all in @ c3" (1.50)'),
        ("posts a big blind of 2", "posts a big blind of 1.50 and go all in"),
    )
    said = problem(altered(*short, only=1))
    assert said[1:3] == ("a big blind that is all in, and none before it", "the amount of the big blind")
    fifth = [
        '-- starting hand #5 (id: h5abc)  No Limit Texas Hold\'em (dealer: "Ann @ x1") --',
        'Player stacks: #1 "Ann @ x1" (500) | #4 "Bob @ -b_2" (3)',
        '"Ann @ x1" posts a small blind of 2',
        '"Bob @ -b_2" posts a big blind of 3 and go all in',
        '"Ann @ x1" folds',
        'Uncalled bet of 1 returned to "Bob @ -b_2"',
        '"Bob @ -b_2" collected 4 from pot',
        "-- ending hand #5 --",
    ]
    rows = [[entry, "2026-03-14T18:00:00.000Z", str(177351003000000 + at)] for at, entry in enumerate(fifth)]
    last = hands(TEXT + written(rows))[-1]
    assert last["stakes"] == {"small_blind": 200, "big_blind": 400}
    assert nets(last, IDS) == {"x1": -200, "-b_2": 200}


def test_a_hand_that_is_not_over_yet_is_left_out():
    rows = list(csv.reader(io.StringIO(TEXT)))
    at = next(at for at, row in enumerate(rows) if row[0] == "-- ending hand #4 --")
    text = written([rows[0], *rows[at + 1 :]])
    assert problem(text) == (
        "hand 4", "the end of the hand", "the line `-- ending hand #12 --`", "Export the log later. The hand is left out.",
    )  # fmt: skip
    assert [hand["hand"] for hand in hands(text)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ((" folds", " juggles"), '""Bob @ -b_2" juggles"'),
        (("Flop:  [10♦", "Flop (second board): [10♦"), "two boards from the start"),
        (
            ("Turn: 10♦, 7♣, 2♠ [K♥]", 'The admin updated the player "Ann @ x1" stack from 474 to 500.'),
            '"The admin updated the player "Ann @ x1" stack from 474 to 500."',
        ),
        (("No Limit Texas Hold'em", "No Limit 7 Card Stud"), '"No Limit 7 Card Stud"'),
    ],
)
def test_what_has_no_place_is_refused_in_words(change, said):
    field, found_, _, do = problem(altered(change, only=1))
    assert field == "hand 1"
    assert found_.replace('\\"', '"') == said
    assert do.endswith("The hand is left out.")


def test_a_line_between_hands_that_is_not_known_is_named():
    text = altered(('The player "Ann @ x1" quits the game with a stack of 502.', "Ann sold her chips to Bob"))
    (only,) = brought_in(text).problems
    assert (only.where, only.found, only.refuses) == ("line 2", '"Ann sold her chips to Bob"', False)
    assert only.do == "It is passed over; see that it moves no chips."


def test_a_log_of_pokernow_is_no_csv_of_the_workbook():
    head = '"entry","at","order"\n"-- ending hand #2 --",2021-01-02T03:04:06.000Z,160\n'
    assert brought_in(head).importer == "pokernow"
    assert is_original(head.encode(), "log.txt")
    assert brought_in("entry,at,order,game\n").importer != "pokernow"


def test_a_row_that_is_none_is_named():
    where, field, said, expected, _ = problems(TEXT + "a row of one cell\n")[0]
    assert (field, said, expected) == ("", '"a row of one cell"', "an entry, a time and a number")
    assert where.startswith("line ")


@pytest.mark.slow
def test_an_audit_of_honest_hands_finds_nothing():
    assert found(TEXT) == []
