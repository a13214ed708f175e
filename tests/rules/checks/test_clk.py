"""CLK: the clock. See test_clk_presence.py for who left the table."""

import pytest

from rules.controls.library import Library, library, load
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


def test_clk001_fires_where_the_clock_was_called_29_seconds_into_the_turn():
    (early,) = found(audited(CARNIVALE, clocked(two(), 18, after=29, took=5)), "CLK001")
    assert (early.hand, early.seat, early.player) == (1, 2, "P2")
    assert (early.stated, early.expected, early.unit) == (29, 30, "seconds")
    assert (early.kind, early.severity, early.clause) == ("violation", "minor", "CARN-clock-call")
    assert (
        "Hand 1, seat 2: the clock was called 29 seconds into the turn; the controls require 30"
        in early.message
    )


def test_clk001_fires_on_the_first_turn_of_a_hand_which_begins_with_the_deal():
    (early,) = found(audited(CARNIVALE, clocked(two(), 1, after=1, took=3)), "CLK001")
    assert (early.seat, early.stated) == (1, 1)
    assert "1 second into the turn" in early.message


def test_clk001_fires_for_each_call_that_came_too_early():
    event = clocked(clocked(clocked(two(), 4, after=10, took=5), 9, after=30, took=5), 18, after=20, took=5)
    reported = found(audited(CARNIVALE, event), "CLK001")
    assert [(each.seat, each.stated) for each in reported] == [(2, 10), (2, 20)]


def test_clk001_quiet_after_30_seconds():
    audit = audited(CARNIVALE, clocked(two(), 18, after=30, took=5))
    assert found(audit, "CLK001") == []
    assert coverage(audit, "CLK001").agreeing == 1


def test_clk001_quiet_at_any_time_where_the_controls_name_no_wait():
    """AMB-OFC1-clock-precall: OFC1-clock names none."""
    assert found(audited(EVENT, clocked(two(), 18, after=0, took=5)), "CLK001") == []


def test_clk001_quiet_and_untestable_where_nothing_says_whether_a_clock_was_called():
    audit = audited(CARNIVALE, ofc(1, seat(1, X), seat(2, Y)))
    assert found(audit, "CLK001") == []
    assert untestable(audit, "CLK001") == [NO_CLOCK]


def test_clk001_quiet_and_untestable_where_the_turn_was_not_timed():
    call = [{"at": at(12), "seat": 2, "acted_at": at(20)}]
    untimed = with_act(two(clock_calls=call), 17, at=None)
    for event in (ofc(1, seat(1, X), seat(2, Y), clock_calls=call), untimed):
        audit = audited(CARNIVALE, event)
        assert found(audit, "CLK001") == []
        assert untestable(audit, "CLK001") == [("when the turn began was not recorded", 1)]


def test_clk001_quiet_where_nobody_called_one_or_there_is_no_rule_for_it():
    audit = audited(CARNIVALE, two(clock_calls=[]))
    assert found(audit, "CLK001") == []
    assert coverage(audit, "CLK001").agreeing == 1
    assert found(audited(CASH, clocked(two(), 18, after=1, took=5)), "CLK001") == []


# ------------------------------------------------------------------------------- CLK002 acted-too-late


def test_clk002_fires_after_31_seconds():
    (late,) = found(audited(EVENT, clocked(two(), 18, after=5, took=31)), "CLK002")
    assert (late.hand, late.seat, late.stated, late.expected, late.unit) == (1, 2, 31, 30, "seconds")
    assert (late.kind, late.severity, late.clause) == ("violation", "minor", "OFC1-clock")
    assert "31 seconds after its clock was called; it had 30, and its hand was not fouled" in late.message


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


def test_clk002_quiet_where_the_seat_never_acted_for_that_is_another_fact():
    assert found(audited(EVENT, clocked(two(), 18, after=5)), "CLK002") == []


