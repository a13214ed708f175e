"""LOG: the log itself."""

from tests.rules.build import A, B, C, D, audited, close, coverage, found, hand, seat, session
from tests.rules.lines import open_face_hand
from tests.rules.open_face import X, Y, ofc

# Four different deals between seats 1 and 2; seat 1 wins three rows of each.
DEALS = [(A, B), (B, C), (C, D), (A, D)]


def clock(time):
    return f"2026-03-14T{time}-07:00"


def played(number, deal=0, **fields):
    mine, other = DEALS[deal]
    return hand(number, seat(1, mine, 300), seat(2, other, -300), **fields)


# ------------------------------------------------------------------------------- LOG001 hand-number-gap


def test_log001_fires_where_a_number_is_missing():
    audit = audited(played(16), played(18, 1), played(19, 2), played(23, 3))
    one, three = found(audit, "LOG001")
    assert (one.hand, one.line, one.stated, one.expected) == (18, 3, 18, 17)
    assert (three.hand, three.line, three.stated, three.expected) == (23, 5, 23, 20)
    assert "20 to 22" in three.message
    assert (one.kind, one.clause) == ("violation", "external:RECORD-complete")


def test_log001_quiet_from_any_first_number():
    assert found(audited(played(417), played(418, 1), played(419, 2)), "LOG001") == []


def test_log001_quiet_where_the_number_between_is_of_an_open_face_hand():
    """Numbers count the session's hands, of whatever game."""
    assert found(audited(played(1), open_face_hand(2), played(3, 1)), "LOG001") == []


def test_log001_quiet_where_hands_stand_in_another_order():
    """LOG002's: none is missing."""
    assert found(audited(played(1), played(3, 1), played(2, 2)), "LOG001") == []


# ------------------------------------------------------------------------------- LOG002 hand-number-repeated


def test_log002_fires_where_a_number_comes_again():
    (again,) = found(audited(played(17), played(17, 1), played(18, 2)), "LOG002")
    assert (again.hand, again.line, again.stated, again.expected) == (17, 3, 17, 18)
    assert again.kind == "violation"


def test_log002_fires_where_a_number_goes_back():
    (back,) = found(audited(played(1), played(3, 1), played(2, 2), played(4, 3)), "LOG002")
    assert (back.hand, back.line) == (2, 4)


def test_log002_quiet_where_numbers_rise():
    assert found(audited(played(5), played(6, 1), played(9, 2)), "LOG002") == []


# ------------------------------------------------------------------------------- LOG003 hand-total-differs


def test_log003_fires_where_the_close_counts_other_hands():
    (differs,) = found(audited(played(1), played(2, 1), close(3)), "LOG003")
    assert (differs.hand, differs.line, differs.stated, differs.expected) == (None, 4, 3, 2)
    assert (differs.kind, differs.difference) == ("discrepancy", 1)


def test_log003_fires_for_a_total_without_hands():
    assert found(audited(close(1)), "LOG003")[0].expected == 0


def test_log003_quiet_where_the_total_is_right_open_face_hands_included():
    audit = audited(played(1), open_face_hand(2), played(3, 1), close(3))
    assert found(audit, "LOG003") == []


def test_log003_quiet_and_untestable_without_a_close():
    audit = audited(played(1), played(2, 1))
    assert found(audit, "LOG003") == []
    assert coverage(audit, "LOG003").untestable == 2


# ------------------------------------------------------------------------------- LOG004 fee-total-differs

FEE = {"kind": "hand_fee", "amount": 100}
TIME = {
    "event": "fee", "kind": "time", "at": clock("20:00:00"), "seat": 1, "player": "P1", "amount": 500,
    "covers_from": clock("20:00:00"), "covers_to": clock("20:30:00"),
}  # fmt: skip


def test_log004_fires_for_each_total_that_differs():
    events = [played(1, fees=[FEE, FEE]), played(2, 1, fees=[{"kind": "rake", "amount": 30}]), TIME]
    audit = audited(*events, close(2, totals={"rake": 31, "hand_fee": 100, "jackpot": 5, "time": 400}))
    reported = [(each.stated, each.expected, each.money, each.line) for each in found(audit, "LOG004")]
    assert sorted(reported) == [(5, 0, 5, 5), (31, 30, 1, 5), (100, 200, 100, 5), (400, 500, 100, 5)]


