"""Private fields, which begin with _: ignored by readers."""

from __future__ import annotations

import re
from typing import Any

MOST = 4  # fields of a line that are taken out of its bytes
_TEXT = rb'"[^"\\]*+"'
_FLAT = rb'\{(?:[^{}\["]++|' + _TEXT + rb")*+\}"  # an object without lists and objects
_VALUE = rb"(?:" + _TEXT + rb"|[-+.\w]++|" + _FLAT + rb")"
_PRIVATE = rb'"_[ !#-\[\]-~]*" ?: ?(?:"[ !#-\[\]-~]*"|0|-?[1-9][0-9]{0,15}|true|false|null) ?, ?'
_BEFORE = rb'(\{ ?(?:"(?!_)[^"\\]*+" ?: ?' + _VALUE + rb" ?, ?)*+)"
_LEADING = re.compile(_BEFORE + _PRIVATE + rb'(?=")')


def without_leading(line: bytes) -> bytes:
    """A line without leading private fields of flat values, as importers write them. The rest is JSON only if the line was."""
    for _ in range(MOST):
        found = _LEADING.match(line)
        if found is None:
            break
        line = found[1] + line[found.end() :]
    return line


def without_private(value: Any) -> Any:
    """A value without the private fields of all its objects."""
    if isinstance(value, dict):
        return {key: without_private(each) for key, each in value.items() if not key.startswith("_")}
    if isinstance(value, list):
        return [without_private(each) for each in value]
    return value
