"""Logs in files, and a service of its own for each test that asks for one."""

import pytest

from auditor.cli.service_process import running_service
from tests.cli import kit


@pytest.fixture
def folder(tmp_path):
    for name, data in (("right", kit.right()), ("wrong", kit.wrong()), ("refused", kit.REFUSED)):
        (tmp_path / f"{name}.ndjson").write_bytes(data)
    return tmp_path


@pytest.fixture
def url(tmp_path):
    with running_service(tmp_path / "store") as address:
        yield address