def test_log004_quiet_where_totals_are_right_or_not_given():
    events = [played(1, fees=[FEE, FEE]), played(2, 1, fees=[FEE]), TIME]
    assert found(audited(*events, close(2, totals={"hand_fee": 300, "time": 500, "rake": 0})), "LOG004") == []
    assert found(audited(*events, close(2, totals={})), "LOG004") == []


def test_log004_quiet_and_untestable_where_the_fees_of_a_void_deal_were_not_recorded():
    events = [played(1, fees=[FEE]), played(2, 1, void=True)]
    audit = audited(*events, close(2, totals={"hand_fee": 200}))
    assert found(audit, "LOG004") == []
    assert coverage(audit, "LOG004").untestable == 1
    below = audited(*events, close(2, totals={"hand_fee": 50}))
    assert [(each.stated, each.expected) for each in found(below, "LOG004")] == [(50, 100)]


def test_log004_quiet_where_a_fee_was_taken_in_an_open_face_hand():
    open_face = open_face_hand(2) | {"fees": [FEE]}
    assert (
        found(audited(played(1, fees=[FEE]), open_face, close(2, totals={"hand_fee": 200})), "LOG004") == []
    )


def test_log004_quiet_and_untestable_without_totals():
    assert coverage(audited(played(1, fees=[FEE]), close(1)), "LOG004").untestable == 1


def test_log004_fires_on_a_total_of_time_without_a_collection_where_the_fees_of_hands_are_on_record():
    (only,) = found(audited(played(1, fees=[]), close(1, totals={"time": 500})), "LOG004")
    assert (only.stated, only.expected, only.kind) == (500, 0, "discrepancy")


def test_log004_fires_as_an_open_point_where_nothing_says_that_time_would_be_on_record():
    (only,) = found(audited(played(1), close(1, totals={"time": 500})), "LOG004")
    assert (only.stated, only.expected, only.kind, only.severity) == (500, None, "undetermined", "note")
    assert only.message == (
        "The close states $5.00 of time collections, and the log has no line of one: whether they were not recorded or the "
        "total is wrong is open (external:RECORD-complete)."
    )
    assert found(audited(played(1), close(1, totals={"time": 0})), "LOG004") == []


# ------------------------------------------------------------------------------- LOG005 time-out-of-order


def test_log005_fires_where_a_hand_is_dealt_before_the_one_before_it():
    audit = audited(played(17, at=clock("21:14:00")), played(18, 1), played(19, 2, at=clock("21:02:00")))
    (back,) = found(audit, "LOG005")
    assert (back.hand, back.line) == (19, 4)
    assert (back.stated, back.expected) == (clock("21:02:00"), f"{clock('21:14:00')} or later")


def test_log005_fires_where_a_hand_is_settled_before_it_was_dealt():
    (end,) = found(audited(played(1, at=clock("21:14:00"), ended_at=clock("21:13:59"))), "LOG005")
    assert end.hand == 1


def test_log005_quiet_where_times_are_equal_or_offsets_differ():
    """replay.md: "Equal times are in order." """
    audit = audited(
        played(1, at=clock("21:14:00"), ended_at=clock("21:14:00")),
        played(2, 1, at="2026-03-15T04:14:00Z"),
        played(3, 2, at="2026-03-15T13:14:00.5+09:00"),
    )
    assert found(audit, "LOG005") == []


def test_log005_quiet_and_untestable_without_times():
    audit = audited(played(1), played(2, 1))
    assert found(audit, "LOG005") == []
    assert coverage(audit, "LOG005").untestable == 2


# ------------------------------------------------------------------------------- LOG006 time-outside-session


def test_log006_fires_before_the_session_opened_and_after_it_closed():
    hours = session(opened_at=clock("16:00:00"), closed_at=clock("22:00:00"))
    audit = audited(
        hours,
        played(1, at=clock("15:59:59")),
        played(2, 1, at=clock("21:59:00"), ended_at=clock("22:00:01")),
        played(3, 2, at=clock("22:30:00")),
    )
    assert [each.hand for each in found(audit, "LOG006")] == [1, 2, 3]


def test_log006_quiet_from_the_opening_to_the_close():
    hours = session(opened_at=clock("16:00:00"), closed_at=clock("22:00:00"))
    audit = audited(
        hours, played(1, at=clock("16:00:00")), played(2, 1, at=clock("21:00:00"), ended_at=clock("22:00:00"))
    )
    assert found(audit, "LOG006") == []


