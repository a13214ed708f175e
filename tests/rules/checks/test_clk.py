"""CLK: the clock. See test_clk_presence.py for who left the table."""

import pytest

from rules.controls.library import Library, library
from tests.rules.build import audited, coverage, found, seat, session, untestable
from tests.rules.open_face import (
    CARNIVALE,
    CASH,
    EVENT,
    X,
    Y,
    at,
    clocked,
    ofc,
    placed,
    with_act,
)

NO_CLOCK = ("whether a clock was called was not recorded", 1)
CANNOT_TELL = ("the record does not show where the card was placed or where it must go", 1)

# EX-CLK-01: with Qh | 8s8dJc4h | AhAs9c9d the queen of spades is forced into the front, for two pairs in the middle can
# still be made. It is the tenth card of seat 1, and placement 11 of the hand.
DRAWN = "QhAhAs9c9d8s8dJc4hQs"
IN_FRONT = ("QhQs2c 8s8dJc4h4d AhAs9c9d3c", f"{DRAWN}2c4d3c")
AT_THE_BACK = ("Qh2c3c 8s8dJc4h4d AhAs9c9dQs", f"{DRAWN}2c4d3c")
QUEEN = 11
OTHER = "Jd7s5c TsTd9s6d2s KdKh7h6h3h"


def queen(to, **fields):
    """Seat 1 sets the queen of spades there; ``fields`` of the hand."""
    rows, order = to
    return placed(1, seat(1, rows), seat(2, OTHER), dealer=2, cards={1: order}, **fields)


def two(number=1, **fields):
    """Nine acts of each of two seats; seat 2, the button, sets its last card in act 18."""
    return placed(number, seat(1, X), seat(2, Y), dealer=2, **fields)


def expired(seat_number, ruling=None):
    """The floor's record of a clock that ran out."""
    reported = {"kind": "clock_expired", "when": "setting", "seat": seat_number}
    return [reported if ruling is None else reported | {"ruling": ruling}]


# ------------------------------------------------------------------------------- CLK001 clock-called-too-early


def test_clk001_quiet_and_untestable_where_the_turn_was_not_timed():
    call = [{"at": at(12), "seat": 2, "acted_at": at(20)}]
    untimed = with_act(two(clock_calls=call), 17, at=None)
    for event in (ofc(1, seat(1, X), seat(2, Y), clock_calls=call), untimed):
        audit = audited(CARNIVALE, event)
        assert found(audit, "CLK001") == []
        assert untestable(audit, "CLK001") == [("when the turn began was not recorded", 1)]


# ------------------------------------------------------------------------------- CLK002 acted-too-late


def test_clk002_fires_where_the_card_did_not_go_where_it_is_forced():
    (late,) = found(audited(CARNIVALE, clocked(queen(AT_THE_BACK), QUEEN, after=30, took=31)), "CLK002")
    assert (late.seat, late.stated, late.expected, late.clause) == (1, 31, 30, "CARN-clock-time")
    assert "and the card was not placed where the controls force it" in late.message


def test_clk002_quiet_after_30_seconds():
    for ruleset in (CARNIVALE, EVENT):
        audit = audited(ruleset, clocked(queen(AT_THE_BACK), QUEEN, after=30, took=30))
        assert found(audit, "CLK002") == []
        assert coverage(audit, "CLK002").agreeing == 1


def test_clk002_quiet_where_what_must_follow_was_done_all_the_same():
    """The card went where it is forced; the hand was fouled."""
    assert found(audited(CARNIVALE, clocked(queen(IN_FRONT), QUEEN, after=30, took=31)), "CLK002") == []
    fouled = placed(
        1,
        seat(1, X, fouled=True),
        seat(2, Y),
        dealer=2,
        irregularities=expired(1, "hand_fouled"),
    )
    assert found(audited(EVENT, clocked(fouled, 17, after=5, took=31)), "CLK002") == []


def test_clk002_quiet_and_untestable_where_the_call_names_a_seat_in_which_nobody_sat():
    """Ninety seconds after a call on seat 9: nobody's hand can have been fouled for it."""
    call = {"at": at(40), "seat": 9, "acted_at": at(130)}
    for ruleset in (EVENT, CARNIVALE):
        audit = audited(ruleset, two(clock_calls=[call]))
        assert found(audit, "CLK002") == []
        assert untestable(audit, "CLK002") == [
            ("the record does not show whether the controls were followed after the clock expired", 1)
        ]


# ------------------------------------------------------------------------------- CLK003 expiry-not-followed


def test_clk003_fires_where_the_card_went_into_another_row_than_the_clock_forces():
    (wrong,) = found(audited(CARNIVALE, clocked(queen(AT_THE_BACK), QUEEN, after=30)), "CLK003")
    assert (wrong.hand, wrong.seat, wrong.stated, wrong.expected, wrong.unit) == (1, 1, 2, 0, "row")
    assert (wrong.kind, wrong.severity, wrong.clause) == ("violation", "major", "CARN-clock-forced")
    assert (
        "the clock ran out, and Qs was placed in the back; the controls force it into the front"
        in wrong.message
    )


