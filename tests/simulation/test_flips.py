"""Flips of single parameters: which are tried, which cannot be filed, and which fact of an audit shows one."""

import pytest

from rules.controls.library import library
from rules.controls.schema.kind_of import Kind
from simulation import simulate
from simulation.flips.facts import ShownByFlip, facts_of, first_difference
from simulation.flips.flipped import Illegal, flipped, with_flipped
from simulation.flips.gate import Gate, flips, verdicts_of
from simulation.flips.leaves import leaves
from simulation.flips.samples import FlipSample
from simulation.flips.values import NOT_STATED, other_values


def leaf(ruleset, path):
    return next(each for each in leaves(library().get(ruleset)) if each.path == path)


def honest(ruleset, hands=20):
    log = simulate(library().get(ruleset), hands=hands, seed=3).log()
    return FlipSample(name=f"honest {ruleset}", kind="log", files=(log,))


def flip(ruleset, path, other):
    every = flips([library().get(ruleset)])
    return next(each for each in every if each.places[0].leaf.path == path and each.other == other)


def test_leaves_are_parameters_with_values():
    paths = {each.path for each in leaves(library().get("wsgc-2-4"))}
    assert {"rows.table.3-0-0", "table.players.max", "rows.silent"} <= paths
    assert not {path for path in paths if path.endswith((".cite", ".text", ".fixed")) or ".cited." in path}


def test_leaves_of_items_have_a_general_path():
    assert leaf("malayan", "naturals.list[three_flushes].units").general == "naturals.list[].units"
    assert leaf("olympic-cash", "pot.games.holdem.kind").general == "pot.games[].kind"


def test_other_values_by_kind():
    assert list(other_values(True, Kind("switch"))) == [False]
    assert list(other_values("a", Kind("choice", ("a", "b", "c")))) == ["b", "c"]
    assert list(other_values("a", Kind("choice", ("a",)))) == [NOT_STATED]
    assert list(other_values(4, Kind("number", (), 1))) == [8, 2, 5, 3, 1]
    assert list(other_values(["x", "y"], Kind("texts", ("x", "y", "z")))) == [
        ["y"],
        ["x"],
        ["x", "y", "z"],
        ["y", "x"],
    ]


def test_a_flip_changes_one_value_and_leaves_the_ruleset_as_it_was():
    ruleset = library().get("wsgc-2-4")
    found = flipped(ruleset, ("rows", "table", "3-0-0"), 8)
    assert (found.get("rows.table.3-0-0"), ruleset.get("rows.table.3-0-0")) == (8, 4)
    assert found.digest != ruleset.digest


def test_a_value_that_cannot_be_filed_is_refused_with_its_problem():
    with pytest.raises(Illegal, match="at least 2 and at most 1 cannot both hold"):
        flipped(library().get("wsgc-2-4"), ("table", "players", "max"), 1)
    with pytest.raises(Illegal, match="no price for 2-1-0"):
        flipped(library().get("wsgc-2-4"), ("rows", "table", "2-1-0"), NOT_STATED)


def test_a_price_is_shown_by_a_finding_and_the_same_ruleset_by_nothing():
    sample = honest("wsgc-2-4")
    before = facts_of(sample.stated(library()))
    same = with_flipped(library(), library().get("wsgc-2-4"))
    assert first_difference(before, facts_of(sample.stated(same))) is None
    priced = flipped(library().get("wsgc-2-4"), ("rows", "table", "2-1-0"), 7)
    shown = first_difference(before, facts_of(sample.stated(with_flipped(library(), priced))))
    assert (shown.what, shown.code) == ("finding", "PAY001")
    assert shown.hand in range(1, 21)


def test_the_gate_says_which_sample_shows_a_flip_and_how_many_do_not():
    gate = Gate(library(), [honest("wsgc-2-4")])
    shown = gate.verdict(flip("wsgc-2-4", "rows.table.2-1-0", 4))
    assert (shown.sample, shown.ruleset, shown.tried) == ("honest wsgc-2-4", "wsgc-2-4@1", 1)
    alike = gate.verdict(flip("wsgc-2-4", "ranking.royal", "both"))
    assert (alike.shown, alike.refused, alike.tried) == (None, None, 1)
    refused = gate.verdict(flip("wsgc-2-4", "table.players.max", 1))
    assert (refused.tried, refused.refused.partition(": ")[2]) == (
        0,
        "table.players: at least 2 and at most 1 cannot both hold",
    )


def test_of_figures_one_flip_that_shows_is_enough():
    gate = Gate(library(), [honest("wsgc-2-4")])
    every = [each for each in flips([library().get("wsgc-2-4")]) if each.path == "rows.table.2-1-0"]
    assert len(every) > 2
    (only,) = verdicts_of(gate, every, {})
    assert only.shown == ShownByFlip("finding", "PAY001", only.shown.hand)


def test_a_sample_that_is_refused_shows_nothing():
    refused = FlipSample(
        name="refused", kind="log", files=(b'{"event": "session", "ruleset": "wsgc-2-4"}\n',)
    )
    found = Gate(library(), [refused]).verdict(flip("wsgc-2-4", "rows.table.2-1-0", 4))
    assert (found.shown, found.tried) == (None, 0)
