"""How much is tested, and with which examples.

Plain `pytest` runs a sample of the tests that are marked ``sampled``, the same in every run; `pytest --whole` runs all.
Hypothesis draws the same examples in every run, a tenth of them without ``--whole``, except with ``--whole`` outside CI:
then it draws new ones, and the header gives the seed that repeats them.

Coverage (``--cov``) is measured in the tests that are neither ``slow`` nor ``sampled``, and in those that are sampled for
their number alone (``measured=True``): it would double the time of the others, which take the longest.
"""

import gc
import math
import os
import random
from collections import defaultdict
from itertools import zip_longest

import pytest
from hypothesis import HealthCheck, settings

from tests.examples import WHOLE

# Tests send logs as fast as they can; tests of limits set their own.
os.environ["AUDITOR_UPLOADS_PER_SECOND"] = "1000000"
_ALWAYS = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "print_blob": True}

settings.register_profile("sample", derandomize=True, max_examples=WHOLE // 10, **_ALWAYS)
settings.register_profile("same", derandomize=True, max_examples=WHOLE, **_ALWAYS)
settings.register_profile("new", derandomize=False, max_examples=WHOLE, **_ALWAYS)


def pytest_addoption(parser):
    parser.addoption("--whole", action="store_true", help="every case of the tests that are marked sampled")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    whole = config.getoption("whole")
    draws_new = whole and not os.environ.get("CI")
    settings.load_profile("new" if draws_new else "same" if whole else "sample")
    gc.disable()  # until all is collected: nothing of that is garbage
    if draws_new and config.getoption("hypothesis_seed") is None:
        config.option.hypothesis_seed = str(random.SystemRandom().randrange(10**9))


def pytest_collection_finish():
    """Look for garbage seldom, and never among what was collected or imported."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


def pytest_report_header(config):
    seed = config.getoption("hypothesis_seed")
    again = "" if seed is None else f"; to repeat its examples: make whole SEED={seed}"
    return f"{'every test' if config.getoption('whole') else 'a sample of the tests'}{again}"


def pytest_collection_modifyitems(config, items):
    """Measure no coverage in long tests. Leave out the cases that are not in the sample."""
    for item in items:
        sampled = item.get_closest_marker("sampled")
        if item.get_closest_marker("slow") or (sampled and not sampled.kwargs.get("measured")):
            item.add_marker("no_cover")
    if config.getoption("whole"):
        return
    cases = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sampled") and hasattr(item, "callspec"):
            cases[item.nodeid.partition("[")[0]].append(item)
    left_out = {item for every in cases.values() for item in _left_out(every)}
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]


def _left_out(cases):
    """The cases of a test that its sample lacks. The sample has an nth of them, one at least.

    The tests of a module take the same values of the parameter that has the most, so that what they make of a value and
    keep is made once.
    """
    (one_of,) = cases[0].get_closest_marker("sampled").args
    by_value = defaultdict(list)
    widest = max(cases[0].callspec.params, key=lambda name: len({_value(case, name) for case in cases}))
    for case in sorted(cases, key=lambda case: _drawn(case, case.callspec.id)):
        by_value[_value(case, widest)].append(case)
    values = sorted(by_value, key=lambda value: _drawn(cases[0], value))
    in_turn = zip_longest(*(by_value[value] for value in values))
    ordered = [case for turn in in_turn for case in turn if case is not None]
    return ordered[math.ceil(len(cases) / one_of) :]


def _value(case, name):
    value = case.callspec.params[name]
    return value if isinstance(value, str) else f"{name} {case.callspec.indices[name]}"


def _drawn(case, value):
    """A number that looks random, the same in every run and for all tests of a module."""
    file = case.nodeid.partition("::")[0]
    return random.Random(f"{file} {value}").random()


@pytest.fixture
def share(request):
    """A number of deals or the like in a test that is marked ``sampled(n)``: whole, or an nth of it."""
    marker = request.node.get_closest_marker("sampled")
    return lambda count: count if request.config.getoption("whole") else count // marker.args[0]
