"""Other readings of what the sheet leaves open: what each is worth, and that the audit looks at every hand it can move."""

from functools import cache

import numpy as np
import pytest

from rules.audit.open_point_effects import other_readings
from rules.controls.library import library
from rules.replay.explain import explained
from rules.replay.row_replay import replay
from rules.replay.scoring import compiled
from rules.replay.topics import touched
from tests.folding import of_every
from tests.plain.deals import deals
from tests.rules.build import A, B, C, D, audited, blocks, found, hand, log, replays, seat, session
from tests.rules.every_reading import that_set_nothing, that_set_something
from tests.rules.test_differential import recorded

FULL = "AhAdAs KhKdKsQsQd TsThTdTc9s"  # 2 + 1 + 3 units of bonuses
QUADS = "QhJh9h 8c8d5c5d3c 2s2h2d2c4s"  # high card, two pairs, four of a kind: 3 units, and beaten by FULL
DRAGON = "2c3d4h 5s6c7d8h9s TcJdQhKsAc"
SIX_PAIRS = "9h9d8s 8dKhKdJsJh 7h7s3s3c4d"
TURNED = "4h4d3h QcQsQdAsAd JcJh6c6h5h"  # the middle above the back, and no natural: a foul


def units(system, reading, *seats, **fields):
    """Units of the seats of one hand, under a reading "AMBIGUITY: reading" (or "": as filed)."""
    ruleset = library().get(system)
    if reading:
        name, _, value = reading.partition(": ")
        ruleset = ruleset.under({name: value})
    (block,) = blocks(log(session(ruleset=system), hand(1, *seats, unit=100, **fields)))
    reported = explained(replay(block, compiled(ruleset)), 0)
    return [each["units"] for each in reported["seats"]]


def two(one, other, **fields):
    return seat(1, one, **fields), seat(2, other)


def exchanged(one, other):
    """Two seats with their numbers exchanged: what is due does not depend on who sits first."""
    return other | {"seat": 1, "player": "P1"}, one | {"seat": 2, "player": "P2"}


WHEEL = "KcQd9h 3c3d4c4d7h As2h3s4h5d"  # the wheel at the back
KING_STRAIGHT = "Kd8s2c JsJd2d6h7c 9sTcJcQhKs"
ROYAL = "QdQh9h 8h8d7s7d2s TsJsQsKsAs"
LEVEL = "9c7c6c AcKd8h5d3h AdKh8s5c3s"
BEATEN = "8c7d2h 9d7s6s4c2s 9h8d6h4d3d"
BEGINS = "KsKhQc KdKcQs2d3d 7c7d7h5s5c"  # the middle begins with the front's cards, and has more
# Naturals under a reading only, each against a hand that has none and wins rows.
IN_ONE_SUIT = "8d9sTh 8c9dTsJhQc 2h3h4h5h6h"  # three straights in one way, with a straight flush at the back
SPLIT_APART = "2d3h4s 2c3d4h5s6c 5d6d7d8d9d"  # three straights: the fives and sixes change places
FLUSHES_AS_SET = "9h4h2h Jc8c7c5c3c 9dTdJdQdKd"  # three flushes in one way, with a straight flush at the back
EIGHT_DIAMONDS = (
    "9d4d2d Jc8c7c5c2c TdJdQdKdAd"  # three flushes: A-K-Q-J-9 of diamonds, and T-4-2; no three straights
)
FOUR_NINES = "7h7s4d 3s3cJsJhKd 9h9d9s9cKh"  # six pairs, two of them of nines
LOW_FRONT = "Ac2d3h 9s8h7d6d5h KdQcJdTh9d"  # three straights, A-2-3 in front
LAID_OTHERWISE = "2d3h5h 6d7d8hJdQc 9s9dThKdAc"  # the same cards, in rows of no straight
BEATS_BOTH = "AhAsKs 2c4c6c7cJc 8c8d8s4h4s"

