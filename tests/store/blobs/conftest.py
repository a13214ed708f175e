"""Services whose bytes are in a folder."""

import pytest

from auditor.store.blobs.named_place import BYTES_VARIABLE
from tests.http.filing import put_room
from tests.services import application


@pytest.fixture
def place(tmp_path, monkeypatch):
    """The folder that the environment names for bytes."""
    with application(tmp_path / "first"):
        pass  # the empty store that all begin with has no place
    monkeypatch.setenv(BYTES_VARIABLE, f"{tmp_path / 'bytes'}")
    return tmp_path / "bytes"


@pytest.fixture
def app(place, tmp_path):
    """A service with a room whose fiscal year ends on June 30."""
    with application(tmp_path / "data") as made:
        put_room(made.test_client())
        yield made


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def store(app):
    return app.extensions["auditor"].store
