"""IRR008 to IRR010, with IRR002, IRR003 and IRR007: irregularities checked against the procedures of the controls."""

import pytest

from rules.controls.library import load
from tests.rules.build import A, B, audited, close, coverage, found, hand, seat, session, untestable
from tests.rules.lines import at
from tests.rules.open_face import X, Y, Z, ofc
from tests.rules.rulesets import BASE, beside_the_library

ROOM = """
[ruleset]
id = "room"
revision = 1
title = "A room's controls"
authority = "Room"
family = "chinese"
extends = ["base@1"]

[irregularities.procedure.two-exposed]
kind = "exposed_card"
when = "deal"
cards = { least = 2 }
ruling = "misdeal"
by = "supervisor"
cite = "room:4.2"
text = "Two cards exposed in dealing are a misdeal."

[irregularities.procedure.one-exposed]
kind = "exposed_card"
when = "deal"
cards = { most = 1 }
ruling = "play_on"
by = ["dealer", "supervisor"]
cite = "room:4.3"
text = "One card exposed in dealing is replaced."

[irregularities.procedure.shown]
kind = "exposed_card"
when = "setting"
ruling = ["penalty", "hand_dead"]
units = 1
cite = "room:4.4"
text = "A player who shows a card pays one unit, or his hand is dead."

[irregularities.procedure.joker]
kind = "joker_dealt"
ruling = "misdeal"
cite = "room:4.5"
text = "A joker in the deal is a misdeal."
"""
LIBRARY = load({"base.toml": BASE, "room.toml": ROOM})
STAFF = session(ruleset="room", staff={"dealer": "D-7", "supervisor": "S-2"})


def two(*irregularities, net=300, number=1, rows=A, **fields):
    return hand(number, seat(1, rows, net), seat(2, B, -net), irregularities=list(irregularities), **fields)


def exposed(cards=2, ruling=None, when="deal", **fields):
    reported = {"kind": "exposed_card", "when": when, "cards": cards, "ruling": ruling, **fields}
    return {name: value for name, value in reported.items() if value is not None}


def at_table(*events):
    return audited(STAFF, *events, library=LIBRARY)


# ------------------------------------------------------------------------------- IRR008 ruling-differs


def test_irr008_fires_where_another_ruling_was_made():
    (differs,) = found(at_table(two(exposed(2, "play_on", seat=2))), "IRR008")
    assert (differs.hand, differs.seat, differs.player, differs.line) == (1, 2, "P2", 2)
    assert (differs.stated, differs.expected, differs.unit) == ("play_on", "misdeal", "ruling")
    assert (differs.kind, differs.severity, differs.clause) == ("violation", "major", "room:4.2")
    assert differs.message == (
        "Hand 1, seat 2: an exposed card at the deal (2 cards) was ruled play on; room@1 requires a misdeal "
        "(room:4.2: “Two cards exposed in dealing are a misdeal.”)."
    )


def test_irr008_fires_where_none_of_several_rulings_was_made():
    (differs,) = found(at_table(two(exposed(None, "warning", "setting"))), "IRR008")
    assert (differs.stated, differs.expected, differs.clause) == (
        "warning",
        "penalty or hand_dead",
        "room:4.4",
    )
    assert "requires a penalty or hand dead" in differs.message


def test_irr008_fires_where_a_misdeal_was_not_ruled_on_and_the_deal_was_settled():
    (settled,) = found(at_table(two({"kind": "joker_dealt"})), "IRR008")
    assert (settled.stated, settled.expected, settled.clause) == ("settled", "misdeal", "room:4.5")
    assert "was not ruled on, and the deal was settled" in settled.message


def test_irr008_fires_for_an_event_of_its_own():
    event = {
        "event": "irregularity",
        "at": at("20:04:00"),
        "kind": "joker_dealt",
        "seat": 2,
        "ruling": "warning",
    }
    (differs,) = found(at_table(two(), event), "IRR008")
    assert (differs.hand, differs.seat, differs.line, differs.stated) == (None, 2, 3, "warning")
    assert differs.message.startswith("Outside any hand, seat 2: a joker that was dealt was ruled a warning;")


def test_irr008_fires_where_cards_counted_together_or_one_by_one_are_no_misdeal():
    """One card was exposed, and one that was recorded during setting does not count with it."""
    both = two(exposed(1, "misdeal"), exposed(1, "hand_dead", "setting"), void=True, net=0)
    assert [each.clause for each in found(at_table(both), "IRR008")] == ["room:4.3"]


