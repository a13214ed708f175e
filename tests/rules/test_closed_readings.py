"""Other readings of the described systems: what each comes to, worked out by hand or by the plain scorer."""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import numpy as np
import pytest

from rules.audit.open_point_effects import other_readings
from rules.controls.library import library
from rules.controls.ruleset import Ruleset
from rules.replay.explain import Explanation, explained
from rules.replay.many_scorings import Together
from rules.replay.row_replay import replay
from rules.replay.scoring import compiled
from rules.replay.topics import touched
from tests.folding import of_every
from tests.plain.closed.readings import override, read
from tests.plain.closed.score import score
from tests.plain.closed.systems import SYSTEMS, Sweep
from tests.plain.closed_deals import deals
from tests.rules.build import A, B, C, D, blocks, hand, log, seat, session
from tests.rules.every_reading import that_set_nothing, that_set_something
from tests.rules.rulesets import PLAYED_AS
from tests.rules.test_closed_differential import recorded
from tests.rules.test_readings import exchanged

dealt_once = lru_cache(maxsize=4)(deals)  # for several readings, which only read the deals

# ------------------------------------------------------------------------------- worked out by hand

DRAGON = "2c3d4h 5s6c7d8h9s TcJdQhKsAc"  # a complete straight, and three straights
SIX_PAIRS = "9h9d8s 8dKhKdJsJh 7h7s3s3c4d"
COLOUR = "2d3d4d 6h6dThTd8h JdJhQdQhKd"  # thirteen red cards
BLACK = "2s4s6s 8s8cTsTc3c KcKsQcAc5c"  # thirteen black cards, of no other special hand
TWELVE = "2s4s6s 8s8cTsTc3c KcKsQcAc5h"  # twelve black cards and a red one
SMALL_TEN = "2c3c4c 5c6h7h9hTh 8d8hTdTs2s"  # nothing above a ten
PLAIN = "Ah8c3d JcTd9s9c4d QdJh7s7h7d"
BEATEN = "5s4c3c Kh9d8h7c6s Kc8d5h3s3h"
OUT_OF_ORDER = "AhAdKs TsThTdTc9s QhQdJsJd2c"  # four tens in the middle, two pairs at the back
PICTURES = "KdKhKc AdAhAcQsQh QcQdJsJhJc"  # thirteen of J, Q, K and A: ten pictures
SUITED_NINE = "2d3h4s 2c3d4h5s6c 5d6d7d8d9d"  # three straights, that in the back in one suit
ACE_HIGH = "Ah2s3c 4c5c6h7s8h TcJdQhKsAc"  # three straights, none in one suit
TEN_HIGH = "8h7d2h 9d7s6s4c2s 9h8d6h4d3d"
LOW_FRONT = "Ac2d3h 9s8h7d6d5h KdQcJdTh9d"  # three straights, level behind with the next two
KING_FRONT = "KsQsJc 9h8d7c6c5s KhQhJsTc9c"
ACE_FRONT = "AsKsQd 9h8d7c6c5s KhQhJsTc9c"
OTHER_SIX_PAIRS = "9h9d8s 8dKhKdJsJh 7h7c3s3d4d"  # against ACE_HIGH: no card of it
EXTRAS = (
    "2c2d2h 5c5d5hQcQd AsAhAdAcKc"  # three twos in front, a full house, four aces: 2 + 2 + 4 units in malayan
)
HALF = "six_and_half_pairs"
FOUR_NINES = "9h9dTs 9s9cJsJhTh KhKdKcQhQc"  # three kings and five pairs, two of them of nines
HIGH_CARDS = "5s4c3c 8d7h6s4h2c AcAd8s5d3h"
NO_EXTRAS = "AsKcQc 2c2d5h6h7c QdQsAhTc4c"
QUADS_BEHIND = "8c7d2h 9d7s6s4c2s QhQdQcQs3d"  # wins the back from the next hand, and loses the other rows
ROYAL = "AcKc5d 9s9h8s8h2c TsJsQsKsAs"
OTHER_ROYAL = "AdQc5c 7s7h6s6h3c ThJhQhKhAh"  # level behind with the hand before, which wins the other rows
TWO_ROWS = "AhKc9s AcAdKd5h4h TsTdTh4d4s"
TWO_ACES = "Kd7c4c AsQs6h5c3s Ad9d8h8d2c"  # loses every row to the next hand, which has no ace
NO_ACES = "2h2sJd 3h3dTsTc5d 6s6c6dQcQh"


