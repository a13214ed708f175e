"""What a source names: a folder, a list, an address of an object store."""

import fsspec
import pytest

from auditor.bulk.bulk_errors import NoSource
from auditor.bulk.sources import addresses
from tests.bulk.kit import bulk, played, rows


def test_a_folder_has_the_logs_below_it_by_their_names(tmp_path):
    (tmp_path / "2026").mkdir()
    for name in ("b.ndjson", "2026/a.jsonl.gz", "notes.txt", ".hidden.ndjson", "c.JSON"):
        (tmp_path / name).write_bytes(b"")
    assert addresses(str(tmp_path)) == [
        str(tmp_path / each) for each in ("2026/a.jsonl.gz", "b.ndjson", "c.JSON")
    ]


def test_a_list_names_files_beside_it_and_addresses(tmp_path):
    (tmp_path / "list").write_text(
        "# of March\nlogs/a.ndjson\n\n/else/b.log\ns3://bucket/c.ndjson\nlogs/a.ndjson\n"
    )
    assert addresses(str(tmp_path / "list")) == [
        str(tmp_path / "logs/a.ndjson"), "/else/b.log", "s3://bucket/c.ndjson",
    ]  # fmt: skip


def test_a_list_on_standard_input_names_files_of_this_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert addresses("-", ["a.ndjson\n", "\n"]) == [str(tmp_path / "a.ndjson")]


def test_an_address_of_a_store_has_the_logs_below_it():
    files = fsspec.filesystem("memory")
    for name in ("/bulk/2026/a.ndjson", "/bulk/b.ndjson.gz", "/bulk/notes.txt"):
        files.pipe(name, b"")
    try:
        assert addresses("memory://bulk") == ["memory:///bulk/2026/a.ndjson", "memory:///bulk/b.ndjson.gz"]
        assert addresses("memory://bulk/2026/*.ndjson") == ["memory:///bulk/2026/a.ndjson"]
        assert addresses("memory://bulk/notes.txt") == ["memory:///bulk/notes.txt"]
    finally:
        files.rm("/bulk", recursive=True)


@pytest.mark.slow
def test_logs_of_a_store_are_audited_as_files_are(tmp_path):
    (tmp_path / "a.ndjson").write_bytes(played("s-1", 300, 100))
    fsspec.filesystem("memory").pipe("/bulk/a.ndjson", played("s-1", 300, 100))
    try:
        found = bulk(addresses("memory://bulk"), tmp_path / "far")
    finally:
        fsspec.filesystem("memory").rm("/bulk", recursive=True)
    bulk([tmp_path / "a.ndjson"], tmp_path / "near")
    assert found.files["audited"] == 1
    for table in ("findings", "incidents", "coverage", "hands"):
        assert rows(tmp_path / "far", table) == rows(tmp_path / "near", table) != []
    assert bulk([f"file://{tmp_path}/a.ndjson"], tmp_path / "near").files["kept"] == 1


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("no-such", "There is no folder or list no-such."),
        (
            "empty",
            "The folder empty has no file whose name ends in .ndjson, .jsonl, .json, or in these and .gz.",
        ),
        ("nothing", "The list nothing is empty; it has the address of a file on each line."),
        ("log.ndjson", "log.ndjson is a log, and no list of logs. `auditor audit log.ndjson` audits one"),
        ("bytes", "bytes is neither a folder nor a list: it is not text in UTF-8."),
        ("gopher://x/y", "gopher://x/y cannot be read: Protocol not known: gopher"),
        ("memory://nothing-here", "memory://nothing-here has no file whose name ends in"),
    ],
)
def test_a_source_without_a_file_is_named_with_the_reason(tmp_path, monkeypatch, source, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "nothing").write_text("\n# nothing\n")
    (tmp_path / "log.ndjson").write_bytes(played("s-1", 300))
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(NoSource) as refused:
        addresses(source)
    assert str(refused.value).startswith(words)
