"""Another reading replays only what it changes: it comes to what the whole replay under its rules comes to."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rules.audit.open_pots import OF_ACTS, OF_HALVES, OF_POTS, OF_SHORT_RAISES, OF_SHOWDOWN, apart, differing
from rules.audit.pot_pass import PotPass
from rules.clauses import ambiguities
from rules.controls.library import library
from rules.controls.ruleset import Ruleset
from rules.controls.sections.base import Section
from rules.records.reader import LogReader
from rules.replay.pots.acts.played_acts import play_of
from rules.replay.pots.betting.betting_walk import walk
from rules.replay.pots.block_replay import ReplayedPots, TableFacts, circumstances, recorded_pots, replay
from rules.replay.pots.breaches.rules_of_a_hand import RULES, consulted, illegal
from rules.replay.pots.division.pot_settlement import settle
from rules.replay.pots.open_point_masks import touched
from rules.replay.pots.outcome_of_acts import outcome
from rules.replay.readings import other_readings
from simulation import simulate
from tests.rules.pot_games.test_blocks import _alone
from tests.rules.pot_games.test_cases import CASES
from tests.rules.pot_logs import pot_log

CLUB, STANDARD = library().get("olympic-cash"), library().get("standard-cash")
_COMPARED = ("awards", "rake", "drop", "jackpots", "illegal")


def readings(ruleset: Ruleset) -> list[tuple[str, str, Ruleset]]:
    """Each other reading of a point with a topic: the topic, its name, and the ruleset under it."""
    return [
        (ambiguity.touches, f"{ambiguity.id} {reading}", other)
        for ambiguity in ambiguities().values()
        if ambiguity.touches and ruleset.concerns(ambiguity)
        for reading, other in other_readings(ruleset, ambiguity).items()
    ]


def blocks(log: bytes, ruleset: Ruleset) -> list[tuple[ReplayedPots, TableFacts]]:
    """The blocks of a log, replayed, without what only shows from hand to hand."""
    reader = LogReader()
    found = list(reader.blocks([log]))
    facts = PotPass(reader).facts
    assert ruleset.sections.pot is not None
    return [(replay(each, ruleset.sections.pot, facts), facts) for each in found]


def come_to(replayed: ReplayedPots) -> list[tuple[Any, ...]]:
    """Of each hand: its awards, fees, jackpots, what is illegal, what each seat won or lost, and whether it is noted."""
    shown = [replayed.presented(hand, "tested@1") for hand in range(len(replayed.hands))]
    noted = replayed.bombs_not_offered.tolist()
    return [
        (*(each[name] for name in _COMPARED), [seat["net"] for seat in each["seats"]], bomb)
        for each, bomb in zip(shown, noted, strict=True)
    ]


def money_moved(one: ReplayedPots, other: ReplayedPots) -> list[int | None]:
    """Of each hand, what some seats get more, of nets and of jackpots each; None: a net is not known."""
    found: list[int | None] = []
    for hand in range(len(one.hands)):
        here = one.play.dealt[hand]
        mine, theirs = one.net[hand, here], other.net[hand, here]
        if (mine == np.iinfo(np.int64).min).any() or (theirs == np.iinfo(np.int64).min).any():
            found.append(None)
            continue
        found.append(sum(max(sum(max(d, 0) for d in each), sum(max(-d, 0) for d in each)) for each in (
            (theirs - mine).tolist(), (_jackpots(other, hand) - _jackpots(one, hand)).tolist()
        )))  # fmt: skip
    return found


def _jackpots(replayed: ReplayedPots, hand: int) -> Any:
    found = [replayed.settled.jackpots.bad_beat, replayed.settled.jackpots.royal_flush]
    return sum((each.payouts[hand] for each in found if each is not None), np.zeros(1, np.int64))


def assert_comes_to_the_whole_replay(replayed: ReplayedPots, facts: TableFacts, ruleset: Ruleset) -> set[str]:
    """The names of the readings that change a hand."""
    before, seen = come_to(replayed), set()
    for topic, name, other in readings(ruleset):
        which = np.flatnonzero(touched(replayed, topic))
        if not len(which):
            continue
        changed, money = apart(replayed, which, other, facts)
        whole = replay(replayed.hands, other.sections.pot, facts)
        after, moved = come_to(whole), money_moved(replayed, whole)
        differ = [before[hand] != after[hand] for hand in which.tolist()]
        assert changed.tolist() == differ, name
        expected = [moved[hand] for hand in which.tolist()]
        if any(each is None and differs for each, differs in zip(expected, differ, strict=True)):
            assert money is None, name
        else:
            assert money.tolist() == [each or 0 for each in expected], name
        seen |= {name} if any(differ) else set()
    return seen


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [CLUB, STANDARD], ids=str)
def test_known_answers_come_to_the_whole_replay(ruleset):
    hands = [each for place, case in enumerate(CASES, 1) if (each := _alone(place, case))]
    seen = set()
    for replayed, facts in blocks(pot_log(*hands), ruleset):
        seen |= assert_comes_to_the_whole_replay(replayed, facts, ruleset)
    assert len(seen) >= (28 if ruleset is CLUB else 0)


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.sampled(24)
@pytest.mark.parametrize("limit", ["no_limit", "pot_limit", "fixed_limit"])
@pytest.mark.parametrize("game", sorted(CLUB.sections.pot.games))
def test_simulated_sessions_with_faults_come_to_the_whole_replay(game, limit):
    log = b"".join(simulate(CLUB, hands=80, seed=len(game), game=game, limit=limit, faults=0.3).chunks())
    for replayed, facts in blocks(log, CLUB):
        assert_comes_to_the_whole_replay(replayed, facts, CLUB)


class Watched:
    """Rules that note the paths of the parameters that are looked at."""

    def __init__(self, section: Section, seen: set[str], path: str = "") -> None:
        self._section, self._seen, self._path = section, seen, path

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._section, name)
        path = self._path + name
        if isinstance(value, Section):
            return Watched(value, self._seen, f"{path}.")
        self._seen.add(path)
        return value


def looked_at(hands: Any, ruleset: Ruleset, facts: TableFacts) -> dict[str, set[str]]:
    """The parameters that each part of the replay of a block looks at."""
    seen: dict[str, set[str]] = {"acts": set(), "pots": set()}
    rules = ruleset.sections.pot
    play = play_of(hands, Watched(rules, seen["acts"]))
    walked = walk(play)
    came, under = outcome(walked), circumstances(play, facts)
    settled = settle(came, under, Watched(rules, seen["pots"]), walked.last_bettor, recorded_pots(play))
    for place, rule in enumerate(RULES):
        seen[str(place)] = set()
        again = walk(play_of(hands, Watched(rules, seen[str(place)])))
        seen[str(place)].clear()
        list(rule.find(again, came, settled))
    return seen


@pytest.mark.slow
def test_each_part_of_the_replay_looks_only_at_what_it_says_it_consults():
    hands = [each for place, case in enumerate(CASES, 1) if (each := _alone(place, case))]
    seen: dict[str, set[str]] = {}
    for replayed, facts in blocks(pot_log(*hands), CLUB):
        for part, paths in looked_at(replayed.hands, CLUB, facts).items():
            seen[part] = seen.get(part, set()) | paths
    of_acts = (*OF_ACTS, *OF_SHORT_RAISES, OF_HALVES)
    assert {each for each in seen.pop("acts") if not consulted({each}, of_acts)} == set()
    of_pots = (*OF_ACTS, *OF_POTS, OF_SHOWDOWN)  # the order of showing is no award
    assert {each for each in seen.pop("pots") if not consulted({each}, of_pots)} == set()
    for place, paths in seen.items():
        stated = (*OF_ACTS, *RULES[int(place)].consults)
        assert {each for each in paths if not consulted({each}, stated)} == set(), place


def test_only_the_rules_that_consult_what_differs_are_asked_again():
    (replayed, _), *_ = blocks(pot_log(_alone(1, CASES[0]) or {}), CLUB)
    parts = (replayed.walk, replayed.outcome, replayed.settled)
    assert list(illegal(*parts, set())) == []
    assert len(list(illegal(*parts, {"betting.raise_.first"}))) < len(list(illegal(*parts)))


def test_parameters_differ_by_their_paths():
    rules = CLUB.sections.pot
    (straddles,) = [other for _, name, other in readings(CLUB) if name == "AMB-OLY-straddle-chain any_seat"]
    assert differing(rules, straddles.sections.pot) == {"betting.straddle.consecutive"}
    assert "betting.nuts" in differing(rules, STANDARD.sections.pot)  # which the standard rules do not have
    assert differing(rules, rules) == set()
