"""Every recorded figure, placement, level and time of every open-face log, changed in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec import json

from rules.checks.catalogue import checks
from rules.controls.library import library
from tests.plain.open_face.placement import STREETS, faults
from tests.rules.build import Event
from tests.rules.checked import checks_of
from tests.rules.mutations.open_face import gaps, listed
from tests.rules.mutations.open_face.audit import (
    MAKERS,
    Tried,
    audited,
    breaches,
    changes,
    encoded,
    expected,
    tried,
    version_of,
)
from tests.rules.mutations.open_face.change import Change
from tests.rules.mutations.open_face.deal import Log
from tests.rules.mutations.open_face.logs import all_logs
from tests.rules.rulesets import PLAYED_AS

LOGS = {log.name: log for log in all_logs()}

# The codes of a fault that the plain auditor of placements sees: one of these.
OF_FAULTS = {
    "overfilled": {"SET009"},
    "not_as_dealt": {"SET010"},
    "street_size": {"SET011"},
    "out_of_turn": {"SET011", "SET012", "SET013", "SET017"},
    "rows_differ": {"SET001", "SET009", "SET010", "SET013", "DCK001"},
    "discards_differ": {"SET010", "SET013", "DCK001"},
    "dealt_twice": {"DCK001"},
}

OF_PLACING = ("acts", "seats")

EACH = 3  # of a kind, whose coverage is looked at in a log


def test_every_system_has_a_log():
    assert {log.system for log in LOGS.values()} == {
        PLAYED_AS.get(each.id, each.id) for each in library().rulesets() if each.family == "ofc"
    }


@pytest.mark.parametrize("name", LOGS)
def test_a_correct_log_has_no_findings(name):
    log = LOGS[name]
    assert breaches(audited(log.session, log.encoded).findings, log.encoded) == set()


@pytest.mark.slow
@pytest.mark.sampled(20, within=True)
@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("name", LOGS)
def test_an_altered_record_is_found(name, maker, part):
    for each in tried(LOGS[name], maker, part):
        shown = (each.change.what, each.place, each.expected ^ each.found, each.change.line)
        assert each.expected == each.found, shown
        assert each.expected or any(listed.reasons(each.case)), shown
        assert maker not in OF_PLACING or reported_as_faults(each), shown


def reported_as_faults(each: Tried) -> bool:
    """Each fault that the plain auditor of placements sees in the changed hand."""
    hand = each.change.line
    if each.change.absent or hand["event"] != "ofc_hand" or hand.get("void"):
        return True
    if hand["variant"] != each.log.lines[each.place]["variant"]:
        return True
    codes = {code for code, place, _ in each.found if place == each.place}
    return all(
        codes & OF_FAULTS[kind]
        for kind, place in faults(hand)
        if not (kind == "out_of_turn" and unsure(hand, place))
    )


def unsure(hand: Event, place: int) -> bool:
    """Whose turn it was: an act of a seat is missing, or the act is of nobody (gaps.COULD_SHOW)."""
    acts = Counter(act["seat"] for act in hand["placements"])
    seats = {seat["seat"]: 1 if "fantasyland" in seat else STREETS[hand["variant"]] for seat in hand["seats"]}
    return (
        any(acts[number] < turns for number, turns in seats.items())
        or hand["placements"][place]["seat"] not in seats
    )


# ---------------------------------------------------------------- what is not recorded


@pytest.mark.slow
@pytest.mark.sampled(16, within=True)
@pytest.mark.parametrize("name", LOGS)
def test_what_is_not_recorded_is_untestable(name, part):
    log = LOGS[name]
    before = untestable(log, log.encoded)
    for place, change in part(a_few_of_each_kind(log), lambda made: made[1].what):
        if not expected(log, place, change):
            after = untestable(log, version_of(log.encoded, place, json.encode(change.line)))
            about = listed.OF_THE_STATEMENT.get(change.what, set())
            assert all(after[code] <= before[code] for code in about), (change.what, place)
            more = sum(after[code] - before[code] for code in after if code not in about)
            assert more > 0 or (more == 0 and change.what in listed.UNTOUCHED), (change.what, place, more)


def a_few_of_each_kind(log: Log) -> Iterator[tuple[int, Change]]:
    """Changes that leave something out."""
    made = [(place, change) for place, change in changes(log) if change.absent]
    count = Counter(change.what for _, change in made)
    seen: Counter[str] = Counter()
    for place, change in made:
        seen[change.what] += 1
        step = max(count[change.what] // EACH, 1)
        if seen[change.what] % step == 0:
            yield place, change


def untestable(log: Log, lines: list[bytes]) -> dict[str, int]:
    """Hands that each check could not test."""
    found = checks_of(encoded(log.session, lines))
    return {each.code: each.untestable for each in found.blocks.runner.coverage()}


# ---------------------------------------------------------------- the lists


@pytest.mark.slow
@pytest.mark.sampled(8)
def test_the_lists_are_no_longer_than_they_must_be(part):
    needed: set[tuple[str, str]] = set()
    every = (*gaps.COULD_SHOW, *listed.CANNOT_SHOW)
    of_kind = {
        kind: {each.because for each in every if kind in each.kinds}
        for kind in part(sorted({kind for each in every for kind in each.kinds}))
    }
    for log in LOGS.values():
        for place, change in changes(log):
            left = of_kind.get(change.what, set()) - {
                because for kind, because in needed if kind == change.what
            }
            if left and not expected(log, place, change):
                case = Tried(log, place, change, set(), set()).case
                needed.add((change.what, next(listed.reasons(case)).because))
    assert needed == {(kind, because) for kind, because in of_kind.items() for because in because}


@pytest.mark.slow
@pytest.mark.sampled(6)
@pytest.mark.parametrize("what", listed.UNTOUCHED)
def test_what_leaves_every_check_tested_does_so_somewhere(what):
    assert any(
        untouched(log, place, change)
        for log in LOGS.values()
        for place, change in changes(log)
        if change.what == what
    )


def untouched(log: Log, place: int, change: Change) -> bool:
    altered = version_of(log.encoded, place, json.encode(change.line))
    return not expected(log, place, change) and untestable(log, altered) == untestable(log, log.encoded)


STEPS = {"seats": 7, "cards": 17, "acts": 17, "payments": 7}  # a sample of these, all of the others


@pytest.mark.slow
@pytest.mark.sampled(8)
def test_every_check_of_open_face_play_finds_something(part, whole):
    shown: set[str] = set()
    of_hands = {entry.code for entry in checks() if "ofc" in entry.check.mutations}
    for log in part(LOGS.values()):
        for maker in MAKERS:
            for place, change in list(changes(log, maker))[:: STEPS.get(maker, 1)]:
                shown |= {code for code, _, _ in expected(log, place, change)}
    assert shown <= of_hands
    assert not whole or shown == of_hands
