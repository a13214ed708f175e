"""`auditor doctor` on damaged files: altered bytes and truncations are reported, or shown to have changed nothing on record."""

import random
import shutil
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils.utils import sqlite3

from auditor.doctor import CannotExamine, StoreFault, examine
from auditor.doctor.guarded import guarded
from auditor.store.store import FILE
from tests.cli.kit import call, run
from tests.store.test_doctor import alter, sound
from tests.store.what_is_on_record import ALL, EXAMINED, NOT_ON_RECORD, is_off_record

pytestmark = pytest.mark.of_the_file

__all__ = ["sound"]

CASES = 560  # a tenth cut, the others with one byte altered
HEADER = 100  # bytes


@pytest.fixture(scope="module")
def content_before(sound):
    """What the sound store has."""
    assert examine(sound / FILE).sound
    return content(sound / FILE)


@pytest.fixture
def data(sound, tmp_path):
    """A copy of it, to be damaged."""
    shutil.copytree(sound, tmp_path / "data")
    (tmp_path / "data").chmod(0o700)
    return tmp_path / "data"


# ------------------------------------------------------------------------------------------------------ what each one says


def test_a_file_that_was_cut_is_named_with_its_sizes(data, tmp_path):
    size = (data / FILE).stat().st_size
    with (data / FILE).open("r+b") as file:
        file.truncate(40_960)
    why = f"the file ends after 40,960 of {size:,} bytes that its header states"
    for arguments in (
        ("doctor", "--data", data),
        ("verify", "--register", "--data", data),
        ("backup", "--data", data, tmp_path / "copy.sqlite"),
        ("restore", data / FILE, "--data", tmp_path / "restored"),
        ("keys", "list", "--data", data),
        ("serve", "--port", "0", "--data", data),
    ):
        done = call(*arguments)
        assert (done.status, done.out, len(done.err.splitlines())) == (2, "", 1)
        assert f"{why}; restore a backup." in done.err
    assert not (tmp_path / "copy.sqlite").exists()
    (data / FILE).write_bytes(b"SQLite format 3\0")
    assert "the file ends after 16 of the 100 bytes of its header" in call("doctor", "--data", data).err


def test_bytes_that_are_not_text_are_named_and_the_others_are_examined(data):
    alter(
        data,
        "UPDATE sessions SET table_name = CAST(x'54ff' AS TEXT) WHERE id = 1",
        "UPDATE controls SET title = CAST(x'54fe' AS TEXT)",
        "UPDATE returns SET at = CAST(x'54fe' AS TEXT)",
        "UPDATE purges SET by = 'somebody'",
    )
    found = {each.check: each.faults for each in examine(data / FILE).checks}
    of_facts = {(each.table, each.row.partition(" ")[0]) for each in found["register"]}
    assert {
        ("controls", "wa-0417-thirteen,"),
        ("sessions", "1"),
        ("returns", "1"),
        ("purges", "evidence,"),
    } <= of_facts
    assert {r"'T\udcfe'", r"'T\udcff'"} <= {each.found for each in found["register"]}
    done = call("doctor", "--data", data)
    assert (done.status, done.err) == (1, "")
    assert any(
        line.startswith("  returns 1: expected at '") and line.endswith("'T\\udcfe'") for line in done.lines
    )


def test_a_name_that_is_not_text_is_printed_with_its_bytes(data):
    alter(data, "UPDATE keys SET id = CAST(x'1b5b33316d4141ff' AS TEXT) WHERE id = 'aaaaaaaa'")
    done = call("doctor", "--data", data)
    assert (done.status, done.err) == (1, "")
    assert r"\x1b[31mAA\xff" in done.out
    assert "\x1b" not in done.out
    (rows,) = [
        each
        for each in call("doctor", "--data", data, "--format", "json").json["checks"]
        if each["check"] == "register"
    ]
    assert ("keys", r"\x1b[31mAA\xff") in {(each["table"], each["row"]) for each in rows["faults"]}


