from collections.abc import Iterator
from pathlib import Path

import pytest

from auditor.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "data")
    yield made
    made.close()
