"""Open-face replay against the plain scorer: systems, readings and house tables, pair by pair, with order and limits."""

from fractions import Fraction
from functools import lru_cache

import pytest

from rules.clauses import ambiguities
from rules.controls.library import library
from rules.replay.explain import Explanation
from rules.replay.placement.fantasyland import earned
from rules.replay.row_replay import replay
from rules.replay.scoring import compiled
from tests.plain.open_face.fantasyland import cards_next
from tests.plain.open_face.placement import faults
from tests.plain.open_face.score import score
from tests.plain.open_face.systems import ROYALTIES, SYSTEMS, WITH_JOKERS, from_quads
from tests.plain.open_face_deals import deals
from tests.rules.build import audited, blocks, breaches, log, replays, session
from tests.rules.house_tables import house
from tests.rules.rulesets import PLAYED_AS

COUNT = 1_250  # of each of four systems: 5,000 hands
OPENED = "2013-07-13T17:00:00-07:00"


dealt_once = lru_cache(maxsize=4)(
    deals
)  # for tests of several readings, or house tables, that only read the deals


def of(system):
    return session(ruleset=system, opened_at=OPENED, unit=None)


def number(reported):
    return None if reported is None else Fraction(reported)


def agree(reported, plain, shown):
    """A hand as replayed is what the plain scorer gives."""
    for mine, wanted in zip(reported["seats"], plain["seats"], strict=True):
        for key in ("seat", "status", "fouled", "royalties", "net", "stack_after"):
            assert mine[key] == wanted[key], (key, mine, wanted, shown)
        assert number(mine["units"]) == wanted["units"], (mine, wanted, shown)
    for mine, wanted in zip(reported["pairs"], plain["pairs"], strict=True):
        assert (mine["a"], mine["b"], mine["rows"]) == (wanted["a"], wanted["b"], wanted["rows"]), shown
        assert number(mine["units"]) == wanted["units"], (mine, wanted, shown)
        assert sum(number(units) for units in mine["parts"].values()) == number(mine["units"]), shown
        assert {key: mine["parts"][key] for key in wanted["parts"]} == wanted["parts"], shown
    moved = reported["transfers"] and [
        each | {"units": number(each["units"])} for each in reported["transfers"]
    ]
    assert moved == plain["transfers"], shown
    assert reported["eliminated"] == plain["eliminated"], shown


@pytest.mark.sampled(5)
@pytest.mark.parametrize("system", SYSTEMS)
def test_replay_is_what_the_plain_scorer_gives(system, share):
    dealt = deals(system, share(COUNT), seed=20_261_121)
    for deal, reported in zip(dealt, replays(of(system), *dealt), strict=True):
        agree(reported, score(deal, system), (system, deal))


def test_every_open_face_system_of_the_library_agrees_with_the_plain_scorer():
    played = {PLAYED_AS.get(each.id, each.id) for each in library().rulesets() if each.family == "ofc"}
    assert set(SYSTEMS) == played


