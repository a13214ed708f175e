"""Simulated logs of pot games: nothing against the rules, everything as due, and no chip made or lost."""

import json
from collections import Counter

import pytest
from judging import findings_of
from kept import simulate

from rules.controls.library import library
from rules.records.reader import LogReader
from tests.rules.pot_games import plain_log
from tests.rules.pot_games.compared import compared

OLYMPIC, STANDARD = library().get("olympic-cash"), library().get("standard-cash")
GAMES = [
    (ruleset, game)
    for ruleset in (OLYMPIC, STANDARD)
    for game in (*ruleset.sections.pot.games, *ruleset.sections.pot.mixes)
]
NAMES = [f"{ruleset.id}-{game}" for ruleset, game in GAMES]
LIMITS = ("no_limit", "pot_limit", "fixed_limit")
A_LOG = 100  # hands


@pytest.fixture
def hands(request):
    """Hands of each game: 2,000 with --whole, else 20."""
    return 2_000 if request.config.getoption("whole") else 20


def logs(ruleset, game, count):
    """Logs of a game with so many hands together."""
    for seed, done in enumerate(range(0, count, A_LOG)):
        yield simulate(ruleset, hands=min(A_LOG, count - done), seed=100 + seed, game=game)


def events_of(log):
    return [json.loads(line) for line in log.lines()]


def hands_of(log):
    return [event for event in events_of(log) if event["event"] == "pot_hand"]


def chip_of(event, terms):
    return event.get("stakes", {}).get("chip") or terms["stakes"]["chip"]


def in_order(log):
    """What a log breaks: nothing."""
    found = compared(log.log(), log.request.ruleset.sections.pot)
    return found.rows


# ---------------------------------------------------------------------------- every game


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("ruleset", "game"), GAMES, ids=NAMES)
def test_a_log_is_in_order_and_paid_as_a_plain_scorer_says(ruleset, game, hands):
    """Nothing is against the rules; pots, awards, fees, nets and jackpots are as the replay says.

    Pots, side pots, boards, halves, odd chips and nets are also as a plain scorer says, which knows the acts and the fees on
    record, and shares no code with the simulator or the replay.
    """
    rules = ruleset.sections.pot
    for log in logs(ruleset, game, hands):
        assert in_order(log) == set()
        events = events_of(log)
        (terms,) = [event for event in events if event["event"] == "terms"]
        for hand in events:
            if hand["event"] == "pot_hand" and not hand.get("void"):
                assert plain_log.scored(hand, rules, chip_of(hand, terms)) == plain_log.stated(hand), hand[
                    "hand"
                ]


@pytest.mark.slow
@pytest.mark.sampled(24)
@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize(
    ("ruleset", "game"),
    [(ruleset, game) for ruleset, game in GAMES if game in ruleset.sections.pot.games],
)
def test_a_game_is_in_order_at_every_limit(ruleset, game, limit):
    assert in_order(simulate(ruleset, hands=60, seed=30, game=game, limit=limit)) == set()


@pytest.mark.slow
@pytest.mark.sampled(12)
@pytest.mark.parametrize(("ruleset", "game"), GAMES, ids=NAMES)
def test_an_audit_of_a_log_finds_nothing(ruleset, game):
    assert findings_of(simulate(ruleset, hands=60, seed=5, game=game).log()) == []


# ---------------------------------------------------------------------------- chips


@pytest.mark.slow
@pytest.mark.sampled(24)
@pytest.mark.parametrize(("ruleset", "game"), GAMES, ids=NAMES)
def test_chips_are_neither_made_nor_lost(ruleset, game):
    """What players brought is what they took along, what they tipped, and what the house kept."""
    events = events_of(simulate(ruleset, hands=150, seed=8, game=game))
    sums = Counter()
    for event in events:
        match event:
            case {"event": "chips", "kind": "cash_out", "amount": amount}:
                sums["out"] += amount
            case {"event": "chips", "amount": amount}:
                sums["in"] += amount
            case {"event": "toke" | "fee", "amount": amount}:
                sums["kept"] += amount
            case {"event": "pot_hand", "fees": fees, "seats": seats}:
                taken = sum(fee["amount"] for fee in fees)
                assert sum(seat.get("net", 0) for seat in seats) == -taken
                sums["kept"] += taken
    assert sums["in"] == sums["out"] + sums["kept"]
    close = events[-1]
    assert close["hands"] == 150
    assert (
        sum(close["totals"].values()) + sum(event["amount"] for event in events if event["event"] == "toke")
        == sums["kept"]
    )


# ---------------------------------------------------------------------------- what a log shows


def test_the_same_seed_gives_the_same_bytes_and_another_others():
    logs = [simulate(OLYMPIC, hands=8, seed=seed, game="omaha_hilo").log() for seed in (4, 4, 5)]
    assert logs[0] == logs[1] != logs[2]