def two(one, other, **fields):
    return seat(1, one, **fields), seat(2, other)


def outcome(system, reading, seats, dealer=1, **fields):
    """A hand replayed under a reading, or as filed where the reading is empty."""
    ruleset = library().get(system)
    if reading:
        ruleset = ruleset.under(dict([reading]))
    (block,) = blocks(log(session(ruleset=system), hand(1, *seats, unit=100, dealer=dealer, **fields)))
    return explained(replay(block, compiled(ruleset)), 0)


EQUAL_VALUES = (
    seat(1, ACE_HIGH, declared="three_straights"),
    seat(2, OTHER_SIX_PAIRS, declared=HALF),
)
WORKED = [
    # system, ambiguity, reading, seats, other fields, units of seat 1 as filed, and under the reading
    ("classic-specials", "AMB-SPEC-LOWER-VOID", "difference",
     (seat(1, DRAGON, declared="complete_straight"), seat(2, SIX_PAIRS, declared="six_pairs")), {}, 13, 10),
    ("classic-specials", "AMB-SPEC-STRAIGHTS-TIE", "poker_hands",
     (seat(1, SUITED_NINE, declared="three_straights"), seat(2, ACE_HIGH, declared="three_straights")), {}, -3, 3),
    ("classic-specials", "AMB-SPEC-WHEEL3", "second",
     (seat(1, LOW_FRONT, declared="three_straights"), seat(2, KING_FRONT, declared="three_straights")), {}, -3, 3),
    ("classic-specials", "AMB-SPEC-WHEEL3", "second",
     (seat(1, LOW_FRONT, declared="three_straights"), seat(2, ACE_FRONT, declared="three_straights")), {}, -3, -3),
    ("classic-specials", "AMB-SPEC-RECIPIENT", "total",
     (seat(1, SIX_PAIRS, declared="six_pairs"), seat(2, PLAIN), seat(3, TEN_HIGH)), {}, 6, 3),
    ("vietnamese", "AMB-SPEC-WAIVE-SCOPE", "classic_only", two(DRAGON, BEATEN), {}, 1, 13),
    ("vietnamese", "AMB-HG-DECLARE", "automatic", two(DRAGON, BEATEN), {}, 1, 13),
    ("classic-specials", "AMB-SPEC-MULTI", "sum", two(DRAGON, BEATEN, declared="complete_straight"), {}, 13, 16),
    ("hawaiian-gardens", "AMB-HG-SP-OVERLAP", "sum", two(DRAGON, BEATEN, declared="complete_straight"), {}, 13, 17),
    ("malayan", "AMB-MY-DRAGON", "nothing", two(DRAGON, BEATEN, declared="three_straights"), {"banker": 2}, 4, 1),
    ("malayan", "AMB-BANK-SPECIAL", "bank",
     (seat(1, COLOUR, declared="same_colour"), seat(2, BLACK, declared="same_colour")), {"banker": 2}, 0, -10),
    ("malayan", "AMB-MY-PICTURES", "with_ace", two(PICTURES, TEN_HIGH, declared="twelve_pictures"), {"banker": 2}, -3, 18),
    ("singapore", "AMB-SG-DRAGON-VALUE", "variant", two(DRAGON, BEATEN, declared="dragon"), {}, 13, 26),
    ("singapore", "AMB-SG-DRAGON-VALUE", "variant", two(SMALL_TEN, BEATEN, declared="small_cards"), {}, -1, 3),
    ("classic-sweep-1", "AMB-SWEEP-AMOUNT", "three", two(PLAIN, BEATEN), {}, 4, 6),
    ("vietnamese", "AMB-VN-MULTIPLIER-OPTIONAL", "on", two(PLAIN, BEATEN), {}, 3, 6),
    ("vietnamese-multipliers", "AMB-SWEEP-ALL-2P", "one_is_all", two(PLAIN, BEATEN), {}, 6, 9),
    ("classic-surrender-overall", "AMB-OVERALL-SPECIAL", "yes", two(PLAIN, BEATEN, surrendered=True), {}, -2, -3),
    ("classic-house", "AMB-BANK-SEAT", "dealer", (seat(1, PLAIN), seat(2, BEATEN), seat(3, TEN_HIGH)), {"banker": 2}, 3, 6),
    ("classic-surrender", "AMB-SUR-BONUS", "pays", two(PLAIN, BEATEN, surrendered=True), {}, -1, -1),
    ("classic-pool", "AMB-POOL-PLAYERS", "fixed4", two(A, B), {}, 3, 9),
    ("malayan", "AMB-MY-EXTRA-WITH-SPECIAL", "added", two(SIX_PAIRS, EXTRAS, declared=HALF), {"banker": 2}, 4, -4),
    ("vietnamese", "AMB-SPEC-SIXPAIRS-QUADS", "no", two(FOUR_NINES, HIGH_CARDS, declared="five_pairs_and_trips"), {}, 6, 3),
    ("malayan", "AMB-SPEC-HALF", "trips", two(SIX_PAIRS, NO_EXTRAS, declared=HALF), {"banker": 2}, 4, -3),
    ("malayan", "AMB-MY-EQUAL-VALUE", "rank", EQUAL_VALUES, {"banker": 1}, 0, -4),
    ("malayan", "AMB-MY-EQUAL-VALUE", "bank", EQUAL_VALUES, {"banker": 1}, 0, 4),
    ("malayan", "AMB-MY-EQUAL-VALUE", "bank", EQUAL_VALUES, {"banker": 2}, 0, -4),
    ("hawaiian-gardens-aces", "AMB-ACES-SCOPE", "live_only", two(TWO_ACES, NO_ACES), {}, -4, -4),
    ("hawaiian-gardens-aces", "AMB-ACES-SCOPE", "live_only", two(DRAGON, NO_ACES, declared="complete_straight"), {}, 14, 13),
    ("hawaiian-gardens", "AMB-HG-ADD-LOSER", "no", two(QUADS_BEHIND, TWO_ROWS), {}, 3, -1),
    ("hawaiian-gardens", "AMB-HG-ADD-LOSER", "no", two(ROYAL, OTHER_ROYAL), {}, 1, 1),  # neither wins the back
    ("classic-surrender-overall", "AMB-FOUL", "like_surrender", two(OUT_OF_ORDER, BEATEN), {}, -4, -2),  # without the point
    ("classic-overall", "AMB-FOUL", "void", two(OUT_OF_ORDER, BEATEN), {}, -4, 0),
    ("one-four", "AMB-ROWS-1W2T", "zero", two("AhKd9d 2c2d3h4h6s 7c7d8h9hTs", "AcKh9c 2h2s3c4c6d 7h7s8c9cJd"), {}, -1, 0),
]  # fmt: skip


