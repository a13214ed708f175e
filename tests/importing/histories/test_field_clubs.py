"""Texts of club programs in the form of PokerStars: heads, times in UTC, numbers for names, Omaha of five cards."""

from tests.folding import of_every
from tests.importing.histories.field_files import deviations, hands, nets, problems, read
from tests.importing.histories.originals import log, logs
from tests.importing.histories.originals import problems as problems_of
from tests.importing.histories.test_pokerstars import BLINDS, hand

PROGRAMS = (
    ("pppoker", "PPPoker"),
    ("pokerbros", "PokerBros"),
    ("pokermaster", "PokerMaster"),
    ("clubgg", "ClubGG"),
)


def of(title, *lines, **fields):
    """A hand of three in the text of a program."""
    return hand(*BLINDS, *lines, **fields).replace("PokerStars", title)


def test_a_hand_of_a_club_has_its_table_and_its_time_in_utc():
    for part, factor in (("a", 1), ("b", 2)):
        done = read(f"pppoker-head-{part}.txt")
        assert (problems(done), deviations(done)) == ([], [])
        assert nets(done, "40019", "40027", "40031") == {
            "40019": 318 * factor,
            "40027": -50 * factor,
            "40031": -300 * factor,
        }
        (rows,) = logs(done)
        assert rows[0]["table"] == "ClubId:900145,Table:PPP_88660045"
        assert rows[0]["session"] == f"pppoker-{rows[1]['_id']}"
        (row,) = hands(done)
        assert (row["at"], row["game"], row["limit"]) == ("2025-02-23T18:50:04-05:00", "omaha", "pot_limit")
        assert row["fees"] == [{"kind": "rake", "amount": 32 * factor}]


@of_every(("name", "title"), PROGRAMS)
def test_each_program_has_sessions_of_its_name_and_times_in_utc(name, title):
    for at in ("2021/03/21 11:21:25 UTC", "2021/03/21 11:21:25"):
        first, row = log(of(title, at=at))
        assert (first["session"], first["_derived_from"]["importer"]) == (f"{name}-12", name)
        assert row["at"] == "2021-03-21T13:21:25+02:00"  # in Tallinn


@of_every(("name", "title"), PROGRAMS)
def test_a_line_that_is_not_known_names_the_program(name, title):
    (only,) = problems_of(of(title, "Ann: juggles"))
    assert only[:4] == ("line 9", "hand 12", '"Ann: juggles"', f"a line of a hand history of {title}")


@of_every(
    ("cards", "head", "game"),
    [
        ("9c Qc 9h Jc Qs", "Omaha", "omaha5"),
        ("9c Qc 9h Jc Qs", "Omaha Hi/Lo", "omaha5_hilo"),
        ("9c Qc 9h Jc Qs 2d", "Omaha", "omaha6"),
        ("9c Qc 9h Jc", "Omaha", "omaha"),
        ("9c Qc 9h Jc Qs", "5 Card Omaha", "omaha5"),
    ],
)
def test_the_cards_say_which_omaha_it_is(cards, head, game):
    lines = (f"Dealt to Ann [{cards}]", '# {"tn":"PPP_5Cards","pids":{"2":1863696}}')
    assert log(of("PokerMaster", *lines, head=f"{head} Pot Limit ($1/$2 USD)"))[1]["game"] == game
    shown = of("PokerMaster", f"Ann: shows [{cards}]", head=f"{head} Pot Limit ($1/$2 USD)")
    assert log(shown)[1]["game"] == game


def test_a_straddle_of_a_club_is_a_post():
    text = of("PPPoker").replace("*** HOLE CARDS ***", "Ann: posts straddle $4\n*** HOLE CARDS ***")
    assert log(text)[1]["acts"][2] == {"act": "post", "seat": 1, "kind": "straddle", "amount": 400}
