"""POT009 where the cards are not on record: nobody wins more of another than he put in himself."""

from __future__ import annotations

import pytest

from rules.audit.audit_of_log import audit_log
from rules.audit.source import BytesSource
from tests.rules.pot_logs import pot_hand, pot_log, pot_seat


def audited(*seats, **fields):
    audit = audit_log(BytesSource(pot_log(pot_hand(1, *seats, fees=[], **fields))), ruleset="standard-cash")
    assert audit.complete, audit.failures
    return audit


def put(number, live, net, **fields):
    return pot_seat(number, fields.pop("stack", 9000), live_in=live, net=net, **fields)


def beyond(audit, code):
    return [
        (each.seat, each.stated, each.expected, each.money) for each in audit.findings if each.code == code
    ]


def misallocated(audit):
    [total] = audit.money
    unknown = total.not_known["misallocated"]
    return total.misallocated, unknown.hands, unknown.bound


def test_pot009_fires_where_a_seat_won_more_of_others_than_it_put_in():
    audit = audited(put(1, 1000, 8000), put(2, 4000, -4000), put(3, 4000, -4000))
    assert beyond(audit, "POT009") == [(1, 8000, 2000, 6000)]
    [finding] = [each for each in audit.findings if each.code == "POT009"]
    assert finding.message == (
        "Hand 1, seat 1: the log records €80.00; at most €20.00 can have been due, whatever the record leaves open (no cards are "
        "on record), a difference of at least €60.00 (external:POT-won)."
    )
    assert misallocated(audit) == (6000, 1, 3000)
    assert audit.repayments == []
    assert audit.lacking == []


def test_pot009_fires_where_two_seats_together_won_more_than_the_third_put_in():
    audit = audited(put(1, 1000, 2000), put(2, 4000, 3000), put(3, 4000, -5000))
    assert beyond(audit, "POT009") == [(None, 5000, 4000, 1000)]
    assert "Hand 1, seats 1 and 2: the log records €50.00 together" in next(
        each.message for each in audit.findings if each.code == "POT009"
    )


def test_pot009_quiet_where_a_seat_won_what_it_could():
    assert beyond(audited(put(1, 1000, 2000), put(2, 4000, 2000), put(3, 4000, -4000)), "POT009") == []


def test_pot009_fires_where_a_seat_that_folded_won():
    audit = audited(put(1, 1000, 2000, folded=True), put(2, 1000, -1000), put(3, 1000, -1000))
    assert beyond(audit, "POT009") == [(1, 2000, -1000, 3000)]


@pytest.mark.parametrize(("won", "more"), [(1000, 0), (1100, 100)])
def test_pot009_fires_where_chips_in_front_are_all_that_is_on_record(won, more):
    seats = (
        pot_seat(1, 500, net=won),
        pot_seat(2, 9000, net=-won),
        pot_seat(3, 9000, net=0),
    )
    audit = audited(*seats)
    assert beyond(audit, "POT009") == ([(1, won, 1000, more)] if more else [])


def test_pot009_quiet_where_dead_chips_of_others_are_won_beside_the_own_ones():
    seats = (put(1, 200, 500), put(2, 200, -200), put(3, 200, -300, dead_in=100))
    assert beyond(audited(*seats), "POT009") == []
    assert beyond(audited(put(1, 200, 600), put(2, 200, -200), put(3, 200, -400, dead_in=100)), "POT009") == [
        (1, 600, 500, 100)
    ]


def test_pot009_quiet_where_no_chip_on_record_limits_anything():
    seats = (pot_seat(1, None, net=90_000), pot_seat(2, None, net=-90_000))
    audit = audited(*seats)
    assert beyond(audit, "POT009") == []
    assert misallocated(audit) == (None, 1, None)
