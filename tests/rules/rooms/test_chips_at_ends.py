"""What a summary keeps of the chips of players: in the first hand of a session, and after its last one."""

from rules.checks.support.chip_ends import ChipsBrought, ChipsLeft
from tests.rules.build import close, hand, seat
from tests.rules.rooms.days import clock, dealt, table


def moved(kind, player, amount, at, place=1):
    line = {"event": "chips", "kind": kind, "seat": place, "player": player, "amount": amount}
    return line | {"at": clock(at)}


def played(number, at, *stacks_and_nets):
    seats = [
        seat(place, player=("ann", "bob")[place - 1], stack=stack, net=net)
        for place, (stack, net) in enumerate(stacks_and_nets, 1)
    ]
    return hand(number, *seats, at=clock(at), fees=[])


def test_a_summary_has_what_players_brought_and_left():
    bought = [moved("buy_in", "ann", 5_000, "16:00"), moved("add_on", "bob", 300, "16:00", 2)]
    hands = [
        played(1, "16:10", (5_000, 200), (4_300, -200)),
        played(2, "16:20", (5_200, 1_000), (4_100, -1_000)),
    ]
    chips = table("T1", *bought, *hands, close(2, at=clock("17:00"))).chips
    assert chips.brought == [
        ChipsBrought(player="ann", seat=1, stack=5_000, change=5_000, bought=True, earlier=True),
        ChipsBrought(player="bob", seat=2, stack=4_300, change=300, bought=False, earlier=True),
    ]
    assert chips.left == [
        ChipsLeft(player="ann", amount=6_200, tracked=True),
        ChipsLeft(player="bob", amount=3_100, tracked=False),
    ]
    assert (chips.buys, chips.cashes, chips.cut) == (True, False, False)


def test_who_cashed_out_left_nothing_and_what_is_not_certain_is_not_known():
    last = played(1, "16:10", (5_000, 200), (4_300, None))
    chips = table("T1", last, moved("cash_out", "ann", 5_200, "16:30"), close(3, at=clock("17:00"))).chips
    assert chips.left == [ChipsLeft(player="bob", amount=None, tracked=False)]
    assert (chips.buys, chips.cashes, chips.cut) == (False, True, True)


def test_who_cashed_a_part_left_the_rest():
    last = played(1, "16:10", (5_000, 200), (4_300, -200))
    bought = [moved("buy_in", "ann", 5_000, "16:00"), moved("buy_in", "bob", 4_300, "16:00", 2)]
    for taken, left in ((5_000, 200), (5_200, None), (5_300, None)):
        chips = table("T1", *bought, last, moved("cash_out", "ann", taken, "16:30")).chips
        rest = [] if left is None else [ChipsLeft(player="ann", amount=left, tracked=True, cashed=True)]
        assert chips.left == [*rest, ChipsLeft(player="bob", amount=4_100, tracked=True)]


def test_a_session_without_stacks_or_hands_has_none():
    assert table("T1", dealt(1, "16:10")).chips is None
    assert table("T1", close(0, at=clock("17:00"))).chips is None
