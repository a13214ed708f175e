"""JKP: the account of the jackpot over a gaming day, from close to close."""

from __future__ import annotations

from tests.rules.pot_games.takings import DUE, across, counted, dealt, table
from tests.rules.rooms.days import dealt as chinese
from tests.rules.rooms.days import found, inapplicable, untestable
from tests.rules.rooms.days import table as chinese_table

MORNING, NEXT = "2026-03-14T07:00:00+02:00", "2026-03-15T04:10:00+02:00"
NO_LEVEL = "the level at the close before the day's first hand or after its last one is not on record"


def level(amount, at=MORNING):
    return {"event": "jackpot", "at": at, "kind": "close", "level": amount}


def paid(*amounts, at="2026-03-14T21:00:00+02:00", hand=1):
    payouts = [{"seat": seat, "player": f"P{seat}", "amount": each} for seat, each in enumerate(amounts, 1)]
    return {
        "event": "jackpot", "at": at, "kind": "hit", "hit": "bad_beat", "hand": hand, "payouts": payouts,
    }  # fmt: skip


def day(closing, *events, fees=DUE, opening=500_000):
    """Two tables that drop 3 euros together; the first has the levels at both closes, and what else happened there."""
    return across(
        table("T1", level(opening), dealt(1), dealt(2), *events, level(closing, NEXT)),
        table("T2", level(opening), dealt(1, fees), counted("jackpot", 100)),
    )


def test_jkp005_fires_where_the_level_lacks_a_part_of_the_drops():
    (only,) = found(day(500_200), "JKP005")
    assert (only.kind, only.severity, only.clause) == ("discrepancy", "major", "external:FEES-counted")
    assert (only.session, only.stated, only.expected, only.difference, only.money) == (
        "",
        500_200,
        500_300,
        -100,
        100,
    )
    assert only.message == (
        "Gaming day 2026-03-14: the jackpot's level was €5,000.00 at 2026-03-14T07:00:00+02:00; €3.00 was dropped and "
        "€0.00 paid, which makes €5,003.00; at 2026-03-15T04:10:00+02:00 it was €5,002.00, €1.00 short (external:FEES-counted)."
    )


def test_jkp005_fires_where_the_level_did_not_fall_by_what_was_paid():
    (only,) = found(day(500_300, paid(100_000, 50_000)), "JKP005")
    assert (only.stated, only.expected, only.difference) == (500_300, 350_300, 150_000)
    assert "€3.00 was dropped and €1,500.00 paid, which makes €3,503.00" in only.message


def test_jkp005_fires_where_even_the_drops_on_record_make_more():
    (only,) = found(day(500_100, fees=None), "JKP005")
    assert (only.stated, only.expected) == (500_100, 500_200)
    assert "at least €2.00 was dropped and €0.00 paid, which makes at least €5,002.00" in only.message


def test_jkp005_fires_on_two_levels_for_one_close():
    made = across(
        table("T1", level(500_000), dealt(1), level(500_200, NEXT)), table("T2", level(400_000), dealt(1))
    )
    (only,) = found(made, "JKP005")
    assert (only.stated, only.expected, only.money) == (500_000, 400_000, 100_000)
    assert (
        "for the close at 2026-03-14T07:00:00+02:00, the logs record the jackpot's level as €4,000.00 and as €5,000.00"
        in only.message
    )


def test_jkp005_quiet_where_opening_drops_and_payments_make_the_closing():
    assert found(day(500_300), "JKP005") == []
    assert found(day(350_300, paid(100_000, 50_000)), "JKP005") == []
    row = next(each for each in day(500_300).coverage if each.code == "JKP005")
    assert (row.tested, row.agreeing) == (2, 2)


def test_jkp005_quiet_about_a_payment_before_the_close():
    assert found(day(500_300, paid(90_000, at="2026-03-14T06:30:00+02:00")), "JKP005") == []


def test_jkp005_quiet_without_a_level_at_both_closes():
    made = across(table("T1", level(500_000), dealt(1)))
    assert found(made, "JKP005") == []
    assert untestable(made, "JKP005") == [(NO_LEVEL, 1)]
    old = across(table("T1", level(500_000, "2026-03-13T07:00:00+02:00"), dealt(1), level(1, NEXT)))
    assert untestable(old, "JKP005") == [(NO_LEVEL, 1)]


def test_jkp005_quiet_about_a_close_that_is_nearer_to_another_change_of_days():
    late = table("T1", level(500_000), dealt(1), level(1, "2026-03-15T18:00:01+02:00"))
    assert untestable(across(late), "JKP005") == [(NO_LEVEL, 1)]
    (only,) = found(
        across(table("T1", level(500_000), dealt(1), level(1, "2026-03-15T18:00:00+02:00"))), "JKP005"
    )
    assert (only.stated, only.expected) == (1, 500_100)


def test_jkp005_quiet_where_the_drops_of_some_hands_are_not_on_record_and_the_level_is_above_the_rest():
    assert untestable(day(500_900, fees=None), "JKP005") == [("the fees of some hands were not recorded", 2)]


def test_jkp005_quiet_where_hands_of_the_next_day_were_dealt_before_the_close():
    runs_on = table("T1", level(500_000), dealt(1), dealt(2, day=15), level(1, "2026-03-15T21:00:00+02:00"))
    assert untestable(across(runs_on), "JKP005") == [(NO_LEVEL, 1)]
    early = {"at": "2026-03-15T06:30:00+02:00"}
    runs_on = table("T1", level(500_000), dealt(1), dealt(2) | early, level(1, "2026-03-15T07:00:00+02:00"))
    assert untestable(across(runs_on), "JKP005") == [
        ("hands of another gaming day were dealt between the two closes", 1)
    ]


def test_jkp005_quiet_about_tables_whose_controls_have_no_jackpot():
    made = across(
        table("T1", level(500_000), dealt(1), ruleset="standard-cash"),
        chinese_table("T2", chinese(1, "21:00")),
    )
    assert (found(made, "JKP005"), inapplicable(made, "JKP005")) == ([], 2)