def test_clk002_quiet_and_untestable_where_the_call_names_a_seat_in_which_nobody_sat():
    """Ninety seconds after a call on seat 9: nobody's hand can have been fouled for it."""
    call = {"at": at(40), "seat": 9, "acted_at": at(130)}
    for ruleset in (EVENT, CARNIVALE):
        audit = audited(ruleset, two(clock_calls=[call]))
        assert found(audit, "CLK002") == []
        assert untestable(audit, "CLK002") == [
            ("the record does not show whether the controls were followed after the clock expired", 1)
        ]


def test_clk002_quiet_and_untestable_without_clock_calls():
    audit = audited(EVENT, ofc(1, seat(1, X), seat(2, Y)))
    assert found(audit, "CLK002") == []
    assert untestable(audit, "CLK002") == [NO_CLOCK]


def test_clk002_quiet_in_a_void_deal():
    assert found(audited(EVENT, clocked(two(void=True), 18, after=5, took=90)), "CLK002") == []


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


def test_clk003_fires_where_the_hand_was_not_fouled_and_the_controls_foul_it():
    (played,) = found(audited(EVENT, clocked(two(), 18, after=5)), "CLK003")
    assert (played.hand, played.seat, played.stated, played.expected, played.unit) == (
        1,
        2,
        "not fouled",
        "fouled",
        "ruling",
    )
    assert played.clause == "OFC1-clock-expired"
    assert "Hand 1, seat 2: the clock ran out, but the hand was not fouled" in played.message


@pytest.mark.parametrize("ruling", [None, "warning", "play_on"])
def test_clk003_fires_where_only_an_irregularity_says_that_the_clock_ran_out(ruling):
    audit = audited(EVENT, two(irregularities=expired(1, ruling)))
    assert [(each.seat, each.expected) for each in found(audit, "CLK003")] == [(1, "fouled")]


def test_clk003_fires_once_where_the_call_and_an_irregularity_say_so():
    audit = audited(EVENT, clocked(two(irregularities=expired(2)), 18, after=5))
    assert [each.seat for each in found(audit, "CLK003")] == [2]


def test_clk003_quiet_where_the_card_went_where_it_is_forced():
    audit = audited(CARNIVALE, clocked(queen(IN_FRONT), QUEEN, after=30))
    assert found(audit, "CLK003") == []
    assert coverage(audit, "CLK003").agreeing == 1


def test_clk003_quiet_where_the_hand_was_fouled():
    event = placed(1, seat(1, X), seat(2, Y, fouled=True), dealer=2, irregularities=expired(2, "hand_fouled"))
    audit = audited(EVENT, clocked(event, 18, after=5))
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


def test_clk003_quiet_and_untestable_without_clock_calls():
    audit = audited(CARNIVALE, ofc(1, seat(1, X), seat(2, Y)))
    assert found(audit, "CLK003") == []
    assert untestable(audit, "CLK003") == [NO_CLOCK]


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


def test_clk003_quiet_and_untestable_where_the_rows_of_a_hand_that_is_fouled_were_not_recorded():
    call = [{"at": at(40), "seat": 1}]
    audit = audited(EVENT, ofc(1, seat(1), seat(2, Y), clock_calls=call))
    assert found(audit, "CLK003") == []
    assert untestable(audit, "CLK003") == [CANNOT_TELL]


# ------------------------------------------------------------------------------- CLK004 fouled-for-time


@pytest.mark.parametrize("ruling", ["hand_fouled", "hand_dead"])
def test_clk004_fires_where_a_hand_was_fouled_for_time(ruling):
    (fouled,) = found(audited(CARNIVALE, two(irregularities=expired(1, ruling))), "CLK004")
    assert (fouled.hand, fouled.seat, fouled.stated, fouled.expected) == (
        1,
        1,
        ruling,
        "a card put into a row",
    )
    assert (fouled.kind, fouled.severity, fouled.clause) == ("violation", "major", "CARN-clock-no-foul")
    assert "the controls put the card into a row and foul no hand for time" in fouled.message


