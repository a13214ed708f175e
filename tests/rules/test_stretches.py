"""Who sat where from when to when, against a plain walk over the hands."""

from hypothesis import given
from hypothesis import strategies as st

from rules import times
from rules.checks.support.stretches import Stretch, StretchKeeper
from rules.hands import NOT_RECORDED
from rules.records.reader import LogReader
from tests.rules.build import hand, log, seat, session


def at(minute):
    return f"2026-03-14T{16 + minute // 60:02d}:{minute % 60:02d}:00-07:00"


def micro(minute):
    return times.parse_one(at(minute))[0]


def kept(*events, size=None, over_rests=True):
    reader, keeper = LogReader(), StretchKeeper()
    for block in reader.blocks([log(session(), *events)]):
        step = size or len(block)
        for start in range(0, len(block), step):
            import numpy as np

            keeper.add(block.take(np.arange(start, min(start + step, len(block)))))
    whole, apart = keeper.stretches(reader.players)
    return whole if over_rests else apart


def test_a_stretch_goes_from_the_first_deal_to_the_last_settlement():
    events = [
        hand(1, seat(1, player="ann"), seat(2, player="bob"), at=at(0)),
        hand(2, seat(1, player="ann"), seat(2, player="bob"), at=at(2)),
        hand(3, seat(1, player="ann"), seat(2, player="cat"), at=at(4), ended_at=at(5)),
    ]
    assert kept(*events) == [
        Stretch("ann", 1, 1, 3, 3, micro(0), micro(5)),
        Stretch("bob", 2, 1, 2, 2, micro(0), micro(2)),
        Stretch("cat", 2, 3, 3, 1, micro(4), micro(5)),
    ]


def test_a_missing_hand_ends_a_stretch():
    events = [hand(1, seat(1, player="ann"), at=at(0)), hand(3, seat(1, player="ann"), at=at(4))]
    assert [(each.first, each.last) for each in kept(*events)] == [(1, 1), (3, 3)]


def test_a_rest_of_more_than_a_quarter_of_an_hour_ends_a_stretch_if_stretches_span_no_rest():
    events = [
        hand(1, seat(1, player="ann"), at=at(0), ended_at=at(4)),
        hand(2, seat(1, player="ann"), at=at(19)),
        hand(3, seat(1, player="ann"), at=at(35)),
        hand(4, seat(1, player="ann"), at=None),
        hand(5, seat(1, player="ann"), at=at(99)),
    ]
    assert [(each.first, each.last) for each in kept(*events)] == [(1, 5)]
    for size in (None, 1, 2):
        apart = kept(*events, size=size, over_rests=False)
        assert [(each.first, each.last, each.hands) for each in apart] == [(1, 2, 2), (3, 5, 3)]


def test_times_that_were_not_recorded_stay_so():
    (only,) = kept(hand(1, seat(1, player="ann")), hand(2, seat(1, player="ann")))
    assert (only.begins, only.ends, only.hands) == (NOT_RECORDED, NOT_RECORDED, 2)


HANDS = st.lists(
    st.dictionaries(st.integers(1, 4), st.sampled_from("abc"), min_size=1, max_size=3).filter(
        lambda seats: len(set(seats.values())) == len(seats)
    ),
    min_size=1,
    max_size=12,
)


@given(HANDS, st.integers(1, 5))
def test_stretches_are_those_of_a_walk_over_the_hands_however_blocks_are_cut(played, size):
    events = [
        hand(n, *(seat(number, player=who) for number, who in seats.items()), at=at(n))
        for n, seats in enumerate(played, 1)
    ]
    expected, running = [], {}
    for n, seats in enumerate([*played, {}], 1):
        for number in list(running):
            who, first = running[number]
            if seats.get(number) != who:
                expected.append(Stretch(who, number, first, n - 1, n - first, micro(first), micro(n - 1)))
                del running[number]
        for number, who in seats.items():
            running.setdefault(number, (who, n))
    assert kept(*events, size=size) == sorted(expected, key=lambda each: (each.seat, each.first))
