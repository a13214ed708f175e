"""TRN: tournaments."""

from tests.rules.build import audited, coverage, found, seat, untestable
from tests.rules.open_face import CARNIVALE, CASH, EVENT, X, Y, Z, ofc

START = 15_000
AT_FIRST = (START, START, START)


def three(number=1, stacks=AT_FIRST, nets=(350, 250, -600), level=1, **fields):
    """Seats 1, 2 and 3 win 7, 5 and -12 points at 50 chips each; seat 3 has the button."""
    parts = zip((X, Y, Z), nets, stacks, strict=True)
    seats = [seat(n, rows, net, stack=stack) for n, (rows, net, stack) in enumerate(parts, 1)]
    return ofc(number, *seats, **{"unit": 50, "level": level, "dealer": 3} | fields)


def chips(kind, amount, number=1, player="P1"):
    """Chips brought or taken between hands."""
    return {
        "event": "chips", "at": "2013-07-13T17:24:00-07:00", "seat": number, "player": player, "kind": kind, "amount": amount,
    }  # fmt: skip


# ------------------------------------------------------------------------------- TRN001 starting-stack-differs


def test_trn001_fires_where_a_player_began_with_more():
    (more,) = found(audited(CARNIVALE, three(stacks=(START, START, 20_000))), "TRN001")
    assert (more.hand, more.seat, more.player) == (1, 3, "P3")
    assert (more.stated, more.expected, more.difference, more.unit) == (20_000, 15_000, 5_000, "money")
    assert (more.kind, more.severity, more.clause) == ("violation", "major", "CARN-start-stack")


def test_trn001_quiet_where_everybody_began_with_the_same():
    audit = audited(CARNIVALE, three())
    assert found(audit, "TRN001") == []
    assert coverage(audit, "TRN001").agreeing == 1


def test_trn001_quiet_in_later_hands_and_on_the_second_day():
    """A counter that begins anew at level 7 is that of the second day."""
    second_day = three(1, (40_000, 20_000, 100_000), level=7, unit=1000)
    assert found(audited(CARNIVALE, second_day), "TRN001") == []
    assert found(audited(CARNIVALE, three(2, (15_350, 15_250, 14_400))), "TRN001") == []


def test_trn001_quiet_under_controls_that_name_no_stack():
    for ruleset in (EVENT, CASH):
        assert found(audited(ruleset, three(stacks=(500, 600, 700), unit=1)), "TRN001") == []


def test_trn001_quiet_and_untestable_without_a_stack_or_the_level():
    for event, reason in (
        (three(stacks=(START, None, START)), "a stack was not recorded"),
        (three(stacks=(1, 2, 3), level=None), "the level was not recorded"),
    ):
        audit = audited(CARNIVALE, event)
        assert found(audit, "TRN001") == []
        assert untestable(audit, "TRN001") == [(reason, 1)]


# ------------------------------------------------------------------------------- TRN002 chips-not-conserved

AFTER = (15_350, 15_250, 14_400)  # what the three have after their first hand


def test_trn002_fires_where_a_stack_grew_between_two_hands():
    (grown,) = found(audited(CARNIVALE, three(1), three(2, (16_350, *AFTER[1:]))), "TRN002")
    assert (grown.hand, grown.seat, grown.player, grown.line) == (2, 1, "P1", 3)
    assert (grown.stated, grown.expected, grown.money, grown.unit) == (16_350, 15_350, 1_000, "money")
    assert (grown.kind, grown.severity, grown.clause) == ("discrepancy", "major", "CARN-pay-invariant")


def test_trn002_fires_where_chips_went_and_under_the_other_controls_too():
    for ruleset, clause in ((CARNIVALE, "CARN-pay-invariant"), (EVENT, "OFC1-pay-complete")):
        (gone,) = found(audited(ruleset, three(1), three(2, (*AFTER[:2], 14_375))), "TRN002")
        assert (gone.seat, gone.difference, gone.clause) == (3, -25, clause)


def test_trn002_fires_where_another_amount_was_brought_than_the_stack_grew_by():
    audit = audited(CARNIVALE, three(1), chips("add_on", 5_000), three(2, (20_450, *AFTER[1:])))
    assert [(each.stated, each.expected) for each in found(audit, "TRN002")] == [(20_450, 20_350)]


def test_trn002_fires_where_a_colour_up_changed_a_stack_by_a_whole_chip_of_the_next_kind():
    before = three(45, (15_025, 15_000, 15_000), (0, 0, 0), level=5, unit=450)
    audit = audited(CARNIVALE, before, three(46, (15_125, 15_000, 15_000), level=6, unit=700))
    assert [(each.hand, each.difference) for each in found(audit, "TRN002")] == [(46, 100)]


def test_trn002_quiet_where_a_colour_up_changed_a_stack_by_less_than_the_next_chip():
    """The 25 chips leave play after level 5 for chips of 100."""
    before = three(45, (15_025, 15_075, 14_950), (0, 0, 0), level=5, unit=450)
    audit = audited(CARNIVALE, before, three(46, (15_000, 15_100, 15_000), level=6, unit=700))
    assert found(audit, "TRN002") == []


