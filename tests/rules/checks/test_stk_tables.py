"""The checks of a cash table's own rules: buy-ins, breaks, absences, changed terms."""

from __future__ import annotations

from tests.rules.checks.pot_hands import BLINDS, coverage_of, findings, hand

FOLDED = (*BLINDS, "3 folds", "4 folds", "5 folds", "6 folds", "1 folds")


def at(clock):
    return f"2026-03-14T{clock}:00+02:00"


def terms(clock="19:00", **fields):
    return {"event": "terms", "at": at(clock), "min_buy_in": 10_000, "max_buy_in": 50_000, **fields}


def chips(clock, amount, **fields):
    return {
        "event": "chips",
        "at": at(clock),
        "seat": 4,
        "player": "P4",
        "kind": "buy_in",
        "amount": amount,
        **fields,
    }


def goes(clock, kind, **fields):
    return {"event": "seat", "at": at(clock), "seat": 4, "player": "P4", "kind": kind, **fields}


def test_stk019_fires_on_a_short_buy_in_without_permission_on_a_shorter_one_and_above_the_maximum():
    assert findings("STK019", terms(), chips("19:05", 6_000), hand(*FOLDED)) == [
        (None, 4, 6_000, 10_000, "OLY-2.20",
         "Line 3, seat 4: bought in for €60.00; less than the minimum of €100.00 takes permission (OLY-2.20).")
    ]  # fmt: skip
    (found,) = findings("STK019", terms(), chips("19:05", 4_000, permission=True), hand(*FOLDED))
    assert found[2:4] == (4_000, 5_000)
    (found,) = findings("STK019", terms(), chips("19:05", 60_000), hand(*FOLDED))
    assert found[2:] == (
        60_000,
        50_000,
        "OLY-2.9",
        "Line 3, seat 4: bought in for €600.00; the most is €500.00 (OLY-2.9).",
    )


def test_stk019_fires_on_who_comes_back_within_the_hour_with_fewer_chips():
    events = (terms(), hand(*FOLDED), goes("20:10", "left", amount=40_000), chips("20:40", 20_000))
    (found,) = findings("STK019", *events)
    assert found == (
        None, 4, 20_000, 40_000, "OLY-2.26-a",
        "Line 5, seat 4: came back with €200.00; who comes back so soon brings the €400.00 that he left with (OLY-2.26-a).",
    )  # fmt: skip


def test_stk019_quiet_within_the_limits_with_permission_and_after_more_than_an_hour():
    assert findings("STK019", terms(), chips("19:05", 10_000), hand(*FOLDED)) == []
    assert findings("STK019", terms(), chips("19:05", 5_000, permission=True), hand(*FOLDED)) == []
    late = (terms(), hand(*FOLDED), goes("20:10", "left", amount=40_000), chips("21:11", 20_000))
    assert findings("STK019", *late) == []
    assert coverage_of("STK019", terms(), hand(*FOLDED), ruleset="standard-cash") == (0, 1, {})


def test_stk020_fires_on_a_break_of_forty_minutes_and_on_a_second_one():
    events = (hand(*FOLDED), goes("20:10", "break"), goes("20:50", "back"), goes("21:30", "break"))
    first, second = findings("STK020", *events)
    assert first == (
        None,
        4,
        None,
        30,
        "OLY-2.22",
        "Line 4, seat 4: the break ended here after 40 minutes; a break is of 30 minutes at most (OLY-2.22).",
    )
    assert (
        second[5]
        == "Line 5, seat 4: break 2 of the player began here; no further break is allowed (OLY-2.22)."
    )


def test_stk020_quiet_for_one_break_of_thirty_minutes():
    assert findings("STK020", hand(*FOLDED), goes("20:10", "break"), goes("20:40", "back")) == []


def test_stk021_fires_where_a_seat_was_kept_for_twenty_minutes_while_others_wait():
    away = goes("20:10", "away", waiting=2, permission=False)
    (found,) = findings("STK021", hand(*FOLDED), away, goes("20:30", "back"))
    assert found[:4] == (None, 4, None, 15)
    assert found[5].startswith(
        "Line 4, seat 4: the player was back here, and the seat had been kept for 20 minutes; "
        "it is kept for 15 minutes (OLY-2.23-"
    )


def test_stk021_quiet_where_nobody_waits_and_the_player_is_back_in_time():
    away = goes("20:10", "away", waiting=0, permission=False)
    assert findings("STK021", hand(*FOLDED), away, goes("20:30", "back")) == []


def test_stk022_fires_where_a_seat_of_the_last_hand_did_not_agree():
    changed = terms("20:30", max_buy_in=100_000, consent=[1, 2, 3, 4, 5])
    assert findings("STK022", terms(), hand(*FOLDED), changed) == [
        (None, None, None, None, "OLY-2.18",
         "Line 4: the most buy-in changed from €500.00 to €1,000.00, and seat 6 did not agree; "
         "everybody at the table has to agree to it (OLY-2.18).")
    ]  # fmt: skip


def test_stk022_quiet_where_everybody_agreed_and_where_only_other_terms_changed():
    agreed = terms("20:30", max_buy_in=100_000, consent=[1, 2, 3, 4, 5, 6])
    assert findings("STK022", terms(), hand(*FOLDED), agreed) == []
    assert findings("STK022", terms(), hand(*FOLDED), terms("20:30", charge="time", consent=[])) == []