@of_every(
    ("system", "ambiguity", "reading", "seats", "fields", "filed", "otherwise"), WORKED,
    ids=[f"{each[0]}-{each[1]}-{each[2]}-{place}" for place, each in enumerate(WORKED)],
)  # fmt: skip
def test_what_a_reading_comes_to(system, ambiguity, reading, seats, fields, filed, otherwise):
    assert outcome(system, (), seats, **fields)["seats"][0]["units"] == filed
    assert outcome(system, (ambiguity, reading), seats, **fields)["seats"][0]["units"] == otherwise
    if len(seats) == 2:
        banker = {name: 3 - number for name, number in fields.items()}
        reported = outcome(system, (ambiguity, reading), exchanged(*seats), dealer=2, **banker)
        assert reported["seats"][1]["units"] == otherwise


def test_a_natural_that_was_claimed_counts_though_the_cards_hold_a_better_one():
    """AMB-SPEC-MULTI: a complete straight that is declared as three straights gets 3 units, and not 13."""
    automatic = ("AMB-HG-DECLARE", "automatic")
    claimed = hand(1, *two(DRAGON, BEATEN, declared="three_straights"), unit=100)
    (block,) = blocks(log(claimed, hand(2, *two(DRAGON, BEATEN), unit=100)))
    for readings, units in (([automatic], (13, 13)), ([automatic, ("AMB-SPEC-MULTI", "claimed")], (3, 13))):
        replayed = replay(block, compiled(library().get("vietnamese").under(dict(readings))))
        assert tuple(explained(replayed, at)["seats"][0]["units"] for at in (0, 1)) == units


