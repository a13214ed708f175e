"""The plain auditor of open-face hands against the cases worked out by hand, so that it can stand witness itself."""

import ast
import random
from fractions import Fraction
from pathlib import Path

import pytest

from auditor.reference.hands import known
from tests.folding import of_every
from tests.plain import scorer
from tests.plain.open_face.cards import DECK, ROWS, without
from tests.plain.open_face.clock import clock_faults, forced_row, no_decisions
from tests.plain.open_face.event import bust_order, level_of, must_colour_up, points
from tests.plain.open_face.payment import after, settle
from tests.plain.open_face.rows import name, value, values
from tests.plain.open_face.score import score
from tests.plain.open_face.systems import ROYALTIES, WITH_JOKERS, from_quads, rules_of
from tests.plain.open_face_hands import FOUL, LOSER, WINNER, hand_of

HERE = Path(__file__).parent
CASES = known("ofc.ndjson")
EVENTS = known("open-face-events.ndjson")


def of_kind(kind):
    cases = [case for case in EVENTS if case["kind"] == kind]
    return pytest.mark.parametrize("case", cases, ids=lambda case: case["id"])


def test_every_case_is_here():
    assert len(CASES) == 20
    assert len(EVENTS) == 23


@of_every("path", [*(HERE / "open_face").glob("*.py"), HERE / "open_face_deals.py"], ids=str)
def test_nothing_comes_from_the_rules(path):
    """A witness that asks the accused is none."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            assert not [each.name for each in node.names if each.name.startswith(("rules", "auditor"))]
        if isinstance(node, ast.ImportFrom):
            top, *rest = node.module.split(".")
            assert top not in ("rules", "auditor", "reports")
            assert top != "tests" or rest[:1] == ["plain"]


# ---------------------------------------------------------------- whole hands


@of_every("case", CASES, ids=lambda case: case["id"])
def test_the_known_answer(case):
    _, hand = case["log"]
    reported, expected = score(hand, case["ruleset"]), case["expected"]
    seats = {str(seat["seat"]): seat for seat in reported["seats"]}
    assert [seat["seat"] for seat in reported["seats"] if seat["fouled"]] == expected["fouled"]
    assert {seat: each["units"] for seat, each in seats.items()} == expected["units"]
    assert {seat: seats[seat]["royalties"] for seat in expected["royalties"]} == expected["royalties"]
    pairs = [{part: each[part] for part in ("a", "b", "units")} for each in reported["pairs"]]
    assert pairs == expected["pairs"]
    paid = [{part: each[part] for part in ("payer", "payee", "amount")} for each in reported["transfers"]]
    assert paid == expected["transfers"]
    assert {seat: each["stack_after"] for seat, each in seats.items()} == expected["stacks_after"]
    assert reported["eliminated"] == expected["eliminated"]
    assert {seat["seat"]: seat["net"] for seat in reported["seats"]} == {
        seat["seat"]: seat["net"] for seat in hand["seats"]
    }


def test_the_parts_of_a_pair():
    """EX-OFC1-14: a legal hand, a fouled one and one who was away. EX-CARN-05 has the same two at Carnivale's price."""
    hand = next(case["log"][1] for case in CASES if case["id"] == "EX-OFC1-14")
    reported = score(hand, "ofc-event")["pairs"]
    assert [each["rows"] for each in reported] == [dict.fromkeys(ROWS, -1), None, None]
    assert [list(each["parts"].values()) for each in reported] == [
        [-6, 0, -11, 0],
        [0, 0, 0, 3],
        [0, 0, 0, 3],
    ]
    assert list(score(hand, "carnivale-ofc-2013")["pairs"][0]["parts"].values()) == [-3, -3, -11, 0]


# ---------------------------------------------------------------- events


@of_kind("ofc_settlement")
def test_settlement(case):
    given, expected = case["input"], case["expected"]
    dues = [{(owed["to"], owed["from"]): owed["points"] for owed in given["owed"]}]
    asked = (given["position_order"], given["stacks"], dues, given["point_value"])
    transfers, out = settle(*asked, rules_of(given["ruleset"]))
    assert transfers == [(each["from"], each["to"], each["chips"]) for each in expected["transfers"]]
    assert after(given["stacks"], transfers) == expected["final_stacks"]
    assert out == expected["eliminated"]
    for reading, reported in case.get("alternatives", {}).items():
        assert settle(*asked, rules_of(given["ruleset"], sequence=reading))[1] == reported["eliminated"]


@of_kind("ofc_stepaway")
def test_stepping_away(case):
    assert no_decisions(**case["input"]) == case["expected"]["allowed"]


