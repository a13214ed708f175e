"""Services whose bytes are in a folder."""

import secrets

import pytest

from auditor.store.blobs.named_place import BYTES_VARIABLE
from tests.http.filing import put_room
from tests.services import application
from tests.store.blobs.s3_server import bucket_server


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


@pytest.fixture(scope="session")
def s3():
    """A server that speaks S3."""
    with bucket_server() as server:
        yield server


@pytest.fixture
def bucket(s3, monkeypatch, tmp_path):
    """The name of a new bucket that the environment names for bytes."""
    with application(tmp_path / "first"):
        pass
    for name, value in s3.environment().items():
        monkeypatch.setenv(name, value)
    name = f"bucket-{secrets.token_hex(4)}"
    s3.make(name)
    monkeypatch.setenv(BYTES_VARIABLE, f"s3://{name}/of/auditor")
    return name
