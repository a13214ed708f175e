"""What jackpots pay: the level, the amount, and the share of each seat."""

import pytest

from rules.controls.library import library
from rules.ledgers.ledger_as_dicts import shown
from rules.ledgers.ledger_replay import replay_ledger
from tests.rules.ledgers.build import JACKPOT, bad_beat, closing, drop, header, read, royal, seats

OLYMPIC = library().get("olympic-jackpots@1")
HAND = {"session": "C4", "hand": 77}


def due(*lines, opening=1_000_000, readings=None, **stated):
    file = read(header(JACKPOT | {"opening": opening} | stated), *lines)
    return replay_ledger(file, {"olympic": OLYMPIC.under(readings or {})}).hits


def levels(*lines, **options):
    return [each.level for each in due(*lines, **options)]


# ---------------------------------------------------------------- the level


def test_until_the_first_closing_hits_count_on_the_opening():
    assert levels(drop(5_000), bad_beat()) == [1_000_000]


def test_the_last_closing_of_the_time_before_goes_before_the_opening():
    assert levels(bad_beat(), closing_level=900_000) == [900_000]


def test_hits_count_on_what_the_last_closing_states_whatever_came_since():
    found = levels(drop(9), closing("2026-03-14", 1_000_000), drop(5_000), bad_beat(), royal(2))
    assert found == [1_000_000, 1_000_000]


def test_a_second_hit_counts_on_the_same_level_or_on_what_was_left():
    hits = [bad_beat(amount=600_000), bad_beat(hit="H2", amount=1)]
    assert levels(*hits) == [1_000_000, 1_000_000]
    less = {"AMB-OLY-jp-again": "less_paid"}
    assert levels(*hits, readings=less) == [1_000_000, 400_000]
    between = [hits[0], closing("2026-03-14", 500_000), hits[1]]
    assert levels(*between, readings=less) == [1_000_000, 500_000]


def test_what_was_left_is_not_known_where_the_first_has_no_amount():
    first, second = due(bad_beat(), bad_beat(hit="H2"), readings={"AMB-OLY-jp-again": "less_paid"})
    assert first.amount == 600_000
    assert (second.level, second.amount, second.shares) == (None, None, None)


def test_by_another_reading_a_royal_flush_counts_on_the_balance_of_the_moment():
    now = {"AMB-OLY-jp-level": "actual_for_royal"}
    found = due(drop(10_000), royal(2), bad_beat(), opening=245_000, readings=now)
    assert [(each.level, each.amount) for each in found] == [(255_000, 50_000), (245_000, 147_000)]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_by_another_reading_a_royal_flush_comes_after_the_bad_beat_of_its_hand(order):
    hits = [bad_beat(**HAND, amount=180_000), royal(4, **HAND, amount=50_000)]
    by_kind = {each.hit.jackpot: each for each in due(*(hits[place] for place in order), opening=300_000)}
    assert (by_kind["royal_flush"].level, by_kind["royal_flush"].amount) == (300_000, 50_000)
    turn = {"AMB-OLY-jp-both": "sequential"}
    by_kind = {
        each.hit.jackpot: each
        for each in due(*(hits[place] for place in order), opening=300_000, readings=turn)
    }
    assert (by_kind["royal_flush"].level, by_kind["royal_flush"].amount) == (120_000, 24_000)
    assert by_kind["bad_beat"].level == 300_000


def test_in_turn_the_bad_beat_of_its_hand_is_taken_off_once():
    both = {"AMB-OLY-jp-both": "sequential", "AMB-OLY-jp-again": "less_paid"}
    assert levels(bad_beat(**HAND, amount=180_000), royal(4, **HAND), opening=300_000, readings=both) == [
        300_000,
        120_000,
    ]
    moment = {"AMB-OLY-jp-both": "sequential", "AMB-OLY-jp-level": "actual_for_royal"}
    found = levels(
        drop(5), bad_beat(**HAND, amount=180_000), royal(4, **HAND), opening=300_000, readings=moment
    )
    assert found == [300_000, 120_005]