def test_clk003_fires_where_the_card_made_a_foul_certain_and_the_back_would_not_have():
    """Three queens in front are above all that the middle can become, and eights in the middle below two queens."""
    rows = "QhQsQc 8s8dJc4h2c AhAsAc9c9d"
    order = "QhQsAhAs9c8s8dJc4hAcQc2c9d"  # two cards are still to come
    event = placed(1, seat(1, rows), seat(2, OTHER), dealer=2, cards={1: order})
    (wrong,) = found(audited(CARNIVALE, clocked(event, 13, after=30)), "CLK003")
    assert (wrong.seat, wrong.stated, wrong.expected) == (1, 0, 2)


@pytest.mark.parametrize("ruling", [None, "warning", "play_on"])
def test_clk003_fires_where_only_an_irregularity_says_that_the_clock_ran_out(ruling):
    audit = audited(EVENT, two(irregularities=expired(1, ruling)))
    assert [(each.seat, each.expected) for each in found(audit, "CLK003")] == [(1, "fouled")]


def test_clk003_quiet_where_the_card_went_where_it_is_forced():
    audit = audited(CARNIVALE, clocked(queen(IN_FRONT), QUEEN, after=30))
    assert found(audit, "CLK003") == []
    assert coverage(audit, "CLK003").agreeing == 1


def test_clk003_fires_on_the_first_five_where_controls_foul_them():
    """AMB-CARN-forced-five: one by one, which of them were left the record does not say; or the hand is fouled."""
    event = clocked(two(), 1, after=30)
    assert untestable(audited(CARNIVALE, event), "CLK003") == [CANNOT_TELL]
    filed = library().get("carnivale-ofc-2013").under({"AMB-CARN-forced-five": "foul"})
    (reported,) = found(audited(CARNIVALE, event, library=Library([filed])), "CLK003")
    assert (reported.hand, reported.seat, reported.expected) == (1, 1, "fouled")


def test_clk003_quiet_where_the_seat_acted_in_time():
    assert found(audited(CARNIVALE, clocked(queen(AT_THE_BACK), QUEEN, after=30, took=29)), "CLK003") == []


def test_clk003_quiet_and_untestable_where_the_card_or_its_place_is_unknown():
    """No placements; the first five cards; a card in view that was not recorded; an irregularity that names no card."""
    call = [{"at": at(40), "seat": 1}]
    blind = with_act(clocked(queen(AT_THE_BACK), QUEEN, after=30), 4, dealt="??", middle="??")
    for event in (
        ofc(1, seat(1, X), seat(2, Y), clock_calls=call),
        clocked(two(), 1, after=30),
        blind,
        two(irregularities=expired(1)),
    ):
        audit = audited(CARNIVALE, event)
        assert found(audit, "CLK003") == []
        assert untestable(audit, "CLK003") == [CANNOT_TELL]


# ------------------------------------------------------------------------------- CLK004 fouled-for-time


def test_clk004_quiet_where_play_went_on_or_the_foul_had_another_reason():
    other = [{"kind": "unprotected_hand", "seat": 1, "ruling": "hand_fouled"}]
    for irregularities in (expired(1, "play_on"), expired(1), other):
        audit = audited(CARNIVALE, two(irregularities=irregularities))
        assert found(audit, "CLK004") == []
        assert coverage(audit, "CLK004").agreeing == 1


# ------------------------------------------------------------------------------- CLK007


def test_clk007_fires_whatever_other_hands_of_the_log_are_dated():
    """One date mistyped by a thousand years does not hide what another hand did."""
    back = with_act(two(), 4, at=at(25))
    far = with_act(two(200), 18, at="2999-12-30T00:00:00-07:00")
    events = [back, *(two(number) for number in range(2, 200)), far]
    assert [(each.hand, each.seat) for each in found(audited(CASH, *events), "CLK007")] == [(1, 2)]


def test_clk007_fires_where_the_answer_to_a_clock_is_not_when_the_card_was_set():
    event = clocked(placed(1, seat(1, X), seat(2, Y), dealer=2), 5, after=30, took=20)
    late = event | {"clock_calls": [event["clock_calls"][0] | {"acted_at": at(95)}]}
    (differs,) = found(audited(EVENT, late), "CLK007")
    assert (differs.hand, differs.seat) == (1, 1)
    assert f"was answered at {at(95)}, and the card was set at {at(90)}" in differs.message


# ------------------------------------------------------------------------------- OLY-1.24: a time, and nothing of what follows

OLYMPIC = session(ruleset="olympic-deals", opened_at="2013-07-13T17:00:00-07:00")


def test_clk002_quiet_and_untestable_under_olympic_rules_without_a_record_of_calls():
    event = placed(1, seat(1, X), seat(2, Y), dealer=2, variant="pineapple")
    del event["clock_calls"]
    audit = audited(OLYMPIC, event)
    assert found(audit, "CLK002") == []
    assert untestable(audit, "CLK002") == [NO_CLOCK]
