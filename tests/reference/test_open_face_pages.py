"""The pages of the open-face systems say what their sheets print, and their hands come out as they were worked out by hand."""

import json
import re

import pytest

from auditor.reference.hands import known
from auditor.reference.systems.described_page import how_it_pays
from auditor.reference.systems.effects import effect
from auditor.reference.systems.open_face.after import earned
from auditor.reference.systems.open_face.clock_calls import forced
from auditor.reference.systems.open_face.described_open_face_clock import BACK_ONLY, CERTAIN, examples
from auditor.reference.systems.open_face.described_open_face_payments import steps
from auditor.reference.systems.open_face.forced import PlacementTurn
from auditor.reference.systems.worked import Worked, cases
from auditor.reference.systems.worked_hand_choice import features, worked
from rules.audit import BytesSource, audit_log
from rules.clauses import ambiguities
from rules.controls.library import library
from rules.replay.level_schedule import schedule_of
from rules.replay.readings import other_readings
from tests.plain.open_face.score import score
from tests.reference.test_pages import section, text

SYSTEMS = [each for each in library().rulesets() if each.family == "ofc"]
HANDS = [case for case in cases() if case["log"][1]["event"] == "ofc_hand"]
MADE = known("open-face-hands.ndjson")

every_system = pytest.mark.parametrize("ruleset", SYSTEMS, ids=lambda each: each.id)
every_hand = pytest.mark.parametrize("case", HANDS, ids=lambda case: case["id"])
made_here = pytest.mark.parametrize("case", MADE, ids=lambda case: case["id"])


def page(name, heading):
    return section(text(f"systems/{name}"), heading)


def part(ruleset, heading):
    return dict(how_it_pays(ruleset))[heading]


def hand_of(name):
    case = next(case for case in HANDS if case["id"] == name)
    return Worked(case, library().get(case["ruleset"]))


# ---------------------------------------------------------------- the hands


@made_here
def test_a_hand_comes_out_as_a_plain_auditor_has_it(case):
    reported, expected = score(case["log"][1], case["ruleset"]), case["expected"]
    seats = {str(seat["seat"]): seat for seat in reported["seats"]}
    assert {seat: each["units"] for seat, each in seats.items()} == expected["units"]
    assert {seat: each["royalties"] for seat, each in seats.items()} == expected["royalties"]
    assert {seat: each["stack_after"] for seat, each in seats.items()} == expected["stacks_after"]
    assert [seat["seat"] for seat in reported["seats"] if seat["fouled"]] == expected["fouled"]
    assert [{name: each[name] for name in ("a", "b", "units")} for each in reported["pairs"]] == expected[
        "pairs"
    ]
    paid = [{name: each[name] for name in ("payer", "payee", "amount")} for each in reported["transfers"]]
    assert (paid, reported["eliminated"]) == (expected["transfers"], expected["eliminated"])


@pytest.mark.sampled(4)
@made_here
def test_nothing_is_wrong_with_a_hand(case):
    """Its figures, its placements and its clock; the audit reports what a reading moves."""
    log = "".join(json.dumps(line) + "\n" for line in case["log"]).encode()
    audit = audit_log(BytesSource(log), ruleset=case["ruleset"])
    assert [finding for finding in audit.findings if finding.kind != "undetermined"] == []


@every_hand
def test_the_steps_of_a_payment_lead_to_the_chips_afterwards(case):
    one = hand_of(case["id"])
    found = steps(one)
    brought = dict.fromkeys((one.column(seat["seat"]) for seat, _ in one.seats), 0)
    for step in found:
        brought[step.payer] -= step.paid
        brought[step.payee] += step.paid
    if found:
        assert {one.seat_of(column): net for column, net in brought.items()} == {
            reported["seat"]: reported["net"] for _, reported in one.seats
        }


@every_hand
def test_the_limits_of_a_step_are_described(case):
    assert all(bool(step.why) == (step.paid < step.due) for step in steps(hand_of(case["id"])))


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("EX-CARN-21", {"chips", "sweep", "rows"}),
        ("EX-CARN-24", {"winner", "royalties", "sweep", "rows"}),
        ("EX-OFC1-05", {"chips", "out", "zero", "royalties", "sweep", "rows"}),
        ("EX-OFC1-14", {"foul", "missed", "royalties", "rows"}),
        ("OFC-CASH-FANTASYLAND", {"at_once", "streets", "royalties", "sweep", "rows"}),
    ],
)
def test_what_there_is_to_see_in_a_hand(name, seen):
    assert features(hand_of(name)) == seen


