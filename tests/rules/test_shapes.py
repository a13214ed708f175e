"""Odd hands of every shape: nothing breaks down, every hand is accounted for, and replay shows each."""

import json
from collections import defaultdict

import msgspec
import pytest

from rules.audit import BytesSource, audit_log, explain_hand, replay_log
from rules.controls.library import library
from tests.plain.deals import DECK
from tests.rules.build import (
    A,
    B,
    C,
    D,
    audited,
    breaches,
    close,
    coverage,
    found,
    hand,
    log,
    problems,
    replays,
    seat,
    session,
)
from tests.rules.lines import full_close, full_hand, full_session, open_face_hand, table_events
from tests.rules.open_face import ofc

SYSTEMS = [str(each) for each in library().rulesets()]
ALL = "".join(DECK)
UNKNOWN = "?????? ?????????? ??????????"


def shapes():
    """Hands that are odd, each for a reason of its own."""
    yield "one player", hand(1, seat(1, A, 100), unit=100)
    yield "one player with nothing recorded", hand(1, seat(7))
    yield "ten players", hand(1, *(seat(n, A, n) for n in range(1, 11)), unit=100)
    yield "ten players with nothing recorded", hand(1, *(seat(n) for n in range(1, 11)))
    yield "no cards in any row", hand(1, seat(1, "  ", 5), seat(2, "  ", -5))
    yield "no card was recorded", hand(1, seat(1, UNKNOWN, 5), seat(2, UNKNOWN, -5))
    yield "jokers only", hand(1, seat(1, UNKNOWN.replace("??", "JK"), 5), seat(2, B, -5))
    yield "the same card thirteen times", hand(1, seat(1, "AhAhAh AhAhAhAhAh AhAhAhAhAh"), seat(2, B))
    yield "both players hold the same cards", hand(1, seat(1, A, 0), seat(2, A, 0))
    yield "26 cards", hand(1, seat(1, A.replace(" ", "") + " " + B.replace(" ", "") + " "), seat(2, C))
    yield "a whole deck dealt to one", hand(1, seat(1, None, dealt=ALL), seat(2, B))
    yield "200 cards in a row", hand(1, seat(1, "Ah" * 200 + " 2c 3c"), seat(2, B))
    yield "rows of some seats only", hand(1, seat(1, A), seat(2), seat(3, None, front="2c3c4c"))
    yield "one row only", hand(1, seat(1, None, middle="KhKdQsQdJc"), seat(2, None, back="TsThTdTc9s"))
    yield (
        "dealt, not set",
        hand(1, seat(1, None, dealt="".join(A.split())), seat(2, None, dealt="".join(B.split()))),
    )
    yield (
        "everybody surrendered",
        hand(1, *(seat(n, rows, 0, surrendered=True) for n, rows in enumerate((A, B, C, D), 1))),
    )
    yield "surrendered without cards", hand(1, seat(1, None, -200, surrendered=True), seat(2, None, 200))
    yield "everybody fouled", hand(1, *(seat(n, turned(rows), 0) for n, rows in enumerate((A, B, C, D), 1)))
    yield (
        "everybody ruled fouled",
        hand(
            1,
            *(seat(n, rows, 0, fouled=True) for n, rows in enumerate((A, B), 1)),
            irregularities=[{"kind": "other", "seat": n, "ruling": "hand_dead"} for n in (1, 2)],
        ),
    )
    yield "marked fouled without cards", hand(1, seat(1, None, 1, fouled=True), seat(2, None, fouled=False))
    yield "void", hand(1, seat(1, A, 1), seat(2, B), void=True)
    yield "void with nothing recorded", hand(1, seat(1), void=True)
    yield "the largest amounts", hand(
        1, seat(1, A, 10**12, stack=10**12), seat(2, B, -(10**12), stack=0), unit=10**12,
        transfers=[{"payer": 1, "payee": 2, "amount": 10**12, "units": 10**6}] * 3,
        fees=[{"kind": "rake", "amount": 10**12}] * 3,
    )  # fmt: skip
    yield "empty lists", hand(1, seat(1, A), seat(2, B), transfers=[], fees=[], irregularities=[])
    yield "an empty pool", hand(1, seat(1, A), seat(2, B), pool={"contributions": [], "awards": []})
    yield "transfers between nobody", hand(1, seat(1, A), transfers=[{"payer": 9, "payee": 10, "amount": 1}])
    yield (
        "an irregularity at an empty seat",
        hand(1, seat(1, A), seat(2, B), irregularities=[{"kind": "misdeal", "seat": 9, "ruling": "misdeal"}]),
    )
    yield (
        "declared by everybody",
        hand(
            1, seat(1, A, declared="dragon"), seat(2, None, declared="x"), seat(3, UNKNOWN, declared="dragon")
        ),
    )
    yield "hand number zero", hand(0, seat(1, A), seat(2, B))
    yield "the largest hand number", hand(10**12, seat(1, A), seat(2, B))
    yield "everything that can be recorded", full_hand()


