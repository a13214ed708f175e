"""The one function that a mutant changes, whose code a process that has imported everything can exchange."""

from __future__ import annotations

import inspect
from types import CodeType, FunctionType, ModuleType
from typing import Any

_INNER = ("__wrapped__", "__func__", "fget", "func")  # where decorators keep the function


def changed_function(before: CodeType, after: CodeType) -> tuple[tuple[str, ...], CodeType] | None:
    """Names from the module down, and the code, of the only function that differs; None where more than that does."""
    if _own(before) != _own(after):
        return None
    pairs = zip(_nested(before), _nested(after), strict=True)
    changed = [(old, new) for old, new in pairs if old != new]
    if len(changed) != 1:
        return None
    ((old, new),) = changed
    # a function's code is optimized, a class's and a module's is not
    if new.co_flags & inspect.CO_OPTIMIZED:
        return None if new.co_name.startswith("<") else ((new.co_name,), new)
    found = changed_function(old, new)
    return found and ((new.co_name, *found[0]), found[1])


def _own(code: CodeType) -> tuple[Any, ...]:
    whole = [repr(each) for each in code.co_consts if not isinstance(each, CodeType)]
    return code.co_code, code.co_names, whole


def _nested(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def swap(module: ModuleType, names: tuple[str, ...], code: CodeType) -> None:
    """Give a function of an imported module other code. Whoever holds the function runs that from here on."""
    found: Any = module
    for name in names:
        found = vars(found)[name]
        while not isinstance(found, FunctionType | type):
            found = next(getattr(found, each) for each in _INNER if hasattr(found, each))
    found.__code__ = code