def test_a_word_that_is_not_known_is_named(data):
    """A kind of fact in the register, whose record still is JSON."""
    alter(
        data,
        "UPDATE register SET record = replace(record, 'audit.asked', 'zaudit') WHERE kind = 'audit.asked'",
    )
    with closing(sqlite3.connect(data / FILE)) as conn:
        (entry,) = conn.execute("SELECT entry FROM register WHERE kind = 'zaudit'").fetchone()
    faults = next(each for each in examine(data / FILE).checks if each.check == "register").faults
    assert (f"{entry}", "a word that it does not know: 'zaudit'") in {
        (each.row, each.found) for each in faults
    }


def test_json_that_is_none_is_named_and_later_entries_are_examined(data):
    alter(
        data,
        "PRAGMA ignore_check_constraints = ON",
        "UPDATE purges SET year_ends = 'never'",
        "UPDATE rooms SET terms = '[' || terms",
    )
    found = {each.check: each.faults for each in examine(data / FILE).checks}
    (purge, *_) = found["purges"]
    assert (purge.table, purge.row) == ("purges", "1")
    assert "never" in purge.found
    assert ("rooms", "WA-0417") in {(each.table, each.row) for each in found["register"]}
    assert "purges" in {each.table for each in found["register"]}


@pytest.mark.parametrize(
    ("statement", "check", "table", "row"),
    [
        ("UPDATE sqlite_master SET sql = replace(sql, 'size > 0', 'size > 1') WHERE name = 'checkpoints'",
         "schema", "checkpoints", "checkpoints"),
        ("UPDATE _sqlite_migrations SET migration_set = 'others' WHERE name LIKE '0014%'",
         "migrations", "_sqlite_migrations", "0014_seals"),
        ("UPDATE checkpoints SET note = replace(note, substr(note, -12, 4), 'AAAA') WHERE id = 3",
         "register", "checkpoints", "3"),
    ],
)  # fmt: skip
def test_what_no_fact_makes_is_compared(data, statement, check, table, row):
    """Found by altered bytes, each of which nobody reported: tables as they were made, and signatures of earlier checkpoints."""
    alter(data, "PRAGMA writable_schema = ON", statement)
    found = {
        each.check: {(fault.table, fault.row) for fault in each.faults}
        for each in examine(data / FILE).checks
    }
    assert table in {named for named, _ in found[check]}
    assert row is None or (table, row) in found[check]


def test_a_file_that_sqlite_would_not_write_to_is_named(data):
    with (data / FILE).open("r+b") as file:
        file.seek(18)
        file.write(bytes([9]))
    (fault,) = next(each for each in examine(data / FILE).checks if each.check == "database").faults
    assert (fault.expected, fault.found) == (
        "a file that SQLite writes to (version 1 or 2 in its header)",
        "version 9",
    )


def test_what_could_not_be_examined_keeps_no_cursor_open(data):
    with closing(sqlite3.connect(data / FILE, isolation_level=None)) as conn:

        def broken():
            rows = conn.execute("SELECT entry FROM register ORDER BY entry")
            for (number,) in rows:
                yield StoreFault("register", f"{number}", "this", "that")
                raise KeyError("xyz")

        found = list(guarded("register", "", broken()))
        assert [each.found for each in found] == ["that", "a word that it does not know, or lacks: 'xyz'"]
        conn.execute("VACUUM")  # which an open cursor keeps from its work


# ------------------------------------------------------------------------------------------------------------ what may happen


@pytest.mark.sampled(37)
@pytest.mark.parametrize("seed", range(CASES))
def test_damage_is_reported_or_changes_nothing_on_record(data, content_before, seed):
    file = data / FILE
    words = damage(file, random.Random(seed), seed)
    if not is_reported(file):
        changed = differing(content_before, content(file))
        assert {cell for cell in changed if not is_off_record(*cell)} == set(), words


