"""FEE: charges for time at tables of pot games, which pay for their time or are raked as their terms say."""

from __future__ import annotations

from typing import Any

from rules.controls.library import library, load
from rules.results import Audit
from tests.rules.build import coverage, found, untestable
from tests.rules.pot_games.takings import DUE, dealt, session
from tests.rules.test_pot_controls import text

Row = dict[str, Any]
DROP = DUE[1:]  # what a hand at a table pays that pays for its time
UNSAID = "the terms do not say whether the table takes a rake or a charge for its time"
HOURLY = """
[fees.time]
player_hour = { max_money = 1000, cite = "room:5.1", text = "Time costs at most ten dollars an hour." }
interval = { max_minutes = 60, cite = "room:5.2", text = "Time is collected at least once an hour." }
recorded = "at_once"
cite = "room:5"
text = "A collection is recorded at once."
"""


def at(clock: str) -> str:
    return f"2026-03-14T{clock}:00+02:00"


def terms(charge: str | None = "time", clock: str = "19:30") -> Row:
    return {"event": "terms", "at": at(clock), **({"charge": charge} if charge else {"jackpot": True})}


def paid(
    seat: int, amount: int = 4_000, begins: str = "20:00", ends: str = "20:30", clock: str = "19:55"
) -> Row:
    return {
        "event": "fee", "kind": "time", "at": at(clock), "seat": seat, "player": f"P{seat}", "amount": amount,
        "covers_from": at(begins), "covers_to": at(ends),
    }  # fmt: skip


EVERYBODY = [paid(seat) for seat in range(1, 7)]
RIGHT = (terms(), *EVERYBODY, dealt(1, DROP), dealt(2, DROP))


def raked(*collections: Row) -> Audit:
    """A table whose terms say that it takes a rake."""
    return session(terms("rake"), *collections, dealt(1), dealt(2))


def hourly(*events: Row) -> Audit:
    """Under a room's own controls that limit a player's hour."""
    own = load({"room.toml": text('mode = "exact"\nbp = 500\ncap = 1000', HOURLY)}, library())
    return session(*events, own=own, ruleset="room-cash", currency="USD")


def facts(audit: Audit, code: str) -> list[tuple[Any, ...]]:
    return [
        (each.hand, each.seat, each.stated, each.expected, each.kind, each.clause)
        for each in found(audit, code)
    ]


# ------------------------------------------------------------------------------- FEE004


def test_fee004_fires_on_a_rake_of_a_pot_during_time_that_was_paid_for():
    made = session(terms(), *EVERYBODY, dealt(1, DUE), dealt(2, DROP), dealt(3, DROP))
    (only,) = found(made, "FEE004")
    assert (only.hand, only.stated, only.expected, only.money, only.clause) == (1, 2, 1, 50, "OLY-2.37-a")
    assert "a rake of €0.50 and time that was paid for while it was played" in only.message
    assert (only.kind, only.severity) == (
        "undetermined",
        "note",
    )  # under the reading that the controls do not settle
    (same,) = found(made, "FEE033")
    assert same.message.endswith("the table pays for its time, and no rake was due (OLY-2.37-a).")


def test_fee004_quiet_at_a_table_of_pots_that_pays_for_its_time_alone():
    assert found(session(*RIGHT), "FEE004") == []
    assert found(session(dealt(1), dealt(2)), "FEE004") == []


# ------------------------------------------------------------------------------- FEE014 to FEE018


def test_fee014_fires_for_more_than_a_table_of_pots_may_be_charged():
    made = session(terms(), *(paid(seat, 4_200) for seat in range(1, 7)), dealt(1, DROP))
    assert [(each.stated, each.expected, each.clause) for each in found(made, "FEE014")] == [
        (25_200, 25_000, "OLY-2.37-a")
    ]


def test_fee014_quiet_at_a_table_of_pots_within_the_limit():
    assert found(session(*RIGHT), "FEE014") == []
    assert coverage(session(*RIGHT), "FEE014").agreeing == 2


def test_fee014_quiet_where_the_terms_have_a_rake_or_do_not_say():
    too_much = [paid(seat, 9_000) for seat in range(1, 7)]
    made = raked(*too_much)
    assert (found(made, "FEE014"), coverage(made, "FEE014").inapplicable) == ([], 2)
    made = session(terms(None), *too_much, dealt(1), dealt(2))
    assert (found(made, "FEE014"), untestable(made, "FEE014")) == ([], [(UNSAID, 2)])


def test_fee015_fires_for_uneven_shares_at_a_table_of_pots():
    made = session(terms(), paid(1, 4_500), *EVERYBODY[1:], dealt(1, DROP))
    (only,) = found(made, "FEE015")
    assert only.clause == "OLY-2.37-b"
    assert str(only.stated).startswith("seat 1 €45.00, seat 2 €40.00")


def test_fee015_quiet_for_even_shares_at_a_table_of_pots():
    assert found(session(*RIGHT), "FEE015") == []


def test_fee016_fires_for_time_at_a_table_of_pots_that_was_paid_after_it_began():
    made = session(terms(), *EVERYBODY[1:], dealt(1, DROP), paid(1, clock="20:02"), dealt(3, DROP))
    (only,) = found(made, "FEE016")
    assert (only.seat, only.stated, only.clause) == (1, at("20:02"), "OLY-2.37-c")