@pytest.mark.slow
def test_a_page_shows_all_that_the_hands_of_its_system_have():
    for ruleset in SYSTEMS:
        mine = [Worked(case, ruleset) for case in HANDS if case["ruleset"] == ruleset.id]
        if not mine:
            continue  # shown by hands of the system that it is built on
        every = set().union(*map(features, mine))
        assert set().union(*map(features, worked(ruleset))) == every, ruleset.id


# ---------------------------------------------------------------- what the sheets print


@pytest.mark.slow
def test_the_printed_example_of_a_short_stack_ends_with_twelve_points():
    hand = page("carnivale-ofc-2013", "### Hand 1: chips that run out and a scoop")
    assert "(case `EX-CARN-21`)" in hand
    assert "| C | 0 | +200 | 1,000 | 1,200 |" in hand
    assert "| 2 | A to C | 600 | 600 | 13,800 | 14,400 | 400 | |" in hand
    assert "| 3 | C to B | 600 | 400 | 13,800 | 14,000 | 0 | C has 400 left |" in hand


@pytest.mark.slow
def test_the_printed_example_of_an_elimination_has_the_first_position_out():
    hand = page("ofc-event", "### Hand 1: chips that run out, a player who is out, royalties and a scoop")
    assert (
        "| 1 | A to B | 1,200 | 1,000 | 0 | 11,000 | 10,000 | 10,000 | A has only 1,000 chips and is out |"
        in hand
    )
    assert (
        "| 2 | C to A | 2,000 | 0 | 0 | 11,000 | 10,000 | 10,000 | A is out: nothing passes to or from him |"
        in hand
    )
    assert "**A is out of the event.**" in hand