@of_kind("ofc_forced_placement")
def test_forced_placement(case):
    given = dict(case["input"])
    visible = given.pop("visible_elsewhere")
    assert forced_row(**given, visible=visible) == case["expected"]["row"]


@of_kind("ofc_clock_times")
def test_clock_times(case):
    given = case["input"]
    found = clock_faults(given["ruleset"], given["turn_start_s"], given["call_s"], given["placed_s"])
    assert found == case["expected"]["violations"]


@of_kind("ofc_bust_order")
def test_bust_order(case):
    order = bust_order(case["input"]["busts"])
    assert [player for place in order for player in place] == case["expected"]["best_to_worst"]


@of_kind("ofc_level")
def test_levels(case):
    assert level_of(case["input"]["table_hand_no"]) == tuple(case["expected"].values())


@of_kind("ofc_colourup")
def test_colouring_up(case):
    assert must_colour_up(**case["input"]) == case["expected"]["violation"]


@of_kind("ofc_points")
def test_points(case):
    assert points(**case["input"]) == case["expected"]["points"]


def test_levels_past_the_last_and_places_shared():
    assert level_of(226) == level_of(225) == (25, 1_000_000, 25_000)
    assert level_of(226, after_last="undefined") is None
    busts = [
        {"player": "A", "hand": 12, "stack_start": 900, "ts": "18:10"},
        {"player": "B", "hand": 12, "stack_start": 900, "ts": "18:00"},
        {"player": "C", "hand": 11, "stack_start": 5000, "ts": "18:20"},
    ]
    assert bust_order(busts) == bust_order(busts, ("hand",)) == [["A", "B"], ["C"]]
    assert bust_order(busts, ("hand", "ts")) == [["A"], ["B"], ["C"]]


# ---------------------------------------------------------------- rows


def split(text):
    return [text[place : place + 2] for place in range(0, len(text), 2)]


def test_rows_compare_as_in_the_older_plain_scorer():
    chance = random.Random(3)
    rows = [chance.sample(DECK, chance.choice([3, 5])) for _ in range(400)]
    rows += [
        split("Ac2d3c4h5d"),
        split("2c3s4d5h6h"),
        split("Ac2c3c4c5c"),
        split("TcJcQcKcAc"),
        split("KhKdAs"),
    ]
    for one in rows:
        assert name(value(one)) == scorer.row_type(one)
        for two in rows[::7]:
            assert (value(one) < value(two)) == (scorer.value(one) < scorer.value(two))


def test_wheels():
    wheel, six, king, ace = map(split, ("Ac2d3c4h5d", "2c3s4d5h6h", "9cTsJdQhKh", "TcJsQdKhAh"))
    assert value(wheel) < value(six) < value(king)
    assert value(king, "second") < value(wheel, "second") < value(ace, "second")
    assert name(value(wheel, "none")) == "high_card"
    suited = split("Ac2c3c4c5c")
    assert [name(value(suited, each)) for each in ("lowest", "second", "none")] == [
        "straight_flush", "straight_flush", "flush",
    ]  # fmt: skip
    assert value(suited, "second") < value(split("TcJcQcKcAc"), "second")


@of_every(
    ("row", "hand", "ranks"),
    [
        ("JKAcKc", "pair", (14, 14, 13)),
        ("JKAcAd", "trips", (14, 14, 14)),
        ("JKJKKc", "trips", (13, 13, 13)),
        ("JKJKJK", "trips", (14, 14, 14)),
        ("JKAcAdAhAs", "five_of_a_kind", (14,) * 5),
        ("JKJK2c2d2h", "five_of_a_kind", (2,) * 5),
        ("JKTcJcQcKc", "royal_flush", (14,)),
        ("JK5c6c7c8c", "straight_flush", (9,)),
        ("JKAc9c7c2c", "flush", (14, 13, 9, 7, 2)),  # no rank twice
        ("JK2c2d5h5s", "full_house", (5, 5, 5, 2, 2)),
        ("JK2c3d4h5s", "straight", (6,)),
        ("JKAc2d3h4s", "straight", (5,)),
    ],
)
def test_a_joker_makes_the_row_the_best_it_can_be(row, hand, ranks):
    worth = value(split(row))
    assert (name(worth), worth[1]) == (hand, ranks)


def test_what_a_joker_stands_for_is_every_card_that_is_not_in_the_row():
    for row in ("2c2d2h9s", "Tc9c7c6c", "AcKdQh5s"):
        cards = split(row)
        others = {value([*cards, card]) for card in without(DECK, cards)}
        assert values((*cards, "JK")) == others


# ---------------------------------------------------------------- readings


def units(hand, system="ofc-cash", **readings):
    return [each["units"] for each in score(hand, system, **readings)["pairs"]]


