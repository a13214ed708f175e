"""Who sits where in a tournament: seats given, moves, and what other lines say of them."""

from tests.rules.events.auditing import audited, found, row
from tests.rules.events.tables import (
    at,
    carnivale,
    draw,
    hand,
    log,
    move,
    played,
    seat,
    sitting,
    stacks,
    tables,
)
from tests.rules.tournaments.build import busts, entries, header


def reasons(audit, code):
    return [each.reason for each in row(audit, code).because]


# ---------------------------------------------------------------- TRN030


def test_trn030_fires_where_a_seat_was_chosen_or_the_start_assigned():
    lines = [header(), *entries(2), seat(1, "T1", 4, method="chosen")]
    audit = audited([*lines, draw("start", (1, "T1", 1), (2, "T1", 2), method="assigned")])
    chosen, assigned = found(audit, "TRN030")
    assert (chosen.line, chosen.entry, chosen.table, chosen.seat) == (4, 1, "T1", 4)
    assert (chosen.stated, chosen.expected, chosen.player) == ("chosen", "draw", "P01")
    assert chosen.message == (
        "Line 4, entry 1 (P01): seat T1/4 was chosen by the player; seats are drawn (OLY-3.4-03)."
    )
    assert (assigned.line, assigned.stated, assigned.expected) == (5, "assigned", "draw")
    assert "the seats for the start were assigned" in assigned.message


def test_trn030_quiet_where_seats_were_drawn_or_it_was_not_recorded():
    unknown = {"event": "seat", "entry": 2, "table": "T1", "seat": 2}
    final = draw("final_table", (1, "T1", 1), (2, "T1", 2), method="assigned")  # TRN041 looks at that
    audit = audited([header(), *entries(2), seat(1, "T1", 1), unknown, draw("start", (1, "T1", 2)), final])
    assert found(audit, "TRN030") == []
    counted = row(audit, "TRN030")
    assert (counted.agreeing, counted.untestable, counted.inapplicable) == (2, 1, 1)
    assert reasons(audit, "TRN030") == ["how the seat was given was not recorded"]


# ---------------------------------------------------------------- TRN031


def test_trn031_fires_where_two_entries_get_one_seat():
    audit = audited([*tables(2), *entries(3)[2:], seat(3, "T1", 2), move(1, "T1/1", "T1/2")])
    seated, moved = found(audit, "TRN031")
    assert (seated.line, seated.entry, seated.table, seated.seat) == (7, 3, "T1", 2)
    assert (seated.stated, seated.expected, seated.clause) == ("T1/2", 2, "external:SEAT-one")
    assert seated.message == (
        "Line 7, entry 3 (P03): the seat T1/2 was given, and entry 2 (P02) sits there (external:SEAT-one)."
    )
    assert (moved.line, moved.entry, moved.stated, moved.expected) == (8, 1, "T1/2", 2)


def test_trn031_fires_within_one_draw_and_for_who_bought_again():
    rebuy = {"event": "rebuy", "entry": 2, "before": 0}
    lines = [*tables(3, kind="rebuy_broke", rebuy={"price": 2000, "chips": 10000}), *busts(2), rebuy]
    (back,) = found(audited([*lines, move(3, "T1/3", "T1/2")]), "TRN031")
    assert (back.line, back.stated, back.expected) == (10, "T1/2", 2)
    (drawn,) = found(audited([*tables(2), draw("other", (1, "T2", 5), (2, "T2", 5))]), "TRN031")
    assert (drawn.line, drawn.entry, drawn.stated, drawn.expected) == (6, 2, "T2/5", 1)


def test_trn031_quiet_where_the_seat_is_free():
    freed = [*tables(2), *busts(2), *entries(3)[2:], seat(3, "T1", 2), move(1, "T1/1", "T1/1")]
    audit = audited([*freed, draw("other", (1, "T1", 2), (3, "T1", 1)), {"event": "unregister", "entry": 1}])
    assert found(audit, "TRN031") == []
    assert row(audit, "TRN031").agreeing == 6


def test_trn031_quiet_where_a_table_was_broken_and_opened_again():
    late = [*entries(3)[2:], seat(3, "T1", 1)]
    audit = audited([*tables(1, 1), {"event": "table_break", "table": "T1"}, *late])
    assert found(audit, "TRN031") == []


