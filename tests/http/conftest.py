from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.http.app import close_app, create_app
from auditor.service import Service


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = create_app(tmp_path / "data", wait=60)  # so that no test depends on how fast the machine is
    yield made
    close_app(made)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def service(app: Flask) -> Service:
    found: Service = app.extensions["auditor"]
    return found