def test_the_better_of_two_naturals_of_a_kind_beside_a_hand_without_one():
    """The three straights of LOW_FRONT and KING_FRONT are level behind; the better front wins (AMB-SPEC-WHEEL3)."""
    naturals = [
        seat(number, rows, declared="three_straights")
        for number, rows in enumerate((LOW_FRONT, KING_FRONT), 1)
    ]
    pairs = outcome("classic-specials", (), (*naturals, seat(3, TEN_HIGH)))["pairs"]
    assert [pair["units"] for pair in pairs] == [-3, 3, 3]


def test_a_value_shared_among_three_opponents_is_a_fraction():
    """AMB-SPEC-RECIPIENT: thirteen units in all are four and a third from each of three."""
    seats = (
        seat(1, DRAGON, declared="complete_straight"),
        seat(2, SIX_PAIRS),
        seat(3, COLOUR),
        seat(4, BLACK),
    )
    reported = outcome("classic-specials", ("AMB-SPEC-RECIPIENT", "total"), seats)
    assert [pair["units"] for pair in reported["pairs"][:3]] == ["13/3", "13/3", "13/3"]
    assert reported["seats"][0]["units"] == 13
    # 433 cents from each; seat 3 wins 3 units from each of two fouled hands, which owe each other nothing
    assert [each["net"] for each in reported["seats"]] == [1299, -733, 167, -733]


CHIPS = {
    # what A pays and gets in SRC-HG-CHIPS under each reading: +6 from B, -6 to C, and 1 with D
    ("AMB-CHIP-COVER", "gross_both_sides"): 400,
    ("AMB-CHIP-COVER", "net"): 100,
    ("AMB-CHIP-COVER", "each_way"): 100,
}
PRINTED = (
    seat(1, "KhJc7d 7c5h4d3h3d AhAdKsJh6d", stack=800), seat(2, "Ts5s4s AsKdTd9c7h Jd9h9d4c2h", stack=10_000),
    seat(3, "AcQd3c Qs8c5d5c2d QhJsTh9s8s", stack=10_000), seat(4, "Qc6s3s Tc6h6c4h2s Kc8h8d7s2c", stack=10_000),
)  # fmt: skip


@pytest.mark.parametrize(("ambiguity", "reading"), CHIPS)
def test_the_printed_example_of_chips_under_the_readings_of_its_cover(ambiguity, reading):
    """HG-chips-example: 8 chips become 12; other readings leave more or less of what was due."""
    reported = outcome("hawaiian-gardens", (ambiguity, reading), PRINTED)
    assert reported["seats"][0]["net"] == CHIPS[ambiguity, reading]
    assert reported["seats"][0]["units"] == 1


def test_who_begins_where_the_order_is_counted_from_the_first_seat():
    """AMB-CHIP-DEALER: with the button at seat 3 the other order is that of SRC-HG-CHIPS."""
    hands = log(session(ruleset="hawaiian-gardens"), hand(1, *PRINTED, unit=100, dealer=3))
    (block,) = blocks(hands)
    ruleset = library().get("hawaiian-gardens")
    filed = explained(replay(block, compiled(ruleset)), 0)
    house = explained(replay(block, compiled(ruleset.under({"AMB-CHIP-DEALER": "house"}))), 0)
    assert filed["seats"][0]["net"] == -400
    assert house["seats"][0]["net"] == 400
    assert [(move["payer"], move["payee"], move["amount"]) for move in house["transfers"]][:2] == [
        (2, 1, 600),
        (1, 3, 200),
    ]


@pytest.mark.parametrize(
    ("system", "ambiguity", "reading", "seats", "filed", "otherwise"),
    [
        # one row lost, and 4 units for the quads: 300 in one payment; or 100 paid, and what is left covers 100
        ("hawaiian-gardens", "AMB-CHIP-NETTING", "items",
         (seat(1, QUADS_BEHIND, stack=200), seat(2, TWO_ROWS, stack=10_000)), 200, 0),
        # 6 units lost, 2 won for the aces: 400 in one payment; or 600 paid first, and what is left covers 100
        ("hawaiian-gardens-aces", "AMB-CHIP-ACES-PHASE", "separate",
         (seat(1, TWO_ACES, stack=700), seat(2, NO_ACES, stack=10_000)), -400, -500),
    ],
    ids=["item by item", "aces last"],
)  # fmt: skip
def test_what_chips_cover_under_another_order_of_payments(
    system, ambiguity, reading, seats, filed, otherwise
):
    for chosen, net in (((), filed), ((ambiguity, reading), otherwise)):
        assert [each["net"] for each in outcome(system, chosen, seats)["seats"]] == [net, -net]


