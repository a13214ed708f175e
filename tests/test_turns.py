"""What CI looks at of a sampled test: another part in each turn, and in so many turns everything."""

from pathlib import Path

import pytest

from tests.conftest import _ALL_SLOW, MOST, _in_turn, _of_turn


@pytest.mark.parametrize("one_of", [1, 3, MOST, 80])
@pytest.mark.parametrize("count", [1, 2, 7, 230])
@pytest.mark.parametrize("every", [1, 2, 5])
def test_each_thing_is_in_one_of_30_turns_and_each_turn_has_one(count, one_of, every):
    things = list(range(count))
    parts = [_of_turn(things, one_of, turn, every) for turn in range(20_781, 20_781 + MOST, every)]
    assert {thing for part in parts for thing in part} == set(things)
    assert all(parts)
    assert max(map(len, parts)) <= -(-count // min(one_of, MOST // every, count))


def test_the_turns_of_one_number_are_the_same():
    assert _of_turn("abcdefg", 3, 20_781) == _of_turn("abcdefg", 3, 20_781) == "adg"
    assert _of_turn("abcdefg", 3, 20_782) == "be"


@pytest.mark.parametrize("one_of", [1, 4, 8, MOST])
def test_a_seldom_test_is_in_one_of_so_many_turns_and_two_need_not_be_in_the_same(one_of):
    marks = {each.name: each for each in (pytest.mark.slow.mark, pytest.mark.seldom(one_of).mark)}
    first, second = turns("test_sizes.py", "test_memory_is_flat", marks, 2 * one_of)
    assert second - first == one_of
    assert (
        len({turns("test_sizes.py", f"test_{number}", marks, one_of)[0] for number in range(999)}) == one_of
    )


def test_the_slow_tests_of_a_module_are_in_every_second_turn_and_those_of_others_between():
    marks = {"slow": pytest.mark.slow.mark}
    first = {name: turns("test_server.py", name, marks, 4) for name in ("test_a_kill", "test_a_stop")}
    assert first["test_a_kill"] == first["test_a_stop"]
    assert first["test_a_kill"][1] - first["test_a_kill"][0] == 2
    assert {turns(f"test_{number}.py", "test_a_kill", marks, 2)[0] for number in range(99)} == {
        20_781,
        20_782,
    }


def test_every_module_of_tests_in_a_browser_is_slow():
    modules = list((Path(__file__).parent / "browser").glob("test_*.py"))
    assert modules
    assert [each.name for each in modules if not _ALL_SLOW.search(each.read_text("utf-8"))] == []


def test_a_fast_test_is_in_every_turn():
    assert turns("test_server.py", "test_an_answer", {}, 3) == [20_781, 20_782, 20_783]


def turns(file, name, marks, count):
    """Of so many turns, those that have a test."""
    return [turn for turn in range(20_781, 20_781 + count) if _in_turn(file, name, turn, marks)]
