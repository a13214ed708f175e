"""LOG: the sessions of a room's gaming day, each once and numbered, and none missing."""

import datetime as dt

from msgspec.structs import replace

from rules.card_room import Room, TermsOfRoom
from rules.checks.day.session_summary import Deadline, Version
from tests.rules.rooms.days import (
    DAY,
    SEATTLE,
    across,
    bearing,
    closing,
    dealt,
    found,
    inapplicable,
    played,
    table,
    untestable,
)


def numbered(*numbers):
    """A session at a table of its own for each number; None: it has none."""
    return [table(f"T{place}", played("16:00", "17:00"), number=n) for place, n in enumerate(numbers, 1)]


# ------------------------------------------------------------------------------- LOG008 sessions-overlap


def test_log008_fires_where_a_session_was_opened_before_the_one_before_it_was_over():
    first = table("T1", played("16:00", "17:55"), session="A", closed="18:10")
    second = table("T1", played("18:20", "20:00"), session="B", opened="17:30", closed="20:05")
    (only,) = found(across(second, first), "LOG008")
    assert (only.session, only.stated, only.unit) == ("B", "2026-03-14T17:30:00-07:00", "time")
    assert only.expected == "2026-03-14T18:10:00-07:00 or later"
    assert (only.kind, only.severity, only.clause) == ("violation", "major", "external:RECORD-day")
    assert "Table T1: session B was opened at 2026-03-14T17:30:00-07:00, while session A" in only.message


def test_log008_fires_where_no_closing_was_recorded_and_hands_show_the_session_open():
    first = table("T1", played("16:00", "18:00"), session="A")
    second = table("T1", played("18:20", "20:00"), session="B", opened="17:30", closed="20:05")
    assert [each.session for each in found(across(first, second), "LOG008")] == ["B"]


def test_log008_fires_on_the_day_on_which_the_two_overlap_and_only_there():
    """A session that runs on past six o'clock: what begins after six is of the next day."""
    night = table(
        "T1", played("23:00", "+05:50"), dealt(3, "+06:40"), session="A", opened="22:00", closed="+07:00"
    )
    early = table("T1", dealt(1, "+06:45"), session="B", opened="+06:30", closed="+09:00")
    assert found(across(night, early), "LOG008") == []
    assert [each.session for each in found(across(night, early, day=dt.date(2026, 3, 15)), "LOG008")] == ["B"]


def test_log008_fires_for_a_session_of_a_single_hand_within_another():
    """It was opened when its hand was dealt, and nothing says when that was over."""
    long = table("T1", played("16:00", "18:00"), session="A", closed="18:10")
    single = table("T1", dealt(7, "17:00"), session="B", opened="17:00")
    (only,) = found(across(long, single), "LOG008")
    assert (only.session, only.stated) == ("B", "2026-03-14T17:00:00-07:00")
    assert only.expected == "2026-03-14T18:10:00-07:00 or later"
    assert "hand 7 of session B lies within that time" in only.message
    ended = table("T1", dealt(7, "17:00", ended="17:00"), session="B", opened="17:00", closed="17:00")
    assert [each.session for each in found(across(long, ended), "LOG008")] == ["B"]


def test_log008_fires_where_the_last_hand_was_dealt_when_the_next_session_was_opened():
    first = table("T1", dealt(1, "17:56"), dealt(2, "18:00"), session="A")
    second = table("T1", dealt(1, "18:01"), dealt(2, "18:05"), session="B", opened="18:00")
    (only,) = found(across(first, second), "LOG008")
    assert (only.session, only.stated, only.expected) == (
        "B",
        "2026-03-14T18:00:00-07:00",
        "2026-03-14T18:00:00-07:00 or later",
    )
    assert "hand 2 of session A lies within that time" in only.message


def test_log008_quiet_where_the_last_hand_was_over_or_the_session_closed_when_the_next_was_opened():
    second = table("T1", dealt(1, "18:01"), session="B", opened="18:00", closed="19:00")
    over = table("T1", dealt(1, "17:56"), dealt(2, "17:58", ended="18:00"), session="A")
    closed = table("T1", dealt(1, "17:56"), dealt(2, "18:00"), session="A", closed="18:00")
    assert found(across(over, second), "LOG008") == []
    assert found(across(closed, second), "LOG008") == []


