"""No number of a hand decides what an audit says, nor whether there is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.audit import BytesSource, audit_log
from tests.rules.renumbered import BORDERS, alike, renumbered

LOGS = {
    "two-hands-from-1000": ("standard-tournament", [1000, 1001]),
    "one-hand-128": ("standard-cash", [128]),
}


def kept(name: str) -> bytes:
    return (Path(__file__).parent / "numbers" / f"{name}.ndjson").read_bytes()


@pytest.mark.parametrize("name", LOGS)
def test_a_finding_of_several_hands_is_grouped_whatever_their_numbers(name: str) -> None:
    """Nothing else is found: with numbers above 127 the audit broke down."""
    ruleset, hands = LOGS[name]
    audit = audit_log(BytesSource(kept(name)), ruleset=ruleset)
    assert [(each.code, each.hand, list(each.hands or ())) for each in audit.findings] == [
        ("CTL002", None, hands)
    ]
    assert [[hand.hand for hand in each.hands] for each in audit.incidents or ()] == [hands]


@pytest.mark.parametrize("by", BORDERS)
@pytest.mark.parametrize("name", LOGS)
def test_higher_numbers_give_the_same_audit(name: str, by: int) -> None:
    alike(lambda more: audit_log(BytesSource(renumbered(kept(name), more)), ruleset=LOGS[name][0]), by)


def test_only_numbers_of_hands_are_changed() -> None:
    assert renumbered(b'{"event":"chinese_hand","hand": 3,"hands":4,"dealer":5}', 10) == (
        b'{"event":"chinese_hand","hand": 13,"hands":4,"dealer":5}'
    )
