"""Cases parted at once for all players are those of one player after another."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rules.screening.engines.marked import MarkedStratum
from rules.screening.parted_cases import parted, tables_of_all

CASE = st.tuples(st.integers(0, 5), st.sampled_from([2, 3, 7]), st.booleans())  # whose, by whom, marked
AMONG = [2, 3, 5, 7]


@given(st.lists(CASE, max_size=40))
def test_tables_are_those_of_player_after_player(cases):
    hand = np.arange(100, 100 + len(cases))
    whose, by, marked = (
        np.array([each[column] for each in cases], kind)
        for column, kind in enumerate((np.int32, np.int32, np.bool_))
    )
    wanted = []
    for one in sorted(set(whose.tolist())):
        mine = whose == one
        for other in AMONG:
            own = by[mine] == other
            stratum = MarkedStratum.of(marked[mine], own)
            wanted.append((one, other, stratum, hand[mine][own & marked[mine]].tolist()))
    found = tables_of_all(hand, whose, by, marked, AMONG)
    assert [(one, other, stratum, both.tolist()) for one, other, stratum, both in found] == wanted


@given(st.lists(st.tuples(st.integers(-1, 4), st.integers(0, 9)), max_size=30))
def test_parts_keep_their_order(rows):
    keys, values = (
        np.array([key for key, _ in rows], np.int64),
        np.array([each for _, each in rows], np.int64),
    )
    found = {key: own.tolist() for key, (own,) in parted(keys, values)}
    assert list(found) == sorted({key for key, _ in rows})
    assert found == {one: [each for key, each in rows if key == one] for one in found}
