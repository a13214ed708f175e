"""Openings of docstrings: a noun or a verb, which name what the thing is or does, and no question."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("auditor", "reports", "rules", "simulation", "verifier")
QUESTION = re.compile(r"(What|Who|Whose|Whom|How|Which|Where|When|Why|That)\b")


def opening(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    return (ast.get_docstring(node) or "").split("\n")[0]


def public(
    node: ast.Module | ast.ClassDef,
) -> Iterator[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    """The public classes and functions of a module, and the public methods of these classes."""
    for each in node.body:
        if isinstance(each, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and each.name[0] != "_":
            yield each
            if isinstance(each, ast.ClassDef):
                yield from public(each)


def questions(source: str) -> list[str]:
    """Openings that ask a question, of a module and of what is public in it, each with its line."""
    module = ast.parse(source)
    nodes = [module, *public(module)]
    return [f"{node.body[0].lineno}: {opening(node)}" for node in nodes if QUESTION.match(opening(node))]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_docstring_opens_with_a_noun_or_a_verb(package):
    paths = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / package).rglob("*.py"))]
    asked = {path: found for path in paths if (found := questions((ROOT / path).read_text("utf-8")))}
    assert asked == {}


def test_a_question_is_found_in_a_module_a_class_and_a_method():
    source = '"""What it is."""\nclass Log:\n    """How it is kept."""\n    def at(self):\n        """Where it is."""\n'
    assert questions(source) == ["1: What it is.", "3: How it is kept.", "5: Where it is."]


def test_nouns_verbs_and_private_names_are_left_alone():
    source = '"""Whatever a log states."""\nclass Log:\n    """Whether it is open."""\ndef _at():\n    """Where it is."""\n'
    assert questions(source) == []