@pytest.mark.slow
def test_a_point_and_the_chips_in_play_level_by_level():
    rows = re.findall(
        r"^\| (\d+) \| (\d+) to (\d+) \| ([\d,]+) \| ([\d,]+) \| (?:chips of ([\d,]+) )?\|",
        page("carnivale-ofc-2013", "### Levels, and chips that leave play"),
        re.MULTILINE,
    )
    assert len(rows) == 25
    schedule = schedule_of(library().get("carnivale-ofc-2013"))
    for place, (level, first, last, value, smallest, _) in enumerate(rows):
        assert (int(level), int(first), int(last)) == (place + 1, 9 * place + 1, 9 * place + 9)
        assert int(value.replace(",", "")) == schedule.values[place]
        assert int(smallest.replace(",", "")) == schedule.smallest[place]
    assert [(level, gone) for level, *_, gone in rows if gone] == [
        ("5", "25"), ("6", "100"), ("11", "500"), ("12", "1,000"), ("18", "5,000"),
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", [each.id for each in SYSTEMS])
def test_the_royalties_that_both_sheets_print(name):
    reported = page(name, "### Royalties")
    assert "| fives | | 13 |" in reported
    assert "| sixes | 1 | 14 |" in reported
    assert "| aces | 9 | 22 |" in reported
    assert "| full house | 12 | 6 |" in reported
    assert "| royal flush | 50 | 25 |" in reported


@pytest.mark.slow
def test_penalties_and_fouls_of_the_event():
    assert "pays 3 points to each active player" in page("ofc-event", "### Missed hands and penalties")
    assert "costs its player 1 point" in page("ofc-event", "### Missed hands and penalties")
    assert "pays 6 points to each player" in page("ofc-event", "### Fouled hands")
    assert "as if it had been scooped, 6 points" in page("carnivale-ofc-2013", "### Fouled hands")


# ---------------------------------------------------------------- street by street, fantasyland, the clock


@pytest.mark.slow
def test_a_hand_street_by_street():
    cash = page("ofc-cash", "## Hands worked through")
    assert "| A | front | | Q♠ | | | | Q♥ | | | 5♣ |" in cash
    assert "**A goes to fantasyland: thirteen cards of the next hand at once.**" in cash
    assert "It was dealt right after hand 1, to the same players." in cash
    assert "**A stays in fantasyland: thirteen cards of the next hand at once.**" in cash
    pineapple = page("ofc-pineapple", "## Hands worked through")
    assert "| | discard | | 3♠ | 4♥ | 7♦ | 10♣ |" in pineapple
    assert "dealt fourteen cards at once, sees all of them, sets thirteen and discards 2♣." in pineapple
    assert "A leaves fantasyland." in pineapple


@pytest.mark.parametrize(
    ("point", "reading", "sentence"),
    [
        ("AMB-FL-ENTRY", "kings", "a pair of kings or better in front"),
        ("AMB-FL-ENTRY", "any_pair", "any pair, or three of a kind, in front"),
        ("AMB-FL-STAY", "full_house_too", "a full house or better in the middle"),
        ("AMB-FL-CARDS", "progressive", "15 for kings, 16 for aces and 17 for three of a kind"),
    ],
)
def test_fantasyland_under_another_reading(point, reading, sentence):
    other = other_readings(library().get("ofc-pineapple"), ambiguities()[point])[reading]
    assert sentence in part(other, "Fantasyland")


def test_who_goes_to_fantasyland_moves_with_the_reading():
    (first, second) = worked(library().get("ofc-cash"))
    assert (earned(first), earned(second)) == ({1: 13, 2: 0, 3: 0}, {1: 13, 2: 13, 3: 0})
    moved = effect(ambiguities()["AMB-FL-ENTRY"], [first])
    assert moved.lines()[0][1:] == ["13 cards at once", "no fantasyland"]


def test_a_card_that_a_clock_forces():
    hand = page("carnivale-ofc-2013", "### Hand 3: street by street and a clock that runs out")
    assert "36 seconds into the turn; 30 must have gone by." in hand
    assert "His Q♠ goes to the back: in front a foul would be certain; the middle is full" in hand
    one = hand_of("CARN-CLOCK")
    assert forced(one) == {1: "back"}
    (other,) = other_readings(one.ruleset, ambiguities()["AMB-CARN-forced-foul"]).values()
    assert forced(one.under(other)) == {1: "front"}


@pytest.mark.parametrize("case", examples("ofc_forced_placement"), ids=lambda case: case["id"])
def test_the_rows_of_the_examples(case):
    turn = PlacementTurn.of(
        [case["input"][row] for row in ("front", "middle", "back")], case["input"]["card"]
    )
    assert turn.goes_to(library().get("carnivale-ofc-2013")) == case["expected"]["row"]


@pytest.mark.slow
def test_examples_that_a_reading_decides():
    assert PlacementTurn.of(*CERTAIN).goes_to(library().get("carnivale-ofc-2013")) == "back"
    assert "front ([AMB-CARN-forced-foul])" in part(library().get("carnivale-ofc-2013"), "The clock")
    reported = page("ofc-event", "### Leaving the table")
    assert (
        "| Q♥ 7♣ 2♦ | 9♠ 9♦ 5♣ 3♥ 2♠ | A♠ A♦ K♣ | yes | no: the hand is fouled ([AMB-OFC1-stepaway]) |"
        in reported
    )
    assert sum(map(len, BACK_ONLY)) == 11


@pytest.mark.parametrize("case", examples("ofc_stepaway"), ids=lambda case: case["id"])
def test_who_may_leave_in_the_examples(case):
    rows = [case["input"][row] for row in ("front", "middle", "back")]
    (line,) = [
        line
        for line in page("ofc-event", "### Leaving the table").splitlines()
        if line.startswith(f"| {_shown(rows[0])} | {_shown(rows[1])} |")
    ]
    assert ("| yes |" in line) == case["expected"]["allowed"]


def _shown(row):
    suits = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
    return " ".join(card[0].replace("T", "10") + suits[card[1]] for card in row) or "–"


def test_places_of_players_who_are_out():
    reported = re.findall(
        r"\| (?:\d )?\| ([AB]) \| (T\d) \|[^\n]*\| (better|worse) \|",
        page("carnivale-ofc-2013", "### Places of players who are out"),
    )
    assert reported == [
        ("A", "T1", "better"),
        ("B", "T2", "worse"),
        ("B", "T2", "better"),
        ("A", "T1", "worse"),
    ]
    others = other_readings(library().get("carnivale-ofc-2013"), ambiguities()["AMB-CARN-bust-tie"])
    assert set(others) == {"tie", "clock_time"}
    assert part(others["tie"], "Places of players who are out").count("| shared |") == 2
    assert "the one who went out later by the clock" in part(
        others["clock_time"], "Places of players who are out"
    )


# ---------------------------------------------------------------- what another reading moves


@every_system
def test_a_point_of_a_page_says_what_it_moves(ruleset):
    """By a table of a hand, or by a sentence."""
    reported = page(ruleset.id, "## What the documents leave open")
    for line in re.findall(r"^- .*\[AMB-[\w-]+\]$", reported.partition("### Settled")[0], re.MULTILINE):
        assert re.search(r"It (matters where|moves|would move)|Not stated", line), line


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("carnivale-ofc-2013", "| A | the card goes at the back | the card goes in front |"),
        ("ofc-event", "| B | +800 | −1,000; out |"),
        ("ofc-pineapple", "| A | no fantasyland | 14 cards at once |"),
        ("ofc-cash", "| A | 13 cards at once | no fantasyland |"),
    ],
)
def test_what_another_reading_would_change(name, line):
    assert line in page(name, "### What other readings would change in these hands")


def test_a_hand_of_another_page_shows_what_the_own_ones_do_not():
    reported = page("ofc-cash", "### What other readings would change in other hands")
    assert "In the hand of case `EX-CARN-09`, at a unit of $1.00:" in reported
