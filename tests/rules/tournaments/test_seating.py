"""The order of a tournament's lines and hands, and who sits where by them."""

from rules.tournaments.seats_now import seating_of
from rules.tournaments.tournament_course import course_of
from rules.tournaments.tournament_logs import read_table_log
from tests.rules.events.tables import at, draw, hand, log, move, played, seat, sitting, tables
from tests.rules.tournaments.build import busts, entries, header, read, written


def merged(lines, *logs):
    return course_of(read(*lines), [read_table_log([written(*each)]) for each in logs])


def names(moments):
    return [(each.line, getattr(each.what, "hand", None)) for each in moments]


def test_a_line_without_a_time_has_the_last_one_before_it_and_comes_before_hands_of_that_instant():
    lines = [header(), *entries(1, at=at("19:00")), hand("T1", 1), hand("T1", 2, at=at("19:10"))]
    own = log("A", "T1", *(played(each, f"19:{each:02}", (1, "P01", 9, 0)) for each in (0, 5, 10)))
    assert names(merged(lines, own)) == [(2, None), (3, 1), (2, 0), (3, 5), (4, 2), (4, 10)]
    assert [each.timed for each in merged(lines)] == [True, False, True]


def test_lines_keep_the_order_of_the_file_where_a_time_goes_back():
    lines = [header(), hand("T1", 1, at=at("19:10")), hand("T1", 2, at=at("19:00"))]
    own = log("A", "T1", played(9, "19:05", (1, "P01", 9, 0)))
    assert names(merged(lines, own)) == [(2, 9), (2, 1), (3, 2)]


def test_a_hand_without_a_time_follows_the_one_before_it_in_its_log():
    own = log(
        "A",
        "T1",
        played(1, None, (1, "P01", 9, 0)),
        played(2, "19:30", (1, "P01", 9, 0)),
        played(3, None, (1, "P01", 9, 0)),
    )
    lines = [header(), hand("T2", 7, at=at("18:30")), hand("T2", 8, at=at("19:40"))]
    assert names(merged(lines, own)) == [(2, 1), (2, 7), (3, 2), (4, 3), (3, 8)]


def plan(lines, *logs):
    return seating_of(merged(lines, *logs))


def test_the_players_at_each_table_follow_seats_draws_moves_breaks_and_busts():
    lines = [
        *tables(3, 2),
        hand("T1", 1),
        move(1, "T1/1", "T2/3"),
        hand("T1", 2),
        *busts(2),
        {"event": "table_break", "table": "T1"},
        hand("T2", 3),
        draw("final_table", (1, "T1", 1), (3, "T1", 2), (4, "T1", 3)),
        hand("T1", 4),
    ]
    hands = plan(lines).hands
    assert [each.sizes for each in hands] == [{"T1": 3, "T2": 2}, {"T1": 2, "T2": 3}, {"T2": 3}, {"T1": 3}]
    assert [each.unplaced for each in hands] == [(), (), (3,), (5,)]
    assert [each.left for each in hands] == [5, 5, 4, 4]
    assert [sorted(each.undrawn) for each in hands] == [[1], [1], [1], []]


def test_a_hand_shows_where_an_entry_sits_of_which_the_file_does_not_say():
    unknown = [{"event": "table_break", "table": "T1"}, hand("T2", 1, seats=sitting((1, 4))), hand("T2", 2)]
    first, second = plan([*tables(1, 1), *unknown]).hands
    assert (first.sizes, first.unplaced) == ({"T2": 2}, ())
    assert second.sizes == {"T2": 2}
    (named,) = first.players
    assert (named.held.chair, str(named.chair)) == (None, "T2/4")


def test_a_rebuy_takes_the_old_seat_where_it_is_free():
    again = [*busts(1), {"event": "rebuy", "entry": 1}, hand("T1", 1)]
    assert plan([*tables(2), *again]).hands[0].sizes == {"T1": 2}
    taken = [*busts(1), *entries(3)[2:], seat(3, "T1", 1), {"event": "rebuy", "entry": 1}, hand("T1", 1)]
    (found,) = plan([*tables(2), *taken]).hands
    assert (found.sizes, found.unplaced) == ({"T1": 2}, (1,))


def test_a_rebuy_does_not_take_the_old_seat_where_a_hand_shows_somebody_else():
    """The file says nothing of the seat of entry 3, and a hand does."""
    shown = [hand("T1", 1, seats=sitting((3, 1), (2, 2))), {"event": "rebuy", "entry": 1}]
    dealt = hand("T1", 2, seats=sitting((3, 1), (2, 2), (1, 4)))
    seats = [header(), *entries(3), seat(1, "T1", 1), seat(2, "T1", 2)]
    before, after = plan([*seats, *busts(1), *shown, dealt]).hands
    assert [each.held.known for each in after.players if each.entry == 1] == [False]
    assert (before.sizes, after.sizes) == ({"T1": 2}, {"T1": 3})
