"""IRR: irregularities."""

from tests.rules.build import A, B, audited, coverage, found, hand, seat
from tests.rules.open_face import CARNIVALE, CASH, EVENT, X, Y, Z, ofc, placed, with_act


def two(one=A, other=B, net=None, **fields):
    return hand(1, seat(1, one, net), seat(2, other, None if net is None else -net), **fields)


# ------------------------------------------------------------------------------- IRR006 ruling-not-applied


def test_irr006_quiet_where_no_mark_was_recorded_for_the_ruling_is_the_record():
    ruled = [{"kind": "exposed_card", "seat": 1, "ruling": "hand_dead"}]
    audit = audited(hand(1, seat(1, A, -300), seat(2, B, 300), irregularities=ruled))
    assert [each.code for each in audit.findings if each.kind != "undetermined"] == []
    assert coverage(audit, "IRR006").untestable == 1


# ------------------------------------------------------------------------------- IRR007 penalty-differs


def shown(ruling=None, units=None, kind="exposed_card", number=2):
    """Seat 2 showed a card out of turn, in a hand that seats 1, 2 and 3 win by 7, 5 and -12 units."""
    reported = {"kind": kind, "seat": number, "ruling": ruling, "units": units}
    listed = [{name: value for name, value in reported.items() if value is not None}]
    return ofc(1, seat(1, X, 800), seat(2, Y, 300), seat(3, Z, -1100), dealer=3, irregularities=listed)


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


# ------------------------------------------------------------------------------- open-face hands


def test_irr002_fires_where_a_card_was_dealt_twice_in_an_open_face_hand():
    event = with_act(
        placed(1, seat(1, X), seat(2, Y), dealer=2), 17, dealt="Qh"
    )  # seat 2 set the queen of hearts
    reported = found(audited(CASH, event), "IRR002")
    assert [(each.seat, each.expected) for each in reported] == [(1, "duplicate_card"), (2, "duplicate_card")]
