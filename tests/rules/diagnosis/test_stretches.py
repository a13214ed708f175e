"""A stretch of at least 20 hands of which at least 8 fit only another ruleset is found, and none in logs without one."""

import json
import random

import pytest

from rules.audit import BytesSource, audit_log
from rules.audit.diagnosis import screen
from rules.controls.library import library
from simulation import simulate
from tests.rules.diagnosis.planted import planted

SETTLED_AS = (
    ("wsgc-base", "wsgc-2-4"),
    ("wsgc-2-4", "wsgc-1-6"),
    ("wsgc-base", "wsgc-1-6-bonuses"),
    ("classic-simple", "classic-increased"),
    ("classic-overall", "classic-simple"),
    ("classic-simple", "classic-sweep-3"),
)


@pytest.mark.slow
def test_a_stretch_is_named_with_its_hands_and_its_ruleset():
    log = planted("wsgc-base", "wsgc-2-4", 99, 130, seed=3)
    [found] = log.audit().diagnosis
    assert (found.ruleset, found.scope, found.who) == ("wsgc-2-4", "session", None)
    assert (found.first, found.last) == (log.changed[0], log.changed[-1])
    assert found.fitting == found.of == found.last - found.first + 1
    telling = len(log.changed)
    assert found.message.startswith(
        f"In hands {found.first} to {found.last} the results of {found.of} of {found.of} hands fit wsgc-2-4: "
        f"{telling} of them fit only that ruleset, and none fits only wsgc-base@1, the ruleset of the session."
    )


@pytest.mark.slow
def test_two_stretches_under_two_rulesets():
    first = planted("wsgc-base", "wsgc-2-4", 20, 60, seed=5)
    second = planted("wsgc-base", "wsgc-1-6", 120, 160, seed=5)
    lines = first.log.splitlines()[:100] + second.log.splitlines()[100:]
    audit = audit_log(BytesSource(b"\n".join(lines) + b"\n"))
    assert [(each.ruleset, each.first, each.last) for each in audit.diagnosis] == [
        ("wsgc-2-4", first.changed[0], first.changed[-1]),
        ("wsgc-1-6", second.changed[0], second.changed[-1]),
    ]


@pytest.mark.slow
def test_a_dealer_who_settles_by_another_ruleset():
    plain = simulate(library().get("wsgc-base"), hands=400, seed=4, evidence="rows").log()
    dealer = next(each["dealer_id"] for each in map(json.loads, plain.splitlines()) if "dealer_id" in each)
    log = planted("wsgc-base", "wsgc-2-4", 1, 400, seed=4, hands=400, dealer=dealer)
    [found] = log.audit().diagnosis
    assert (found.ruleset, found.scope, found.who) == ("wsgc-2-4", "dealer", dealer)
    assert (found.first, found.last) == (log.changed[0], log.changed[-1])
    assert f"of the {found.of} hands that {dealer} dealt" in found.message


@pytest.mark.slow
def test_a_player_who_is_paid_by_another_ruleset():
    plain = simulate(library().get("wsgc-base"), hands=200, seed=6, evidence="rows").log()
    player = audit_log(BytesSource(plain)).restitution[0].player
    log = planted("wsgc-base", "wsgc-2-4", 1, 200, seed=6, player=player)
    [found] = log.audit().diagnosis
    assert (found.ruleset, found.scope, found.who) == ("wsgc-2-4", "player", player)
    assert (found.first, found.last) == (log.changed[0], log.changed[-1])


@pytest.mark.slow
def test_seven_hands_that_fit_only_the_other_are_no_stretch():
    log = planted("wsgc-base", "wsgc-2-4", 1, 200, seed=8)
    seventh = log.changed[6]
    short = planted("wsgc-base", "wsgc-2-4", 1, seventh, seed=8)
    assert len(short.changed) == 7
    assert short.audit().diagnosis == []


@pytest.mark.slow
def test_nineteen_hands_are_no_stretch():
    assert planted("wsgc-2-4", "wsgc-1-6", 1, 19, seed=8, hands=19).audit().diagnosis == _of_the_whole(19)


def _of_the_whole(hands):
    """What is said of a session that fits another ruleset as a whole."""
    return [
        each
        for each in planted("wsgc-2-4", "wsgc-1-6", 1, hands, seed=8, hands=hands).audit().diagnosis
        if each.first is None
    ]


@pytest.mark.slow
def test_a_whole_session_under_another_ruleset_has_no_first_and_last_hand():
    found = planted("wsgc-base", "wsgc-2-4", 1, 200, seed=3).audit().diagnosis[0]
    assert (found.ruleset, found.first, found.last, found.fitting, found.of) == (
        "wsgc-2-4",
        None,
        None,
        200,
        200,
    )


@pytest.mark.slow
@pytest.mark.sampled(4)
@pytest.mark.parametrize("ruleset", ["wsgc-full", "classic-specials", "hawaiian-gardens", "ofc-pineapple"])
def test_no_stretch_where_nothing_or_anything_is_wrong(ruleset):
    for faults in (0.0, 0.2):
        log = simulate(library().get(ruleset), hands=400, seed=11, faults=faults).log()
        assert audit_log(BytesSource(log)).diagnosis == []


@pytest.mark.slow
@pytest.mark.sampled(10)
def test_of_100_planted_stretches_at_least_95_are_found(share):
    """Stretches of 20 to 80 hands among other faults, with at least 8 hands that were settled differently."""
    tried, found, chance = 0, 0, random.Random(12)
    while tried < share(100):
        own, other = SETTLED_AS[tried % len(SETTLED_AS)]
        first = chance.randrange(1, 100)
        log = planted(
            own, other, first, first + chance.randrange(20, 80), seed=chance.randrange(10**6), faults=0.02
        )
        if len(log.changed) < 10:
            continue
        tried += 1
        found += any(
            each.ruleset == other
            and each.first
            and each.first <= log.changed[2]
            and each.last >= log.changed[-3]
            for each in log.audit().diagnosis
        )
    assert found >= share(95)


@pytest.mark.slow
@pytest.mark.sampled(12)
@pytest.mark.parametrize("ruleset", library().rulesets(), ids=str)
def test_no_stretch_is_reported_on_clean_logs(ruleset):
    log = simulate(ruleset, hands=300, seed=2, opened_at="2013-07-13T17:00:00-07:00").log()
    assert audit_log(BytesSource(log)).diagnosis == []


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.sampled(6)
@pytest.mark.parametrize("faults", [0, 0.05])
@pytest.mark.parametrize(
    ("own", "other", "hands", "first", "last"),
    [
        ("wsgc-1-6", "wsgc-full", 300, 1, 300),
        ("wsgc-base", "wsgc-2-4", 300, 1, 300),
        ("wsgc-full", "wsgc-2-4-bonuses", 300, 1, 300),  # fewer than half of the hands differ
        ("wsgc-base", "wsgc-2-4", 300, 101, 180),
        ("wsgc-base", "wsgc-2-4", 8192, 4500, 6500),  # nothing differs in the first half of the block
        ("classic-simple", "classic-sweep-3", 300, 9, 290),
    ],
)
def test_what_is_remembered_is_what_reading_again_gives(own, other, hands, first, last, faults, monkeypatch):
    log = planted(own, other, first, last, seed=14, hands=hands, faults=faults)
    remembered = log.audit()
    monkeypatch.setattr(screen, "MOSTLY", 1.0)
    monkeypatch.setattr(screen, "OFTEN", 1.0)
    assert log.audit() == remembered
    assert remembered.diagnosis[0].ruleset == other
