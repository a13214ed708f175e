"""`auditor watch`: what appears in a folder reaches a real service, and nothing in the folder is lost."""

import gzip
import json
import os
import re
import time

import pytest

from auditor.cli.watched_folder import WatchedFolder, state_of
from tests.cli import kit
from tests.cli.kit import call as run
from tests.cli.watching import CLOSE, QUICK, ended, files, put, sessions, today, watching
from tests.processes import forks
from tests.services import listening

# ------------------------------------------------------------------------ what is taken, and what is not


def test_what_is_taken_moves_and_what_is_refused_has_its_reason_beside_it(drop, url):
    put(drop, "a.ndjson", kit.right())
    put(drop, "b.ndjson.gz", gzip.compress(kit.right(session="s-2")))
    put(drop, "c.ndjson", kit.REFUSED)
    put(drop, "d.ndjson", kit.wrong())  # another file for the session of a.ndjson
    put(drop, "empty.json", b"")
    done = run("watch", drop, "--once", "--url", url, *QUICK)
    assert done.status == 2
    assert "auditor: a.ndjson: warning: Room WA-0417 is not on record." in done.err
    assert files(drop) == [
        "refused/c.ndjson",
        "refused/c.ndjson.refused.txt",
        "refused/d.ndjson",
        "refused/d.ndjson.refused.txt",
        "refused/empty.json",
        "refused/empty.json.refused.txt",
        f"taken/{today()}/a.ndjson",
        f"taken/{today()}/b.ndjson.gz",
    ]
    assert done.lines[0] == f"a.ndjson: created session 1 (3 hands); moved to taken/{today()}/a.ndjson"
    assert "c.ndjson: refused: line 2, hand: found " in done.out
    reason = (drop / "refused/c.ndjson.refused.txt").read_text()
    assert reason.startswith("c.ndjson was not taken: The log was refused: 2 lines cannot be read")
    assert '\nc.ndjson:2: hand: found "one"; expected' in reason.replace("'one'", '"one"')
    assert "\nc.ndjson:3: seats: found no such field; expected" in reason
    conflict = (drop / "refused/d.ndjson.refused.txt").read_text()
    assert "conflict: " in conflict
    assert "s-1" in conflict
    empty = (drop / "refused/empty.json.refused.txt").read_text()
    assert empty.startswith("empty.json was not taken: The file is empty. Expected is a session log: ")
    assert [each["session"] for each in sessions(url)] == ["s-1", "s-2"]
    assert (drop / f"taken/{today()}/a.ndjson").read_bytes() == kit.right()


@pytest.mark.slow
def test_a_conflict_alone_is_1_and_all_taken_is_0(drop, url):
    put(drop, "a.ndjson", kit.right())
    assert run("watch", drop, "--once", "--url", url, *QUICK).status == 0
    put(drop, "b.ndjson", kit.wrong())
    assert run("watch", drop, "--once", "--url", url, *QUICK).status == 1
    assert run("watch", drop, "--once", "--url", url, *QUICK).status == 0


def test_a_log_that_is_on_record_is_taken_too(drop, url, folder):
    run("upload", "--url", url, folder / "right.ndjson")
    put(drop, "again.ndjson", kit.right())
    done = run("watch", drop, "--once", "--url", url, *QUICK)
    assert done.lines == [
        f"again.ndjson: the same as session 1 (3 hands); moved to taken/{today()}/again.ndjson"
    ]


@pytest.mark.slow
def test_nothing_is_overwritten(drop, url):
    for number in range(3):
        put(drop, "log.ndjson.gz", gzip.compress(kit.right(session=f"s-{number}")))
        assert run("watch", drop, "--once", "--url", url, *QUICK).status == 0
        put(drop, "bad.ndjson", b"%d is no log\n" % number)
        assert run("watch", drop, "--once", "--url", url, *QUICK).status == 2
    assert files(drop) == sorted(
        [f"taken/{today()}/log{number}.ndjson.gz" for number in ("", ".2", ".3")]
        + [f"refused/bad{number}.ndjson{end}" for number in ("", ".2", ".3") for end in ("", ".refused.txt")]
    )
    assert [(drop / f"refused/bad{each}.ndjson").read_bytes()[:1] for each in ("", ".2", ".3")] == [
        b"0",
        b"1",
        b"2",
    ]


