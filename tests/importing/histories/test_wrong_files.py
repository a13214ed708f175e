"""Files that are cut off, saved in another way, or not what they are taken for: each answer says where, what, and what to do."""

import json
import re

import pytest

from tests.folding import of_every
from tests.importing.histories.originals import brought_in, logs, originals, problems

GGPOKER, OHH, POKERSTARS, WINNING = (
    next(iter(originals(kind).values())) for kind in ("ggpoker", "ohh", "pokerstars", "winning")
)
PHH = originals("phh")["phh/pluribus/102/0.phh"]
TEXTS = (GGPOKER, POKERSTARS, WINNING)
EVERY = (*TEXTS, OHH, PHH)
_EXPECTED = (
    "a workbook in the .xlsx format, or CSV, or a hand history "
    "of 888, Bovada, ClubGG, GGPoker, iPoker, Open Hand History, PartyPoker, PHH, Poker Mavens, PokerBros, PokerGFX, "
    "PokerMaster, PokerNow, PokerStars, PPPoker or Winning Poker Network"
)
_TEMPLATE = (
    "Fill in the workbook that `auditor import --template RULESET -o FILE.xlsx` writes, "
    "or export the hands in one of these formats."
)


def play(data):
    """The lines of the hands of a file that has no problem."""
    done = brought_in(data)
    assert done.problems == ()
    return [row for rows in logs(done) for row in rows[1:]]


@of_every("text", EVERY, ids=lambda text: text[:20])
def test_line_ends_and_a_byte_order_mark_change_nothing_of_the_play(text):
    plain = text.replace("\r\n", "\n")
    for data in (plain.replace("\n", "\r\n").encode(), plain.encode("utf-8-sig")):
        assert play(data) == play(plain)


@of_every("text", TEXTS, ids=lambda text: text[:20])
def test_a_text_of_a_site_in_utf_16_is_read_as_it_is(text):
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        assert play(text.encode(encoding)) == play(text)


@of_every("text", [OHH, PHH], ids=lambda text: text[:20])
def test_a_file_of_fields_in_utf_16_says_to_save_it_as_utf_8(text):
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        assert problems(text.encode(encoding)) == [
            ("", "", "text in UTF-16", _EXPECTED, "Save the file as UTF-8 and import it again."),
        ]  # fmt: skip


@of_every("data", [b"\x00" * 600, b"ustar\x00\x00\x00\x00" * 60, b"SQLite format 3\x00" + b"\x00" * 300])
def test_a_file_with_many_null_bytes_is_no_text(data):
    kind = "a database (SQLite)" if data.startswith(b"SQLite") else "binary data, not text"
    assert problems(data) == [("", "", kind, _EXPECTED, _TEMPLATE)]


@of_every("data", [b"", b"\n\n  \r\n"])
def test_a_file_with_nothing_in_it_is_an_empty_one(data):
    assert problems(data) == [("", "", "an empty file", _EXPECTED, _TEMPLATE)]


def test_a_text_of_a_site_that_is_not_known_says_which_are():
    assert problems("Full Tilt Poker Game #12: Hold'em\nSeat 1: Ann ($2)\n") == [
        ("", "", "a file of an unknown format", _EXPECTED, _TEMPLATE)
    ]


@of_every("text", [GGPOKER, POKERSTARS, WINNING], ids=lambda text: text[:20])
def test_the_example_of_a_first_line_is_one(text):
    first, rest = text.split("\n", 1)
    at = re.search(r"\d{4}/\d\d?/\d\d?", first)[0]
    (only,) = problems(f"{first.replace(at, '16.01.2014')}\n{rest}")
    assert only[0] == "line 1"
    example = re.fullmatch("a game that is known, in a line such as `(.*)`", only[3])[1]
    assert [found for _, _, found, *_ in problems(f"{example}\nnothing of the kind")] == [
        "the end of the hand"
    ]
    assert problems(f"{example}\nnothing of the kind\n*** SUMMARY ***")[0][0] == "line 2"


