"""Names of classes and modules say their subject: hardly any is given twice."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
PACKAGES = ("rules", "simulation", "reports", "auditor")
CLASS = re.compile(r"^ *class ([A-Za-z]\w*)(?=[(:])", re.M)  # a public one, also within another
CODED = re.compile(
    r"[a-z]{3}\d{3}_"
)  # the module of a check: its code may be one of a table's log and of a tournament's file

# Public names that classes share, and why.
SHARED_CLASSES = {
    **dict.fromkeys(
        ("Award", "Clock", "Close", "Contribution", "Count", "Draw", "Drop", "Payout", "Totals"),
        "a record of more than one format of files: the published JSON Schema of each calls it so",
    ),
    "Break": "a break of a tournament's clock in its published schema, and of an account of chips in that of reports",
    "Check": "an act of a pot game in the published schema of logs, and what all of an audit's checks declare",
    "PotFee": "a fee in the published schema of logs, and as exhibits of the API show it",
}
MOST_SHARED_CLASSES = 40

# Names that modules share, and why.
SHARED_MODULES: dict[str, str] = {}
MOST_SHARED_MODULES = 40


def _modules() -> Iterator[Path]:
    for package in PACKAGES:
        yield from sorted((ROOT / package).rglob("*.py"))


def _repeated(named: Iterator[tuple[str, Path]]) -> dict[str, list[str]]:
    places: dict[str, list[str]] = defaultdict(list)
    for name, path in named:
        places[name].append(str(path.relative_to(ROOT)))
    return {name: found for name, found in places.items() if len(found) > 1}


@cache
def _repeated_classes() -> dict[str, list[str]]:
    return _repeated((name, path) for path in _modules() for name in CLASS.findall(path.read_text("utf-8")))


def _repeated_modules() -> dict[str, list[str]]:
    return _repeated(
        (path.stem, path)
        for path in _modules()
        if not path.stem.startswith("__") and not CODED.match(path.stem)
    )


def test_public_names_of_classes_are_unique():
    repeated = _repeated_classes()
    assert {name: places for name, places in repeated.items() if name not in SHARED_CLASSES} == {}


def test_names_that_classes_share_are_few_and_are_shared():
    assert len(SHARED_CLASSES) < MOST_SHARED_CLASSES
    assert sorted(SHARED_CLASSES.keys() - _repeated_classes().keys()) == []


def test_names_of_modules_are_unique():
    repeated = _repeated_modules()
    assert {name: places for name, places in repeated.items() if name not in SHARED_MODULES} == {}


def test_names_that_modules_share_are_few_and_are_shared():
    assert len(SHARED_MODULES) < MOST_SHARED_MODULES
    assert sorted(SHARED_MODULES.keys() - _repeated_modules().keys()) == []


def test_a_name_that_is_given_twice_is_found():
    here = ROOT / "rules" / "hands.py"
    assert _repeated(iter([("Hands", here), ("Room", here), ("Hands", ROOT / "rules" / "ragged.py")])) == {
        "Hands": ["rules/hands.py", "rules/ragged.py"]
    }
