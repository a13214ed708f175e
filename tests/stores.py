"""A store of a test's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from auditor.store import Store
from tests.services import empty_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store, opened."""
    empty_store(tmp_path / "data")
    made = Store(tmp_path / "data")
    yield made
    made.close()