def test_log008_fires_for_a_hand_before_its_sessions_opening_in_the_time_of_another():
    first = table("T1", played("16:00", "17:55"), session="A", closed="18:10")
    second = table("T1", dealt(1, "18:05"), dealt(2, "18:20"), session="B", opened="18:15", closed="19:00")
    (only,) = found(across(first, second), "LOG008")
    assert (only.session, only.stated) == ("B", "2026-03-14T18:05:00-07:00")
    assert (
        "session B has a hand of 2026-03-14T18:05:00-07:00, before it was opened at 2026-03-14T18:15:00-07:00, while session "
        "A of the same table was open until 2026-03-14T18:10:00-07:00; hand 1 of session B lies within that time"
    ) in only.message


def test_log008_fires_with_the_hands_of_both_sessions_that_lie_within_the_time_of_both():
    first = table("T1", dealt(1, "16:50"), dealt(2, "17:40"), dealt(3, "17:50"), session="A", closed="18:10")
    second = table("T1", dealt(1, "17:35"), dealt(2, "17:45"), session="B", opened="17:30", closed="17:48")
    (only,) = found(across(first, second), "LOG008")
    assert "hand 2 of session A and hands 1 to 2 of session B lie within that time" in only.message


def test_log008_quiet_where_one_follows_the_other_at_once_or_is_at_another_table():
    first = table("T1", session="A", closed="18:00")
    assert found(across(first, table("T1", session="B", opened="18:00", closed="19:00")), "LOG008") == []
    assert found(across(first, table("T2", session="B", opened="17:00", closed="19:00")), "LOG008") == []


def test_log008_quiet_where_a_table_of_a_tournament_has_the_same_name():
    one = table("1", session="A", closed="18:00")
    other = table("1", session="B", opened="17:00", closed="19:00", tournament="open")
    assert found(across(one, other), "LOG008") == []


def test_log008_quiet_and_untestable_where_nothing_says_when_the_first_was_over():
    first = table("T1", session="A")
    audit = across(first, table("T1", session="B", opened="17:00", closed="19:00"))
    assert found(audit, "LOG008") == []
    assert untestable(audit, "LOG008") == [("when the session closed was not recorded", 1)]


# ------------------------------------------------------------------------------- LOG009 session-number-gap


def test_log009_fires_where_a_number_is_missing_within_the_day():
    (only,) = found(across(*numbered(117, 120, 118)), "LOG009")
    assert (only.stated, only.expected, only.unit, only.difference) == (120, 119, "session number", None)
    assert (only.session, only.kind, only.severity) == ("", "violation", "major")
    assert (
        "Between sessions 118 and 120, number 119 is missing: the log of 1 session was not received"
        in only.message
    )


def test_log009_fires_where_numbers_are_missing_after_the_last_of_the_day_before():
    (only,) = found(across(*numbered(120), numbered=[bearing(117)]), "LOG009")
    assert "numbers 118 to 119 are missing: the logs of 2 sessions were not received" in only.message


def test_log009_quiet_where_the_numbers_run_on():
    audit = across(*numbered(119, 118), numbered=[bearing(117)])
    assert found(audit, "LOG009") == []
    assert untestable(audit, "LOG009") == []


def test_log009_quiet_where_the_number_is_that_of_a_session_of_another_day():
    """Opened a minute before six and numbered a minute after it; or it runs on into the day."""
    assert found(across(*numbered(117, 119), numbered=[bearing(118)]), "LOG009") == []
    night = table("T9", played("05:00", "07:00"), opened="04:00", number=118)
    assert night.day == "2026-03-13"
    assert found(across(*numbered(117, 119), night), "LOG009") == []


def test_log009_quiet_and_untestable_where_a_session_has_no_number():
    audit = across(*numbered(117, None, 120))
    assert found(audit, "LOG009") == []
    assert untestable(audit, "LOG009") == [
        ("another session of the day has no running number", 2),
        ("the session has no running number", 1),
    ]


def test_log009_quiet_where_the_numbers_begin_anew():
    assert found(across(*numbered(1, 2), numbered=[bearing(900)]), "LOG009") == []


def test_log009_quiet_where_a_session_that_was_opened_later_bears_the_number():
    """The sheets were numbered before they were handed out."""
    given = [bearing(116), bearing(118, "later", "2026-03-15")]
    assert found(across(*numbered(117, 119), numbered=given), "LOG009") == []
    (only,) = found(across(*numbered(117, 119), numbered=given[:1]), "LOG009")
    assert (only.stated, only.expected) == (119, 118)


# ------------------------------------------------------------------------------- LOG010 session-number-repeated


