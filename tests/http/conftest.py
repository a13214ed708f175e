from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.service import Service
from tests.http.filing import approved, put_room, surrender
from tests.rules.filed import controls
from tests.services import application


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with application(tmp_path / "data") as made:
        yield made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def service(app: Flask) -> Service:
    found: Service = app.extensions["auditor"]
    return found


@pytest.fixture
def room(client: FlaskClient) -> FlaskClient:
    """The service with a room on record, whose gaming day begins at six."""
    put_room(client)
    return client


@pytest.fixture
def two_revisions(room: FlaskClient) -> FlaskClient:
    """A surrender pays 2 units until the end of May and 3 from June on; the gaming day begins at six."""
    approved(room, controls(1, "2026-01-01", surrender=surrender(2)))
    approved(room, controls(2, "2026-06-01", surrender=surrender(3)), 2)
    return room
