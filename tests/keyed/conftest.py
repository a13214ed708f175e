from collections.abc import Iterator
from pathlib import Path

import pytest

from auditor.service import Service
from tests.http.filing import put_room
from tests.services import application


def two_rooms(client) -> None:
    put_room(client)
    put_room(client, "WA-0500")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A service with two rooms whose gaming day begins at six."""
    with application(tmp_path / "data", filled=two_rooms) as app:
        yield app.extensions["auditor"]
