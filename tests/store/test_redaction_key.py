"""The key of redacted editions: made once, for its owner alone, and never guessed at."""

import stat

import pytest

from auditor.errors import UnusableRedactionKey
from auditor.store.redaction_key import FILE, load_or_make
from auditor.store.secret_files import make_once


def test_the_key_is_made_once_and_read_by_its_owner_alone(tmp_path):
    made = load_or_make(tmp_path)
    assert len(made) == 32
    assert load_or_make(tmp_path) == made
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == [FILE]
    other = tmp_path / "other"
    other.mkdir()
    assert load_or_make(other) != made


def test_the_first_of_two_that_make_a_secret_stays(tmp_path):
    assert make_once(tmp_path / FILE, "11" * 32)
    assert not make_once(tmp_path / FILE, "22" * 32)
    assert load_or_make(tmp_path) == b"\x11" * 32


@pytest.mark.parametrize("text", ["", "no key", "ab" * 31, "ab" * 33, "é"])
def test_a_file_that_is_no_key_is_named_and_left_alone(tmp_path, text):
    (tmp_path / FILE).write_text(text, "utf-8")
    with pytest.raises(UnusableRedactionKey, match="is not the key of redacted editions"):
        load_or_make(tmp_path)
    assert (tmp_path / FILE).read_text("utf-8") == text


def test_a_key_that_cannot_be_read_is_named(tmp_path):
    (tmp_path / FILE).mkdir()
    with pytest.raises(UnusableRedactionKey, match="cannot be read or written"):
        load_or_make(tmp_path)