def test_log010_fires_where_two_sessions_bear_one_number():
    (only,) = found(across(*numbered(117, 117)), "LOG010")
    assert (only.session, only.stated, only.kind) == ("S-T2", 117, "violation")
    assert "Session S-T2 has number 117, which session S-T1 also has" in only.message


def test_log010_fires_with_all_that_bear_the_number():
    (only,) = found(across(*numbered(117, 117, 117)), "LOG010")
    assert "which session S-T1 and session S-T2 also have" in only.message


def test_log010_fires_where_a_session_of_another_day_bears_the_number():
    (only,) = found(across(*numbered(117, 118), numbered=[bearing(117)]), "LOG010")
    assert "Session S-T1 has number 117, which session Z of 2026-03-13 also has" in only.message


def test_log010_fires_once_for_a_session_that_runs_into_the_day_and_names_its_day():
    night = table("T9", played("05:00", "07:00"), opened="04:00", number=117)
    given = [bearing(117, night.session, night.day)]
    (only,) = found(across(*numbered(117), night, numbered=given), "LOG010")
    assert "Session S-T1 has number 117, which session S-T9 of 2026-03-13 also has" in only.message


def test_log010_quiet_where_each_has_its_own_or_none():
    audit = across(*numbered(117, 118, None, None), numbered=[bearing(116)])
    assert found(audit, "LOG010") == []
    assert untestable(audit, "LOG010") == [("the session has no running number", 2)]


# ------------------------------------------------------------------------------- LOG011 day-without-log


def test_log011_fires_where_there_is_no_log_of_the_day():
    (only,) = found(across(), "LOG011")
    assert (only.session, only.stated, only.unit) == ("", 0, "logs")
    assert "Gaming day 2026-03-14 of room WA-0417: there is no log of it" in only.message


def test_log011_fires_where_a_log_says_neither_that_hands_were_played_nor_that_none_were():
    (only,) = found(across(table("T1")), "LOG011")
    assert "no log of it has a hand, or a close that states that nothing was played" in only.message


def test_log011_quiet_where_a_session_says_that_nothing_was_played():
    assert found(across(table("T1", closing("18:00"))), "LOG011") == []


def test_log011_quiet_where_a_session_of_the_day_before_runs_into_it():
    night = table("T1", played("05:00", "07:00"), opened="04:00")
    assert night.day == "2026-03-13"
    assert found(across(night), "LOG011") == []


def test_log011_quiet_before_the_room_was_on_record():
    young = Room("WA-0417", (TermsOfRoom(SEATTLE, starts=dt.date(2026, 3, 15)),))
    assert found(across(room=young), "LOG011") == []
    assert inapplicable(across(table("T1", played("16:00", "17:00")), room=young), "LOG011") == 1


def test_log011_quiet_where_the_room_is_closed():
    """Licensed for no table from a day on."""
    closed = Room(
        "WA-0417",
        (TermsOfRoom(SEATTLE, tables=5), TermsOfRoom(SEATTLE, tables=0, starts=dt.date(2026, 3, 14))),
    )
    assert found(across(room=closed), "LOG011") == []
    later = Room(
        "WA-0417",
        (TermsOfRoom(SEATTLE, tables=5), TermsOfRoom(SEATTLE, tables=0, starts=dt.date(2026, 3, 15))),
    )
    assert len(found(across(room=later), "LOG011")) == 1


# ------------------------------------------------------------------------------- LOG012 table-without-log


def test_log012_fires_for_each_table_that_was_to_have_a_log():
    audit = across(table("T1", played("16:00", "17:00")), table("T3"), tables=["T1", "T2", "T3"])
    assert [each.message for each in found(audit, "LOG012")] == [
        "Table T2 on gaming day 2026-03-14: there is no log of it (external:RECORD-day).",
        "Table T3 on gaming day 2026-03-14: no log of it has a hand, or a close that states that nothing was played "
        "(external:RECORD-day).",
    ]


def test_log012_quiet_where_each_table_has_one_or_the_whole_day_is_missing():
    assert found(across(table("T1", closing("18:00")), tables=["T1"]), "LOG012") == []
    assert found(across(tables=["T1", "T2"]), "LOG012") == []


def test_log012_quiet_and_untestable_where_the_tables_are_not_on_record():
    audit = across(table("T1", played("16:00", "17:00")))
    assert found(audit, "LOG012") == []
    assert untestable(audit, "LOG012") == [("which tables are to have a log is not on record", 1)]


