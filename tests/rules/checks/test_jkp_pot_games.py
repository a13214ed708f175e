"""The check of jackpots in pot games."""

from __future__ import annotations

from tests.rules.checks.pot_hands import CALLED, coverage_of, findings, hand

LEVEL = {"event": "jackpot", "at": "2026-03-14T07:00:00+02:00", "kind": "close", "level": 1_000_000}
ROYAL = {2: "AsKs", 6: "AhAd"}
ALL = (
    *CALLED[:-1],
    "flop QsJsTs",
    "2 checks",
    "6 checks",
    "turn 4d",
    "2 checks",
    "6 checks",
    "river 9c",
    "2 bets 500",
    "6 calls 500",
)


def hit(*payouts, kind="royal_flush", number=1):
    listed = [{"seat": seat, "player": f"P{seat}", "amount": amount} for seat, amount in payouts]
    return {
        "event": "jackpot",
        "at": "2026-03-14T20:10:00+02:00",
        "kind": "hit",
        "hit": kind,
        "hand": number,
        "payouts": listed,
    }


def royal():
    return hand(*ALL, "2 shows AsKs", "6 shows AhAd", hole=ROYAL)


def test_jkp002_fires_on_a_royal_flush_that_nobody_paid():
    assert findings("JKP002", LEVEL, royal()) == [
        (1, None, None, 50_000, "OLY-4.9-a",
         "Hand 1: it hit the royal flush jackpot of €500.00, and no payment is on record (OLY-4.9-a).")
    ]  # fmt: skip


def test_jkp002_fires_on_a_wrong_amount_and_on_a_payment_for_a_hand_that_hit_nothing():
    (found,) = findings("JKP002", LEVEL, royal(), hit((2, 40_000)))
    assert found[1:4] == (2, 40_000, 50_000)
    assert (
        found[5]
        == "Hand 1, seat 2: €400.00 of the royal flush jackpot was paid; €500.00 was due (OLY-4.9-a)."
    )
    plain = hand(*ALL, "2 shows 8s7d", "6 shows AhAd", hole={2: "8s7d", 6: "AhAd"})
    (found,) = findings("JKP002", LEVEL, plain, hit((2, 50_000)))
    assert found[2:4] == (50_000, 0)
    assert (
        found[5]
        == "Hand 1: €500.00 of the royal flush jackpot was paid, and the hand did not hit it (OLY-4.9-a)."
    )


def test_jkp002_quiet_where_it_was_paid_and_where_no_jackpot_is_on_record():
    assert findings("JKP002", LEVEL, royal(), hit((2, 50_000))) == []
    assert coverage_of("JKP002", royal()) == (0, 0, {"no jackpot event is on record": 1})
    unseen = hand(*ALL, hole={2: "AsKs"})
    assert coverage_of("JKP002", LEVEL, unseen)[2] in (
        {},
        {"the cards of a seat at the showdown were not recorded": 1},
    )
