"""Faults of open-face logs: what each changes, and that an audit finds what is injected and nothing else."""

import re

import msgspec
import pytest
from dealt import changes
from hypothesis import given
from hypothesis import strategies as st
from judging import false_alarms, findings_of, missed
from kept import simulate
from laid import CARNIVALE, CASH, EVENT, PINEAPPLE, RULESETS, hands_of

from rules.checks.catalogue import by_code
from rules.controls.library import library
from rules.records.events import OfcHand
from rules.records.reader import decode_line
from simulation.faults.fault_tampering import names, not_in
from simulation.faults.open_face.open_face_fault_catalogue import OPEN_FACE_FAULTS
from simulation.simulated_game import SimulatedGame
from tests.examples import examples
from tests.folding import of_every

NETS, ACTS = {"seats.net"}, {"placements"}
PAID = {"seats.net", "transfers", "eliminated"}
MONEY = {"SCR001", "PAY001"}
NET_CODES = {"SCR001", "PAY004", "PAY008"}
MOVE_CODES = {"PAY001", "PAY004", "PAY008", "TRN002"}
RESET = MONEY | {"SET002", "PAY008", "PAY009", "TRN003", "TRN004"}
SEEN = {"irregularities", "IRR002"}

# the fault: the ruleset it is put into; the fields that it changes in the first hand it is put into; the codes that
# report it, always and as the case may be
CASES = {
    "number-gap": (EVENT, {"hand"}, {"LOG001"}, set()),
    "number-repeated": (CASH, {"hand"}, {"LOG002"}, set()),
    "time-out-of-order": (CARNIVALE, {"at"}, {"LOG005"}, {"LOG018"}),
    "ended-before-dealt": (CARNIVALE, {"ended_at"}, {"LOG005", "CLK007"}, set()),
    "outside-session": (PINEAPPLE, {"at"}, {"LOG006"}, {"LOG005"}),
    "hands-overlap": (EVENT, {"at"}, {"LOG007"}, set()),
    "net-moved": (CARNIVALE, NETS, {"SCR001", "PAY004"}, NET_CODES),
    "net-of-one-seat": (CASH, NETS, {"SCR001", "SCR002", "PAY004"}, set()),
    "net-sign": (EVENT, NETS, {"SCR001", "SCR002", "PAY004"}, NET_CODES),
    "net-digit": (CARNIVALE, NETS, {"SCR001", "SCR002", "PAY004"}, NET_CODES),
    "nets-swapped": (PINEAPPLE, NETS, {"SCR001", "PAY004"}, set()),
    "paid-double": (CARNIVALE, NETS, {"SCR001", "PAY004"}, NET_CODES),
    "net-not-whole-units": (CASH, NETS, {"PAY003", "SCR001", "PAY004"}, set()),
    "royalty-not-paid": (CASH, NETS, {"SCR001", "PAY004"}, set()),
    "sweep-not-paid": (CARNIVALE, NETS, {"SCR001", "PAY004"}, NET_CODES),
    "transfer-amount": (CARNIVALE, {"transfers"}, {"PAY001", "PAY002", "PAY004"}, MOVE_CODES),
    "transfer-units": (PINEAPPLE, {"transfers"}, {"PAY001", "PAY004"}, set()),
    "transfer-reversed": (EVENT, {"transfers"}, {"PAY001", "PAY004"}, MOVE_CODES),
    "transfer-missing": (CARNIVALE, {"transfers"}, {"PAY001", "PAY004"}, MOVE_CODES),
    "transfer-to-nobody": (CASH, {"transfers"}, {"PAY006"}, set()),
    "transfer-to-oneself": (CARNIVALE, {"transfers"}, {"PAY006"}, set()),
    "short-stack-overpaid": (EVENT, PAID, {"PAY008", "SCR001", "PAY001"}, RESET | {"TRN002"}),
    "payments-out-of-order": (CARNIVALE, {"transfers"}, {"PAY009"}, set()),
    "paid-around": (CASH, {"transfers"}, {"PAY011"}, set()),
    "unit-changed": (CASH, {"unit", "seats.net", "transfers"}, {"STK002"}, set()),
    "card-twice": (CASH, {"seats.middle", "seats.back", "placements", *SEEN}, {"DCK001"}, RESET | SEEN),
    "joker": (
        CARNIVALE,
        {"seats.front", "seats.middle", "seats.back", "placements", *SEEN},
        {"DCK003"},
        SEEN,
    ),
    "row-sizes": (CASH, {"seats.middle", "seats.back", *ACTS}, {"SET001", "SET009", "SET002"}, RESET),
    "card-missing": (
        EVENT,
        {"seats.back", *ACTS, *SEEN},
        {"DCK002", "SET001", "SET011", "SET002"},
        RESET | SEEN,
    ),
    "card-too-many": (
        PINEAPPLE,
        {"seats.back", *ACTS, *SEEN},
        {"DCK002", "SET001", "SET009", "SET011", "SET002"},
        RESET | SEEN,
    ),
    "deal-repeated": (
        CARNIVALE,
        {"seats.front", "seats.middle", "seats.back", "seats.fouled", "irregularities", *ACTS, *PAID},
        {"DCK005"},
        set(),
    ),
    "player-too-many": (CARNIVALE, {"seats"}, {"STK003"}, set()),
    "player-twice": (CASH, {"seats.player"}, {"STK004"}, set()),
    "ruled-foul-without-cause": (EVENT, {"seats.fouled"}, {"SET003"}, set()),
    "foul-paid-as-legal": (
        CASH,
        {"seats.fouled", "irregularities", *PAID},
        {"SET002", "SCR001", "PAY001"},
        set(),
    ),
    "misdeal-settled": (EVENT, {"irregularities"}, {"IRR005"}, set()),
    "void-paid": (CASH, NETS, {"IRR001", "PAY004"}, set()),
    "void-transfers": (CASH, {"transfers"}, {"IRR001", "PAY004"}, set()),
    "row-overfilled": (CARNIVALE, ACTS, {"SET009", "SET013"}, set()),
    "placed-not-dealt": (PINEAPPLE, ACTS, {"SET010"}, set()),
    "street-size": (EVENT, ACTS, {"SET011"}, set()),
    "out-of-turn": (CARNIVALE, ACTS, {"SET012"}, set()),
    "rows-not-as-placed": (CASH, ACTS, {"SET013"}, set()),
    "variant-differs": (PINEAPPLE, {"variant"}, {"STK009"}, set()),
    "fantasyland-not-earned": (PINEAPPLE, {"seats.fantasyland", "seats.discards", *ACTS}, {"SET014"}, set()),
    "fantasyland-not-given": (CASH, {"seats.fantasyland", *ACTS}, {"SET015"}, set()),
    "clock-too-early": (CARNIVALE, {"clock_calls"}, {"CLK001"}, set()),
    "acted-too-late": (CARNIVALE, {"clock_calls", *ACTS}, {"CLK002"}, set()),
    "expiry-not-followed": (EVENT, {"clock_calls", "irregularities", *ACTS}, {"CLK003"}, set()),
    "fouled-for-time": (
        CARNIVALE,
        {"clock_calls", "irregularities", "seats.fouled", *ACTS, *PAID},
        {"CLK004"},
        set(),
    ),
    "left-and-played-on": (EVENT, {"irregularities"}, {"CLK005"}, set()),
    "level-differs": (CARNIVALE, {"level"}, {"LVL001", "LVL002"}, {"TRN002"}),
    "point-value-differs": (CARNIVALE, {"unit", *PAID}, {"LVL002"}, set()),
    "chips-out-of-play": (CARNIVALE, {"seats.stack"}, {"LVL003"}, {"TRN002"}),
    "starting-stack": (CARNIVALE, {"seats.stack", *PAID}, {"TRN001"}, set()),
    "chips-from-nowhere": (EVENT, {"seats.stack", *PAID}, {"TRN002"}, set()),
    "elimination-differs": (EVENT, {"eliminated"}, {"TRN003"}, set()),
    "out-and-plays-on": (EVENT, {"seats.player"}, {"TRN004"}, set()),
    "penalty-differs": (EVENT, {"irregularities"}, {"IRR007"}, set()),
}
UNSEEN = {"unit-over-cap"}  # no open-face ruleset has a cap
HANDS = {  # for what is rare
    "void-paid": 700, "void-transfers": 700, "penalty-differs": 300, "out-and-plays-on": 250, "foul-paid-as-legal": 200,
    "acted-too-late": 150, "fouled-for-time": 150, "elimination-differs": 150, "chips-out-of-play": 80,
    "fantasyland-not-given": 150, "fantasyland-not-earned": 120,
}  # fmt: skip


