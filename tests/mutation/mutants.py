"""Mutants of a module: one place of its syntax tree changed, a wrong tail, margin, window or term."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

from msgspec import Struct

_COMPARED = {
    ast.Lt: (ast.LtE, ast.Gt), ast.LtE: (ast.Lt, ast.GtE), ast.Gt: (ast.GtE, ast.Lt), ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,), ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}  # fmt: skip
_COMPUTED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.MatMult: ast.Mult, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.Mod: ast.FloorDiv,
}  # fmt: skip
_DROPPED = (ast.Add, ast.Sub, ast.Mult, ast.BitAnd, ast.BitOr)  # terms that are left out
_NAMES = {
    "min": "max", "max": "min", "any": "all", "all": "any", "marked": "favourable", "favourable": "marked", "both": "marked",
    "cases": "marked", "least": "most", "most": "least", "paid": "others", "found": "due",
}  # fmt: skip
_LEFT_ALONE = {"annotation", "returns", "decorator_list", "type_params"}
_HOW = {"axis", "prec", "keepdims", "dtype", "kind", "maxsize", "strict"}  # arguments that say how, not what


class Mutant(Struct, frozen=True):
    """A change. place: its number among those of the module. text: the line as it was. change: in words, of several alike in
    such a line with its number.
    """

    module: str
    place: int
    line: int
    text: str
    change: str

    @property
    def words(self) -> str:
        """The line and what was changed in it."""
        return f"{self.module}:{self.line} {self.text}  [{self.change}]"


def mutants(path: Path, module: str) -> Iterator[tuple[Mutant, CodeType]]:
    """Every mutant of a module with its code, one after another."""
    source = path.read_text("utf-8")
    lines, tree = source.splitlines(), ast.parse(source)
    alike: Counter[tuple[str, str]] = Counter()
    for place, (line, change) in enumerate(_changes(tree)):
        text = lines[line - 1].strip()
        alike[text, change] += 1
        nth = alike[text, change]
        found = Mutant(module, place, line, text, change if nth == 1 else f"{change} (no. {nth})")
        yield found, compile(tree, str(path), "exec")


def _changes(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The line and words of each change, while the tree has it."""
    for node in list(_nodes(tree)):
        for name, value in ast.iter_fields(node):
            if name in _LEFT_ALONE:
                continue
            for place, child in enumerate(value) if isinstance(value, list) else ((None, value),):
                if isinstance(child, ast.AST):
                    yield from _replaced(node, name, place, child)


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """A node and those below it that say what the program does: no annotations, no decorators, no docstrings."""
    yield node
    for name, value in ast.iter_fields(node):
        if name not in _LEFT_ALONE:
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not _says_how(child):
                    yield from _nodes(child)


def _says_how(node: ast.AST) -> bool:
    return isinstance(node, ast.Assert | ast.Raise | ast.ImportFrom) or (
        isinstance(node, ast.keyword) and node.arg in _HOW
    )


def _replaced(node: ast.AST, name: str, place: int | None, child: ast.AST) -> Iterator[tuple[int, str]]:
    for other in _others(child):
        if not hasattr(other, "lineno"):  # a part of the child stays where it is
            ast.copy_location(other, child)
            ast.fix_missing_locations(other)
        _put(node, name, place, other)
        yield child.lineno, f"{ast.unparse(child)} → {ast.unparse(other)}"
        _put(node, name, place, child)


def _put(node: ast.AST, name: str, place: int | None, child: ast.AST) -> None:
    if place is None:
        setattr(node, name, child)
    else:
        getattr(node, name)[place] = child


def _others(node: Any) -> Iterator[ast.AST]:
    """What a node is changed to."""
    match node:
        case ast.Compare(ops=[op]):
            yield from (ast.Compare(node.left, [each()], node.comparators) for each in _COMPARED[type(op)])
        case ast.BinOp():
            yield ast.BinOp(node.left, _COMPUTED[type(node.op)](), node.right)
            if isinstance(node.op, _DROPPED):
                yield node.left
        case ast.UnaryOp(op=ast.USub() | ast.Invert() | ast.Not()):
            yield node.operand
        case ast.BoolOp():
            yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
            yield from (node.values if len(node.values) == 2 else (ast.BoolOp(node.op, node.values[1:]),))
        case ast.Constant(value=int() as whole) if not isinstance(whole, bool):
            yield ast.Constant(whole + 1 if whole != 1 else 0)
        case ast.Call(func=ast.Name(id="Decimal"), args=[ast.Constant(value=str() as text)]):
            yield ast.Call(node.func, [ast.Constant(f"{2 * float(text)}")], [])
        case ast.Name(id=word) if word in _NAMES and isinstance(node.ctx, ast.Load):
            yield ast.Name(_NAMES[word], node.ctx)
        case ast.Attribute(attr=word) if word in _NAMES and isinstance(node.ctx, ast.Load):
            yield ast.Attribute(node.value, _NAMES[word], node.ctx)
        case ast.IfExp():
            yield from (node.body, node.orelse)
        case ast.If():
            yield ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
        case ast.AugAssign() | ast.Continue() | ast.Expr(value=ast.Call() | ast.YieldFrom() | ast.Yield()):
            yield ast.Pass()
