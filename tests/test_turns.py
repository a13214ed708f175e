"""What CI looks at of a sampled test: another part in each turn, and in so many turns everything."""

import pytest

from tests.conftest import MOST, _in_turn, _of_turn


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


@pytest.mark.parametrize("one_of", [1, 4, 8, MOST])
def test_a_seldom_test_is_in_one_of_so_many_turns_and_two_need_not_be_in_the_same(one_of):
    def turns(name):
        return [turn for turn in range(20_781, 20_781 + 2 * one_of) if _in_turn(name, turn, one_of)]

    first, second = turns("test_memory_is_flat_however_many_findings")
    assert second - first == one_of
    assert len({turns(f"test_{number}")[0] for number in range(999)}) == one_of