@pytest.mark.parametrize(("stack", "nets"), [(300, [300, -300]), (299, [None, None])])
def test_without_a_button_what_is_due_is_known_where_the_chips_suffice(stack, nets):
    """Seat 2 owes three units of 100."""
    seats = seat(1, QUADS_BEHIND, stack=10_000), seat(2, TWO_ROWS, stack=stack)
    reported = outcome("hawaiian-gardens", (), seats, dealer=None)
    assert [each["net"] for each in reported["seats"]] == nets


WINS_TWO = "AhQd9d 6c6d3h4h5s KcKdJh7s2s"  # two rows from the second; a row and a tie with the third
BEATS_THIRD = "Jd8s2c 8c8dTs4s3c JsJcQs5c2d"
THIRD = "AcQh9c 7c7d2h4c5d 9h9sTd8h3s"


@pytest.mark.parametrize("hands", [(WINS_TWO, BEATS_THIRD, THIRD), (THIRD, BEATS_THIRD, WINS_TWO)])
def test_the_single_winner_where_a_row_is_tied(hands):
    """AMB-SINGLE-TIE: a row that is tied is not won; where it helps, each of two that tie it beats the other."""
    seats = [seat(number, rows) for number, rows in enumerate(hands, 1)]
    filed = outcome("classic-single-winner", (), seats)
    assert (filed["winner"], [each["net"] for each in filed["seats"]]) == (None, [0, 0, 0])
    helped = outcome("classic-single-winner", ("AMB-SINGLE-TIE", "not_lost"), seats)
    assert helped["winner"] == hands.index(WINS_TWO) + 1


def test_the_single_winner_is_not_known_where_a_hand_was_not_recorded():
    seats = (seat(1, WINS_TWO), seat(2, BEATS_THIRD), seat(3))
    reported = outcome("classic-single-winner", (), seats)
    assert (reported["winner"], [each["net"] for each in reported["seats"]]) == (None, [None] * 3)
    assert outcome("classic-single-winner", (), seats[:2])["winner"] == 1


@pytest.mark.parametrize(
    "system", ["malayan", "classic-single-winner"], ids=["no banker on record", "a prize"]
)
def test_who_paid_whom_is_not_known_where_what_a_seat_is_due_is_not(system):
    assert outcome(system, (), two(WINS_TWO, BEATS_THIRD))["transfers"] is None


def of_a_room(system, added, reading):
    """What a system with a room's additions comes to under a reading: units of two hands of A and B."""
    ruleset = library().get(system)
    params = {name: {**ruleset.params.get(name, {}), **table} for name, table in added.items()}
    room = Ruleset("room", 1, "", "", "chinese", {**ruleset.params, **params}).under(reading)
    tied = "AcAsKc QhQcJd3c3d 7c7d7s5s5c"  # ties the front of A, loses the other rows
    lines = [
        hand(1, seat(1, A), seat(2, B), unit=100),
        hand(2, seat(1, A), seat(2, tied), unit=100, banker=1),
    ]
    (block,) = blocks(log(*(line | {"banker": 1} for line in lines)))
    return [explained(replay(block, compiled(room)), at)["seats"][0]["units"] for at in (0, 1)]


def test_rows_that_the_banker_wins_for_a_tie_in_a_sweep():
    """AMB-BANK-SWEEP: three rows, and one more unit for all three; in the second hand the front is tied."""
    sweep = {"sweep": {"pair": {"op": "add", "units": 1}}}
    assert of_a_room("classic-house", sweep, {"AMB-BANK-SWEEP": "yes"}) == [4, 4]
    assert of_a_room("classic-house", sweep, {"AMB-BANK-SWEEP": "no"}) == [4, 3]


def test_a_sweep_where_the_overall_point_is_played():
    """AMB-SWEEP-OVERALL: three rows, a unit for the sweep, and the point; two rows and the point in the second hand."""
    sweep = {"sweep": {"pair": {"op": "add", "units": 1}}}
    assert of_a_room("classic-overall", sweep, {"AMB-SWEEP-OVERALL": "both"}) == [5, 3]
    assert of_a_room("classic-overall", sweep, {"AMB-SWEEP-OVERALL": "one"}) == [4, 3]


