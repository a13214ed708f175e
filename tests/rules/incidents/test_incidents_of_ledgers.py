"""Findings of one account of a ledger: one wrong line is one incident, two that have nothing to do with each other are two."""

from __future__ import annotations

from tests.rules.causes.judging import adds_up, codes_of, incidents
from tests.rules.events.auditing import audited
from tests.rules.ledgers.build import bad_beat, closing, drop, header, payout, raked_hand, table_log

# Of a level of 10,000.00, 6,000.00 in all: by seat.
SHARES = dict.fromkeys((1, 3, 4, 5, 6, 8), 18_750) | {2: 318_750, 7: 168_750}


def groups(*lines, logs=()):
    """The codes of each incident, with the money that each tells of."""
    audit = audited([header(), *lines], *logs)
    assert adds_up(audit)
    return sorted(((sorted(codes_of(audit, each)), _money(each)) for each in incidents(audit)), key=str)


def _money(incident):
    kinds = ("misallocated", "over_collected", "under_collected", "unaccounted", "misrecorded")
    return {kind: amount for kind in kinds if (amount := getattr(incident.money[0], kind))}


def count(amount):
    return {"event": "count", "account": "olympic", "amount": amount}


# ---------------------------------------------------------------- a drop and a balance: JKP009 and JKP034


def test_a_wrong_amount_of_a_drop_and_the_next_closing_are_one_incident():
    lines = [drop(12_000, hands=100), closing("2026-03-14", 1_010_000), closing("2026-03-15", 1_010_000)]
    assert groups(*lines) == [(["JKP009", "JKP034"], {"over_collected": 2_000, "misrecorded": 2_000})]


def test_wrong_hands_of_a_drop_and_a_wrong_balance_behind_another_closing_are_two():
    lines = [drop(10_000, hands=80), closing("2026-03-14", 1_010_000), closing("2026-03-15", 1_009_000)]
    assert groups(*lines) == [
        (["JKP009"], {"over_collected": 2_000}),
        (["JKP034"], {"misrecorded": 1_000}),
    ]


def test_a_drop_and_a_later_balance_that_leaves_it_out_are_one():
    lines = [drop(12_000, hands=100), closing("2026-03-14", 1_012_000), closing("2026-03-15", 1_010_000)]
    assert groups(*lines) == [(["JKP009", "JKP034"], {"over_collected": 2_000, "misrecorded": 2_000})]


def test_a_drop_and_a_balance_of_an_account_without_closings_are_one():
    close = {"event": "close", "balances": {"olympic": 1_010_000}}
    assert groups(drop(12_000, hands=100), close) == [
        (["JKP009", "JKP034"], {"over_collected": 2_000, "misrecorded": 2_000})
    ]


# ---------------------------------------------------------------- a drop, its log and a balance: JKP010 and JKP034


C7 = table_log("C7", raked_hand(1, 300), raked_hand(2, 200))


def test_the_second_drop_of_a_session_that_is_missing_is_one_incident_with_the_closing_that_has_it():
    lines = [
        drop(300, session="C7"),
        closing("2026-03-14", 1_000_300),
        closing("2026-03-15", 1_000_500),
    ]
    assert groups(*lines, logs=[C7]) == [(["JKP010", "JKP034"], {"unaccounted": 200, "misrecorded": 200})]


def test_a_drop_below_the_fees_and_a_wrong_balance_behind_another_closing_are_two():
    lines = [
        drop(300, session="C7"),
        closing("2026-03-14", 1_000_300),
        closing("2026-03-15", 1_000_400),
    ]
    assert groups(*lines, logs=[C7]) == [
        (["JKP010"], {"unaccounted": 200}),
        (["JKP034"], {"misrecorded": 100}),
    ]


# ---------------------------------------------------------------- a count and a balance: JKP012 and JKP034


def test_a_wrong_drop_that_a_count_and_the_closing_show_is_one_incident():
    lines = [drop(12_000), count(1_010_000), closing("2026-03-14", 1_010_000)]
    assert groups(*lines) == [(["JKP012", "JKP034"], {"unaccounted": 2_000, "misrecorded": 2_000})]


def test_a_wrong_closing_that_the_next_count_shows_is_one_incident():
    lines = [closing("2026-03-14", 1_002_000), count(1_000_000), closing("2026-03-15", 1_000_000)]
    assert groups(*lines) == [(["JKP012", "JKP034"], {"unaccounted": 2_000, "misrecorded": 2_000})]


def test_a_count_that_is_short_by_another_amount_than_a_closing_is_a_second_incident():
    lines = [closing("2026-03-14", 1_002_000), closing("2026-03-15", 1_002_000), count(1_001_700)]
    assert groups(*lines) == [(["JKP012"], {"unaccounted": 300}), (["JKP034"], {"misrecorded": 2_000})]


# ---------------------------------------------------------------- the level of a hit and its payments: JKP017 and JKP025


def hit(level, *paid):
    """A hit of 6,000.00, with what the seats got, from the first on."""
    return [
        bad_beat(level=level, amount=600_000),
        *(payout(f"S{seat}", amount, hit="H1") for seat, amount in paid),
    ]


def test_a_wrong_level_alone_and_a_wrong_payment_alone_are_one_incident_each():
    assert groups(*hit(900_000, *SHARES.items())) == [(["JKP017"], {"misrecorded": 100_000})]
    short = SHARES | {1: 17_750}
    assert groups(*hit(1_000_000, *short.items())) == [(["JKP025"], {"over_collected": 1_000})]


def test_a_wrong_level_and_a_payment_that_does_not_follow_from_it_are_two():
    short = SHARES | {1: 17_750}
    assert groups(*hit(900_000, *short.items())) == [
        (["JKP017"], {"misrecorded": 100_000}),
        (["JKP025"], {"over_collected": 1_000}),
    ]


def test_payments_on_the_wrong_level_are_one_incident_with_it():
    low = {seat: amount * 9 // 10 for seat, amount in SHARES.items()}
    assert groups(*hit(900_000, *low.items())) == [(["JKP017", "JKP025"], {"over_collected": 60_000})]


def test_one_payment_on_the_wrong_level_is_one_incident_with_it():
    low = SHARES | {1: 16_875}
    assert groups(*hit(900_000, *low.items())) == [(["JKP017", "JKP025"], {"over_collected": 1_875})]
