"""A draft of a room's controls, examined as the authority would: each refusal is named for its clause."""

import tomllib

import pytest
import tomli_w

from rules.controls.canonical import canonical
from rules.controls.examined_filing import examine
from rules.controls.library import APPROVED, library, load
from tests.rules.filed import controls

NAME = "wa-0417-thirteen@1"


def problems(text, *approved):
    registry = library()
    for each in approved:
        registry = load({"approved": each}, registry, "approved")
    return list(examine(NAME, text, registry).problems)


def asked(text):
    return [(each.parameter, each.clause) for each in examine(NAME, text, library()).asked]


def test_a_file_that_says_all_it_must_can_be_approved():
    examined = examine(NAME, controls(), library())
    assert examined.problems == ()
    assert examined.asked == ()
    assert examined.approvable
    assert (str(examined.ruleset), examined.ruleset.standing) == (NAME, "draft")


def test_wsgc_3b_a_unit_past_the_cap_is_refused_with_both_figures_and_the_clause():
    over = {"unit_cap": {"max": 2000, "currency": "USD", "cite": "WSGC-3b"}}
    assert problems(controls(stakes=over)) == [
        f"{NAME}: stakes.unit_cap.max: 2000 goes past the 1000 that WSGC-3b allows"
    ]


def test_wsgc_1b_a_joker_in_the_deck_is_refused_for_the_deck_is_fixed():
    found = problems(controls(table={"deck": {"jokers": 1, "cite": "WSGC-1b"}}))
    assert f"{NAME}: table.deck.jokers: 1 where 0 is fixed by WSGC-1a, WSGC-1b" in found


def test_wsgc_1c_more_players_than_the_sheet_has_is_refused():
    found = problems(controls(table={"players": {"max": 6, "cite": "WSGC-1c"}}))
    assert found == [f"{NAME}: table.players.max: 6 goes past the 4 that WSGC-1c allows"]


def test_wsgc_surrender_controls_silent_on_it_are_refused():
    assert problems(controls(surrender=None)) == [
        f"{NAME}: surrender.allowed: missing; the controls must say whether a hand may be surrendered and, if so, for how "
        "much (WSGC-surrender)"
    ]


def test_wsgc_surrender_allowed_without_an_amount_is_refused():
    (found,) = problems(controls(surrender={"allowed": True, "cite": "WSGC-surrender"}))
    assert found == f"{NAME}: surrender.amount: surrender is allowed, so its amount must be documented"


def test_wsgc_surrender_not_allowed_is_documented_too():
    assert problems(controls(surrender={"allowed": False, "cite": "WSGC-surrender"})) == []


def test_wsgc_irregularities_nothing_documented_is_refused():
    (found,) = problems(controls(irregularities=None))
    assert found == (
        f"{NAME}: irregularities.documented or irregularities.procedure: missing; the controls must say how irregularities "
        "are handled (WSGC-irregularities)"
    )


def test_wsgc_irregularities_a_kind_that_the_sheet_names_may_not_be_left_out():
    (found,) = problems(
        controls(irregularities={"documented": ["exposed_card"], "cite": "WSGC-irregularities"})
    )
    assert "nothing about misdeal, wrong_card_count" in found


def test_wac_230_15_080_controls_silent_on_fees_are_refused():
    (found,) = problems(controls(fees=None))
    assert found == (
        f"{NAME}: fees: missing; the controls must say what fees are taken, and how (external:WAC-230-15-080)"
    )


def test_all_errors_are_reported_at_once():
    found = problems(
        controls(
            starts=None,
            stakes={"unit_cap": {"max": 2000, "currency": "USD", "cite": "WSGC-99"}},
            surrender=None,
            fees=None,
        )
    )
    assert [each.split(": ")[1] for each in found] == [
        "stakes.unit_cap.cite",
        "stakes.unit_cap.max",
        "surrender.allowed",
        "fees",
        "ruleset.in_force.from",
    ]


