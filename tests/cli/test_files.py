"""Files that are whole or not there."""

import os
import stat

import click
import pytest

from auditor.cli.written_files import atomic, writable


def test_a_file_appears_under_its_name_when_it_is_whole(tmp_path):
    path = tmp_path / "x"
    with atomic(path) as stream:
        stream.write(b"new")
        assert not path.exists()
    assert path.read_bytes() == b"new"


def test_what_stood_there_stays_when_anything_goes_wrong(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"old")

    def half():
        with atomic(path) as stream:
            stream.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        half()
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["x"]


def test_permissions_are_those_of_any_new_file_or_of_the_one_before(tmp_path):
    path = tmp_path / "x"
    before = os.umask(0o027)
    try:
        with atomic(path) as stream:
            stream.write(b"1")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o600)
    with atomic(path) as stream:
        stream.write(b"2")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    with atomic(tmp_path / "link") as stream:
        stream.write(b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


@pytest.mark.parametrize("name", ["/dev/null", "/none/x", "."])
def test_what_is_no_place_for_a_file(name, tmp_path):
    from pathlib import Path

    with pytest.raises(click.UsageError):
        writable(Path(name))
