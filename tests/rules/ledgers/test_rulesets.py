"""Under which revision each account of a ledger is."""

import pytest

from rules.audit.in_force import NoRuleset
from rules.audit.ledger_audit import rulesets_of
from rules.controls.library import UnknownRuleset, library, load
from tests.rules.ledgers.build import JACKPOT, RANKING, header, read

LATER = """
[ruleset]
id = "own"
revision = {revision}
title = "Own"
authority = "Room"
family = "ledger"
extends = ["olympic-jackpots@1"]
in_force = {{ from = {day} }}
"""
OWN = load(
    {
        "1": LATER.format(revision=1, day="2026-01-01"),
        "2": LATER.format(revision=2, day="2026-03-01"),
    },
    onto=library(),
)


def named(*accounts, ruleset=None, as_if=False, **stated):
    found = rulesets_of(read(header(*accounts, **stated)).header, ruleset, OWN, as_if)
    return {account: str(each) for account, each in found.items()}


def test_each_account_has_the_ruleset_that_it_names():
    other = {"account": "promo", "kind": "other", "opening": 0}
    assert named(JACKPOT, RANKING, other) == {"olympic": "olympic-jackpots@1", "ranking": "olympic-ranking@1"}


@pytest.mark.parametrize(
    ("stated", "revision"),
    [({}, 2), ({"from": "2026-02-28"}, 1), ({"from": "2026-03-01"}, 2)],
)
def test_a_name_without_a_revision_is_of_the_ledgers_first_day(stated, revision):
    assert named(JACKPOT | {"ruleset": "own"}, **stated) == {"olympic": f"own@{revision}"}


def test_no_revision_was_in_force_on_the_first_day():
    with pytest.raises(
        NoRuleset, match="No revision of own was in force on 2025-12-31, the first day of the ledger L-1"
    ):
        named(JACKPOT | {"ruleset": "own"}, **{"from": "2025-12-31"})
    with pytest.raises(UnknownRuleset):
        named(JACKPOT | {"ruleset": "none"})


def test_what_is_asked_for_is_for_the_accounts_of_its_kind():
    assert named(JACKPOT, RANKING, ruleset="own@1") == {"olympic": "own@1", "ranking": "olympic-ranking@1"}
    assert named(JACKPOT, RANKING, ruleset="own", as_if=True, **{"from": "2025-12-31"})["olympic"] == "own@2"
    royal = {"account": "royal", "kind": "tournament_royal", "opening": 0}
    assert named(JACKPOT, RANKING, royal, ruleset="olympic-ranking@1")["royal"] == "olympic-ranking@1"
    with pytest.raises(
        NoRuleset, match="own@1 is for no account of the ledger L-1, whose accounts are: ranking"
    ):
        named(RANKING, ruleset="own@1")
