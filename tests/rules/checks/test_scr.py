"""SCR: scoring."""

import pytest

from rules.controls.library import Library, library
from tests.rules.build import A, B, C, D, audited, coverage, found, hand, seat, session, untestable
from tests.rules.rulesets import beside_the_library

# One row won by seat 1 (the back) and two tied, rank by rank.
ONE_WON = ("AcKh7h QhQd9c5h3s TcThTd4c4h", "AsKs7c QsQc9s5c3d 9hTs9d4s4d")
FULL = "AhAdAs KhKdKsQsQd TsThTdTc9s"  # trips in front, a full house, four of a kind: six units of bonuses


def table(*nets, unit=100, **fields):
    """A, B, C and D: 9, 3, -3 and -9 units."""
    seats = [
        seat(number, rows, net) for number, (rows, net) in enumerate(zip((A, B, C, D), nets, strict=True), 1)
    ]
    return hand(1, *seats, unit=unit, **fields)


# ------------------------------------------------------------------------------- SCR001 net-differs


def test_scr001_fires_at_the_seat_whose_net_is_wrong():
    (wrong,) = found(audited(table(900, 300, -300, -800)), "SCR001")
    assert (wrong.hand, wrong.seat, wrong.player, wrong.line) == (1, 4, "P4", 2)
    assert (wrong.stated, wrong.expected, wrong.difference, wrong.unit, wrong.money) == (
        -800,
        -900,
        100,
        "money",
        100,
    )
    assert (wrong.kind, wrong.severity, wrong.clause) == ("discrepancy", "major", "WSGC-6d")
    for part in ("Hand 1, seat 4", "−$8.00", "−$9.00", "−9 units", "a difference of $1.00", "WSGC-6d"):
        assert part in wrong.message


def test_scr001_fires_with_the_clause_that_settled_the_pair():
    audit = audited(
        session(ruleset="wsgc-surrender"), hand(1, seat(1, A, 300), seat(2, B, -300, surrendered=True))
    )
    assert {each.clause for each in found(audit, "SCR001")} == {"WSGC-surrender"}
    dragon, other = "2c3d4c 5s6c7d8h9s TcJdQhKsAc", "9c7c6d 4h4d2d2s3h 3s3c8d8c8s"
    audit = audited(session(ruleset="wsgc-naturals"), hand(1, seat(1, dragon, 0), seat(2, other, 0)))
    assert {each.clause for each in found(audit, "SCR001")} == {"WSGC-natural-value"}


def test_scr001_quiet_for_a_void_deal_that_was_paid():
    """IRR001's, which says the same with its own clause."""
    audit = audited(table(900, 300, -300, -900, void=True))
    assert found(audit, "SCR001") == []
    assert [each.seat for each in found(audit, "IRR001")] == [1, 2, 3, 4]


def test_scr001_quiet_where_every_net_is_right():
    audit = audited(table(900, 300, -300, -900))
    assert found(audit, "SCR001") == []
    assert (coverage(audit, "SCR001").tested, audit.money_misallocated) == (1, 0)


def test_scr001_quiet_and_untestable_where_evidence_is_short():
    audit = audited(
        session(unit=None),
        table(900, 300, -300, -900, unit=None),
        hand(2, seat(1, A), seat(2, B), unit=100),
        hand(3, seat(1, A, 300), seat(2, None, -300), unit=100),
        hand(4, seat(1, A, 300), seat(2, B), unit=100),
    )
    assert found(audit, "SCR001") == []
    row = coverage(audit, "SCR001")
    assert (row.tested, row.untestable) == (0, 4)
    assert len(row.because) == 4


# ------------------------------------------------------------------------------- SCR002 nets-do-not-balance


def test_scr002_fires_where_money_appears():
    (rest,) = found(audited(table(900, 300, -300, -800)), "SCR002")
    assert (rest.hand, rest.seat, rest.stated, rest.expected, rest.money) == (1, None, 100, 0, 100)
    assert rest.clause == "external:LEDGER-balance"


def test_scr002_fires_without_cards_and_without_a_unit():
    audit = audited(session(unit=None), hand(1, seat(1, None, 300), seat(2, None, -299)))
    assert [each.stated for each in found(audit, "SCR002")] == [1]


def test_scr002_quiet_where_nets_balance_though_they_are_wrong():
    assert found(audited(table(300, 900, -900, -300)), "SCR002") == []


def test_scr002_quiet_and_untestable_where_a_net_was_not_recorded():
    audit = audited(table(900, None, -300, -900))
    assert found(audit, "SCR002") == []
    assert coverage(audit, "SCR002").untestable == 1


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


def test_scr003_quiet_where_rows_have_a_price_each():
    one, two = ONE_WON
    assert found(audited(hand(1, seat(1, one, 100), seat(2, two, -100))), "SCR003") == []


