"""Honest hands of short stacks, of every game, limit and post: an audit finds nothing, and pays as the plain judge does.

Each hand is played by the judge (`tests/plain/pots/`): it says whose turn it is and what may be done, and chance chooses. Here
the replay has to say the same of it, and the audit nothing. A finding in such a hand is a false one.
"""

from collections import Counter

import pytest
from judging import findings_of

from rules.controls.library import library
from tests.plain.pots.judge import judged
from tests.rules.pot_games.replaying import replayed
from tests.simulation.short_stacks.logs import LIMITS, every_game, short_log

OLYMPIC, STANDARD = library().get("olympic-cash"), library().get("standard-cash")
GAMES = [(ruleset, game, limit) for ruleset in (OLYMPIC, STANDARD) for game, limit in every_game(ruleset)]
NAMES = [f"{ruleset.id}-{game}-{limit}" for ruleset, game, limit in GAMES]


@pytest.fixture
def hands(request):
    """Hands of each game and limit: 300 with --whole (31,800 in all), else 40."""
    return 300 if request.config.getoption("whole") else 40


@pytest.fixture
def seed(request):
    """Other hands each night and in each turn; the header of pytest has the number that repeats them."""
    config = request.config
    return config.getoption("hypothesis_seed") if config.getoption("whole") else 0


def settled_of(hand):
    """A replayed hand as the judge states one."""
    return (
        [(pot["amount"], pot["eligible"]) for pot in hand["pots"]],
        {each["seat"]: each["amount"] for each in hand["returned"]},
        {seat["seat"]: seat["net"] for seat in hand["seats"]},
        hand["illegal"],
    )


@pytest.mark.slow
@pytest.mark.sampled(12)
@pytest.mark.parametrize(("ruleset", "game", "limit"), GAMES, ids=NAMES)
def test_an_honest_hand_has_no_finding_and_the_money_of_the_judge(ruleset, game, limit, hands, seed):
    log = short_log(ruleset, game, limit, hands=hands, seed=seed)
    assert findings_of(log.log()) == [], seed
    for hand in replayed(log.events, ruleset):
        due = log.due[hand["hand"]]
        assert settled_of(hand) == (due.pots, due.returned, due.nets, []), (seed, hand["hand"])


def test_the_judge_follows_a_hand_on_record_as_the_one_that_it_played():
    """What a hand in the making owes is read from its posts; what one on record owes, from all of its acts."""
    for ruleset, game, limit in GAMES[::25]:
        log = short_log(ruleset, game, limit, hands=2, seed=1)
        for played in log.hands.values():
            again = judged(played.hand, played.rules)
            assert again.breaches == []
            assert again.betting.seats == played.betting.seats


@pytest.mark.slow
def test_hands_have_what_short_stacks_have():
    """Over some logs: every post, blinds that are absent or short, half bets, bomb pots, boards of two and three runs."""
    seen = Counter()
    for ruleset in (STANDARD, OLYMPIC):
        for game in ("holdem", "omaha", "stud7", "draw27"):
            for limit in LIMITS:
                for played in short_log(ruleset, game, limit, hands=60, seed=3).hands.values():
                    seen.update(_had(played))
    wanted = {
        "ante", "small_blind", "big_blind", "bring_in", "straddle", "new_player", "missed_big", "missed_small", "dead", "extra",
        "table_ante", "short ante", "short small_blind", "short big_blind", "short bring_in", "no big_blind", "no small_blind",
        "bomb pot", "2 runs", "3 runs", "dead button", "button bought", "killed", "all in below half", "all in above half",
        "fold", "check", "call", "bet", "raise", "complete", "side pots", "cap", "empty button",
    }  # fmt: skip
    assert {name for name in wanted if not seen[name]} == set()


def _had(played):
    hand, table = played.hand, played.table
    posts = [act for act in hand["acts"] if act["act"] == "post"]
    kinds = {act["kind"] for act in posts}
    stakes = hand["stakes"]
    yield from kinds
    yield from (act["act"] for act in hand["acts"])
    yield from (f"short {act['kind']}" for act in posts if act["amount"] < stakes.get(act["kind"], 0))
    if table.bomb:
        yield "bomb pot"
    elif stakes.get("big_blind"):
        yield from (f"no {kind}" for kind in ("small_blind", "big_blind") if kind not in kinds)
    if len(table.stacks) > 2 and any(
        (act["seat"], act["kind"]) == (table.order[0], "big_blind") for act in posts
    ):
        yield "button bought" if table.buyer else "dead button"
    if table.dealer not in table.stacks:
        yield "empty button"
    runs = {act.get("run", 0) for act in hand["acts"]}
    yield f"{max(runs)} runs"
    if any(act.get("by") for act in hand["acts"]):
        yield "killed"
    if len(hand["pots"]) > 1:
        yield "side pots"
    yield from (name for name in ("cap",) if name in stakes)
    yield from _all_in(played)


def _all_in(played):
    """All-ins of a fixed limit for less than a bet."""
    if not played.betting.fixed:
        return
    judge = type(played.judge)(played.hand, played.rules, bomb=played.table.bomb)
    for act in played.hand["acts"]:
        level, floor, size = judge.betting.level, judge.betting.floor, judge.betting.size
        judge.take(act)
        to = act.get("to", 0)
        if act["act"] in ("bet", "raise", "complete") and level < to < floor + size:
            yield "all in above half" if 2 * (to - floor) >= size else "all in below half"
