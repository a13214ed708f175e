"""IRR: irregularities."""

import pytest

from tests.rules.build import A, B, C, D, audited, coverage, found, hand, seat, untestable
from tests.rules.lines import table_events
from tests.rules.open_face import CARNIVALE, CASH, EVENT, X, Y, Z, missed, ofc, placed, with_act

TWICE = A.replace("9s", "Qh")  # the queen of hearts, which seat 2 holds
MISDEAL = [{"kind": "misdeal", "ruling": "misdeal"}]


def two(one=A, other=B, net=None, **fields):
    return hand(1, seat(1, one, net), seat(2, other, None if net is None else -net), **fields)


# ------------------------------------------------------------------------------- IRR001 void-with-payments


def test_irr001_fires_where_a_void_deal_was_paid():
    audit = audited(two(net=300, void=True, irregularities=MISDEAL))
    reported = found(audit, "IRR001")
    assert [(each.seat, each.stated, each.expected, each.money) for each in reported] == [
        (1, 300, 0, 300),
        (2, -300, 0, 300),
    ]
    assert {each.clause for each in reported} == {"external:VOID-deal"}


def test_irr001_fires_where_chips_moved():
    moved = [{"payer": 2, "payee": 1, "amount": 300}]
    (paid,) = found(audited(two(void=True, transfers=moved)), "IRR001")
    assert (paid.hand, paid.seat, paid.stated) == (1, None, 300)


def test_irr001_quiet_where_nothing_moved():
    assert found(audited(two(net=0, void=True, transfers=[])), "IRR001") == []


def test_irr001_quiet_where_the_deal_stood():
    assert found(audited(two(net=300), two(net=300, void=False) | {"hand": 2}), "IRR001") == []


def test_irr001_quiet_and_untestable_where_nothing_about_money_was_recorded():
    audit = audited(two(void=True))
    assert found(audit, "IRR001") == []
    assert coverage(audit, "IRR001").untestable == 1


# ------------------------------------------------------------------------------- IRR002 irregularity-not-recorded


def test_irr002_fires_where_the_cards_show_what_nobody_wrote_down():
    for event, seats, kind in (
        (two(TWICE), [1, 2], "duplicate_card"),
        (two(A.replace("9s", "JK")), [1], "joker_dealt"),
        (two(A[2:]), [1], "wrong_card_count"),
        (hand(1, seat(1, None, dealt="".join(A.split())[2:]), seat(2, B)), [1], "wrong_card_count"),
    ):
        reported = found(audited(event), "IRR002")
        assert [each.seat for each in reported] == seats
        assert {each.expected for each in reported} == {kind}
    (short,) = found(audited(two(A[2:])), "IRR002")
    assert "no irregularity of that kind (a wrong number of cards or a misdeal)" in short.message


def test_irr002_fires_where_another_kind_was_recorded():
    assert found(audited(two(TWICE, irregularities=[{"kind": "exposed_card"}])), "IRR002")


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        (TWICE, "duplicate_card"),
        (TWICE, "fouled_deck"),
        (A.replace("9s", "JK"), "joker_dealt"),
        (A[2:], "wrong_card_count"),
        (A + "7c", "misdeal"),
    ],
)
def test_irr002_quiet_where_it_was_recorded(rows, kind):
    assert found(audited(two(rows, irregularities=[{"kind": kind}])), "IRR002") == []


def test_irr002_quiet_for_a_deal_as_it_should_be():
    assert found(audited(hand(1, seat(1, A), seat(2, B), seat(3, C), seat(4, D))), "IRR002") == []


# ------------------------------------------------------------------------------- IRR003 irregularity-without-procedure


def test_irr003_fires_once_for_each_kind():
    """WSGC-irregularities: operators must document how they address them; the sheet itself documents none."""
    events = [
        two(irregularities=[{"kind": "exposed_card"}, {"kind": "boxed_card"}]),
        two(irregularities=[{"kind": "exposed_card"}]) | {"hand": 2},
    ]
    reported = {each.stated: each for each in found(audited(*events), "IRR003")}
    assert {kind: each.hands for kind, each in reported.items()} == {
        "exposed_card": [1, 2],
        "boxed_card": [1],
    }
    assert {each.kind for each in reported.values()} == {"undetermined"}
    assert reported["exposed_card"].message.startswith("An exposed card was recorded 2 times; ")


def test_irr003_fires_for_one_outside_of_a_hand():
    """session-log.md: "In a hand's `irregularities`, or as an event of its own." """
    (left,) = found(audited(two(), table_events()[4]), "IRR003")
    assert (left.stated, left.line) == ("left_table", 3)


def test_irr003_quiet_where_none_was_recorded():
    assert found(audited(two(), two(irregularities=[]) | {"hand": 2}), "IRR003") == []


# ------------------------------------------------------------------------------- IRR004 void-without-reason


def test_irr004_fires_where_nothing_says_why_a_deal_was_void():
    (void,) = found(audited(two(net=0, void=True)), "IRR004")
    assert (void.hand, void.kind) == (1, "undetermined")


