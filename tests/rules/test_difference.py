"""What differs between two rulesets: which parameters, which values, which clauses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.clauses import ambiguities
from rules.controls.difference import CITED_OTHERWISE, Difference, apart, by_clauses, clauses_of, differences
from rules.controls.library import library, load
from rules.controls.parameters import as_text, parameters
from rules.controls.ruleset import Ruleset
from tests.examples import examples
from tests.folding import of_every
from tests.rules.rulesets import BASE, PART


def pair(a, b):
    return {each.parameter: each for each in differences(library().get(a), library().get(b))}


def made(params, **changes):
    """A ruleset that is nothing but its parameters."""
    facts = {"id": "made", "revision": 1, "title": "Made", "authority": "Room", "family": "chinese"}
    return Ruleset(**(facts | {"params": params} | changes))


def between(a, b):
    return {each.parameter: (each.kind, each.a, each.b) for each in differences(made(a), made(b))}


def test_the_prices_that_differ_between_two_scorings_of_a_sheet():
    found = differences(library().get("wsgc-2-4@1"), library().get("wsgc-1-6@1"))
    assert [each for each in found if each.kind != CITED_OTHERWISE] == [
        Difference("rows.table.3-0-0", "changed", 4, 6, ("WSGC-24-sweep",), ("WSGC-16-sweep",)),
        Difference("rows.table.2-1-0", "changed", 2, 1, ("WSGC-24-two",), ("WSGC-16-two",)),
        Difference("rows.table.2-0-1", "changed", 2, 1, ("WSGC-24-two",), ("WSGC-16-two",)),
    ]


def test_equal_values_with_different_clauses_come_last():
    found = differences(library().get("wsgc-2-4@1"), library().get("wsgc-1-6@1"))
    differing, otherwise = apart(found)
    assert found == differing + otherwise
    assert {each.parameter for each in otherwise} >= {"rows.kind", "rows.silent", "rows.table.1-0-2"}
    assert all(each.a == each.b and each.a_cites != each.b_cites for each in otherwise)
    assert otherwise[0].a_cites == ("WSGC-24-two", "WSGC-24-sweep", "WSGC-6e")


def test_a_section_of_one_side_is_listed_parameter_by_parameter():
    found = pair("wsgc-2-4", "wsgc-full")
    dragon = found["naturals.list[dragon].units"]
    assert (dragon.kind, dragon.a, dragon.b) == ("added", None, 3)
    assert (dragon.a_cites, dragon.b_cites) == ((), ("WSGC-natural-list", "WSGC-natural-value"))
    assert found["royalty[middle full_house].units"].b == 1
    assert found["royalty[middle full_house].units"].b_cites[0] == "WSGC-bonus-fh"
    assert found["surrender.amount.units"].b_cites == ("WSGC-surrender", "convention")
    assert found["surrender.against_surrender"].b == 0
    assert found["royalties.against_fixed"].b is False
    assert {path.partition(".")[0].partition("[")[0] for path in found} == {
        "royalty", "royalties", "naturals", "surrender",
    }  # fmt: skip
    assert {each.kind for each in found.values()} == {"added"}


def test_what_names_an_item_or_prices_another_parameter_is_no_difference_of_its_own():
    reported = [*pair("wsgc-2-4", "wsgc-full"), *pair("wsgc-base", "wsgc-2-4"), *pair("wsgc-2-4", "wsgc-1-6")]
    assert not [path for path in reported if path.endswith(("].id", "].row", "].hand")) or ".cited." in path]


def test_what_is_taken_away_is_removed():
    found = pair("wsgc-full", "wsgc-2-4")
    assert {each.kind for each in found.values()} == {"removed"}
    dragon = found["naturals.list[dragon].units"]
    assert (dragon.a, dragon.b, dragon.b_cites) == (3, None, ())


def test_items_are_compared_by_name_and_not_by_place():
    one, other = (
        {"row": row, "hand": "quads", "units": units} for row, units in (("back", 4), ("middle", 8))
    )
    assert between({"royalty": [one, other]}, {"royalty": [other, one]}) == {}
    assert between({"royalty": [one]}, {"royalty": [other, {**one, "units": 5}]}) == {
        "royalty[back quads].units": ("changed", 4, 5),
        "royalty[middle quads].units": ("added", None, 8),
    }


def test_all_items_of_one_name_are_listed():
    same = [{"id": "aces", "units": units} for units in (1, 2)]
    assert between({"side_bets": same[:1]}, {"side_bets": same}) == {
        "side_bets[aces 2].units": ("added", None, 2)
    }


def test_a_missing_list_is_compared_by_the_items_of_the_other():
    item = {"id": "aces", "units": 1}
    assert between({"side_bets": []}, {"side_bets": [item]}) == {"side_bets[aces].units": ("added", None, 1)}
    assert between({"side_bets": [item]}, {"side_bets": []}) == {
        "side_bets[aces].units": ("removed", 1, None)
    }
    assert between({}, {"irregularities": {"documented": []}}) == {
        "irregularities.documented": ("added", None, [])
    }


def test_true_is_not_one():
    assert between({"a": {"b": 1}}, {"a": {"b": True}}) == {"a.b": ("changed", 1, True)}
    assert between({"a": {"b": [0]}}, {"a": {"b": [False]}}) == {"a.b": ("changed", [0], [False])}
    assert between({"a": {"b": 0}}, {"a": {"b": 0}}) == {}


def test_a_value_has_the_nearest_citation():
    params = {
        "cite": "outer",
        "near": {"units": 1, "cite": ["a", "b"]},
        "far": {"units": 1},
        "list": [{"id": "x", "units": 1, "cite": "item"}, {"id": "y", "units": 1}],
        "rows": {"table": {"3-0-0": 4, "2-1-0": 2}, "cited": {"3-0-0": "sweep"}, "cite": ["rows", "sweep"]},
    }
    cited = {each.parameter: each.b_cites for each in differences(made({}), made({"section": params}))}
    assert cited == {
        "section.near.units": ("a", "b"),
        "section.far.units": ("outer",),
        "section.list[x].units": ("item",),
        "section.list[y].units": ("outer",),
        "section.rows.table.3-0-0": ("sweep",),
        "section.rows.table.2-1-0": ("rows", "sweep"),
    }


def test_the_order_of_clauses_is_no_difference():
    one, other = ({"a": {"b": 1, "cite": cite}} for cite in (["X", "Y"], ["Y", "X"]))
    assert differences(made(one), made(other)) == []
    found = differences(made(one), made({"a": {"b": 1, "cite": "X"}}))
    assert found == [Difference("a.b", "cited otherwise", 1, 1, ("X", "Y"), ("X",))]


def test_different_readings_differ_and_so_do_the_parameters_that_they_set():
    foul = ambiguities()["AMB-FOUL"]
    base = library().get("wsgc-base")
    settled = base.under({"AMB-FOUL": "void"})
    found = {each.parameter: each for each in differences(base, settled)}
    assert list(found) == ["set_order.foul.price", "readings.AMB-FOUL"]
    assert (found["set_order.foul.price"].a, found["set_order.foul.price"].b) == ("rows", "void")
    reading = found["readings.AMB-FOUL"]
    assert (reading.kind, reading.a, reading.b) == ("added", None, "void")
    assert reading.b_cites == tuple(foul.clauses)
    [again] = [
        each
        for each in differences(settled, base.under({"AMB-FOUL": "base_only"}))
        if each.parameter.startswith("readings.")
    ]
    assert (again.kind, again.a, again.b, again.a_cites) == ("changed", "void", "base_only", again.b_cites)


def test_readings_that_are_taken_and_left_open_differ_too():
    [found] = differences(made({}, leans={"AMB-FOUL": "void"}), made({}))
    assert (found.parameter, found.kind, found.a) == ("leans.AMB-FOUL", "removed", "void")


def test_a_files_two_revisions():
    second = BASE.replace("revision = 1", 'revision = 2\nextends = ["base@1"]')
    second = second.replace("in_force = {}", "in_force = { from = 2026-04-01 }")
    changed = second.replace("max = 1000, currency", "max = 500, currency")
    registry = load({"1.toml": BASE, "2.toml": changed, "part.toml": PART})
    [found] = differences(registry.get("base@1"), registry.get("base@2"))
    assert found == Difference("stakes.unit_cap.max", "changed", 1000, 500, ("WSGC-3b",), ("WSGC-3b",))
    extended = differences(registry.get("base@1"), registry.get("part"))
    assert [each.parameter for each in extended] == [
        f"royalty[back quads].{key}" for key in ("units", "as", "when")
    ]


def test_each_clause_is_stated_once():
    found = differences(library().get("wsgc-2-4"), library().get("wsgc-1-6"))
    said = clauses_of(found)
    assert list(said) == sorted(said)
    assert said["WSGC-24-sweep"] == "All three rows won (sweep): 4 units."
    assert set(said) == {clause for each in found for clause in (*each.a_cites, *each.b_cites)}
    convention = clauses_of(differences(library().get("wsgc-2-4"), library().get("wsgc-full")))
    assert "convention" not in convention  # it is what no document says


def test_those_that_share_their_clauses_stand_together():
    found = apart(differences(library().get("wsgc-2-4"), library().get("wsgc-1-6")))[0]
    assert [len(group) for group in by_clauses(found)] == [1, 2]


@pytest.mark.sampled(12)
@pytest.mark.parametrize("ruleset", library().rulesets(), ids=str)
def test_every_ruleset_is_compared_with_every_other(ruleset):
    assert differences(ruleset, ruleset) == []
    for other in library().rulesets():
        found = differences(ruleset, other)
        assert_mirrored(found, differences(other, ruleset))
        assert_applies(ruleset, other, found)
        assert len({each.parameter for each in found}) == len(found)


@of_every("ruleset", library().rulesets(), ids=str)
def test_every_parameter_has_a_path_of_its_own_and_a_text(ruleset):
    paths = [each.path for each in parameters(ruleset.params)]
    assert len(set(paths)) == len(paths)
    assert all(as_text(each.value) for each in parameters(ruleset.params))


OTHER = {"added": "removed", "removed": "added", "changed": "changed", "cited otherwise": "cited otherwise"}


def assert_mirrored(found, back):
    """The other way round: the same parameters, with the sides exchanged."""
    turned = {
        Difference(each.parameter, OTHER[each.kind], repr(each.b), repr(each.a), each.b_cites, each.a_cites)
        for each in found
    }
    assert turned == {
        Difference(each.parameter, each.kind, repr(each.a), repr(each.b), each.a_cites, each.b_cites)
        for each in back
    }


def assert_applies(a, b, found):
    """What A says, with what differs put in its place, is what B says."""
    said = values(a)
    for each in found:
        if each.parameter.startswith(("readings.", "leans.")):
            continue
        assert repr(said.pop(each.parameter, None)) == repr(each.a)
        if each.kind != "removed":
            said[each.parameter] = each.b
    assert repr(sorted(said.items())) == repr(sorted(values(b).items()))


def values(ruleset):
    return {each.path: each.value for each in parameters(ruleset.params) if each.role == "value"}


WORDS = st.sampled_from("abc")
LEAVES = st.integers(0, 2) | st.booleans() | WORDS | st.lists(WORDS, min_size=1, max_size=2)
CITES = st.sampled_from(["X", "Y", ["X", "Y"], ["Y", "X"]])


def tables(children):
    keys = st.dictionaries(st.sampled_from(["k", "l", "m"]), children, max_size=3)
    return st.builds(
        lambda table, cite: table | cite, keys, st.just({}) | st.builds(lambda c: {"cite": c}, CITES)
    )


ITEMS = st.lists(
    st.builds(lambda name, table: {"id": name} | table, WORDS, tables(LEAVES)), min_size=1, max_size=3
)
PARAMS = tables(st.recursive(LEAVES | ITEMS, tables, max_leaves=6))


@pytest.mark.slow
@examples(300)
@given(PARAMS, PARAMS)
def test_the_other_way_round_the_same_differs(a, b):
    one, other = made(a), made(b)
    found = differences(one, other)
    assert_mirrored(found, differences(other, one))
    assert_applies(one, other, found)
    assert differences(one, one) == []