def test_trn002_quiet_where_stacks_are_what_the_hand_before_left():
    audit = audited(CARNIVALE, three(1), three(2, AFTER))
    assert found(audit, "TRN002") == []
    assert coverage(audit, "TRN002").agreeing == 2


def test_trn002_quiet_where_chips_were_brought_or_moved_in_between():
    """A move does not say which way the chips went."""
    for event, stack in (
        (chips("add_on", 5_000), 20_350),
        (chips("cash_out", 350), 15_000),
        (chips("move", 9), 1),
    ):
        assert found(audited(CARNIVALE, three(1), event, three(2, (stack, *AFTER[1:]))), "TRN002") == []


def test_trn002_quiet_for_a_player_who_came_to_the_seat():
    after = three(2, (99_000, *AFTER[1:]))
    after["seats"][0]["player"] = "P9"
    assert found(audited(CARNIVALE, three(1), after), "TRN002") == []


def test_trn002_quiet_in_cash_games_where_chips_come_and_go():
    assert found(audited(CASH, three(1), three(2, (99_000, *AFTER[1:]))), "TRN002") == []


def test_trn002_quiet_and_untestable_without_stacks_or_nets():
    reason = "this hand and the one before do not show what every player had"
    for first, second in (
        (three(1, nets=(None, None, None)), three(2, (16_000, *AFTER[1:]))),
        (three(1), three(2, (None, None, None))),
    ):
        audit = audited(CARNIVALE, first, second)
        assert found(audit, "TRN002") == []
        assert untestable(audit, "TRN002") == [(reason, 1)]


# ------------------------------------------------------------------------------- TRN003 elimination-differs

OUT = (START, START, 600)  # seat 3 owes 600 chips
SHORT = (START, START, 500)  # and has 500: it pays 300 to seat 1 and 200 to seat 2


def test_trn003_fires_where_who_has_no_chips_left_is_not_recorded_as_out():
    (still_in,) = found(audited(CARNIVALE, three(stacks=OUT, eliminated=[])), "TRN003")
    assert (still_in.hand, still_in.seat, still_in.stated, still_in.expected) == (1, 3, "in", "out")
    assert (still_in.kind, still_in.severity, still_in.clause) == (
        "violation",
        "critical",
        "CARN-pay-short-stack",
    )
    assert "the seat has no chips left and is not recorded as eliminated" in still_in.message


def test_trn003_fires_where_who_has_chips_left_is_recorded_as_out():
    reported = found(audited(CARNIVALE, three(stacks=OUT, eliminated=[2, 3])), "TRN003")
    assert [(each.seat, each.stated, each.expected) for each in reported] == [(2, "out", "in")]
    assert "is recorded as eliminated and has" in reported[0].message


def test_trn003_fires_where_who_cannot_pay_a_debt_in_full_is_not_recorded_as_out():
    """OFC1-eliminated. Seat 3 pays seat 1 in full and has 200 of 300 chips left for seat 2."""
    (still_in,) = found(audited(EVENT, three(stacks=SHORT, eliminated=[])), "TRN003")
    assert (still_in.seat, still_in.expected, still_in.clause) == (3, "out", "OFC1-eliminated")


def test_trn003_fires_where_a_seat_is_recorded_as_out_in_which_nobody_sat():
    (nobody,) = found(audited(CARNIVALE, three(stacks=OUT, eliminated=[3, 7])), "TRN003")
    assert (nobody.hand, nobody.seat, nobody.player) == (1, None, None)
    assert (nobody.stated, nobody.expected, nobody.unit) == (7, "a seat of the hand", "seat")
    assert "Hand 1: seat 7 is recorded as eliminated, and nobody sat there" in nobody.message


def test_trn003_quiet_where_the_record_has_who_is_out():
    for ruleset, stacks in ((CARNIVALE, OUT), (CARNIVALE, SHORT), (EVENT, SHORT), (EVENT, OUT)):
        audit = audited(ruleset, three(stacks=stacks, eliminated=[3]))
        assert found(audit, "TRN003") == []
        assert coverage(audit, "TRN003").agreeing == 1


def test_trn003_quiet_where_nobody_is_out():
    assert found(audited(CARNIVALE, three(eliminated=[]), three(2, AFTER, eliminated=[])), "TRN003") == []


def test_trn003_quiet_in_a_void_deal_and_in_cash_games():
    assert found(audited(CARNIVALE, three(stacks=OUT, eliminated=[], void=True)), "TRN003") == []
    assert found(audited(CASH, three(stacks=OUT, eliminated=[1])), "TRN003") == []


def test_trn003_quiet_and_untestable_without_the_record_or_the_chips():
    unknown = "the chips, the button or what was due are not known"
    for event, reason in (
        (three(stacks=OUT), "the players whom the hand eliminated were not recorded"),
        (three(stacks=(None, START, 600), eliminated=[]), unknown),
        (three(stacks=OUT, eliminated=[], unit=None), unknown),
        (three(stacks=SHORT, eliminated=[], dealer=None), unknown),
    ):
        audit = audited(CARNIVALE, event)
        assert found(audit, "TRN003") == []
        assert untestable(audit, "TRN003") == [(reason, 1)]