# ---------------------------------------------------------------- TRN032


def test_trn032_fires_where_a_move_begins_elsewhere():
    twice = [move(1, "T1/1", "T2/2"), move(1, "T1/1", "T2/3")]
    audit = audited([*tables(2, 1), *twice, *busts(2), move(2, "T1/2", "T2/4")])
    again, gone = found(audit, "TRN032")
    assert (again.line, again.entry, again.table, again.seat) == (9, 1, "T1", 1)
    assert (again.stated, again.expected, again.kind) == ("T1/1", "T2/2", "discrepancy")
    assert again.message == (
        "Line 9, entry 1 (P01): the move begins at T1/1, and it sits at T2/2 (external:RECORD-attributable)."
    )
    assert (gone.line, gone.stated, gone.expected) == (11, "T1/2", None)
    assert "it has no seat" in gone.message


def test_trn032_fires_once_where_a_log_has_a_player_at_another_table():
    lines = [*tables(2, 1), {"event": "clock", "action": "start", "at": at("19:00")}]
    wrong = [
        played(number, f"19:{number + 10}", (3, "P03", 10000, 0), (1, "P01", 10000, 0)) for number in (1, 2)
    ]
    right = played(3, "19:20", (1, "P01", 10000, 0))
    later = played(4, "19:25", (4, "P03", 10000, 0))
    audit = audited(lines, log("A", "T1", *wrong, right, later))
    first, moved = found(audit, "TRN032")
    assert (first.session, first.line, first.hand, first.table, first.seat) == ("A", 2, 1, "T1", 3)
    assert (first.entry, first.player, first.stated, first.expected) == (3, "P03", "T1/3", "T2/1")
    assert first.message == (
        "Session A, line 2, hand 1: entry 3 (P03) is in the hand at T1/3, and sits at T2/1 (external:RECORD-attributable)."
    )
    assert (moved.line, moved.stated, moved.expected) == (5, "T1/4", "T2/1")


def test_trn032_fires_where_a_count_or_a_bust_is_at_another_table():
    count = {"event": "count", "tables": [stacks("T2", e1=10000, e3=10000), {"table": "T1", "chips": 10000}]}
    audit = audited([*tables(2, 1), count, *busts(2, table="T2"), hand("T1", 1, seats=sitting((1, 2)))])
    counted, bust, dealt = found(audit, "TRN032")
    assert (counted.line, counted.entry, counted.stated, counted.expected) == (8, 1, "T2", "T1/1")
    assert (bust.line, bust.entry, bust.stated, bust.expected) == (9, 2, "T2", "T1/2")
    assert "the line has it at table T2, and it sits at T1/2" in bust.message
    assert (dealt.line, dealt.session, dealt.stated, dealt.expected) == (10, "", "T1/2", "T1/1")


def test_trn032_quiet_where_everybody_sits_where_the_lines_say():
    lines = [
        *tables(2, 2),
        move(1, "T1/1", "T2/3"),
        {"event": "table_break", "table": "T1"},
        move(2, "T1/2", "T2/4"),
        hand("T2", 9, seats=sitting((1, 3), (2, 4), (3, 1))),
        *busts(3, table="T2"),
    ]
    audit = audited(lines)
    assert found(audit, "TRN032") == []
    assert (row(audit, "TRN032").agreeing, row(audit, "TRN032").untestable) == (4, 0)


def test_trn032_quiet_where_the_file_does_not_say_where_an_entry_sits():
    """Never seated; at a table that was broken; not drawn a seat. Who is out sits nowhere, and other checks find that."""
    unseated = [*entries(3)[2:], move(3, "T1/3", "T2/1")]
    broken = [{"event": "table_break", "table": "T1"}, hand("T2", 1, seats=sitting((1, 5)))]
    undrawn = [draw("other", (1, "T2", 2)), hand("T2", 2, seats=sitting((2, 5)))]
    audit = audited(
        [*tables(2), *unseated, *broken, *undrawn, *busts(1), hand("T2", 3, seats=sitting((1, 7)))]
    )
    assert found(audit, "TRN032") == []
    counted = row(audit, "TRN032")
    assert (counted.untestable, counted.inapplicable) == (3, 1)
    assert reasons(audit, "TRN032") == ["where the entry sat was not recorded"]


