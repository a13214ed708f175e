"""How much is tested, and with which examples.

Two sizes: the fast tests (`-m "not slow"`), and everything (`--whole`). CI runs the fast tests and the slow ones that are not
marked ``night`` (`-m "not night"`), the same every day. Of the cases of a test that is marked ``sampled(n)``, an nth runs, one at
least and the same in every run; `--whole` runs all. Within a test, the fixture ``part`` gives that part, and ``share`` a smaller
number. Hypothesis draws a tenth of the examples without ``--whole``, the same in every run; with ``--whole`` it draws new ones,
and the header gives the number that repeats them.
"""

import atexit
import gc
import inspect
import math
import os
import random
import re
import shutil
import signal
import tempfile
from collections import Counter, defaultdict
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from tests.examples import WHOLE

_HOUSES = tuple(
    f"{Path(__file__).parents[1] / each}{os.sep}"
    for each in ("auditor", "reports", "rules", "simulation", "verifier")
)
# Hypothesis draws constants of the program, too; it looks where each of all modules lies, which takes longer.
providers.is_local_module_file = lambda path: path.startswith(_HOUSES)
# Tests send logs as fast as they can; tests of limits set their own.
os.environ["AUDITOR_UPLOADS_PER_SECOND"] = "1000000"
# A hash is to cost time, which most tests do not look at: `real_hashes` is for those that do.
_QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
_SERVED = pytest.StashKey[PasswordHasher]()
_OPENED = pytest.StashKey()  # of the stores that tests opened
_FOLDER = pytest.StashKey[str]()
_MEMORY, _ROOM = "/dev/shm", 8 << 30  # bytes that are free there
_ALL_MARKED = re.compile(r"^pytestmark = .*$", re.MULTILINE)
_LEFT_OUT = {"not slow": {"slow", "night"}, "not night": {"night"}}
_ALWAYS = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "print_blob": True}

