"""One canonical file for every revision: it loads by itself, and to the digest of the revision."""

import tomllib

import pytest

from rules.controls.canonical import canonical
from rules.controls.library import Library, library, load


@pytest.mark.sampled(6)
@pytest.mark.parametrize("ruleset", library().revisions(), ids=str)
def test_the_canonical_file_of_a_revision_loads_to_its_digest(ruleset):
    text = canonical(ruleset)
    (again,) = load({"canonical.toml": text}).revisions()
    assert again.digest == ruleset.digest
    assert canonical(again) == text


def test_the_order_of_keys_in_a_file_does_not_show_in_its_canonical_form():
    head = '[ruleset]\nid = "x"\nrevision = 1\ntitle = "X"\nauthority = "A"\nfamily = "chinese"\nabstract = true\n'
    one = load({"x": head + '[stakes.unit_cap]\nmax = 500\ncurrency = "USD"\ncite = "WSGC-3b"\n'})
    other = load({"x": head + '[stakes.unit_cap]\ncite = "WSGC-3b"\ncurrency = "USD"\nmax = 500\n'})
    (a,), (b,) = one.revisions(), other.revisions()
    assert canonical(a) == canonical(b)
    assert list(tomllib.loads(canonical(a))["stakes"]["unit_cap"]) == ["currency", "max", "cite"]


def test_files_may_extend_a_library_that_is_there():
    text = """
[ruleset]
id = "wa-0417-thirteen"
revision = 1
title = "Thirteen"
authority = "Washington State Gambling Commission"
family = "chinese"
extends = ["wsgc-2-4@1"]
in_force = { from = 2026-01-01 }

[stakes.unit_cap]
max = 500
currency = "USD"
cite = "WSGC-3b"
"""
    registry = load({"controls.toml": text}, library(), "draft")
    mine = registry.get("wa-0417-thirteen@1")
    assert (mine.standing, mine.get("stakes.unit_cap.max"), mine.get("rows.table.3-0-0")) == ("draft", 500, 4)
    assert registry.get("wsgc-2-4@1").digest == library().get("wsgc-2-4@1").digest
    alone = load({**_sources("wsgc-base", "wsgc-2-4"), "controls.toml": text})
    assert alone.get("wa-0417-thirteen@1").digest == mine.digest
    assert isinstance(registry, Library)


def _sources(*names):
    from importlib.resources import files

    folder = files("rules") / "library" / "wsgc"
    return {name: (folder / name / "1.toml").read_text("utf-8") for name in names}
