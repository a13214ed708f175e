"""A store in which two sessions have incidents, and one with sessions of years ago."""

import pytest

from auditor.service import Service
from tests.services import application
from tests.store.incidents.kit import with_old_sessions, wrong_log


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def served(folder):
    with application(folder, filled=wrong_log) as app:
        yield app


@pytest.fixture
def client(served):
    return served.test_client()


@pytest.fixture
def service(served) -> Service:
    return served.extensions["auditor"]


@pytest.fixture
def old(folder):
    with application(folder, filled=with_old_sessions) as app:
        yield app.extensions["auditor"]