@pytest.mark.slow
@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(0, 30, 3))
def test_commands_on_damaged_stores_end_in_plain_words(data, tmp_path, seed):
    words = damage(data / FILE, random.Random(seed), seed)
    for arguments in (
        ("doctor", "--data", data),
        ("doctor", "--data", data, "--format", "json"),
        ("verify", "--register", "--data", data),
        ("backup", "--data", data, tmp_path / "copy.sqlite"),
        ("restore", data / FILE, "--data", tmp_path / "restored"),
        ("restore", data / FILE, "--data", tmp_path / "restored-all-the-same", "--damaged"),
        ("keys", "list", "--data", data),
    ):
        done = call(*arguments)
        assert done.status in (0, 1, 2, 74), (words, arguments, done.err)
        assert "broke down" not in done.err
        assert "Traceback" not in done.err


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", [0, 1, 2, 4, 5])
def test_the_command_itself_ends_in_plain_words(data, seed):
    words = damage(data / FILE, random.Random(seed), seed)
    done = run("doctor", "--data", data)
    assert done.status == (2 if done.err else 1 if " fault" in done.out else 0), words
    assert (done.err.count("\n"), done.out) == (1, "") if done.status == 2 else done.err == ""
    assert "broke down" not in done.err


def test_every_table_is_on_record_or_has_a_reason_why_not(content_before):
    tables = content_before.keys() - {"sqlite_master"}
    assert tables == EXAMINED | NOT_ON_RECORD.keys()
    assert {table for table in NOT_ON_RECORD if NOT_ON_RECORD[table][0] is ALL} & EXAMINED == set()
    for table, (columns, _) in NOT_ON_RECORD.items():
        assert (columns or set()) <= set(content_before[table][0]), table


# ------------------------------------------------------------------------------------------------------------------ damage


def damage(file: Path, rng: random.Random, case: int) -> str:
    """Cut a file, or alter one byte of it. What was done, in words: of ten cases six alter a byte that is not zero."""
    sqlite3.connect(file).close()  # `OpenedStores` sees that the test alters it
    body = bytearray(file.read_bytes())
    if case % 10 == 0:
        size = rng.randrange(len(body))
        file.write_bytes(body[:size])
        return f"cut after {size:,} bytes"
    match case % 10:
        case 1:
            at = rng.randrange(HEADER)
        case 2:  # the head of a page, with what it is of and how much it has
            at = 4096 * rng.randrange(len(body) // 4096) + rng.randrange(40)
        case 3:
            at = rng.randrange(len(body))
        case _:  # most of a small store's file is unused
            at = rng.choice([place for place, byte in enumerate(body) if byte])
    before, after = body[at], body[at] ^ rng.randrange(1, 256)
    body[at] = after
    file.write_bytes(body)
    return f"byte {at:,} from {before} to {after}"


def is_reported(file: Path) -> bool:
    """Whether the doctor says that something is wrong. Whatever else it raises fails the test."""
    try:
        return not examine(file).sound
    except CannotExamine:
        return True


def content(file: Path) -> dict[str, list[tuple]]:
    """Every row of every table after the names of its columns, byte for byte; and the schema, whatever its spacing is."""
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as conn:
        conn.text_factory = bytes
        schema = conn.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
        found = {
            "sqlite_master": [
                ("type", "name", "tbl_name", "sql"),
                *(tuple(map(spaced, row)) for row in schema),
            ]
        }
        for kind, name, *_ in schema:
            if kind == b"table":
                table = name.decode()
                info = conn.execute(f"SELECT name FROM pragma_table_xinfo('{table}')").fetchall()
                columns = [column.decode() for (column,) in info]
                values = ", ".join(f'"{column}", typeof("{column}")' for column in columns)
                rows = conn.execute(f"SELECT {values} FROM {table} NOT INDEXED").fetchall()
                found[table] = [
                    tuple(columns),
                    *(tuple(zip(row[::2], row[1::2], strict=True)) for row in rows),
                ]
    return found


def spaced(text: bytes | None) -> bytes | None:
    """A text with single spaces, as SQLite reads it."""
    return text and b" ".join(text.split())


def differing(before: dict[str, list[tuple]], after: dict[str, list[tuple]]) -> set[tuple[str, str]]:
    """(table, column) of each cell that is another one; where rows are missing or added, with "rows" for the column."""
    found = set()
    for table in before.keys() | after.keys():
        old, new = before.get(table, [()]), after.get(table, [()])
        if old[0] != new[0] or len(old) != len(new):
            found.add((table, "rows"))
            continue
        for row, other in zip(old[1:], new[1:], strict=True):
            found |= {
                (table, name) for name, *cells in zip(old[0], row, other, strict=True) if cells[0] != cells[1]
            }
    return found