# ---------------------------------------------------------------- TRN033


def test_trn033_fires_where_a_move_was_not_approved():
    audit = audited([*tables(2), move(2, "T1/2", "T2/6", approved=False)])
    (only,) = found(audit, "TRN033")
    assert (only.line, only.entry, only.table, only.seat) == (6, 2, "T2", 6)
    assert (only.stated, only.expected, only.severity) == (False, True, "minor")
    assert only.message == (
        "Line 6, entry 2 (P02): the move to T2/6 was not approved; the floor approves every move (OLY-1.52-16)."
    )


def test_trn033_fires_as_a_note_where_the_floor_ruled():
    audit = audited([*tables(2), move(2, "T1/2", "T2/6", approved=False, ruling="moved at the bell")])
    (only,) = found(audit, "TRN033")
    assert (only.severity, only.message.endswith("The floor ruled: moved at the bell (OLY-1.52-16).")) == (
        "note",
        True,
    )


def test_trn033_quiet_where_moves_were_approved_or_it_was_not_recorded():
    unknown = {key: value for key, value in move(1, "T2/2", "T1/1").items() if key != "approved"}
    audit = audited([*tables(1), move(1, "T1/1", "T2/2"), unknown])
    assert found(audit, "TRN033") == []
    assert (row(audit, "TRN033").agreeing, row(audit, "TRN033").untestable) == (1, 1)
    assert reasons(audit, "TRN033") == ["whether the move was approved was not recorded"]


# ---------------------------------------------------------------- TRN038, TRN039

ORDER = [{"table": f"T{each}", "break_order": 4 - each} for each in (1, 2, 3)]  # T3 breaks first


def test_trn038_fires_where_a_table_breaks_before_its_turn():
    audit = audited([*carnivale(2, 2, 2, tables=ORDER), {"event": "table_break", "table": "T2"}])
    (only,) = found(audit, "TRN038")
    assert (only.line, only.table, only.stated, only.expected) == (14, "T2", "T2", "T3")
    assert only.message == (
        "Line 14: table T2 was broken; by the posted order T3 is the next to break (CARN-table-break)."
    )


def test_trn038_quiet_where_tables_break_in_the_posted_order():
    """A table that everybody left by going out is not due any more."""
    lines = [*carnivale(2, 2, 1, tables=ORDER), *busts(5), {"event": "table_break", "table": "T2"}]
    audit = audited([*lines, {"event": "table_break", "table": "T9"}])
    assert found(audit, "TRN038") == []
    assert reasons(audit, "TRN038") == ["the order in which tables break was not recorded"]


def test_trn038_quiet_on_each_break_where_the_controls_have_no_order():
    lines = [*tables(2, 1), {"event": "table_break", "table": "T1"}, {"event": "table_break", "table": "T2"}]
    coverage = row(audited(lines), "TRN038")
    assert (coverage.tested, coverage.agreeing, coverage.inapplicable) == (0, 0, 2)


def test_trn039_fires_where_a_broken_table_deals():
    breaks = {"event": "table_break", "table": "T1", "after_hand": 17, "at": at("19:30")}
    own = log("A", "T1", played(17, "19:40", (1, "P01", 100, 0)), played(18, "19:45", (1, "P01", 100, 0)))
    audit = audited([*tables(2, 1), breaks, move(1, "T1/1", "T2/2"), hand("T1", 19)], own)
    filed, logged = found(audit, "TRN039")
    assert (filed.line, filed.session, filed.table, filed.stated, filed.expected) == (
        10,
        "",
        "T1",
        "T1",
        None,
    )
    assert (logged.session, logged.line, logged.hand) == ("A", 3, 18)
    assert logged.message == (
        "Session A, line 3, hand 18: table T1 was broken before, and nobody was seated there since "
        "(external:RECORD-attributable)."
    )


def test_trn039_quiet_before_the_break_and_after_the_table_was_opened_again():
    lines = [*carnivale(2, 2), hand("T1", 8), {"event": "table_break", "table": "T1"}, hand("T2", 9)]
    audit = audited([*lines, *entries(5)[4:], seat(5, "T1", 1), hand("T1", 9)])
    assert found(audit, "TRN039") == []
    assert row(audit, "TRN039").agreeing == 3
