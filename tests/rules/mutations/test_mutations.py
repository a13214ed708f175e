"""Every recorded figure of every hand, changed in turn."""

import pytest

from rules.checks.catalogue import checks
from rules.controls.library import library
from tests.rules.mutations.audit import breaches, breaches_of_an_audit, changes
from tests.rules.mutations.change import Change
from tests.rules.mutations.hands import all_hands
from tests.rules.mutations.listed import CANNOT_SHOW, UNPRICED_RULESETS
from tests.rules.rulesets import PLAYED_AS

HANDS = all_hands()

# Hands that together have every kind of change that cannot show, and every check of one hand.
FEW = {
    "SURRENDER-PLAYER-TO-BANK", "SINGLE-WINNER", "HG-CHIPS-SPECIAL-FIRST-under-hawaiian-gardens-aces",
    "WSGC-BASE-TIE-1-1-1", "NO-PICTURES", "POOL-PLAIN", "WSGC-NAT-SIXPAIRS-under-wsgc-full", "WSGC-FOUL",
    "HG-CHIPS-ORDER-DEALER-C", "ACE-SPADES-DEALER", "MY-DRAGON-MIXED", "OVERALL-1-1-1-under-classic-single-winner",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.sampled(24)
@pytest.mark.parametrize("version", ["bare", "full"])
@pytest.mark.parametrize("hand", [each for each in HANDS if each.name not in FEW], ids=lambda hand: hand.name)
def test_an_altered_record_is_found(hand, version):
    unaltered = getattr(hand, version)
    breaches_are_those_expected(hand, unaltered, list(changes(unaltered, hand.ruleset)))


@pytest.mark.slow
@pytest.mark.sampled(20, within=True)
@pytest.mark.parametrize("version", ["bare", "full"])
@pytest.mark.parametrize("hand", [each for each in HANDS if each.name in FEW], ids=lambda hand: hand.name)
def test_an_altered_record_of_each_kind_is_found(hand, version, part):
    unaltered = getattr(hand, version)
    made = part(changes(unaltered, hand.ruleset), lambda change: change.what)
    breaches_are_those_expected(hand, unaltered, made)


def breaches_are_those_expected(hand, unaltered, altered):
    made = [Change("nothing", unaltered), *altered]
    expected = breaches(hand, [change.hand for change in made])
    standing = set(expected[0])
    assert {code for code, _ in standing} == ({"STK001"} if hand.name == "WSGC-STAKE-CAP" else set())
    for change, found in zip(made[1:], expected[1:], strict=True):
        new = {seat for code, seat in found if (code, seat) not in standing}
        shown = (change.what, change.expected, found, change.hand)
        if not change.shows:
            assert change.what in CANNOT_SHOW, shown
            assert not change.what.endswith(", no price") or hand.ruleset in UNPRICED_RULESETS, shown
            assert new == set(), shown
        elif change.loosely:
            assert change.expected <= new, shown
        else:
            assert change.expected == new, shown


def test_every_ruleset_has_a_hand():
    closed = {PLAYED_AS.get(each.id, each.id) for each in library().rulesets() if each.family == "chinese"}
    assert {hand.ruleset for hand in HANDS} == closed


@pytest.mark.slow
@pytest.mark.sampled(12)
def test_the_list_has_no_spare_entry_and_every_check_of_a_hand_finds_some_mutation(part, whole):
    silent, expected = set(), set()
    for hand in part(each for each in HANDS if each.name in FEW):
        for unaltered in (hand.bare, hand.full):
            made = list(changes(unaltered, hand.ruleset))
            silent |= {change.what for change in made if not change.shows}
            for found in breaches_of_an_audit(hand, [change.hand for change in made if change.shows]):
                expected |= {code for code, _ in found}
    assert silent <= set(CANNOT_SHOW)
    assert not whole or silent == set(CANNOT_SHOW)
    of_hands = {entry.code for entry in checks() if "chinese" in entry.check.mutations}
    assert expected <= of_hands
    assert not whole or expected == of_hands
