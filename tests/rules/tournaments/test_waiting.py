"""The waiting list of a tournament, event by event."""

from rules.tournaments.waiting import CameIn, JoinedWaitingList, waiting_list
from tests.rules.events.lines import entry, join, leave
from tests.rules.tournaments.build import entries, header, read


def followed(*lines):
    """(joined, came in): player and position due, player and the first of the list."""
    found = list(waiting_list(read(header(), *lines)))
    return (
        [(each.record.player, each.due) for each in found if isinstance(each, JoinedWaitingList)],
        [(each.player, each.first) for each in found if isinstance(each, CameIn)],
    )


def test_a_player_who_joins_again_keeps_his_place():
    assert followed(join("P01"), join("P02"), join("P01")) == ([("P01", 1), ("P02", 2), ("P01", 1)], [])


def test_who_left_as_the_first_took_his_turn_and_who_left_as_another_did_not():
    waiting = [join("P01"), join("P02"), join("P03")]
    assert followed(*waiting, leave("P01"), entry(1, "P01"))[1] == [("P01", "P01")]
    assert followed(*waiting, leave("P03"), entry(1, "P03"))[1] == [("P03", "P01")]
    gone = [leave("P03"), entry(1, "P01"), entry(2, "P02"), entry(3, "P03")]
    assert followed(*waiting, *gone)[1] == [("P01", "P01"), ("P02", "P02"), ("P03", None)]


def test_a_draw_of_all_seats_brings_in_those_who_paid_and_waited():
    seats = [{"entry": 1, "table": "T1", "seat": 1}]
    lines = [*entries(1), join("P01"), {"event": "draw", "reason": "start", "seats": seats}, join("P02")]
    assert followed(*lines) == ([("P01", 1), ("P02", 1)], [])


def test_an_entry_of_somebody_who_then_waits_for_a_seat_is_not_yet_in():
    seat = {"event": "seat", "entry": 2, "table": "T1", "seat": 1}
    lines = [join("P09"), entry(1, "P01"), join("P01"), entry(2, "P02"), seat]
    assert followed(*lines) == ([("P09", 1), ("P01", 2)], [("P02", "P09")])


def test_who_waits_again_after_a_bust_had_come_in_with_his_entry():
    bust = {"event": "elimination", "entry": 1}
    assert followed(entry(1, "P01"), bust, join("P01")) == ([("P01", 1)], [("P01", None)])
