"""An audit reports each fault of pot games as the answer key says, and nothing else."""

from collections import Counter
from importlib import import_module

import pytest
from judging import findings_of
from kept import simulate

from rules.audit import BytesSource, audit_log
from rules.checks.breaches import breaches
from rules.checks.catalogue import modules_by_code
from rules.controls.library import library
from rules.replay.pots.breaches.breach_rows import DUE
from simulation.pots.faults.pot_fault_catalogue import FAULTS, pot_names
from simulation.pots.faults.pot_fault_codes import (
    AWARD,
    DROP,
    FINDINGS,
    JOINING_SHARE,
    NET,
    POT,
    RAKE_ABOVE,
    RAKE_BELOW,
    STACK,
    TIME_AT_RAKED_TABLE,
    of_table,
)  # fmt: skip
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
    "break-too-long": [(OLYMPIC, {"game": "stud7", "hands": 60})],
    "seat-kept-too-long": [(OLYMPIC, {"game": "holdem", "players": (6, 10), "hands": 60})],
    "jackpot-overpaid": JACKPOTS,
    "new-player-without-blind": [(OLYMPIC, {"game": "holdem", "hands": 250})],
    "card-below-the-deck": [(STANDARD, {"game": "short_deck"})],
    "joined-for-a-whole-share": [(OLYMPIC, {"game": "stud7", "hands": 120})],
} | dict.fromkeys(
    (
        "dealt-between-button-and-blind", "buy-in-above-maximum", "buy-in-short", "buy-in-not-half",
        "second-buy-in-short", "return-with-another-amount", "odd-chip-misplaced", "award-amount", "main-pot-first",
    ),
    MORE,
)  # fmt: skip
# Codes that no fault of a simulated log has, and why.
NOT_MADE = {"post_over_stack": "the replay writes it as over_stack, of a post"}
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


def wanted(key):
    """The findings that a key asks for, each as often as it does: (hand, seat, code)."""
    return Counter(
        (entry.hand if each.hand is None else each.hand, each.seat, each.code)
        for entry in key
        for each in entry.must
    )


def allowed(key, row):
    """Whether a finding may follow from a fault: a net that was written down wrong contradicts the next stack."""
    hand, seat, code = row
    follows = {(entry.hand, each) for entry in key for each in entry.may}
    nets = {(entry.hand, each.seat) for entry in key for each in entry.must if each.code == NET}
    return (hand, code) in follows or (code == STACK and (hand - 1, seat) in nets)


def differences(log):
    """What the key asks for and the audit does not report, and what the audit reports and no fault explains.

    On a seat of a hand a code counts once: who is not at the table, and acts four times, has four findings of one fault.
    """
    found, asked = Counter(findings_of(log.log())), wanted(log.key)
    found = Counter({row: 1 if row[0] is not None else count for row, count in found.items()})
    return asked - found, [row for row in found - asked if not allowed(log.key, row)]


@pytest.mark.slow
@pytest.mark.sampled(24)
@pytest.mark.parametrize("name", pot_names())
def test_an_audit_reports_a_fault_as_its_key_says_and_nothing_else(name):
    made = list(logs_with(name))
    assert made, f"no log has the fault {name}"
    for log in made:
        assert {entry.kind for entry in log.key} == {name}
        assert differences(log) == (Counter(), [])


def test_time_collected_at_a_raked_table_is_found_with_its_seat_and_the_chips_are_gone():
    log = simulate(OLYMPIC, hands=25, seed=0, game="holdem", faults=0.2, only=("time-at-raked-table",))
    found = [each for each in audit_log(BytesSource(log.log())).findings if each.kind != "undetermined"]
    assert [(each.code, each.hand, each.seat, each.stated) for each in found] == [
        (TIME_AT_RAKED_TABLE, None, entry.seat, entry.recorded) for entry in log.key
    ]
    assert log.key[0].description == "A player pays for his time at a table that takes a rake."


def test_a_table_that_pays_for_its_time_has_no_such_fault():
    log = simulate(OLYMPIC, hands=25, seed=2, game="holdem", faults=0.6, only=("time-at-raked-table",))
    assert b'"charge":"time"' in log.log()
    assert log.key == []


TIMED = {"hands": 60, "seed": 2, "game": "stud7"}  # its players pay for each half hour


def test_a_share_of_a_whole_period_is_found_with_the_seat_that_sat_down_during_it_and_the_amount():
    log = simulate(OLYMPIC, faults=1.0, only=("joined-for-a-whole-share",), **TIMED)
    assert [(each.hand, each.seat, each.recorded, each.true) for each in log.key] == [(41, 7, 782, 0)]
    audit = audit_log(BytesSource(log.log()))
    (found,) = [each for each in audit.findings if each.kind != "undetermined"]
    assert (found.code, found.hand, found.seat) == (JOINING_SHARE, 41, 7)
    assert (found.stated, found.expected, found.money) == (782, 0, 782)
    assert "€7.82 was collected from him for it" in found.message


