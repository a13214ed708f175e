"""IRR012: a wrong number of cards on record, and the cards that stand there."""

import pytest

from tests.rules.build import A, B, C, audited, coverage, found, hand, seat, session, untestable
from tests.rules.open_face import EVENT, X, Y, ofc

SHORT = A[2:]  # twelve cards: a front of two


def ruled(cards=None, seat=2, ruling="hand_dead", **fields):
    reported = {"kind": "wrong_card_count", "seat": seat, "cards": cards, "ruling": ruling, **fields}
    return [{name: value for name, value in reported.items() if value is not None}]


def two(irregularities, one=B, other=C, **fields):
    return audited(hand(1, seat(1, one), seat(2, other), irregularities=irregularities, **fields))


def test_irr012_fires_where_thirteen_cards_stand_at_a_seat_with_twelve_on_record():
    (other,) = found(two(ruled(12)), "IRR012")
    assert (other.hand, other.seat, other.player, other.line) == (1, 2, "P2", 2)
    assert (other.stated, other.expected, other.difference, other.unit) == (12, 13, -1, "cards")
    assert (other.kind, other.severity, other.clause) == ("discrepancy", "major", "WSGC-irregularities")
    assert (
        "an irregularity states that the seat had 12 cards; the cards of the seat on record are 13"
        in other.message
    )


def test_irr012_fires_the_other_way_round():
    (other,) = found(two(ruled(13, seat=1), one=SHORT), "IRR012")
    assert (other.seat, other.stated, other.expected) == (1, 13, 12)


@pytest.mark.parametrize("ruling", ["hand_dead", "hand_fouled", "misdeal", None])
def test_irr012_fires_whatever_followed_from_it(ruling):
    assert [each.stated for each in found(two(ruled(14, ruling=ruling)), "IRR012")] == [14]


def test_irr012_fires_in_a_void_deal_by_the_cards_as_dealt():
    seats = seat(1, None, dealt="".join(B.split())), seat(2, None, dealt="".join(C.split()))
    audit = audited(hand(1, *seats, void=True, irregularities=ruled(12, ruling="misdeal")))
    assert [(each.seat, each.stated, each.expected) for each in found(audit, "IRR012")] == [(2, 12, 13)]


def test_irr012_fires_without_a_number_and_without_a_seat():
    (unnumbered,) = found(two(ruled()), "IRR012")
    assert (unnumbered.stated, unnumbered.expected) == ("a wrong number", 13)
    (unseated,) = found(two(ruled(12, seat=None)), "IRR012")
    assert (unseated.seat, unseated.stated, unseated.expected) == (None, 12, 13)
    assert "a seat had 12 cards; the seats have 13" in unseated.message


def test_irr012_fires_at_the_showdown_where_nothing_is_put_right_any_more():
    assert len(found(two(ruled(12, ruling="play_on", when="showdown")), "IRR012")) == 1
    event = ofc(
        1,
        seat(1, X),
        seat(2, Y, fouled=True),
        irregularities=ruled(12, ruling="hand_fouled", when="showdown"),
    )
    assert [each.stated for each in found(audited(EVENT, event), "IRR012")] == [12]


def test_irr012_quiet_where_the_record_says_the_same():
    audit = two(ruled(12, seat=1), one=SHORT)
    assert found(audit, "IRR012") == []
    assert coverage(audit, "IRR012").agreeing == 1
    assert found(two(ruled(seat=1), one=SHORT), "IRR012") == []
    assert found(two(ruled(12, seat=None), one=SHORT), "IRR012") == []
    assert found(two([{"kind": "exposed_card", "seat": 2, "cards": 2, "ruling": "play_on"}]), "IRR012") == []


def test_irr012_quiet_and_untestable_where_the_cards_may_have_been_put_right():
    audit = two(ruled(12, ruling="play_on", when="deal"))
    assert found(audit, "IRR012") == []
    assert untestable(audit, "IRR012") == [
        ("the hand went on after a wrong number of cards, which may have been corrected", 1)
    ]


def test_irr012_quiet_and_untestable_where_the_cards_were_not_recorded():
    audit = audited(session(), hand(1, seat(1, B), seat(2), irregularities=ruled(12)))
    assert found(audit, "IRR012") == []
    assert untestable(audit, "IRR012") == [
        ("the cards of a seat with a wrong number on record were not recorded", 1)
    ]


def test_irr012_quiet_and_untestable_where_nobody_sat_in_the_seat_that_it_names():
    audit = two(ruled(12, seat=9))
    assert found(audit, "IRR012") == []
    assert untestable(audit, "IRR012") == [
        ("the cards of a seat with a wrong number on record were not recorded", 1)
    ]


def test_irr012_quiet_and_untestable_before_the_showdown_of_an_open_face_hand():
    """Six cards at the deal are one too many of five, and say nothing of the thirteen in the end."""
    event = ofc(1, seat(1, X), seat(2, Y), irregularities=ruled(6, ruling="hand_dead", when="deal"))
    audit = audited(EVENT, event)
    assert found(audit, "IRR012") == []
    assert untestable(audit, "IRR012") == [
        ("the moment does not show how many cards the player should have held", 1)
    ]
