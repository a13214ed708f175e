"""Shipped files are read by another parser than a card room's files: it gives the same values for each of them."""

import tomllib
from pathlib import Path

import pytest

from rules.shipped_toml import parsed
from tests.folding import of_every

RULES = Path(__file__).parents[2] / "rules"
SHIPPED = sorted(path.relative_to(RULES) for path in RULES.rglob("*.toml"))


def as_typed(value):
    """A value with the type of each part, so that 1, 1.0 and True differ."""
    if isinstance(value, dict):
        return [(key, as_typed(part)) for key, part in value.items()]
    if isinstance(value, list):
        return [as_typed(part) for part in value]
    return type(value), value


@of_every("path", SHIPPED, ids=str)
def test_a_shipped_file_has_the_values_that_tomllib_reads(path):
    text = (RULES / path).read_text("utf-8")
    assert as_typed(parsed(text)) == as_typed(tomllib.loads(text))


def test_what_is_not_toml_is_a_value_error():
    with pytest.raises(ValueError, match="line 2"):
        parsed("a = 1\nb = = 2\n")
