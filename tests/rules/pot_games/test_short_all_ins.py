"""All-ins for less than a bet or a raise: for whom they open the betting again, and what the next raise comes to."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.controls.sections.pots import PotGame
from rules.results import ReadingEffect
from tests.rules.checks.pot_hands import act, audited, hand
from tests.rules.pot_games.replaying import illegal, parameters
from tests.rules.pot_logs import pot_hand, pot_seat

LIMIT = {"small_blind": 100, "big_blind": 200, "small_bet": 200, "big_bet": 400}
STUD = {"ante": 25, "bring_in": 100, "small_bet": 300, "big_bet": 600}
CALLED = (
    "1 posts small_blind 100",
    "2 posts big_blind 200",
    "3 calls 200",
    "4 calls 200",
    "1 calls 200",
    "2 checks",
)
BOTH = pytest.mark.parametrize("ruleset", ["standard-cash", "olympic-cash"])


def on_the_flop(*lines: str, stacks: dict[int, int], limit: str = "fixed_limit") -> dict[str, Any]:
    """Four seats called 200 each; their acts on the flop are acts 7 and later."""
    return hand(*CALLED, "flop 2c7dJh", *lines, seats=4, stacks=stacks, limit=limit, stakes=LIMIT)


def with_fixed_limit(ruleset: str, **changed: Any) -> PotGame:
    rules = parameters(ruleset)
    fixed = replace(rules.betting.fixed_limit, **changed)
    return replace(rules, betting=replace(rules.betting, fixed_limit=fixed))


@BOTH
@pytest.mark.parametrize(
    ("to", "again", "found"),
    [(300, 500, []), (299, 400, [(12, 2, "raise_not_open", {"to": 299})])],
    ids=["half", "less"],
)
def test_half_a_bet_opens_a_fixed_limit_again_in_every_ruleset(ruleset, to, again, found):
    """external:RROP-limit, OLY-1.20: seat 3 raises the bet of 200 with all its chips, and seat 2 raises again."""
    lines = (
        "1 checks",
        "2 bets 200",
        f"3 raises {to}",
        f"4 calls {to}",
        "1 folds",
        f"2 raises {again}",
        "4 folds",
    )
    assert illegal(on_the_flop(*lines, stacks={3: to + 200}), ruleset) == found


@BOTH
def test_half_a_bet_counts_for_the_limit_on_raises(ruleset):
    """A bet, the all-in to 300, and two raises: the fourth raise is one too many."""
    lines = (
        "1 checks",
        "2 bets 200",
        "3 raises 300",
        "4 raises 500",
        "1 calls 500",
        "2 raises 700",
        "4 raises 900",
    )
    assert illegal(on_the_flop(*lines, "1 folds", "2 folds", stacks={3: 500}), ruleset) == [
        (13, 4, "too_many_raises", {"to": 700})
    ]


@BOTH
@pytest.mark.parametrize(
    ("all_in", "to", "found"),
    [(100, 300, []), (80, 200, []), (80, 280, [(10, 4, "wrong_bet_size", {"to": 200})])],
    ids=["half: a bet on top", "less: completed", "less: not a bet on top"],
)
def test_an_opening_all_in_is_completed_or_raised(ruleset, all_in, to, found):
    lines = ("1 checks", "2 checks", f"3 bets {all_in}", f"4 raises {to}", "1 folds", "2 folds")
    assert illegal(on_the_flop(*lines, stacks={3: 200 + all_in}), ruleset) == found


def adding_up(third: int) -> dict[str, Any]:
    """Seats 3 and 4 raise the bet of seat 2 with all their chips, to 260 and so on; then seat 2 completes."""
    lines = ("1 checks", "2 bets 200", "3 raises 260", f"4 raises {third}", "1 folds", "2 raises 400")
    return on_the_flop(*lines, stacks={3: 460, 4: 200 + third})


@BOTH
@pytest.mark.parametrize(
    ("second", "next_", "other"), [(399, 599, 400), (330, 530, 400), (329, 400, 529)], ids=str
)
def test_half_is_of_what_completes_a_bet_that_is_all_in_for_less(ruleset, second, next_, other):
    """Seat 3 is all in for 260, and 400 would complete the bet of 200: 70 above 260 are half of that."""
    for to, wrong in ((next_, False), (other, True)):
        lines = ("1 checks", "2 bets 200", "3 raises 260", f"4 raises {second}", f"1 raises {to}", "2 folds")
        found = illegal(on_the_flop(*lines, stacks={3: 460, 4: 200 + second}), ruleset)
        assert [each[2] for each in found] == ["wrong_bet_size"] * wrong


SHUT = [(12, 2, "raise_not_open", {"to": 320})]


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        ("standard-cash", []), ("olympic-cash", SHUT), (with_fixed_limit("standard-cash", adds_up=False), SHUT),
        (with_fixed_limit("olympic-cash", adds_up=True), []),
    ],
    ids=["standard rules", "the club", "standard rules without", "the club with"],
)  # fmt: skip
def test_short_all_ins_of_a_fixed_limit_add_up_to_half_a_bet(rules, found):
    """60 and 60 come to more than half of 200 for the seat that bet (AMB-limit-adds-up)."""
    assert illegal(adding_up(320), rules) == found


def test_short_all_ins_that_come_to_less_than_half_a_bet_do_not_open_a_fixed_limit():
    assert illegal(adding_up(299), "standard-cash") == [(12, 2, "raise_not_open", {"to": 299})]


def test_short_all_ins_add_up_for_the_seat_that_faces_them_alone():
    """Seat 4 called 260, so it faces 60 more; seat 2 bet 200."""
    lines = (
        "1 checks",
        "2 bets 200",
        "3 raises 260",
        "4 calls 260",
        "1 raises 320",
        "2 calls 320",
        "4 raises 400",
    )
    assert illegal(on_the_flop(*lines, "2 calls 400", stacks={3: 460, 1: 520}), "standard-cash") == [
        (13, 4, "raise_not_open", {"to": 320})
    ]


def stud(all_in: int, *lines: str) -> dict[str, Any]:
    """Seat 2 brings it in for 100 of a small bet of 300; seat 3 is all in for more, and seat 1 and 2 go on."""
    cards = {1: "Ks", 2: "2c", 3: "8d"}
    seats = [pot_seat(each, all_in + 25 if each == 3 else 20_000, up=cards[each]) for each in (1, 2, 3)]
    posts = [{"act": "post", "seat": each, "kind": "ante", "amount": 25} for each in (1, 2, 3)]
    brings = {"act": "post", "seat": 2, "kind": "bring_in", "amount": 100}
    acts = [*posts, brings, *map(act, lines)]
    return pot_hand(1, *seats, acts=acts, game="stud7", limit="fixed_limit", stakes=STUD)


@BOTH
@pytest.mark.parametrize(
    ("over", "all_in", "opens"),
    [
        ("of_small_bet", 150, True), ("of_small_bet", 149, False), ("of_completion", 200, True), ("of_completion", 199, False),
        ("of_completion", 150, False),
    ],
)  # fmt: skip
def test_half_over_a_bring_in(ruleset, over, all_in, opens):
    """AMB-half-over-bring-in: half of the small bet of 300, or 100 and half of the 200 that complete it."""
    rules = with_fixed_limit(ruleset, half_over_bring_in=over)
    to, other = (all_in + 300, 300) if opens else (300, all_in + 300)
    raised = stud(all_in, f"3 completes {all_in}", f"1 raises {to}", "2 folds")
    assert illegal(raised, rules) == []
    wrong = stud(all_in, f"3 completes {all_in}", f"1 raises {other}", "2 folds")
    assert illegal(wrong, rules) == [(5, 1, "wrong_bet_size", {"to": to})]


@BOTH
def test_an_all_in_at_the_bring_in_or_below_is_a_call(ruleset):
    assert illegal(stud(80, "3 completes 80", "1 completes 300", "2 folds"), ruleset) == []


def test_the_standard_rules_keep_their_full_raise_without_a_fixed_limit():
    """external:TDA-reopening: half a raise opens nothing at no limit."""
    lines = ("1 checks", "2 bets 600", "3 raises 900", "4 calls 900", "1 folds", "2 raises 2100", "4 folds")
    played = on_the_flop(*lines, stacks={3: 1100}, limit="no_limit")
    assert illegal(played, "standard-cash") == [(12, 2, "raise_not_open", {"to": 900})]
    assert illegal(played) == []


@pytest.mark.parametrize(
    ("ruleset", "taken", "other"), [("standard-cash", "yes", "no"), ("olympic-cash", "no", "yes")]
)
def test_a_hand_in_which_short_all_ins_add_up_is_open_to_the_other_reading(ruleset, taken, other):
    (found,) = readings_of("AMB-limit-adds-up", adding_up(320), ruleset)
    assert {each.reading: (each.taken, each.hands) for each in found} == {taken: (True, 1), other: (False, 1)}
    assert readings_of("AMB-limit-adds-up", adding_up(299), ruleset) == []


@BOTH
@pytest.mark.parametrize(("all_in", "open_"), [(150, True), (199, True), (149, False), (200, False)], ids=str)
def test_an_all_in_over_a_bring_in_is_open_where_the_readings_of_half_differ(ruleset, all_in, open_):
    to = all_in + 300 if all_in >= 150 else 300
    played = stud(all_in, f"3 completes {all_in}", f"1 raises {to}", "2 folds")
    found = readings_of("AMB-half-over-bring-in", played, ruleset)
    assert [{each.reading for each in point} for point in found] == [
        {"of_small_bet", "of_completion"}
    ] * open_


def readings_of(ambiguity: str, played: dict[str, Any], ruleset: str) -> list[tuple[ReadingEffect, ...]]:
    """What the audit says of the readings of an open point, where another one changes the hand."""
    points = [tuple(each.readings or ()) for each in audited(played, ruleset=ruleset).findings]
    return [each for each in points if each and each[0].ambiguity == ambiguity]