def test_a_bad_beat_of_another_hand_is_not_of_this_one():
    turn = {"AMB-OLY-jp-both": "sequential"}
    assert levels(bad_beat(**HAND), royal(4, session="C4", hand=78), readings=turn) == [1_000_000, 1_000_000]
    assert levels(bad_beat(), royal(4), readings=turn) == [
        1_000_000,
        1_000_000,
    ]  # which hands is not recorded


# ---------------------------------------------------------------- the amounts


def test_a_bad_beat_pays_the_loser_half_and_the_winner_a_quarter_and_the_table_the_rest():
    (found,) = due(bad_beat())
    assert (found.amount, found.qualified) == (600_000, True)
    assert found.shares == {
        1: 18_750,
        2: 318_750,
        3: 18_750,
        4: 18_750,
        5: 18_750,
        6: 18_750,
        7: 168_750,
        8: 18_750,
    }
    assert sum(found.shares.values()) == found.amount


def test_the_rest_of_a_bad_beat_is_for_the_others_by_another_reading():
    (found,) = due(bad_beat(), readings={"AMB-OLY-bbj-table": "others_only"})
    assert found.shares == {
        1: 25_000,
        2: 300_000,
        3: 25_000,
        4: 25_000,
        5: 25_000,
        6: 25_000,
        7: 150_000,
        8: 25_000,
    }


def test_a_bad_beat_is_of_the_whole_level_by_another_reading():
    (found,) = due(bad_beat(), readings={"AMB-OLY-bbj-base": "whole"})
    assert (found.amount, found.shares[2]) == (1_000_000, 500_000 + 31_250)


def test_every_part_is_rounded_down_and_odd_cents_go_by_seat():
    (found,) = due(
        bad_beat(seats=list(reversed(seats("winner", None, "loser", None, None, None)))), opening=734_569
    )
    assert found.amount == 440_741
    assert found.shares == {1: 128_550, 2: 18_365, 3: 238_734, 4: 18_364, 5: 18_364, 6: 18_364}


APART = {"AMB-OLY-bbj-morethantwo": "only_three_plus"}


