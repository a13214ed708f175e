"""Decoders to values of a type.

Two threads that first make values of one type crash msgspec, so each decoder is made at import.
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
    """Decoder of JSON; raises msgspec.ValidationError, msgspec.DecodeError."""
    return msgspec.json.Decoder(kind).decode


@overload
def from_plain(kind: type[T]) -> Callable[[Any], T]: ...
@overload
def from_plain(kind: UnionType) -> Callable[[Any], Any]: ...
def from_plain(kind: Any) -> Callable[[Any], Any]:
    """Converter of dicts and lists; raises msgspec.ValidationError."""
    from_json(kind)
    return partial(msgspec.convert, type=kind)


def from_msgpack(kind: type[T]) -> Callable[[bytes], T]:
    """Decoder of MessagePack; raises msgspec.ValidationError, msgspec.DecodeError."""
    return msgspec.msgpack.Decoder(kind).decode
