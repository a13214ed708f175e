"""Mutants of a module: what is changed, and that a changed limit, window or tail does not survive."""

import subprocess
import sys
from collections import Counter
from types import ModuleType

import pytest

from tests.mutation.equivalent import EQUIVALENT
from tests.mutation.mutants import mutants
from tests.mutation.survivors import modules
from tests.mutation.swapped import changed_function, swap
from tests.mutation.touched import HOUSE


def changes(tmp_path, source):
    """Words of the changes of a module with such a source."""
    path = tmp_path / "some_module.py"
    path.write_text(source, "utf-8")
    return [mutant.change for mutant, _ in mutants(path, "some_module")]


def test_tails_margins_and_terms_are_changed(tmp_path):
    assert changes(tmp_path, "found = a >= b") == ["a >= b → a > b", "a >= b → a <= b"]
    assert changes(tmp_path, "DAYS = 366") == ["366 → 367"]
    assert changes(tmp_path, "found = -tilt") == ["-tilt → tilt"]
    assert changes(tmp_path, "rest = N - x.marked") == [
        "N - x.marked → N + x.marked",
        "N - x.marked → N",
        "x.marked → x.favourable",
    ]
    assert changes(tmp_path, 'RATE = Decimal("0.05")') == ["Decimal('0.05') → Decimal('0.1')"]


def test_what_says_how_is_left_alone(tmp_path):
    source = '"""A noun."""\nfrom x import y\n\ndef f(a: int = b) -> int:\n    assert a > 1\n    return g(a, axis=1)\n'
    assert changes(tmp_path, source) == []


def test_the_code_of_one_function_is_exchanged():
    """Of a plain function, a property and one whose results are kept; not of a constant or a default."""
    source = """
from functools import lru_cache
MOST = 3
def at_most(a, most=MOST): return a + 1
@lru_cache
def kept(a): return a + 2
class Pair:
    @property
    def second(self): return 4
"""
    before = compile(source, "mine", "exec")
    module = ModuleType("mine")
    exec(before, module.__dict__)
    for old, new, changed in (
        ("a + 1", "a - 1", "at_most"),
        ("a + 2", "a - 2", "kept"),
        ("return 4", "return 5", "Pair.second"),
    ):
        names, code = changed_function(before, compile(source.replace(old, new), "mine", "exec"))
        assert ".".join(names) == changed
        swap(module, names, code)
    assert (module.at_most(7), module.kept(7), module.Pair().second) == (6, 5, 5)
    for old, new in (("MOST = 3", "MOST = 4"), ("most=MOST", "most=9")):
        assert changed_function(before, compile(source.replace(old, new), "mine", "exec")) is None


def test_every_module_has_mutants_and_each_equivalent_one_is_one_of_them():
    found = Counter()
    for name, path in modules().items():
        of = Counter((name, mutant.text, mutant.change) for mutant, _ in mutants(path, name))
        assert of, name
        found += of
    assert {each: found[each] for each in EQUIVALENT} == dict.fromkeys(EQUIVALENT, 1)


@pytest.mark.slow
@pytest.mark.night
def test_no_mutant_survives():
    """Of any module; `make mutate` prints the survivors."""
    names = [*modules()]
    found = subprocess.run(
        [sys.executable, "-m", "tests.mutation", *names],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "survives" not in found
    assert [line.partition(":")[0] for line in found.splitlines()] == [*names, "together"]