def test_irr008_quiet_where_it_was_handled_as_written():
    audit = at_table(
        two(exposed(2, "misdeal"), void=True, net=0),
        two(exposed(1, "play_on"), number=2),
        two(exposed(None, "hand_dead", "setting", seat=2), number=3),
        two({"kind": "joker_dealt"}, void=True, net=0, number=4),  # not ruled on, and handled as a misdeal
    )
    assert found(audit, "IRR008") == []
    assert coverage(audit, "IRR008").agreeing == 4


@pytest.mark.parametrize(
    ("irregularity", "reason"),
    [
        (exposed(2), "the ruling on an irregularity was not recorded"),
        (exposed(None, "play_on"), "depends on how many cards it was of, which was not recorded"),
        (exposed(1, "misdeal", None), "depends on its moment, which was not recorded"),
    ],
)
def test_irr008_quiet_and_untestable_where_the_record_does_not_tell(irregularity, reason):
    event = two(irregularity) | {"seats": [seat(1, A), seat(2, B)]}
    audit = at_table(event, two(number=2))
    assert found(audit, "IRR008") == []
    ((why, hands),) = untestable(audit, "IRR008")
    assert why.endswith(reason)
    assert hands == 1


def test_irr008_quiet_and_untestable_where_an_event_before_the_first_hand_has_no_ruling():
    """It counts with the first hand."""
    event = {"event": "irregularity", "at": at("16:50:00"), "kind": "joker_dealt"}
    audit = at_table(event, two(), two(number=2))
    assert found(audit, "IRR008") == []
    assert untestable(audit, "IRR008") == [("the ruling on an irregularity was not recorded", 1)]


def test_irr008_quiet_and_untestable_where_an_event_has_no_ruling():
    event = {"event": "irregularity", "at": at("20:04:00"), "kind": "joker_dealt"}
    audit = at_table(two(), two(number=2), event, two(number=3))
    assert found(audit, "IRR008") == []
    assert untestable(audit, "IRR008") == [("the ruling on an irregularity was not recorded", 1)]


@pytest.mark.parametrize(
    ("irregularities", "reason"),
    [
        # two cards, written down one by one: the second made it a misdeal
        ([exposed(1, "play_on"), exposed(1, "misdeal")], "how many cards it was of"),
        (
            [exposed(1, "misdeal"), {"kind": "joker_dealt", "ruling": "misdeal"}],
            "another irregularity of the hand",
        ),
        ([exposed(1, "misdeal"), {"kind": "boxed_card"}], "another irregularity of the hand"),
        (
            [exposed(None, "warning", "setting"), exposed(None, "penalty", "setting", units=1)],
            "several rulings",
        ),
    ],
)
def test_irr008_quiet_and_untestable_where_another_irregularity_may_be_what_was_ruled_on(
    irregularities, reason
):
    audit = at_table(two(*irregularities, void=True, net=0))
    assert found(audit, "IRR008") == []
    ((why, _),) = untestable(audit, "IRR008")
    assert reason in why


def test_irr008_fires_for_an_event_in_a_log_without_hands_and_is_quiet_for_one_without_a_ruling():
    event = {"event": "irregularity", "at": at("16:50:00"), "kind": "joker_dealt"}
    audit = at_table(event)
    assert (found(audit, "IRR008"), audit.complete) == ([], True)
    (ruled,) = found(at_table(event | {"ruling": "play_on"}), "IRR008")
    assert (ruled.hand, ruled.line, ruled.stated, ruled.expected) == (None, 2, "play_on", "misdeal")
    assert (
        "Outside any hand: a joker that was dealt was ruled play on; room@1 requires a misdeal"
        in ruled.message
    )


def test_irr008_quiet_where_the_controls_have_no_procedure():
    for ruleset in ("wsgc-base", "wsgc-full"):
        assert found(audited(session(ruleset=ruleset), two(exposed(2, "play_on"))), "IRR008") == []
    assert found(at_table(two({"kind": "boxed_card", "ruling": "misdeal"})), "IRR008") == []


def test_irr008_quiet_in_hands_of_another_game_or_outside_of_the_controls_dates():
    event = ofc(1, seat(1, X), seat(2, Y), irregularities=[exposed(2, "play_on")])
    audit = at_table(event)
    assert found(audit, "IRR008") == []
    assert coverage(audit, "IRR008").untestable == 1
    later = load(
        {"base": BASE, "room": ROOM.replace("[irregul", "in_force = { from = 2027-01-01 }\n\n[irregul", 1)}
    )
    audit = audited(STAFF, two(exposed(2, "play_on")), library=later)
    assert found(audit, "IRR008") == []
    assert coverage(audit, "IRR008").untestable == 1


