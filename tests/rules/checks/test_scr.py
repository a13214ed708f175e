"""SCR: scoring."""

import pytest

from rules.controls.library import Library, library
from tests.rules.build import A, B, C, D, audited, coverage, found, hand, seat, session

# One row won by seat 1 (the back) and two tied, rank by rank.
ONE_WON = ("AcKh7h QhQd9c5h3s TcThTd4c4h", "AsKs7c QsQc9s5c3d 9hTs9d4s4d")
FULL = "AhAdAs KhKdKsQsQd TsThTdTc9s"  # trips in front, a full house, four of a kind: six units of bonuses


def table(*nets, unit=100, **fields):
    """A, B, C and D: 9, 3, -3 and -9 units."""
    seats = [
        seat(number, rows, net) for number, (rows, net) in enumerate(zip((A, B, C, D), nets, strict=True), 1)
    ]
    return hand(1, *seats, unit=unit, **fields)


# ------------------------------------------------------------------------------- SCR003 silent-outcome


def test_scr003_fires_where_the_scoring_has_no_price():
    one, two = ONE_WON
    audit = audited(session(ruleset="wsgc-2-4"), hand(1, seat(1, one, 0), seat(2, two, 0)))
    (silent,) = found(audit, "SCR003")
    assert (silent.kind, silent.hands) == ("undetermined", [1])
    assert {each.reading: each.money for each in silent.readings} == {
        "zero": 0,
        "one": 100,
        "one_plus_overall": 200,
    }


# ------------------------------------------------------------------------------- SCR004 reading-moves-money


def test_scr004_fires_with_the_hands_that_another_reading_moves():
    """Bonuses held in a row that was lost: under the other reading they are not paid."""
    lower = "2c2d2h 6c6d6h6s9c 8s8h8d8c7h"  # trips and four of a kind twice: eight units
    rows = session(ruleset="wsgc-base-bonuses")
    audit = audited(rows, hand(1, seat(1, "KcQd9h 3c3d4c4d5h 7c7d7s5s5c", 0), seat(2, "AhKs3h TsTh9s9dJc JhJdJsQsQh", 0)),
                    hand(2, seat(1, FULL, 0), seat(2, lower, 0)))  # fmt: skip
    points = {each.readings[0].ambiguity: each for each in found(audit, "SCR004")}
    assert points["AMB-WSGC-BONUS-COND"].hands == [2]
    assert points["AMB-WSGC-BONUS-COND"].kind == "undetermined"


def test_scr004_fires_where_a_reading_changes_only_what_a_bonus_is_worth():
    """AMB-ROYAL: without a bonus for the royal flush, seat 1 wins three rows and no four units more."""
    royal = "QdQh9h 8h8d7s7d2s TsJsQsKsAs", "JhTh8s 9s9d6c6d3c 2h2d5h5c4h"
    shown = hand(1, seat(1, royal[0], 700), seat(2, royal[1], -700), unit=100)
    points = found(audited(session(ruleset="wsgc-base-bonuses"), shown), "SCR004")
    assert [(each.readings[0].ambiguity, each.money) for each in points] == [("AMB-ROYAL", 400)]


# ------------------------------------------------------------------------------- SCR001: what decided, and why not

# The fronts of the first two are level; the first has the better middle and the best back of the three.
SHARED = (
    "AcKh7h QhQd9c5h3s TcThTd4c4h",
    "AsKs7c JsJc9s5c3d QsQc8s8c6c",
    "6s5d2s 8d8h7s6d2h JhJd9h9d4s",
)


def three(*nets, **fields):
    rows = zip((A, B, C), nets, strict=True)
    return hand(1, *(seat(number, cards, net) for number, (cards, net) in enumerate(rows, 1)), **fields)


def shared(*nets, number=1, **fields):
    rows = zip(SHARED, nets, strict=True)
    return hand(number, *(seat(n, cards, net) for n, (cards, net) in enumerate(rows, 1)), **fields)