FOUL_2 = "AcAs7s KcKs8s7c3d QcQdJcJd2s"  # 9, 0, 0


def test_scoops():
    assert units(hand_of(WINNER, LOSER)) == [6 + 15]
    assert units(hand_of(WINNER, LOSER), scoop="three_total") == [3 + 15]
    tied = hand_of("AcTd3c KhKd8c4h2d QcQd5s5h9c", "AdTc3s QhQs9d8s2c JcJd6d6cTs")
    assert [units(tied, two_and_a_tie=each) for each in (False, True)] == [[2], [5]]
    assert units(tied, two_and_a_tie=True, scoop="three_total") == [3]


def test_fouls():
    fouled = hand_of(WINNER, FOUL)
    assert units(fouled) == units(fouled, "ofc-event") == [6 + 15]
    assert units(fouled, scoop="three_total") == [3 + 15]
    assert units(fouled, "ofc-event", scoop="three_total") == [6 + 15]
    assert units(fouled, foul_pays_royalties=False) == [6]
    assert units(fouled, own_royalties="kept") == [6 + 15 - 13]
    assert units(fouled, own_royalties="paid") == [6 + 15 + 13]
    both = hand_of(FOUL, FOUL_2)
    assert units(both) == [0]
    (pair,) = score(both, "ofc-event", foul_against_foul="rows")["pairs"]
    assert (pair["rows"], pair["units"]) == ({"front": -1, "middle": 1, "back": 1}, 1)


def test_royalties():
    both = hand_of(WINNER, "JsJdTc AcAdAhKcKs 2c3c4c5c6c")  # 6, 12, 15
    assert units(both) == [1 - 2 + 15 - 33]
    assert units(both, royalty_to="higher") == [-1 + 7 - 12 - 15]
    assert units(both, royalty_to="won") == [-1 + 7 - 12 - 15]
    royal = hand_of(
        "QsQh4d 9c8d7h6s5c TcJcQcKcAc", LOSER.replace("AcAs6d6cTd", "AhAs6d6cTd").replace("Kc", "Kh")
    )
    assert units(royal) == [6 + 7 + 4 + 25]
    assert units(royal, royal_flush="both") == [6 + 7 + 4 + 25 + 15]
    assert units(royal, royalties=from_quads(ROYALTIES)) == [6 + 25]
    assert len(ROYALTIES) == 34


def test_level_rows_and_short_fronts():
    level = hand_of("7h4dAs 3c4h5c6h7c 3d4s5d6s7d", LOSER)
    assert score(level, "ofc-cash")["seats"][0]["fouled"] is False
    assert score(level, "ofc-cash", equal_rows="foul")["seats"][0]["fouled"] is True
    front = hand_of("KcKdQc KhKsQd7c2h 3d4s5d6s7d", LOSER)

    def fouled(**readings):
        return score(front, "ofc-cash", **readings)["seats"][0]["fouled"]

    assert not fouled()
    assert not fouled(equal_rows="foul")
    assert not fouled(front_against_middle="first_three")
    assert fouled(front_against_middle="first_three", equal_rows="foul")


def test_jokers_that_would_foul():
    hand = hand_of("JKAcKd QcQdJs9s2h KsKhTd8d3c", LOSER, variant="ofc")
    assert score(hand, "ofc-cash")["seats"][0]["fouled"] is True
    seat = score(hand, "ofc-cash", jokers="best_legal")["seats"][0]
    assert (seat["fouled"], seat["hands"]["front"]) == (False, "high_card")
    five = hand_of("2c2d4h JK7c7d7h7s JK9c9d9h9s", LOSER)
    assert score(five, "ofc-cash", royalties=WITH_JOKERS)["seats"][0]["royalties"] == {
        "front": 0, "middle": 100, "back": 50,
    }  # fmt: skip


def test_penalties():
    ruled = [{"kind": "exposed_card", "seat": each, "ruling": "penalty"} for each in (1, 1, 4)]
    warned = [{"kind": "exposed_card", "seat": 2, "ruling": "warning"}]
    hand = hand_of(WINNER, LOSER, FOUL, None, irregularities=ruled + warned)
    parts = {(each["a"], each["b"]): each["parts"] for each in score(hand, "ofc-event")["pairs"]}
    penalties = {pair: each["penalties"] for pair, each in parts.items()}
    assert penalties == {(1, 2): -2, (1, 3): -2, (2, 3): 0, (1, 4): 3, (2, 4): 3, (3, 4): 3}
    assert units(hand, active="legal")[2:] == units(hand)[2:]
    legal = {
        (each["a"], each["b"]): each["parts"]["penalties"]
        for each in score(hand, "ofc-event", active="legal")["pairs"]
    }
    assert legal == {**penalties, (1, 3): 0, (3, 4): 0}
    (*_, received) = score(hand, "ofc-event", missed_receives="fouls")["pairs"]
    assert (received["parts"]["rows"], received["units"]) == (-6, -3)
    assert not any(each["parts"]["penalties"] for each in score(hand, "carnivale-ofc-2013")["pairs"])


