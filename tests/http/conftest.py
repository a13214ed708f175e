from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor import service as of_service
from auditor.service import Service
from simulation.gaps import gap_report
from tests.http.filing import approved, put_room, surrender
from tests.rules.filed import controls
from tests.services import application


def with_room(client: FlaskClient) -> None:
    put_room(client)


def with_two_revisions(client: FlaskClient) -> None:
    put_room(client)
    approved(client, controls(1, "2026-01-01", surrender=surrender(2)))
    approved(client, controls(2, "2026-06-01", surrender=surrender(3)), 2)


@pytest.fixture
def all_deals() -> None:
    """Gap reports are of as many deals as the service makes, in every run."""


@pytest.fixture(autouse=True)
def fewer_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gap reports are of fewer deals, except in a whole run and where a test is about them."""
    if not (request.config.getoption("whole") or "all_deals" in request.fixturenames):
        monkeypatch.setattr(of_service, "gap_report", partial(gap_report, deals=500))


@pytest.fixture
def app(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Flask]:
    """The service over a store of its own, which has what the test's other fixtures are to find in it."""
    own = getattr(request.module, "FILLED", {})  # by the names of a module's fixtures
    fills = {**own, "two_revisions": with_two_revisions, "room": with_room}
    given = request.node.callspec.params if hasattr(request.node, "callspec") else {}  # which are no fixtures
    asked = set(request.fixturenames) - set(given)
    filled = next((fill for name, fill in fills.items() if name in asked), None)
    with application(tmp_path / "data", filled=filled) as made:
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
    return client


@pytest.fixture
def two_revisions(client: FlaskClient) -> FlaskClient:
    """A surrender pays 2 units until the end of May and 3 from June on; the gaming day begins at six."""
    return client
