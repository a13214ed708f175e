"""The checks of rake and drop of pot games: one case of each that fires and that stays quiet; more in pot_games."""

from __future__ import annotations

from tests.rules.checks.test_pot_money import RIGHT, only
from tests.rules.pot_games.test_money_checks import RAKE, all_in, audited, found, pot


def test_fee033_fires_on_a_rake_above_the_schedule():
    taken = all_in(500, 500, 500, pots=[pot(1500, (1, 1400))], fees=[{"kind": "rake", "amount": 100}])
    assert only(taken) == (
        "FEE033", 1, None, 100, 50, 50, "OLY-2.36-c",
        "Hand 1: a rake of €1.00 was taken from pots of €15.00; €0.50 was due (OLY-2.36-c)."
    )  # fmt: skip


def test_fee033_quiet_at_the_rake_of_the_schedule():
    assert [each for each in found(audited(RIGHT)) if each.code == "FEE033"] == []


def test_fee034_fires_on_a_rake_below_the_schedule():
    assert only(all_in(500, 500, 500, pots=[pot(1500, (1, 1500))], fees=[])) == (
        "FEE034", 1, None, 0, 50, 50, "OLY-2.36-b", "Hand 1: no rake was taken from pots of €15.00; €0.50 was due (OLY-2.36-b)."
    )  # fmt: skip


def test_fee034_quiet_where_the_fees_were_not_recorded():
    assert [each for each in found(audited(RIGHT)) if each.code == "FEE034"] == []
    assert [each.code for each in found(audited(all_in(500, 500, 500))) if each.code == "FEE034"] == []


def test_fee035_fires_on_a_drop_of_too_few_players():
    dropped = [RAKE, {"kind": "jackpot", "amount": 100}]
    assert only(all_in(500, 500, 500, pots=[pot(1500, (1, 1350))], fees=dropped)) == (
        "FEE035", 1, None, 100, 0, 100, "OLY-2.38-b",
        "Hand 1: €1.00 was dropped for the jackpot; it is taken from 6 players on, and there were 3 (OLY-2.38-b).",
    )  # fmt: skip


def test_fee035_quiet_where_no_drop_was_due_and_none_was_taken():
    assert [each for each in found(audited(RIGHT)) if each.code == "FEE035"] == []