READINGS = [
    # system, reading, seats, units to seat 1 as filed, and under the reading
    ("wsgc-base", "AMB-FOUL: base_only", two(TURNED, B), -3, -3),
    ("wsgc-2-4", "AMB-FOUL: base_only", two(TURNED, B), -4, -2),
    ("wsgc-1-6", "AMB-FOUL: base_only", two(TURNED, B), -6, -1),
    ("wsgc-surrender", "AMB-FOUL: like_surrender", two(TURNED, B), -3, -2),
    ("wsgc-base", "AMB-FOUL: like_surrender", two(TURNED, B), -3, None),
    ("wsgc-base", "AMB-FOUL: void", two(TURNED, B), -3, 0),
    ("wsgc-base-bonuses", "AMB-FOUL: void", two(TURNED, QUADS), -6, 0),  # nor the bonus of the legal hand
    ("wsgc-base", "AMB-ORDER-EQUAL: foul", two(LEVEL, BEATEN), 3, -3),
    ("wsgc-base", "AMB-FRONT-VS-MIDDLE: equal", two(BEGINS, BEATEN), 3, 3),
    ("wsgc-base", "AMB-WHEEL: second", two(WHEEL, KING_STRAIGHT), 1, 3),
    ("wsgc-base", "AMB-WHEEL: none", two(WHEEL, "Kd8s2c JsJd2d6h7c 9s9c6s6dTh"), 3, -3),
    ("wsgc-base-bonuses", "AMB-ROYAL: excluded", two(ROYAL, "JhTh8s 9s9d6c6d3c 2h2d5h5c4h"), 7, 3),
    ("wsgc-2-4", "AMB-WSGC-VAR-REPLACES: adds", two(A, B), 4, 7),
    ("wsgc-1-6", "AMB-WSGC-VAR-REPLACES: adds", two(A, B), 6, 9),
    ("wsgc-base", "AMB-WSGC-VAR-REPLACES: adds", two(A, B), 3, 3),
    ("wsgc-base-bonuses", "AMB-WSGC-BONUS-COND: won", two(FULL, QUADS), 6, 9),
    ("wsgc-base-bonuses", "AMB-WSGC-BONUS-COND: net_winner", two(FULL, QUADS), 6, 9),
    ("wsgc-base-bonuses", "AMB-BONUS-BOTH: higher_only", two(FULL, QUADS), 6, 9),
    ("wsgc-base-bonuses", "AMB-BONUS-BOTH: cancel", two(FULL, QUADS), 6, 6),
    ("wsgc-full", "AMB-BONUS-VS-SPECIAL: yes", two(DRAGON, FULL), 3, -3),
    ("wsgc-naturals", "AMB-WSGC-NAT-DECLARE: declared", two(DRAGON, B), 3, -1),
    ("wsgc-naturals", "AMB-WSGC-NAT-DECLARE: declared", two(DRAGON, B, declared="dragon"), 3, 3),
    ("wsgc-naturals", "AMB-SPEC-MULTI: sum", two(DRAGON, B), 3, 6),
    ("wsgc-naturals", "AMB-SPEC-LAYOUT: as_set", two(DRAGON, B), 3, 3),
    ("wsgc-naturals", "AMB-WSGC-NAT-VS-NAT: ranked", two(DRAGON, SIX_PAIRS), 0, 3),
    ("wsgc-naturals", "AMB-WSGC-NAT-VS-NAT: rows", two(DRAGON, SIX_PAIRS), 0, 1),
    ("wsgc-surrender", "AMB-SUR-SPECIAL: special_value", two(DRAGON, SIX_PAIRS), 0, 0),
    ("wsgc-naturals", "AMB-FALSE-CLAIM: foul", two(A, B, declared="six_pairs"), 3, -3),
    ("wsgc-full", "AMB-WSGC-SUR-AMOUNT: as_two_rows", two(A, B, surrendered=True), -2, -2),
    ("wsgc-surrender", "AMB-WSGC-SUR-AMOUNT: as_two_rows", two(A, B, surrendered=True), -2, -1),
    ("wsgc-full", "AMB-SUR-BONUS: pays", two(QUADS, FULL, surrendered=True), -2, -8),
    ("wsgc-2-4", "AMB-SWEEP-TIE: yes", two(WHEEL, KING_STRAIGHT), 2, 2),
    ("wsgc-2-4", "AMB-SWEEP-TIE: yes", two(KING_STRAIGHT, WHEEL), -2, -2),
    ("wsgc-full", "AMB-SUR-SPECIAL: special_value", two(B, DRAGON, surrendered=True), -2, -3),
    ("wsgc-full", "AMB-SUR-SPECIAL: both", two(B, DRAGON, surrendered=True), -2, -5),
    ("wsgc-full", "AMB-SUR-SPECIAL: both", two(B, None, surrendered=True), -2, None),
    ("wsgc-naturals", "AMB-SPEC-SF: no", two(IN_ONE_SUIT, "AsAhKs KcKdKhQsQd 4s5s6s7s8s"), 3, -3),
    (
        "wsgc-naturals",
        "AMB-SPEC-SF: no",
        two("Ac2c3c 9s8h7d6d5h KdQcJdTh9d", "AhAsKs 4c6c7cTcJc 8c8d8s4h4s"),
        3,
        -3,
    ),
    ("wsgc-naturals", "AMB-SPEC-SF: no", two(LOW_FRONT, BEATS_BOTH), 3, 3),
    ("wsgc-naturals", "AMB-SPEC-SF: no", two(SPLIT_APART, "QsQdJc AsAhAdKsKc 9hThJhQhKh"), 3, 3),
    ("wsgc-naturals", "AMB-SPEC-SF: no", two(FLUSHES_AS_SET, "QhQc7d AhAcAdKhKc TsJsQsKsAs"), 3, -3),
    ("wsgc-naturals", "AMB-SPEC-SF: no", two(EIGHT_DIAMONDS, "QhQc7s 9h9c9sThTc TsJsQsKsAs"), 3, 3),
    ("wsgc-naturals", "AMB-SPEC-SIXPAIRS-QUADS: no", two(FOUR_NINES, "KsKcJd AsAhAdQsQd 4c5c6c7c8c"), 3, -3),
    ("wsgc-naturals", "AMB-SPEC-WHEEL3: none", two(LOW_FRONT, BEATS_BOTH), 3, -3),
    ("wsgc-naturals", "AMB-SPEC-LAYOUT: as_set", two(LOW_FRONT, BEATS_BOTH), 3, 3),
    ("wsgc-naturals", "AMB-SPEC-LAYOUT: as_set", two(LAID_OTHERWISE, BEATS_BOTH), 3, -3),
]


