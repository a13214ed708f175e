"""IRR011, and IRR008 under it: Olympic Poker Club's rules of misdeals and dead hands, and what they leave open."""

import json
from pathlib import Path

import pytest

from tests.rules.build import audited, coverage, found, seat, session, untestable
from tests.rules.checks.test_irr_procedures import exposed
from tests.rules.open_face import X, Y, Z, missed, ofc, placed
from tests.rules.rulesets import beside_the_library

# ------------------------------------------------------------------------------- IRR011 misdeal-too-late

OLYMPIC = session(ruleset="olympic-deals", opened_at="2013-07-13T17:00:00-07:00", staff={"supervisor": "S-2"})
CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "cases" / "misdeals.ndjson").read_text().splitlines()
]


def dealt(acted, *irregularities, void=True, number=1):
    """Three players of Pineapple, of whom so many had set their first cards."""
    whole = placed(number, seat(1, X), seat(2, Y), seat(3, Z), dealer=3, variant="ofc")
    acts = whole["placements"][:acted]
    seats = [{"seat": n, "player": f"P{n}"} for n in (1, 2, 3)]
    fields = {
        "placements": acts,
        "variant": "pineapple",
        "void": void or None,
        "irregularities": list(irregularities),
    }
    return {k: v for k, v in (whole | {"seats": seats} | fields).items() if v is not None}


def of_case(case, ruling="misdeal"):
    given = case["input"]
    listed = [{"kind": "exposed_card", "when": "deal", "cards": given["exposed_cards"], "ruling": ruling}]
    if given.get("wrong_count"):
        listed = [{"kind": "wrong_card_count", "when": "deal", "cards": 4, "seat": 1, "ruling": ruling}]
    return dealt(len(given["actions"]), *listed, void=ruling == "misdeal")


def test_irr011_fires_in_the_cases_in_which_two_players_had_acted():
    """OLY-1.57; and quiet in those in which the deal is a misdeal, or one card was exposed and it is IRR008's."""
    reported = {}
    for case in CASES:
        audit = audited(OLYMPIC, of_case(case))
        reported[case["id"]] = [each.code for each in audit.findings if each.code in ("IRR008", "IRR011")]
        assert bool(reported[case["id"]]) is not case["expected"]["misdeal"]
    assert reported == {
        "EX-MIS-01": [],
        "EX-MIS-02": ["IRR011"],
        "EX-MIS-04": ["IRR011"],
        "EX-MIS-05": ["IRR008"],
        "EX-MIS-06": ["IRR011"],
    }


def test_irr011_fires_with_how_many_had_acted():
    (late,) = found(audited(OLYMPIC, dealt(2, exposed(2, "misdeal"))), "IRR011")
    assert (late.hand, late.stated, late.expected, late.unit, late.clause) == (1, 2, 1, "players", "OLY-1.57")
    assert (
        "declared void after 2 players had set cards; olympic-deals@2 allows no misdeal once 2 have acted"
        in late.message
    )


def test_irr011_quiet_where_fewer_had_acted_and_in_a_deal_that_stood():
    audit = audited(
        OLYMPIC, dealt(1, exposed(2, "misdeal")), dealt(3, exposed(1, "play_on"), void=False, number=2)
    )
    assert found(audit, "IRR011") == []
    assert coverage(audit, "IRR011").agreeing == 2


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (dealt(2), "nothing on record says why the deal was declared void"),
        (
            dealt(2, {"kind": "fouled_deck", "ruling": "misdeal"}),
            "may be void for a reason that the controls do not make a misdeal",
        ),
        (
            {k: v for k, v in dealt(2, exposed(2, "misdeal")).items() if k != "placements"},
            "the players who had acted when the deal was declared void were not recorded",
        ),
    ],
)
def test_irr011_quiet_and_untestable_where_the_moment_is_unknown(event, reason):
    audit = audited(OLYMPIC, event)
    assert found(audit, "IRR011") == []
    ((why, hands),) = untestable(audit, "IRR011")
    assert reason in why
    assert hands == 1


def test_irr011_quiet_where_the_controls_set_no_limit():
    assert found(audited(session(ruleset="ofc-pineapple"), dealt(3, exposed(2, "misdeal"))), "IRR011") == []


# ------------------------------------------------------------------------------- the Olympic rules, and what they leave open


def test_irr008_fires_undetermined_where_a_reading_that_is_left_open_would_let_it_stand():
    """AMB-OLY-wrong-count: a wrong number of cards is a misdeal while there can be one, or the hand is always dead."""
    event = dealt(
        1, {"kind": "wrong_card_count", "when": "deal", "seat": 1, "ruling": "hand_dead"}, void=False
    )
    (left_open,) = found(audited(OLYMPIC, event), "IRR008")
    assert (left_open.kind, left_open.severity, left_open.clause) == ("undetermined", "note", "OLY-1.56-e")
    assert "The reading always_dead of AMB-OLY-wrong-count would allow it." in left_open.message
    warned = [{"kind": "wrong_card_count", "when": "deal", "seat": 1, "ruling": "warning"}]
    (differs,) = found(audited(OLYMPIC, event | {"irregularities": warned}), "IRR008")
    assert differs.kind == "violation"