# ------------------------------------------------------------------------------- TRN004 out-and-plays-on


def test_trn004_fires_where_who_is_out_sits_in_a_later_hand():
    hands = [three(1, OUT), ofc(2, seat(1, X), seat(2, Y)), three(3, (START, START, 300))]
    (again,) = found(audited(CARNIVALE, *hands), "TRN004")
    assert (again.hand, again.seat, again.player, again.line) == (3, 3, "P3", 4)
    assert (again.stated, again.expected, again.unit) == ("in", "out", "elimination")
    assert (again.kind, again.severity, again.clause) == ("violation", "critical", "CARN-bust-order")
    assert "player P3 was eliminated in hand 1 and plays on" in again.message


def test_trn004_fires_whatever_the_record_says_and_wherever_he_sits_now():
    moved = ofc(2, seat(1, X), seat(4, Y, player="P3"))
    (again,) = found(audited(EVENT, three(1, SHORT, eliminated=[]), moved), "TRN004")
    assert (again.hand, again.seat, again.player, again.clause) == (2, 4, "P3", "OFC1-eliminated")


def test_trn004_quiet_where_who_is_out_is_gone():
    audit = audited(CARNIVALE, three(1, OUT), ofc(2, seat(1, X), seat(2, Y)))
    assert found(audit, "TRN004") == []


def test_trn004_quiet_in_a_hand_of_a_lower_number_that_is_recorded_later():
    """Hand 2 was dealt before hand 3, in which seat 3 loses what it has, whatever the order of their lines."""
    later, earlier = three(3, OUT), three(2, (15_000, 14_000, 16_000))
    audit = audited(CARNIVALE, later, earlier)
    assert found(audit, "TRN004") == []
    (again,) = found(audited(CARNIVALE, later, earlier, three(4, (15_350, 15_250, 1_000))), "TRN004")
    assert (again.hand, again.seat, again.line) == (4, 3, 4)
    assert "player P3 was eliminated in hand 3 and plays on" in again.message


def test_trn004_quiet_where_chips_were_brought_in_between():
    rebuy = chips("buy_in", START, 3, "P3")
    assert found(audited(CARNIVALE, three(1, OUT), rebuy, three(2)), "TRN004") == []


def test_trn004_quiet_in_cash_games():
    assert found(audited(CASH, three(1, OUT), three(2)), "TRN004") == []


def test_trn004_quiet_and_untestable_where_it_is_not_known_who_is_out():
    audit = audited(CARNIVALE, three(1, (START, START, None)), three(2))
    assert found(audit, "TRN004") == []
    assert untestable(audit, "TRN004") == [("the players whom the hand eliminates are not known", 1)]


# ------------------------------------------------------------------------------- TRN005 dealt-before-the-start


def dealt(number, time):
    return three(number, at=time)


def test_trn005_fires_once_for_the_hands_before_the_hour():
    audit = audited(
        CARNIVALE,
        dealt(1, "2013-07-13T16:40:00-07:00"),
        dealt(2, "2013-07-13T16:59:59-07:00"),
        dealt(3, "2013-07-13T17:00:00-07:00"),
    )
    (early,) = found(audit, "TRN005")
    assert (early.hand, early.hands, early.unit) == (None, [1, 2], "time")
    assert (early.stated, early.expected) == ("2013-07-13T16:40:00-07:00", "2013-07-13T17:00:00")
    assert (early.kind, early.severity, early.clause) == ("violation", "minor", "CARN-event-start")
    assert (
        "2 hands were dealt before the event's start at 17:00 on 13 July 2013, the first at" in early.message
    )
    assert coverage(audit, "TRN005").differing == 2


def test_trn005_fires_by_the_clock_that_the_session_was_opened_with():
    """Half past four of the room, written with another offset."""
    audit = audited(CARNIVALE, dealt(1, "2013-07-13T23:30:00Z"))
    assert [(each.hands, each.stated) for each in found(audit, "TRN005")] == [
        ([1], "2013-07-13T16:30:00-07:00")
    ]


def test_trn005_quiet_from_the_hour_on_and_on_the_second_day():
    audit = audited(CARNIVALE, dealt(1, "2013-07-13T17:00:00-07:00"), dealt(2, "2013-07-14T12:00:00-07:00"))
    assert found(audit, "TRN005") == []
    assert coverage(audit, "TRN005").agreeing == 2


def test_trn005_quiet_under_controls_without_an_hour():
    assert found(audited(EVENT, dealt(1, "2013-07-13T04:00:00-07:00")), "TRN005") == []


def test_trn005_quiet_and_untestable_where_the_time_was_not_recorded():
    audit = audited(CARNIVALE, three(at=None))
    assert found(audit, "TRN005") == []
    assert untestable(audit, "TRN005") == [("when the hand was dealt was not recorded", 1)]
