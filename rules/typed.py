"""Values of a type, from JSON or from plain dicts and lists.

msgspec inspects a type when it first makes a value of it, and two threads that inspect one at once crash the process. So a
type is inspected where a module names it, during import.
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
    """Decoder of JSON to values of a type; raises msgspec.ValidationError, msgspec.DecodeError."""
    return msgspec.json.Decoder(kind).decode


@overload
def from_plain(kind: type[T]) -> Callable[[Any], T]: ...
@overload
def from_plain(kind: UnionType) -> Callable[[Any], Any]: ...
def from_plain(kind: Any) -> Callable[[Any], Any]:
    """Converter of dicts and lists, as TOML and JSON have them, to values of a type; raises msgspec.ValidationError."""
    from_json(kind)
    return partial(msgspec.convert, type=kind)
