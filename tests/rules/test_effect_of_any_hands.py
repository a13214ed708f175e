"""What holds of the effect of a what-if whatever the hands are: the sum of what `auditor replay` says of each under either."""

import json
from collections import Counter
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.audit import BytesSource, audit_log, combine, replay_log
from rules.controls.library import library
from rules.records import reader
from rules.results import Effect
from simulation import simulate
from tests.examples import examples
from tests.plain.closed_deals import deals
from tests.rules.build import log, replays, session
from tests.rules.test_closed_differential import recorded

CLOSED = sorted(str(each) for each in library().rulesets() if each.family == "chinese")
DEALT = {
    name: deals(name, 30, seed=7)
    for name in ("wsgc-full", "hawaiian-gardens-aces", "classic-pool-all", "classic-specials", "malayan")
}
SOME = st.sampled_from(sorted(DEALT)).flatmap(
    lambda name: st.lists(st.sampled_from(DEALT[name]), min_size=1, max_size=8)
)
RULESETS = st.sampled_from(CLOSED)
EARLY = "2013-07-14T12:00:00-07:00"  # when every open-face ruleset was in force


def lines_of(dealt):
    return [recorded(number, deal) for number, deal in enumerate(dealt, 1)]


def effect_of(played_under, ruleset, lines):
    data = log(session(ruleset=played_under, opened_at=EARLY), *lines)
    return audit_log(BytesSource(data), ruleset=ruleset, as_if=True).effect


def plainly(played_under, ruleset, lines):
    """The effect hand by hand, from what `auditor replay` says under either."""
    one = replays(session(ruleset=played_under, opened_at=EARLY), *lines)
    other = list(replay_log(BytesSource(log(session(opened_at=EARLY), *lines)), ruleset=ruleset, as_if=True))
    counts, moved_units, players = Counter(), Fraction(0), Counter()
    for line, a, b in zip(lines, one, other, strict=True):
        names = {each["seat"]: each["player"] for each in line["seats"]}
        sides = [{each["seat"]: each for each in reported["seats"]} for reported in (a, b)]
        nothing = {"units": None, "net": None}  # where no revision was in force
        found = {key: [side.get(key, nothing) for side in sides] for key in names}
        due = {key: [(each["units"], each["net"]) for each in both] for key, both in found.items()}
        in_money = all(net is not None for each in due.values() for _, net in each)
        in_units = all(units is not None for each in due.values() for units, _ in each)
        if not in_money and not in_units:
            counts["incomparable"] += 1
            continue
        counts["compared"] += 1
        moved = {key: each[1][1] - each[0][1] for key, each in due.items()} if in_money else {}
        other_units = (
            {key: Fraction(each[1][0]) - Fraction(each[0][0]) for key, each in due.items()}
            if in_units
            else {}
        )
        if any((moved if in_money else other_units).values()):
            counts["differing"] += 1
            moved_units += larger(other_units.values())
        counts["money"] += larger(moved.values())
        for key, amount in moved.items():
            players[names[key]] += amount
    return counts, moved_units, players


def larger(amounts):
    """What some get more, or what others get less: the greater of the two."""
    listed = list(amounts)
    return max(
        sum((a for a in listed if a > 0), Fraction(0)), -sum((a for a in listed if a < 0), Fraction(0))
    )


@examples(60)
@given(SOME, RULESETS, RULESETS)
def test_the_effect_is_the_sum_of_its_hands(dealt, played_under, ruleset):
    lines = lines_of(dealt)
    effect, (counts, units, players) = (
        effect_of(played_under, ruleset, lines),
        plainly(played_under, ruleset, lines),
    )
    assert (effect.compared, effect.incomparable, effect.differing) == (
        counts["compared"], counts["incomparable"], counts["differing"],
    )  # fmt: skip
    assert (effect.money or 0, Fraction(effect.units)) == (counts["money"], units)
    assert {each.player: each.difference or 0 for each in effect.players} == (
        {each.player: players[each.player] for each in effect.players}
    )
    assert sum(each.hands for each in effect.months) == effect.compared


OPEN_FACE = sorted(str(each) for each in library().rulesets() if each.family == "ofc")


@pytest.mark.slow
@pytest.mark.sampled(20)
@pytest.mark.parametrize("played_under", OPEN_FACE)
@pytest.mark.parametrize("ruleset", OPEN_FACE)
def test_open_face_hands_are_compared_too(played_under, ruleset):
    simulated = simulate(library().get(played_under), hands=30, seed=5, opened_at=EARLY)
    lines = [each for each in map(json.loads, simulated.lines()) if each["event"] == "ofc_hand"]
    effect, (counts, units, _) = (
        effect_of(played_under, ruleset, lines),
        plainly(played_under, ruleset, lines),
    )
    assert (effect.compared, effect.differing) == (counts["compared"], counts["differing"])
    assert (effect.money or 0, Fraction(effect.units)) == (counts["money"], units)
    assert effect.differing == 0 or played_under != ruleset


@examples(40)
@given(st.lists(st.sampled_from(DEALT["wsgc-full"]), min_size=1, max_size=8), RULESETS, RULESETS)
def test_what_one_player_gets_another_pays(dealt, played_under, ruleset):
    """In games without a pool, over the hands whose money is known under both."""
    if any("pool" in library().get(name).params for name in (played_under, ruleset)):
        return
    effect = effect_of(played_under, ruleset, lines_of(dealt))
    assert sum(each.difference or 0 for each in effect.players) == 0
    assert sum(max(each.difference or 0, 0) for each in effect.players) <= (effect.money or 0)


@pytest.mark.slow
@examples(40)
@given(SOME, RULESETS, RULESETS, st.integers(0, 8))
def test_two_logs_together_are_the_sum_of_them(dealt, played_under, ruleset, cut):
    lines = lines_of(dealt)
    cut = min(cut, len(lines))
    whole = effect_of(played_under, ruleset, lines)
    audits = [
        audit_log(
            BytesSource(log(session(ruleset=played_under, opened_at=EARLY), *part)),
            ruleset=ruleset,
            as_if=True,
        )
        for part in (lines[:cut], lines[cut:])
    ]
    both = combine(audits)
    assert both.as_if
    assert without_lines(both.effect) == without_lines(whole)


def without_lines(effect: Effect):
    """An effect without its lines, which differ in another log. The order of what came first does not count."""
    reported = msgspec.to_builtins(effect)
    reported["largest"] = sorted(
        (each["hand"], each["day"], each["money"], str(each["units"])) for each in reported["largest"]
    )
    reported["in_force"] = sorted(reported["in_force"], key=str)
    return reported


@examples(30)
@given(SOME, RULESETS, RULESETS, st.integers(1, 4))
def test_blocks_of_another_size_change_nothing(dealt, played_under, ruleset, size):
    lines = lines_of(dealt)
    whole = effect_of(played_under, ruleset, lines)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reader, "HANDS_A_BLOCK", size)
        patched.setattr(reader, "LINES_AT_ONCE", 1)
        assert effect_of(played_under, ruleset, lines) == whole
