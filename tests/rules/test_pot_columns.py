"""Columns of hands of pot games hold what the log said, however it is read and whatever is taken of it."""

import gzip
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.evidence import Evidence
from rules.records import reader
from rules.records.reader import LogReader
from tests.rules.build import hand, seat
from tests.rules.open_face import X, Y, ofc
from tests.rules.pot_columns import expected, random_log, read_back
from tests.rules.pot_lines import every_pot_line, full_pot_hand
from tests.rules.pot_logs import hands_of, pot_blocks, pot_hand, pot_log, pot_seat


def read(events, chunk=1 << 20, lines=512, block=8192):
    """The blocks of a log that is read in pieces of these sizes."""
    data = pot_log(*events)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reader, "LINES_AT_ONCE", lines)
        patched.setattr(reader, "HANDS_A_BLOCK", block)
        chunks = (data[start : start + chunk] for start in range(0, len(data), chunk))
        return list(LogReader().blocks(chunks))


def test_a_hand_in_which_every_field_is_recorded():
    assert read_back(hands_of([full_pot_hand()])) == expected([full_pot_hand()])


def test_a_hand_of_which_nothing_is_recorded():
    bare = {"event": "pot_hand", "hand": 1, "game": "razz", "seats": [pot_seat(1, None), pot_seat(2, None)]}
    assert read_back(hands_of([bare])) == expected([bare])
    assert read_back(hands_of([bare, full_pot_hand(2), bare])) == expected([bare, full_pot_hand(2), bare])


@given(
    seed=st.integers(0, 10**9), count=st.integers(1, 25), chunk=st.integers(100, 100_000), lines=st.integers(1, 30),
    block=st.integers(1, 30),
)  # fmt: skip
def test_any_log_in_batches_of_any_size(seed, count, chunk, lines, block):
    events = random_log(random.Random(seed), count)
    found = [each for hands in read(events, chunk, lines, block) for each in read_back(hands)]
    assert found == expected(events)


@given(seed=st.integers(0, 10**9), data=st.data())
def test_any_hands_taken_of_a_block(seed, data):
    events = [event for event in random_log(random.Random(seed), 12) if event["event"] == "pot_hand"]
    if not events:
        return
    hands = hands_of(events)
    places = st.integers(0, len(hands) - 1)
    which = data.draw(st.lists(places, min_size=1, unique=True))
    said = expected(events)
    taken = hands.take(np.array(which))
    assert read_back(taken) == [said[place] for place in which]
    again = data.draw(st.lists(st.integers(0, len(which) - 1), unique=True))
    twice = taken.take(np.array(again, np.int64), acts=False)  # replay of a pot game needs its acts
    assert read_back(twice) == [said[which[place]] for place in again]


def test_games_mixed_in_one_log():
    """Each game's hands are in blocks of their own, on their own lines, with the players of the whole log."""
    closed = hand(2, seat(1, player="ann"), seat(2, player="P1"))
    face = ofc(3, seat(1, X, player="ann"), seat(2, Y, player="dan"))
    events = [pot_hand(1), closed, face, every_pot_line()[1], pot_hand(4), closed | {"hand": 5}]
    blocks = pot_blocks(*events)
    assert {(block.game, *block.number.tolist()) for block in blocks} == {
        ("chinese", 2, 5), ("ofc", 3), ("pot", 1, 4),
    }  # fmt: skip
    (pot,) = (block for block in blocks if block.game == "pot")
    assert read_back(pot) == expected(events)
    assert [event.charge for _, event in each_event(events)] == ["time"]
    (chinese,) = (block for block in blocks if block.game == "chinese")
    assert chinese.pot is None
    assert pot.open_face is None
    names = [[chinese.players[place] for place in row] for row in chinese.player]
    assert names == [["ann", "P1"], ["ann", "P1"]]


def each_event(events):
    log = LogReader()
    list(log.blocks([pot_log(*events)]))
    return log.events


def test_a_log_that_is_compressed():
    events = random_log(random.Random(7), 30)
    chunks = Evidence(gzip.compress(pot_log(*events))).chunks()
    found = [each for hands in LogReader().blocks(chunks) for each in read_back(hands)]
    assert found == expected(events)


def test_hands_of_records_that_were_never_lines():
    from rules.records.accepted import ACCEPTED

    events = random_log(random.Random(8), 30)
    records = [ACCEPTED.decode(line) for line in pot_log(*events).splitlines()]
    blocks = LogReader().blocks_of([records[:9], records[9:10], records[10:]])
    assert [each for hands in blocks for each in read_back(hands)] == expected(events)


# ---------------------------------------------------------------- terms


def terms(**fields):
    return {"event": "terms", "at": "2026-03-14T19:00:00+02:00", **fields}


def test_terms_are_those_of_the_last_terms_before_the_hand():
    bare = pot_hand(limit=None, stakes=None)
    hands = hands_of([
        bare,
        terms(limit="no_limit", stakes={"small_blind": 100, "big_blind": 200}, charge="time", jackpot=False),
        bare | {"hand": 2},
        terms(stakes={"big_blind": 500}, special_rake=True),
        terms(charge="rake"),
        bare | {"hand": 3},
        pot_hand(4, limit="pot_limit", stakes={"big_blind": 1000, "ante": 0}),
        terms(limit="fixed_limit", run_twice=True),
    ])  # fmt: skip
    none = np.iinfo(np.int64).min
    pot = hands.pot
    assert pot.limit.tolist() == [-1, 0, 0, 1]
    assert pot.stakes["small_blind"].tolist() == [none, 100, 100, 100]
    assert pot.stakes["big_blind"].tolist() == [none, 200, 500, 1000]
    assert pot.stakes["ante"].tolist() == [none, none, none, 0]
    assert pot.charge.tolist() == [-1, 1, 0, 0]
    assert pot.jackpot.tolist() == [-1, 0, 0, 0]
    assert pot.special_rake.tolist() == [-1, -1, 1, 1]
    assert pot.run_twice.tolist() == [-1, -1, -1, -1]


def test_terms_of_a_block_that_ended_before_the_hand():
    events = [terms(stakes={"ante": 5}), *(pot_hand(n, stakes=None) for n in range(1, 6)), terms(stakes={"ante": 6}),
              *(pot_hand(n, stakes=None) for n in range(6, 9))]  # fmt: skip
    antes = [block.pot.stakes["ante"].tolist() for block in read(events, lines=1, block=2)]
    assert antes == [[5, 5], [5, 5], [5, 6], [6, 6]]
