"""STK: players and tables over the sessions of a room's gaming day."""

import datetime as dt

from rules.card_room import Room, TermsOfRoom
from tests.rules.build import hand, seat
from tests.rules.open_face import ofc
from tests.rules.rooms.days import SEATTLE, across, clock, dealt, found, played, table, untestable

# ------------------------------------------------------------------------------- STK012 player-at-two-tables


def test_stk012_fires_where_a_player_is_in_hands_at_two_tables_over_one_time():
    audit = across(
        table("T1", played("19:00", "20:10", "ann", "bob")),
        table("T2", played("19:40", "21:00", "cat", "ann")),
    )
    (only,) = found(audit, "STK012")
    assert (only.player, only.session, only.stated) == ("ann", "S-T2", "Table T1 and Table T2")
    assert (only.kind, only.severity, only.clause) == ("violation", "critical", "external:SEAT-one")
    assert (
        "Player ann is on record at two tables from 2026-03-14T19:40:00-07:00 to 2026-03-14T20:10:00-07:00: "
        "seat 1 of table T1 in hands 1 to 2 of session S-T1; seat 2 of table T2 in hands 1 to 2 of session S-T2"
    ) in only.message


def test_stk012_fires_across_the_hour_in_which_the_clock_is_put_back():
    """Half past one occurs twice on 1 November 2026; the offsets distinguish the two."""
    day = dt.date(2026, 10, 31)
    first = table(
        "T1",
        played("2026-11-01T01:10:00-07:00", "2026-11-01T01:30:00-07:00"),
        opened="2026-10-31T20:00:00-07:00",
    )
    again = played("2026-11-01T01:20:00-08:00", "2026-11-01T01:40:00-08:00")
    later = table("T2", again, opened="2026-10-31T20:00:00-07:00")
    assert found(across(first, later, day=day), "STK012") == []
    same = played("2026-11-01T01:20:00-07:00", "2026-11-01T01:40:00-07:00")
    both = across(first, table("T2", same, opened="2026-10-31T20:00:00-07:00"), day=day)
    assert {each.player for each in found(both, "STK012")} == {"ann", "bob"}


def test_stk012_fires_on_the_day_on_which_the_two_come_together():
    night = table("T1", played("+05:00", "+07:00"), opened="23:00")
    early = table("T2", played("+06:10", "+06:40", "ann", "cat"), opened="+06:05")
    assert found(across(night, early), "STK012") == []
    assert [each.player for each in found(across(night, early, day=dt.date(2026, 3, 15)), "STK012")] == [
        "ann"
    ]


def test_stk012_quiet_where_a_player_goes_from_one_table_to_another():
    audit = across(table("T1", played("19:00", "20:00")), table("T2", played("20:00", "21:00")))
    assert found(audit, "STK012") == []
    assert untestable(audit, "STK012") == []


def test_stk012_quiet_where_the_player_sat_elsewhere_while_his_table_rested():
    """Ann plays at table T2 during the dinner of table T1, which goes on afterwards as if nothing had been."""
    rested = [dealt(1, "18:50", ended="19:00"), dealt(2, "20:00", ended="20:10")]
    audit = across(table("T1", rested), table("T2", played("19:10", "19:50", "cat", "ann")))
    assert found(audit, "STK012") == []
    running = [dealt(1, "18:50", ended="19:46"), dealt(2, "20:00", ended="20:10")]
    audit = across(table("T1", running), table("T2", played("19:10", "19:50", "cat", "ann")))
    assert [each.player for each in found(audit, "STK012")] == ["ann"]


def test_stk012_quiet_and_untestable_where_a_hand_has_no_length():
    """It was dealt at a time and settled at one that was not recorded."""
    audit = across(table("T1", played("19:00", "20:00")), table("T2", dealt(1, "19:30")))
    assert found(audit, "STK012") == []
    assert untestable(audit, "STK012") == [
        ("the end of a hand of a player who is on record at another table was not recorded", 1)
    ]


def test_stk012_quiet_and_untestable_without_the_times_of_the_hands():
    audit = across(table("T1", dealt(1, None)), table("T2", played("19:00", "20:00")))
    assert found(audit, "STK012") == []
    assert untestable(audit, "STK012") == [
        ("the times of hands of a player who is on record at another table were not recorded", 1)
    ]


def test_stk012_quiet_and_untestable_where_the_player_banks_for_he_may_be_the_house():
    """The house takes a seat at every table where it banks, under an id of its own."""
    audit = across(
        table("T1", played("19:00", "20:10", "house", "bob", banker=1)),
        table("T2", played("19:40", "21:00", "house", "cat", banker=1)),
    )
    assert found(audit, "STK012") == []
    assert untestable(audit, "STK012") == [
        ("a player who is on record at another table was the banker, or missed hands", 2)
    ]


def test_stk012_quiet_where_the_player_missed_the_hands_of_a_tournament():
    away = [
        ofc(
            n, seat(1, player="ann", status="missed"), seat(2, player="dan"), at=clock(at), ended_at=clock(at)
        )
        for n, at in ((1, "19:00"), (2, "21:00"))
    ]
    audit = across(
        table("9", away, ruleset="carnivale-ofc-2013", tournament="open"),
        table("T2", played("19:40", "20:00")),
    )
    assert found(audit, "STK012") == []


