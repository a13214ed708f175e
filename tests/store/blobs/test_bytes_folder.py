"""Bytes in a folder: put and got, whole after a kill, erased only where nobody needs them."""

import datetime as dt
import hashlib
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.store.blobs.bytes_folder import BytesFolder
from auditor.store.blobs.bytes_place import BytesUnavailable

DAY = dt.timedelta(days=1)
# Puts bytes of a growing size one after another, and says each digest once it was put.
PUTS = """
import hashlib, sys
from pathlib import Path
from auditor.store.blobs.bytes_folder import BytesFolder
place = BytesFolder(Path(sys.argv[1]))
for number in range(300):
    body = f"{sys.argv[2]} {number} ".encode() * 5_000
    sha256 = hashlib.sha256(body).hexdigest()
    place.put(sha256, body)
    print(sha256, flush=True)
"""


def digest(body):
    return hashlib.sha256(body).hexdigest()


@pytest.fixture
def place(tmp_path):
    made = BytesFolder(tmp_path / "bytes")
    made.claim("register.example/1")
    return made


@given(st.lists(st.tuples(st.sampled_from(["put", "erase", "keep"]), st.binary(max_size=40))))
@settings(max_examples=50, deadline=None)
def test_what_is_put_and_not_erased_is_got(steps):
    with TemporaryDirectory() as folder:
        place = BytesFolder(Path(folder) / "bytes")
        place.claim("register.example/1")
        there = {}
        for step, body in steps:
            sha256 = digest(body)
            if step == "erase":
                assert place.erase(sha256, lambda: False)
                there.pop(sha256, None)
            else:
                found = place.put(sha256, body) if step == "put" else keep(place, body)
                assert found == there.get(sha256)
                there[sha256] = body
            assert place.get(sha256) == there.get(sha256)
        assert {each.sha256: each.size for each in place.blobs()} == {
            sha256: len(body) for sha256, body in there.items()
        }
        assert BytesFolder(place.path).owner() == "register.example/1"


def keep(place, body):
    with place.keeping({digest(body): body}) as found:
        return found[digest(body)]


@pytest.mark.slow
def test_killed_in_the_midst_of_puts_nothing_is_half_and_what_was_put_is_there(place):
    put = []
    for turn in range(6):
        process = subprocess.Popen(
            [sys.executable, "-c", PUTS, place.path, f"{turn}"], stdout=subprocess.PIPE, text=True
        )
        put += [process.stdout.readline().strip() for _ in range(3 + turn)]
        process.send_signal(signal.SIGKILL)
        put += process.stdout.read().split("\n")[:-1]
        process.wait()
    found = Counter(each.sha256 for each in place.blobs())
    assert set(put) <= set(found)
    assert {digest(place.get(each)) == each for each in found} == {True}
    place.tidy(dt.datetime.now(dt.UTC) + DAY)
    left = {each.name for each in place.path.glob("??/*")}
    assert left == {*found, ".lock"} - ({".lock"} - left)


def test_partial_files_of_a_day_are_removed_and_younger_ones_are_left(place):
    place.put(digest(b"a"), b"a")
    partial = place.path / digest(b"a")[:2] / ".1234.partial"
    partial.write_bytes(b"half")
    place.tidy(dt.datetime.now(dt.UTC) - DAY)
    assert partial.exists()
    os.utime(partial, (0, 0))
    place.tidy(dt.datetime.now(dt.UTC) - DAY)
    assert not partial.exists()
    assert place.get(digest(b"a")) == b"a"


def test_put_renews_old_bytes_so_that_no_cleaning_takes_them(place):
    place.put(digest(b"old"), b"old")
    file = place.path / digest(b"old")[:2] / digest(b"old")
    os.utime(file, (0, 0))
    before = dt.datetime.now(dt.UTC) - DAY
    assert place.put(digest(b"old"), b"old") == b"old"
    assert not place.erase(digest(b"old"), lambda: False, before)
    os.utime(file, (0, 0))
    assert place.erase(digest(b"old"), lambda: False, before)


def test_nobody_erases_what_an_upload_is_about_to_state(place):
    body, done, said = b"needed", [], []
    sha256 = digest(body)
    stated = threading.Event()

    def erase():
        done.append(place.erase(sha256, stated.is_set))

    with place.keeping({sha256: body}):
        eraser = threading.Thread(target=erase)
        eraser.start()
        eraser.join(0.2)
        said.append((eraser.is_alive(), place.get(sha256)))
        stated.set()  # the commit
    eraser.join()
    assert said == [(True, body)]
    assert (done, place.get(sha256)) == ([False], body)


def test_errors_of_the_disk_are_said_in_words(place, tmp_path):
    shard = place.path / digest(b"a")[:2]
    shard.write_bytes(b"a file in the place of a folder")
    with pytest.raises(BytesUnavailable, match="the folder that AUDITOR_BYTES names cannot be"):
        place.put(digest(b"a"), b"a")
    missing = BytesFolder(tmp_path / "no" / "such")
    with pytest.raises(BytesUnavailable, match="is not there, or is another one"):
        missing.claim("register.example/1")
    assert missing.owner() is None
