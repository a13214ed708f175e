"""Whether tables are level, drawn anew and joined in time, and play hand for hand before the prizes."""

import pytest

from tests.rules.events.auditing import audited, found, row
from tests.rules.events.tables import at, carnivale, draw, hand, log, move, played, seat, sitting, tables
from tests.rules.tournaments.build import busts, entries, header


def reasons(audit, code):
    return [each.reason for each in row(audit, code).because]


# ---------------------------------------------------------------- TRN034, TRN035


def test_trn034_fires_once_an_imbalance_where_the_largest_table_deals():
    lines = [
        *tables(5, 5),
        *busts(1, 2),
        hand("T2", 9),
        hand("T2", 10),
        move(6, "T2/1", "T1/1"),
        hand("T1", 9),
    ]
    first, again = found(audited([*lines, *busts(3, 4), hand("T2", 12)]), "TRN034")
    assert (first.line, first.table, first.hand, first.stated, first.expected) == (24, "T2", 9, 2, 1)
    assert first.message == (
        "Line 24, hand 9: table T2 deals while the tables differ by 2 players (T1 has 3, T2 has 5); they may differ by 1 "
        "(OLY-3.4-14)."
    )
    assert (again.line, again.stated) == (30, 2)


def test_trn034_fires_in_the_hands_of_a_log_between_the_lines_of_the_file():
    """A bust at the instant of a hand comes before it."""
    lines = [*tables(4, 4), *busts(1, at=at("19:10")), *busts(2, at=at("19:20"))]
    other = log("B", "T2", *(played(each, f"19:{each}", (1, "P05", 100, 0)) for each in (15, 19, 20)))
    (only,) = found(audited(lines, other), "TRN034")
    assert (only.session, only.line, only.hand, only.table) == ("B", 4, 20, "T2")
    assert only.message.startswith("Session B, line 4, hand 20: table T2 deals while")


def test_trn034_quiet_where_tables_are_level_or_the_short_one_deals():
    audit = audited(
        [*tables(3, 4), hand("T2", 1), *busts(1), hand("T1", 2), {"event": "hand", "table": "T9", "hand": 1}]
    )
    assert found(audit, "TRN034") == []
    assert row(audit, "TRN034").agreeing == 3


def test_trn034_quiet_where_seats_were_not_recorded():
    audit = audited([header(), *entries(3), hand("T1", 1, seats=sitting((1, 1))), hand("T2", 1)])
    assert found(audit, "TRN034") == []
    assert (row(audit, "TRN034").untestable, reasons(audit, "TRN034")) == (2, ["the seats were not recorded"])


def test_trn034_quiet_until_the_moves_from_a_broken_table_are_known():
    broken = [{"event": "table_break", "table": "T1"}, hand("T2", 1), move(1, "T1/1", "T3/2"), hand("T2", 2)]
    audit = audited([*tables(1, 3, 1), *broken])
    assert found(audit, "TRN034") == []
    assert reasons(audit, "TRN034") == [
        "the new seats of players whose table was broken, or who were not drawn a seat, were not recorded"
    ]
    assert row(audit, "TRN034").agreeing == 1


def test_trn034_quiet_where_a_hand_shows_where_the_player_went():
    broken = [{"event": "table_break", "table": "T1"}, hand("T3", 1, seats=sitting((2, 2))), hand("T2", 2)]
    audit = audited([*tables(1, 2, 1)[:-2], seat(2, "T2", 1), seat(3, "T2", 2), seat(4, "T3", 1), *broken])
    assert found(audit, "TRN034") == []
    assert row(audit, "TRN034").untestable == 2
    level = audited([*tables(1, 2, 1), broken[0], hand("T3", 1, seats=sitting((1, 2))), hand("T2", 2)])
    assert found(level, "TRN034") == []
    assert row(level, "TRN034").agreeing == 2


def test_trn035_fires_where_the_short_table_deals():
    audit = audited([*tables(5, 5), *busts(1, 2, 3), hand("T1", 9), hand("T1", 10), hand("T2", 9)])
    (only,) = found(audit, "TRN035")
    assert (only.line, only.table, only.stated, only.expected, only.severity) == (25, "T1", 3, 2, "major")
    assert only.message == (
        "Line 25, hand 9: table T1 deals and lacks 3 players (T1 has 2, T2 has 5); a table that lacks 3 waits (OLY-3.4-15)."
    )
    assert [each.line for each in found(audit, "TRN034")] == [27]


def test_trn035_quiet_where_two_are_missing():
    audit = audited([*tables(5, 5), *busts(1, 2), hand("T1", 9)])
    assert found(audit, "TRN035") == []
    assert row(audit, "TRN035").agreeing == 1


