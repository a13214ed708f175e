"""Clients that generators make of the OpenAPI document upload, audit and read findings at a real service."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.store import Store
from tests.http.generated import OPENAPI_GENERATOR, OPENAPI_PYTHON_CLIENT
from tests.http.kit import Server, hand_line, log, serving, zipped

pytestmark = [pytest.mark.slow, pytest.mark.night]

_MISSING = "openapi-generator needs Java. As root: tests/reports/verapdf/install"
NETS = (300, 200, 300, -800)  # two of them differ from what was due, by 100 each


def run(*command: str | Path, folder: Path) -> str:
    """What a command prints; its errors where it fails."""
    bin_of_python = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{bin_of_python}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [*map(str, command)], cwd=folder, env=environment, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def by_openapi_python_client(document: Path, folder: Path) -> str:
    made = folder / "generated"
    program = Path(sys.executable).parent / "openapi-python-client"
    return run(
        program, "generate", "--path", document, "--output-path", made, "--meta", "none", folder=folder
    )


def by_openapi_generator(document: Path, folder: Path) -> str:
    assert shutil.which("java") is not None, _MISSING
    program = Path(sys.executable).parent / "openapi-generator-cli"
    return run(
        program, "generate", "-g", "python", "-i", document, "-o", folder, "--package-name", "generated", folder=folder
    )  # fmt: skip


def use(client: str, server: Server, key: str, folder: Path) -> list[list[object]]:
    """What a program with a generated client got."""
    plain, compressed = folder / "a.ndjson", folder / "b.ndjson.gz"
    plain.write_bytes(log(hand_line(1, NETS)))
    compressed.write_bytes(zipped(log(hand_line(1, NETS), session="S-2")))
    program = folder / "program.py"
    program.write_text(client)
    said: list[list[object]] = json.loads(
        run(sys.executable, program, server.url, key, plain, compressed, folder=folder)
    )
    return said


def wanted() -> list[list[object]]:
    """What both clients get: statuses, the classes of what is parsed, and what is in it."""
    findings = [[each, 1, seat, "SCR001", by] for each in (1, 2) for seat, by in ((2, 100), (4, -100))]
    return [
        [200, "DryRun", False],
        [201, "Upload", 1, "S-1"],
        [200, "Upload", 1, True],
        [201, "Upload", 2, "S-2"],
        [200, "Upload", 2, True],
        [201, "Audit", "finished", 200],
        [200, "NothingToAudit", None, "No audit was made: no session is pending."],
        findings,
        [404, "Problem", 404, "There is no audit 99. GET /v1/audits lists those there are."],
    ]


@pytest.mark.parametrize(
    ("generate", "client"),
    [(by_openapi_python_client, OPENAPI_PYTHON_CLIENT), (by_openapi_generator, OPENAPI_GENERATOR)],
    ids=["openapi-python-client", "openapi-generator"],
)
def test_a_generated_client_uploads_audits_and_reads_findings(
    tmp_path: Path, generate: Callable[[Path, Path], str], client: str
):
    store = Store(tmp_path / "data")
    _, key = keys.make(store, NewKey("automation", "clients", person=False, all_rooms=True))
    store.close()
    with serving(tmp_path / "data", open_to_all=False) as server:
        document = tmp_path / "openapi.json"
        document.write_text(server.get("/v1/openapi.json").text)
        folder = tmp_path / "client"
        folder.mkdir()
        said = generate(document, folder)
        assert "duplicate" not in said  # of two things with one name the generator drops what refers to them
        assert "Unable to process schema" not in said
        models = {each.stem for each in (folder / "generated" / "models").iterdir()}
        components = json.loads(document.read_text())["components"]["schemas"]
        assert {
            "audit",
            "audit_page",
            "audit_request",
            "event",
            "event_facts",
            "log_facts",
            "problem",
        } <= models
        written = {each.replace("_", "") for each in models}
        lost = {each for each in components if each.lower() not in written}
        assert lost <= {"Break", "Import"}  # words of Python: model_break, model_import
        assert use(client, server, key, folder) == wanted()
