"""Every recorded field of hands of a pot game, changed in turn, and every kind of act left out or written down twice."""

import copy
import json
import random
from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from rules.controls.library import library
from rules.records.problems import Refused
from simulation import simulate
from tests.rules.checked import checks_of
from tests.rules.mutations.pots.fields import Row, act_twice, changed, fields_of, without_act
from tests.rules.mutations.pots.listed import CANNOT_SHOW, FOUND, REFUSED, SOMETIMES
from tests.rules.mutations.pots.ruled import ruled

APART = 3  # from one changed hand to the next, so that each finding belongs to one of them
RULED = "ruled"  # the log of hands with rulings and clocks
LOGS = {  # ruleset, limit, hands, seed: that of olympic-cash has straddles, boards run twice, rakes and drops
    "draw27": ("standard-cash", "fixed_limit", 30, 3),
    "holdem": ("olympic-cash", "no_limit", 40, 40),
    "omaha_hilo": ("olympic-cash", "pot_limit", 40, 40),
    "stud7": ("olympic-cash", "fixed_limit", 40, 40),
    "sviten": ("olympic-cash", "pot_limit", 40, 40),
    "crazy_pineapple": ("standard-cash", "no_limit", 30, 3),
}
GAMES = (*LOGS, RULED)
LISTED = {*FOUND, *SOMETIMES, *CANNOT_SHOW, *REFUSED}
Found = tuple[int | None, int | None, str]  # hand, seat, code


@cache
def events(game: str) -> tuple[Row, ...]:
    if game == RULED:
        return tuple(ruled())
    ruleset, limit, count, seed = LOGS[game]
    log = simulate(library().get(ruleset), hands=count, seed=seed, game=game, limit=limit).log()
    return tuple(json.loads(line) for line in log.splitlines())


def hands(rows):
    return [each for each in rows if each["event"] == "pot_hand"]


def findings(rows):
    """What is found in a log, as often as it is, but for what another reading would change: (hand, seat, code)."""
    found = checks_of(b"".join(json.dumps(each).encode() + b"\n" for each in rows)).findings
    return Counter((each.hand, each.seat, each.code) for each in found if each.code != "SCR004")


@cache
def before(game: str) -> Counter[Found]:
    return findings(events(game))


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


def found_of(game, name):
    """For each hand that was changed, the codes of what is found in it or in the next one and was not before."""
    rows, numbers = copy.deepcopy(list(events(game))), []
    change, chance = change_of(name), random.Random(name)
    for hand in hands(rows):
        if (not numbers or hand["hand"] >= numbers[-1] + APART) and change(hand, chance):
            numbers.append(hand["hand"])
    if not numbers:
        return []
    new = findings(rows) - before(game)
    return [{code for hand, _, code in new if hand in (number, number + 1)} for number in numbers]


def found_of_row(row):
    """The same for a row of the tables, in each game that it is of."""
    game, _, name = row.partition(" ")
    if game in GAMES:
        return found_of(game, name)
    return [found for game in GAMES if f"{game} {row}" not in LISTED for found in found_of(game, row)]


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.sampled(24)
@pytest.mark.parametrize("row", sorted(FOUND))
def test_a_changed_field_is_found_in_each_hand(row):
    found = found_of_row(row)
    assert found
    assert all(found)
    assert FOUND[row] in set.union(*found)


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.sampled(24)
@pytest.mark.parametrize("row", sorted(SOMETIMES))
def test_a_changed_field_is_found_where_it_can_show(row):
    found = found_of_row(row)
    assert SOMETIMES[row][0] in set.union(*found)
    assert not all(found)


@pytest.mark.slow
@pytest.mark.sampled(24)
@pytest.mark.parametrize("row", sorted(CANNOT_SHOW))
def test_what_no_audit_of_the_log_can_see_is_listed_with_its_reason(row):
    found = found_of_row(row)
    assert found
    assert not any(found)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_seat_of_another_number_is_refused(game):
    with pytest.raises(Refused):
        found_of(game, "seats.seat")


@pytest.mark.slow
def test_every_field_of_the_hands_is_listed():
    logs = {game: hands(events(game)) for game in GAMES}
    fields = {(game, name) for game, rows in logs.items() for hand in rows for name, _ in fields_of(hand)}
    acts = {(game, act["act"]) for game, rows in logs.items() for hand in rows for act in hand["acts"]}
    kinds = {(game, each) for game, act in acts for each in (f"without {act}", f"{act} twice")}
    rows = {each for game, name in fields | kinds for each in (name, f"{game} {name}")}
    assert rows >= LISTED
    unlisted = {name for game, name in fields | kinds if not {name, f"{game} {name}"} & LISTED}
    assert unlisted <= {
        "game",
        "limit",
        "stakes",
        "board.burn",
        "seats.status",
    }  # another game deals other cards; no other value is possible
