"""The prizes of a quarter's ranking."""

from fractions import Fraction

import pytest

from rules.controls.library import library
from rules.ledgers.ledger_replay import replay_ledger
from rules.ledgers.ranking_due import quarter_of
from tests.rules.ledgers.build import RANKING, header, read
from tests.rules.tournaments.build import header as tournament
from tests.rules.tournaments.build import read as read_tournament

OLYMPIC = library().get("olympic-ranking@1")
MARCH, APRIL = "2026-03-31T23:59:59+03:00", "2026-04-01T00:00:00+03:00"


def given(amount, at=MARCH, **stated):
    return (
        {"event": "contribution", "account": "ranking", "amount": amount}
        | ({"at": at} if at else {})
        | stated
    )


def award(player, points, at=MARCH, **stated):
    line = {"event": "award", "account": "ranking", "player": player, "points": points}
    return line | ({"at": at} if at else {}) | stated


def payout(period="2026-Q1", **stated):
    return {"event": "ranking_payout", "account": "ranking", "period": period, "prizes": []} | stated


def due(*lines, readings=None, tournaments=()):
    file = read(header(RANKING), *lines)
    return replay_ledger(file, {"ranking": OLYMPIC.under(readings or {})}, tournaments).rankings


def prizes(found):
    return {each.player: each.amount for each in found.prizes}


def test_the_pool_is_divided_by_points_and_what_is_left_goes_to_the_best():
    (found,) = due(given(100), award("A", 2), award("B", 2), award("C", 3), payout())
    assert (found.pool, found.points, found.price) == (100, 7, Fraction(100, 7))
    assert prizes(found) == {"C": 43, "A": 29, "B": 28}  # 42.86, 28.57, 28.57
    assert [each.player for each in found.prizes] == ["C", "A", "B"]


def test_points_that_are_no_whole_numbers_are_exact():
    (found,) = due(given(30_000), award("A", 60), award("A", "37.5"), award("B", "105/2"), payout())
    assert (found.points, found.price) == (150, 200)
    assert [(each.points, each.amount) for each in found.prizes] == [
        (Fraction(195, 2), 19_500),
        (Fraction(105, 2), 10_500),
    ]


def test_the_ten_best_share_it_with_all_who_tie_for_tenth():
    nine = [award(f"P{place}", 100) for place in range(9)]
    (found,) = due(given(100_000), *nine, award("X", 50), award("Y", 50), award("Z", 49), payout())
    assert found.points == 1000
    assert (len(found.prizes), prizes(found)["X"], prizes(found)["Y"]) == (11, 5_000, 5_000)
    assert found.standing["Z"] == 49


LOT = {"AMB-OLY-top10-tie": "lot"}
NINE = [award(f"P{place}", 100) for place in range(9)]


def test_by_lot_one_of_those_who_tie_for_tenth_shares_it_and_who_is_not_known():
    """950.00 among 900 points and 50, of X or of Y, make a point worth 1.00; with both of them 0.95."""
    lines = [given(95_000), *NINE, award("X", 50), award("Y", 50), award("Z", 49), payout()]
    (found,), (all_in,) = due(*lines, readings=LOT), due(*lines)
    assert (found.points, found.price) == (950, 100)
    assert prizes(found) == dict.fromkeys((f"P{place}" for place in range(9)), 10_000) | {
        "X": None,
        "Y": None,
    }
    assert (all_in.points, all_in.price) == (1000, 95)
    assert prizes(all_in) == dict.fromkeys((f"P{place}" for place in range(9)), 9_500) | {
        "X": 4_750,
        "Y": 4_750,
    }


def test_a_lot_changes_nothing_where_nobody_ties_for_tenth():
    lines = [given(95_000), *NINE, award("X", 50), award("Y", 49), payout()]
    assert due(*lines, readings=LOT) == due(*lines)
    assert prizes(due(*lines)[0])["X"] == 5_000


@pytest.mark.parametrize(
    ("at", "pool"),
    [(MARCH, 5), (APRIL, 0), ("2026-04-01T00:30:00+03:00", 0), ("2025-12-31T23:59:59+02:00", 0)],
)
def test_a_line_is_of_the_quarter_of_its_own_local_time(at, pool):
    (found,) = due(given(5, at), payout())
    assert found.pool == pool


def test_quarters_begin_in_january_april_july_and_october():
    assert [quarter_of(f"2026-{month:02}-01T00:00:00Z")[-2:] for month in range(1, 13)] == [
        "Q1", "Q1", "Q1", "Q2", "Q2", "Q2", "Q3", "Q3", "Q3", "Q4", "Q4", "Q4",
    ]  # fmt: skip


def test_a_line_without_a_time_has_the_last_one_before_it_and_else_none():
    lines = [given(1, None), given(10, MARCH), given(100, None), given(1000, APRIL), given(10_000, None)]
    first, second = due(*lines, payout(at=APRIL), payout("2026-Q2"))
    assert (first.pool, second.pool) == (110, 11_000)


def test_an_event_is_of_the_day_of_its_file_by_another_reading():
    event = read_tournament(tournament(tournament="Q", starts_at="2026-03-31T18:00:00+03:00"))
    lines = [
        given(400, APRIL, tournament="Q"),
        award("A", 9, APRIL, tournament="Q"),
        given(7, APRIL, tournament="R"),
        payout(),
    ]
    by_day = {"AMB-OLY-quarter-day": "event_day"}
    assert [each.pool for each in due(*lines, tournaments=[event])] == [0]
    (found,) = due(*lines, tournaments=[event], readings=by_day)
    assert (found.pool, prizes(found)) == (400, {"A": 400})
    assert [each.pool for each in due(*lines, readings=by_day)] == [0]  # its file is not there
    elsewhere = read_tournament(
        tournament(room="TEST-9", tournament="Q", starts_at="2026-03-31T18:00:00+03:00")
    )
    assert [each.pool for each in due(*lines, tournaments=[elsewhere], readings=by_day)] == [0]


@pytest.mark.parametrize("awards", [(), (award("A", 0),)])
def test_without_points_there_is_no_price(awards):
    (found,) = due(given(100), *awards, payout())
    assert (found.pool, found.points, found.price, found.prizes) == (100, 0, None, ())


def test_only_the_accounts_own_lines_count():
    (found,) = due(
        given(100),
        given(7) | {"account": "other"},
        award("A", 1),
        award("B", 1) | {"account": "other"},
        payout(),
    )
    assert prizes(found) == {"A": 100}


def test_a_payout_of_an_account_without_a_ranking_has_no_prizes_due():
    assert due(payout(account="other")) == ()
