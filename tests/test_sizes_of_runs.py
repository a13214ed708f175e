"""Sizes of a run of tests: which tests and cases the fast run, CI and the whole run have, the same in every run."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import _ALL_MARKED

ROOT = Path(__file__).parents[1]
FAST, CI = ("-m", "not slow"), ("-m", "not night")
TESTS = """
import pytest

def test_quick(): ...

@pytest.mark.slow
def test_long(): ...

@pytest.mark.night
def test_longest(): ...

@pytest.mark.sampled(2)
@pytest.mark.parametrize("case", "abcdefgh")
def test_cases(case): ...
"""
NIGHT = "import pytest\npytestmark = pytest.mark.night\nassert False, 'this is imported at night only'\n"


def collected(folder, *options):
    """The names of the tests that a run with such options has."""
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.conftest",
        "--collect-only",
        "-q",
        "-c",
        "pyproject.toml",
    ]
    done = subprocess.run(
        [*words, "--rootdir", folder, *options, folder], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return [line.rpartition("::")[2] for line in done.stdout.splitlines() if "::" in line], done.stdout


@pytest.mark.slow
def test_the_fast_run_has_no_slow_test_and_ci_none_of_the_night(tmp_path):
    (tmp_path / "test_some.py").write_text(TESTS)
    fast, _ = collected(tmp_path, *FAST)
    assert fast[0] == "test_quick"
    assert {name.partition("[")[0] for name in fast} == {"test_quick", "test_cases"}
    ci, _ = collected(tmp_path, *CI)
    assert {name.partition("[")[0] for name in ci} == {"test_quick", "test_long", "test_cases"}
    whole, _ = collected(tmp_path, "--whole")
    assert {name.partition("[")[0] for name in whole} == {
        "test_quick",
        "test_long",
        "test_longest",
        "test_cases",
    }


@pytest.mark.slow
def test_a_sampled_test_has_the_same_cases_each_time_and_all_in_a_whole_run(tmp_path):
    (tmp_path / "test_some.py").write_text(TESTS)
    sample = [name for name in collected(tmp_path, *CI)[0] if name.startswith("test_cases")]
    assert len(sample) == 2  # of eight, one in 2n with n = 2
    assert [name for name in collected(tmp_path, *FAST)[0] if name.startswith("test_cases")] == sample
    whole = [name for name in collected(tmp_path, "--whole")[0] if name.startswith("test_cases")]
    assert whole == [f"test_cases[{case}]" for case in "abcdefgh"]


@pytest.mark.slow
def test_a_module_that_is_left_out_is_not_imported(tmp_path):
    (tmp_path / "test_night.py").write_text(NIGHT)
    for options in (FAST, CI):
        assert "imported at night only" not in collected(tmp_path, *options)[1]
    assert "imported at night only" in collected(tmp_path, "--whole")[1]


def test_every_module_of_tests_in_a_browser_is_slow():
    modules = list((Path(__file__).parent / "browser").glob("test_*.py"))
    assert modules
    found = {each.name: _ALL_MARKED.search(each.read_text("utf-8")) for each in modules}
    assert [name for name, marked in found.items() if marked is None or "mark.slow" not in marked[0]] == []
