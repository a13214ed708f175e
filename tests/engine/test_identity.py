"""The digests of a program: what changes them, what does not, and how a start knows them without reading every file."""

import hashlib
import os
import re
import shutil
from importlib.metadata import version

import pytest

from auditor.engine import identity, last_read
from auditor.engine.engine_files import ROOT, shipped
from auditor.engine.identity import CODE_NEEDS, program, read_program
from auditor.engine.imports import makes_audits
from rules.version import JUDGEMENT, VERSION
from tests.engine.kit import copied

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    return copied(tmp_path_factory.mktemp("program"))


@pytest.fixture(autouse=True)
def _own_caches(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))


@pytest.fixture
def forgotten(monkeypatch):
    """As in a process that has not asked yet."""

    def forget():
        monkeypatch.setattr(identity, "_known", {})
        monkeypatch.setattr(identity, "_read", set())

    forget()
    return forget


def digests(folder, forget):
    forget()
    found = read_program(folder)
    return found.code, found.documents


def with_(folder, path, extra, forget):
    """The digests of a program with something more at the end of a file, which is put back."""
    before = (folder / path).read_bytes()
    (folder / path).write_bytes(before + extra)
    try:
        return digests(folder, forget)
    finally:
        (folder / path).write_bytes(before)


def test_a_copy_in_another_folder_is_the_same_program(copy, forgotten):
    mine = read_program()
    assert digests(copy, forgotten) == (mine.code, mine.documents)
    assert (mine.version, mine.judgement) == (VERSION, JUDGEMENT)


@pytest.mark.parametrize(
    ("path", "changes"),
    [
        ("rules/checks/money/scr001_net_differs.py", {"code"}),
        ("rules/records/_scanner.c", {"code"}),
        ("rules/clauses/readings.toml", {"code"}),
        ("rules/library/digests.lock", {"documents"}),
        ("reports/cover.py", {"documents"}),
        ("auditor/http/templates/base.html", {"documents"}),
        ("auditor/serialization.py", {"documents"}),
        ("verifier/verify_report.py", {"documents"}),
        ("verifier/README.md", {"documents"}),  # hearing bundles have it
        ("auditor/jobs/audit_from_store.py", {"code", "documents"}),
        ("auditor/terms.py", {"code", "documents"}),
        ("auditor/importing/histories/pokerstars.py", {"code", "documents"}),
        ("auditor/store/session_results.py", {"code", "documents"}),
    ],
)
def test_what_can_change_a_result_is_code_and_what_can_change_a_document_is_documents(
    copy, forgotten, path, changes
):
    before = digests(copy, forgotten)
    after = with_(copy, path, b"\n", forgotten)
    assert {
        name for name, one, other in zip(("code", "documents"), before, after, strict=True) if one != other
    } == changes


def test_what_is_compiled_from_the_files_changes_neither(copy, forgotten):
    before = digests(copy, forgotten)
    (copy / "rules" / "__pycache__").mkdir(exist_ok=True)
    for path in (
        "rules/__pycache__/cards.pyc",
        "rules/records/_other.abi3.so",
    ):
        (copy / path).write_bytes(b"compiled")
    assert digests(copy, forgotten) == before


def test_the_readme_of_a_package_changes_neither(copy, forgotten):
    """A checkout has them and a wheel does not, and both are the same program."""
    before = digests(copy, forgotten)
    for path in (
        "rules/README.md",
        "rules/records/README.md",
        "reports/README.md",
        "auditor/store/README.md",
    ):
        (copy / path).write_bytes(b"# Another text\n")
    assert digests(copy, forgotten) == before
    assert [path for path, _ in shipped(copy) if path.endswith(".md")] == ["verifier/README.md"]


def test_code_is_worked_out_again_with_what_every_system_has(forgotten):
    """As auditor/engine/README.md defines it: lines of sha256sum in the order of the paths, then the versions."""
    read = dict(shipped(ROOT))
    judging = {path for path in read if path.startswith("rules/") and not path.startswith("rules/library/")}
    judging |= makes_audits(read, lambda path: (ROOT / path).read_bytes())
    lines = [
        f"{hashlib.sha256((ROOT / path).read_bytes()).hexdigest()}  {path}\n" for path in sorted(judging)
    ]
    lines += [f"{name}=={version(name)}\n" for name in ("msgspec", "numpy", "tzdata")]
    assert program().code == hashlib.sha256("".join(lines).encode()).hexdigest()


@pytest.mark.parametrize("name", CODE_NEEDS)
def test_another_version_of_what_the_code_needs_is_another_code(tmp_path, monkeypatch, forgotten, name):
    mine = read_program()
    installed = tmp_path / "site" / f"{name}-99.0.dist-info"
    installed.mkdir(parents=True)
    (installed / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 99.0\n")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    forgotten()
    assert version(name) == "99.0"
    other = program()
    assert other.code != mine.code
    assert other.documents == mine.documents


def test_every_module_that_has_an_audit_made_takes_part_in_the_code():
    makes = re.compile(r"\b(audit_(log|summary|tournament|ledger)|of_no_logs|with_day|room_day)\b")
    read = {path: (ROOT / path).read_text() for path, _ in shipped(ROOT) if path.endswith(".py")}
    taking_part = makes_audits(read, lambda path: read[path].encode())
    # what shows or tries something: its audits are on no record
    outside = ("auditor/cli/", "auditor/engine/", "auditor/reference/", "auditor/jobs/warm_process.py")
    found = {
        path
        for path, text in read.items()
        if path.startswith("auditor/") and not path.startswith(outside) and makes.search(text)
    }
    assert {
        "auditor/jobs/audit_from_store.py",
        "auditor/jobs/run_event.py",
        "auditor/bulk/room_task.py",
    } <= found
    assert found - taking_part == set()


def test_a_start_knows_the_program_without_reading_its_files(copy, forgotten, monkeypatch):
    state = identity._state(copy)
    last_read.put(copy, state, "c" * 64, "d" * 64)
    assert (program(copy).code, program(copy).documents) == ("c" * 64, "d" * 64)
    assert (read_program(copy).code, program(copy).code) == (read_program().code, read_program().code)


def test_a_file_that_differs_in_time_alone_is_read_again(copy, forgotten):
    right = digests(copy, forgotten)
    path = copy / "rules" / "cards.py"
    times = path.stat().st_atime_ns, path.stat().st_mtime_ns
    last_read.put(copy, identity._state(copy), "c" * 64, "d" * 64)
    path.write_bytes(path.read_bytes())
    os.utime(path, ns=times)  # the size and the time of the change are as they were
    forgotten()
    assert (program(copy).code, program(copy).documents) == right


def test_what_was_kept_of_another_version_or_is_damaged_is_not_used(copy, forgotten):
    right = digests(copy, forgotten)
    (file,) = last_read._file(copy).parent.iterdir()
    for content in (b"", b"{}", b'{"state": 1}', b"\xff\x00"):
        file.write_bytes(content)
        forgotten()
        assert (program(copy).code, program(copy).documents) == right


def test_without_a_folder_that_can_be_written_to_the_files_are_read(copy, forgotten, tmp_path, monkeypatch):
    right = digests(copy, forgotten)
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    forgotten()
    assert (program(copy).code, program(copy).documents) == right
    assert (tmp_path / "file").read_text() == ""


def test_a_package_that_is_missing_is_not_taken_for_a_program(tmp_path, copy, forgotten):
    shutil.copytree(copy / "rules", tmp_path / "half" / "rules")
    with pytest.raises(FileNotFoundError):
        program(tmp_path / "half")
