"""FEE009, FEE010 and FEE019: fees that a room's own controls fix or limit."""

from tests.rules.build import audited, found
from tests.rules.checks.test_fee_limits import FILED
from tests.rules.fees import at, fee, filed, paid, taken

# ------------------------------------------------------------------------------- FEE019 fees-above-limit


def limits(*kinds, **most):
    """Controls with a limit over fees of some kinds, else of all three."""
    listed = "".join(f"{path} = {{ max_money = {money}, CITE }}\n" for path, money in most.items())
    names = ", ".join(f'"{kind}"' for kind in kinds or ("rake", "hand_fee", "time"))
    return filed(f'\n[fees]\ncurrency = "USD"\n[fees.limits]\nkinds = [{names}]\n{listed}')


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
