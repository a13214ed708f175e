"""Every open-face case with known answers: hands replayed and audited; payments, clock, levels and places worked out."""

import numpy as np
import pytest

from auditor.reference.hands import known
from rules import times
from rules.audit import BytesSource, audit_log
from rules.cards import encode
from rules.clauses import ambiguities
from rules.controls.library import library
from rules.controls.ruleset import Ruleset
from rules.replay.explain import explained
from rules.replay.finishing import PlayerExit, finishing_order
from rules.replay.level_schedule import schedule_of
from rules.replay.placement.clock_forcing import (
    ANY,
    UNKNOWN,
    ClockRules,
    forced_row,
    no_decisions_left,
    order_of,
)
from rules.replay.row_replay import replay
from rules.replay.scoring import compiled
from rules.replay.table_stakes import PaymentCourse, _balance, _meetings, _paid
from rules.replay.topics import touched
from tests.folding import of_every
from tests.rules.build import audited, blocks, breaches, found, log, replays, seat
from tests.rules.open_face import CARNIVALE, EVENT, FOUL, X, Y, Z, clocked, missed, ofc, placed

HANDS = known("ofc.ndjson")
OTHERS = known("open-face-events.ndjson")
KINDS = {
    "ofc_settlement": 3, "ofc_stepaway": 3, "ofc_forced_placement": 3, "ofc_clock_times": 2, "ofc_bust_order": 2,
    "ofc_level": 7, "ofc_colourup": 2, "ofc_points": 1,
}  # fmt: skip
ROWS = ("front", "middle", "back")

every_hand = pytest.mark.parametrize("case", HANDS, ids=lambda case: case["id"])


def every(kind):
    """A test of each case of a kind."""
    listed = [case for case in OTHERS if case["kind"] == kind]
    return pytest.mark.parametrize("case", listed, ids=lambda case: case["id"])


def test_all_cases_are_here_and_of_kinds_that_are_tested():
    assert len(HANDS) == 20
    assert {case["ruleset"] for case in HANDS} == {"carnivale-ofc-2013", "ofc-event"}
    counted = {
        kind: sum(case["kind"] == kind for case in OTHERS) for kind in {case["kind"] for case in OTHERS}
    }
    assert counted == KINDS


@of_every("case", [*HANDS, *OTHERS], ids=lambda case: case["id"])
def test_the_reading_that_an_open_face_case_relies_on_is_the_default(case):
    for name in case.get("readings", case.get("ambiguity_defaults", [])):
        ambiguity = ambiguities()[name]
        for ruleset in ("carnivale-ofc-2013", "ofc-event"):
            assert library().get(ruleset).reading(ambiguity) == ambiguity.default


# ------------------------------------------------------------------------------- hands


@every_hand
def test_replay_of_an_open_face_hand_equals_what_is_expected(case):
    (reported,) = replays(*case["log"])
    expected = case["expected"]
    assert (reported["game"], reported["ruleset"]) == ("ofc", case["ruleset"] + "@1")
    assert [each["seat"] for each in reported["seats"] if each["fouled"]] == expected["fouled"]
    assert {str(each["seat"]): each["units"] for each in reported["seats"]} == expected["units"]
    dealt_in = [each for each in reported["seats"] if each["status"] == "played"]
    assert {str(each["seat"]): each["royalties"] for each in dealt_in} == expected["royalties"]
    assert all(not any(each["royalties"].values()) for each in reported["seats"] if each not in dealt_in)
    assert [{name: pair[name] for name in ("a", "b", "units")} for pair in reported["pairs"]] == expected[
        "pairs"
    ]
    for pair in reported["pairs"]:
        assert sum(pair["parts"].values()) == pair["units"]


