"""How a file as a whole is read: all its problems in order, its lines however they come, and what is taken."""

import json

import pytest

from rules.audit import BytesSource, read_facts
from rules.records.problems import Refused
from tests.rules.build import close, hand, log, problems, seat, session
from tests.rules.lines import full_hand, table_events
from tests.rules.refused import GOOD, lines, only, put, refusal

# ------------------------------------------------------------------------------- all that is wrong, in order


def test_every_problem_of_a_file_with_its_line():
    data = lines(
        session(), GOOD, put(GOOD, "seats.1.net", "5"), b"{", GOOD, put(GOOD, "seats.0.front", "AhAdK"),
        put(GOOD, "at", "noon"), b"", put(GOOD, "unit", 0), close(3),
    )  # fmt: skip
    assert [each.line for each in problems(data)] == [3, 4, 6, 7, 9]
    assert refusal(data).count == 5


def test_several_problems_of_one_line():
    event = put(put(put(GOOD, "seats.0.front", "AhAdK"), "seats.1.back", "Zz"), "at", "noon")
    data = lines(session(), event)
    assert {each.field for each in problems(data)} == {"seats[0].front", "seats[1].back", "at"}
    assert refusal(data).count == 1


def test_more_than_a_hundred_problems():
    """ "Every such line is reported (the first 100, and the count)." """
    data = lines(session(), *[b"{"] * 250)
    refused = refusal(data)
    assert [each.line for each in refused.problems] == list(range(2, 102))
    assert refused.count == 250
    assert "250 lines" in str(refused)


def test_the_first_hundred_are_the_first():
    """A card that does not exist is found later than a line that is not JSON; it is reported in its place."""
    data = lines(session(), put(GOOD, "seats.1.front", "1h2c3d"), *[b"{"] * 120)
    assert [each.line for each in refusal(data).problems] == list(range(2, 102))
    assert refusal(data).count == 121


def test_a_hundred_lines_not_a_hundred_problems():
    wrong = put(put(GOOD, "seats.0.front", "AhAdK"), "seats.1.back", "Zz")
    refused = refusal(lines(session(), *[wrong] * 60))
    assert {each.line for each in refused.problems} == set(range(2, 62))
    assert refused.count == 60


def test_no_hand_of_a_refused_file_is_used_after_its_first_problem():
    """ "Nothing of the file becomes a session." """
    data = lines(session(), *[GOOD] * 10, b"{", *[GOOD] * 10)
    with pytest.raises(Refused):
        read_facts(BytesSource(data))


@pytest.mark.parametrize("name", ["x\u001b[31m", "x\u2028y", "x" * 100_000])
def test_an_unknown_field_s_name_is_shown_readably(name):
    """Text from a log is shown to people: cut, and without what moves a cursor."""
    problem = only(lines(session(), GOOD | {name: 1}))
    assert str(problem).isprintable()
    assert len(str(problem)) < 600


@pytest.mark.parametrize("text", ["x\u001b[31m\u202e", "x" * 3000, "\\" * 500, "é" * 2000])
def test_what_stood_there_is_shown_readably(text):
    for data in (
        lines(session(), put(GOOD, "at", text)),
        lines(session(), put(GOOD, "hand", text)),
        lines(session(), text.encode()),
    ):
        problem = only(data)
        assert problem.found.isprintable()
        assert len(problem.found) <= 80


# ------------------------------------------------------------------------------- lines, blank lines, chunks


def test_blank_lines_and_carriage_returns_are_ignored():
    plain = lines(session(), GOOD, close(1))
    spaced = b"\n \n" + plain.replace(b"\n", b"\r\n\r\n \t\r\n")
    assert problems(spaced) == []
    assert read_facts(BytesSource(spaced)).hands == read_facts(BytesSource(plain)).hands == 1
    assert read_facts(BytesSource(spaced)).events == read_facts(BytesSource(plain)).events


def test_a_last_line_without_its_newline():
    assert read_facts(BytesSource(lines(session(), GOOD, close(1))[:-1])).hands == 1
    assert only(lines(session(), GOOD)[:-2]).line == 2


def test_blank_lines_count_as_lines():
    data = lines(session(), b"", b"", GOOD, b"  ", put(GOOD, "unit", 0), b"", b"{")
    assert [each.line for each in problems(data)] == [6, 8]