def turned(rows):
    front, middle, back = rows.split(" ")
    return f"{front} {back} {middle}"


SHAPES = dict(shapes())


def reported(data, ruleset):
    audit = audit_log(BytesSource(data), ruleset=ruleset)
    assert audit.complete, audit.failures
    for row in audit.coverage:
        assert row.tested + row.untestable + row.inapplicable == audit.hands
        assert row.agreeing + row.differing == row.tested
        assert sum(each.hands for each in row.because) == row.untestable
    msgspec.json.encode(audit, enc_hook=list)
    return audit


# Pairs with nothing else, and with everything; a banker; a pool; a single winner; chips in front and side bets; sweeps of
# all. The other rulesets are of the same mechanisms.
OF_EACH_MECHANISM = [
    "wsgc-base@1", "wsgc-full@1", "malayan@1", "classic-pool-all@1", "classic-single-winner@1", "hawaiian-gardens-aces@1",
    "vietnamese-multipliers@1",
]  # fmt: skip
OTHERS = [each for each in SYSTEMS if each not in OF_EACH_MECHANISM]


def good(number):
    return hand(number, seat(1, A, 300), seat(2, B, -300), unit=100)


def breaks_nothing_down(data, odd, ruleset):
    """odd: the numbers of hands."""
    reported(data, ruleset)
    for each in replay_log(BytesSource(data), ruleset=ruleset):
        json.dumps(each)
    for number in odd:
        (exhibit,) = explain_hand(BytesSource(data), number, ruleset=ruleset)
        msgspec.json.encode(exhibit)


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.sampled(20)
@pytest.mark.parametrize("shape", SHAPES)
def test_an_odd_hand_breaks_nothing_down(shape):
    """Alone, first and last of two, in a log with a unit and without one."""
    odd = SHAPES[shape]
    for ruleset in OF_EACH_MECHANISM:
        for first, *hands in (
            (session(), odd),
            (session(unit=None), odd),
            (session(unit=None), odd, good(2)),
            (session(), good(2), odd),
        ):
            breaks_nothing_down(log(first, *hands), [odd["hand"]], ruleset)


def alike():
    """The shapes that make the same arrays: with as many seats, rows as long, and the same kinds of record of a hand."""
    groups = defaultdict(list)
    for event in SHAPES.values():
        rows = [text for each in event["seats"] for text in each.values() if isinstance(text, str)]
        longest = max(len("Ah" * 13), *map(len, rows))
        groups[max(len(event["seats"]), 2), longest, frozenset(event) - {"unit"}].append(event)
    return groups.values()


@pytest.mark.slow
@pytest.mark.sampled(20)
@pytest.mark.parametrize("ruleset", OTHERS)
def test_odd_hands_break_nothing_down_under_any_ruleset(ruleset):
    """After a good hand, with the shapes that leave the arrays of a block as each makes them by itself."""
    for shapes in alike():
        odd = [event | {"hand": number} for number, event in enumerate(shapes, 2)]
        breaks_nothing_down(log(good(1), *odd), [event["hand"] for event in odd], ruleset)


@pytest.mark.sampled(31)
@pytest.mark.parametrize("first", SHAPES)
def test_odd_hands_in_company(first):
    """Every shape in one block, in turn at its head: arrays take their shape from what comes first."""
    names = list(SHAPES)
    start = names.index(first)
    events = [SHAPES[name] | {"hand": number} for number, name in enumerate(names[start:] + names[:start], 1)]
    together = replays(*events, ruleset="wsgc-full")
    assert together == [replays(event, ruleset="wsgc-full")[0] for event in events]
    reported(log(*events), "wsgc-full")


SHORT = [seat(1, None, middle="Ah"), seat(2, None, middle="Kh"), seat(3, None, middle="QhJh")]


