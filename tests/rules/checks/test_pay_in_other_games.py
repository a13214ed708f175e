"""Payments where other rules hold than between every two players: banker, pool, table stakes. See test_pay.py."""

from tests.rules.build import A, B, audited, found, hand, seat, session

# ------------------------------------------------------------------------------- payments in games of other kinds

CHIPS = session(ruleset="hawaiian-gardens")


# ------------------------------------------------------------------------------- PAY010 chips-during-deal


def clock(time):
    return f"2026-03-14T{time}-07:00"


def chips(time, number=2, kind="add_on", player=None):
    return {
        "event": "chips", "at": clock(time), "seat": number, "player": player or f"P{number}", "kind": kind, "amount": 20_000,
    }  # fmt: skip


def timed(number, at, ended_at, **fields):
    return hand(number, seat(1, A), seat(2, B), at=clock(at), ended_at=clock(ended_at), **fields)


TIMED = (timed(16, "21:10:00", "21:12:00"), timed(17, "21:13:00", "21:14:30"))


def test_pay010_quiet_between_deals_and_at_their_very_ends():
    events = [
        chips(time) for time in ("21:00:00", "21:12:00", "21:12:30", "21:13:00", "21:14:30", "22:00:00")
    ]
    assert found(audited(CHIPS, *TIMED, *events), "PAY010") == []


def test_pay010_quiet_for_players_who_were_not_in_the_hand_and_for_chips_taken_away():
    events = [chips("21:13:40", 5), chips("21:13:41", 2, "cash_out"), chips("21:13:42", 1, "move")]
    assert found(audited(CHIPS, *TIMED, *events), "PAY010") == []


def test_pay010_quiet_in_a_void_deal_and_where_chips_may_be_bought_at_any_time():
    void = timed(17, "21:13:00", "21:14:30", void=True)
    assert found(audited(CHIPS, TIMED[0], void, chips("21:13:40")), "PAY010") == []
    assert found(audited(*TIMED, chips("21:13:40")), "PAY010") == []
