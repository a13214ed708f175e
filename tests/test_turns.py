"""What CI looks at of a sampled test: another part in each turn, and in so many turns everything."""

import pytest

from tests.conftest import MOST, _of_turn


@pytest.mark.parametrize("one_of", [1, 3, MOST, 80])
@pytest.mark.parametrize("count", [1, 2, 7, 230])
def test_each_thing_is_in_one_of_24_turns_and_each_turn_has_one(count, one_of):
    things = list(range(count))
    parts = [_of_turn(things, one_of, turn) for turn in range(20_781, 20_781 + MOST)]
    assert {thing for part in parts for thing in part} == set(things)
    assert all(parts)
    assert max(map(len, parts)) <= -(-count // min(one_of, MOST, count))


def test_the_turns_of_one_number_are_the_same():
    assert _of_turn("abcdefg", 3, 20_781) == _of_turn("abcdefg", 3, 20_781) == "adg"
    assert _of_turn("abcdefg", 3, 20_782) == "be"