@pytest.mark.parametrize(
    ("ruleset", "event", "clauses"),
    [
        # 3 for the rows and 3 for the sweep; 3 and 1
        ("classic-sweep-3", table(0, 0, 0, 0), {"VAR-sweep-extra"}),
        ("classic-sweep-1", table(0, 0, 0, 0), {"PAGAT-score-simple"}),
        # A sweeps everybody; a lone opponent is not everybody
        ("vietnamese-multipliers", table(0, 0, 0, 0), {"VN-sweep-triple"}),
        ("vietnamese-multipliers", three(None, None, None) | {"seats": [seat(2, B, 0), seat(3, C, 0)]}, {"VN-sweep-double"}),
        # 9 for all rows from everybody, in place of 6
        ("hawaiian-gardens", three(0, 0, 0), {"HG-sweep-9"}),
        ("hawaiian-gardens", hand(1, seat(1, A, 0), seat(2, B, 0)), {"HG-sweep-6"}),
        ("classic-surrender", hand(1, seat(1, A, 0), seat(2, B, 0, surrendered=True)), {"VAR-surrender-amount"}),
        ("classic-pool", table(0, 0, 0, 0), {"VAR-pool-ante"}),
        ("classic-pool-all", table(0, 0, 0, 0), {"VAR-pool-all-three"}),
        ("classic-house", table(0, 0, 0, 0, banker=1), {"PAGAT-score-simple"}),
    ],
)  # fmt: skip
def test_scr001_fires_with_the_clause_that_weighs_most(ruleset, event, clauses):
    reported = found(audited(session(ruleset=ruleset), event), "SCR001")
    assert {each.clause for each in reported} == clauses
    assert all(each.message.endswith(f"({each.clause}).") for each in reported)


@pytest.mark.parametrize(
    ("ruleset", "event", "reason"),
    [
        ("classic-house", table(900, 300, -300, -900), "which player banked the hand is not known"),
        ("classic-house", table(900, 300, -300, -900, banker=8), "which player banked the hand is not known"),
        ("wsgc-base", hand(1, seat(1, A, 100), seat(2, B, -100, surrendered=True)),
         "the controls do not price something in the hand"),
        ("classic-single-winner", table(300, -100, -100, -100),
         "the controls do not price something in the hand"),
        ("classic-single-winner", table(300, -100, -100, -100) | {"seats": [seat(1, A, 100), seat(2, B, -100, surrendered=True)]},
         "the controls do not price something in the hand"),
        ("hawaiian-gardens", hand(1, seat(1, A, 900, stack=900), seat(2, B, -900)),
         "the chips in front of some seats, or the button, were not recorded"),
        ("hawaiian-gardens", hand(1, seat(1, A, 200, stack=900), seat(2, B, -200, stack=200)),
         "the chips in front of some seats, or the button, were not recorded"),
        ("classic-ace-of-spades-dealer", table(900, 300, -300, -900, forced_dealer=True),
         "the player who had to deal is not known"),
        ("classic-pool", shared(4, -1, -3, unit=1),
         "a prize does not divide, and the button from which the odd chips are counted was not recorded"),
        ("classic-house", table(900, 300, -300, -900, banker=1) | {"seats": [seat(1, A, 1), seat(2, None, -1)]},
         "the cards of a seat were not recorded or cannot be ranked"),
    ],
)  # fmt: skip
def test_scr001_quiet_and_untestable_with_the_true_reason(ruleset, event, reason):
    audit = audited(session(ruleset=ruleset), event)
    for code in ("SCR001", "PAY001"):
        assert found(audit, code) == []
    assert [(each.reason, each.hands) for each in coverage(audit, "SCR001").because] == [(reason, 1)]


# ------------------------------------------------------------------------------- SCR002: prizes that stay in the pool


def pool(**readings):
    """A pool under other readings of what the page leaves open."""
    named = {f"AMB-POOL-{name.upper()}": reading for name, reading in readings.items()}
    return Library([library().get("classic-pool").under(named)])


def test_scr002_fires_for_a_shared_prize_where_the_controls_say_that_it_is_divided():
    audit = audited(session(ruleset="classic-pool"), shared(300, -300, -300), library=pool(tie="split"))
    (short,) = found(audit, "SCR002")
    assert (short.hand, short.seat, short.stated, short.expected, short.money) == (1, None, -300, 0, 300)
    assert (
        "the recorded nets add up to −$3.00 instead of zero (seat 1 $3.00, seat 2 −$3.00, seat 3 −$3.00)"
        in short.message
    )


def test_scr002_quiet_where_a_prize_is_carried_and_where_prizes_are_fixed():
    for registry, nets in (
        (pool(tie="carry"), (300, -300, -300)),
        (pool(players="fixed4"), (700, -100, -300)),
    ):
        audit = audited(session(ruleset="classic-pool"), shared(*nets), library=registry)
        assert [found(audit, code) for code in ("SCR001", "SCR002")] == [[], []]
        assert coverage(audit, "SCR002").untestable == 1


# ------------------------------------------------------------------------------- SCR005 single-winner-differs

SINGLE = session(ruleset="classic-single-winner")


def test_scr005_fires_where_the_winner_did_not_win():
    for nets in ((0, 0, 0, 0), (-300, 100, 100, 100)):
        assert found(audited(SINGLE, table(*nets)), "SCR005")[0].seat == 1
