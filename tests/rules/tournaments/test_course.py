"""Levels, chips in play and the royal pool beyond the known answers."""

import pytest

from rules.controls.library import library
from rules.tournaments.tournament_clock import ClockRest, ran
from rules.tournaments.tournament_levels import hand_levels
from rules.tournaments.tournament_logs import read_table_log
from tests.rules.tournaments.build import busts, entries, header, read, written
from tests.rules.tournaments.replaying import reasons, replayed

STRUCTURE = [{"level": level, "minutes": 20} for level in (1, 2, 3)]


def at(clock):
    return f"2026-03-14T{clock}+02:00"


def start(clock="19:00:00"):
    return {"event": "clock", "action": "start", "at": at(clock)}


def level(number, clock):
    return {"event": "level", "level": number, "at": at(clock)}


def seats(*numbers, **stated):
    return [{"event": "seat", "entry": each, "table": "T1", "seat": each} | stated for each in numbers]


def count(chips, **stated):
    return {"event": "count", "tables": [{"table": "T1", "chips": chips}]} | stated


# -------------------------------------------------------------------------------------------------- levels


@pytest.mark.parametrize(
    ("rests", "due"),
    [
        ([], 100),
        ([ClockRest(50, 60)], 110),
        ([ClockRest(100, 130)], 130),
        ([ClockRest(101, 130)], 100),
        ([ClockRest(-20, 0)], 100),
        ([ClockRest(-20, 10)], 110),
        ([ClockRest(20, 40), ClockRest(30, 50)], 130),
        ([ClockRest(20, 40), ClockRest(110, 115)], 120 + 5),
        ([ClockRest(50, None)], None),
        ([ClockRest(150, None)], 100),
    ],
)
def test_when_the_clock_has_run_for_so_long(rests, due):
    assert ran(0, 100, rests) == due


def test_levels_without_what_their_time_depends_on():
    found = replayed(header(structure=STRUCTURE), level(2, "19:20:00"), level(3, "19:41:00"))
    assert found["levels"] == [{"level": 2, "due": None}, {"level": 3, "due": at("19:40:00")}]
    assert reasons(found)[1:] == [("level", 2, None)]
    found = replayed(header(structure=[{"level": 1, "hands": 9}]), start(), level(2, "19:20:00"))
    assert reasons(found)[1:] == [("level", 3, None)]
    assert found["undetermined"][1]["because"] == "the minutes of level 1 were not recorded"


def test_a_level_whose_time_was_not_recorded_is_due_in_the_time_of_the_clock():
    first = {"event": "level", "level": 2}
    found = replayed(header(structure=STRUCTURE), *entries(2), start(), first, level(3, "19:40:00"))
    assert found["levels"] == [{"level": 2, "due": at("19:20:00")}, {"level": 3, "due": None}]


def test_a_clock_that_was_not_started_again():
    stop = {"event": "clock", "action": "stop", "at": at("19:10:00")}
    found = replayed(header(structure=STRUCTURE), start(), stop, level(2, "19:40:00"))
    assert found["levels"] == [{"level": 2, "due": None}]
    assert found["undetermined"][1]["because"] == "when the clock was started again was not recorded"


def test_the_structure_is_that_which_was_changed_last():
    change = {"event": "structure_change", "structure": [{"level": 1, "minutes": 5}]}
    found = replayed(header(structure=STRUCTURE), start(), change, level(2, "19:20:00"))
    assert found["levels"] == [{"level": 2, "due": at("19:05:00")}]


def of_hands(*lines, ruleset, logs=()):
    found = hand_levels(
        read(*lines), [read_table_log([written(*each)]) for each in logs], library().get(ruleset)
    )
    return [(each.session, each.line, each.hand, each.stated, each.due) for each in found]


def test_the_level_of_a_hand_is_that_announced_when_its_riffle_began():
    lines = [
        header(), start(), level(2, "19:20:00"),
        {"event": "hand", "table": "T1", "hand": 8, "at": at("18:59:00")},
        {"event": "hand", "table": "T1", "hand": 9, "at": at("19:20:10"), "riffle_at": at("19:19:59"), "level": 2},
        {"event": "hand", "table": "T1", "hand": 10, "at": at("19:20:00")},
        {"event": "hand", "table": "T1", "hand": 11},
    ]  # fmt: skip
    due = [(None, 4, 8, None, None), (None, 5, 9, 2, 1), (None, 6, 10, None, 2), (None, 7, 11, None, None)]
    assert of_hands(*lines, ruleset="olympic-tournament") == due


def test_the_level_of_a_hand_by_the_hands_of_its_table():
    log = [
        {"event": "session", "format": "cardroom-log/1", "room": "TEST-2", "session": "S", "table": "T1", "currency": "USD",
         "opened_at": at("19:00:00"), "tournament": "T-1"},
        {"event": "ofc_hand", "variant": "ofc", "hand": 91, "level": 1, "seats": [{"seat": 1, "player": "P01"}]},
    ]  # fmt: skip
    hand = {"event": "hand", "table": "T2", "hand": 300}
    found = of_hands(header(), hand, ruleset="carnivale-event-2013", logs=[log])
    assert found == [(None, 2, 300, None, 25), ("S", 2, 91, 1, 11)]


