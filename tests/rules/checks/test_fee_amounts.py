"""FEE009, FEE010 and FEE019: fees that a room's own controls fix or limit."""

from rules.controls.library import library
from tests.rules.build import A, B, C, audited, found, hand, seat, session, untestable
from tests.rules.checks.test_fee_limits import FILED, UNRECORDED
from tests.rules.fees import WAC, at, fee, filed, paid, reported, taken

# ------------------------------------------------------------------------------- FEE009 hand-fee-differs

EUROS = session(ruleset="filed", currency="EUR")
EACH = '\n[fees]\ncurrency = "USD"\n[fees.hand_fee]\nplayer = { money = 100, CITE }\n'
WHOLE = '\n[fees]\ncurrency = "USD"\n[fees.hand_fee]\nhand = { money = 300, CITE }\n'


def test_fee009_fires_for_another_amount_than_the_fee_of_the_hand():
    audit = audited(
        FILED, taken(1, fee("hand_fee", 200)), taken(2), taken(3, fee("hand_fee", 300)), library=filed(WHOLE)
    )
    assert [(each.hand, each.stated, each.expected, each.money) for each in found(audit, "FEE009")] == [
        (1, 200, 300, 100),
        (2, 0, 300, 300),
    ]
    assert found(audit, "FEE009")[0].clause == "convention:fees.hand_fee.hand"
    assert "$2.00 was taken for the hand; the controls name $3.00" in found(audit, "FEE009")[0].message


def test_fee009_fires_seat_by_seat_and_else_for_all_together():
    audit = audited(
        FILED, taken(1, fee("hand_fee", 100, seat=1), fee("hand_fee", 50, seat=2)), taken(2, fee("hand_fee", 300)),
        taken(3, fee("hand_fee", 100, seat=2)), library=filed(EACH),
    )  # fmt: skip
    assert [(each.hand, each.seat, each.stated, each.expected) for each in found(audit, "FEE009")] == [
        (1, 2, 50, 100),
        (2, None, 300, 200),
        (3, 1, 0, 100),
    ]


def test_fee009_quiet_for_the_fee_and_for_a_void_deal_without():
    both = [fee("hand_fee", 100, seat=number) for number in (1, 2)]
    audit = audited(
        FILED, taken(1, *both), taken(2, fee("hand_fee", 200)), taken(3, void=True), hand(4, seat(1, A), seat(2, B)),
        library=filed(EACH),
    )  # fmt: skip
    assert found(audit, "FEE009") == []
    assert untestable(audit, "FEE009") == [(UNRECORDED, 1)]


def test_fee009_quiet_and_untestable_in_another_currency_than_the_amount():
    audit = audited(EUROS, taken(1, fee("hand_fee", 200)), library=filed(WHOLE))
    assert found(audit, "FEE009") == []
    assert untestable(audit, "FEE009") == [("the limit is in USD and the session in EUR", 1)]


# ------------------------------------------------------------------------------- FEE010 jackpot-drop-differs

DROP = '\n[fees]\ncurrency = "USD"\n[fees.jackpot]\nkind = "drop"\nhand = { KEY = 100, CITE }\n'


def test_fee010_fires_for_another_drop_than_the_fixed_one():
    hands = (taken(1, fee("jackpot", 200)), taken(2), taken(3, fee("jackpot", 100)), taken(4, void=True))
    audit = audited(FILED, *hands, library=filed(DROP.replace("KEY", "money")))
    assert [(each.hand, each.stated, each.expected, each.kind) for each in found(audit, "FEE010")] == [
        (1, 200, 100, "discrepancy"),
        (2, 0, 100, "discrepancy"),
    ]


def test_fee010_fires_for_a_drop_above_the_most():
    hands = (taken(1, fee("jackpot", 101)), taken(2))
    (only,) = found(audited(FILED, *hands, library=filed(DROP.replace("KEY", "max_money"))), "FEE010")
    assert (only.hand, only.money, only.kind, only.clause) == (
        1,
        1,
        "violation",
        "convention:fees.jackpot.hand",
    )
    assert "$1.01 was dropped for the jackpot; the limit for a hand is $1.00" in only.message


def test_fee010_quiet_within_the_most_and_untestable_without_fees():
    hands = (taken(1, fee("jackpot", 100)), taken(2), hand(3, seat(1, A), seat(2, B)))
    audit = audited(FILED, *hands, library=filed(DROP.replace("KEY", "max_money")))
    assert found(audit, "FEE010") == []
    assert untestable(audit, "FEE010") == [(UNRECORDED, 1)]


def test_fee010_quiet_and_untestable_in_another_currency_than_the_drop():
    audit = audited(EUROS, taken(1, fee("jackpot", 200)), library=filed(DROP.replace("KEY", "money")))
    assert found(audit, "FEE010") == []
    assert untestable(audit, "FEE010") == [("the limit is in USD and the session in EUR", 1)]


# ------------------------------------------------------------------------------- FEE019 fees-above-limit


def limits(*kinds, **most):
    """Controls with a limit over fees of some kinds, else of all three."""
    listed = "".join(f"{path} = {{ max_money = {money}, CITE }}\n" for path, money in most.items())
    names = ", ".join(f'"{kind}"' for kind in kinds or ("rake", "hand_fee", "time"))
    return filed(f'\n[fees]\ncurrency = "USD"\n[fees.limits]\nkinds = [{names}]\n{listed}')