def simulated(name, **how):
    return simulate(library().get(name), **{"hands": 200, "seed": 8, **how})


def fields(hand, other):
    """Paths that differ, without positions in lists; a list of the hand whose parts are others is one path."""
    paths = (re.sub(r"\[\d+\]", "", path) for path in changes(*map(msgspec.to_builtins, (hand, other))))
    return {path if path.startswith("seats.") else path.partition(".")[0] for path in paths}


@pytest.mark.slow
@pytest.mark.sampled(80)
@pytest.mark.parametrize("name", CASES)
def test_a_fault_and_what_the_audit_says(name):
    ruleset, changed, always, sometimes = CASES[name]
    hands = HANDS.get(name, 60)
    faulty = simulated(ruleset, hands=hands, seed=12, faults=1.0, only=(name,))
    honest = hands_of(ruleset, hands=hands, seed=12)
    lines = [decode_line(line) for line in faulty.lines() if b'"event":"ofc_hand"' in line]
    first = next(at for at, (one, other) in enumerate(zip(honest, lines, strict=True)) if one != other)
    found = fields(honest[first], lines[first])
    assert found
    assert found <= changed
    reported = findings_of(faulty.log())
    assert (missed(faulty.key, reported), false_alarms(faulty.key, reported)) == ([], [])
    assert {entry.kind for entry in faulty.key} - {"control-total"} == {name}
    codes = {code for _, _, code in reported}
    assert always <= codes <= always | sometimes