def test_irr004_fires_where_what_went_wrong_was_ruled_to_be_no_misdeal():
    ruled = [
        {"kind": "boxed_card", "ruling": "play_on"},
        {"kind": "left_table", "seat": 2, "ruling": "hand_dead"},
    ]
    (void,) = found(audited(two(net=0, void=True, irregularities=ruled)), "IRR004")
    assert (void.hand, void.kind, void.stated) == (1, "undetermined", "void")
    assert void.message.startswith(
        "Hand 1: the deal was declared void, and its irregularities were ruled hand dead and play on ("
    )


def test_irr004_quiet_where_an_irregularity_says_why():
    assert found(audited(two(net=0, void=True, irregularities=MISDEAL)), "IRR004") == []
    beside = [{"kind": "boxed_card", "ruling": "play_on"}]
    assert found(audited(two(net=0, void=True, irregularities=MISDEAL + beside)), "IRR004") == []
    assert found(audited(two(net=0, void=True, irregularities=[{"kind": "fouled_deck"}])), "IRR004") == []


def test_irr004_quiet_where_the_deal_stood():
    assert found(audited(two(net=300), two(net=300, void=False) | {"hand": 2}), "IRR004") == []


# ------------------------------------------------------------------------------- IRR005 misdeal-was-settled


def test_irr005_fires_where_a_misdeal_was_played_on():
    (settled,) = found(audited(two(net=300, irregularities=MISDEAL)), "IRR005")
    assert (settled.hand, settled.stated, settled.expected, settled.kind) == (
        1,
        "settled",
        "void",
        "violation",
    )


def test_irr005_quiet_where_the_misdeal_is_void():
    assert found(audited(two(net=0, void=True, irregularities=MISDEAL)), "IRR005") == []


def test_irr005_quiet_where_the_floor_ruled_that_play_goes_on():
    """A misdeal called and not granted."""
    assert (
        found(audited(two(net=300, irregularities=[{"kind": "misdeal", "ruling": "play_on"}])), "IRR005")
        == []
    )


# ------------------------------------------------------------------------------- IRR006 ruling-not-applied


@pytest.mark.parametrize("ruling", ["hand_fouled", "hand_dead"])
def test_irr006_fires_where_a_ruled_hand_was_played_on(ruling):
    ruled = [{"kind": "exposed_card", "seat": 2, "ruling": ruling}]
    event = hand(1, seat(1, A, 300), seat(2, B, -300, fouled=False), irregularities=ruled)
    (ignored,) = found(audited(event), "IRR006")
    assert (ignored.hand, ignored.seat, ignored.kind) == (1, 2, "violation")


def test_irr006_quiet_where_no_mark_was_recorded_for_the_ruling_is_the_record():
    ruled = [{"kind": "exposed_card", "seat": 1, "ruling": "hand_dead"}]
    audit = audited(hand(1, seat(1, A, -300), seat(2, B, 300), irregularities=ruled))
    assert [each.code for each in audit.findings if each.kind != "undetermined"] == []
    assert coverage(audit, "IRR006").untestable == 1


def test_irr006_fires_where_the_mark_contradicts_the_ruling():
    ruled = [{"kind": "exposed_card", "seat": 1, "ruling": "hand_dead"}]
    event = hand(1, seat(1, A, 300, fouled=False), seat(2, B, -300), irregularities=ruled)
    assert [each.seat for each in found(audited(event), "IRR006")] == [1]


def test_irr006_quiet_where_the_seat_is_marked_fouled():
    ruled = [{"kind": "exposed_card", "seat": 1, "ruling": "hand_dead"}]
    event = hand(1, seat(1, A, -300, fouled=True), seat(2, B, 300), irregularities=ruled)
    assert found(audited(event), "IRR006") == []


def test_irr006_quiet_for_other_rulings_and_for_none():
    for ruled in (
        [{"kind": "exposed_card", "seat": 1, "ruling": "play_on"}],
        [{"kind": "exposed_card", "seat": 1}],
        [],
    ):
        assert found(audited(two(net=300, irregularities=ruled)), "IRR006") == []


def test_irr006_quiet_and_untestable_where_nobody_knows_whose_hand_was_dead():
    """The ruling names no seat, and no seat is marked: the payments can be no finding either."""
    audit = audited(two(net=-200, irregularities=[{"kind": "unprotected_hand", "ruling": "hand_dead"}]))
    assert [found(audit, code) for code in ("IRR006", "SCR001", "PAY001")] == [[], [], []]
    reason = [("which of the players was ruled fouled or dead is not on record", 1)]
    assert untestable(audit, "IRR006") == untestable(audit, "SCR001") == reason


def test_irr006_quiet_where_the_ruling_is_on_the_seat_that_is_marked():
    ruled = [{"kind": "unprotected_hand", "ruling": "hand_dead"}]
    event = hand(1, seat(1, A, -300, fouled=True), seat(2, B, 300), irregularities=ruled)
    audit = audited(event)
    assert found(audit, "IRR006") == found(audit, "SCR001") == []
    assert coverage(audit, "SCR001").tested == 1