READINGS = [
    ("AMB-CARN-scoop-total", "three_total", "carnivale-ofc-2013", {"scoop": "three_total"}),
    ("AMB-CARN-scoop-total", "three_total", "ofc-event", {"scoop": "three_total"}),
    ("AMB-CARN-line-tie", "zero_scoop_if_others_won", "ofc-cash", {"two_and_a_tie": True}),
    ("AMB-CARN-equal-lines", "foul", "carnivale-ofc-2013", {"equal_rows": "foul"}),
    ("AMB-CARN-front-kickers", "first_three_only", "carnivale-ofc-2013", {"front_against_middle": "first_three"}),
    ("AMB-CARN-wheel", "second_highest", "ofc-event", {"wheel": "second"}),
    ("AMB-CARN-wheel", "not_straight", "carnivale-ofc-2013", {"wheel": "none"}),
    ("AMB-CARN-royalty-net", "higher_only", "carnivale-ofc-2013", {"royalty_to": "higher"}),
    ("AMB-CARN-royalty-net", "line_winner_only", "ofc-event", {"royalty_to": "won"}),
    ("AMB-CARN-royal-in-sf", "cumulative", "ofc-cash", {"royal_flush": "both"}),
    ("AMB-CARN-royalty-vs-foul", "no", "carnivale-ofc-2013", {"foul_pays_royalties": False}),
    ("AMB-CARN-foul-vs-foul", "gross_six_each", "carnivale-ofc-2013", {}),
    ("AMB-CARN-foul-vs-foul", "compare_lines", "carnivale-ofc-2013", {"foul_against_foul": "rows"}),
    ("AMB-OFC1-void-royalty", "kept", "ofc-event", {"own_royalties": "kept"}),
    ("AMB-OFC1-full-penalty", "six_plus_own", "ofc-event", {"own_royalties": "paid"}),
    ("AMB-OFC1-missed-receives", "only_infraction_chips", "ofc-event", {"missed_receives": "fouls"}),
    ("AMB-OFC1-active", "unfouled_only", "ofc-event", {"active": "legal"}),
    ("AMB-OFC1-two-missed", "three_each", "ofc-event", {}),
    ("AMB-CARN-winner-cap", "cap_loser_only", "carnivale-ofc-2013", {"cover": "payer"}),
    ("AMB-CARN-pay-sequence", "payer_rounds", "carnivale-ofc-2013", {"sequence": "payer_rounds"}),
    ("AMB-CARN-pay-sequence", "receiver_rounds", "carnivale-ofc-2013", {"sequence": "receiver_rounds"}),
    ("AMB-OFC1-pair-order", "payer_rounds", "ofc-event", {"sequence": "payer_rounds"}),
    ("AMB-CARN-partial-points", "floor_points", "carnivale-ofc-2013", {"fraction": "whole_units"}),
    ("AMB-CARN-partial-points", "floor_points", "ofc-event", {"fraction": "whole_units"}),
    ("AMB-OFC1-penalty-merge", "separate_first", "ofc-event", {"penalties_paid": "first"}),
    ("AMB-OFC1-penalty-merge", "separate_last", "ofc-event", {"penalties_paid": "last"}),
    ("AMB-OFC1-elim-zero", "out_at_once", "ofc-event", {"zero": "out_at_once"}),
]  # fmt: skip
IN_OTHER_PARTS = {
    "missed_receives"
}  # what a fouled hand pays who missed it stands under rows there, penalties here


def told_under(ruleset, dealt):
    (block,) = blocks(log(of(ruleset.id), *dealt))
    explanation = Explanation(replay(block, compiled(ruleset)))
    return [explanation.of(place) for place in range(len(dealt))]


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("ambiguity", "reading", "system", "plainly"), READINGS)
def test_a_reading_is_what_the_plain_scorer_gives(ambiguity, reading, system, plainly, share):
    dealt = dealt_once(system, share(400), seed=7)
    ruleset = library().get(system).under({ambiguity: reading})
    for deal, reported in zip(dealt, told_under(ruleset, dealt), strict=True):
        plain = score(deal, system, **plainly)
        if IN_OTHER_PARTS & set(plainly):
            for pair in plain["pairs"]:
                pair["parts"] = {}
        agree(reported, plain, (ambiguity, reading, deal))


def test_every_computed_reading_that_moves_money_agrees_with_the_plain_scorer():
    held = {(ambiguity, reading) for ambiguity, reading, _, _ in READINGS}
    elsewhere = {"AMB-OFC1-first-position", "AMB-JOKER"}  # below, and in test_readings
    for each in ambiguities().values():
        if not each.id.startswith(("AMB-CARN", "AMB-OFC1")) or each.touches is None or each.id in elsewhere:
            continue
        for name, reading in each.readings.items():
            if name != each.default and reading.sets:
                assert (each.id, name) in held, (each.id, name)