def test_a_file_that_is_not_toml_or_has_the_wrong_shape_is_rejected():
    examined = examine(NAME, "[ruleset", library())
    assert examined.ruleset is None
    assert examined.problems[0].startswith(f"{NAME}: not TOML")
    unknown = problems(controls(sweeps={"pair": 1}))
    assert unknown == [f"{NAME}: sweeps: no such section or key"]


def test_controls_must_extend_a_ruleset_of_their_authority():
    (found,) = problems(controls(ruleset={"extends": ["classic-simple@1"]}))
    assert "none of the rulesets of Washington State Gambling Commission is extended" in found
    assert "wsgc-2-4@1" in found


def test_controls_cannot_be_abstract():
    found = problems(controls(ruleset={"abstract": True}))
    assert f"{NAME}: ruleset.abstract: a room plays under its controls; leave the key out" in found


def test_controls_cannot_correct_what_was_in_force():
    """Only the library can: it left out what a document had always said. A room's rules change from a day on."""
    again = controls(2, "2026-01-01", ruleset={"corrects": 1})
    assert problems(again, controls(1, "2026-01-01")) == [
        f"{NAME}: ruleset.corrects: what a room changes holds from a day on; leave the key out, and state the day"
    ]


def test_a_canonical_form_does_not_get_past_the_bounds():
    """It extends nothing, so nothing would bind it."""
    resolved = controls(ruleset={"extends": [], "resolved": True})
    assert any("none of the rulesets of" in each for each in problems(resolved))


def test_dates_revisions_may_not_leave_a_gap():
    first = controls(1, "2026-01-01", until="2026-03-31")
    found = problems(controls(2, "2026-05-01"), first)
    assert found == [
        f"{NAME}: ruleset.in_force: revision 1 ends with 2026-03-31 and revision 2 begins on 2026-05-01: nothing is in "
        "force on 2026-04-01 to 2026-04-30 (external:RECORD-attributable)"
    ]
    assert problems(controls(2, "2026-04-01"), first) == []


def test_dates_revisions_may_not_overlap():
    first = controls(1, "2026-01-01", until="2026-03-31")
    (found,) = problems(controls(2, "2026-03-31"), first)
    assert "the two overlap" in found
    (backwards,) = problems(controls(2, "2025-06-01"), controls(1))
    assert backwards == (
        f"{NAME}: ruleset.in_force.from: 2025-06-01 overlaps revision 1, in force from 2026-01-01"
    )


def test_dates_a_revision_between_two_others_is_held_to_both():
    first, third = controls(1, "2026-01-01"), controls(3, "2026-09-01")
    assert problems(controls(2, "2026-05-01"), first, third) == []
    assert len(problems(controls(2, "2026-05-01", until="2026-06-30"), first, third)) == 1


def test_wac_230_15_030_a_player_who_banks_asks_for_the_reference_of_an_approval():
    assert asked(controls(comparison={"topology": "banker", "cite": "WSGC-6c"})) == [
        ("comparison.topology", "external:WAC-230-15-030")
    ]
    assert asked(controls()) == []


def test_wac_230_15_030_a_side_bet_between_players_asks_for_the_reference_of_an_approval():
    aces = [
        {
            "id": "aces",
            "counts": "A",
            "values": [0, 1, 2, 3, 4],
            "pay": "difference",
            "optin": "seat",
            "cite": "HG-aces",
        }
    ]
    assert [each for each, _ in asked(controls(side_bets=aces))] == ["side_bets"]


def test_wac_230_15_030_fantasyland_asks_for_the_reference_of_an_approval():
    text = controls(ruleset={"family": "ofc", "extends": ["wsgc-2-4@1", "ofc-cash@1"]})
    examined = examine(NAME, text, library())
    (found,) = (each for each in examined.asked if each.parameter == "fantasyland")
    assert found.clause == "external:WAC-230-15-030"
    assert "carry an advantage from one deal into the next" in found.message