def test_every_fault_is_shown_here():
    assert {fault.name for fault in OPEN_FACE_FAULTS} == CASES.keys() | UNSEEN


@of_every("fault", OPEN_FACE_FAULTS, ids=[fault.name for fault in OPEN_FACE_FAULTS])
def test_a_fault_names_a_check_and_says_what_it_is(fault):
    assert fault.code in by_code()
    assert fault.description.endswith(".")


def held_against_its_key(log):
    found = findings_of(log.log())
    return missed(log.key, found), false_alarms(log.key, found)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("evidence", ["rows", "full"])
@pytest.mark.parametrize("name", RULESETS)
def test_what_is_injected_is_found_and_nothing_else(name, evidence, share):
    log = simulated(name, hands=share(250), seed=31, faults=0.5, evidence=evidence)
    assert len(log.key) > share(90)
    assert held_against_its_key(log) == ([], [])


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.sampled(14)
@pytest.mark.parametrize("name", RULESETS)
def test_a_long_log_full_of_faults(name):
    log = simulated(name, hands=600, seed=32, faults=1.0)
    assert len(log.key) > 500
    assert held_against_its_key(log) == ([], [])


@pytest.mark.slow
@examples(30)
@given(
    seed=st.integers(0, 2**32),
    hands=st.integers(1, 50),
    faults=st.sampled_from([0.0, 0.2, 1.0]),
    unit=st.sampled_from([1, 25, 100, 1000]),
    players=st.sampled_from([None, (2, 2), (2, 3), (3, 3)]),
    name=st.sampled_from(RULESETS),
    evidence=st.sampled_from(["rows", "full"]),
)
def test_any_small_log(seed, hands, faults, unit, players, name, evidence):
    log = simulated(
        name, hands=hands, seed=seed, faults=faults, unit=unit, players=players, evidence=evidence
    )
    assert held_against_its_key(log) == ([], [])


@pytest.mark.slow
def test_faults_alter_nothing_but_their_hands():
    for name, only in (
        (CARNIVALE, ("net-moved", "card-twice", "clock-too-early")),
        (CASH, ("joker", "out-of-turn")),
    ):
        honest = {hand.hand: hand for hand in hands_of(name, hands=80)}
        faulty = simulated(name, hands=80, faults=0.3, only=only)
        wrong = {entry.hand for entry in faulty.key}
        for line in faulty.lines():
            hand = decode_line(line)
            if isinstance(hand, OfcHand):
                assert (hand == honest[hand.hand]) is (hand.hand not in wrong)


@pytest.mark.parametrize("name", RULESETS)
def test_a_fault_that_a_game_cannot_have_is_refused(name):
    impossible = not_in(SimulatedGame.of(library().get(name)), names())
    assert {"surrender-not-offered", "natural-not-held", "set-not-dealt"} <= set(impossible)
    with pytest.raises(ValueError, match=f"{name} cannot have the fault {impossible[0]}$"):
        simulated(name, only=(impossible[0],))


def test_closed_games_cannot_have_the_faults_of_open_face_play():
    own = {fault.name for fault in OPEN_FACE_FAULTS if fault.code[:3] in ("CLK", "LVL", "TRN")}
    assert own <= set(not_in(SimulatedGame.of(library().get("hawaiian-gardens")), names()))
