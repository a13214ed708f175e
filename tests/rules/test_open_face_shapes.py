"""Odd open-face hands of every shape: nothing breaks down, every hand is accounted for, and replay shows each."""

import json

import msgspec
import pytest

from rules.audit import BytesSource, explain_hand, replay_log
from rules.controls.library import library
from tests.plain.deals import DECK
from tests.rules.build import A, B, audited, breaches, found, hand, log, replays, seat, session
from tests.rules.lines import open_face_hand
from tests.rules.open_face import (
    CARNIVALE,
    CASH,
    EVENT,
    FOUL,
    PINEAPPLE,
    QUEENS,
    STAYS,
    X,
    Y,
    Z,
    at,
    clocked,
    missed,
    ofc,
    placed,
    swapped,
    with_act,
)
from tests.rules.test_shapes import reported

SYSTEMS = [str(each) for each in library().rulesets() if each.family == "ofc"]
ALL = "".join(DECK)
UNKNOWN = "?????? ?????????? ??????????"
OPENED = "2013-07-13T17:00:00-07:00"


def two(**fields):
    return placed(1, seat(1, X, 1, stack=500), seat(2, Y, -1, stack=500), dealer=2, **fields)


def irregularity(kind, number, **fields):
    return {"irregularities": [{"kind": kind, "seat": number} | fields]}


def shapes():
    """Open-face hands that are odd, each for a reason of its own."""
    act = {"seat": 1, "dealt": "", "front": "", "middle": "", "back": ""}
    call = {"at": at(45), "seat": 1}
    yield "one player with nothing recorded", ofc(1, seat(7))
    yield "one player with placements", placed(1, seat(7, X), dealer=7)
    yield "ten players with nothing recorded", ofc(1, *(seat(n) for n in range(1, 11)))
    yield "ten players with the same cards", placed(1, *(seat(n, X) for n in range(1, 11)), dealer=10)
    yield "everybody missed the hand", ofc(1, missed(1), missed(2))
    yield "missed with cards and placements", two() | {"seats": [seat(1, X, status="missed"), seat(2, Y)]}
    yield (
        "missed in fantasyland and fouled",
        ofc(1, missed(1, fantasyland=13, fouled=True, net=5), seat(2, Y)),
    )
    yield "no cards in any row", ofc(1, seat(1, "  ", 5), seat(2, "  ", -5), placements=[])
    yield "no card was recorded", ofc(1, seat(1, UNKNOWN, 5), seat(2, UNKNOWN, -5))
    yield "jokers only", ofc(1, seat(1, UNKNOWN.replace("??", "JK")), seat(2, Y))
    yield "an act of no cards", two() | {"placements": [act] * 40}
    yield (
        "an act of the whole deck",
        two() | {"placements": [act | {"dealt": ALL, "back": ALL, "discard": ALL}]},
    )
    yield "an act of unknown cards", two() | {"placements": [act | {"dealt": "????", "front": "??JK"}]}
    yield "acts of an empty seat", two() | {"placements": [act | {"seat": 9, "dealt": "Ah", "front": "Ah"}]}
    yield "acts without times", with_act(with_act(two(), 3, at=None), 18, at=None)
    yield "acts before the deal", two() | {"at": at(1000)}
    yield "acts in the wrong order", swapped(swapped(two(), 1, 18), 2, 9)
    yield "half of the acts", two() | {"placements": two()["placements"][:9]}
    yield "two calls on one act", clocked(clocked(two(), 9, after=2), 9, after=4, took=90)
    yield "a call on an empty seat", two(clock_calls=[call | {"seat": 8}])
    yield (
        "a call before the deal and one after the end",
        two(clock_calls=[call | {"at": at(-99)}, call | {"at": at(9999)}]),
    )
    yield "acted before the call", two(clock_calls=[call | {"acted_at": at(1)}])
    yield "calls without placements", ofc(1, seat(1, X), seat(2, Y), clock_calls=[call, call | {"seat": 5}])
    yield (
        "a clock on a finished hand",
        two(clock_calls=[call | {"at": at(500)}], **irregularity("clock_expired", 1)),
    )
    yield (
        "fantasyland of one card",
        placed(1, seat(1, X, fantasyland=1), seat(2, Y, fantasyland=17), dealer=2),
    )
    yield "fantasyland without cards", ofc(1, seat(1, None, fantasyland=13), seat(2, Y))
    yield "discards of all kinds", ofc(1, seat(1, X, discards=""), seat(2, Y, discards=f"{ALL}??JK"))
    yield "a level of nobody's", two(level=10**12, unit=1)
    yield "level and hand number zero", ofc(0, seat(1, X), seat(2, Y), level=0)
    yield "eliminated who did not play", two(eliminated=[9, 9, 1])
    yield (
        "eliminated without chips",
        ofc(1, seat(1, X, stack=0), seat(2, Y, stack=0), eliminated=[1, 2], dealer=1),
    )
    yield "penalties of everybody", ofc(
        1, seat(1, X), seat(2, Y), missed(3),
        irregularities=[
            {"kind": kind, "seat": number, "ruling": "penalty", "units": 10**6}
            for kind in ("exposed_card", "missed_hand") for number in (1, 2, 3, 9)
        ],
    )  # fmt: skip
    yield "left at every moment", two(
        irregularities=[
            {"kind": "left_table", "seat": number, "when": when}
            for when in ("deal", "setting", "play", "showdown", "settlement") for number in (1, 9)
        ],
    )  # fmt: skip
    yield "everybody fouled", ofc(1, seat(1, FOUL), seat(2, FOUL), seat(3, FOUL), dealer=1, unit=50)
    yield (
        "ruled fouled before a card was set",
        ofc(
            1,
            seat(1, None, fouled=True),
            seat(2, Y),
            **irregularity("clock_expired", 1, ruling="hand_fouled"),
        ),
    )
    yield "void in fantasyland", placed(1, seat(1, STAYS, fantasyland=13), seat(2, Y), dealer=2, void=True)
    yield "the button at an empty seat", placed(1, seat(1, X), seat(2, Y), dealer=9)
    yield "the largest amounts", ofc(
        1, seat(1, QUEENS, 10**12, stack=10**12), seat(2, Y, -(10**12), stack=0), unit=10**12, dealer=1,
        transfers=[{"payer": 1, "payee": 2, "amount": 10**12, "units": 10**6}] * 3,
    )  # fmt: skip
    yield (
        "the other variant",
        placed(
            1, seat(1, X, discards="2h3h5c6s"), seat(2, Y, discards="4h5s7s8c"), dealer=2, variant="pineapple"
        ),
    )
    yield "everything that can be recorded", open_face_hand(1)