PRICED = {
    "kind": "table", "per_row_too": False, "silent": ["1-0-2", "1-1-1"],
    "table": {"3-0-0": 4, "2-1-0": 2, "2-0-1": 2, "1-0-2": 0, "1-1-1": 0},
    "cite": ["WSGC-24-two", "WSGC-24-sweep"],
}  # fmt: skip


def test_controls_that_price_rows_differently_from_the_sheet_need_a_reference():
    """WSGC-24-two and WSGC-24-sweep: two and four units; more needs an approval of its own."""
    assert asked(controls(rows=PRICED)) == []
    dear = PRICED | {"table": PRICED["table"] | {"3-0-0": 40}}
    assert asked(controls(rows=dear)) == [("rows.table", "WSGC-modifications-documented")]
    assert asked(controls(rows=PRICED | {"per_row_too": True, "cite": "WSGC-6d"})) == [
        ("rows.per_row_too", "WSGC-modifications-documented")
    ]


@pytest.mark.parametrize("extends", [["wa-0417-thirteen@1"], ["wsgc-2-4@1", "wa-0417-thirteen@1"]])
def test_what_was_approved_once_is_asked_for_again_and_not_where_it_is_as_the_sheet_has_it(extends):
    """A room's own earlier controls are not the authority's rules."""
    dear = PRICED | {"table": PRICED["table"] | {"3-0-0": 5}}
    first = controls(rows=dear)
    registry = load({"wa-0417-thirteen@1": first}, library(), APPROVED)
    for rows, asks in ((dear, ["rows.table"]), (PRICED, [])):
        second = controls(2, "2026-06-01", rows=rows, ruleset={"extends": extends})
        reported = examine("wa-0417-thirteen@2", second, registry)
        assert [each.parameter for each in reported.asked] == asks


@pytest.mark.parametrize(("key", "value"), [("unit", 3), ("tie", 1)])
def test_controls_that_price_one_row_differently_need_a_reference(key, value):
    rows = {"kind": "per_row", "unit": 1, "cite": "WSGC-6d"}
    base = {"extends": ["wsgc-base@1"]}
    assert asked(controls(rows=rows, ruleset=base)) == []
    assert asked(controls(rows=rows | {key: value}, ruleset=base)) == [
        (f"rows.{key}", "WSGC-modifications-documented")
    ]


def test_controls_that_settle_an_outcome_which_the_sheet_leaves_open_ask_for_nothing():
    ones = PRICED | {"table": PRICED["table"] | {"1-0-2": 1}}
    settled = {"ruleset": {"readings": {"AMB-ROWS-1W2T": "one"}}}
    assert asked(controls(rows=ones, **settled)) == []
    assert asked(controls(rows=ones)) == [("rows.table", "WSGC-modifications-documented")]


def test_controls_that_play_down_a_finding_ask_for_a_reference():
    assert [each for each, _ in asked(controls(severity={"SCR001": "note"}))] == ["severity"]


def test_dates_of_no_year_that_anybody_played_in_are_refused():
    assert problems(controls(starts="0001-01-01")) == [
        f"{NAME}: ruleset.in_force.from: a day of the years 1900 to 2999 is wanted"
    ]


def test_wsgc_3b_a_cap_in_another_currency_is_no_smaller_cap():
    found = problems(controls(stakes={"unit_cap": {"max": 900, "currency": "EUR", "cite": "WSGC-3b"}}))
    assert found == [
        f"{NAME}: stakes.unit_cap.currency: 'EUR' where the bound beside it is in 'USD' by WSGC-3b"
    ]


def test_wsgc_3b_a_file_that_calls_itself_resolved_is_held_to_the_cap_all_the_same():
    whole = tomllib.loads(canonical(examine(NAME, controls(), library()).ruleset))
    whole["ruleset"]["extends"] = ["wsgc-2-4@1"]
    whole["stakes"]["unit_cap"]["max"] = 5000
    found = problems(tomli_w.dumps(whole))
    assert f"{NAME}: stakes.unit_cap.max: 5000 goes past the 1000 that WSGC-3b allows" in found
    assert any(
        "a room's controls extend the rules of their authority; leave the key out" in each for each in found
    )
