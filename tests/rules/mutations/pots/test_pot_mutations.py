"""Every recorded field of hands of a pot game, changed in turn, and every kind of act left out or written down twice."""

import copy
import json
import random
from collections.abc import Callable
from functools import cache

import pytest

from rules.controls.library import library
from rules.records.problems import Refused
from rules.simulation import simulate
from tests.rules.checked import checks_of
from tests.rules.mutations.pots.fields import Row, act_twice, changed, fields_of, without_act
from tests.rules.mutations.pots.listed import CANNOT_SHOW, FOUND, REFUSED, SOMETIMES

APART = 3  # from one changed hand to the next, so that each finding belongs to one of them
LISTED = sorted({*FOUND, *SOMETIMES, *CANNOT_SHOW, *REFUSED})


@cache
def events() -> tuple[Row, ...]:
    log = simulate(library().get("standard-cash"), hands=30, seed=3, game="draw27").log()
    return tuple(json.loads(line) for line in log.splitlines())


def hands(rows):
    return [each for each in rows if each["event"] == "pot_hand"]


def findings(rows):
    """The breaches of a log: (hand, seat, code)."""
    found = checks_of(b"".join(json.dumps(each).encode() + b"\n" for each in rows)).findings
    return {(each.hand, each.seat, each.code) for each in found if each.kind != "undetermined"}


def change_of(name: str) -> Callable[[Row, random.Random], bool]:
    """What changes a hand; False where the hand does not have it."""
    if name.startswith("without "):
        return lambda hand, chance: without_act(hand, name.removeprefix("without "), chance)
    if name.endswith(" twice"):
        return lambda hand, chance: act_twice(hand, name.removesuffix(" twice"), chance)

    def change(hand: Row, chance: random.Random) -> bool:
        places = [place for field, place in fields_of(hand) if field == name]
        return bool(places) and changed(hand, chance.choice(places), chance)

    return change


def found_of(name):
    """For each hand that was changed, the codes of what is found in it or in the next one and was not before."""
    rows, change, chance, numbers = copy.deepcopy(list(events())), change_of(name), random.Random(name), []
    for hand in hands(rows):
        if (not numbers or hand["hand"] >= numbers[-1] + APART) and change(hand, chance):
            numbers.append(hand["hand"])
    new = findings(rows) - findings(events())
    return [{code for hand, _, code in new if hand in (number, number + 1)} for number in numbers]


@pytest.mark.slow
@pytest.mark.sampled(20)
@pytest.mark.parametrize("name", sorted(FOUND))
def test_a_changed_field_is_found_in_each_hand(name):
    found = found_of(name)
    assert found
    assert all(found)
    assert FOUND[name] in set.union(*found)


@pytest.mark.slow
@pytest.mark.sampled(20)
@pytest.mark.parametrize("name", sorted(SOMETIMES))
def test_a_changed_field_is_found_where_it_can_show(name):
    found = found_of(name)
    assert SOMETIMES[name][0] in set.union(*found)
    assert not all(found)


@pytest.mark.slow
@pytest.mark.sampled(20)
@pytest.mark.parametrize("name", sorted(CANNOT_SHOW))
def test_what_no_audit_of_the_log_can_see_is_listed_with_its_reason(name):
    found = found_of(name)
    assert found
    assert not any(found)


@pytest.mark.slow
def test_a_seat_of_another_number_is_refused():
    with pytest.raises(Refused):
        found_of("seats.seat")


@pytest.mark.slow
def test_every_field_of_the_hands_is_listed():
    fields = {name for hand in hands(events()) for name, _ in fields_of(hand)}
    acts = {act["act"] for hand in hands(events()) for act in hand["acts"]}
    unchanged = {"game"}  # another game deals other cards
    kinds = {each for act in acts for each in (f"without {act}", f"{act} twice")}
    empty = {name for name in fields | kinds if name not in LISTED}
    assert empty <= unchanged | {"seats.status", "seats.present", "pots.awards.half", "fees.kind"}
    assert set(LISTED) <= fields | kinds