def test_scr003_quiet_for_the_outcomes_of_the_table():
    assert found(audited(session(ruleset="wsgc-2-4"), table(1200, 400, -400, -1200)), "SCR003") == []
    lost_all = hand(1, seat(1, B, 0), seat(2, A, 0))  # of three rows that do not decide, some have no price
    assert found(audited(session(ruleset="hawaiian-gardens"), lost_all), "SCR003") == []


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


def test_scr004_quiet_where_no_other_reading_moves_anything():
    assert found(audited(table(900, 300, -300, -900)), "SCR004") == []


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


def test_scr001_quiet_where_a_forced_dealer_got_his_unit_in_one_hand_of_two():
    """A wins three rows in both hands, and pays B a unit in the first, which B was forced to deal."""
    forced = hand(1, seat(1, A, 200), seat(2, B, -200), unit=100, dealer=2, forced_dealer=True)
    free = hand(2, seat(1, A, 300), seat(2, B, -300), unit=100, dealer=2)
    audit = audited(session(ruleset="classic-ace-of-spades-dealer"), forced, free)
    assert found(audit, "SCR001") == []
    assert coverage(audit, "SCR001").tested == 2


def test_scr001_fires_with_the_clause_of_a_side_bet_and_of_a_forced_dealer():
    """Four aces against none are worth 8, the rows 6; two level rows and a won and a lost one leave the dealer's unit."""
    aces = hand(1, seat(1, "AcAdAs KhKdQsQd2c Ah3c3d3h9s", 0), seat(2, "9c8c2d Kc9d5s4h3s TcTh6s6d5c", 0))
    (first, _) = found(audited(session(ruleset="hawaiian-gardens-aces"), aces), "SCR001")
    assert first.clause == "HG-aces-values"
    level = hand(
        1, seat(1, "AcKh7h QhQd9c5h3s 9h8h8d4d2s", 0), seat(2, "AsKs7c QsQc9s5c3d 9d8c8s4c2d", 0),
        dealer=2, forced_dealer=True,
    )  # fmt: skip
    reported = found(audited(session(ruleset="classic-ace-of-spades-dealer"), level), "SCR001")
    assert [(each.seat, each.expected, each.clause) for each in reported] == [
        (1, -100, "ACE-SPADES-deal"),
        (2, 100, "ACE-SPADES-deal"),
    ]


def test_scr001_fires_with_units_that_are_not_whole():
    audit = audited(session(ruleset="classic-pool"), shared(300, 0, -300))
    reported = found(audit, "SCR001")
    assert [(each.seat, each.expected) for each in reported] == [(1, 450), (2, -150)]
    assert "$4.50 was due (+9/2 units at $1.00)" in reported[0].message
    assert "−$1.50 was due (−3/2 units at $1.00)" in reported[1].message


def test_scr001_fires_with_what_the_chips_in_front_limited():
    """A sweeps B and wins with four of a kind, 10 units; B has two dollars in front of him."""
    event = hand(1, seat(1, A, 1000, stack=5000), seat(2, B, -1000, stack=200), dealer=1)
    reported = found(audited(session(ruleset="hawaiian-gardens"), event), "SCR001")
    assert [(each.seat, each.stated, each.expected) for each in reported] == [
        (1, 1000, 200),
        (2, -1000, -200),
    ]
    assert "+10 units at $1.00, limited to $2.00 by the chips in front" in reported[0].message
    assert {each.clause.split("-")[1] for each in reported} == {"chips"}


def test_scr001_fires_where_controls_settle_that_debts_are_paid_in_full():
    """The sheet leaves open what a player pays who owes more than he has in front; a room's controls may not."""
    own = (
        '[ruleset]\nid = "own"\nrevision = 1\ntitle = "Own"\nauthority = "House"\nfamily = "chinese"\n'
        'extends = ["wsgc-2-4@1"]\nreadings = { "AMB-WSGC-SHORT-STACK" = "READING" }\n'
    )
    event = hand(1, seat(1, A, 100, stack=5000), seat(2, B, -100, stack=100))
    in_full = beside_the_library({"own": own.replace("READING", "in_full")})
    reported = found(audited(session(ruleset="own"), event, library=in_full), "SCR001")
    assert [(each.seat, each.stated, each.expected) for each in reported] == [(1, 100, 400), (2, -100, -400)]
    for registry, ruleset in (
        (beside_the_library({"own": own.replace("READING", "chips_in_front")}), "own"),
        (library(), "wsgc-2-4"),
    ):
        audit = audited(session(ruleset=ruleset), event, library=registry)
        assert found(audit, "SCR001") == []
        assert "the controls do not say what is paid then" in untestable(audit, "SCR001")[0][0]


