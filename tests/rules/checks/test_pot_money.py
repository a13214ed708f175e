"""The checks of pots, awards and nets of pot games: one case of each that fires and that stays quiet; more in pot_games."""

from __future__ import annotations

from tests.rules.pot_games.test_money_checks import RAKE, all_in, audited, facts, found, pot

RIGHT = all_in(500, 500, 500, pots=[pot(1500, (1, 1450))], fees=[RAKE], nets=(950, -500, -500))


def only(hand):
    """What is found in a hand, with its words."""
    (each,) = found(audited(hand))
    return *facts(each), each.message


def test_pot008_fires_on_a_pot_that_is_not_what_the_chips_come_to():
    assert only(all_in(500, 500, 500, pots=[pot(1400, (1, 1450))], fees=[RAKE])) == (
        "POT008", 1, None, 1400, 1500, 100, "external:RROP-betting",
        "Hand 1: the pot is on record as €14.00; the chips put in come to €15.00 (external:RROP-betting).",
    )  # fmt: skip


def test_pot008_quiet_where_pot_awards_and_rake_add_up():
    assert [each for each in found(audited(RIGHT)) if each.code == "POT008"] == []


def test_pot008_quiet_where_the_one_pot_is_recorded_in_parts_and_fires_where_these_do_not_add_up():
    """An ante that made a pot of its own, which the same seats contest."""
    part = {"pot": 1, "amount": 1000, "awards": [{"seat": 1, "amount": 1000}]}
    assert found(audited(all_in(500, 500, 500, pots=[pot(500, (1, 450)), part], fees=[RAKE]))) == []
    assert only(all_in(500, 500, 500, pots=[pot(400, (1, 450)), part], fees=[RAKE]))[:6] == (
        "POT008", 1, None, 400, 1500, 1000 + 100,
    )  # fmt: skip


def test_pot009_fires_on_a_pot_that_went_to_another_seat():
    assert only(all_in(500, 500, 500, pots=[pot(1500, (2, 1450))], fees=[RAKE])) == (
        "POT009", 1, 2, 1450, 0, 1450, "OLY-1.41",
        "Hand 1, seat 2: it was given €14.50 of the pot, which it did not win; seat 1 was due €14.50 and was given "
        "nothing (OLY-1.41). A pot that went to another than the best hand is given back, or the player who keeps it "
        "can be excluded (OLY-1.43).",
    )  # fmt: skip


def test_pot009_quiet_where_the_best_hand_was_given_the_pot():
    assert [each for each in found(audited(RIGHT)) if each.code == "POT009"] == []


def test_pot010_fires_on_a_net_that_is_not_the_awards_less_the_chips():
    assert only(all_in(500, 500, 500, fees=[RAKE], nets=(950, -400, -500))) == (
        "POT010", 1, 2, -400, -500, 100, "OLY-1.41",
        "Hand 1, seat 2: the log records −€4.00; −€5.00 was due (awards of €0.00 less €5.00 put in), a difference "
        "of €1.00 (OLY-1.41).",
    )  # fmt: skip


def test_pot010_quiet_where_each_net_is_what_was_due():
    assert [each for each in found(audited(RIGHT)) if each.code == "POT010"] == []