@pytest.mark.night
@pytest.mark.slow
def test_hands_have_what_poker_has():
    """Over some logs: side pots, all-ins, uncalled bets, shows and mucks, folds, every verb, straddles and new players."""
    seen = Counter()
    for ruleset, game in ((OLYMPIC, "holdem"), (STANDARD, "omaha"), (OLYMPIC, "stud7")):
        for seed in range(3):
            for hand in hands_of(simulate(ruleset, hands=150, seed=seed, game=game)):
                seen.update(act["act"] for act in hand["acts"])
                seen.update(act["kind"] for act in hand["acts"] if act["act"] == "post")
                seen["side pots"] += len(hand.get("pots", [])) > 1
                seen["void"] += hand.get("void", False)
                seen["missed"] += any(seat.get("status") == "missed" for seat in hand["seats"])
                seen["away"] += any(seat.get("present") is False for seat in hand["seats"])
    wanted = {
        "post", "fold", "check", "call", "bet", "raise", "complete", "return", "board", "card", "run", "show", "muck", "change",
        "small_blind", "big_blind", "straddle", "new_player", "bring_in", "ante", "side pots", "void", "missed", "away",
    }  # fmt: skip
    assert {name for name in wanted if not seen[name]} == set()
    assert seen["side pots"] > 50


@pytest.mark.slow
def test_cards_are_thrown_away_and_exchanged():
    acts = Counter()
    for game in ("crazy_pineapple", "watermelon", "sviten", "draw27"):
        for hand in hands_of(simulate(OLYMPIC, hands=60, seed=2, game=game)):
            acts.update((game, act["act"]) for act in hand["acts"])
    assert acts["crazy_pineapple", "discard"] > 40
    assert acts["watermelon", "discard"] > 60
    assert acts["sviten", "draw"] > 40
    assert acts["draw27", "draw"] > 100


@pytest.mark.slow
def test_a_mix_goes_through_its_games_with_their_limits():
    hands = hands_of(simulate(STANDARD, hands=120, seed=3, game="eight_game"))
    rotation = dict.fromkeys((hand["game"], hand["limit"]) for hand in hands)
    mix = STANDARD.sections.pot.mixes["eight_game"]
    assert list(rotation) == list(zip(mix.rotation, mix.limits, strict=True))
    assert {hand["mix"] for hand in hands} == {"eight_game"}


@pytest.mark.slow
def test_without_acts_a_hand_shows_what_was_put_in_and_who_won():
    log = simulate(OLYMPIC, hands=120, seed=6, evidence="rows")
    assert in_order(log) == set()
    hands = [hand for hand in hands_of(log) if not hand.get("void")]
    assert not any("acts" in hand for hand in hands)
    for hand in hands:
        dealt = [seat for seat in hand["seats"] if seat.get("status") != "missed"]
        assert sum(seat["live_in"] + seat["dead_in"] for seat in dealt) == sum(
            pot["amount"] for pot in hand["pots"]
        )


@pytest.mark.night
@pytest.mark.slow
def test_jackpots_are_hit_and_paid_as_due():
    hits = []
    for seed in range(4):
        log = simulate(OLYMPIC, hands=100, seed=seed, game="holdem", limit="fixed_limit", players=(6, 10))
        assert in_order(log) == set()
        hits += [event["hit"] for event in events_of(log) if event.get("kind") == "hit"]
    assert {"bad_beat", "royal_flush"} == set(hits)


# ---------------------------------------------------------------------------- what is asked for


@pytest.mark.parametrize("players", [2, 6, 9])
def test_as_many_players_as_asked_for(players):
    hands = hands_of(simulate(STANDARD, hands=40, seed=1, game="holdem", players=(players, players)))
    assert {sum(seat.get("status") != "missed" for seat in hand["seats"]) for hand in hands} == {players}


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"game": "bridge"}, "olympic-cash@2 has no game called 'bridge'; its games and mixes are: holdem, omaha"),
        ({"limit": "spread"}, "no limit is called 'spread'; the limits are: no_limit, pot_limit, fixed_limit"),
        ({"game": "horse", "limit": "no_limit"}, "horse is a mix: its games have limits of their own"),
        ({"game": "sviten", "players": (7, 7)}, "7 to 7 players: sviten is dealt to 2 to 6"),
        ({"only": ("royalty-not-paid",)}, "no fault is called royalty-not-paid; the faults are: "),
    ],
)  # fmt: skip
def test_what_cannot_be_simulated(asked, message):
    with pytest.raises(ValueError, match=message):
        simulate(OLYMPIC, hands=1, seed=1, **asked)


@pytest.mark.slow
def test_a_short_deck_suffices_for_ten_players_and_several_boards():
    """Cards are burnt only as long as the boards to come have enough."""
    runs = Counter()
    for seed in range(3):
        log = simulate(STANDARD, hands=80, seed=seed, game="short_deck", players=(9, 10))
        assert in_order(log) == set()
        runs.update(act["times"] for hand in hands_of(log) for act in hand["acts"] if act["act"] == "run")
    assert runs[3] > 0


def test_a_game_is_chosen_of_rulesets_of_pot_games_only():
    with pytest.raises(ValueError, match="a game and a limit are chosen of rulesets of pot games"):
        simulate(library().get("wsgc-full"), hands=1, seed=1, game="holdem")


def test_a_log_is_read_as_it_is_uploaded():
    reader = LogReader()
    (block,) = reader.blocks([simulate(OLYMPIC, hands=50, seed=9).log()])
    assert len(block) == 50
    assert reader.session.currency == "EUR"
