"""Files with lines left out, doubled, moved and shortened: a replay of each, and what holds in all of them."""

import json
import random
from copy import deepcopy

import pytest

from rules.controls.library import library
from rules.tournaments.tournament_as_dicts import shown
from rules.tournaments.tournament_levels import hand_levels
from rules.tournaments.tournament_reader import read_tournament
from rules.tournaments.tournament_replay import replay_tournament
from tests.cases.kept import CASES
from tests.rules.tournaments.build import problems, written

FILES = [case["files"]["tournament"] for case in CASES if "tournament" in case["files"]]
RULESETS = ("olympic-tournament", "olympic-ranking", "carnivale-event-2013")


def odd(lines, chance):
    """A file with some lines changed, and every so often without a field."""
    first, *rest = deepcopy(lines)
    for _ in range(chance.randrange(1, 6)):
        place = chance.randrange(len(rest))
        change = chance.choice(("out", "twice", "away", "field", "entry"))
        if change == "out" and len(rest) > 1:
            del rest[place]
        elif change == "twice":
            rest.insert(chance.randrange(len(rest)), deepcopy(rest[place]))
        elif change == "away":
            rest.insert(chance.randrange(len(rest)), rest.pop(place))
        elif change == "field":
            rest[place].pop(chance.choice(list(rest[place])))
        elif "entry" in rest[place]:
            rest[place]["entry"] = chance.randrange(1, 12)
    for name in ("fee", "bounty", "royal", "stack", "structure", "rebuy", "prizes", "target"):
        if chance.random() < 0.1:
            first.pop(name, None)
    return [first, *[each for each in rest if each.get("event") != "close"]]


@pytest.mark.slow
@pytest.mark.sampled(4, within=True)
def test_of_any_file_that_is_taken_there_is_a_replay(share):
    chance = random.Random(14)
    taken = 0
    for _ in range(share(1_200)):
        data = written(*odd(chance.choice(FILES), chance))
        if problems(data):
            continue
        taken += 1
        file, ruleset = read_tournament([data]), library().get(chance.choice(RULESETS))
        replay = replay_tournament(file, ruleset)
        assert json.loads(json.dumps(shown(replay), default=vars))
        hand_levels(file, [], ruleset)
        holds(replay)
    assert taken > share(400)


def holds(replay):
    """Every player once, places in order, all of the money given out and no more."""
    placings, money = replay.placings, replay.money
    assert sorted(each.player for each in placings) == sorted(replay.field.players)
    places = [each.place for each in placings if each.place is not None and not each.still_in]
    assert places == sorted(places)
    if replay.prizes is not None:
        assert sum(replay.prizes) == money.distributable
        assert list(replay.prizes) == sorted(replay.prizes, reverse=True) or replay.file.header.prizes
    dues = list(replay.due.values())
    known = None not in dues and replay.deal is None and all(each.place for each in placings)
    if known and replay.prizes is not None and len(placings) >= len(replay.prizes):
        assert sum(dues) == money.distributable
    for each in placings:
        assert (each.place is None) <= (
            replay.due[each.player] in (None, 0)
            or replay.deal is not None
            or replay.file.header.prizes_by == "chips"
        )