ANY_TWO = {"AMB-OLY-balance": "adjacent"}
SIX_FOUR_TWO = [*tables(6, 4, 2), hand("T2", 9)]


def test_trn034_fires_where_a_table_between_deals_and_any_two_tables_count():
    assert found(audited(SIX_FOUR_TWO), "TRN034") == []  # T1 is the largest
    (only,) = found(audited(SIX_FOUR_TWO, readings=ANY_TWO), "TRN034")
    assert (only.line, only.table, only.stated, only.expected) == (26, "T2", 2, 1)
    assert only.message == (
        "Line 26, hand 9: table T2 deals while it has 2 players more than another (T1 has 6, T2 has 4, T3 has 2); they may "
        "differ by 1 (OLY-3.4-14)."
    )


def test_trn035_fires_where_a_table_between_is_short_and_any_two_tables_count():
    lines = [*tables(6, 3, 2), hand("T2", 9)]
    assert found(audited(lines), "TRN035") == []  # T3 is the smallest
    (only,) = found(audited(lines, readings=ANY_TWO), "TRN035")
    assert (only.line, only.table, only.stated, only.expected) == (24, "T2", 3, 2)
    assert found(audited(SIX_FOUR_TWO, readings=ANY_TWO), "TRN035") == []  # T2 lacks two


@pytest.mark.parametrize("readings", [None, ANY_TWO], ids=["largest and smallest", "any two"])
def test_trn034_fires_alike_between_two_tables_as_trn035_does(readings):
    audit = audited([*tables(5, 2), hand("T1", 9), hand("T2", 9)], readings=readings)
    assert [(each.table, each.stated) for each in found(audit, "TRN034")] == [("T1", 3)]
    assert [(each.table, each.stated) for each in found(audit, "TRN035")] == [("T2", 3)]


# ---------------------------------------------------------------- TRN036, TRN037


def test_trn036_fires_where_a_player_moves_to_the_fuller_table():
    audit = audited([*tables(5, 5), *busts(1), move(2, "T1/2", "T2/6", reason="balance")])
    (only,) = found(audit, "TRN036")
    assert (only.line, only.entry, only.table, only.seat) == (23, 2, "T2", 6)
    assert (only.stated, only.expected) == ("4-5", "5-4")
    assert only.message == (
        "Line 23, entry 2 (P02): the move for balance goes from a table of 4 to a table of 5 (T1 has 4, T2 has 5); it goes "
        "from one of 5 to one of 4 (OLY-3.4-14)."
    )


def test_trn036_quiet_where_the_largest_table_gives_to_the_smallest():
    moves = [move(5, "T2/1", "T1/5", reason="balance"), move(5, "T2/1", "T1/6", reason="balance")]
    unknown = [move(1, "T1/1", "T1/7"), move(2, "T1/2", "T1/8", reason="own")]
    audit = audited([*tables(4, 6), *moves, *unknown])
    assert found(audit, "TRN036") == []
    counted = row(audit, "TRN036")
    assert (counted.agreeing, counted.untestable, counted.inapplicable) == (1, 1, 2)
    assert reasons(audit, "TRN036") == ["why the player was moved was not recorded"]


def test_trn036_fires_where_a_move_goes_to_one_that_lacks_one_and_any_two_tables_count():
    between, too_near = move(7, "T2/1", "T3/3", reason="balance"), move(1, "T1/1", "T2/5", reason="balance")
    six = tables(6, 4, 2)
    assert [each.stated for each in found(audited([*six, between]), "TRN036")] == ["4-2"]
    assert found(audited([*six, between], readings=ANY_TWO), "TRN036") == []
    five = tables(5, 4, 2)
    (only,) = found(audited([*five, too_near], readings=ANY_TWO), "TRN036")
    assert (only.line, only.stated, only.expected) == (24, "5-4", "5-3")
    assert (
        "goes from a table of 5 to a table of 4 (T1 has 5, T2 has 4, T3 has 2); it goes to one of at most 3"
        in only.message
    )


def test_trn037_fires_where_the_small_blind_moves():
    audit = audited([*tables(4, 6), move(6, "T2/1", "T1/5", reason="balance", from_position="sb")])
    (only,) = found(audit, "TRN037")
    assert (only.line, only.entry, only.table, only.seat) == (22, 6, "T2", 1)
    assert (only.stated, only.expected, only.clause) == ("sb", "bb", "OLY-3.4-17")
    assert "moved for balance from the position sb; who moves is in the position bb" in only.message