def test_aces_that_were_dealt_count_where_a_set_card_was_not_recorded():
    """HG-aces-values: three aces are 6 units, one of them not legible in front; a surrender costs 3."""
    dealt = "Ah7c4cAsQs6h5c3sAd9d8h8d2c"
    for front in ("??7c4c", "??7c4c2c"):
        rows = f"{front} AsQs6h5c3s Ad9d8h8d{'2c' if front == '??7c4c' else ''}"
        seats = (seat(1, rows, surrendered=True, dealt=dealt), seat(2, NO_ACES))
        assert [each["units"] for each in outcome("hawaiian-gardens-aces", (), seats)["seats"]] == [3, -3]


@pytest.mark.parametrize("rows", [(None, NO_ACES), (NO_ACES, None)])
def test_a_side_bet_is_not_known_where_the_cards_of_either_were_not_recorded(rows):
    """The surrender has its price whatever the cards are; the aces have none."""
    for system, paid in (("hawaiian-gardens", -3), ("hawaiian-gardens-aces", None)):
        reported = outcome(system, (), two(*rows, surrendered=True))
        assert reported["seats"][0]["units"] == paid


# ------------------------------------------------------------------------------- against the plain scorer

OTHERWISE = {
    # (system, ambiguity, reading): the plain scorer's system under it
    ("singapore-sweep", "AMB-SWEEP-SPECIAL", "ignored"): lambda s: override(s, "sweeps.table.needs", "live_opponents"),
    ("vietnamese-multipliers", "AMB-SWEEP-SPECIAL", "ignored"): lambda s: override(s, "sweeps.table.needs", "live_opponents"),
    ("hawaiian-gardens", "AMB-SWEEP-SPECIAL", "ignored"): lambda s: override(s, "sweeps.table.needs", "live_opponents"),
    ("singapore-sweep", "AMB-SWEEP-ALL-2P", "one_is_all"): lambda s: override(s, "sweeps.table.min_opponents", 1),
    ("hawaiian-gardens", "AMB-SWEEP-ALL-2P", "one_is_all"): lambda s: override(s, "sweeps.table.min_opponents", 1),
    ("vietnamese-multipliers", "AMB-SWEEP-MULT-SCOPE", "base"): lambda s: override(
        override(s, "sweeps.pair.scope", "base"), "sweeps.table.scope", "base"),
    ("classic-house-increased", "AMB-BANK-TIE-BONUS", "no"): lambda s: override(s, "comparison.tie_bonus", "none"),
    ("vietnamese", "AMB-VN-SPEC-VS-SPEC", "difference"): lambda s: override(s, "specials.vs_special", "difference"),
    ("classic-specials", "AMB-SPEC-LOWER-VOID", "difference"): lambda s: override(s, "specials.vs_special", "difference"),
    ("classic-specials", "AMB-SPEC-SIXPAIRS-TIE", "odd_card"): lambda s: read(s, odd_card_breaks_ties=True),
    ("classic-specials", "AMB-SPEC-STRAIGHTS-TIE", "poker_hands"): lambda s: read(s, straights_as_poker_hands=True),
    ("hawaiian-gardens", "AMB-HG-DECLARE", "automatic"): lambda s: read(s, must_declare=False),
    ("singapore", "AMB-HG-DECLARE", "automatic"): lambda s: read(s, must_declare=False),
    ("one-four", "AMB-ROWS-2W1T", "table"): lambda s: override(s, "rows.table.2-0-1", 1),
    ("one-four", "AMB-ROWS-1W2T", "zero"): lambda s: override(s, "rows.table.1-0-2", 0),
    ("hawaiian-gardens", "AMB-HG-ADD-COND", "held"): lambda s: read(
        s, royalties=tuple(replace(each, when="held") for each in s.royalties)),
    ("vietnamese", "AMB-INC-INSTEAD", "all_additions"): lambda s: read(
        s, royalties=tuple(replace(each, total=False) for each in s.royalties)),
    ("vietnamese", "AMB-VN-MULTIPLIER-OPTIONAL", "on"): lambda s: SYSTEMS["vietnamese-multipliers"],
    ("vietnamese-multipliers", "AMB-VN-MULTIPLIER-OPTIONAL", "off"): lambda s: SYSTEMS["vietnamese"],
    ("singapore", "AMB-SG-DRAGON-VALUE", "variant"): lambda s: SYSTEMS["singapore-variants"],
    ("singapore-variants", "AMB-SG-DRAGON-VALUE", "first"): lambda s: SYSTEMS["singapore"],
    ("classic-sweep-1", "AMB-SWEEP-AMOUNT", "three"): lambda s: SYSTEMS["classic-sweep-3"],
    ("classic-sweep-3", "AMB-SWEEP-AMOUNT", "one"): lambda s: read(s, sweep=Sweep("add", 1)),
    ("classic-simple", "AMB-ORDER-EQUAL", "foul"): lambda s: override(s, "set_order.equal", "foul"),
    ("malayan", "AMB-ORDER-EQUAL", "foul"): lambda s: override(s, "set_order.equal", "foul"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.sampled(25)
@pytest.mark.parametrize(("system", "ambiguity", "reading"), OTHERWISE)
def test_replay_under_a_reading_is_what_the_plain_scorer_gives(system, ambiguity, reading):
    dealt = dealt_once(system, 300, seed=77)
    lines = [recorded(place, deal) for place, deal in enumerate(dealt, 1)]
    (block,) = blocks(log(session(ruleset=system), *lines))
    ruleset = library().get(system)
    reported = replay(block, compiled(ruleset.under({ambiguity: reading})))
    filed = replay(block, compiled(ruleset))
    plain = OTHERWISE[system, ambiguity, reading](SYSTEMS[system])
    moved = 0
    under, before = Explanation(reported), Explanation(filed)
    for place, deal in enumerate(dealt):
        seen = under.of(place)
        wanted = score(deal, plain)
        assert [
            None if each["units"] is None else Fraction(each["units"]) for each in seen["seats"]
        ] == wanted.units, deal
        moved += before.of(place)["seats"] != seen["seats"]
    assert moved  # the reading shows in the deals, so that the comparison can fail


# ------------------------------------------------------------------------------- what the audit looks at


DESCRIBED = [
    each
    for each in library().rulesets()
    if each.family == "chinese" and not each.id.startswith("wsgc") and each.id not in PLAYED_AS
]


@pytest.mark.slow
@pytest.mark.sampled(10)
@pytest.mark.parametrize("ruleset", DESCRIBED, ids=str)
def test_every_hand_that_another_reading_moves_is_looked_at(ruleset):
    """A topic may name more hands than a reading moves, never fewer: a hand that is not examined is never reported."""
    lines = [recorded(place, deal) for place, deal in enumerate(deals(ruleset.id, 250, seed=66), 1)]
    (hands,) = blocks(log(session(ruleset=ruleset.id), *lines))
    together = Together(hands)
    filed = together.replay(compiled(ruleset))
    moved_any = set()
    for ambiguity, reading, under in that_set_something(ruleset):
        moved = moved_in(filed, together.replay(compiled(under)))
        if moved.any():
            moved_any.add(ambiguity.id)
            assert ambiguity.touches is not None, (ambiguity.id, reading)
            missed = np.flatnonzero(moved & ~touched(filed, ambiguity.touches))
            assert missed.tolist() == [], (ambiguity.id, reading)
            assert reading in other_readings(ruleset, ambiguity), (ambiguity.id, reading)
    for under in that_set_nothing(ruleset):
        assert not moved_in(filed, together.replay(compiled(under))).any(), under.readings
    assert moved_any


def moved_in(filed, other):
    """(H,) where units or money differ, or where only one side knows them."""
    parts, others = filed.scoring.denominator, other.scoring.denominator
    units = other.units * parts != filed.units * others
    return (units | (other.net != filed.net) | (other.seat_known != filed.seat_known)).any(axis=1)


def test_hands_without_anything_open_are_moved_by_nothing():
    lines = [hand(1, seat(1, A), seat(2, B), seat(3, C), seat(4, D), unit=100, dealer=1, banker=1)]
    (hands,) = blocks(log(session(), *lines))
    for name in ("classic-simple", "classic-house", "classic-overall", "classic-surrender"):
        ruleset = library().get(name)
        filed = replay(hands, compiled(ruleset))
        for under in (*(under for *_, under in that_set_something(ruleset)), *that_set_nothing(ruleset)):
            assert not moved_in(filed, replay(hands, compiled(under))).any(), (name, under.readings)