def counted(table, *clocks, players=(), first=1):
    """Hands of a table, which began at some times."""
    listed = {"seats": [{"entry": each, "seat": each} for each in players]} if players else {}
    return [
        {"event": "hand", "table": table, "hand": number, "at": at(clock)} | listed
        for number, clock in enumerate(clocks, first)
    ]


def counted_levels(*lines, reading):
    """(table, hand): the level due."""
    ruleset = library().get("carnivale-event-2013").under({"AMB-CARN-level-counter": reading})
    found = hand_levels(read(header(), *lines), [], ruleset)
    return {(each.table, each.hand): each.due for each in found}


# Nine hands of T1 on the minute, three of T2 at half past the first minutes.
BESIDE = [
    *counted("T1", *(f"19:0{minute}:00" for minute in range(9))),
    *counted("T2", *(f"19:0{minute}:30" for minute in range(3))),
]


def test_by_another_reading_the_hands_of_all_tables_count_towards_a_level():
    assert set(counted_levels(*BESIDE, reading="per_table").values()) == {1}
    found = counted_levels(*BESIDE, reading="global")  # the tenth hand of the event is the seventh of T1
    assert {hand for (table, hand), level in found.items() if level == 2} == {7, 8, 9}
    assert [found["T2", hand] for hand in (1, 2, 3)] == [1, 1, 1]
    alone = BESIDE[:9]
    assert counted_levels(*alone, reading="global") == counted_levels(*alone, reading="per_table")


def test_hands_of_one_instant_have_no_order_where_all_tables_count():
    lines = [*BESIDE[:9], *counted("T2", "19:08:00")]  # the ninth and the tenth of the event
    found = counted_levels(*lines, reading="global")
    assert (found["T1", 9], found["T2", 1], found["T1", 8]) == (None, None, 1)


@pytest.mark.parametrize(
    "lines",
    [
        BESIDE[1:],
        [{**BESIDE[0], "at": None}, *BESIDE[1:]],
        [*BESIDE, *entries(1), {"event": "seat", "entry": 1, "table": "T3", "seat": 1}],
    ],
    ids=["not from the first", "without a time", "a table without hands"],
)
def test_what_counts_is_not_known_without_every_hand_in_order(lines):
    lines = [{key: value for key, value in each.items() if value is not None} for each in lines]
    assert set(counted_levels(*lines, reading="global").values()) == {None}
    assert set(counted_levels(*lines, reading="per_player").values()) == {None}
    assert None not in counted_levels(*lines, reading="per_table").values()


def test_by_another_reading_each_players_own_hands_count_towards_a_level():
    minutes = [f"19:0{minute}:00" for minute in range(9)]
    lines = [
        *entries(4),
        *counted("T1", *minutes, players=(1, 2)),
        *counted("T2", "19:00:30", players=(3, 4)),
        *counted("T2", "19:10:00", players=(3, 1), first=2),  # the tenth of P01, the second of P03
        *counted("T1", "19:11:00", players=(2,), first=10),
    ]
    found = counted_levels(*lines, reading="per_player")
    assert (found["T1", 9], found["T2", 1], found["T2", 2], found["T1", 10]) == (1, 1, None, 2)
    table = counted_levels(*lines, reading="per_table")
    assert (table["T2", 2], table["T1", 10]) == (1, 2)
    nobody = [{key: value for key, value in each.items() if key != "seats"} for each in lines]
    assert set(counted_levels(*nobody, reading="per_player").values()) == {None}


# --------------------------------------------------------------------------------------------------- chips


def test_chips_of_a_file_without_seats_are_not_known():
    found = replayed(header(), *entries(2), count(20000))
    assert found["chips"] == [{"line": 4, "due": None}]
    assert reasons(found)[-1] == ("chips", 4, None)


def test_chips_of_an_event_without_a_starting_stack():
    nameless = {key: value for key, value in header().items() if key != "stack"}
    found = replayed(nameless, *entries(2), *seats(1, 2), count(20000), count(21000))
    assert [each["due"] for each in found["chips"]] == [None, 20000]
    found = replayed(nameless, *entries(2, chips=7000), *seats(1, 2), count(14000))
    assert [each["due"] for each in found["chips"]] == [14000]


def test_a_count_of_some_tables_says_nothing_of_all_chips():
    elsewhere = {"event": "seat", "entry": 3, "table": "T2", "seat": 1}
    lines = [header(), *entries(3), *seats(1, 2), elsewhere, count(19000)]
    assert replayed(*lines, count(1) | {"tables": []})["chips"] == [
        {"line": 8, "due": None},
        {"line": 9, "due": None},
    ]
    move = {"event": "move", "entry": 3, "from": {"table": "T2", "seat": 1}, "to": {"table": "T1", "seat": 3}}
    assert replayed(*lines, move, count(30000))["chips"][1] == {"line": 10, "due": 30000}
    assert replayed(*lines, *busts(3), count(30000))["chips"][1] == {"line": 10, "due": 30000}


