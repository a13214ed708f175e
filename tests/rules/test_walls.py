"""The walls of the house: imports run one way, the core does no input or output, and no code knows a ruleset by name."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOUSES = ("rules", "reports", "auditor")

# What the pure parts may import from outside the project; the standard library's doors to the world are listed below.
THIRD_PARTY = {
    "rules": {"msgspec", "numpy", "marshmallow", "tomli_w"},
    "reports": {"arabic_reshaper", "bidi", "msgspec", "numpy", "reportlab"},
}
NOT_ABOVE = {"rules": {"reports", "auditor"}, "reports": {"auditor"}, "auditor": set()}
DOORS = {
    "asyncio", "ftplib", "http", "multiprocessing", "os", "queue", "sched", "secrets", "select", "selectors", "shelve",
    "shutil", "signal", "smtplib", "socket", "socketserver", "sqlite3", "ssl", "subprocess", "tempfile", "threading", "time",
    "urllib", "xmlrpc",
}  # fmt: skip
CLOCKS = {("datetime", "now"), ("datetime", "utcnow"), ("datetime", "today"), ("date", "today")}
FILES = {"open", "write_text", "write_bytes", "unlink", "mkdir"}


def modules(*houses):
    return sorted(path for house in houses for path in (ROOT / house).rglob("*.py"))


def named(path):
    return str(path.relative_to(ROOT))


def tree(path):
    return ast.parse(path.read_text("utf-8"), named(path))


def imported(path):
    """The full names of all modules that a module imports, wherever in it."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{named(path)} imports relatively"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def tops(path):
    return {name.partition(".")[0] for name in imported(path)}


def standard_library():
    import sys

    return sys.stdlib_module_names


def test_there_are_walls_to_hold():
    assert len(modules("rules")) > 40
    assert len(modules("reports")) > 3
    assert len(modules("auditor")) > 20


@pytest.mark.parametrize("path", modules(*HOUSES), ids=named)
def test_imports_run_one_way(path):
    """auditor → reports → rules."""
    house = path.relative_to(ROOT).parts[0]
    assert tops(path) & NOT_ABOVE[house] == set()


@pytest.mark.parametrize("path", modules("rules", "reports"), ids=named)
def test_the_pure_parts_import_no_way_out(path):
    """No web framework, no database, no clock, no network: they take values and return values."""
    house = path.relative_to(ROOT).parts[0]
    outside = tops(path) - set(HOUSES) - set(standard_library()) - {"__future__"}
    assert outside <= THIRD_PARTY[house]
    assert tops(path) & DOORS == set()


@pytest.mark.parametrize("path", modules("rules", "reports"), ids=named)
def test_the_pure_parts_look_at_no_clock_and_open_no_file(path):
    """rules reads its own library of TOML, and nothing else."""
    for node in ast.walk(tree(path)):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        if isinstance(function, ast.Attribute):
            owner = (
                function.value.attr
                if isinstance(function.value, ast.Attribute)
                else getattr(function.value, "id", "")
            )
            assert (owner, function.attr) not in CLOCKS, f"line {node.lineno}"
            assert function.attr not in FILES, f"line {node.lineno}"
        elif isinstance(function, ast.Name):
            assert function.id not in FILES, f"line {node.lineno}"


def texts_that_are_not_documentation(path):
    """Every text of a module but its docstrings, with its line."""
    parsed = tree(path)
    docs = {
        id(node.body[0].value)
        for node in ast.walk(parsed)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
        and isinstance(node.body[0].value, ast.Constant)
    }
    for node in ast.walk(parsed):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value


@pytest.mark.parametrize("path", modules("rules", "reports"), ids=named)
def test_no_code_knows_a_ruleset_by_name(path):
    """ruleset.md: "Everything that a rule's author could change is in a TOML file, never in code." """
    from rules.controls.library import library

    ids = {each.id for each in library().rulesets()}
    found = [
        (line, text)
        for line, text in texts_that_are_not_documentation(path)
        if "wsgc" in text.lower() and not is_clause(text)
    ]
    assert found == []
    assert [(line, text) for line, text in texts_that_are_not_documentation(path) if text in ids] == []


def is_clause(text):
    """Clause ids are citations: WSGC-6d."""
    return text.lower().count("wsgc") == text.count("WSGC-")


def compared(path):
    """Texts that a condition compares with, or that a match looks for."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Compare):
            for side in (node.left, *node.comparators):
                for inner in ast.walk(side):
                    if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                        yield node.lineno, inner.value
        elif isinstance(node, ast.MatchValue) and isinstance(node.value, ast.Constant):
            yield node.value.lineno, node.value.value


@pytest.mark.parametrize("path", modules(*HOUSES), ids=named)
def test_no_condition_asks_for_a_ruleset_by_name(path):
    """In the service too, where a name may stand in a help text or as the sample's ruleset."""
    from rules.controls.library import library

    ids = {name for each in library().rulesets() for name in (each.id, str(each))}
    assert [(line, text) for line, text in compared(path) if isinstance(text, str) and text in ids] == []