def test_clk004_quiet_where_the_controls_foul_for_time():
    assert found(audited(EVENT, two(irregularities=expired(1, "hand_fouled"))), "CLK004") == []


def test_clk004_quiet_where_play_went_on_or_the_foul_had_another_reason():
    other = [{"kind": "unprotected_hand", "seat": 1, "ruling": "hand_fouled"}]
    for irregularities in (expired(1, "play_on"), expired(1), other):
        audit = audited(CARNIVALE, two(irregularities=irregularities))
        assert found(audit, "CLK004") == []
        assert coverage(audit, "CLK004").agreeing == 1


# ------------------------------------------------------------------------------- CLK007


def test_clk007_fires_where_a_placement_is_earlier_than_one_before_it():
    event = with_act(placed(1, seat(1, X), seat(2, Y), dealer=2), 4, at=at(25))
    (back,) = found(audited(CASH, event), "CLK007")
    assert (back.hand, back.seat, back.stated) == (1, 2, at(25))
    assert "placement 4" in back.message


def test_clk007_fires_whatever_other_hands_of_the_log_are_dated():
    """One date mistyped by a thousand years does not hide what another hand did."""
    back = with_act(two(), 4, at=at(25))
    far = with_act(two(200), 18, at="2999-12-30T00:00:00-07:00")
    events = [back, *(two(number) for number in range(2, 200)), far]
    assert [(each.hand, each.seat) for each in found(audited(CASH, *events), "CLK007")] == [(1, 2)]


def test_clk007_fires_once_for_the_placements_that_lie_outside_of_the_hand():
    event = placed(1, seat(1, X), seat(2, Y), dealer=2, ended_at=at(165))
    (after,) = found(audited(CASH, event), "CLK007")
    assert (after.hand, after.seat, after.stated) == (1, None, 2)
    assert "2 placements after the hand was settled" in after.message
    (before,) = found(audited(CASH, event | {"at": at(15), "ended_at": at(200)}), "CLK007")
    assert "1 placement before the hand was dealt" in before.message


def test_clk007_fires_where_the_answer_to_a_clock_is_not_when_the_card_was_set():
    event = clocked(placed(1, seat(1, X), seat(2, Y), dealer=2), 5, after=30, took=20)
    late = event | {"clock_calls": [event["clock_calls"][0] | {"acted_at": at(95)}]}
    (differs,) = found(audited(EVENT, late), "CLK007")
    assert (differs.hand, differs.seat) == (1, 1)
    assert f"was answered at {at(95)}, and the card was set at {at(90)}" in differs.message


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ({"at": at(-5), "seat": 1}, "was called before the hand was dealt"),
        ({"at": at(500), "seat": 1}, "was called after the hand was settled"),
        ({"at": at(50), "seat": 1, "acted_at": at(40)}, "before it was called"),
        ({"at": at(50), "seat": 1, "acted_at": at(500)}, "after the hand was settled"),
    ],
)
def test_clk007_fires_for_a_call_or_an_answer_outside_of_the_hand(call, said):
    event = ofc(1, seat(1, X), seat(2, Y), dealer=2, ended_at=at(300), clock_calls=[call])
    (reported,) = found(audited(EVENT, event), "CLK007")
    assert reported.seat == 1
    assert said in reported.message


def test_clk007_quiet_where_all_times_fit():
    event = clocked(placed(1, seat(1, X), seat(2, Y), dealer=2, ended_at=at(290)), 5, after=30, took=20)
    audit = audited(EVENT, event)
    assert found(audit, "CLK007") == []
    assert coverage(audit, "CLK007").agreeing == 1