@of_every(("system", "reading", "seats", "filed", "other"), READINGS)
def test_what_a_reading_is_worth(system, reading, seats, filed, other):
    assert units(system, "", *seats)[0] == filed
    assert units(system, reading, *seats)[0] == other
    assert units(system, reading, *exchanged(*seats))[1] == other


def test_a_front_that_is_level_with_the_middle_fouls_where_level_rows_do():
    """AMB-FRONT-VS-MIDDLE, AMB-ORDER-EQUAL: a foul only where both say so."""
    ruleset, level = library().get("wsgc-base"), {"AMB-FRONT-VS-MIDDLE": "equal"}
    (block,) = blocks(log(hand(1, *two(BEGINS, BEATEN), unit=100)))
    for readings, won in (({"AMB-ORDER-EQUAL": "foul"}, 3), ({"AMB-ORDER-EQUAL": "foul"} | level, -3)):
        reported = explained(replay(block, compiled(ruleset.under(readings))), 0)
        assert [each["units"] for each in reported["seats"]] == [won, -won]


@pytest.mark.parametrize(
    ("outcome", "filed", "worth"),
    [("2-0-1", (2, 1), {"per_hand": (3, 2)}), ("1-0-2", (0, 0), {"one": (1, 1), "one_plus_overall": (2, 2)})],
)
def test_outcomes_with_a_tie(outcome, filed, worth):
    """Under 2-4 and under 1-6 scoring."""
    won = "AcKh7h QhQd9c5h3s TcThTd4c4h"
    other = "AsKs7c QsQc9s5c3d 9hTs9d4s4d" if outcome == "1-0-2" else "AsKs7c QsQc9s5c2d 9hTs9d4s4d"
    name = {"2-0-1": "AMB-ROWS-2W1T", "1-0-2": "AMB-ROWS-1W2T"}[outcome]
    for at, system in enumerate(("wsgc-2-4", "wsgc-1-6")):
        assert units(system, "", *two(won, other))[0] == filed[at]
        for reading, figures in worth.items():
            assert units(system, f"{name}: {reading}", *two(won, other))[0] == figures[at]
    if outcome == "2-0-1":
        assert units("wsgc-2-4", "AMB-SWEEP-TIE: yes", *two(won, other))[0] == 4
        assert units("wsgc-1-6", "AMB-SWEEP-TIE: yes", *two(won, other))[0] == 6


