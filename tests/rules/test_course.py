"""The course of a session: when hands were dealt, and what is on record beside them."""

import pytest

from rules.audit import BytesSource, read_course
from rules.hands import NOT_RECORDED
from rules.times import parse_one
from tests.rules.build import A, B, close, hand, log, seat, session


def at(clock):
    return f"2026-03-14T{clock}:00-07:00"


def instant(clock):
    return parse_one(at(clock))[0]


def dealt(number, clock=None, **fields):
    return hand(number, seat(1, A, 900), seat(2, B, -900), at=clock and at(clock), **fields)


LOG = log(
    session(opened_at=at("16:00"), closed_at=None),
    {"event": "chips", "at": at("16:01"), "seat": 1, "player": "ann", "kind": "buy_in", "amount": 20_000},
    dealt(1, "16:05", fees=[{"kind": "rake", "amount": 300}, {"kind": "jackpot", "amount": 100}]),
    dealt(2, "17:10", irregularities=[{"kind": "exposed_card", "seat": 2, "ruling": "play_on"}]),
    {"event": "irregularity", "at": at("17:20"), "kind": "misdeal"},
    {"event": "drop", "at": at("17:30"), "kind": "rake", "amount": 300, "counted_by": ["d-1", "s-1"]},
    {"event": "fee", "kind": "time", "at": at("17:40"), "seat": 1, "player": "ann", "amount": 500,
     "covers_from": at("17:00"), "covers_to": at("18:00")},
    {"event": "toke", "at": at("17:50"), "seat": 2, "player": "bob", "amount": 100},
    close(2, at=at("18:00")),
)  # fmt: skip


def test_hands_stand_with_their_times_and_fees():
    course = read_course(BytesSource(LOG))
    assert course.number.tolist() == [1, 2]
    assert course.at.tolist() == [instant("16:05"), instant("17:10")]
    assert list(zip(course.fee_at.tolist(), course.fee.tolist(), strict=True)) == [
        (instant("16:05"), 300),
        (instant("16:05"), 100),
    ]


def test_it_closes_when_its_first_line_says_so_else_when_its_last_does():
    assert read_course(BytesSource(LOG)).closed == instant("18:00")
    said = log(
        session(opened_at=at("16:00"), closed_at=at("19:00")), dealt(1, "16:05"), close(1, at=at("18:00"))
    )
    assert read_course(BytesSource(said)).closed == instant("19:00")
    assert read_course(BytesSource(log(session(closed_at=None), dealt(1, "16:05")))).closed is None


def test_what_is_beside_the_play_stands_in_the_order_of_the_log():
    found = [
        (each.sort, each.name, each.at, each.hand, each.seat, each.player, each.amount, each.ruling)
        for each in read_course(BytesSource(LOG)).happenings
    ]
    assert found == [
        ("chips", "buy_in", instant("16:01"), None, 1, "ann", 20_000, None),
        ("irregularity", "exposed_card", instant("17:10"), 2, 2, None, None, "play_on"),
        ("irregularity", "misdeal", instant("17:20"), None, None, None, None, None),
        ("drop", "rake", instant("17:30"), None, None, None, 300, None),
        ("fee", "time", instant("17:40"), None, 1, "ann", 500, None),
        ("toke", "", instant("17:50"), None, 2, "bob", 100, None),
    ]


def test_what_has_no_time_is_not_given_one():
    course = read_course(BytesSource(log(session(), dealt(1, irregularities=[{"kind": "misdeal"}]))))
    assert course.at.tolist() == [NOT_RECORDED]
    assert [each.at for each in course.happenings] == [None]
    empty = read_course(BytesSource(log(session(), close(0, at=at("18:00")))))
    assert (empty.number.tolist(), empty.fee.tolist(), empty.happenings) == ([], [], ())


POT_TABLE = {"currency": "EUR", "unit": None, "ruleset": "olympic-cash"}
SEATS = ("listed", "unlisted", "seated", "moved", "from_broken", "away", "break", "back", "left", "removed")


def test_what_happened_at_a_table_of_pot_games_is_beside_its_hands():
    data = log(
        session(**POT_TABLE),
        {"event": "terms", "at": at("16:00"), "game": "holdem", "limit": "pot_limit", "min_buy_in": 20_000,
         "stakes": {"small_blind": 100, "big_blind": 200}, "run_twice": True},
        {"event": "seat", "at": at("16:01"), "player": "ann", "kind": "seated", "seat": 3},
        {"event": "chips", "at": at("16:02"), "seat": 3, "player": "ann", "kind": "buy_in", "amount": 20_000},
        {"event": "jackpot", "at": at("16:03"), "kind": "hit", "hit": "bad_beat", "hand": 7,
         "payouts": [{"seat": 3, "player": "ann", "amount": 300}, {"seat": 4, "player": "bob", "amount": 200}]},
        {"event": "seat", "at": at("16:04"), "player": "ann", "kind": "left", "seat": 3, "amount": 20_300},
        {"event": "jackpot", "at": at("16:05"), "kind": "close", "level": 100_000},
    )  # fmt: skip
    found = read_course(BytesSource(data)).happenings
    assert [
        (each.sort, each.name, each.at, each.hand, each.seat, each.player, each.amount) for each in found
    ] == [
        ("terms", "", instant("16:00"), None, None, None, None),
        ("seat", "seated", instant("16:01"), None, 3, "ann", None),
        ("chips", "buy_in", instant("16:02"), None, 3, "ann", 20_000),
        ("jackpot", "bad_beat", instant("16:03"), 7, None, None, 500),
        ("seat", "left", instant("16:04"), None, 3, "ann", 20_300),
        ("jackpot", "close", instant("16:05"), None, None, None, 100_000),
    ]
    assert dict(found[0].stated) == {
        "game": "holdem", "limit": "pot_limit", "small_blind": 100, "big_blind": 200, "min_buy_in": 20_000,
        "run_twice": True,
    }  # fmt: skip


@pytest.mark.parametrize("kind", SEATS)
def test_every_event_of_a_seat_is_one_of_the_course(kind):
    data = log(session(**POT_TABLE), {"event": "seat", "at": at("16:00"), "player": "ann", "kind": kind})
    (found,) = read_course(BytesSource(data)).happenings
    assert (found.sort, found.name, found.seat, found.amount) == ("seat", kind, None, None)
