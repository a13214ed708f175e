"""CLK: who left the table with cards still to be set."""

import pytest

from tests.rules.build import audited, coverage, found, hand, seat, session, untestable
from tests.rules.open_face import (
    CARNIVALE,
    EVENT,
    FOUL,
    X,
    Y,
    at,
    missed,
    ofc,
    placed,
    with_act,
)

# ------------------------------------------------------------------------------- CLK005 left-with-decisions-open


def left(when, **fields):
    """Seat 2 left the table; ``fields`` of its seat."""
    reported = [{"kind": "left_table", "seat": 2} | ({} if when is None else {"when": when})]
    return ofc(1, seat(1, X), seat(2, Y, **fields), irregularities=reported)


def test_clk005_fires_where_who_left_at_the_deal_was_played_on():
    (away,) = found(audited(EVENT, left("deal")), "CLK005")
    assert (away.hand, away.seat, away.stated, away.expected, away.unit) == (
        1,
        2,
        "not fouled",
        "fouled",
        "ruling",
    )
    assert (away.kind, away.severity, away.clause) == ("violation", "major", "OFC1-stepaway-forbidden")
    assert "left the table at the deal, with every card still to be set" in away.message


def test_clk005_quiet_where_the_hand_was_fouled():
    event = left("deal", fouled=True)
    event["irregularities"][0]["ruling"] = "hand_fouled"
    assert found(audited(EVENT, event), "CLK005") == []


def test_clk005_quiet_where_nothing_was_left_to_decide():
    for when in ("showdown", "settlement"):
        audit = audited(EVENT, left(when))
        assert found(audit, "CLK005") == []
        assert coverage(audit, "CLK005").agreeing == 1


@pytest.mark.parametrize("when", ["setting", "play", None])
def test_clk005_quiet_and_untestable_where_the_moment_does_not_say_which_cards_were_left(when):
    audit = audited(EVENT, left(when))
    assert found(audit, "CLK005") == []
    reason = "at which card the player left, or whether the hand was fouled, was not recorded"
    assert untestable(audit, "CLK005") == [(reason, 1)]


def test_clk005_quiet_for_who_missed_the_hand_and_under_controls_without_such_a_rule():
    reported = [{"kind": "left_table", "seat": 3, "when": "deal"}]
    audit = audited(EVENT, ofc(1, seat(1, X), seat(2, Y), missed(3), irregularities=reported))
    assert found(audit, "CLK005") == []
    assert found(audited(CARNIVALE, left("deal")), "CLK005") == []


def test_clk005_quiet_in_closed_hands():
    event = hand(
        1, seat(1, X), seat(2, Y), irregularities=[{"kind": "left_table", "seat": 1, "when": "deal"}]
    )
    assert found(audited(session(), event), "CLK005") == []


# ------------------------------------------------------------------------------- CLK006 away-with-decisions-open

LAST = 200  # seconds into the hand: it is settled


def away(seconds, number=1):
    """An event of its own: a player left the table, so many seconds into the first hand."""
    return {"event": "irregularity", "at": at(seconds), "kind": "left_table", "seat": number}


def two(number=1, **fields):
    """Nine acts of each of two seats; seat 2, the button, sets its last card in act 18."""
    return placed(number, seat(1, X), seat(2, Y), dealer=2, **fields)


def watched(**fields):
    """Seat 1 has its back full after 10 seconds, its middle after 110; seat 2 after 20 and 120."""
    return two(ended_at=at(LAST), **fields)


def test_clk006_fires_where_who_left_had_room_in_two_rows():
    (gone,) = found(audited(EVENT, watched(), away(105)), "CLK006")
    assert (gone.hand, gone.seat, gone.player, gone.line) == (1, 1, "P1", 2)
    assert (gone.stated, gone.expected, gone.unit) == ("not fouled", "fouled", "ruling")
    assert (gone.kind, gone.severity, gone.clause) == ("violation", "major", "OFC1-stepaway-forbidden")
    assert f"left the table at {at(105)} with decisions left, but the hand was not fouled" in gone.message


def test_clk006_fires_at_the_seat_that_left_and_in_the_hand_of_the_time():
    events = [watched(), placed(2, seat(1, X), seat(2, Y), dealer=1, ended_at=at(LAST, 2))]
    reported = found(audited(EVENT, *events, away(300 + 60, 2)), "CLK006")
    assert [(each.hand, each.seat) for each in reported] == [(2, 2)]


def test_clk006_quiet_where_one_row_only_had_room():
    """OFC1-stepaway-allowed. Seat 1 set the last card of its middle 110 seconds into the hand."""
    audit = audited(EVENT, watched(), away(110))
    assert found(audit, "CLK006") == []
    assert coverage(audit, "CLK006").agreeing == 1


def test_clk006_quiet_where_the_hand_was_fouled_by_the_floor_or_by_its_cards():
    fouled = placed(
        1,
        seat(1, X, fouled=True),
        seat(2, Y),
        dealer=2,
        ended_at=at(LAST),
        irregularities=[{"kind": "left_table", "seat": 1, "when": "setting", "ruling": "hand_fouled"}],
    )
    assert found(audited(EVENT, fouled, away(40)), "CLK006") == []
    out_of_order = placed(1, seat(1, FOUL), seat(2, Y), dealer=2, ended_at=at(LAST))
    assert found(audited(EVENT, out_of_order, away(40)), "CLK006") == []


def test_clk006_quiet_between_hands_and_under_controls_without_such_a_rule():
    assert found(audited(EVENT, watched(), away(LAST + 1)), "CLK006") == []
    assert found(audited(CARNIVALE, watched(), away(40)), "CLK006") == []


def test_clk006_quiet_and_untestable_where_the_placements_or_their_times_were_not_recorded():
    reason = "the record does not show the state of the hand when the player left"
    for event in (ofc(1, seat(1, X), seat(2, Y), ended_at=at(LAST)), with_act(watched(), 3, at=None)):
        audit = audited(EVENT, event, away(40))
        assert found(audit, "CLK006") == []
        assert untestable(audit, "CLK006") == [(reason, 1)]