def test_scr001_quiet_and_untestable_where_one_winner_alone_lacks_what_a_short_stack_did_not_pay():
    """C owes 8 units and has five dollars, which go to A; B, who comes out even, lacks nothing."""
    short = hand(
        1, seat(1, A, 500, stack=5000), seat(2, B, 0, stack=5000), seat(3, C, -500, stack=500), unit=100
    )
    audit = audited(session(ruleset="wsgc-2-4"), short)
    assert found(audit, "SCR001") == []
    assert [hands for _, hands in untestable(audit, "SCR001")] == [1]


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


def test_scr002_fires_in_a_pool_whose_prizes_were_all_paid():
    audit = audited(session(ruleset="classic-pool"), table(900, -300, -300, -200))
    assert [each.stated for each in found(audit, "SCR002")] == [100]


def test_scr002_quiet_where_a_shared_prize_may_have_stayed_in_the_pool():
    audit = audited(
        session(ruleset="classic-pool"), shared(300, -300, -300), shared(450, -150, -300, number=2)
    )
    assert found(audit, "SCR002") == []
    (why,) = coverage(audit, "SCR002").because
    assert (why.reason, why.hands) == (
        "a prize may have stayed in the pool, or have come out of an earlier one",
        1,
    )


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


def test_scr005_fires_where_somebody_else_won():
    (other,) = found(audited(SINGLE, table(300, 100, -200, -200)), "SCR005")
    assert (other.hand, other.seat, other.player, other.stated) == (1, 2, "P2", 100)
    assert (other.kind, other.severity, other.clause) == ("discrepancy", "major", "VAR-single-winner")
    assert "seat 1 beats every other seat and wins the deal" in other.message


def test_scr005_fires_where_the_winner_did_not_win():
    for nets in ((0, 0, 0, 0), (-300, 100, 100, 100)):
        assert found(audited(SINGLE, table(*nets)), "SCR005")[0].seat == 1


def test_scr005_fires_where_nobody_wins_and_somebody_did():
    """One row won and two level: nobody is beaten on two rows."""
    one, two = ONE_WON
    reported = found(audited(SINGLE, hand(1, seat(1, one, 100), seat(2, two, -100))), "SCR005")
    assert [(each.seat, each.stated, each.expected, each.clause) for each in reported] == [
        (1, 100, 0, "VAR-single-winner-none"),
        (2, -100, 0, "VAR-single-winner-none"),
    ]


def test_scr005_quiet_where_the_winner_won_whatever_the_prize():
    audit = audited(SINGLE, table(300, -100, -100, -100), table(1, 0, 0, -1) | {"hand": 2})
    assert found(audit, "SCR005") == []
    assert coverage(audit, "SCR005").tested == 2


def test_scr005_quiet_where_nobody_won_and_nothing_moved():
    one, two = ONE_WON
    assert found(audited(SINGLE, hand(1, seat(1, one, 0), seat(2, two, 0))), "SCR005") == []


def test_scr005_quiet_and_untestable_without_nets_or_cards():
    audit = audited(SINGLE, table(None, None, None, None), hand(2, seat(1, A, 1), seat(2, None, -1)))
    assert found(audit, "SCR005") == []
    assert coverage(audit, "SCR005").untestable == 2


def test_scr005_quiet_in_other_games_and_for_a_void_deal():
    assert found(audited(table(0, 0, 0, 0)), "SCR005") == []
    assert found(audited(SINGLE, table(0, 0, 0, 0, void=True)), "SCR005") == []


# ------------------------------------------------------------------------------- SCR006 prize-unstated


def test_scr006_fires_once_an_audit_with_the_deals_that_were_won():
    one, two = ONE_WON
    audit = audited(
        SINGLE,
        table(300, -100, -100, -100),
        hand(2, seat(1, one), seat(2, two)),
        table(1, 0, 0, -1) | {"hand": 3},
    )
    (prize,) = found(audit, "SCR006")
    assert (prize.kind, prize.severity, prize.hands, prize.hand) == ("undetermined", "note", [1, 3], None)
    assert prize.clause == "VAR-single-winner"
    assert "no document states the prize (2 hands)" in prize.message


def test_scr006_quiet_where_nobody_won_and_in_other_games():
    one, two = ONE_WON
    assert found(audited(SINGLE, hand(1, seat(1, one, 0), seat(2, two, 0))), "SCR006") == []
    audit = audited(table(900, 300, -300, -900), hand(2, seat(1), seat(2)))
    assert found(audit, "SCR006") == []
    row = coverage(audit, "SCR006")
    assert (row.tested, row.untestable, row.inapplicable) == (0, 0, 2)


def test_scr001_fires_for_a_player_alone_in_a_game_with_royalties():
    """Nobody plays against him, so that nothing is due."""
    audit = audited(session(ruleset="hawaiian-gardens"), hand(1, seat(1, A, 100, stack=5000), dealer=1))
    assert audit.complete
    assert [(each.seat, each.stated, each.expected) for each in found(audit, "SCR001")] == [(1, 100, 0)]