def test_stk012_quiet_within_one_table():
    """Two sessions of a table that overlap are LOG008's."""
    audit = across(
        table("T1", played("19:00", "20:10"), session="A"), table("T1", played("19:40", "21:00"), session="B")
    )
    assert found(audit, "STK012") == []


# ------------------------------------------------------------------------------- STK013 tables-above-licence


def test_stk013_fires_where_a_third_table_was_in_play_under_a_licence_for_two():
    audit = across(
        table("T1", played("16:00", "20:00")),
        table("T2", played("17:00", "19:00")),
        table("T3", played("18:00", "21:00")),
    )
    (only,) = found(audit, "STK013")
    assert (only.session, only.stated, only.expected, only.unit) == ("", 3, 2, "tables")
    assert (
        "From 2026-03-14T18:00:00-07:00 to 2026-03-14T19:00:00-07:00 up to 3 tables were in play (T1, T2, T3); the room "
        "is licensed for 2"
    ) in only.message
    assert audit.facts.tables_in_play == 3


def test_stk013_fires_for_a_single_hand_at_a_table_more():
    """No end of it was recorded: when it was dealt, three tables were in play."""
    others = [table(f"T{each}", played("16:00", "20:00")) for each in (1, 2)]
    audit = across(*others, table("T3", dealt(1, "17:00")))
    (only,) = found(audit, "STK013")
    assert (only.stated, only.expected) == (3, 2)
    assert (
        "When a hand was dealt at 2026-03-14T17:00:00-07:00, 3 tables were in play (T1, T2, T3); the room is licensed for 2"
        in only.message
    )
    assert audit.facts.tables_in_play == 3
    over = table("T3", dealt(1, "17:00", ended="17:00"))
    assert found(across(*others, over), "STK013") == []


def test_stk013_fires_where_the_last_hand_of_a_table_is_dealt_as_others_begin():
    last = table("T3", dealt(1, "18:50"), dealt(2, "19:00"))
    others = [table(f"T{each}", played("19:00", "20:00")) for each in (1, 2)]
    (only,) = found(across(last, *others), "STK013")
    assert (
        "When a hand was dealt at 2026-03-14T19:00:00-07:00, 3 tables were in play (T1, T2, T3)"
        in only.message
    )
    ended = table("T3", dealt(1, "18:50"), dealt(2, "18:58", ended="19:00"))
    assert found(across(ended, *others), "STK013") == []


def test_stk013_fires_for_single_hands_at_three_tables_at_one_moment():
    (only,) = found(across(*(table(f"T{each}", dealt(1, "17:00")) for each in (1, 2, 3))), "STK013")
    assert only.stated == 3
    apart = [table(f"T{each}", dealt(1, f"17:0{each}")) for each in (1, 2, 3)]
    assert found(across(*apart), "STK013") == []


def test_stk013_quiet_where_one_table_closes_as_another_opens():
    audit = across(
        table("T1", played("16:00", "20:00")),
        table("T2", played("17:00", "19:00")),
        table("T3", played("19:00", "21:00")),
    )
    assert found(audit, "STK013") == []
    assert audit.facts.tables_in_play == 2


def test_stk013_quiet_where_a_table_rests_while_another_plays():
    """T1 plays in the afternoon and again in the evening; in between there are two tables."""
    twice = [
        dealt(1, "15:00", ended="16:00"), dealt(2, "16:15", ended="16:30"), dealt(3, "20:00", ended="21:00"),
    ]  # fmt: skip
    others = [table(f"T{each}", played("17:00", "19:00")) for each in (2, 3)]
    audit = across(table("T1", twice), *others)
    assert found(audit, "STK013") == []
    assert audit.facts.tables_in_play == 2
    (only,) = found(across(table("T1", played("15:00", "18:00")), *others), "STK013")
    assert only.stated == 3


def test_stk013_fires_once_where_a_hand_is_missing_or_others_sit_down():
    """The fourth of five hands is missing, and nobody of the first sits in the last."""
    hands = [
        dealt(1, "16:00", "a", "b"), dealt(2, "16:10", "a", "c"), dealt(3, "16:20", "c", "d"), dealt(5, "16:30", "e", "f"),
        dealt(6, "16:40", "e", "f"),
    ]  # fmt: skip
    sitting = table("T1", hands)
    (only,) = found(across(sitting, *(table(f"T{n}", played("16:00", "17:00")) for n in (2, 3))), "STK013")
    assert "From 2026-03-14T16:00:00-07:00 to 2026-03-14T16:40:00-07:00 up to 3 tables" in only.message


def test_stk013_quiet_where_a_name_stands_for_one_table_in_two_sessions():
    audit = across(
        table("T1", played("16:00", "20:00"), session="A"), table("T1", played("17:00", "19:00"), session="B"),
        table("T2", played("17:00", "19:00")),
    )  # fmt: skip
    assert found(audit, "STK013") == []


def test_stk013_quiet_and_untestable_without_the_licence_or_the_times():
    unlicensed = Room("WA-0417", (TermsOfRoom(SEATTLE, dt.time(6)),))
    audit = across(table("T1", played("16:00", "20:00")), room=unlicensed)
    assert untestable(audit, "STK013") == [("the licensed number of tables is not on record", 1)]
    audit = across(table("T1", hand(1, seat(1), seat(2))))
    assert found(audit, "STK013") == []
    assert untestable(audit, "STK013") == [("the times of the session's hands were not recorded", 1)]
    assert audit.facts.tables_in_play is None