@every_hand
def test_what_is_paid_in_an_open_face_hand_and_who_is_out(case):
    """Transfers in the order in which they are made; what everybody has after them."""
    (reported,) = replays(*case["log"])
    expected = case["expected"]
    assert expected["transfers"] is not None
    moved = [{name: move[name] for name in ("payer", "payee", "amount")} for move in reported["transfers"]]
    assert moved == expected["transfers"]
    assert {str(each["seat"]): each["stack_after"] for each in reported["seats"]} == expected["stacks_after"]
    assert reported["eliminated"] == expected["eliminated"]
    recorded = {each["seat"]: each["net"] for each in case["log"][1]["seats"] if "net" in each}
    assert {each["seat"]: each["net"] for each in reported["seats"] if each["seat"] in recorded} == recorded


@pytest.mark.sampled(4)
@every_hand
def test_the_audit_of_an_open_face_hand_finds_no_breach(case):
    """The README of the cases: an audit gives no violation and no discrepancy, whether or not transfers are recorded."""
    paid = [
        {"payer": each["payer"], "payee": each["payee"], "amount": each["amount"]}
        for each in case["expected"]["transfers"]
    ]
    first, played = case["log"]
    for event in (played, played | {"transfers": paid, "eliminated": case["expected"]["eliminated"]}):
        audit = audit_log(BytesSource(log(first, event)))
        assert audit.complete
        assert breaches(audit) == []


# ------------------------------------------------------------------------------- payments


def settled(case, sequence=None, readings=()):
    """(transfers, stacks after, who is out) of debts in the order of the positions, or in another sequence."""
    given = case["input"]
    rules = compiled(library().get(given["ruleset"]).under(dict(readings))).chips
    names = given["position_order"]
    owed = {(names.index(each["from"]), names.index(each["to"])): each["chips"] for each in given["owed"]}
    steps = []
    for one, other, pays in _meetings(len(names), sequence or rules.sequence):
        for payer, payee in ((one, other), (other, one)):
            if (payer, payee) in owed and pays in (None, payer):
                steps.append((payer, payee, owed[payer, payee]))
    course = PaymentCourse(*(np.array([column]) for column in zip(*steps, strict=True)))
    stack = np.array([[given["stacks"][name] for name in names]])
    paid, failed = _paid(course, stack, rules, np.array([given["point_value"]]))
    after = (stack + _balance(course, paid, len(names)))[0].tolist()
    transfers = [(names[move.payer], names[move.payee], move.amount) for move in course.moves(0, paid)]
    out = [name for name, left, short in zip(names, after, failed[0], strict=True) if short or not left]
    return transfers, dict(zip(names, after, strict=True)), out


@every("ofc_settlement")
def test_debts_are_paid_in_order(case):
    transfers, after, out = settled(case)
    expected = case["expected"]
    assert transfers == [(each["from"], each["to"], each["chips"]) for each in expected["transfers"]]
    assert after == expected["final_stacks"]
    assert out == expected["eliminated"]


@every("ofc_settlement")
def test_debts_are_paid_in_another_sequence(case):
    for sequence, expected in case.get("alternatives", {}).items():
        assert settled(case, sequence)[2] == expected["eliminated"]


def test_who_paid_all_his_chips_is_paid_again_unless_that_puts_him_out_at_once():
    """AMB-OFC1-elim-zero: S2 pays its last 500 in full; S3 owes it 400."""
    owed = [
        {"from": payer, "to": payee, "chips": chips}
        for payer, payee, chips in (("S2", "S1", 500), ("S1", "S3", 600), ("S3", "S2", 400))
    ]
    stacks = {"S1": 100, "S2": 500, "S3": 100}
    debts = {
        "ruleset": "ofc-event",
        "position_order": [*stacks],
        "owed": owed,
        "stacks": stacks,
        "point_value": 100,
    }
    every_one = [tuple(each.values()) for each in owed]
    assert settled({"input": debts}) == (every_one, {"S1": 0, "S2": 400, "S3": 300}, ["S1"])
    at_once = settled({"input": debts}, readings={"AMB-OFC1-elim-zero": "out_at_once"})
    assert at_once == (every_one[:2], {"S1": 0, "S2": 0, "S3": 700}, ["S1", "S2"])


