"""The last signature that is kept beside the key: one that covers more stays, whoever wrote it."""

import pytest

from auditor.register.register_checkpoints import Checkpoint, signed
from auditor.register.register_notes import new_signer
from auditor.register.tree import EMPTY_ROOT
from auditor.store.register_head import FILE, RegisterHead, UnusableHead, put_head, read_head

KEY = new_signer("cardroom.example/a", b"\x01" * 32)


def head(size):
    note = bytes(signed(Checkpoint(KEY.name, size, EMPTY_ROOT), KEY)).decode()
    return RegisterHead.of(KEY.verifier, note)


def test_a_later_signature_of_another_process_stays(tmp_path):
    mine = head(5)
    put_head(tmp_path, mine)
    put_head(tmp_path, head(9), mine)
    assert read_head(tmp_path) == head(9)
    put_head(tmp_path, head(7), mine)  # this process knows the one of 5 alone
    assert read_head(tmp_path) == head(9)


def test_an_altered_file_is_not_taken_for_the_known_one(tmp_path):
    mine = head(5)
    put_head(tmp_path, mine)
    path = tmp_path / FILE
    path.write_text(path.read_text().replace("\n5\n", "\n6\n"))
    with pytest.raises(UnusableHead):
        read_head(tmp_path)
    put_head(tmp_path, head(8), mine)
    assert read_head(tmp_path) == head(8)


def test_a_folder_without_the_file_gets_it(tmp_path):
    put_head(tmp_path, head(5), head(4))
    assert read_head(tmp_path) == head(5)
