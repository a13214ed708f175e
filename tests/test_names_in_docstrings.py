"""Names in docstrings and comments: classes that are raised, and paths of files, are there."""

from __future__ import annotations

import ast
import builtins
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from io import StringIO
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow  # for it reads all of the source

ROOT = Path(__file__).parents[1]
PACKAGES = ("auditor", "reports", "rules", "simulation")
RAISES = re.compile(r"\bRaises?\s+((?:[\w.`]+(?:[,;]\s+and\s+|[,;]\s+|\s+and\s+|\s+or\s+)?)+)")
CLASS = re.compile(r"(?<![\w])(?:\w+\.)*([A-Z]\w*[a-z]\w*)\b")
PATH = re.compile(
    r"(?<![\w/.-])((?:auditor|reports|rules|simulation|tests|docs)/[\w/]+\.(?:py|md|toml|json))\b"
)


@cache
def sources() -> dict[str, str]:
    paths = (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in paths}


@cache
def nodes(path: str) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(sources()[path])))


@cache
def known() -> frozenset[str]:
    """Names of all classes of the product, of what it imports, and of Python's own exceptions."""
    found = set(dir(builtins))
    for path in sources():
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.ImportFrom):
                found.update(alias.asname or alias.name for alias in node.names)
            elif isinstance(node, ast.Attribute):
                found.add(node.attr)
    return frozenset(found)


def docstrings(path: str) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


def comments(source: str) -> Iterator[str]:
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def raised(text: str) -> set[str]:
    """The classes that a docstring says are raised."""
    return {name for part in RAISES.findall(text) for name in CLASS.findall(part)}


def test_what_a_docstring_says_is_raised_is_a_class():
    gone = {
        path: missing
        for path in sources()
        if (missing := sorted({name for text in docstrings(path) for name in raised(text)} - known()))
    }
    assert gone == {}


def test_each_path_in_a_docstring_or_a_comment_is_a_file():
    gone = {
        path: missing
        for path, source in sources().items()
        if (
            missing := sorted(
                found
                for text in (*docstrings(path), *comments(source))
                for found in PATH.findall(text)
                if not (ROOT / found).exists()
            )
        )
    }
    assert gone == {}


def test_a_class_that_is_gone_is_found():
    assert raised("The pieces of a file. Raises Foreign for one that is empty, or TypeError.") == {"Foreign"}
    assert raised("Raises TargetExists, CannotExamine, OSError; and Damaged. A copy") == {
        "TargetExists", "CannotExamine", "OSError", "Damaged",
    }  # fmt: skip