def test_a_row_of_a_wrong_size_loses_to_a_legal_hand_though_fouled_hands_are_compared():
    """AMB-CARN-foul-vs-foul: two cards in front. Against another foul, the other two rows are compared."""
    ruleset = library().get("carnivale-ofc-2013").under({"AMB-CARN-foul-vs-foul": "compare_lines"})
    short = "QhTd 9s9hKc6c2d TcTs7d5h4s"
    for rows, signs, units in ((X, [1, 1, 1], [6, -6]), (FOUL, [0, 1, -1], [0, 0])):
        (block,) = blocks(log(CARNIVALE, ofc(1, seat(1, rows), seat(2, short), unit=100)))
        compared = replay(block, compiled(ruleset))
        assert (compared.signs.tolist(), compared.units.tolist()) == ([[signs]], [units])


# ------------------------------------------------------------------------------- clock and leaving


def rows_of(given):
    """The cards placed so far, as codes."""
    front, middle, back = (tuple(encode("".join(given[row])).tolist()) for row in ROWS)
    return front, middle, back


def seen_in(given, *more):
    return {code for row in rows_of(given) for code in row} | set(encode("".join(more)).tolist())


@every("ofc_forced_placement")
def test_the_row_into_which_a_card_is_forced(case):
    given = case["input"]
    rules = ClockRules.of(library().get("carnivale-ofc-2013"))
    seen = seen_in(given, given["card"], *given["visible_elsewhere"])
    (card,) = encode(given["card"]).tolist()
    assert ROWS[forced_row(rows_of(given), card, seen, rules)] == case["expected"]["row"]


@every("ofc_stepaway")
def test_who_may_leave_the_table(case):
    given, ruleset = case["input"], library().get("ofc-event")
    assert ruleset.get("presence.no_decisions") == "one_row_or_dead"
    may = no_decisions_left(rows_of(given), seen_in(given), order_of(ruleset), examples_only=False)
    assert may is case["expected"]["allowed"]


@every("ofc_clock_times")
def test_when_a_clock_may_be_called_and_how_long_it_runs(case):
    """The last turn of a hand is called and answered at the seconds of the case."""
    given = case["input"]
    event = placed(1, seat(1, X), seat(2, Y), dealer=2)
    took = given["placed_s"] - given["call_s"]
    event = clocked(event, 18, after=given["call_s"] - given["turn_start_s"], took=took)
    audit = audited(CARNIVALE | {"ruleset": given["ruleset"]}, event)
    codes = {"call_too_early": "CLK001", "late_action": "CLK002"}
    reported = [name for name, code in codes.items() if found(audit, code)]
    assert reported == case["expected"]["violations"]


def case_of(name):
    return next(case["input"] for case in OTHERS if case["id"] == name)


def forced(given, card, reading):
    """The row into which a card is forced under a reading "AMBIGUITY: reading"."""
    rules = ClockRules.of(library().get("carnivale-ofc-2013").under(dict([reading.split(": ")])))
    (code,) = encode(card).tolist()
    return forced_row(rows_of(given), code, seen_in(given, card), rules)


def test_where_every_row_makes_a_foul_certain_other_readings_force_the_back_or_nothing():
    """EX-CLK-05: aces in front before kings in the middle, with room in front and at the back."""
    given = case_of("EX-CLK-05")
    for reading, row in (("front_most_open", 0), ("back_most_open", 2), ("player_choice", ANY)):
        assert forced(given, given["card"], f"AMB-CARN-forced-all-foul: {reading}") == row


def test_where_only_finished_rows_make_a_foul_certain_a_third_queen_is_forced_into_the_front():
    """The middle, of 8s8dJc4h and a card to come, could never be above three queens."""
    given = {"front": ["Qh", "Qs"], "middle": ["8s", "8d", "Jc", "4h"], "back": ["Ah", "As", "9c", "Ac"]}
    assert forced(given, "Qc", "AMB-CARN-forced-foul: no_completion") == 2
    assert forced(given, "Qc", "AMB-CARN-forced-foul: complete_lines_only") == 0


