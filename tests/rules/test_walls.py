"""The walls of the house: the core does no input or output, and no code knows a ruleset by name.

import-linter keeps the direction of imports (pyproject.toml, `make lint`).
"""

import ast
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

import msgspec
import pytest

from rules.controls.library import library
from rules.controls.sections import Sections

pytestmark = pytest.mark.slow  # for it reads all of the source

ROOT = Path(__file__).parents[2]
HOUSES = ("rules", "simulation", "reports", "auditor")

# What the pure parts may import from outside the project; the standard library's doors to the world are listed below.
THIRD_PARTY = {
    "rules": {"msgspec", "numpy", "rtoml", "tomli_w"},
    "simulation": {"msgspec", "numpy"},
    "reports": {"arabic_reshaper", "bidi", "msgspec", "numpy", "reportlab"},
}
DOORS = {
    "asyncio", "ftplib", "http", "multiprocessing", "os", "queue", "sched", "secrets", "select", "selectors", "shelve",
    "shutil", "signal", "smtplib", "socket", "socketserver", "sqlite3", "ssl", "subprocess", "tempfile", "threading", "time",
    "urllib", "xmlrpc",
}  # fmt: skip
CLOCKS = {("datetime", "now"), ("datetime", "utcnow"), ("datetime", "today"), ("date", "today")}
FILES = {"open", "write_text", "write_bytes", "unlink", "mkdir"}
SWITCHING = {
    "atexit", "ctypes", "faulthandler", "gc", "locale", "mmap", "resource", "signal", "tracemalloc", "warnings",
}  # fmt: skip
SWITCHES = {
    ("random", "seed"), ("np", "seterr"), ("np", "seterrcall"), ("np", "setbufsize"), ("np", "set_printoptions"),
    ("decimal", "setcontext"), ("os", "umask"), ("os", "chdir"), ("os", "putenv"), ("logging", "basicConfig"),
    ("logging", "disable"), ("sys", "settrace"), ("sys", "setprofile"),
}  # fmt: skip
SWITCHES_ANYWHERE = {
    "setrecursionlimit", "setswitchinterval", "set_int_max_str_digits", "seterr", "mallopt", "malloc_trim", "setlocale",
    "simplefilter", "filterwarnings",
}  # fmt: skip

PURE = ("rules", "simulation", "reports")
SECTIONS = {each.encode_name for each in msgspec.structs.fields(Sections)}


