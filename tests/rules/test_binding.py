"""What binds a ruleset, listed with the ruleset's own values."""

from msgspec.structs import replace

from rules.controls.bounds import Bound, bounds
from rules.controls.library import library


def test_bounds_list_what_binds_with_the_rulesets_own_value():
    cap = {"max": 1000, "currency": "USD", "cite": "WSGC-3b"}
    deck = {"cards": 52, "fixed": True, "cite": ["WSGC-1a"]}
    own = replace(
        library().get("wsgc-2-4"),
        params={"stakes": {"unit_cap": {**cap, "max": 2000}}, "table": {"deck": {"cards": 52}}},
    )
    binding = [
        ("law@2", {"stakes": {"unit_cap": cap}}),
        ("sheet@1", {"stakes": {"unit_cap": cap}, "table": {"deck": deck}}),
    ]
    assert bounds(own, binding) == [
        Bound("stakes.unit_cap.max", 1000, False, 2000, False, "sheet@1", ("WSGC-3b",)),
        Bound("stakes.unit_cap.currency", "USD", False, "USD", True, "sheet@1", ("WSGC-3b",)),
        Bound("table.deck.cards", 52, True, 52, True, "sheet@1", ("WSGC-1a",)),
    ]


def test_a_bound_of_what_is_not_stated_is_kept():
    own = replace(library().get("wsgc-2-4"), params={})
    (found,) = bounds(own, [("law@2", {"fees": {"max_kinds": 1}})])
    assert (found.parameter, found.own, found.kept, found.cites) == ("fees.max_kinds", None, True, ())