def test_no_row_is_forced_where_every_row_is_full():
    """A fourteenth card, which no deal has, under a reading that forces the front and one that leaves the choice."""
    front, middle, back = X.split()
    full = {
        name: [row[at : at + 2] for at in range(0, len(row), 2)]
        for name, row in zip(ROWS, (front, middle, back), strict=True)
    }
    for reading in ("front_most_open", "player_choice"):
        assert forced(full, "2c", f"AMB-CARN-forced-all-foul: {reading}") == UNKNOWN


@pytest.mark.slow
def test_no_row_is_forced_where_the_search_for_a_legal_hand_would_be_too_long():
    """Behind three aces, of every way to fill two empty rows no random example is legal, and there are too many to go through."""
    given = {"front": ["Ac", "Ad", "Ah"], "middle": [], "back": []}
    assert forced(given, "Kc", "AMB-CARN-forced-foul: no_completion") == UNKNOWN


def test_under_the_strict_reading_one_may_leave_with_room_in_front_only_and_not_with_room_in_another_row():
    order = order_of(library().get("ofc-event"))
    in_front = case_of("EX-OFC1-17")
    at_the_back = {
        "front": ["Qh", "7c", "2d"],
        "middle": ["9s", "9d", "5c", "3h", "4h"],
        "back": ["As", "Ad", "Kc"],
    }
    reported = [
        no_decisions_left(rows_of(given), seen_in(given), order, examples_only=strict)
        for given in (in_front, at_the_back)
        for strict in (False, True)
    ]
    assert reported == [True, True, True, False]


@pytest.mark.parametrize(
    ("reading", "nets"), [("cap_both", [-800, 200, 600]), ("cap_loser_only", [-1000, 600, 400])]
)
def test_whether_the_chips_of_a_winner_limit_what_he_is_paid(reading, nets):
    """AMB-CARN-winner-cap: seat 2 has 200 chips, wins 6 points of 100 from seat 1, and then owes seat 3 one.

    By then it has used up its own, and pays nothing.
    """
    ruleset = library().get("carnivale-ofc-2013").under({"AMB-CARN-winner-cap": reading})
    seats = seat(1, Z, stack=1_000), seat(2, Y, stack=200), seat(3, X, stack=1_000)
    (block,) = blocks(log(CARNIVALE, ofc(1, *seats, dealer=3, unit=100)))
    assert replay(block, compiled(ruleset)).net.tolist() == [nets]


def test_a_card_that_was_shown_is_an_open_point_where_a_penalty_was_ruled():
    lines = [
        ofc(
            number,
            seat(1, X),
            seat(2, Y),
            dealer=2,
            irregularities=[{"kind": "exposed_card", "seat": 1, "ruling": ruling}],
        )
        for number, ruling in enumerate(("penalty", "play_on"), 1)
    ]
    (block,) = blocks(log(EVENT, *lines))
    assert touched(replay(block, compiled(library().get("ofc-event"))), "penalty").tolist() == [True, False]


def test_of_two_royalties_in_a_level_row_neither_is_the_higher():
    """AMB-CARN-royalty-net: queens in front on both sides."""
    ruleset = library().get("carnivale-ofc-2013").under({"AMB-CARN-royalty-net": "higher_only"})
    seats = (
        seat(1, "QcQs4d KdKs7c6h3d AhAdJhJd2c"),
        seat(2, "QhQd4h KhKc8c6c3c AcAsJcJs2d"),
    )
    (block,) = blocks(log(CARNIVALE, ofc(1, *seats, dealer=2)))
    (pair,) = explained(replay(block, compiled(ruleset)), 0)["pairs"]
    assert (pair["rows"]["front"], pair["parts"]["royalties"]) == (0, 0)


# ------------------------------------------------------------------------------- who missed the hand


