"""Each fault of pot games fires in the replay as its key says, and nothing else does."""

import pytest
from kept import simulate

from rules.controls.library import library
from rules.replay.pots.illegal import DUE
from rules.simulation.pots.faults.catalogue import FAULTS, pot_names
from rules.simulation.pots.faults.codes import COMPARISONS
from tests.rules.pot_games.compared import compared

OLYMPIC, STANDARD = library().get("olympic-cash"), library().get("standard-cash")
ANY = [
    (OLYMPIC, {"game": "holdem"}),
    (OLYMPIC, {"game": "omaha5", "limit": "pot_limit"}),
    (OLYMPIC, {"game": "stud7"}),
    (OLYMPIC, {"game": "sviten", "limit": "no_limit"}),
    (STANDARD, {"game": "draw27"}),
    (OLYMPIC, {"game": "watermelon"}),
]
MORE = [(OLYMPIC, {"game": "holdem", "hands": 150})]
JACKPOTS = [(OLYMPIC, {"game": "holdem", "limit": "fixed_limit", "players": (6, 10), "hands": 150})]
FULL = [(OLYMPIC, {"game": "omaha5", "players": (8, 8), "hands": 80})]
HIGH = [(OLYMPIC, {"game": "omaha", "limit": "no_limit", "players": (5, 5), "unit": 200, "hands": 80})]
WHERE = {  # faults that need a certain table, or a longer log
    "too-many-raises": [(OLYMPIC, {"game": "holdem", "limit": "fixed_limit"})],
    "raise-not-open": [(STANDARD, {"game": "omaha", "players": (6, 6), "hands": 120})],
    "bring-in-amount": [(OLYMPIC, {"game": "stud7"})],
    "second-flop": FULL,
    "run-too-often": HIGH,
    "run-from-a-later-street": HIGH,
    "run-before-the-call": HIGH,
    "run-without-consent": HIGH,
    "run-twice-not-offered": [(OLYMPIC, {"game": "omaha", "limit": "no_limit", "players": (5, 5), "hands": 80})],
    "wrong-seat-sits-out": [(OLYMPIC, {"game": "omaha5"})],
    "one-player-too-many": [(OLYMPIC, {"game": "courchevel"})],
    "nuts-not-bet": [(OLYMPIC, {"game": "holdem", "players": (2, 3), "hands": 150})],
    "jackpot-unpaid": JACKPOTS,
    "jackpot-overpaid": JACKPOTS,
    "new-player-without-blind": [(OLYMPIC, {"game": "holdem", "hands": 250})],
} | dict.fromkeys(
    (
        "dealt-between-button-and-blind", "buy-in-above-maximum", "buy-in-short", "buy-in-not-half",
        "return-with-another-amount", "odd-chip-misplaced", "award-amount", "main-pot-first",
    ),
    MORE,
)  # fmt: skip
# Codes that no fault of a simulated log has, and why.
NOT_MADE = {
    "post_over_stack": "the replay writes it as over_stack, of a post",
}
SEEDS = 10


def logs_with(name):
    """A log with a fault; of several games where it can be in several."""
    found = 0
    for ruleset, options in WHERE.get(name, ANY):
        for seed in range(SEEDS if name in WHERE else 1):
            asked = {"hands": 25, "seed": seed, "faults": 0.6, "only": (name,), **options}
            try:
                log = simulate(ruleset, **asked)
            except ValueError:  # this game cannot have the fault
                break
            if log.key:
                found += 1
                yield log
                break
        if found == 2:
            return


def missed(key, rows):
    """What the key says must be found and was not."""
    return [
        (entry.kind, each.hand or entry.hand, each.seat, each.code)
        for entry in key
        for each in entry.must
        if not any(_is(each, entry, row) for row in rows)
    ]


def _is(each, entry, row):
    return row[0] == (each.hand or entry.hand) and row[2] == each.code and each.seat in (None, row[1])


def false_alarms(key, rows):
    """What no entry of the key asks for or allows. A net that was written down wrong contradicts the next stack."""
    return [
        row
        for row in sorted(rows, key=str)
        if not any(
            any(_is(each, entry, row) for each in entry.must)
            or (row[0] == entry.hand and row[2] in entry.may)
            or (row[0] == entry.hand + 1 and row[2] == "stack_differs")
            for entry in key
        )
    ]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", pot_names())
def test_a_fault_fires_as_its_key_says_and_nothing_else_does(name):
    made = list(logs_with(name))
    assert made, f"no log has the fault {name}"
    for log in made:
        assert {entry.kind for entry in log.key} == {name}
        rows = compared(log.log(), log.request.ruleset.sections.pot).rows
        assert missed(log.key, rows) == []
        assert false_alarms(log.key, rows) == []


@pytest.mark.parametrize(
    ("ruleset", "game"),
    [(OLYMPIC, "holdem"), (OLYMPIC, "eight_game"), (STANDARD, "omaha_hilo"), (STANDARD, "crazy_pineapple"), (OLYMPIC, "soko")],
)  # fmt: skip
def test_faults_of_all_kinds_beside_each_other(ruleset, game):
    log = simulate(ruleset, hands=120, seed=3, game=game, faults=0.3)
    rows = compared(log.log(), ruleset.sections.pot).rows
    assert len({entry.kind for entry in log.key}) > 12
    assert missed(log.key, rows) == []
    assert false_alarms(log.key, rows) == []


def test_a_log_without_acts_has_faults_of_money_and_of_the_table():
    log = simulate(OLYMPIC, hands=150, seed=4, evidence="rows", faults=0.3)
    kinds = {entry.kind for entry in log.key}
    assert kinds <= {fault.name for fault in FAULTS if not fault.acts} | {
        "jackpot-unpaid",
        "jackpot-overpaid",
    }
    rows = compared(log.log(), OLYMPIC.sections.pot).rows
    assert len(kinds) > 6
    assert missed(log.key, rows) == []
    assert false_alarms(log.key, rows) == []


def test_every_code_of_the_replay_has_a_fault():
    """The replay's codes of acts against the rules, and the comparisons with what was due."""
    codes = {fault.code for fault in FAULTS} | {"jackpot"}
    also = {"net", "eligible", "void_paid"}  # net follows from other comparisons; nobody pays in a void hand
    assert set(DUE) - codes == set(NOT_MADE)
    assert set(COMPARISONS) - codes <= also


def test_each_fault_is_described_and_named_once():
    assert len(pot_names()) == len(set(pot_names()))
    for fault in FAULTS:
        assert fault.description.endswith("."), fault.name


def test_the_key_names_the_hand_the_seat_and_the_amounts():
    log = simulate(OLYMPIC, hands=25, seed=0, game="holdem", faults=0.6, only=("raise-too-small",))
    first = log.key[0]
    (detail,) = [
        each
        for hand, each in compared(log.log(), OLYMPIC.sections.pot).details
        if hand == first.hand and each["code"] == "raise_too_small"
    ]
    assert (detail["seat"], detail["due"]["to"]) == (first.seat, first.true)
    assert first.description == "A raise is smaller than the one before."
    assert first.recorded < first.true


def test_a_fault_that_a_game_cannot_have_is_refused():
    with pytest.raises(
        ValueError, match="this session of olympic-cash@1 cannot have the fault bring-in-seat"
    ):
        simulate(OLYMPIC, hands=1, seed=1, game="holdem", only=("bring-in-seat",))
    with pytest.raises(
        ValueError, match="this session of standard-cash@1 cannot have the fault nuts-not-bet"
    ):
        simulate(STANDARD, hands=1, seed=1, game="holdem", only=("nuts-not-bet",))