def test_what_is_before_the_first_hand_is_passed_over_and_named():
    for text, title in (
        (GGPOKER, "GGPoker"),
        (POKERSTARS, "PokerStars"),
        (WINNING, "the Winning Poker Network"),
    ):
        done = brought_in(f"\nSeat 3: Cid folded\nSeat 4: Dan folded\n\n{text}")
        assert [each for rows in logs(done) for each in rows[1:]] == play(text)
        (only,) = done.problems
        assert (only.where, only.found, only.expected, only.do, only.refuses) == (
            "line 2", '"Seat 3: Cid folded"', f"the first line of a hand of {title}",
            "It is passed over; see that no hand before the first one is cut off.", False,
        )  # fmt: skip


@pytest.mark.parametrize("text", [GGPOKER, POKERSTARS, WINNING], ids=("ggpoker", "pokerstars", "winning"))
def test_a_text_that_is_cut_off_wherever_says_where_it_ends(text):
    head, summary = text.index("\n"), text.index("*** SUMMARY ***")
    for end in range(head + 1, summary, 7):
        cut = text[:end]
        last = cut.rstrip().count("\n") + 1
        found = problems(cut)
        ends = (
            f"line {last}",
            "the end of the hand",
            "the line `*** SUMMARY ***`",
            "Import the whole text. The hand is left out.",
        )
        assert [(where, *rest) for where, _, *rest in found] == [ends], end


@pytest.mark.parametrize("text", [PHH, OHH], ids=("phh", "ohh"))
def test_a_file_of_fields_that_is_cut_off_wherever_has_no_log(text):
    for end in range(len(text) // 4, len(text) - 60, 97):
        done = brought_in(text[:end])
        assert done.logs == (), end
        assert all(each.found and each.expected and each.do for each in done.problems), end
        assert done.refused, end


def test_a_phh_without_a_comma_names_the_line_and_what_may_be_missing():
    text = "variant = 'NT'\nactions = [\n  'd dh p1 ????',\n  'd dh p2 ????'\n  'p1 f',\n]\n"
    expected = "a hand in PHH, which is TOML"
    do = "Correct the line, or one before it: a comma, a quote or a bracket may be missing."
    assert problems(text) == [("line 5", "", "no TOML: Unclosed array", expected, do)]
    assert problems("variant = 'NT'\nactions = [\n  'p1 f',\n\n") == [
        ("line 3", "", "no TOML: Invalid value, at the end", expected, do)
    ]


def test_a_phh_without_actions_or_stacks_is_taken_for_one():
    lines = PHH.split("\n")
    for name in ("actions", "starting_stacks"):
        (only,) = problems("\n".join(line for line in lines if not line.startswith(name)))
        assert only[1:4] == (f"hand 0, {name}", "nothing", "a list")


def test_hands_of_open_hand_history_may_be_a_list_and_one_beside_the_other():
    one = json.loads(OHH)
    other = {"ohh": {**one["ohh"], "game_number": "77"}}
    hands = play(f"{json.dumps(one)}\n\n{json.dumps(other)}")
    assert [hand["_id"] for hand in hands] == [one["ohh"]["game_number"], "77"]
    for text in (
        json.dumps([one, other]),
        json.dumps([one, other], indent=2),
        json.dumps(one) + json.dumps(other),
    ):
        assert play(text) == hands


def test_what_is_between_hands_of_open_hand_history_is_named():
    assert problems(f"{OHH}\nthat was all\n\n{OHH}") == [
        (
            f"line {OHH.count(chr(10)) + 2}",
            "",
            '"that was all"',
            "an object with a hand as `ohh`",
            "Take it out.",
        ),
    ]


def test_a_hand_of_open_hand_history_that_is_cut_off_is_one_problem_and_the_next_is_read():
    whole = json.dumps(json.loads(OHH), indent=2)
    text = f"{whole[: len(whole) // 2]}\n{whole}"
    (only,) = problems(text)
    assert (only[0], only[4]) == ("line 1", "Correct it, or export it again. The hand is left out.")
    assert only[2].startswith("no JSON: ")
    assert [each for rows in logs(brought_in(text)) for each in rows[1:]] == play(OHH)


def test_a_hand_of_open_hand_history_without_its_name_is_asked_for_it():
    (only,) = problems(json.dumps(json.loads(OHH)["ohh"]))
    assert only[:4] == ("line 1", "ohh", "nothing", "an object")


def test_a_file_of_no_hand_says_so():
    text = "y = '''\nvariant = 1\nactions = 2\n'''\n"
    assert problems(text) == [("", "", "no hand", "at least one", "Import a file that has hands.")]
