"""FEE: tables of pot games whose boxes or fees are not what the schedule makes due."""

from __future__ import annotations

from tests.rules.pot_games.takings import across, counted, dealt, own_rules, rake, session, table
from tests.rules.rooms.days import found, inapplicable, untestable


def test_fee022_fires_where_the_box_of_a_pot_table_holds_more_than_was_due():
    (only,) = (
        each for each in session(dealt(1, None), counted("rake", 80)).findings if each.code == "FEE022"
    )
    assert (only.stated, only.expected, only.money, only.severity) == (80, 50, 30, "major")
    assert only.clause == "OLY-2.36-a"
    assert (
        only.message
        == "The boxes hold €0.80 of rake; by the controls €0.50 was due: €0.30 too much (OLY-2.36-a)."
    )


def test_fee022_fires_with_a_note_where_the_box_holds_less_rake_and_as_a_fault_where_it_holds_less_drop():
    made = session(dealt(1, None), counted("rake", 40), counted("jackpot", 60))
    assert [(each.severity, each.stated, each.expected, each.clause) for each in made.findings if each.code == "FEE022"] == [
        ("note", 40, 50, "OLY-2.36-a"),
        ("major", 60, 100, "OLY-2.38-a"),
    ]  # fmt: skip


def test_fee022_quiet_where_the_room_is_free_to_take_less():
    own = own_rules('mode = "exact"\nbelow = "nothing"\nbp = 500\ncap = 1000')
    for amount, there in ((60, []), (80, [(80, 75)])):
        made = session(dealt(1, None), counted("rake", amount), own=own, ruleset="room-cash", currency="USD")
        assert [(each.stated, each.expected) for each in made.findings if each.code == "FEE022"] == there


def test_fee022_quiet_where_the_box_of_a_pot_table_holds_what_was_due():
    made = session(dealt(1, None), counted("rake", 50), counted("jackpot", 100))
    assert [each for each in made.findings if each.code == "FEE022"] == []
    (row,) = (each for each in made.coverage if each.code == "FEE022")
    assert (row.tested, row.agreeing) == (1, 1)


def test_fee022_quiet_and_not_tested_under_a_limit():
    made = session(dealt(1, None), counted("rake", 900), ruleset="standard-cash")
    (row,) = (each for each in made.coverage if each.code == "FEE022")
    assert [(each.reason, each.hands) for each in row.because] == [
        ("the controls fix no amount for the fee", 1)
    ]


def test_fee024_fires_where_a_pot_table_took_more_than_its_schedule_over_the_day():
    made = across(table("T1", dealt(1, rake(100)), dealt(2)), table("T2", dealt(1)))
    (only,) = found(made, "FEE024")
    assert (only.session, only.stated, only.expected, only.money, only.severity) == (
        "S-T1",
        150,
        100,
        50,
        "major",
    )
    assert "Table T1 on gaming day 2026-03-14: the entries of rake add up to €1.50" in only.message
    assert inapplicable(made, "FEE024") == 0


def test_fee024_fires_with_a_note_where_it_took_less():
    (only,) = found(across(table("T1", dealt(1, rake(0)))), "FEE024")
    assert (only.stated, only.expected, only.severity) == (0, 50, "note")


def test_fee024_quiet_where_pot_tables_took_what_was_due():
    assert found(across(table("T1", dealt(1), dealt(2)), table("T2", dealt(1))), "FEE024") == []


def test_fee025_fires_on_a_box_without_entries_that_holds_too_much():
    made = across(table("T1", dealt(1, None), counted("rake", 50), counted("jackpot", 200)))
    (only,) = found(made, "FEE025")
    assert (only.stated, only.expected, only.money, only.severity) == (200, 100, 100, "major")
    assert "the boxes hold €2.00 of jackpot collections; by the controls €1.00 was due" in only.message


def test_fee025_quiet_where_the_entries_are_there():
    made = across(table("T1", dealt(1), counted("rake", 50), counted("jackpot", 100)))
    assert found(made, "FEE025") == []
    assert untestable(made, "FEE025") == [
        ("the fees of the hands were recorded, and the drop boxes are compared with them", 1)
    ]