def test_declared_fouls_need_a_mark_and_a_ruling():
    def fouled(ruling, **marked):
        hand = hand_of(WINNER, LOSER, irregularities=[{"kind": "other", "seat": 1, "ruling": ruling}])
        hand["seats"][0].update(marked)
        return score(hand, "ofc-event")["seats"][0]["fouled"]

    assert fouled("hand_fouled", fouled=True)
    assert fouled("hand_dead", fouled=True)
    assert not fouled("hand_fouled")
    assert not fouled("play_on", fouled=True)


# ---------------------------------------------------------------- payment

THREE = ["S1", "S2", "S3"]


def paid(stacks, dues, system, order=THREE, unit=100, **readings):
    return settle(order, dict(zip(order, stacks, strict=True)), dues, unit, rules_of(system, **readings))


def test_carnivales_covers_and_fractions():
    won, lost = {("S1", "S2"): 6}, {("S3", "S1"): 6}
    both = [{**won, **lost}]
    assert paid([450, 2000, 2000], both, "carnivale-ofc-2013") == ([("S2", "S1", 450)], [])
    assert paid([450, 2000, 2000], both, "carnivale-ofc-2013", fraction="whole_units") == (
        [("S2", "S1", 400)],
        [],
    )
    assert paid([450, 2000, 2000], both, "carnivale-ofc-2013", cover="payer") == ([("S2", "S1", 600)], [])
    assert paid([900, 600, 300], both, "carnivale-ofc-2013") == (
        [("S2", "S1", 600), ("S1", "S3", 300)],
        ["S2"],
    )


def test_the_event_in_full_or_out():
    dues = [{("S1", "S2"): 5, ("S3", "S1"): 6, ("S2", "S3"): 4}]
    in_order = [("S2", "S1", 500), ("S1", "S3", 600), ("S3", "S2", 400)]
    assert paid([100, 500, 100], dues, "ofc-event") == (in_order, ["S1"])  # S2 comes back from nothing
    assert paid([100, 500, 100], dues, "ofc-event", zero="out_at_once") == (in_order[:2], ["S1", "S2"])
    assert paid([100, 450, 100], dues, "ofc-event") == ([("S2", "S1", 450), ("S1", "S3", 550)], ["S1", "S2"])
    assert paid([100, 450, 100], dues, "ofc-event", fraction="whole_units") == (
        [("S2", "S1", 400), ("S1", "S3", 500)],
        ["S1", "S2"],
    )


def test_sequences():
    dues = [{("S1", "S2"): 1, ("S1", "S3"): -2, ("S2", "S3"): 3}]

    def turns(sequence):
        return [move[:2] for move in paid([5000] * 3, dues, "ofc-event", sequence=sequence)[0]]

    assert turns("pairs") == [("S2", "S1"), ("S1", "S3"), ("S3", "S2")]
    assert turns("payer_rounds") == [("S1", "S3"), ("S2", "S1"), ("S3", "S2")]
    assert turns("receiver_rounds") == [("S2", "S1"), ("S3", "S2"), ("S1", "S3")]


def test_penalties_apart():
    hand = hand_of(WINNER, LOSER, irregularities=[{"kind": "exposed_card", "seat": 1, "ruling": "penalty"}])
    moved = {
        when: [each["amount"] for each in score(hand, "ofc-event", penalties_paid=when)["transfers"]]
        for when in ("with_rest", "first", "last")
    }
    assert moved == {"with_rest": [2000], "first": [100, 2100], "last": [2100, 100]}


def test_what_was_not_recorded():
    hand = hand_of(WINNER, LOSER)
    reported = score(hand, "ofc-event")
    assert [each["amount"] for each in reported["transfers"]] == [2100]
    assert [each["stack_after"] for each in reported["seats"]] == [None, None]
    assert reported["eliminated"] is None
    hand["seats"][0]["stack"] = 400
    reported = score(hand, "ofc-event")
    assert (reported["transfers"], reported["seats"][0]["net"], reported["eliminated"]) == (None, None, None)
    assert [each["net"] for each in score(hand, "ofc-cash")["seats"]] == [2100, -2100]
    assert score({**hand, "void": True}, "ofc-cash")["transfers"] == []
    assert score(hand, "ofc-cash")["transfers"][0]["units"] == Fraction(21)
