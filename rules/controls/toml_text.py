"""TOML of others, read in time linear in its length, or refused."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from typing import Any

DEEPEST = 16  # levels of tables; a ruleset has seven
MOST_VALUES = 2_000  # tables, lists and what they hold; the library's longest file has 393
LARGEST = 256_000  # bytes of a file of controls: 20 times the sample, which is the longest set of controls

_TOO_DEEP = "not TOML that can be read: it is nested too deep"
_TOO_MANY = f"not TOML that can be read: it has more than {MOST_VALUES:,} values, and no ruleset has so many"
_LONG_NUMBER = "not TOML that can be read: it has a number of more digits than any amount has"

# Comments and texts, in which a dot divides no key; one that does not end goes on to the end of the file or line.
LITERAL = re.compile(
    r'#[^\n]*+'
    r'|"""(?:\\.|[^\\"]|"(?!""))*+(?:"{3,5}|\Z)'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)"
    r'|"(?:\\[^\n]|[^\\"\n])*+"?'
    r"|'[^'\n]*+'?",
    re.DOTALL,
)  # fmt: skip
_MARKS = "=,["
_MARKS_OF_A_VALUE = 3  # at most: [[items]] has two, and an item of a list may have a comma behind it
_LONG_KEY = re.compile(rf"(?<![\w-])[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++){{{DEEPEST}}}")
_DEEP_LIST = re.compile(rf"(?:\[\s*+){{{DEEPEST + 1}}}")


class NotToml(ValueError):
    """An unreadable text, with the reason, no full stop."""


@lru_cache(maxsize=2)  # a draft is read when it comes in, and again when it is examined
def parsed(text: str) -> dict[str, Any]:
    """Tables of a text, shared: never change them. Raises NotToml.

    Parts of keys and values are counted first, since tomllib's time grows faster.
    """
    bare = LITERAL.sub(_blank, text)
    if _LONG_KEY.search(bare) or _DEEP_LIST.search(bare):
        raise NotToml(_TOO_DEEP)
    if sum(map(bare.count, _MARKS)) > _MARKS_OF_A_VALUE * MOST_VALUES:
        raise NotToml(_TOO_MANY)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotToml(f"not TOML: {error}") from error
    except RecursionError as error:
        raise NotToml(_TOO_DEEP) from error
    except ValueError as error:  # a whole number of thousands of digits
        raise NotToml(_LONG_NUMBER) from error
    _must_be_small(data)
    return data


def _blank(found: re.Match[str]) -> str:
    return "" if found[0].startswith("#") else "x"


def _must_be_small(data: Any) -> None:
    level, values = [data], 0
    for _ in range(DEEPEST):
        children = [child for node in level for child in (node.values() if isinstance(node, dict) else node)]
        values += len(children)
        if values > MOST_VALUES:
            raise NotToml(_TOO_MANY)
        level = [child for child in children if isinstance(child, dict | list)]
        if not level:
            return
    raise NotToml(_TOO_DEEP)