@pytest.mark.parametrize("event", [hand(1, *SHORT), ofc(1, *SHORT)], ids=["closed", "open-face"])
def test_short_rows_that_together_are_as_long_as_one_are_rows_of_a_wrong_size(event):
    """Rows are read as one text: three of one, one and two cards are not taken for a middle of five."""
    audit = audited(event, ruleset="wsgc-base" if event["event"] == "chinese_hand" else "ofc-cash")
    assert [(each.seat, each.stated) for each in found(audit, "SET001")] == [(1, 1), (2, 1), (3, 2)]


def test_a_hand_of_one_player():
    audit = audited(hand(1, seat(1, A, 100), unit=100))
    assert audit.complete
    assert [(each.seat, each.stated, each.expected) for each in found(audit, "SCR001")] == [(1, 100, 0)]


@pytest.mark.parametrize(
    "events",
    [
        [],
        [close(0)],
        [close(5, totals={"rake": 1})],
        table_events(),
    ],
)
def test_a_session_without_hands(events):
    """session-log.md: "A session with no hands and a `close` says that the table was open and nothing was played." """
    for first in (session(), full_session()):
        reported(log(first, *events), "wsgc-full")
        assert list(replay_log(BytesSource(log(first, *events)))) == []
    assert breaches(audited(session(), close(0))) == []


@pytest.mark.parametrize(
    "events",
    [
        [open_face_hand(1)],
        [open_face_hand(1), open_face_hand(1), close(2)],
        [*table_events(), open_face_hand(9), full_close()],
    ],
)
def test_a_session_of_open_face_hands_only(events):
    """Under controls of closed hands each is there and nothing of it is known; under its own it is replayed."""
    played = [event for event in events if event["event"] == "ofc_hand"]
    for first in (session(), full_session()):
        data = log(first, *events)
        for ruleset in ("wsgc-full", "ofc-pineapple"):
            reported(data, ruleset)
        unknown = list(replay_log(BytesSource(data), ruleset="wsgc-full"))
        assert [(each["hand"], each["ruleset"]) for each in unknown] == [
            (each["hand"], None) for each in played
        ]
        known = list(replay_log(BytesSource(data), ruleset="ofc-pineapple"))
        assert [each["ruleset"] for each in known] == ["ofc-pineapple@1"] * len(played)
        assert {each["game"] for each in known + unknown} == {"ofc"}


def test_open_face_hands_are_counted_and_untestable_under_controls_of_closed_ones():
    audit = audited(
        open_face_hand(1), hand(2, seat(1, A, 300), seat(2, B, -300), unit=100), open_face_hand(3)
    )
    assert audit.hands == 3
    assert (coverage(audit, "SCR001").tested, coverage(audit, "SCR001").untestable) == (1, 2)


def test_the_hand_of_a_row_with_a_card_that_was_not_recorded_is_not_known():
    unread = seat(1, "AhAd?? KhKdQsQdJc TsThTdTc9s")
    (shown,) = replays(hand(1, unread, seat(2, B), unit=100))
    assert shown["seats"][0]["hands"] == {"front": None, "middle": "two_pairs", "back": "quads"}


def test_what_was_not_recorded_is_never_taken_for_fine():
    """session-log.md: "Not recorded is never taken for zero, for false or for 'fine'." """
    audit = audited(session(unit=None), hand(1, seat(1), seat(2)))
    assert breaches(audit) == []
    needs_evidence = {
        "DCK001", "DCK002", "DCK003", "DCK004", "DCK005", "SET001", "SET002", "STK001", "STK002", "STK005", "SCR001", "SCR002",
        "PAY001", "PAY002", "PAY003", "PAY004", "PAY006", "IRR002", "LOG003", "LOG004", "LOG005", "LOG006",
    }  # fmt: skip
    tested = {row.code for row in audit.coverage if row.tested}
    assert tested & needs_evidence == set()
    for row in audit.coverage:
        if row.untestable:
            assert all(each.reason for each in row.because)


@pytest.mark.parametrize(("units", "unit"), [(10**12, 10**12), (10**6, 10**12), (10**6, 10**9 + 1)])
def test_the_largest_figures_do_not_wrap_around(units, unit):
    """A product beyond 64 bits could be reported as a wrong amount or as none: it is reported correctly, or refused."""
    moved = [{"payer": 2, "payee": 1, "units": units, "amount": 0}]
    event = hand(1, seat(1, A, 300), seat(2, B, -300), unit=unit, transfers=moved)
    if not problems(log(event)):
        assert [each.expected for each in found(audited(event), "PAY002")] == [units * unit]
