import pytest
from flask import Flask


@pytest.fixture
def rooms(app: Flask) -> Flask:
    """The service with the rooms that `FILLED` of a module puts on record, without a log."""
    return app
