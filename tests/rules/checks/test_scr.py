"""SCR: scoring."""

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
    for part in ("Hand 1, seat 4", "−$8.00", "−$9.00", "−9 units", "$1.00", "WSGC-6d"):
        assert part in wrong.message


def test_scr001_fires_with_the_clause_that_settled_the_pair():
    audit = audited(
        session(ruleset="wsgc-surrender"), hand(1, seat(1, A, 300), seat(2, B, -300, surrendered=True))
    )
    assert {each.clause for each in found(audit, "SCR001")} == {"WSGC-surrender"}
    dragon = "2c3d4h 5s6c7d8h9s TcJdQhKsAc"
    audit = audited(session(ruleset="wsgc-naturals"), hand(1, seat(1, dragon, 0), seat(2, D, 0)))
    assert {each.clause for each in found(audit, "SCR001")} == {"WSGC-natural-optional"}


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


def test_scr004_quiet_where_no_other_reading_moves_anything():
    assert found(audited(table(900, 300, -300, -900)), "SCR004") == []