ONE_AND_TWO_LEVEL = "AcKh7h QhQd9c5h3s TcThTd4c4h", "AsKs7c QsQc9s5c3d 9hTs9d4s4d"


def test_a_replay_says_that_one_row_won_and_two_level_have_no_price():
    level = two(*ONE_AND_TWO_LEVEL)
    (point,) = replays(session(ruleset="wsgc-2-4"), hand(1, *level, unit=100))[0]["undetermined"]
    assert (point["code"], point["reading"], point["seats"]) == ("SCR003", "AMB-ROWS-1W2T: zero", [1, 2])
    assert point["message"] == "1 won, 0 lost, 2 tied has no price in the source."


# ------------------------------------------------------------------------------- what the audit looks at


@cache
def block():
    """Two thousand deals: fouls, naturals, bonuses, ties and surrenders among them; some naturals are declared."""
    lines = [recorded(number, deal) for number, deal in enumerate(deals(2_000, seed=66))]
    for number, line in enumerate(lines):
        if number % 3 == 0:
            line["seats"][0]["declared"] = ("dragon", "six_pairs", "three_flushes")[number // 3 % 3]
    (hands,) = blocks(log(session(), *lines))
    return hands


RULESETS = [each for each in library().rulesets() if each.id.startswith("wsgc-")]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
@pytest.mark.sampled(9)
def test_every_hand_that_another_reading_moves_is_looked_at(ruleset):
    """A topic may name more hands than a reading moves, never fewer: a hand that is not examined is never reported."""
    hands = block()
    filed = replay(hands, compiled(ruleset))
    moved_any = set()
    for ambiguity, reading, under in that_set_something(ruleset):
        moved = moved_in(filed, replay(hands, compiled(under)))
        if not moved.any():
            continue
        moved_any.add(ambiguity.id)
        assert ambiguity.touches is not None, (ambiguity.id, reading)
        missed = np.flatnonzero(moved & ~touched(filed, ambiguity.touches))
        assert missed.tolist() == [], (ambiguity.id, reading)
        assert reading in other_readings(ruleset, ambiguity), (ambiguity.id, reading)
    for under in that_set_nothing(ruleset):
        assert not moved_in(filed, replay(hands, compiled(under))).any(), under.readings
    assert len(moved_any) >= 3


def moved_in(filed, other):
    """(H,) where units differ, or where only one side knows them."""
    return ((other.units != filed.units) | (other.seat_known != filed.seat_known)).any(axis=1)


def test_hands_of_the_deck_without_a_foul_are_moved_by_nothing():
    lines = [hand(1, seat(1, A), seat(2, B), seat(3, C), seat(4, D), unit=100)]
    (hands,) = blocks(log(session(), *lines))
    ruleset = library().get("wsgc-base")
    filed = replay(hands, compiled(ruleset))
    for under in (*(under for *_, under in that_set_something(ruleset)), *that_set_nothing(ruleset)):
        assert (replay(hands, compiled(under)).units == filed.units).all(), under.readings


def test_a_reading_under_which_no_touched_hand_has_a_price_was_not_worked_out():
    """AMB-FOUL: a foul that pays what a surrender pays, where nothing says what that is, does not move nothing."""
    (point,) = found(
        audited(hand(1, *two(TURNED, "9s9dKc KhKsTcTd2s 7c7d7s8h8d")), ruleset="wsgc-base"), "SET007"
    )
    effects = {each.reading: (each.units, each.money, each.hands) for each in point.readings}
    assert effects["like_surrender"] == (None, None, 0)
    assert effects["base_only"] == (0, 0, 0)
    assert effects["void"] == (3, 300, 1)
    assert "like_surrender (the player pays the surrender amount): not worked out" in point.message