def test_who_sits_down_during_a_period_and_pays_nothing_for_it_is_no_breach():
    """The document leaves open which amount is due, so that the finding is a note."""
    found = audit_log(BytesSource(simulate(OLYMPIC, **TIMED).log())).findings
    joined = [each for each in found if each.code == JOINING_SHARE]
    assert (42, 7, 0) in [(each.hand, each.seat, each.stated) for each in joined]
    assert {each.kind for each in found} == {"undetermined"}


def test_a_card_below_a_short_deck_is_found_with_its_seat_and_an_honest_deal_has_none():
    deal = {"hands": 25, "seed": 0, "game": "short_deck"}
    log = simulate(STANDARD, faults=0.2, only=("card-below-the-deck",), **deal)
    found = [each for each in audit_log(BytesSource(log.log())).findings if each.code == "IRR015"]
    assert [(each.hand, each.seat) for each in found] == [(each.hand, each.seat) for each in log.key]
    for entry, each in zip(log.key, found, strict=True):
        low, true = str(entry.recorded)[:2], str(entry.true)[:2]
        assert low[0] in "2345"
        assert true[0] in "6789TJQKA"
        assert f"the deal has {low}; the deck of this game begins with 6c" in each.message
    assert findings_of(simulate(STANDARD, **deal).log()) == []


@pytest.mark.slow
@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("ruleset", "game"),
    [(OLYMPIC, "holdem"), (OLYMPIC, "eight_game"), (STANDARD, "omaha_hilo"), (STANDARD, "crazy_pineapple"), (OLYMPIC, "soko")],
)  # fmt: skip
def test_faults_of_all_kinds_beside_each_other(ruleset, game):
    log = simulate(ruleset, hands=120, seed=3, game=game, faults=0.3)
    assert len({entry.kind for entry in log.key}) > 12
    assert differences(log) == (Counter(), [])


@pytest.mark.slow
def test_a_log_without_acts_has_faults_of_money_and_of_the_table():
    log = simulate(OLYMPIC, hands=150, seed=4, evidence="rows", faults=0.3)
    kinds = {entry.kind for entry in log.key}
    assert kinds <= {fault.name for fault in FAULTS if not fault.acts} | {
        "jackpot-unpaid",
        "jackpot-overpaid",
    }
    assert len(kinds) > 6
    assert differences(log) == (Counter(), [])


def test_a_net_that_was_written_down_wrong_is_no_break_of_the_account():
    """The next stack bears out the awards and the chips put in: they are the record of the hand."""
    log = simulate(OLYMPIC, hands=25, seed=0, game="holdem", faults=0.6, only=("net-digit",))
    audit = audit_log(BytesSource(log.log()))
    places = {(each.code, each.hand, each.seat) for each in audit.findings}
    assert places >= {(NET, each.hand, each.seat) for each in log.key}
    assert STACK not in {code for code, _, _ in places}


def test_the_table_of_codes_agrees_with_the_checks():
    """Which check reports a code of the replay: of hands, and of the table's own rules."""
    of_hands = {code: check for code, (check, _) in breaches().items()}
    of_tables = {
        code: check
        for check, module in modules_by_code().items()
        for code in getattr(import_module(module), "RULES", {})
        if of_table(check)
    }
    assert of_hands.keys() == DUE.keys()
    assert of_hands | of_tables == FINDINGS


def test_every_code_of_the_replay_has_a_fault():
    """The replay's codes of acts against the rules and of the table's rules, and the comparisons with what was due."""
    codes = {fault.code for fault in FAULTS}
    assert set(FINDINGS) - codes == set(NOT_MADE)
    assert codes - set(FINDINGS) == {
        RAKE_ABOVE,
        RAKE_BELOW,
        DROP,
        POT,
        AWARD,
        NET,
        TIME_AT_RAKED_TABLE,
        JOINING_SHARE,
    }


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
        ValueError, match="this session of olympic-cash@2 cannot have the fault bring-in-seat"
    ):
        simulate(OLYMPIC, hands=1, seed=1, game="holdem", only=("bring-in-seat",))
    with pytest.raises(
        ValueError, match="this session of standard-cash@2 cannot have the fault nuts-not-bet"
    ):
        simulate(STANDARD, hands=1, seed=1, game="holdem", only=("nuts-not-bet",))