def test_what_is_no_log_is_named_and_left(drop, url, tmp_path):
    outside = tmp_path / "outside.ndjson"
    outside.write_bytes(kit.right())
    (drop / "link.ndjson").symlink_to(outside)
    (drop / "deep").mkdir()
    put(drop, "letter.pdf", b"%PDF-")
    os.mkfifo(drop / "pipe.ndjson")
    put(drop, f"{'n' * 201}.ndjson", kit.right())
    for name in (".hidden.ndjson", "growing.ndjson.tmp", "growing.ndjson.part"):
        (drop / name).write_bytes(kit.right())
    done = run("watch", drop, "--once", "--url", url, *QUICK)
    assert (done.status, done.err) == (0, "")
    said = dict(line.split(": ", 1) for line in done.lines)
    assert set(said) == {"link.ndjson", "deep", "letter.pdf", "pipe.ndjson", f"{'n' * 201}.ndjson"}
    assert said["link.ndjson"].startswith("left here: it is a symbolic link, which is not followed")
    assert said["deep"].startswith("left here: it is a folder")
    assert said["letter.pdf"].startswith("left here: its name is not that of a log")
    assert said["pipe.ndjson"] == "left here: it is no file"
    assert sessions(url) == []
    assert outside.read_bytes() == kit.right()
    assert (drop / "link.ndjson").is_symlink()


def test_a_name_that_no_line_can_have_is_escaped(drop, url):
    put(drop, "two\nlines.ndjson", kit.right())
    done = run("watch", drop, "--once", "--url", url, *QUICK)
    assert len(done.lines) == 1
    assert done.lines[0].startswith("'two\\nlines.ndjson': created session 1")
    assert files(drop) == [f"taken/{today()}/two\nlines.ndjson"]


def watch_as_nobody(drop, url):
    """Runs in a process of its own: an administrator's account may read everything."""
    run("watch", drop, "--once", "--url", url, *QUICK)  # takes the first file, and imports what it needs
    put(drop, "a.ndjson", kit.right(session="s-2"))
    put(drop, "closed.ndjson", kit.right(session="s-3"))
    (drop / "closed.ndjson").chmod(0o000)
    if os.geteuid() == 0:
        for path in (drop, *drop.rglob("*")):
            os.chown(path, 65534, 65534)
        for parent in drop.parents[:4]:
            parent.chmod(parent.stat().st_mode | 0o011)
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    done = run("watch", drop, "--once", "--url", url, *QUICK, HOME=str(drop), XDG_CONFIG_HOME=str(drop))
    (drop / "said.txt").write_text(f"{done.status}\n{done.out}")


def test_an_unreadable_file_is_named_and_the_others_are_taken(drop, url):
    put(drop, "first.ndjson", kit.right())
    process = forks.Process(target=watch_as_nobody, args=(drop, url))
    process.start()
    process.join(60)
    status, *lines = (drop / "said.txt").read_text().splitlines()
    assert (status, lines) == (
        "2",
        [
            "closed.ndjson: left here: it cannot be read: Permission denied",
            f"a.ndjson: created session 2 (3 hands); moved to taken/{today()}/a.ndjson",
        ],
    )
    assert (drop / "closed.ndjson").exists()


def test_a_log_of_another_room_is_not_sent(drop, url):
    put(drop, "here.ndjson", kit.right())
    put(drop, "there.ndjson", kit.right(room="WA-0001"))
    done = run("watch", drop, "--once", "--room", "WA-0417", "--url", url, *QUICK)
    assert done.status == 2
    reason = (drop / "refused/there.ndjson.refused.txt").read_text()
    assert (
        "there.ndjson:1: room: found 'WA-0001'; expected 'WA-0417', the room of this folder (--room)"
        in reason
    )
    assert [each["room"] for each in sessions(url)] == ["WA-0417"]


def test_json_is_one_line_a_file(drop, url):
    put(drop, "a.ndjson", kit.right())
    put(drop, "c.ndjson", kit.REFUSED)
    done = run("watch", drop, "--once", "--format", "json", "--url", url, *QUICK)
    first, second = (json.loads(line) for line in done.lines)
    assert {key: first[key] for key in ("file", "outcome", "session", "hands", "moved_to", "problems")} == {
        "file": "a.ndjson", "outcome": "created", "session": 1, "hands": 3,
        "moved_to": f"taken/{today()}/a.ndjson", "problems": [],
    }  # fmt: skip
    assert (second["outcome"], second["session"], second["moved_to"]) == ("refused", None, "refused/c.ndjson")
    assert [(each["line"], each["field"]) for each in second["problems"]] == [(2, "hand"), (3, "seats")]


# ------------------------------------------------------------------------ what is still being written


def test_a_log_whose_session_goes_on_is_not_sent(drop, url):
    put(drop, "open.ndjson", kit.right())
    put(drop, "closed.ndjson", kit.right(session="s-2") + CLOSE)
    put(drop, "cut.ndjson.gz", gzip.compress(kit.right(session="s-3") + CLOSE)[:-9])
    put(drop, "torn.ndjson", (kit.right(session="s-4") + CLOSE)[:-2])
    put(drop, "unended.ndjson", (kit.right(session="s-5") + CLOSE)[:-1])  # whole but for its line's end
    put(drop, "no-log.ndjson", b"hello\n")
    done = run("watch", drop, "--once", "--settle", "0.2", "--url", url)
    assert done.status == 2
    assert files(drop) == [
        "cut.ndjson.gz",
        "open.ndjson",
        "refused/no-log.ndjson",
        "refused/no-log.ndjson.refused.txt",
        f"taken/{today()}/closed.ndjson",
        f"taken/{today()}/unended.ndjson",
        "torn.ndjson",
    ]
    assert 'open.ndjson: left here: its last line is no "close", so its session may go on' in done.out
    assert {each["session"] for each in sessions(url)} == {"s-2", "s-5"}