HOUSE = [
    ("royalties from quads only", "quads", {"royalties": from_quads(ROYALTIES)}, 0),
    ("royalties only on won rows", "won", {"royalty_to": "won"}, 0),
    ("equal rows foul", "equal", {"equal_rows": "foul"}, 0),
    ("a flat six for a foul", "flat", {"foul_units": 6, "foul_pays_royalties": False}, 0),
    ("two jokers, each row at its best", "jokers", {"royalties": WITH_JOKERS}, 2),
    ("two jokers, the best that is legal", "jokers-legal", {"royalties": WITH_JOKERS, "jokers": "best_legal"}, 2),
]  # fmt: skip


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("named", "file", "plainly", "jokers"), HOUSE, ids=[each[0] for each in HOUSE])
def test_a_house_table_is_what_the_plain_scorer_gives(named, file, plainly, jokers, share):
    dealt = dealt_once("ofc-cash", share(600), seed=11, jokers=jokers)
    ruleset = house(file)
    assert (sum("JK" in str(deal["seats"]) for deal in dealt) > share(300)) == (jokers > 0)
    for deal, reported in zip(dealt, told_under(ruleset, dealt), strict=True):
        agree(reported, score(deal, "ofc-cash", **plainly), (named, deal))


CODES = {
    "overfilled": "SET009", "not_as_dealt": "SET010", "street_size": "SET011", "out_of_turn": "SET012",
    "rows_differ": "SET013", "discards_differ": "SET013", "dealt_twice": "DCK001",
}  # fmt: skip


@pytest.mark.sampled(5)
@pytest.mark.parametrize("system", SYSTEMS)
def test_placement_errors_are_found_exactly_where_the_plain_auditor_finds_them(system, share):
    dealt = deals(system, share(600), seed=13, slips=True)
    reported: dict[int, set[str]] = {}
    for finding in breaches(audited(of(system), *dealt)):
        if finding.code in CODES.values():
            reported.setdefault(finding.hand, set()).add(finding.code)
    slips = {
        deal["hand"]: {CODES[kind] for kind, _ in faults(deal)} for deal in dealt if "placements" in deal
    }
    assert len([kinds for kinds in slips.values() if kinds]) >= share(100)
    for deal in dealt:
        assert reported.get(deal["hand"], set()) == slips.get(deal["hand"], set()), deal


@pytest.mark.slow
@pytest.mark.sampled(4)
def test_who_sets_the_next_deal_at_once_is_who_the_plain_rule_says(share):
    for system in ("ofc-cash", "ofc-pineapple"):
        dealt = deals(system, share(1_000), seed=17)
        (block,) = blocks(log(of(system), *dealt))
        found = earned(replay(block, compiled(library().get(system))))
        assert (found > 0).any()
        assert any("fantasyland" in seat for deal in dealt for seat in deal["seats"])
        for deal, row in zip(dealt, found.tolist(), strict=True):
            if "placements" not in deal:
                continue  # then it is not on record who was in fantasyland
            for seat, cards in zip(sorted(deal["seats"], key=lambda each: each["seat"]), row, strict=False):
                assert cards == cards_next(deal, seat["seat"], system), (deal, seat)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("system", ["carnivale-ofc-2013", "ofc-event"])
def test_chips_are_conserved_and_nobody_loses_more_than_he_has(system, share):
    dealt = deals(system, share(1_000), seed=19)
    for deal, reported in zip(dealt, replays(of(system), *dealt), strict=True):
        nets = [each["net"] for each in reported["seats"]]
        if None in nets:
            continue
        assert sum(nets) == 0, deal
        stacks = {each["seat"]: each.get("stack") for each in deal["seats"]}
        for each in reported["seats"]:
            stack = stacks[each["seat"]]
            if stack is not None:
                assert -stack <= each["net"], deal
                assert system == "ofc-event" or each["net"] <= stack, deal  # CARN-pay-invariant