def test_clk007_quiet_and_untestable_without_placements_and_clock_calls_or_without_their_times():
    bare = ofc(1, seat(1, X), seat(2, Y), dealer=2)
    untimed = with_act(placed(2, seat(1, X), seat(2, Y), dealer=2), 3, at=None)
    audit = audited(CASH, bare, untimed)
    assert found(audit, "CLK007") == []
    assert untestable(audit, "CLK007") == [
        ("neither placements nor clock calls were recorded", 1), ("when a card was set was not recorded", 1)
    ]  # fmt: skip


# ------------------------------------------------------------------------------- OLY-1.24: a time, and nothing of what follows

OLYMPIC = session(ruleset="olympic-deals", opened_at="2013-07-13T17:00:00-07:00")


def answered_after(took, *, act=9):
    """Pineapple of two seats, in which a clock was called 3 seconds into an act and answered so many seconds later."""
    return clocked(placed(1, seat(1, X), seat(2, Y), dealer=2, variant="pineapple"), act, after=3, took=took)


def test_clk002_fires_under_olympic_rules_for_36_seconds_of_30():
    """OLY-1.24: "the TD/Supervisor gives the Player 30 seconds (25+5) to make their decision"."""
    (late,) = found(audited(OLYMPIC, answered_after(36)), "CLK002")
    assert (late.hand, late.stated, late.expected, late.unit) == (1, 36, 30, "seconds")
    assert (late.kind, late.severity, late.clause) == ("violation", "minor", "OLY-1.24")
    assert "acted 36 seconds after its clock was called; it had 30 seconds (OLY-1.24)" in late.message


def test_clk002_fires_as_a_note_where_the_5_seconds_may_come_beside_the_30():
    """AMB-OLY-clock-25-5, which `olympic-deals` leaves open."""
    (late,) = found(audited(OLYMPIC, answered_after(35)), "CLK002")
    assert (late.kind, late.severity, late.stated, late.expected) == ("undetermined", "note", 35, 30)
    assert "it had 30 seconds, or 35 under another reading of AMB-OLY-clock-25-5" in late.message


@pytest.mark.parametrize(("reading", "kinds"), [("thirty_total", ["violation"]), ("thirty_plus", [])])
def test_clk002_fires_by_the_reading_that_controls_settle(reading, kinds):
    own = (
        '[ruleset]\nid = "house"\nrevision = 1\ntitle = "House"\nauthority = "House"\nfamily = "ofc"\n'
        f'extends = ["olympic-deals@2"]\nreadings = {{ "AMB-OLY-clock-25-5" = "{reading}" }}\n'
    )
    registry = load({"house.toml": own}, library())
    audit = audited(OLYMPIC | {"ruleset": "house"}, answered_after(35), library=registry)
    assert [each.kind for each in found(audit, "CLK002")] == kinds


def test_clk002_fires_as_a_note_for_who_never_acted_where_nothing_says_what_follows():
    (never,) = found(audited(OLYMPIC, answered_after(None, act=10)), "CLK002")
    assert (never.kind, never.stated, never.expected) == ("undetermined", "no act", 30)
    assert "it had 30 seconds, and the controls do not say what follows (OLY-1.24)" in never.message


def test_clk002_quiet_under_olympic_rules_within_30_seconds():
    audit = audited(OLYMPIC, answered_after(30))
    assert found(audit, "CLK002") == []
    assert coverage(audit, "CLK002").agreeing == 1


def test_clk002_quiet_and_untestable_under_olympic_rules_without_a_record_of_calls():
    event = placed(1, seat(1, X), seat(2, Y), dealer=2, variant="pineapple")
    del event["clock_calls"]
    audit = audited(OLYMPIC, event)
    assert found(audit, "CLK002") == []
    assert untestable(audit, "CLK002") == [NO_CLOCK]


def test_clk002_quiet_and_inapplicable_under_the_revision_that_left_the_clock_out():
    audit = audited(OLYMPIC | {"ruleset": "olympic-deals@1"}, answered_after(36))
    assert found(audit, "CLK002") == []
    assert coverage(audit, "CLK002").inapplicable == 1
