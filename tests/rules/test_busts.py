"""Who goes out of a tournament, and in which order, over the tables of several logs. CARN-bust-order."""

import pytest

from rules.audit import BytesSource, audit_log, combine
from rules.controls.library import library
from rules.replay.finishing import PlayerExit, finishing_order
from tests.rules.build import log, seat, session
from tests.rules.open_face import X, Z, ofc

POINTS = 6  # X beats Z in every row


def table(name, *hands):
    """A table of the event. Each hand: its number, who goes out, with which stack; all at six points."""
    opened = "2013-07-13T17:00:00-07:00"
    head = session(
        session=name, table=name, ruleset="carnivale-ofc-2013", opened_at=opened, unit=None, tournament="ME"
    )
    return log(head, *(busted(*each) for each in hands))


def busted(number, player, stack, minute, recorded=True):
    unit = stack // POINTS
    return ofc(
        number,
        seat(1, X, unit * POINTS, player="stays", stack=stack),
        seat(2, Z, -unit * POINTS, player=player, stack=stack if recorded else None),
        unit=unit,
        dealer=2,
        at=f"2013-07-13T17:{minute}:00-07:00",
        eliminated=[2],
    )


def audited_together(*tables):
    return combine([audit_log(BytesSource(each)) for each in tables])


def order(audit):
    return [(each.place, each.player, each.table, each.hand, each.stack, each.shared) for each in audit.busts]


def test_a_later_hand_number_is_the_better_place_also_where_it_was_earlier_on_the_clock():
    slow, fast = table("T1", (5, "B", 300, 58)), table("T2", (6, "A", 300, 50))
    assert order(audited_together(slow, fast)) == [
        (1, "A", "T2", 6, 300, False),
        (2, "B", "T1", 5, 300, False),
    ]


def test_of_the_same_hand_number_the_bigger_starting_stack_is_the_better_place():
    audit = audited_together(table("T1", (5, "A", 300, 18)), table("T2", (5, "B", 600, 10)))
    assert order(audit) == [(1, "B", "T2", 5, 600, False), (2, "A", "T1", 5, 300, False)]
    assert audit.bust_order == ["hand", "stack"]


def test_equal_stacks_share_a_place_and_the_next_place_counts_them_both():
    tables = [table(f"T{n}", (5, f"p{n}", 300, 18)) for n in (1, 2)]
    audit = audited_together(*tables, table("T3", (4, "last", 900, 30)))
    assert order(audit) == [
        (1, "p1", "T1", 5, 300, True), (1, "p2", "T2", 5, 300, True), (3, "last", "T3", 4, 900, False)
    ]  # fmt: skip


def test_a_log_lists_its_own_busts_and_a_cash_game_none():
    (only,) = audit_log(BytesSource(table("T1", (5, "B", 300, 58)))).busts
    assert (only.player, only.tournament, only.hand, only.place) == ("B", "ME", 5, 1)
    cash = log(session(ruleset="ofc-cash"), ofc(1, seat(1, X, 600), seat(2, Z, -600), dealer=2))
    assert audit_log(BytesSource(cash)).busts == []


@pytest.mark.parametrize(
    ("reading", "places"),
    [("bigger_start_stack", [["B"], ["A"]]), ("tie", [["A", "B"]]), ("clock_time", [["A"], ["B"]])],
)
def test_the_readings_of_a_tie(reading, places):
    exits = [PlayerExit("A", "T1", 12, 1_900, 900), PlayerExit("B", "T2", 12, 1_810, 1_400)]
    keys = library().get("carnivale-ofc-2013").under({"AMB-CARN-bust-tie": reading})
    found = finishing_order(exits, keys.get("event.bust_order.keys"))
    assert [[each.player for each in level.exits] for level in found] == places


def test_a_stack_that_was_not_recorded_is_not_the_lowest():
    """Of one hand, at three tables: nobody knows whether C had more than A and B."""
    exits = [
        PlayerExit("A", "T1", 5, None, 300),
        PlayerExit("B", "T2", 5, None, 600),
        PlayerExit("C", "T3", 5, None, None),
    ]
    later, earlier = PlayerExit("D", "T1", 6, None, None), PlayerExit("E", "T2", 4, None, 900)
    levels = finishing_order([*exits, earlier, later], ["hand", "stack"])
    assert [([each.player for each in level.exits], level.known) for level in levels] == [
        (["D"], True), (["A", "B", "C"], False), (["E"], True)
    ]  # fmt: skip


def test_a_place_that_the_record_does_not_determine_is_not_stated():
    """A stack was not recorded, and who is eliminated was: the other player of the same hand number is not better for that."""
    first, second = table("T1", (5, "A", 300, 18)), table("T2", (5, "B", 600, 10, False))
    audit = audited_together(first, second, table("T3", (4, "last", 900, 30)))
    found = {each.player: (each.place, each.shared, each.best, each.worst) for each in audit.busts}
    assert found == {
        "A": (None, None, 1, 2),
        "B": (None, None, 1, 2),
        "last": (3, False, 3, 3),
    }
