"""`auditor import` of the files of two players of a table: each hand is in one log."""

import json

from tests.cli.kit import call as run
from tests.importing.histories.field_files import FIELD

FIRST, SECOND = (FIELD / "pair" / f"{each}-players-file.txt" for each in ("first", "second"))


def imported(tmp_path, *files):
    """What the command says of files of a room in New York."""
    key = tmp_path / "room.key"
    key.write_bytes(b"a secret of the room, 32 bytes..")
    stated = ("--room", "EE-001", "--zone", "America/New_York", "--currency", "USD", "--key", key)
    return run("import", *files, "-o", tmp_path, *stated)


def numbers(path):
    """The numbers of a log's hands."""
    rows = map(json.loads, path.read_text("utf-8").splitlines())
    return [row["hand"] for row in rows if row["event"] == "pot_hand"]


def test_hands_of_two_players_files_are_in_one_log_each(tmp_path):
    done = imported(tmp_path, FIRST, SECOND)
    one, other = (tmp_path / f"EE-001-pokerstars-{number}.ndjson" for number in (501, 504))
    assert (done.status, done.lines) == (0, [f"{one}: written", f"{other}: written"])
    assert (numbers(one), numbers(other)) == ([501, 502, 503], [504])
    assert done.err.splitlines() == [
        f'{SECOND}:line {line}: note: hand {number}: found a hand that the log of session "pokerstars-501" has; expected '
        "each hand in one log. It is left out. Nothing needs to be done."
        for line, number in ((1, 502), (19, 503))
    ]


def test_a_later_command_leaves_out_hands_of_the_logs_in_its_folder(tmp_path):
    first = imported(tmp_path, FIRST)
    (tmp_path / "of-another-kind.ndjson").write_bytes(b"no log\n")
    second = imported(tmp_path, SECOND)
    one, other = (tmp_path / f"EE-001-pokerstars-{number}.ndjson" for number in (501, 504))
    assert (first.status, second.status, second.lines) == (0, 0, [f"{other}: written"])
    assert (numbers(one), numbers(other)) == ([501, 502, 503], [504])
    again = imported(tmp_path, FIRST, SECOND)
    assert again.lines == [f"{one}: is there already, the same", f"{other}: is there already, the same"]


def test_a_file_that_is_named_twice_gives_one_log(tmp_path):
    done = imported(tmp_path, FIRST, FIRST)
    log = tmp_path / "EE-001-pokerstars-501.ndjson"
    assert (done.status, done.lines) == (0, [f"{log}: written", f"{log}: is there already, the same"])
    assert done.err == ""
