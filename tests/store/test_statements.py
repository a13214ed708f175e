"""SQL of the store is what SQLite and PostgreSQL read alike, but for values, functions of JSON and the clock."""

import re

import pytest
import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from tests.store.written_statements import written_statements

pytestmark = pytest.mark.slow

_PARAMETER = re.compile(r"\?(\d*)")
_CALLED = re.compile(r"\b([a-zA-Z_]\w*)\(")
# Functions that both have, and those that a database in PostgreSQL is given (`auditor/store/postgresql/functions.py`).
_BOTH = {"coalesce", "count", "max", "min", "sum", "length", "substr", "string_agg", "CAST"}
_GIVEN = {"json_extract", "json_each", "instr", "unixepoch", "pragma_table_info"}
_ALLOWED = _BOTH | _GIVEN | {"listed"}  # a table of a statement's own


def faults(sql):
    """What is not of the subset that both read, in words."""
    text = _PARAMETER.sub(lambda found: f":p{found[1]}", sql).replace("json_extract(", "json_text_at(")
    try:
        ours, theirs = (sqlglot.parse_one(text, read=dialect) for dialect in ("sqlite", "postgres"))
    except SqlglotError as error:
        return [f"cannot be read: {error}".splitlines()[0]]
    found = [*_of_tree(ours), *(f"function {name}" for name in _CALLED.findall(sql) if name not in _ALLOWED)]
    if _plain(ours) == _plain(theirs):
        return found
    for dialect in ("sqlite", "postgres"):
        mine, other = (tree.sql(dialect) for tree in (ours, theirs))
        if mine != other:
            found.append(f"is read otherwise ({dialect}): {mine} | {other}")
    return found


def _plain(tree):
    for each in tree.find_all(exp.Ordered):
        each.set("nulls_first", None)
    for each in reversed(list(tree.find_all(exp.Is))):  # the inner ones first
        if each.args.get("negate"):
            each.set("negate", None)
            each.replace(exp.Not(this=each.copy()))
    return tree


def _of_tree(tree):
    for node in tree.walk():
        if isinstance(node, exp.Subquery) and isinstance(node.parent, exp.From | exp.Join) and not node.alias:
            yield "a subselect has no name"
        if isinstance(node, exp.Join) and node.kind == "CROSS" and node.args.get("on"):
            yield "CROSS JOIN with ON"
        if isinstance(node, exp.Greatest | exp.Least):
            yield "max() or min() of several values"
        if isinstance(node, exp.HexString):
            yield "bytes are written: a parameter"
        if isinstance(node, exp.Cast) and node.to.is_type("INT"):
            yield "INTEGER has 32 bits there: BIGINT"
        if isinstance(node, exp.Insert) and node.args.get("alternative"):
            yield "INSERT OR: ON CONFLICT"
        yield from _conditions(node)


def _conditions(node):
    asked = []
    if isinstance(node, exp.Where | exp.Having | exp.Not):
        asked = [node.this]
    elif isinstance(node, exp.And | exp.Or):
        asked = [node.this, node.expression]
    elif isinstance(node, exp.Join) and node.args.get("on"):
        asked = [node.args["on"]]
    elif isinstance(node, exp.Case) and node.this is None:
        asked = [each.this for each in node.args["ifs"]]
    computed = {each.alias for each in node.root().find_all(exp.Alias) if _is_condition(each.this, ())}
    for each in asked:
        if not _is_condition(each, computed):
            yield f"is no condition: {each.sql()}"


def _is_condition(node, computed):
    """Whether an expression is true or false in both. computed: names of such ones that a subselect works out."""
    if isinstance(node, exp.Coalesce):
        return all(_is_condition(each, computed) for each in (node.this, *node.expressions))
    if isinstance(node, exp.Column):
        return node.name in computed
    if isinstance(node, exp.Paren):
        return _is_condition(node.this, computed)
    return isinstance(node, exp.Predicate | exp.Connector | exp.Not | exp.Boolean)


def _tried(written):
    if written.is_whole:
        return [written.sql, f"{written.sql} SELECT 1 FROM a"]  # what follows may be apart
    part = written.sql.strip()
    if re.match(r"(WHERE|ORDER BY|GROUP BY)\b", part):
        return [f"SELECT 1 FROM a {part}"]
    if re.match(r"(AND|OR)\b", part):
        return [f"SELECT 1 FROM a WHERE a = 1 {part}"]
    return [
        f"SELECT 1 FROM a WHERE a {part}"
        if re.match(r"(NOT )?IN \(", part)
        else f"SELECT 1 FROM a WHERE {part}",
        f"SELECT {part} FROM a",
    ]


@pytest.mark.parametrize(
    ("sql", "fault"),
    [
        ("INSERT OR REPLACE INTO a (b) VALUES (?)", "INSERT OR"),
        ("SELECT a FROM b WHERE c IS ?", "is read otherwise"),
        ("SELECT a FROM (SELECT a FROM b)", "a subselect has no name"),
        ("SELECT a FROM b CROSS JOIN c ON c.d = b.d", "CROSS JOIN with ON"),
        ("SELECT max(a, b) FROM c", "max() or min() of several values"),
        ("UPDATE a SET b = x'' WHERE c = ?", "bytes are written"),
        ("SELECT CAST(a AS INTEGER) FROM b", "INTEGER has 32 bits"),
        ("SELECT json_array(a) FROM b", "function json_array"),
        ("SELECT a FROM b WHERE NOT done", "is no condition: done"),
        ("SELECT a FROM b WHERE 1", "is no condition: 1"),
        ("SELECT a FROM b WHERE instr(a, ?)", "is no condition"),
        ("SELECT ifnull(a, 0) FROM b", "function ifnull"),
    ],
)
def test_what_one_of_them_alone_reads_is_named(sql, fault):
    assert any(fault in each for each in faults(sql)), faults(sql)


def test_every_statement_is_of_the_subset_that_both_read():
    written = [*written_statements()]
    whole = "\n".join({each.sql for each in written if each.is_whole})
    found = []
    for each in written:
        if each.is_whole or each.sql not in whole:
            faulty = min([faults(sql) for sql in _tried(each)], key=len)
            found += [f"{each.module}:{each.line}: {fault}" for fault in faulty]
    assert found == []
    assert any("FROM sessions AS s JOIN evidence" in each.sql for each in written)
