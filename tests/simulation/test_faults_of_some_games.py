"""Faults that only some games can have: what they change in an honest log, and what the audit says of it."""

import re

import msgspec
import pytest
from dealt import changes
from judging import BEGUN_OTHERWISE, LEFT_OTHERWISE, TOOK_OTHERWISE, findings_of
from kept import simulate

from rules.controls.library import library
from rules.records.reader import decode_line
from simulation.faults import closing

MADE_UP = (BEGUN_OTHERWISE,)  # the stacks of these hands do not follow each other

# Faults that only some games can have: the game; the fields that differ from the honest log of the same seed; the
# codes that findings about the hand may have, that of the answer key among them.
OF_SOME_GAMES = {
    "sweep-not-paid": ("singapore-sweep", {"seats.net"}, {"SCR001", "PAY004"}),
    "overall-point-not-paid": ("classic-overall", {"seats.net"}, {"SCR001", "PAY004"}),
    "side-bet-not-paid": ("hawaiian-gardens-aces", {"seats.net"}, {"SCR001", "PAY004", "SUR002", "PAY008"}),
    "banker-tie-unpaid": ("malayan", {"seats.net"}, {"SCR001", "PAY004"}),
    "compensation-not-paid": ("classic-ace-of-spades-dealer", {"seats.net"}, {"SCR001", "PAY004"}),
    "banker-not-in-hand": ("classic-house", {"banker"}, {"STK006"}),
    "paid-past-the-banker": ("malayan", {"transfers"}, {"PAY007", "PAY001", "PAY004"}),
    "prize-to-another": ("classic-single-winner", {"seats.net"}, {"SCR005"}),
    "contribution-short": ("classic-pool", {"pool.contributions.amount"}, {"POT001"}),
    "award-to-another": ("classic-pool-all", {"pool.awards.seat"}, {"POT002"}),
    "short-stack-overpaid": (
        "hawaiian-gardens",
        {"seats.net", "transfers"},
        {"PAY008", "PAY001", "SCR001", "SUR002"},
    ),
    "payments-out-of-order": ("hawaiian-gardens", {"transfers"}, {"PAY009"}),
    "rake-differs": ("hawaiian-gardens", {"fees.amount"}, {"FEE001"}),
    "hand-fee-above-limit": ("wac-230-15-080", {"fees.amount"}, {"FEE007"}),
    "hand-fee-after-deal": ("wac-230-15-080", {"fees.before_deal"}, {"FEE008"}),
    "rake-beside-fee": ("wac-230-15-080", {"fees"}, {"FEE004"}),
    "deal-turned": (
        "wsgc-full",
        {
            "seats.dealt",
            "seats.front",
            "seats.middle",
            "seats.back",
            "seats.surrendered",
            "seats.fouled",
            "seats.declared",
            "seats.net",
            "seats.stack",
            "transfers",
            "irregularities",
        },
        {"DCK006"},
    ),
    "paid-around": ("wsgc-full", {"transfers"}, {"PAY011"}),
    "count-not-on-record": ("wsgc-full", {"irregularities"}, {"IRR012"}),
    "button-at-no-seat": ("wsgc-full", {"dealer"}, {"STK005"}),
    "rake-of-unsaid-wagers": ("wac-230-15-080", {"fees"}, {"FEE004", "FEE005"}),
    "forced-dealer-wrong": (
        "classic-ace-of-spades-dealer",
        {"dealer", "seats.net", "seats.stack", "transfers"},  # stacks: of the hands that follow
        {"STK007"},
    ),
}


def fields(hand, other):
    """Paths that differ, without positions in lists; a list whose parts are others is one path."""
    paths = (re.sub(r"\[\d+\]", "", path) for path in changes(*map(msgspec.to_builtins, (hand, other))))
    return {"transfers" if path.startswith("transfers") else path for path in paths}


@pytest.mark.sampled(24)
@pytest.mark.parametrize("name", OF_SOME_GAMES)
def test_a_fault_of_some_games_only(name):
    ruleset, changed, codes = OF_SOME_GAMES[name]
    honest, faulty = (
        simulate(library().get(ruleset), hands=250, seed=3, faults=rate, only=(name,)) for rate in (0.0, 0.5)
    )
    wrong = {entry.hand: entry for entry in faulty.key}
    assert wrong
    for line, other in zip(hands(honest), hands(faulty), strict=True):
        moved = {"seats.stack"} & changed
        assert fields(line, other) <= (changed if other.hand in wrong else moved)
    expected = findings_of(faulty.log(), without=(*MADE_UP, TOOK_OTHERWISE, LEFT_OTHERWISE))
    assert {number for number, _, _ in expected} == set(wrong)
    for entry in faulty.key:
        mine = {code for number, _, code in expected if number == entry.hand}
        assert entry.code in mine <= codes


@pytest.mark.parametrize("ruleset", ["wsgc-full", "hawaiian-gardens", "ofc-cash"])
def test_a_player_who_takes_chips_of_another_along(ruleset):
    """The chips of the table come out right. Who took too little may have paid fees that were not recorded."""
    log = simulate(library().get(ruleset), hands=60, seed=3, faults=0.1, only=(closing.LEAVING,))
    (entry,) = log.key
    assert findings_of(log.log()) == [(60, entry.seat, "STK014")]


def hands(log):
    return [decode_line(line) for line in log.lines() if b'"event":"chinese_hand"' in line]