# ------------------------------------------------------------------------------- LOG013 correction-late


def corrected(received, limit=None, **changes):
    """A session of 14 March, received again at some time."""
    within = None if limit is None else Deadline(days=limit, clause="external:RECORD-prompt")
    return replace(
        table("T1", played("16:00", "17:00"), closed="18:00"),
        supersedes="0" * 64, received_at=received, correction=within,
        versions=[Version(sha256="0" * 64, received_at="2026-03-15T09:00:00-07:00")], **changes,
    )  # fmt: skip


def test_log013_fires_where_the_correction_came_after_the_days_that_the_controls_give():
    (only,) = found(across(corrected("2026-03-22T06:00:00-07:00", 7)), "LOG013")
    assert (only.session, only.stated, only.expected, only.unit) == ("S-T1", 8, 7, "days")
    assert (only.kind, only.severity) == ("violation", "minor")
    assert "its log was corrected 8 days after the gaming day" in only.message
    assert "the controls allow 7 days" in only.message


def test_log013_fires_as_a_note_where_the_controls_do_not_say_how_soon():
    (only,) = found(across(corrected("2026-03-15T10:00:00-07:00")), "LOG013")
    assert (only.kind, only.severity, only.expected) == ("undetermined", "note", None)
    assert "corrected 1 day after the gaming day" in only.message


def test_log013_quiet_on_the_last_of_the_days_by_the_rooms_own_clock():
    """Ten to six in the morning of the 22nd is the gaming day of the 21st."""
    assert found(across(corrected("2026-03-22T05:50:00-07:00", 7)), "LOG013") == []


def test_log013_quiet_of_what_was_not_corrected_where_the_controls_give_a_time():
    mine = replace(table("T1", played("16:00", "17:00")), correction=Deadline(days=7, clause="room:9"))
    assert found(across(mine), "LOG013") == []
    assert inapplicable(across(mine), "LOG013") == 0


def test_log013_quiet_and_inapplicable_of_what_was_not_corrected_where_they_give_none():
    audit = across(table("T1", played("16:00", "17:00")), corrected("2026-03-15T10:00:00-07:00", table="T2"))
    assert inapplicable(audit, "LOG013") == 1
    assert [each.kind for each in found(audit, "LOG013")] == ["undetermined"]


def test_log013_quiet_and_untestable_where_nobody_knows_when():
    audit = across(corrected(None, 7))
    assert found(audit, "LOG013") == []
    assert untestable(audit, "LOG013") == [("when the correction was received is not on record", 1)]


# ------------------------------------------------------------------------------- LOG014 log-late


def received(at, limit=3, **changes):
    within = None if limit is None else Deadline(days=limit, clause="external:RECORD-prompt")
    return replace(table("T1", played("16:00", "17:00")), received_at=at, receipt=within, **changes)


def test_log014_fires_where_the_log_came_after_the_days_that_the_controls_give():
    (only,) = found(across(received("2026-05-02T12:00:00-07:00")), "LOG014")
    assert (only.session, only.stated, only.expected) == ("S-T1", 49, 3)
    assert "the controls allow 3" in only.message


def test_log014_quiet_where_it_came_in_time_and_by_the_first_of_its_versions():
    assert found(across(received("2026-03-17T12:00:00-07:00")), "LOG014") == []
    first = Version(sha256="0" * 64, received_at="2026-03-15T12:00:00-07:00")
    late = received("2026-05-02T12:00:00-07:00", versions=[first])
    assert found(across(late), "LOG014") == []


def test_log014_quiet_and_untestable_where_nobody_knows_when_it_came():
    audit = across(received(None))
    assert found(audit, "LOG014") == []
    assert untestable(audit, "LOG014") == [("when the log was received is not on record", 1)]


def test_log014_quiet_and_inapplicable_where_the_controls_give_no_time():
    audit = across(received("2026-05-02T12:00:00-07:00", None))
    assert found(audit, "LOG014") == untestable(audit, "LOG014") == []
    assert inapplicable(audit, "LOG014") == 1


def test_log014_quiet_of_a_session_that_was_opened_on_another_day():
    """It is judged on the day on which it was opened."""
    night = replace(received("2026-05-02T12:00:00-07:00"), day="2026-03-13")
    audit = across(night)
    assert found(audit, "LOG014") == []
    assert untestable(audit, "LOG014") == []
    assert inapplicable(audit, "LOG014") == 1
    assert DAY.isoformat() in [each.day for each in night.days]
