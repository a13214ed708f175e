"""Statements of the store, as its modules write them: those of the file alone and of earlier stores are left out.

A part that is worked out at run time stands for something of its kind: `{where}` for a condition, `{table}` for a name.
"""

import ast
import builtins
import importlib
import re
from pathlib import Path
from typing import NamedTuple

import auditor.store

# Modules whose statements only a file reads: migrations, triggers, pragmas, copies, and what earlier programs stored.
OF_THE_FILE = re.compile(
    r"(_tables|_table|migrations|protection|stored_seals|converted_results|sql_scripts|earlier_stores|register_facts"
    r"|fact_tables_sql|store_backup|connection)$"
)
_LIVE = {"stored_fact_tables"}
_VERB = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b")
_PART = re.compile(
    r"\s*(WHERE|ORDER BY|GROUP BY|FROM|AND|OR)\b|.*\b(SELECT|IN \(|EXISTS|IS NULL|IS NOT|BETWEEN|json_)\b",
    re.DOTALL,
)
_SPACES = re.compile(r"\s*\w*\s*$")  # of AND between conditions, and of a word alone
# What stands for a part that is worked out at run time, by its name, or by module and name; for any other a condition or a name.
_STANDS = {
    "sets": "a = ?", "marks": "?, ?", "names": "a, b", "columns": "a, b", "what": "1", "place": "a", "purged": "NOT",
    "of_room": ["a = b"], ("caller", "others"): "NOT IN (?)", ("changes", "where"): "WHERE a = b",
    ("outbox", "where"): "WHERE a = b", ("changes", "of_room"): ["WHERE a = b"],
}  # fmt: skip
_CONDITIONS = re.compile(r"(where|seen|those|others|old|these|conditions|in_scope|change|which|one|sent)\b")


class Written(NamedTuple):
    """A statement, or a part of one, and where it is written."""

    module: str
    line: int
    sql: str

    @property
    def is_whole(self):
        """Whether it is a statement."""
        return _VERB.match(self.sql) is not None


def written_statements():
    """All statements and parts of statements of the store's modules."""
    for path in sorted(Path(auditor.store.__file__).parent.glob("*.py")):
        if not OF_THE_FILE.search(path.stem) or path.stem in _LIVE:
            yield from _of_module(path)


def _of_module(path):
    module = importlib.import_module(f"auditor.store.{path.stem}")
    tree = ast.parse(path.read_text("utf-8"))
    within = {id(each) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for each in node.values}
    within |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # documentation
    names = _Names(module)
    for node in ast.walk(tree):
        text = None if id(node) in within else _text(node, names)
        if text is not None and not _SPACES.match(text) and (_VERB.match(text) or _PART.match(text)):
            yield Written(path.stem, node.lineno, text)


class _Names(dict):
    """Names of a module, and what stands for those of a function."""

    def __init__(self, module):
        super().__init__(vars(builtins) | vars(module))
        self._module = module.__name__.rpartition(".")[2]

    def __missing__(self, name):
        known = _STANDS.get((self._module, name), _STANDS.get(name))
        return known or ("a = b" if _CONDITIONS.match(name) else "a")


def _text(node, names):
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _filled(node.value, names)
    if isinstance(node, ast.JoinedStr):
        return _filled("".join([_text_of_part(each, names) for each in node.values]), names)
    return None


def _text_of_part(node, names):
    if isinstance(node, ast.Constant):
        return str(node.value)
    try:
        return str(eval(ast.unparse(node.value), {}, names))
    except (AttributeError, TypeError, KeyError, IndexError, ValueError):  # of what only a function has
        return "a"


def _filled(text, names):
    """A text that is completed later, with what stands for each place."""
    return re.sub(r"\{(\w+)\}", lambda found: names.__missing__(found[1]), text)
