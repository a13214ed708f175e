"""A service with a room whose fiscal year ends on June 30."""

from pathlib import Path

import pytest

from auditor.store import Store
from tests.http.filing import put_room
from tests.services import application


@pytest.fixture
def app(tmp_path):
    """A service with a room whose fiscal year ends on June 30 and whose gaming day begins at six."""
    with application(tmp_path / "data") as made:
        put_room(made.test_client())
        yield made


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def store(app) -> Store:
    found: Store = app.extensions["auditor"].store
    return found


@pytest.fixture
def folder(store) -> Path:
    return store.folder
