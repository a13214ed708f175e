"""Hands step by step: what each step says, and what lies on the table after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.formatting import in_column
from reports.hand_steps import steps_of
from rules.audit import BytesSource, explain_hand
from tests.rules.build import A, B, hand, log, seat
from tests.rules.pot_exhibits import cases, log_of, numbers_of, pot_of, shown

_LOGS = Path(__file__).parent.parent / "golden" / "inputs"
_BOARDS = {"POT-DEAL-01"}  # whose board has more cards than the game has


def of_log(name, number):
    (exhibit,) = explain_hand(BytesSource((_LOGS / f"{name}.ndjson").read_bytes()), number)
    return steps_of(exhibit, exhibit.money)


def of_case(case):
    exhibit = shown(case)
    return steps_of(exhibit, exhibit.money)


def at(steps, title):
    (found,) = [each for each in steps if each.title == title]
    return found


def seat_of(step, number):
    (found,) = [each for each in step.seats if each.seat == number]
    return found


# ------------------------------------------------------------------------------------------- closed games


def test_a_closed_hand_is_dealt_laid_open_and_compared_pair_by_pair():
    steps = of_log("classic-surrender", 1)
    assert [each.title for each in steps] == [
        "The deal", "The rows laid open", "Seat 1 against seat 2", "Seat 1 against seat 3", "Seat 1 against seat 4",
        "Seat 2 against seat 3", "Seat 2 against seat 4", "Seat 3 against seat 4", "What was due, beside what was recorded",
    ]  # fmt: skip
    assert steps[0].words == ["Each seat is dealt 13 cards."]
    assert seat_of(steps[0], 1).rows[0].cards[:3] == ["8d", "2d", "Kh"]


def test_a_comparison_says_who_wins_each_row_and_who_owes_whom():
    step = at(of_log("classic-surrender", 1), "Seat 2 against seat 4")
    assert step.words == [
        "Front: seat 4 wins with the better high card.",
        "Middle: seat 4 wins with the better two pairs.",
        "Back: seat 2 wins with the better flush.",
        "Units for seat 2: rows −1.",
        "Seat 2 owes 1 unit, $1.00, to seat 4.",
    ]
    assert [row.outcome for row in seat_of(step, 2).rows] == ["loses", "loses", "wins"]
    assert [row.outcome for row in seat_of(step, 4).rows] == ["wins", "wins", "loses"]


def test_rows_of_who_surrendered_are_not_compared():
    step = at(of_log("classic-surrender", 1), "Seat 1 against seat 3")
    assert step.words[0] == "The rows are not compared: seat 1 surrenders."
    assert [row.outcome for each in step.seats for row in each.rows] == ["", "", "", ""]


def test_the_last_step_has_what_was_due_beside_what_was_recorded():
    last = of_log("classic-surrender", 1)[-1]
    assert last.words[:2] == [
        "Seat 1 is recorded at −$2.50 and was due −$3.00: $0.50 more.",
        "Seat 2 is recorded at −$3.50 and was due −$3.00: $0.50 less.",
    ]
    assert [(each.seat, each.recorded, each.due, each.differs) for each in last.results] == [
        (1, "−$2.50", "−$3.00", True), (2, "−$3.50", "−$3.00", True),
        (3, "+$7.00", "+$7.00", False), (4, "−$1.00", "−$1.00", False),
    ]  # fmt: skip


def test_an_impossible_deal_has_no_comparison_and_nothing_due():
    steps = of_log("wsgc-full", 3)
    assert [each.title for each in steps][2:] == ["What was due, beside what was recorded"]
    assert steps[-1].words[0] == "What seats 1, 2, 3 and 4 were due is not known."
    assert "Not known: The deal as recorded is impossible." in steps[-1].words


def test_a_void_hand_is_not_compared():
    made = log(hand(1, seat(1, A, net=0), seat(2, B, net=0), void=True))
    (exhibit,) = explain_hand(BytesSource(made), 1)
    steps = steps_of(exhibit, exhibit.money)
    assert [each.title for each in steps] == ["The rows laid open", "What was due, beside what was recorded"]
    assert all(each.words[0] == "The deal was declared void: nothing is won or lost in it." for each in steps)


# ------------------------------------------------------------------------------------------- open-face


def test_open_face_cards_are_set_act_by_act():
    steps = of_log("carnivale-ofc-2013-honest", 1)
    assert steps[0].title == "Street 1: seat 4"
    assert steps[0].words == [
        "Seat 4 is dealt 3♥ 8♠ Q♦ 5♠ A♦ and sets Q♦ A♦ in the front, 5♠ in the middle and 3♥ 8♠ in the back.",
        "It acted at 17:05:17.",
    ]
    second = steps[2]
    assert second.title == "Street 2: seat 4"
    back = seat_of(second, 4).rows[2]
    assert (back.name, back.cards, back.new) == ("back", ("3h", "8s", "3s"), ("3s",))
    assert seat_of(second, 2).rows[1].cards == ("Kc", "5h")
    assert not seat_of(second, 2).acts
    assert steps[0].seats[0].rows[0].cards == ()  # a step keeps what lay there when it happened


def test_open_face_ends_with_rows_royalties_and_the_comparison():
    steps = of_log("carnivale-ofc-2013-honest", 1)
    assert at(steps, "The rows laid open").words == [
        "Seat 2 has royalties, in units: 6 for the back.",
        "Seat 4 has royalties, in units: 7 for the front and 6 for the back.",
    ]
    assert at(steps, "Seat 2 against seat 4").words[-2:] == [
        "Units for seat 2: rows +1 and royalties −7.",
        "Seat 2 owes 6 units, 300\u00a0chips, to seat 4.",
    ]


# ------------------------------------------------------------------------------------------- pot games


def test_chips_go_from_the_stack_to_the_pot():
    steps = of_case("POT-BET-03")
    posts, raised = at(steps, "Preflop: the posts"), at(steps, "Preflop: seat 3")
    assert posts.words == ["Seat 1 posted a small blind of €1.00.", "Seat 2 posted a big blind of €2.00."]
    assert (seat_of(posts, 2).stack, seat_of(posts, 2).front, posts.pot) == ("€998.00", "€2.00", "€3.00")
    assert (seat_of(raised, 3).stack, seat_of(raised, 3).front, raised.pot) == ("€996.01", "€3.99", "€6.99")
    assert raised.against == ["Against the rules: a raise comes to €4.00 at least (BET003, OLY-1.17-a)."]
    assert [each.title for each in steps if each.against] == ["Preflop: seat 3"]


def test_an_uncalled_bet_goes_back_before_the_pot_is_shared():
    steps = of_case("POT-BET-03")
    end = at(steps, "The end of the betting")
    assert end.words == ["Seat 3 alone is still in.", "Seat 3 takes back €1.99, which nobody called."]
    assert end.pot == at(steps, "The pot").pot == "€5.00"


def test_boards_of_two_runs_lie_beside_each_other():
    steps = of_case("POT-RIT-01")
    turns = [each for each in steps if each.part == "Turn"]
    assert [row.cards for row in turns[0].boards] == [("2c", "7d", "Jh", "4s")]
    assert [(row.name, row.cards, row.new) for row in turns[1].boards] == [
        ("Board of run 1", ("2c", "7d", "Jh", "4s", "9c"), ()),
        ("Board of run 2", ("2c", "7d", "Jh", "Kh"), ("Kh",)),
    ]


def test_a_board_that_was_taken_back_does_not_stay():
    steps = of_case("POT-PRE-01")
    turns = [each for each in steps if each.words[0].startswith("The turn was dealt")]
    assert turns[0].words[0].startswith("The turn was dealt (4♠); taken back")
    assert [row.cards for row in turns[0].boards] == [("2c", "7d", "Jh")]
    assert [row.cards for row in turns[1].boards] == [("2c", "7d", "Jh", "Kc")]


def test_a_hand_that_no_ruleset_covers_has_its_cards_and_nothing_due():
    made = (_LOGS / "olympic-cash-holdem.ndjson").read_bytes()
    (exhibit,) = explain_hand(BytesSource(made), 1, ruleset="wsgc-full")
    steps = steps_of(exhibit, exhibit.money)
    deal = steps[0]
    assert (deal.pot, seat_of(deal, 1).rows[0].cards, seat_of(deal, 1).stack) == ("", ("9h", "8c"), "€170.00")
    assert steps[-1].words[0] == "What seats 1, 8 and 9 were due is not known."
    assert next((each.recorded, each.due) for each in steps[-1].results) == ("−€4.50", "–")


def test_cards_of_stud_come_street_by_street():
    steps = of_case("POT-GAME-14")
    fourth = at(steps, "Fourth: a card to each seat")
    assert fourth.words == ["Seat 1 was dealt a card (4♥ face up).", "Seat 3 was dealt a card (8♠ face up)."]
    (row,) = seat_of(fourth, 1).rows
    assert (row.cards, row.new) == (("Kh", "Kd", "9c", "4h"), ("4h",))
    assert seat_of(fourth, 2).out


def test_exchanged_cards_leave_the_hand_and_others_come():
    steps = of_log("standard-cash-badugi", 2)
    (drawn,) = [each for each in steps if each.words[0].startswith("Seat 8 exchanged 3 cards")]
    assert drawn.words == ["Seat 8 exchanged 3 cards (J♣ K♦ K♠ for 5♦ 7♣ 3♣)."]
    before = steps[steps.index(drawn) - 1]
    assert seat_of(before, 8).rows[0].cards == ("Ks", "7d", "Kd", "Jc")
    (row,) = seat_of(drawn, 8).rows
    assert (row.cards, row.new) == (("7d", "5d", "7c", "3c"), ("5d", "7c", "3c"))


@pytest.mark.sampled(5)
@pytest.mark.parametrize("case", sorted(cases()))
def test_the_table_before_the_end_is_that_of_the_replay(case):
    for number in set(numbers_of(case)):
        for exhibit in explain_hand(BytesSource(log_of(case)), number):
            pot, steps = pot_of(exhibit), steps_of(exhibit, exhibit.money)
            assert steps[-1].part == "Result"
            ends = [place for place, each in enumerate(steps) if each.part in ("Showdown", "End")]
            if not ends or pot.acts is None or not pot.acts:
                continue
            before, end = steps[ends[0] - 1], steps[ends[0]]
            if case not in _BOARDS:
                assert [tuple(row.cards) for row in before.boards] == [tuple(row.cards) for row in end.boards]
            for each in end.seats:
                now, then = seat_of(before, each.seat).rows, each.rows
                assert sorted(now[0].cards if now else ()) == sorted(then[0].cards if then else ())
            back = {each["seat"]: each["amount"] for each in exhibit.replay.get("returned") or ()}
            if any(mark.code == "return_amount" for act in pot.acts for mark in act.marks):
                continue  # what went back is not what was due
            returned = any(act.act == "return" for act in pot.acts)
            added = {act.seat: act.amount or 0 for act in pot.acts if act.act == "add"}
            for one in pot.seats:
                if not one.dealt_in or None in (one.stack, one.put_in) or not seat_of(before, one.seat).stack:
                    continue
                left = one.stack - one.put_in - (0 if returned else back.get(one.seat, 0))
                left += added.get(one.seat, 0)
                assert seat_of(before, one.seat).stack == in_column(left, exhibit.money), (case, one.seat)