@pytest.mark.parametrize("game", ["holdem", "stud7"])
def test_trn037_quiet_where_the_big_blind_moves_or_there_is_none(game):
    moves = [move(6, "T2/1", "T1/5", reason="balance", from_position="bb" if game == "holdem" else "7")]
    unknown = [move(7, "T2/2", "T1/6", reason="balance"), move(7, "T1/6", "T2/2", reason="ruling")]
    audit = audited([*tables(4, 6, game=game), *moves, *unknown])
    assert found(audit, "TRN037") == []
    counted = row(audit, "TRN037")
    expected = (1, 1, 1) if game == "holdem" else (0, 0, 1)
    assert (counted.agreeing, counted.untestable, counted.inapplicable) == expected


# ---------------------------------------------------------------- TRN061

STANDARD = {"ruleset": "standard-tournament"}


def test_trn061_fires_where_a_player_moves_to_the_small_blind():
    to_sb = move(6, "T2/1", "T1/5", reason="balance", from_position="bb", to_position="sb")
    (only,) = found(audited([*tables(4, 6, **STANDARD), to_sb]), "TRN061")
    assert (only.line, only.entry, only.table, only.seat) == (22, 6, "T1", 5)
    assert (only.stated, only.kind, only.severity, only.clause) == (
        "sb", "violation", "minor", "external:TDA-balancing",
    )  # fmt: skip
    assert only.message == (
        "Line 22, entry 6 (P06): the player was moved for balance to the position sb; nobody moves there "
        "(external:TDA-balancing)."
    )


def test_trn061_quiet_for_another_position_and_untestable_without_one():
    moves = [
        move(6, "T2/2", "T1/5", reason="balance", to_position="bb"),
        move(7, "T2/3", "T1/6", reason="balance"),
        move(8, "T2/4", "T1/7", reason="own", to_position="sb"),
    ]
    audit = audited([*tables(4, 6, **STANDARD), *moves])
    assert found(audit, "TRN061") == []
    counted = row(audit, "TRN061")
    assert (counted.agreeing, counted.untestable, counted.inapplicable) == (1, 1, 1)
    assert reasons(audit, "TRN061") == ["the position to which the player was moved was not recorded"]


def test_trn061_quiet_where_the_rules_name_no_such_position():
    audit = audited([*tables(4, 6), move(6, "T2/2", "T1/5", reason="balance", to_position="sb")])
    assert found(audit, "TRN061") == []
    assert row(audit, "TRN061").inapplicable == 1


# ---------------------------------------------------------------- TRN040, TRN041, TRN042, TRN043

THREE = draw("three_tables", (1, "T1", 1), (2, "T2", 1), (3, "T3", 1))


def test_trn040_fires_where_three_tables_play_on():
    audit = audited([*tables(1, 1, 1, 1, classes=["monthly"]), *busts(4), hand("T2", 12), hand("T3", 12)])
    (only,) = found(audit, "TRN040")
    assert (only.line, only.table, only.hand, only.stated, only.expected) == (11, "T2", 12, None, None)
    assert only.message == (
        "Line 11, hand 12: three tables are left, and their seats were not drawn anew (OLY-3.4-16)."
    )
    assert row(audit, "TRN040").inapplicable == 1


@pytest.mark.parametrize("classes", [["monthly"], ["daily"]])
def test_trn040_quiet_where_they_were_drawn_or_the_class_has_no_such_draw(classes):
    drawn = [hand("T1", 11), *busts(4), *([THREE] if classes == ["monthly"] else []), hand("T2", 12)]
    audit = audited([*tables(1, 1, 1, 1, classes=classes), *drawn])
    assert found(audit, "TRN040") == []
    assert row(audit, "TRN040").agreeing == (1 if classes == ["monthly"] else 0)


def test_trn041_fires_where_the_final_table_was_assigned():
    final = draw("final_table", (1, "T1", 1), (3, "T1", 2), method="assigned")
    audit = audited([*tables(2, 1), hand("T1", 1), *busts(2), final, hand("T1", 2), hand("T1", 3)])
    (only,) = found(audit, "TRN041")
    assert (only.line, only.table, only.hand, only.clause) == (11, "T1", 2, "OLY-3.4-21")
    assert only.message == "Line 11, hand 2: one table is left, and its seats were not drawn (OLY-3.4-21)."


def test_trn041_quiet_where_it_was_drawn_or_there_was_only_one_table():
    final = draw("final_table", (1, "T1", 1), (3, "T1", 2))
    audit = audited([*tables(2, 1), hand("T1", 1), *busts(2), final, hand("T1", 2)])
    assert found(audit, "TRN041") == []
    assert (row(audit, "TRN041").agreeing, row(audit, "TRN041").inapplicable) == (1, 1)
    assert found(audited([*tables(3), hand("T1", 1), *busts(1), hand("T1", 2)]), "TRN041") == []