@pytest.mark.parametrize("size", [1, 2, 7, 100, 1000, 4096])
def test_chunks_of_any_size(size):
    """A chunk may end in a line, in a character, or between a carriage return and its newline."""
    data = lines(
        session(),
        b"",
        GOOD | {"_note": "é🂡"},
        put(GOOD, "seats.0.front", "AhAd"),
        b"\r",
        put(GOOD, "unit", 0),
        b"{",
        close(1),
    )
    data = data.replace(b"\n", b"\r\n")
    whole = problems(data)
    assert [each.line for each in whole] == [6, 7]
    assert problems(data[i : i + size] for i in range(0, len(data), size)) == whole


def test_line_numbers_far_into_a_file():
    """Past many batches and a block of hands."""
    hands = [GOOD | {"hand": number} for number in range(9_000)]
    hands[4_321] = put(hands[4_321], "seats.1.middle", "QhQcJs")  # a wrong size is a finding, not a refusal
    hands[5_000] = put(hands[5_000], "seats.1.middle", "QhQcJ")
    hands[8_999] = put(hands[8_999], "seats.1.net", "x")
    assert [each.line for each in problems(lines(session(), *hands))] == [5_002, 9_001]


def test_a_line_that_is_too_long_is_refused_however_it_comes():
    moved = [{"payer": 1, "payee": 2, "units": 3, "amount": 300}] * 25_000
    long = GOOD | {"transfers": moved}
    assert len(json.dumps(long)) > 1 << 20
    alone = lines(session(), long)
    with_blank = lines(session(), b"", long)
    assert [each.line for each in problems(alone)] == [2]
    assert [each.line for each in problems(with_blank)] == [3]
    assert problems(alone[i : i + 65_536] for i in range(0, len(alone), 65_536)) == problems(alone)


# ------------------------------------------------------------------------------- what is taken


def test_fields_that_begin_with_an_underscore_at_any_depth():
    """ "Unknown fields are errors, except those that begin with `_`." """
    event = full_hand() | {"_a": {"b": [1, {"_c": None}]}}
    event["seats"][0]["_seen"] = [[]]
    event["seats"][2]["_"] = 1
    event["pool"]["_x"] = {"x": 1}
    event["pool"]["awards"][0]["_x"] = 0.5
    event["fees"][0]["_x"] = "é"
    first = session() | {"_import": {"by": "x", "rows": [1.5]}, "staff": {"dealer": "D", "_shift": 2}}
    last = close(1, totals={"rake": 0, "_counted": True}) | {"_z": 1}
    assert problems(lines(first, event, table_events()[3] | {"_q": 1}, last)) == []


def test_a_private_field_hides_no_other_problem():
    for path, value in (
        ("seats.1.nett", 5),
        ("seats.1.net", "5"),
        ("unit", 0),
        ("seats.0.front", "Ah"),
        ("at", "noon"),
    ):
        open_line = put(GOOD, path, value)
        private = {"_first": 1, **open_line, "_last": 2}
        reported = [(each.field, each.found, each.expected) for each in problems(lines(session(), open_line))]
        assert [
            (each.field, each.found, each.expected) for each in problems(lines(session(), private))
        ] == reported


def test_a_log_with_bad_lines_is_refused_and_all_its_problems_are_reported():
    data = lines(session(), *[GOOD | {"hand": number} for number in range(300)], b"{", close(300))
    assert [each.line for each in problems(data)] == [302]


@pytest.mark.parametrize(
    "row", ["??", "??????", "JK2c3c", "JKJKJK", "2c2c2c", "2c", "", "2c3c4c5c6c7c", "AhAdKs"]
)
def test_cards_that_were_not_recorded_jokers_and_wrong_sizes_are_findings_of_the_audit(row):
    """ "Rows of a wrong size", "a joker", "a card twice" are findings: "a log full of them is a good log"."""
    assert problems(lines(session(), put(GOOD, "seats.0.front", row))) == []


def test_ten_players_one_player_and_seats_in_any_order_are_taken():
    many = hand(1, *(seat(number) for number in (7, 3, 10, 1, 2, 9, 8, 6, 5, 4)))
    assert problems(lines(session(), many, hand(2, seat(4)))) == []


def test_duplicate_players_wrong_nets_and_repeated_numbers_are_taken():
    event = put(put(GOOD, "seats.1.player", "P1"), "seats.0.net", 999)
    assert problems(log(session(), event, event, close(9))) == []