def test_irr008_fires_under_the_revision_of_the_hand_and_of_the_time_of_an_event():
    """From the fifteenth on a joker is played on."""
    second = ROOM.replace("revision = 1", "revision = 2").replace(
        'kind = "joker_dealt"\nruling = "misdeal"', 'kind = "joker_dealt"\nruling = "play_on"'
    ).replace("[irregul", "in_force = { from = 2026-03-15 }\n\n[irregul", 1)  # fmt: skip
    registry = load({"base": BASE, "one": ROOM, "two": second})
    joker = {"kind": "joker_dealt", "ruling": "play_on"}
    events = [
        two(joker, at="2026-03-14T23:59:00-07:00"),
        {"event": "irregularity", "at": "2026-03-14T23:59:30-07:00", **joker},
        two(joker, number=2, at="2026-03-15T00:01:00-07:00"),
        {"event": "irregularity", "at": "2026-03-15T00:02:00-07:00", **joker},
    ]
    reported = found(audited(STAFF, *events, library=registry), "IRR008")
    assert [(each.hand, each.line) for each in reported] == [(1, 2), (None, 3)]


# ------------------------------------------------------------------------------- IRR009 ruled-by-another


def test_irr009_fires_where_the_dealer_decided_what_is_the_supervisors():
    (decided,) = found(at_table(two(exposed(2, "misdeal", by="D-7"), void=True, net=0)), "IRR009")
    assert (decided.hand, decided.stated, decided.expected) == (1, "dealer", "supervisor")
    assert (decided.kind, decided.severity, decided.clause) == ("violation", "minor", "room:4.2")
    assert (
        "was ruled on by D-7, the dealer; room@1 leaves the decision to the supervisor (S-2) (room:4.2:"
        in decided.message
    )


def test_irr009_fires_for_the_one_who_dealt_the_hand():
    event = two(exposed(2, "misdeal", by="D-9"), void=True, net=0, dealer_id="D-9")
    (decided,) = found(at_table(event), "IRR009")
    assert (decided.stated, decided.kind) == ("dealer", "violation")


def test_irr009_fires_undetermined_for_somebody_who_is_on_record_as_neither():
    (decided,) = found(at_table(two(exposed(2, "misdeal", by="S-9"), void=True, net=0)), "IRR009")
    assert (decided.stated, decided.kind, decided.severity) == ("S-9", "undetermined", "note")


def test_irr009_quiet_where_the_right_one_decided():
    audit = at_table(
        two(exposed(2, "misdeal", by="S-2"), void=True, net=0),
        two(exposed(1, "play_on", by="D-7"), number=2),
        two(exposed(1, "play_on", by="D-9"), number=3, dealer_id="D-9"),
        two(exposed(None, "penalty", "setting", units=1), number=4),  # the controls name nobody
    )
    assert found(audit, "IRR009") == []
    assert coverage(audit, "IRR009").agreeing == 4


def test_irr009_quiet_and_untestable_where_it_was_not_recorded_who_decided():
    audit = at_table(two(exposed(2, "misdeal"), void=True, net=0))
    assert found(audit, "IRR009") == []
    assert untestable(audit, "IRR009") == [("the person who ruled on an irregularity was not recorded", 1)]
    unstaffed = audited(
        session(ruleset="room"), two(exposed(2, "misdeal", by="D-7"), void=True, net=0), library=LIBRARY
    )
    assert found(unstaffed, "IRR009") == []
    assert untestable(unstaffed, "IRR009") == [("the supervisor was not recorded", 1)]


# ------------------------------------------------------------------------------- IRR010 fine-differs


def test_irr010_fires_where_another_number_of_units_was_fined():
    (fined,) = found(at_table(two(exposed(None, "penalty", "setting", seat=1, units=3))), "IRR010")
    assert (fined.hand, fined.seat, fined.stated, fined.expected, fined.difference) == (1, 1, 3, 1, 2)
    assert (fined.unit, fined.clause) == ("units", "room:4.4")
    assert "the penalty for an exposed card during setting was 3 units; room@1 requires 1" in fined.message


def test_irr010_quiet_where_it_is_the_controls():
    audit = at_table(
        two(exposed(None, "penalty", "setting", units=1)),
        two(exposed(None, "hand_dead", "setting"), number=2),
    )
    assert found(audit, "IRR010") == []


def test_irr010_quiet_and_untestable_where_the_units_were_not_recorded():
    audit = at_table(two(exposed(None, "penalty", "setting")))
    assert found(audit, "IRR010") == []
    assert untestable(audit, "IRR010") == [("the units of a penalty were not recorded", 1)]


