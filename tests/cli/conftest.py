"""Logs in files, and a service over a new store in threads of this process. test_serve_demo starts real processes."""

import pytest

from tests.cli import kit
from tests.services import listening


@pytest.fixture
def folder(tmp_path):
    for name, data in (("right", kit.right()), ("wrong", kit.wrong()), ("refused", kit.REFUSED)):
        (tmp_path / f"{name}.ndjson").write_bytes(data)
    return tmp_path


@pytest.fixture
def url(tmp_path):
    with listening(tmp_path / "store") as address:
        yield address


@pytest.fixture
def drop(tmp_path):
    """An empty folder for `auditor watch`."""
    made = tmp_path / "drop"
    made.mkdir()
    return made