@pytest.mark.parametrize(
    "roles", [("loser", "loser", "winner"), ("winner", "winner", "loser")], ids=["losers", "winners"]
)
def test_two_with_the_same_hand_share_its_part_but_where_only_three_or_more_do(roles):
    hit = bad_beat(seats=seats(*roles, None, None, None))
    (found,) = due(hit)  # of 6,000.00: 3,000.00, 1,500.00, and 250.00 for each of six
    part = 300_000 if roles[0] == "loser" else 150_000
    assert (found.shares[1], found.shares[2]) == (part // 2 + 25_000, part // 2 + 25_000)
    (apart,) = due(hit, readings=APART)
    assert (apart.amount, apart.shares, apart.two_alike) == (600_000, None, True)


def test_three_with_the_same_hand_share_its_part_by_either_reading():
    hit = bad_beat(seats=seats("loser", "loser", "loser", "winner", None, None))
    (found,), (apart,) = due(hit), due(hit, readings=APART)
    assert (
        apart.shares == found.shares == dict.fromkeys((1, 2, 3), 125_000) | {4: 175_000, 5: 25_000, 6: 25_000}
    )


NEAREST = {"AMB-OLY-jp-round": "half_up"}


def test_each_share_is_rounded_to_the_nearest_cent_by_another_reading():
    """60 percent of 7,345.69 are 4,407.414: 2,203.707 and 1,101.8535 twice, of which a sixth is 183.64225."""
    hit = bad_beat(seats=seats("winner", None, "loser", None, None, None))
    (found,) = due(hit, opening=734_569, readings=NEAREST)
    assert found.shares == {
        1: 110_185 + 18_364, 2: 18_364, 3: 220_371 + 18_364, 4: 18_364, 5: 18_364, 6: 18_364,
    }  # fmt: skip
    assert found.amount == 440_740  # what the shares come to; rounded down it is 4,407.41
    (even,), (down,) = due(bad_beat(), readings=NEAREST), due(bad_beat())
    assert (even.amount, even.shares) == (down.amount, down.shares) == (600_000, down.shares)


def test_half_a_cent_is_rounded_up_by_another_reading():
    (found,) = due(royal(2, 5), opening=25, readings=NEAREST)  # 20 percent are 5 cents: 2.5 each
    assert (found.amount, found.shares[2], found.shares[5]) == (6, 3, 3)
    (found,) = due(royal(2, 5), opening=25)
    assert (found.amount, found.shares[2], found.shares[5]) == (5, 3, 2)


@pytest.mark.parametrize("hit", [bad_beat(seats=seats(*[None] * 6)), royal()], ids=["bad_beat", "royal"])
def test_what_shares_to_the_nearest_cent_come_to_is_not_known_without_who_has_them(hit):
    (found,) = due(hit, readings=NEAREST)
    assert (found.amount, found.shares) == (None, None)


@pytest.mark.parametrize("roles", [("loser", None), (None, "winner"), (None, None)])
def test_shares_are_not_known_where_nobody_has_the_role(roles):
    (found,) = due(bad_beat(seats=seats(*roles, None, None, None, None)))
    assert (found.amount, found.shares) == (600_000, None)


@pytest.mark.parametrize(
    ("opening", "amount"), [(250_000, 50_000), (249_999, 49_999), (3, 0), (10**9, 50_000)]
)
def test_a_royal_flush_pays_a_sum_or_a_share_of_a_lower_level(opening, amount):
    (found,) = due(royal(3), opening=opening)
    assert (found.amount, found.shares) == (amount, {1: 0, 2: 0, 3: amount, 4: 0, 5: 0, 6: 0})


def test_several_royal_flushes_share_one_amount_or_have_one_each():
    (one,) = due(royal(2, 5, 6))
    assert (one.amount, [one.shares[seat] for seat in (2, 5, 6)]) == (50_000, [16_667, 16_667, 16_666])
    (each,) = due(royal(2, 5, 6), readings={"AMB-OLY-rfj-multi": "each"})
    assert (each.amount, [each.shares[seat] for seat in (2, 5, 6)]) == (150_000, [50_000] * 3)
    (nobody,) = due(royal(), readings={"AMB-OLY-rfj-multi": "each"})
    assert (nobody.amount, nobody.shares) == (None, None)


@pytest.mark.parametrize(("players", "qualified", "amount"), [(5, False, 0), (6, True, 50_000)])
def test_a_hit_takes_six_players_who_were_dealt_in(players, qualified, amount):
    (found,) = due(royal(3, players=players))
    assert (found.qualified, found.level, found.amount) == (qualified, 1_000_000, amount)
    assert (found.shares == {}) is not qualified


def test_a_level_below_nothing_pays_nothing():
    found = due(bad_beat(amount=2_000_000), bad_beat(hit="H2"), readings={"AMB-OLY-jp-again": "less_paid"})
    assert (found[1].level, found[1].amount) == (-1_000_000, 0)


def test_without_rules_or_a_listed_account_nothing_is_worked_out():
    file = read(header(), bad_beat(), bad_beat(account="elsewhere"))
    for found in (*replay_ledger(file, {}).hits, replay_ledger(file, {"olympic": OLYMPIC}).hits[1]):
        assert (found.level, found.amount, found.shares) == (None, None, None)
    ranking = library().get("olympic-ranking@1")  # has no account of jackpots
    assert replay_ledger(file, {"olympic": ranking}).hits[0].amount is None


def test_the_replay_lists_the_seats_that_are_due_something():
    file = read(header(), royal(3), royal(3, players=5, hit="H2"))
    first, second = shown(replay_ledger(file, {"olympic": OLYMPIC}))["hits"]
    assert (first["shares"], second["shares"]) == ([{"seat": 3, "amount": 50_000}], [])