def test_irr006_quiet_where_the_deal_was_void():
    ruled = [{"kind": "exposed_card", "seat": 1, "ruling": "hand_dead"}]
    assert found(audited(two(net=0, void=True, irregularities=ruled)), "IRR006") == []


# ------------------------------------------------------------------------------- IRR007 penalty-differs


def shown(ruling=None, units=None, kind="exposed_card", number=2):
    """Seat 2 showed a card out of turn, in a hand that seats 1, 2 and 3 win by 7, 5 and -12 units."""
    reported = {"kind": kind, "seat": number, "ruling": ruling, "units": units}
    listed = [{name: value for name, value in reported.items() if value is not None}]
    return ofc(1, seat(1, X, 800), seat(2, Y, 300), seat(3, Z, -1100), dealer=3, irregularities=listed)


def test_irr007_fires_where_another_number_of_units_was_fined():
    (fined,) = found(audited(EVENT, shown("penalty", 2)), "IRR007")
    assert (fined.hand, fined.seat, fined.stated, fined.expected, fined.unit) == (1, 2, 2, 1, "units")
    assert (fined.kind, fined.severity, fined.clause) == ("violation", "minor", "OFC1-expose")
    assert (
        "the penalty for a card shown out of turn was 2 to each opponent; the controls name 1"
        in fined.message
    )


def test_irr007_fires_for_a_missed_hand_with_its_own_clause():
    listed = [{"kind": "missed_hand", "seat": 3, "ruling": "penalty", "units": 6}]
    event = ofc(1, seat(1, X, 400), seat(2, Y, 200), missed(3, net=-600), dealer=3, irregularities=listed)
    (fined,) = found(audited(EVENT, event), "IRR007")
    assert (fined.seat, fined.stated, fined.expected, fined.clause) == (3, 6, 3, "OFC1-missed-hand")
    assert found(audited(EVENT, event), "SCR001") == []  # whatever was written, three units were paid


def test_irr007_fires_undetermined_where_a_card_was_shown_and_play_went_on():
    """Whether it was out of turn the record does not say."""
    for ruling in ("play_on", "warning"):
        (let_off,) = found(audited(EVENT, shown(ruling)), "IRR007")
        assert (let_off.seat, let_off.stated, let_off.expected) == (2, ruling, "penalty")
        assert (let_off.kind, let_off.severity) == ("undetermined", "note")
        assert (
            f"is recorded with the ruling {ruling.replace('_', ' ')}; the controls price it"
            in let_off.message
        )


def test_irr007_quiet_where_the_penalty_is_the_controls():
    for units in (1, None):
        audit = audited(EVENT, shown("penalty", units))
        assert found(audit, "IRR007") == found(audit, "SCR001") == []
        assert coverage(audit, "IRR007").agreeing == 1


def test_irr007_quiet_for_what_the_controls_do_not_price():
    assert found(audited(EVENT, shown("penalty", 9, kind="unprotected_hand")), "IRR007") == []
    for ruleset in (CASH, CARNIVALE):
        assert found(audited(ruleset, shown("penalty", 2)), "IRR007") == []
    assert found(audited(two(irregularities=shown("penalty", 2)["irregularities"])), "IRR007") == []


def test_irr007_quiet_in_a_void_deal():
    assert found(audited(EVENT, shown("penalty", 2) | {"void": True}), "IRR007") == []


def test_irr007_quiet_and_untestable_where_the_ruling_was_not_recorded():
    audit = audited(EVENT, shown())
    assert found(audit, "IRR007") == []
    (why,) = coverage(audit, "IRR007").because
    assert (why.reason, why.hands) == ("the ruling on a card that was shown was not recorded", 1)
    (due,) = coverage(audit, "SCR001").because  # it may have been penalised
    assert due.reason == "what was due cannot be worked out from the record"


# ------------------------------------------------------------------------------- open-face hands


def test_irr002_fires_where_a_card_was_dealt_twice_in_an_open_face_hand():
    event = with_act(
        placed(1, seat(1, X), seat(2, Y), dealer=2), 17, dealt="Qh"
    )  # seat 2 set the queen of hearts
    reported = found(audited(CASH, event), "IRR002")
    assert [(each.seat, each.expected) for each in reported] == [(1, "duplicate_card"), (2, "duplicate_card")]


def test_irr002_quiet_for_a_player_who_missed_the_hand():
    audit = audited(EVENT, ofc(1, seat(1, X), seat(2, Y), missed(3)))
    assert found(audit, "IRR002") == []
    assert coverage(audit, "IRR002").agreeing == 1


def test_irr003_quiet_for_what_the_controls_of_an_event_have_a_procedure_for():
    listed = [
        {"kind": kind, "seat": 1} for kind in ("exposed_card", "missed_hand", "clock_expired", "left_table")
    ]
    event = ofc(1, seat(1, X), seat(2, Y), irregularities=listed)
    assert found(audited(EVENT, event), "IRR003") == []
    reported = {each.stated for each in found(audited(CARNIVALE, event), "IRR003")}
    assert reported == {"exposed_card", "missed_hand", "left_table"}
