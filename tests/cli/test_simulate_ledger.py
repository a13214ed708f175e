"""`auditor simulate --ledger`: the books of a room over months, what they name, and the answer key."""

import json

import pytest

from tests.cli.kit import call as run

BASE = ("simulate", "--ledger", "--ruleset", "olympic-jackpots", "--seed", "1")


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture(scope="module")
def books(tmp_path_factory):
    """Two months of a room."""
    folder = tmp_path_factory.mktemp("books")
    assert run(*BASE, "--months", "2", "--out", folder).status == 0
    return folder


@pytest.mark.slow
def test_ledgers_are_written_with_what_they_name(books):
    first, second = lines(books / "L-2026-01.ndjson"), lines(books / "L-2026-02.ndjson")
    openings = {each["account"]: each["opening"] for each in second[0]["accounts"]}
    assert openings == first[-1]["balances"]
    assert {each["ruleset"] for each in first[0]["accounts"] if "ruleset" in each} == {
        "olympic-jackpots@1",
        "olympic-ranking@1",
    }
    named = {each["tournament"] for each in (*first, *second) if each["event"] == "contribution"}
    there = {path.stem for path in books.glob("sim-*.ndjson")}
    assert named == there
    assert len(there) == 6
    logs = {path.stem for path in books.glob("2026-*.ndjson")}
    assert logs < {each["session"] for each in (*first, *second) if each["event"] == "drop"}


@pytest.mark.slow
def test_a_ledger_audits_without_a_finding_beside_its_files(books):
    beside = [path for path in sorted(books.iterdir()) if path.name != "L-2026-02.ndjson"]
    done = run(
        "audit",
        books / "L-2026-02.ndjson",
        *(part for path in beside for part in ("--with", path)),
        "--format",
        "json",
    )
    assert (
        done.status,
        done.json["audit"]["findings"] if "audit" in done.json else done.json["findings"],
    ) == (0, [])


@pytest.mark.slow
def test_the_books_go_through_a_bulk_run_an_upload_and_a_night_as_they_are(books, url, tmp_path):
    bulk = run("bulk", books, "--out", tmp_path / "out", "--format", "json", "--jobs", "1")
    assert (bulk.status, bulk.json["not_audited"]) == (0, [])
    assert bulk.json["wholes"]["ledger"] == {"audited": 2, "kept": 0, "not_audited": 0}
    assert run("upload", "--url", url, *sorted(books.iterdir())).status == 0
    night = run("nightly", "--url", url, "--state", tmp_path / "state.json", "--format", "json")
    assert (night.status, night.json["incomplete"]) == (0, [])
    assert [each["code"] for each in night.json["new"] if each["kind"] != "undetermined"] == []


def test_the_answer_key_names_the_finding_its_ledger_and_its_line(tmp_path):
    key = tmp_path / "key.ndjson"
    done = run(*BASE, "--months", "1", "--fault", "count-wrong", "--answers", key, "--out", tmp_path)
    assert done.status == 0
    (answer,) = lines(key)
    wrong = lines(tmp_path / "L-2026-01.ndjson")[answer["line"] - 1]
    assert (answer["kind"], answer["name"], answer["ledger"]) == (
        "count-wrong",
        "pool-count-differs",
        "L-2026-01",
    )
    assert (wrong["event"], wrong["account"], wrong["amount"]) == (
        "count",
        answer["account"],
        answer["recorded"],
    )
    assert answer["recorded"] == answer["true"] + 300
    assert answer["must"] == [
        {"name": "pool-count-differs", "ledger": "L-2026-01", "line": answer["line"], "session": None}
    ]


@pytest.mark.parametrize(
    ("more", "because"),
    [
        (("--faults", "0.5"), "--ledger takes a whole number of --faults"),
        (("--entries", "30"), "and no --entries or --kind"),
        (("--fault", "nonsense"), "no fault is called nonsense"),
        (("--ruleset", "olympic-cash"), "olympic-cash@2 is for no account of a ledger"),
        (("--tournament",), "--tournament and --ledger are two simulations; ask for one."),
        (("--months", "25"), "25 is not in the range 1<=x<=24"),
    ],
)
def test_what_cannot_be_simulated_is_said_and_nothing_is_written(tmp_path, more, because):
    done = run(*BASE, "--out", tmp_path / "books", *more)
    assert done.status == 2
    assert because in done.err
    assert not (tmp_path / "books").exists()


def test_ledgers_need_a_folder_and_are_asked_for_by_name():
    assert "--ledger needs --out" in run(*BASE).err
    done = run("simulate", "--ruleset", "wsgc-2-4", "--months", "3")
    assert "--months and --out of a --ledger" in done.err
