"""Services on one database have the same keys: a data folder without them, or with others, is refused before it signs."""

import os
import shutil
from contextlib import closing

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.store import Store
from auditor.store.connections_of import has_store, name_of_store
from auditor.store.register_key import UnusableKey, load
from auditor.store.register_rotation import hand_over
from auditor.store.register_signing import UnsignedEntries
from auditor.store.service_clock import now
from tests.cli.kit import call

pytestmark = pytest.mark.slow

KEYS = ("people.key", "redaction.key", "register.key", "sign_ins.key")


@pytest.fixture
def folders(postgresql, monkeypatch, tmp_path):
    """Two data folders for one database, the first of which a service made."""
    postgresql.name(monkeypatch, tmp_path / "a")
    Store(tmp_path / "a").close()
    (tmp_path / "b").mkdir(mode=0o700)
    return tmp_path / "a", tmp_path / "b"


def share(source, target, names=KEYS):
    for name in names:
        shutil.copy(source / name, target / name)


def test_the_first_service_makes_the_keys_and_another_folder_without_them_is_refused(folders):
    first, second = folders
    assert {*KEYS} <= {each.name for each in first.iterdir()}
    with pytest.raises(
        UnusableKey, match=r"lacks its keys \(people.key, redaction.key, register.key, sign_ins.key\)"
    ):
        Store(second)
    assert not (second / "register.key").exists()
    share(first, second, KEYS[1:])
    with pytest.raises(UnusableKey, match=r"lacks its keys \(people.key\)"):
        Store(second)
    share(first, second)
    with closing(Store(second)) as store:
        assert store.register_key.secret == Store(first).register_key.secret


def test_another_key_is_refused_until_its_replacement_is_stated(folders):
    first, second = folders
    share(first, second)
    (second / "redaction.key").write_text("ab" * 32)
    with pytest.raises(
        UnusableKey, match=r"has other keys than the store in the database \(redaction.key\)"
    ) as refused:
        Store(second)
    statement = "DELETE FROM auditor.shared_keys WHERE name = 'redaction.key'"
    assert statement in f"{refused.value}"
    with closing(Store(first)) as store:
        store.connections.db.execute(statement)
    Store(second).close()
    with pytest.raises(UnusableKey, match=r"other keys .* \(redaction.key\)"):
        Store(first)


def test_what_one_service_writes_the_other_reads_and_goes_on_with(folders):
    first, second = folders
    share(first, second)
    with closing(Store(first)) as one, closing(Store(second)) as other:
        names = ["first", "second", "third", "fourth"]
        for store, name in zip((one, other, one, other), names, strict=True):
            keys.make(store, NewKey("room", name, rooms=("WA-0417",)))
            assert store.signing.trouble is None
        assert [each.name for each in one.keys.all()] == [each.name for each in other.keys.all()] == names
        assert one.register.size() == other.register.size() == 4


def test_a_command_with_a_slip_in_the_folder_s_name_makes_none(folders, tmp_path):
    first, second = folders
    assert has_store(first)
    assert not has_store(second)
    for command in (
        ["people", "list"],
        ["purge"],
        ["keys", "list"],
        ["audits", "preview", "--engine"],
    ):
        ended = call(*command, "--data", tmp_path / "slip", AUDITOR_STORE=os.environ["AUDITOR_STORE"])
        assert ended.status == 2, command
        assert "is not the data folder of a service" in ended.err.replace("\n", " "), command
    assert not (tmp_path / "slip").exists()


def test_the_name_of_a_database_has_no_password(monkeypatch, tmp_path):
    monkeypatch.setenv("AUDITOR_STORE", "postgresql://auditor:secret@host:5433/kept?sslmode=require")
    assert name_of_store(tmp_path) == "postgresql://host:5433/kept"
    monkeypatch.delenv("AUDITOR_STORE")
    assert name_of_store(tmp_path) == f"{tmp_path / 'auditor.sqlite'}"


def test_after_a_handover_the_other_folders_need_the_new_key(folders):
    first, second = folders
    share(first, second)
    with closing(Store(first)) as one, closing(Store(second)) as other:
        keys.make(one, NewKey("room", "first", rooms=("WA-0417",)))
        made = hand_over(one, now())
        assert load(first).verifier == made.after
        with pytest.raises(UnsignedEntries, match="was handed over to another key than"):
            keys.make(other, NewKey("room", "second", rooms=("WA-0417",)))
        share(first, second, ["register.key"])
        keys.make(other, NewKey("room", "third", rooms=("WA-0417",)))
        assert other.register_key.verifier == made.after
        keys.make(one, NewKey("room", "fourth", rooms=("WA-0417",)))
        assert [each.name for each in one.keys.all()] == ["first", "third", "fourth"]
        assert [each.verifier for each in (one.register_key, other.register_key)] == [made.after] * 2
    Store(second).close()