def test_trn042_fires_once_where_four_play_at_two_tables():
    audit = audited([*carnivale(3, 2), hand("T1", 40), *busts(3, hand=40), hand("T1", 41), hand("T2", 41)])
    (only,) = found(audit, "TRN042")
    assert (only.line, only.hand, only.stated, only.expected, only.clause) == (
        14,
        41,
        2,
        1,
        "CARN-final-table",
    )
    assert only.message == (
        "Line 14, hand 41: 4 players are left, and they play at 2 tables; they sit at 1 (CARN-final-table)."
    )


def test_trn042_quiet_where_four_sit_at_one_table_or_more_never_played():
    moves = [move(4, "T2/1", "T1/3"), move(5, "T2/2", "T1/4")]
    audit = audited([*carnivale(3, 2), *busts(3, hand=40), *moves, hand("T1", 41)])
    assert found(audit, "TRN042") == []
    assert row(audit, "TRN042").agreeing == 1
    assert found(audited([*carnivale(2, 2), hand("T1", 1)]), "TRN042") == []


def test_trn043_fires_where_five_are_at_a_table():
    audit = audited([*carnivale(5), hand("T1", 1), hand("T1", 2)])
    (only,) = found(audit, "TRN043")
    assert (only.line, only.table, only.stated, only.expected, only.clause) == (
        12,
        "T1",
        5,
        4,
        "CARN-table-max",
    )
    assert only.message == (
        "Line 12, hand 1: 5 players are at table T1; at most 4 sit at a table (CARN-table-max)."
    )


def test_trn043_fires_where_a_hand_has_five_though_seats_were_not_recorded():
    lines = [
        carnivale(1)[0],
        *entries(5),
        hand("T1", 1, seats=sitting(*((each, each) for each in range(1, 6)))),
    ]
    (only,) = found(audited(lines), "TRN043")
    assert (only.line, only.stated) == (7, 5)
    stranger = [*lines[:-2], hand("T1", 1, seats=sitting(*((each, each) for each in range(1, 6))))]
    assert [each.stated for each in found(audited(stranger), "TRN043")] == [5]


def test_trn043_quiet_where_four_are_or_it_is_not_known():
    audit = audited([*carnivale(5), *busts(5), hand("T1", 1)])
    assert found(audit, "TRN043") == []
    assert row(audit, "TRN043").agreeing == 1
    unknown = audited([carnivale(1)[0], *entries(5), hand("T1", 1)])
    assert (row(unknown, "TRN043").untestable, reasons(unknown, "TRN043")) == (
        1,
        ["the seats were not recorded"],
    )


# ---------------------------------------------------------------- TRN044


def test_trn044_fires_where_a_hand_has_no_round_one_before_the_money():
    lines = [*tables(2, 2), *entries(10)[4:], *busts(*range(5, 11)), hand("T1", 40, round=1), hand("T2", 38)]
    (only,) = found(audited(lines), "TRN044")
    assert (only.line, only.table, only.hand, only.stated, only.expected) == (23, "T2", 38, None, 4)
    assert only.message == (
        "Line 23, hand 38: 4 players are left at 2 tables and 3 places are paid; the hand has no round of hand-for-hand play "
        "(OLY-3.4-23)."
    )


def test_trn044_fires_before_the_tickets_of_a_satellite():
    lines = tables(2, 2, prizes_by="tickets", target={"tournament": "BIG", "cost": 7000})
    (only,) = found(audited([*lines, hand("T1", 1), *busts(1), hand("T2", 1)]), "TRN044")
    assert (only.line, only.expected) == (12, 3)
    assert "3 players are left at 2 tables and 2 places are paid" in only.message


def test_trn044_quiet_where_others_wait_or_more_or_fewer_are_left():
    lines = [*tables(2, 2), *entries(10)[4:], *busts(*range(5, 10)), hand("T1", 1), *busts(10)]
    waiting = {"event": "waiting", "action": "join", "player": "P99"}
    own = log("A", "T1", played(3, None, (1, "P01", 100, 0)))
    audit = audited([*lines, waiting, hand("T1", 2), *busts(1), hand("T1", 4)], own)
    assert found(audit, "TRN044") == []
    assert (row(audit, "TRN044").inapplicable, row(audit, "TRN044").tested) == (3, 0)


def test_trn044_quiet_where_prizes_go_by_chips_or_are_not_determined():
    lines = [*tables(2, 2), hand("T1", 1)]
    by_chips = [lines[0] | {"prizes_by": "chips"}, *lines[1:]]
    assert row(audited(by_chips), "TRN044").inapplicable == 1
    open_ = [
        carnivale(1)[0] | {"ruleset": "olympic-tournament", "currency": "EUR"},
        *entries(161),
        hand("T1", 1),
    ]
    audit = audited([*open_[:-1], seat(1, "T1", 1), hand("T1", 1)])
    assert found(audit, "TRN044") == []
    assert reasons(audit, "TRN044") == ["how many places are paid is not determined"]