def test_log006_quiet_where_the_close_was_not_recorded():
    assert found(audited(played(1, at="2026-03-20T00:00:00Z")), "LOG006") == []


# ------------------------------------------------------------------------------- LOG007 hands-overlap


def test_log007_fires_where_a_hand_is_dealt_before_the_last_was_settled():
    audit = audited(
        played(17, at=clock("21:12:00"), ended_at=clock("21:14:30")), played(18, 1, at=clock("21:13:00"))
    )
    (overlap,) = found(audit, "LOG007")
    assert (overlap.hand, overlap.line) == (18, 3)


def test_log007_quiet_where_a_hand_is_dealt_as_the_last_is_settled():
    audit = audited(
        played(17, at=clock("21:12:00"), ended_at=clock("21:14:30")),
        played(18, 1, at=clock("21:14:30"), ended_at=clock("21:16:00")),
    )
    assert found(audit, "LOG007") == []


def test_log007_quiet_and_untestable_where_an_end_was_not_recorded():
    audit = audited(played(1, at=clock("21:12:00")), played(2, 1, at=clock("21:12:00")))
    assert found(audit, "LOG007") == []
    assert coverage(audit, "LOG007").untestable == 1


# ------------------------------------------------------------------------------- logs of both games


def mixed(*numbers):
    """Closed and open-face hands in turn, five minutes apart in the order of the log."""
    return [
        played(number, place % 4, at=clock(f"17:{5 * place:02}:00"), ended_at=clock(f"17:{5 * place + 4:02}:00"))
        if place % 2 == 0
        else ofc(number, seat(1, X), seat(2, Y), at=clock(f"17:{5 * place:02}:00"), ended_at=clock(f"17:{5 * place + 4:02}:00"))
        for place, number in enumerate(numbers)
    ]  # fmt: skip


def test_log001_quiet_in_a_log_of_both_games():
    audit = audited(*mixed(1, 2, 3, 4, 5))
    for code in ("LOG001", "LOG002", "LOG005", "LOG007"):
        assert found(audit, code) == []
        assert coverage(audit, code).agreeing == 5


def test_log001_fires_where_the_number_of_an_open_face_hand_is_missing():
    (gap,) = found(audited(*mixed(1, 2, 3, 5)), "LOG001")
    assert (gap.hand, gap.line, gap.stated, gap.expected) == (5, 5, 5, 4)


def test_log002_fires_where_an_open_face_hand_has_the_number_of_a_closed_one():
    (again,) = found(audited(*mixed(1, 1, 2)), "LOG002")
    assert (again.hand, again.line, again.stated, again.expected) == (1, 3, 1, 2)


def test_log005_fires_where_an_open_face_hand_was_dealt_before_the_closed_one_that_it_follows():
    one, two, three = mixed(1, 2, 3)
    audit = audited(one, two | {"at": clock("16:59:00"), "ended_at": clock("16:59:30")}, three)
    assert [(each.hand, each.line) for each in found(audit, "LOG005")] == [(2, 3)]


# ------------------------------------------------------------------------------- LOG021 hands-left-out

HISTORY = {"numbering": "site", "seen_by": "player", "cards_from": "shows"}


def test_log021_fires_where_hands_of_the_history_could_not_be_read():
    (two,) = found(audited(session(history=HISTORY | {"left_out": 2}), played(1)), "LOG021")
    assert (two.kind, two.severity, two.line, two.hand) == ("undetermined", "note", 1, None)
    assert (two.stated, two.expected, two.unit) == (2, 0, "hands")
    assert (
        two.message
        == "2 hands of the hand history could not be read and are in no log (external:RECORD-complete)."
    )
    (one,) = found(audited(session(history=HISTORY | {"left_out": 1}), played(1)), "LOG021")
    assert (
        one.message
        == "1 hand of the hand history could not be read and is in no log (external:RECORD-complete)."
    )


def test_log021_quiet_where_every_hand_was_read_and_inapplicable_to_a_record_of_the_room():
    whole = audited(session(history=HISTORY), played(1))
    assert found(whole, "LOG021") == []
    assert coverage(whole, "LOG021").tested == 1
    assert coverage(audited(session(), played(1)), "LOG021").inapplicable == 1