SHAPES = dict(shapes())


OF_EACH_MECHANISM = {
    "carnivale-ofc-2013@1",
    "ofc-event@1",
    "ofc-cash@1",
    "ofc-pineapple@1",
    "olympic-deals@2",
}


@pytest.mark.slow
@pytest.mark.sampled(40)
@pytest.mark.parametrize("shape", SHAPES)
def test_an_odd_open_face_hand_breaks_nothing_down(shape):
    """Alone, before and after a good hand, without a unit too; after one under other systems of these mechanisms and a closed."""
    odd, good = SHAPES[shape], placed(2, seat(1, X, 100), seat(2, Y, -100), dealer=1)
    for ruleset in (*SYSTEMS, "wsgc-full"):
        every = ([odd], 100), ([odd, good], None), ([good, odd], 100)
        for events, unit in every if ruleset in OF_EACH_MECHANISM else every[-1:]:
            data = log(session(opened_at=OPENED, unit=unit), *events)
            reported(data, ruleset)
            for each in replay_log(BytesSource(data), ruleset=ruleset):
                json.dumps(each)
        (exhibit,) = explain_hand(BytesSource(data), odd["hand"], ruleset=ruleset)
        msgspec.json.encode(exhibit)


@pytest.mark.sampled(24)
@pytest.mark.parametrize("turn", range(0, len(SHAPES), 5))
@pytest.mark.parametrize("ruleset", ["carnivale-ofc-2013", "ofc-event", "ofc-pineapple"])
def test_odd_open_face_hands_in_company(ruleset, turn):
    """In one block each is replayed as it is alone: arrays take their shape from what comes first."""
    first, events = session(opened_at=OPENED), [*SHAPES.values()]
    events = [event | {"hand": number} for number, event in enumerate(events[turn:] + events[:turn], 1)]
    together = replays(first, *events, ruleset=ruleset)
    assert together == [replays(first, event, ruleset=ruleset)[0] for event in events]
    reported(log(first, *events), ruleset)


def test_hands_of_both_games_in_one_log_are_reported_in_its_order():
    """Each as it is alone; only those of the ruleset's family are known."""
    events = [ofc(1, seat(1, X), seat(2, Y)), hand(2, seat(1, A), seat(2, B)), ofc(3, seat(1, Z), seat(2, Y))]
    for ruleset, known in (("ofc-cash", [1, 3]), ("wsgc-base", [2])):
        together = replays(session(opened_at=OPENED), *events, ruleset=ruleset)
        assert [(each["hand"], each["game"]) for each in together] == [(1, "ofc"), (2, "chinese"), (3, "ofc")]
        assert [each["hand"] for each in together if each["ruleset"]] == known


SPARE = ({"discards": "2h3h5s6h"}, {"discards": "9cJdJsQs"})  # of the same deck as X, Y and Z
PLAYED = ((X, Y, 1), (Z, X, -6), (Y, Z, 6))  # the rows of seats 1 and 2, and what seat 1 wins


@pytest.mark.parametrize("ruleset", [CARNIVALE, EVENT, CASH, PINEAPPLE], ids=lambda each: each["ruleset"])
def test_a_session_in_which_nothing_is_wrong(ruleset):
    """Three hands with everything recorded that the game has, and no finding that is a breach."""
    event = {"level": 1} if ruleset is CARNIVALE else {}
    event |= {"eliminated": []} if ruleset in (CARNIVALE, EVENT) else {}
    event |= {"variant": "pineapple"} if ruleset is PINEAPPLE else {}
    spare = SPARE if ruleset is PINEAPPLE else ({}, {})
    hands, stacks = [], [15_000, 15_000]
    for number, (one, other, units) in enumerate(PLAYED, 1):
        nets = 50 * units, -50 * units
        seats = [
            seat(place + 1, rows, nets[place], stack=stacks[place], fouled=False, **spare[place])
            for place, rows in enumerate((one, other))
        ]
        payer, payee = (2, 1) if units > 0 else (1, 2)
        paid = {"payer": payer, "payee": payee, "units": abs(units), "amount": abs(nets[0])}
        fields = event | {"unit": 50, "ended_at": at(280, number), "transfers": [paid], "irregularities": []}
        hands.append(placed(number, *seats, dealer=1 + number % 2, **fields))
        stacks = [stack + net for stack, net in zip(stacks, nets, strict=True)]
    audit = audited(ruleset, *hands)
    assert audit.complete
    assert breaches(audit) == found(audit, "STK008") == []
    evidence = ("SET009", "SET010", "SET011", "SET012", "SET013", "SCR001", "PAY001", "DCK001", "STK009")
    assert {row.code: row.agreeing for row in audit.coverage if row.code in evidence} == dict.fromkeys(
        evidence, 3
    )
