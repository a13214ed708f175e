"""The fee triangle of tables of pot games: what the schedule makes due, what was recorded, what the boxes held."""

from __future__ import annotations

from tests.rules.checks.pot_hands import hand
from tests.rules.pot_games.takings import DUE, across, counted, dealt, rake, rows, session, table


def test_the_rake_and_the_drop_of_a_table_have_their_three_sides():
    audit = session(dealt(1), dealt(2, rake(100)), counted("rake", 140), counted("jackpot", 200))
    assert rows(audit) == [
        ("T1", "rake", 100, 150, 140, 50, 40),
        ("T1", "jackpot", 200, 200, 200, 0, 0),
    ]


def test_what_was_not_recorded_is_not_known_and_never_zero():
    (rake_row, drop_row) = session(dealt(1), dealt(2, None)).triangle
    assert (rake_row.due, rake_row.recorded, rake_row.recorded_least, rake_row.drop) == (100, None, 50, None)
    assert (drop_row.due, drop_row.recorded, drop_row.recorded_least, drop_row.drop) == (200, None, 100, None)
    unknown = dealt(2)
    del unknown["acts"]
    assert rows(session(dealt(1), unknown))[0] == ("T1", "rake", None, 100, None, None, None)


def test_a_void_hand_and_a_hand_without_a_flop_owe_nothing():
    folded = hand("1 posts small_blind 100", "2 posts big_blind 200", "3 folds", number=3, fees=[])
    assert rows(session(dealt(1), dealt(2, [], void=True), folded)) == [
        ("T1", "rake", 50, 50, None, 0, None),
        ("T1", "jackpot", 100, 100, None, 0, None),
    ]


def test_a_table_that_pays_for_its_time_owes_no_rake_and_still_drops():
    terms = {"event": "terms", "at": "2026-03-14T19:30:00+02:00", "charge": "time"}
    assert rows(session(terms, dealt(1, DUE[1:]))) == [("T1", "jackpot", 100, 100, None, 0, None)]


def test_amounts_of_another_currency_are_not_due():
    assert [row.due for row in session(dealt(1), currency="USD").triangle] == [None, None]


def test_under_a_limit_what_was_taken_within_it_is_due():
    """standard-cash: at most a tenth of the pots; a jackpot drop is as the room recorded it, and none is due."""
    audit = session(dealt(1, rake(200)), dealt(2, rake(60)), ruleset="standard-cash")
    assert rows(audit) == [
        ("T1", "rake", 210, 260, None, 50, None),
        ("T1", "jackpot", None, 200, None, None, None),
    ]
    assert [
        row.due for row in session(dealt(1, None), counted("rake", 90), ruleset="standard-cash").triangle
    ] == [None]


def test_a_day_adds_up_its_tables_and_parts_the_hands_by_their_days():
    one = table("T1", dealt(1), dealt(2, day=15), counted("rake", 100, "2026-03-15T23:00:00+02:00"))
    two = table("T2", dealt(1, rake(0)), counted("rake", 0), counted("jackpot", 100))
    assert rows(across(one, two)) == [
        ("T1", "rake", 50, 50, None, 0, None),
        ("T1", "jackpot", 100, 100, None, 0, None),
        ("T2", "rake", 50, 0, 0, -50, -50),
        ("T2", "jackpot", 100, 100, 100, 0, 0),
        (None, "rake", 100, 50, None, -50, None),
        (None, "jackpot", 200, 200, None, 0, None),
    ]