def test_chips_that_a_disqualification_removed_and_nobody_counted():
    penalty = {"event": "penalty", "entry": 2, "kind": "disqualified"}
    lines = [header(), *entries(3), *seats(1, 2, 3)]
    assert replayed(*lines, penalty, count(21000), count(21000))["chips"] == [
        {"line": 9, "due": None}, {"line": 10, "due": 21000},
    ]  # fmt: skip
    assert replayed(*lines, penalty | {"removed": 8000}, count(1))["chips"] == [{"line": 9, "due": 22000}]
    warning = penalty | {"kind": "warning"}
    assert replayed(*lines, warning, count(1))["chips"] == [{"line": 9, "due": 30000}]


def test_chips_of_an_entry_that_was_unregistered_leave_play():
    lines = [header(), *entries(3), *seats(1, 2, 3), {"event": "unregister", "entry": 3}, count(1)]
    assert replayed(*lines)["chips"] == [{"line": 9, "due": 20000}]


def test_chips_of_who_is_out_stay_in_play():
    lines = [header(), *entries(3), *seats(1, 2, 3), *busts(3, 2), count(1)]
    assert replayed(*lines)["chips"] == [{"line": 10, "due": 30000}]


def test_who_leaves_the_waiting_list_changes_nothing_for_those_who_paid():
    waits = {"event": "waiting", "action": "join", "player": "P09"}
    leaves = waits | {"action": "leave"}
    late = {"event": "entry", "entry": 3, "player": "P03"}
    lines = [header(), *entries(2), *seats(1), waits, leaves, late, count(1)]
    assert replayed(*lines)["chips"] == [{"line": 8, "due": 20000}]


def test_who_waits_brings_paid_chips_into_play_where_the_rules_say_so():
    """OLY-3.4-06; other rules leave the chips of who has no seat yet out of play."""
    lines = [*entries(2), *seats(1), {"event": "waiting", "action": "join", "player": "P09"}, count(1)]
    assert replayed(header(), *lines)["chips"] == [{"line": 6, "due": 20000}]
    assert replayed(header(ruleset="standard-tournament"), *lines)["chips"] == [{"line": 6, "due": 10000}]


# --------------------------------------------------------------------------------------------------- royal


def hit(**stated):
    return {"event": "royal_hit", "entry": 1, "kind": "straight_flush", "amount": 100} | stated


def test_a_hit_without_cards_is_taken_as_recorded():
    found = replayed(header(royal={"share": 500, "opening": 0}), *entries(2), hit())
    assert found["royal"] == [{"line": 4, "balance": 1000, "event": "straight_flush", "due": 200}]
    assert reasons(found) == [("royal", 4, None)]


def test_a_pool_of_which_nobody_recorded_what_was_carried_in():
    cards = {"board": "5h6h7h8h2c", "hole": "9hKd"}
    found = replayed(header(royal={"share": 500}), *entries(2), hit(**cards))
    assert found["royal"] == [{"line": 4, "balance": None, "event": "straight_flush", "due": None}]
    assert reasons(found) == [("royal", 4, None)]


@pytest.mark.parametrize(
    ("game", "board", "hole", "event"),
    [
        ("holdem", "AhKhQhJh2c", "ThTd", "royal_flush"),
        ("holdem", "Ah2h3h4hKc", "5h9d", "straight_flush"),
        ("holdem", "2h3h4h5h9c", "KhQh", None),
        ("holdem", "AhKhQhJhTh", "9h8h", "straight_flush"),
        ("holdem", "AhKhQhJhTh", "2c3c", None),
        ("omaha", "AhKhQh2c3c", "JhTh9c8c", "royal_flush"),
        ("stud5", None, "5h6h7h8h9h", "straight_flush"),
        ("stud7", None, "5h6h7h8h9h", None),
        ("draw5", None, "5h6h7h8h9h", None),
    ],
)
def test_what_the_cards_of_a_hit_give(game, board, hole, event):
    shown = {"board": board, "hole": hole} if board else {"hole": hole}
    found = replayed(header(game=game, royal={"share": 500, "opening": 0}), *entries(4), hit(**shown))
    assert found["royal"][0]["event"] == event
    assert found["royal"][0]["due"] == {None: 0, "straight_flush": 400, "royal_flush": 1600}[event]


def test_an_entry_that_was_unregistered_takes_its_part_back():
    unregistered = {"event": "unregister", "entry": 2}
    found = replayed(
        header(royal={"share": 500, "opening": 0}), *entries(2), hit(), unregistered, unregistered, hit()
    )
    assert [each["balance"] for each in found["royal"]] == [1000, 400]