# ------------------------------------------------------------------------------- IRR002, IRR003, IRR005, IRR007 beside them


def test_irr002_fires_with_what_must_follow():
    (unseen,) = found(at_table(two(rows=A.replace("9s", "JK"))), "IRR002")
    assert unseen.clause == "room:4.5"
    assert unseen.message.endswith(
        "room@1 requires a misdeal (room:4.5: “A joker in the deal is a misdeal.”)."
    )


def test_irr002_fires_with_the_parameter_where_no_procedure_covers_every_moment_and_no_clause_is_cited():
    (unseen, _) = found(at_table(two(rows=A.replace("9s", "Qh"))), "IRR002")
    assert unseen.clause == "convention:irregularities"


def test_irr003_fires_for_a_moment_and_a_number_of_cards_that_no_procedure_covers():
    audit = at_table(
        two(exposed(2, "misdeal", "showdown"), void=True, net=0),
        two(exposed(2, "play_on", "showdown"), number=2),
        two(exposed(2, "misdeal"), number=3, void=True, net=0),
    )
    (silent,) = found(audit, "IRR003")
    assert (silent.stated, silent.hands, silent.kind) == ("exposed_card", [1, 2], "undetermined")
    assert silent.message.startswith(
        "An exposed card at the showdown (2 cards) was recorded 2 times; room has procedures for an exposed card, but none "
        "that covers it"
    )
    assert found(audit, "IRR008") == []


def test_irr003_quiet_for_a_kind_with_a_procedure_and_untestable_where_the_moment_is_missing():
    audit = at_table(
        two({"kind": "joker_dealt", "ruling": "misdeal"}, void=True, net=0),
        two(exposed(2, when=None), number=2),
    )
    assert found(audit, "IRR003") == []
    assert untestable(audit, "IRR003") == [
        ("the procedure for an irregularity depends on its moment, which was not recorded", 1)
    ]


def test_irr005_fires_alone_where_the_misdeal_that_is_due_was_ruled_and_settled():
    """One fact is reported once: the ruling was not carried out; whether it was wrong is not reported."""
    audit = at_table(two(exposed(2, "misdeal")))
    assert [each.code for each in audit.findings if each.code.startswith("IRR")] == ["IRR005"]
    audit = at_table(two(exposed(2, "play_on")))
    assert [each.code for each in audit.findings if each.code.startswith("IRR")] == ["IRR008"]


def test_irr007_quiet_where_a_procedure_says_what_follows_a_card_that_was_shown():
    own = (
        '[ruleset]\nid = "own"\nrevision = 1\ntitle = "Own"\nauthority = "House"\nfamily = "ofc"\n'
        'extends = ["ofc-event@1"]\n[irregularities.procedure.shown]\nkind = "exposed_card"\nruling = "penalty"\n'
        'cite = "OFC1-expose"\n'
    )
    registry = beside_the_library({"own": own})
    listed = [{"kind": "exposed_card", "seat": 2, "ruling": "warning"}]
    event = ofc(1, seat(1, X, 700), seat(2, Y, 500), seat(3, Z, -1200), dealer=3, irregularities=listed)
    audit = audited(session(ruleset="own"), event, library=registry)
    assert found(audit, "IRR007") == []
    assert [each.expected for each in found(audit, "IRR008")] == ["penalty"]


def test_irr010_quiet_and_the_money_left_alone_where_a_fine_may_explain_it():
    event = hand(
        1, seat(1, A, 200), seat(2, B, -200), irregularities=[exposed(None, "penalty", "setting", units=1)]
    )
    audit = at_table(event, close(1))
    assert found(audit, "IRR010") == found(audit, "SCR001") == []
    assert (
        "a penalty was ruled, and the controls do not say to whom it is paid",
        1,
    ) in untestable(audit, "SCR001")


def test_irr010_fires_on_a_fine_of_two_units_which_may_explain_what_one_does_not():
    """A is due $3.00 and has $1.00; the fine of the controls is one unit."""
    differing = {}
    for fine in (1, 2):
        listed = [exposed(None, "penalty", "setting", units=fine)]
        audit = at_table(hand(1, seat(1, A, 100), seat(2, B, -100), irregularities=listed), close(1))
        differing[fine] = [
            (each.code, each.stated, each.expected)
            for each in found(audit, "IRR010") + found(audit, "SCR001")
        ]
    assert differing == {1: [("SCR001", 100, 300), ("SCR001", -100, -300)], 2: [("IRR010", 2, 1)]}