class Module:
    """What one module of the source imports, calls, says and compares. ``house`` is its package, ``name`` its path."""

    def __init__(self, path):
        self.name = str(path.relative_to(ROOT))
        self.house = path.relative_to(ROOT).parts[0]
        self._nodes = defaultdict(list)  # by their type
        for node in ast.walk(ast.parse(path.read_text("utf-8"), self.name)):
            self._nodes[type(node)].append(node)
        self.imported = set(self._imports())
        self.tops = {name.partition(".")[0] for name in self.imported}
        self.calls = list(self._calls())
        self.texts = list(self._texts_that_are_not_documentation())
        self.compared = list(self._compared())
        self.parameters = list(self._parameters())
        self.typed = list(self._typed())
        del self._nodes

    def _imports(self):
        """The full names of all modules that the module imports, wherever in it."""
        for node in self._nodes[ast.Import]:
            yield from (alias.name for alias in node.names)
        for node in self._nodes[ast.ImportFrom]:
            assert node.level == 0, f"{self.name} imports relatively"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)

    def _calls(self):
        """The line of each call, the name before the dot (or None without a dot), and the name that is called."""
        for node in self._nodes[ast.Call]:
            if isinstance(node.func, ast.Attribute):
                owner = node.func.value
                before = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
                yield node.lineno, before, node.func.attr
            elif isinstance(node.func, ast.Name):
                yield node.lineno, None, node.func.id

    def _texts_that_are_not_documentation(self):
        """The line of each text but the docstrings, and the text."""
        docs = {
            id(node.body[0].value)
            for kind in (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
            for node in self._nodes[kind]
            if node.body
            and isinstance(node.body[0], ast.Expr)
            and isinstance(node.body[0].value, ast.Constant)
        }
        for node in self._nodes[ast.Constant]:
            if isinstance(node.value, str) and id(node) not in docs:
                yield node.lineno, node.value

    def _compared(self):
        """The line and the text of what a condition compares with, or a match looks for."""
        for node in self._nodes[ast.Compare]:
            for side in (node.left, *node.comparators):
                for inner in ast.walk(side):
                    if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                        yield node.lineno, inner.value
        for node in self._nodes[ast.MatchValue]:
            if isinstance(node.value, ast.Constant):
                yield node.value.lineno, node.value.value

    def _parameters(self):
        """The line and the path of calls of `get` with a parameter's path: `ruleset.get("stakes.unit_cap.max")`."""
        for node in self._nodes[ast.Call]:
            if isinstance(node.func, ast.Attribute) and node.func.attr == "get":
                for text in node.args[:1]:
                    if isinstance(text, ast.Constant) and isinstance(text.value, str):
                        of_a_ruleset = ast.unparse(node.func.value).endswith("ruleset")
                        if text.value.partition(".")[0] in SECTIONS and (of_a_ruleset or "." in text.value):
                            yield node.lineno, text.value

    def _typed(self):
        """The line of each call that has msgspec make values of a type."""
        for node in self._nodes[ast.Call]:
            made = isinstance(node.func, ast.Attribute) and node.func.attr
            if made in ("decode", "convert", "Decoder"):
                called = ast.unparse(node.func)
                named = called.startswith("msgspec.") and made == "decode" and node.keywords
                if named or called == "msgspec.convert" or made == "Decoder":
                    yield node.lineno, called


@cache
def modules(*houses):
    if len(houses) == 1:
        return [Module(path) for path in sorted((ROOT / houses[0]).rglob("*.py"))]
    return [module for house in houses for module in modules(house)]


def offences(found):
    """What a wall leaves out: the modules that have any of it, by name."""
    return {name: each for name, each in found if each}


@pytest.mark.night
def test_there_are_walls_to_hold():
    assert len(modules("rules")) > 40
    assert len(modules("reports")) > 3
    assert len(modules("auditor")) > 20


def test_the_pure_parts_import_no_way_out():
    """No web framework, no database, no clock, no network: they take values and return values."""
    inside = {*HOUSES, *sys.stdlib_module_names, "__future__"}
    strangers = ((each.name, each.tops - inside - THIRD_PARTY[each.house]) for each in modules(*PURE))
    assert offences(strangers) == {}
    assert offences((each.name, each.tops & DOORS) for each in modules(*PURE)) == {}


def test_the_pure_parts_look_at_no_clock_and_open_no_file():
    """rules reads its own library of TOML, and nothing else."""

    def forbidden(call):
        _, owner, name = call
        return name in FILES or (owner, name) in CLOCKS

    assert offences((each.name, list(filter(forbidden, each.calls))) for each in modules(*PURE)) == {}


def test_the_pure_parts_leave_the_process_as_it_is():
    """The collector, the C library, signals, warnings, locales and limits belong to whoever calls them."""

    def switches(call):
        _, owner, name = call
        return (owner, name) in SWITCHES or name in SWITCHES_ANYWHERE

    assert offences((each.name, each.tops & SWITCHING) for each in modules(*PURE)) == {}
    assert offences((each.name, list(filter(switches, each.calls))) for each in modules(*PURE)) == {}


def test_no_code_knows_a_ruleset_by_name():
    """ruleset.md: "Everything that a rule's author could change is in a TOML file, never in code." """
    ids = {each.id for each in library().rulesets()}

    def names_one(text):
        return text in ids or ("wsgc" in text.lower() and not is_clause(text))

    named = ((each.name, [text for text in each.texts if names_one(text[1])]) for each in modules(*PURE))
    assert offences(named) == {}


def is_clause(text):
    """Clause ids are citations: WSGC-6d."""
    return text.lower().count("wsgc") == text.count("WSGC-")


def test_no_condition_asks_for_a_ruleset_by_name():
    """In the service too, where a name may appear in a help text or as the sample's ruleset."""
    ids = {name for each in library().rulesets() for name in (each.id, str(each))}
    named = ((each.name, [text for text in each.compared if text[1] in ids]) for each in modules(*HOUSES))
    assert offences(named) == {}


def test_code_that_knows_a_parameter_reads_it_from_typed_sections():
    """Only the modules that judge files as they are written look at tables, which need not be complete."""
    judge = {"rules/controls/completeness.py", "rules/controls/fee_completeness.py", "rules/controls/examined_filing.py",
             "rules/controls/filing_limits.py", "rules/controls/filing_warnings.py", "rules/controls/mandatory_limits.py",
             "rules/controls/pot_completeness.py",
             "rules/controls/tournament_completeness.py"}  # fmt: skip
    shows_files = "auditor/reference/"  # describes what a file says, table by table
    reads = [
        each for each in modules(*HOUSES) if each.name not in judge and not each.name.startswith(shows_files)
    ]
    looked_up = ((each.name, each.parameters) for each in reads)
    assert offences(looked_up) == {}


def test_types_are_looked_at_before_there_are_threads():
    """A command of `auditor` has one thread, and imports late what few of them need."""
    served = [each for each in modules(*HOUSES) if not each.name.startswith("auditor/cli/")]
    calls = ((each.name, each.typed) for each in served if each.name != "rules/typed.py")
    assert offences(calls) == {}