@pytest.mark.parametrize("case", ["EX-MIS-02", "EX-MIS-04", "EX-MIS-06"])
def test_irr008_quiet_and_untestable_where_no_misdeal_may_have_been_possible_any_more(case):
    """OLY-1.57: the rulings that are right once two players had acted; the cases say that the deal is no misdeal."""
    (given,) = (each for each in CASES if each["id"] == case)
    ruling = "hand_dead" if given["input"].get("wrong_count") else "play_on"
    audit = audited(OLYMPIC, of_case(given, ruling))
    assert found(audit, "IRR008") == []
    assert untestable(audit, "IRR008") == [
        ("whether a misdeal could still be declared when it was ruled on was not recorded", 1)
    ]


def test_irr008_fires_where_fewer_had_acted_than_end_the_misdeal():
    (differs,) = found(audited(OLYMPIC, dealt(1, exposed(2, "play_on"), void=False)), "IRR008")
    assert (differs.stated, differs.expected, differs.clause) == ("play_on", "misdeal", "OLY-1.56-a")
    assert differs.kind == "violation"


def test_irr008_fires_for_what_follows_neither_a_misdeal_nor_its_end():
    """OLY-1.32: a wrong number of cards is a dead hand once it is no misdeal, and never played on."""
    event = dealt(3, {"kind": "wrong_card_count", "when": "deal", "seat": 1, "ruling": "play_on"}, void=False)
    (differs,) = found(audited(OLYMPIC, event), "IRR008")
    assert (differs.stated, differs.clause, differs.kind) == ("play_on", "OLY-1.56-e", "violation")


@pytest.mark.parametrize(
    "irregularity",
    [
        {
            "kind": "unprotected_hand",
            "seat": 1,
            "ruling": "play_on",
            "by": "S-2",
        },  # OLY-1.31: taken back from the muck
        {"kind": "exposed_card", "when": "setting", "seat": 1, "ruling": "warning", "by": "S-2"},  # OLY-1.33
    ],
)
def test_irr008_quiet_for_what_the_supervisor_may_choose(irregularity):
    event = ofc(1, seat(1, X), seat(2, Y), variant="pineapple", irregularities=[irregularity])
    assert found(audited(OLYMPIC, event), "IRR008") == []


def test_irr008_quiet_where_the_controls_settle_it_the_other_way():
    settled = (
        '[ruleset]\nid = "house"\nrevision = 1\ntitle = "House"\nauthority = "House"\nfamily = "ofc"\n'
        'extends = ["olympic-deals@1"]\nreadings = { "AMB-OLY-wrong-count" = "always_dead" }\n'
    )
    registry = beside_the_library({"house": settled})
    listed = [{"kind": "wrong_card_count", "when": "deal", "seat": 1, "ruling": "hand_dead"}]
    event = ofc(1, seat(1, X), seat(2, Y), variant="pineapple", irregularities=listed)
    assert found(audited(OLYMPIC, event, ruleset="house", library=registry), "IRR008") == []
    listed[0]["ruling"] = "misdeal"
    (differs,) = found(audited(OLYMPIC, event | {"void": True}, ruleset="house", library=registry), "IRR008")
    assert (differs.kind, differs.expected) == ("violation", "hand_dead or hand_fouled")


@pytest.mark.parametrize(
    ("irregularity", "clause"),
    [
        ({"kind": "misdeal", "ruling": "warning"}, "OLY-1.56-c"),
        ({"kind": "missed_hand", "seat": 3, "ruling": "warning"}, "OLY-1.56-d"),
        ({"kind": "wrong_card_count", "when": "showdown", "seat": 1, "ruling": "play_on"}, "OLY-1.32"),
        ({"kind": "unprotected_hand", "seat": 1, "ruling": "penalty"}, "OLY-1.28"),
        ({"kind": "exposed_card", "when": "play", "seat": 1, "ruling": "misdeal"}, "OLY-1.34-a"),
    ],
)
def test_irr008_fires_for_each_rule_of_the_olympic_club(irregularity, clause):
    event = ofc(1, seat(1, X), seat(2, Y), missed(3), variant="pineapple", irregularities=[irregularity])
    (differs,) = found(audited(OLYMPIC, event), "IRR008")
    assert (differs.clause, differs.stated) == (clause, irregularity["ruling"])


def test_irr008_fires_for_a_deal_that_began_with_the_wrong_seat_and_was_played_on():
    irregularity = {"kind": "dealt_out_of_order", "when": "deal", "ruling": "play_on"}
    (differs,) = found(audited(OLYMPIC, dealt(1, irregularity, void=False)), "IRR008")
    assert (differs.clause, differs.stated) == ("OLY-1.56-b", "play_on")