def test_fee019_fires_for_a_hand():
    hands = (
        taken(1, fee("rake", 400), fee("hand_fee", 300)),
        taken(2, fee("rake", 500), fee("jackpot", 100)),
    )
    (only,) = found(audited(FILED, *hands, library=limits(hand=500)), "FEE019")
    assert (only.hand, only.stated, only.expected, only.money, only.clause) == (
        1,
        700,
        500,
        200,
        "convention:fees.limits.hand",
    )
    assert (only.kind, only.severity) == ("violation", "major")
    assert "$7.00 was taken in fees; the limit for a hand is $5.00" in only.message


def test_fee019_fires_for_a_player_within_an_hour():
    """Three hands at a dollar and $8.00 of time within 60 minutes; the hand an hour after the first is of the next."""
    dollar = fee("hand_fee", 100, seat=1)
    hands = [taken(n, dollar, at=at(minute)) for n, minute in enumerate((0, 20, 40, 60), 1)]
    audit = audited(FILED, *hands, paid(1, 800, 5, 35), paid(2, 800, 5, 35), library=limits(player_hour=1000))
    (only,) = found(audit, "FEE019")
    assert (only.player, only.stated, only.expected) == ("P1", 1100, 1000)
    assert (
        "$11.00 was taken in fees from player P1 within the hour from 2026-03-14T16:00:00-07:00"
        in only.message
    )


def test_fee019_fires_for_a_table_within_an_hour():
    hands = [taken(n, fee("rake", 400), at=at(20 * n)) for n in (1, 2, 3, 4)]
    (only,) = found(audited(FILED, *hands, library=limits(table_hour=1000)), "FEE019")
    assert (only.player, only.stated, only.money) == (None, 1200, 200)
    assert found(audited(FILED, *hands, library=limits(table_hour=1200)), "FEE019") == []


def test_fee019_fires_by_the_minute_for_time_that_is_paid_for_twice_and_for_the_hands_in_it():
    """Ten dollars for each of two hours that share all but a minute; a dollar of a hand within them."""
    log = (paid(1, 1000, 0, 60), paid(1, 1000, 1, 61), taken(1, fee("hand_fee", 100, seat=1), at=at(30)))
    (only,) = found(audited(FILED, *log, library=limits(player_hour=1100)), "FEE019")
    assert (only.player, only.stated, only.expected, only.money) == ("P1", 2083, 1100, 983)
    (table,) = found(audited(FILED, *log, library=limits(table_hour=1100)), "FEE019")
    assert (table.player, table.stated, table.expected) == (None, 2083, 1100)


def test_fee019_quiet_for_time_of_players_that_overlaps_and_for_hours_that_follow_one_another():
    log = (paid(1, 500, 0, 60), paid(2, 500, 1, 61), paid(1, 500, 60, 120), paid(2, 500, 61, 121))
    assert found(audited(FILED, *log, library=limits(table_hour=1000, player_hour=500)), "FEE019") == []


def test_fee019_quiet_and_untestable_for_a_player_where_seats_are_not_recorded():
    hands = (
        taken(1, fee("hand_fee", 2000), at=at(0)),
        taken(2, fee("rake", 2000), at=at(1)),
        taken(3, fee("rake", 1)),
    )
    audit = audited(FILED, *hands, library=limits(player_hour=1000))
    assert found(audit, "FEE019") == []
    assert untestable(audit, "FEE019") == [
        ("the times of the hands were not recorded", 1),
        ("which seat paid a fee for the hand was not recorded", 1),
    ]


def test_fee019_fires_on_the_sum_of_the_kinds_that_the_limit_is_over():
    """$4.00 of rake, $3.00 for the hand and $9.00 of time within one hour, under limits of $5.00."""
    log = (taken(1, fee("rake", 400), fee("hand_fee", 300, seat=1), at=at(1)), paid(1, 900, 0, 60))
    rake = limits("rake", hand=500, player_hour=500, table_hour=500)
    assert found(audited(FILED, *log, library=rake), "FEE019") == []
    fees = limits("hand_fee", hand=299, player_hour=299)
    reported = found(audited(FILED, *log, library=fees), "FEE019")
    assert sorted((each.player or "", each.stated, each.expected) for each in reported) == [
        ("", 300, 299),
        ("P1", 300, 299),
    ]
    (time,) = found(audited(FILED, *log, library=limits("time", player_hour=899)), "FEE019")
    assert (time.player, time.stated, time.expected) == ("P1", 900, 899)


def test_fee019_quiet_where_the_controls_have_no_limit_over_all_kinds():
    audit = reported(WAC, taken(1, fee("rake", 90_000, of=900_000)))
    assert found(audit, "FEE019") == []
    assert library().get("wac-230-15-080").get("fees.limits") is None


def test_fee007_quiet_for_three_players_at_a_dollar():
    three = hand(1, seat(1, A), seat(2, B), seat(3, C), fees=[fee("hand_fee", 300)])
    assert found(reported(WAC, three), "FEE007") == []
