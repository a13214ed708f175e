"""A store for accounts, and a provider that answers what a test has it answer."""

from collections.abc import Iterator

import pytest

from tests.access.providers import Scripted
from tests.stores import store

__all__ = ["scripted", "store"]


@pytest.fixture
def scripted() -> Iterator[Scripted]:
    with Scripted().running() as made:
        yield made
