"""STK: stakes and table."""

import pytest

from tests.rules.build import A, B, C, D, audited, coverage, found, hand, seat, session


def two(number=1, **fields):
    return hand(number, seat(1, A), seat(2, B), **fields)


# ------------------------------------------------------------------------------- STK001 unit-above-cap


@pytest.mark.parametrize("unit", [1001, 2500, 10**12])
def test_stk001_fires_above_ten_dollars(unit):
    """WSGC-3b: "The maximum betting limit players can play for is $10 per unit." """
    (above,) = found(audited(two(unit=unit)), "STK001")
    assert (above.hand, above.line, above.stated, above.expected, above.clause) == (
        1,
        2,
        unit,
        1000,
        "WSGC-3b",
    )
    assert (above.kind, above.severity) == ("violation", "critical")


def test_stk001_fires_where_the_session_says_the_unit():
    assert [each.hand for each in found(audited(session(unit=1001), two(), two(2, unit=100)), "STK001")] == [
        1
    ]


def test_stk001_quiet_at_ten_dollars():
    assert found(audited(two(unit=1000), two(2, unit=1)), "STK001") == []


def test_stk001_quiet_and_untestable_in_another_currency_or_without_a_unit():
    assert coverage(audited(session(currency="CAD"), two(unit=5000)), "STK001").untestable == 1
    assert coverage(audited(session(unit=None), two()), "STK001").untestable == 1


# ------------------------------------------------------------------------------- STK002 unit-changed


def test_stk002_fires_where_the_unit_changes_in_mid_session():
    audit = audited(two(40, unit=100), two(41, unit=200), two(42, unit=200), two(43))
    (run,) = found(audit, "STK002")
    assert (run.hand, run.hands, run.stated, run.expected) == (41, [41, 42], 200, 100)
    assert run.message.startswith("2 hands, 41 to 42: played at $2.00 a unit; the session is played at $1.00")
    assert coverage(audit, "STK002").differing == 2


def test_stk002_quiet_where_it_stays():
    assert found(audited(two(1, unit=100), two(2), two(3, unit=100)), "STK002") == []


def test_stk002_quiet_where_no_unit_was_recorded():
    audit = audited(session(unit=None), two(1, unit=100), two(2), two(3, unit=100))
    assert found(audit, "STK002") == []
    assert coverage(audit, "STK002").untestable == 1


# ------------------------------------------------------------------------------- STK003 number-of-players


@pytest.mark.parametrize("count", [5, 10])
def test_stk003_fires_above_four(count):
    (many,) = found(audited(hand(1, *(seat(number) for number in range(1, count + 1)))), "STK003")
    assert (many.hand, many.stated, many.expected, many.kind, many.clause) == (
        1,
        count,
        4,
        "violation",
        "WSGC-1c",
    )


def test_stk003_fires_undetermined_for_one_alone():
    """The sheet gives no least number of players (AMB-PLAYERS)."""
    (alone,) = found(audited(hand(1, seat(1, A))), "STK003")
    assert (alone.stated, alone.kind) == (1, "undetermined")


def test_stk003_quiet_for_two_to_four():
    hands = [hand(n, *(seat(k, rows) for k, rows in enumerate((A, B, C, D)[:n], 1))) for n in (2, 3, 4)]
    assert found(audited(*hands), "STK003") == []


# ------------------------------------------------------------------------------- STK004 player-in-two-seats


def test_stk004_fires_at_both_seats():
    audit = audited(hand(1, seat(1, A), seat(2, B), seat(4, C, player="P1")))
    told = found(audit, "STK004")
    assert [(each.seat, each.player, each.severity) for each in told] == [
        (1, "P1", "critical"),
        (4, "P1", "critical"),
    ]


def test_stk004_quiet_where_a_player_moved_between_hands():
    assert found(audited(two(1), hand(2, seat(1, A, player="P2"), seat(2, B, player="P1"))), "STK004") == []


# ------------------------------------------------------------------------------- STK005 button-on-empty-seat


def test_stk005_fires_where_nobody_sat_at_the_button():
    (empty,) = found(audited(two(dealer=4)), "STK005")
    assert (empty.hand, empty.stated) == (1, 4)


def test_stk005_quiet_where_a_player_had_it_or_it_was_not_recorded():
    audit = audited(two(1, dealer=2), two(2))
    assert found(audit, "STK005") == []
    assert coverage(audit, "STK005").untestable == 1