@pytest.mark.parametrize(
    ("sweep", "paid"),
    [
        ({"op": "set", "units": 7}, 7), ({"op": "add", "units": 2}, 5), ({"op": "multiply", "factor": 3}, 9), (None, 3),
    ],
    ids=str,
)  # fmt: skip
def test_a_foul_priced_as_rows_pays_who_missed_the_hand_all_rows_and_the_scoop(sweep, paid):
    """AMB-OFC1-missed-receives: who missed the hand pays 3 units, and gets what the fouled hand would pay any other."""
    params = library().get("ofc-event").params
    foul = {"price": "rows", "royalties": "paid", "against_foul": "nothing"}
    changed = {"set_order": {**params["set_order"], "foul": foul}, "sweep": {"pair": sweep} if sweep else {}}
    house = Ruleset("house", 1, "", "", "ofc", {**params, **changed})
    ruleset = house.under({"AMB-OFC1-missed-receives": "only_infraction_chips"})
    (block,) = blocks(log(EVENT, ofc(1, seat(1, FOUL), missed(2), seat(3, Y), dealer=3)))
    pairs = explained(replay(block, compiled(ruleset)), 0)["pairs"]
    units = {(pair["a"], pair["b"]): pair["units"] for pair in pairs}
    assert units == {(1, 2): 3 - paid, (1, 3): -paid, (2, 3): -3}


def test_a_foul_is_an_open_point_of_royalties_where_its_rows_would_earn_one():
    """AMB-OFC1-full-penalty. Queens in front, before a middle without a pair; a foul without a royalty; no foul."""
    queens = "QcQs4d AhKd7c6h3d KsAdJhJd2c"
    lines = [ofc(1 + at, seat(1, rows), seat(2, Y), dealer=2) for at, rows in enumerate((queens, FOUL, X))]
    (block,) = blocks(log(EVENT, *lines))
    replayed = replay(block, compiled(library().get("ofc-event")))
    assert touched(replayed, "foul_with_royalty").tolist() == [True, False, False]


# ------------------------------------------------------------------------------- levels and places


@every("ofc_level")
def test_the_level_of_a_hand(case):
    schedule = schedule_of(library().get("carnivale-ofc-2013"))
    level = schedule.level_of(np.array([case["input"]["table_hand_no"]]))
    reported = {
        "level": int(level[0]),
        "point_value": int(schedule.value_of(level)[0]),
        "smallest_chip": int(schedule.smallest_of(level)[0]),
    }
    assert reported == case["expected"]


@every("ofc_colourup")
def test_chips_that_have_left_play(case):
    level, stack = case["input"]["level"], case["input"]["stack"]
    event = ofc(9 * level, seat(1, X, stack=stack), seat(2, Y, stack=150_000), level=level)
    (odd,) = found(audited(CARNIVALE, event), "LVL003")
    assert (odd.kind == "violation") is case["expected"]["violation"]
    assert [odd.clause] == case["rules"]


@every("ofc_points")
def test_how_many_points_everybody_begins_with(case):
    ruleset, given = library().get("carnivale-ofc-2013"), case["input"]
    assert ruleset.get("event.starting_stack.chips") == given["stack"]
    value = int(schedule_of(ruleset).value_of(np.array([1]))[0])
    assert (value, given["stack"] // value) == (given["point_value"], case["expected"]["points"])


@every("ofc_bust_order")
def test_who_is_placed_better(case):
    exits = [
        PlayerExit(
            player=each["player"],
            table=each["table"],
            hand=each["hand"],
            at=times.parse_one(f"2013-07-13T{each['ts']}:00-07:00")[0],
            stack=each["stack_start"],
        )
        for each in case["input"]["busts"]
    ]
    keys = library().get("carnivale-ofc-2013").get("event.bust_order.keys")
    for listed in (exits, exits[::-1]):
        levels = finishing_order(listed, keys)
        assert [[each.player for each in level.exits] for level in levels] == [
            [player] for player in case["expected"]["best_to_worst"]
        ]
