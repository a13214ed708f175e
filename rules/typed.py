"""Values of a type, from JSON or from plain dicts and lists.

msgspec looks at a type when a value of it is first made, and two threads that look at the same one at once crash the process.
So a type is looked at where a module names it, while the module is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import UnionType
from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")


@overload
def from_json(kind: type[T]) -> Callable[[bytes | str], T]: ...
@overload
def from_json(kind: UnionType) -> Callable[[bytes | str], Any]: ...
def from_json(kind: Any) -> Callable[[bytes | str], Any]:
    """What decodes JSON to values of a type. It raises msgspec.ValidationError, msgspec.DecodeError."""
    return msgspec.json.Decoder(kind).decode


@overload
def from_plain(kind: type[T]) -> Callable[[Any], T]: ...
@overload
def from_plain(kind: UnionType) -> Callable[[Any], Any]: ...
def from_plain(kind: Any) -> Callable[[Any], Any]:
    """What converts dicts and lists, as TOML and JSON have them, to values of a type. It raises msgspec.ValidationError."""
    from_json(kind)
    return partial(msgspec.convert, type=kind)