def test_fee016_quiet_for_time_that_was_paid_ahead_at_a_table_of_pots():
    assert found(session(*RIGHT), "FEE016") == []


def test_fee017_fires_for_a_seat_of_a_pot_table_that_paid_nothing():
    (only,) = found(session(terms(), *EVERYBODY[:-1], dealt(1, DROP), dealt(2, DROP)), "FEE017")
    assert (only.hand, only.seat, only.stated, only.expected) == (1, 6, 0, 4_000)


def test_fee017_fires_for_a_table_of_pots_where_nobody_paid():
    close = {"event": "close", "at": at("21:00"), "hands": 1, "totals": {"time": 0}}
    made = session(terms(), dealt(1, DROP), close)
    assert [(each.seat, each.kind) for each in found(made, "FEE017")] == [
        (seat, "discrepancy") for seat in range(1, 7)
    ]
    assert found(session(terms("rake"), dealt(1), close), "FEE017") == []


def test_fee017_quiet_where_every_seat_of_a_pot_table_paid_or_missed_the_hand():
    assert found(session(*RIGHT), "FEE017") == []
    missed = dealt(1, DROP)
    missed["seats"].append({"seat": 7, "player": "P7", "status": "missed"})
    made = session(terms(), *EVERYBODY, missed)
    assert found(made, "FEE017") == []
    assert untestable(made, "FEE017") == [("a player missed the hand and may not have been there", 1)]


def test_fee018_fires_for_time_at_a_pot_table_of_a_player_who_was_in_no_hand():
    (only,) = found(session(*RIGHT[:-2], paid(9), *RIGHT[-2:]), "FEE018")
    assert (only.seat, only.stated, only.kind) == (9, 4_000, "undetermined")


def test_fee018_quiet_for_players_of_a_pot_table_who_were_there():
    assert found(session(*RIGHT), "FEE018") == []


# ------------------------------------------------------------------------------- FEE011 to FEE013: a room's own limits


def test_fee011_fires_for_an_hour_at_a_table_of_pots():
    made = hourly(terms(), paid(1, 600), paid(1, 600, "20:30", "21:00"), dealt(1, DROP))
    (only,) = found(made, "FEE011")
    assert (only.seat, only.stated, only.expected) == (1, 1_200, 1_000)


def test_fee011_quiet_for_an_hour_within_the_limit_or_at_a_raked_table():
    assert (
        found(hourly(terms(), paid(1, 500), paid(1, 500, "20:30", "21:00"), dealt(1, DROP)), "FEE011") == []
    )
    assert found(hourly(terms("rake"), paid(1, 6_000), dealt(1)), "FEE011") == []


def test_fee012_fires_for_more_than_two_hours_at_a_table_of_pots():
    clocks = ("20:01", "20:40", "21:20", "22:00", "22:40", "23:10")
    hands = [dealt(number, DROP) | {"at": at(clock)} for number, clock in enumerate(clocks, 1)]
    made = hourly(
        terms(), paid(1, 1_000, "20:00", "21:00"), *hands, paid(1, 1_000, "23:00", "23:59", "23:05")
    )
    assert [(each.seat, each.expected) for each in found(made, "FEE012")] == [(1, 60)]


def test_fee012_quiet_for_collections_each_hour_at_a_table_of_pots():
    hands = [dealt(1, DROP) | {"at": at("20:01")}, dealt(2, DROP) | {"at": at("20:40")}]
    assert found(hourly(terms(), paid(1, 1_000, "20:00", "21:00"), *hands), "FEE012") == []


def test_fee013_fires_for_a_collection_at_a_table_of_pots_that_was_recorded_later():
    (only,) = found(hourly(terms(), dealt(1, DROP), paid(1, 500)), "FEE013")
    assert (only.seat, only.money) == (1, 500)


def test_fee013_quiet_for_a_collection_at_a_table_of_pots_that_was_recorded_at_once():
    assert found(hourly(terms(), paid(1, 500), dealt(1, DROP)), "FEE013") == []


# ------------------------------------------------------------------------------- FEE036


def test_fee036_fires_on_time_that_was_collected_at_a_raked_table():
    (only,) = found(raked(paid(3)), "FEE036")
    assert (only.kind, only.severity, only.line, only.seat, only.stated, only.expected) == (
        "violation", "major", 3, 3, 4_000, 0,
    )  # fmt: skip
    assert only.message == (
        "Seat 3: €40.00 was collected for 2026-03-14T20:00:00+02:00 to 2026-03-14T20:30:00+02:00; by its terms the table "
        "takes a rake, and no charge for time (OLY-2.37-a)."
    )


def test_fee036_quiet_at_a_table_that_pays_for_its_time_or_soon_will():
    assert found(session(*RIGHT), "FEE036") == []
    ahead = session(terms("rake"), *EVERYBODY, terms("time", "19:58"), dealt(1, DROP))
    assert found(ahead, "FEE036") == []
    assert coverage(session(*RIGHT), "FEE036").inapplicable == 2


def test_fee036_quiet_where_the_terms_do_not_say():
    made = session(terms(None), paid(3), dealt(1), dealt(2))
    assert (found(made, "FEE036"), untestable(made, "FEE036")) == ([], [(UNSAID, 2)])