settings.register_profile("sample", derandomize=True, max_examples=WHOLE // 10, **_ALWAYS)
settings.register_profile("new", derandomize=False, max_examples=WHOLE, **_ALWAYS)


def pytest_addoption(parser):
    parser.addoption("--whole", action="store_true", help="every case of the tests that are marked sampled")
    parser.addoption(
        "--store",
        choices=("sqlite", "postgresql"),
        default="sqlite",
        help="where stores of tests are: in files, or in databases of a server that the tests start",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    whole = config.getoption("whole")
    settings.load_profile("new" if whole else "sample")
    _let_commands_be_interrupted()
    gc.disable()  # until all is collected: nothing of that is garbage
    if config.getoption("hypothesis_seed") is None and whole:
        config.option.hypothesis_seed = str(random.SystemRandom().randrange(10**9))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session):
    """Before workers start, and after slipcover made its folder, which it reads when that of the tests is gone."""
    _write_into_memory(session.config)


def _let_commands_be_interrupted():
    """A shell has what it runs in the background ignore SIGINT, and so would the commands that tests stop with it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _write_into_memory(config):
    """Have folders of tests in memory where there is room: a store waits until the disk has what it writes."""
    if "TMPDIR" in os.environ or not os.access(_MEMORY, os.W_OK):
        return
    found = os.statvfs(_MEMORY)
    if found.f_bavail * found.f_frsize >= _ROOM and not found.f_flag & os.ST_NOEXEC:
        folder = tempfile.mkdtemp(prefix="auditor-tests-", dir=_MEMORY)
        os.chmod(folder, 0o711)  # a test acts as somebody else below it
        os.environ["TMPDIR"] = config.stash[_FOLDER] = folder  # of workers, too
        tempfile.tempdir = None  # it is looked for again
        atexit.register(_remove_empty, folder)


def _remove_empty(folder):
    with suppress(OSError):
        os.rmdir(folder)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    """Give the memory back, unless something failed: then whoever looks for the reason finds the folders."""
    folder = session.config.stash.get(_FOLDER, None)
    if folder is not None and exitstatus == 0:
        for each in os.scandir(folder):
            if not each.name.startswith("pymp-"):  # multiprocessing removes its own at the end
                shutil.rmtree(each.path, ignore_errors=True)


@pytest.fixture(scope="session")
def postgresql():
    """Databases for the stores of tests, on a server of this process's own."""
    from tests.store.postgresql.server import QUICK, running_server  # psycopg is of an extra
    from tests.store.postgresql.stores import StoresInPostgresql

    with running_server(**QUICK) as server:
        yield StoresInPostgresql(server)


@pytest.fixture(scope="session", autouse=True)
def store_of_tests(request):
    """Where the stores of all tests are kept: a test may choose otherwise for itself."""
    where = request.config.getoption("store")
    with pytest.MonkeyPatch.context() as patched:
        if where == "postgresql":
            request.getfixturevalue("postgresql").take_over(patched)
        yield where


@pytest.fixture
def real_hashes(request, monkeypatch):
    """Passwords are hashed under the parameters of the service."""
    from auditor.access import passwords

    monkeypatch.setattr(passwords, "_HASHER", request.config.stash[_SERVED])
    passwords._nobodys.cache_clear()
    yield
    passwords._nobodys.cache_clear()


@pytest.fixture(autouse=True)
def rebuilt_as_live(request, store_of_tests):
    """At the end of a test, facts make of each store that the program wrote in it the rows that it has."""
    folder = None
    if "tmp_path" in request.fixturenames:
        folder = request.getfixturevalue("tmp_path")  # now, so that the folder goes after this
    databases = request.getfixturevalue("postgresql") if store_of_tests == "postgresql" else None
    yield
    from tests.rebuilt_stores import rebuilt_otherwise

    files = request.config.stash[_OPENED].written()
    found = [fault for file in files for fault in rebuilt_otherwise(file)]
    if databases is not None:
        found += [fault for each in databases.written() for fault in databases.rebuilt_otherwise(each)]
        if folder is not None:
            databases.drop_below(folder)
    assert found == []


def pytest_collection_finish(session):
    """Look for garbage seldom, and never among what was collected or imported. Hash passwords quickly."""
    from auditor.access import passwords  # not before: slipcover has to see it imported
    from tests.rebuilt_stores import OpenedStores

    session.config.stash[_OPENED] = OpenedStores()
    session.config.stash[_SERVED] = passwords._HASHER
    passwords._HASHER = _QUICK
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


def pytest_report_header(config):
    if config.getoption("whole"):
        return f"every case; to repeat its examples: make whole SEED={config.getoption('hypothesis_seed')}"
    return "of sampled tests the same cases in every run"


def _left_out(config):
    """Marks of tests that are left out."""
    of_the_store = {"of_the_file"} if config.getoption("store") == "postgresql" else set()
    return _LEFT_OUT.get(config.option.markexpr, set()) | of_the_store


def pytest_ignore_collect(collection_path, config):
    """Do not even import a module all of whose tests are left out."""
    out = _left_out(config)
    if out and collection_path.suffix == ".py":
        marked = _ALL_MARKED.search(collection_path.read_text("utf-8"))
        return (marked is not None and not out.isdisjoint(re.findall(r"mark\.(\w+)", marked[0]))) or None
    return None


def pytest_pycollect_makeitem(collector, name, obj):
    """Make nothing of a test that is left out. One that is marked ``night`` is slow."""
    out = _left_out(collector.config)
    if not out or not inspect.isfunction(obj):
        return None
    marks = {mark.name for mark in (*collector.iter_markers(), *getattr(obj, "pytestmark", ()))}
    return None if out.isdisjoint(marks) else []


@pytest.hookimpl(trylast=True)
def pytest_generate_tests(metafunc):
    """Leave out the cases that are not in the sample, before a test is made of each."""
    sampled = metafunc.definition.get_closest_marker("sampled")
    config = metafunc.config
    if sampled and metafunc._calls and not sampled.kwargs.get("within") and not config.getoption("whole"):
        metafunc._calls = _sample(metafunc._calls, metafunc.definition, *sampled.args)


def _sample(cases, test, one_of):
    """The cases of a test that are in its sample: half of an nth of them, one at least.

    The tests of a module take the same values of the parameter that has the most, so that what they make of a value and
    keep is made once.
    """
    by_value = defaultdict(list)
    file = test.nodeid.partition("::")[0]
    widest = max(cases[0].params, key=lambda name: len({_value(case, name) for case in cases}))
    for case in sorted(cases, key=lambda case: _drawn(file, case.id)):
        by_value[_value(case, widest)].append(case)
    values = sorted(by_value, key=lambda value: _drawn(file, value))
    in_turn = zip_longest(*(by_value[value] for value in values))
    ordered = [case for each in in_turn for case in each if case is not None]
    kept = set(map(id, ordered[: math.ceil(len(cases) / one_of / 2)]))
    return [case for case in cases if id(case) in kept]


def _value(case, name):
    value = case.params[name]
    return value if isinstance(value, str) else f"{name} {case.indices[name]}"


def _drawn(file, value):
    """A number that looks random, the same in every run and for all tests of a module."""
    return random.Random(f"{file} {value}").random()


@pytest.fixture
def share(request):
    """A number of deals or the like in a test that is marked ``sampled(n)``: whole, or an nth of it."""
    (one_of,) = request.node.get_closest_marker("sampled").args
    return lambda count: count if request.config.getoption("whole") else count // one_of


@pytest.fixture
def whole(request):
    """Whether everything is looked at, so that what a list has in vain shows."""
    return request.config.getoption("whole")


@pytest.fixture
def part(request):
    """Things that a test marked ``sampled(n)`` looks at: all, or of each kind an nth, and one at least."""
    (one_of,) = request.node.get_closest_marker("sampled").args

    def of(things, kind=lambda thing: None):
        things = list(things)
        if request.config.getoption("whole"):
            return things
        counted = Counter()
        kept = []
        for thing in things:
            kept += [thing] if counted[kind(thing)] % one_of == 0 else []
            counted[kind(thing)] += 1
        return kept

    return of