def test_a_log_without_close_is_sent_when_it_is_old_enough(drop, url):
    put(drop, "open.ndjson", kit.right())
    before = time.time() - 700
    os.utime(drop / "open.ndjson", (before, before))
    done = run("watch", drop, "--once", "--settle", "0.2", "--url", url)
    assert (done.status, files(drop)) == (0, [f"taken/{today()}/open.ndjson"])


@pytest.mark.slow
def test_a_file_that_grows_is_sent_when_it_is_whole(drop, tmp_path):
    whole = kit.right(hands=8) + CLOSE.replace(b'"hands":3', b'"hands":8')
    with (
        listening(tmp_path / "store") as url,
        watching(drop, url, "--settle", "1", "--unclosed-after", "600") as process,
    ):
        with (drop / "growing.ndjson").open("wb", buffering=0) as file:
            for line in whole.splitlines(keepends=True):
                file.write(line)
                time.sleep(0.2)
        assert process.stdout.readline().startswith("growing.ndjson: created session 1 (8 hands)")
        assert ended(process)[0] == 0
        assert [each["hands"] for each in sessions(url)] == [8]


def test_a_file_that_is_replaced_while_it_is_sent_stays(drop):
    put(drop, "a.ndjson", kit.right())
    folder = WatchedFolder(drop, settle=0, unclosed=0)
    with folder.locked():
        sent = state_of(os.lstat(drop / "a.ndjson"))
        put(drop, "a.ndjson", kit.wrong())
        assert folder.take("a.ndjson", sent) is None
        assert folder.refuse("a.ndjson", sent, "why") is None
    assert files(drop) == ["a.ndjson"]
    assert (drop / "a.ndjson").read_bytes() == kit.wrong()


# ------------------------------------------------------------------------ links that another one made


@pytest.mark.parametrize("place", ["taken", f"taken/{today()}", "refused"])
def test_no_file_is_moved_through_a_link_that_another_one_made(drop, tmp_path, place):
    """A folder that several can write to: between two files one of them puts a link where files go."""
    outside = tmp_path / "outside"
    outside.mkdir()
    folder = WatchedFolder(drop, settle=0, unclosed=0)
    moves = {"taken": folder.take, "refused": lambda name, state: folder.refuse(name, state, "no log")}
    with folder.locked():
        put(drop, "a.ndjson", kit.right())
        state = state_of(os.lstat(drop / "a.ndjson"))
        planted = drop / place
        if planted.exists():
            planted.rmdir()
        planted.symlink_to(outside, target_is_directory=True)
        move = moves[place.partition("/")[0]]
        with pytest.raises(
            OSError, match=re.escape(f"{place} is no folder (a symbolic link is not followed)")
        ):
            move("a.ndjson", state)
        assert list(outside.iterdir()) == []
        assert (drop / "a.ndjson").read_bytes() == kit.right()
        planted.unlink()
        assert move("a.ndjson", state).read_bytes() == kit.right()
    assert list(outside.iterdir()) == []


def test_a_reason_is_not_written_through_a_link(drop, tmp_path):
    other = tmp_path / "other.txt"
    folder = WatchedFolder(drop, settle=0, unclosed=0)
    with folder.locked():
        put(drop, "a.ndjson", kit.REFUSED)
        (drop / "refused" / "a.ndjson.refused.txt").symlink_to(other)
        moved = folder.refuse("a.ndjson", state_of(os.lstat(drop / "a.ndjson")), "no log")
    assert moved == drop / "refused" / "a.2.ndjson"
    assert (drop / "refused" / "a.2.ndjson.refused.txt").read_text() == "no log"
    assert not other.exists()


def test_a_link_among_the_days_is_named_and_the_log_stays(drop, url, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (drop / "taken").mkdir()
    (drop / "taken" / today()).symlink_to(outside, target_is_directory=True)
    put(drop, "a.ndjson", kit.right())
    done = run("watch", drop, "--once", "--url", url, *QUICK)
    assert done.status == 74
    assert done.lines == [
        f"a.ndjson: kept: taken/{today()} is no folder (a symbolic link is not followed); move it away"
    ]
    assert (drop / "a.ndjson").read_bytes() == kit.right()
    assert list(outside.iterdir()) == []
