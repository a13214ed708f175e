"""Where commands have their key from, and what they say where it does not do."""

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.store import Store
from tests.cli.kit import call
from tests.services import listening


@pytest.fixture
def guarded(tmp_path):
    """The address of a service that wants keys, and one of a room's staff."""
    with listening(tmp_path / "store", open_to_all=False) as url:
        store = Store(tmp_path / "store")
        yield url, keys.make(store, NewKey("room", "Dana Reyes", rooms=("WA-0417",)))[1]
        store.close()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "config" / "cardroom-auditor" / "key"
    path.parent.mkdir(parents=True)
    return path


def upload(folder, url, **env):
    return call(
        "upload", folder / "right.ndjson", "--url", url, XDG_CONFIG_HOME=str(folder / "config"), **env
    )


def test_a_key_comes_from_the_environment(folder, guarded):
    url, key = guarded
    done = upload(folder, url, AUDITOR_KEY=f" {key}\n")
    assert (done.status, "created session 1" in done.out) == (0, True), done.err


@pytest.mark.parametrize("named", [True, False])
def test_a_key_comes_from_a_file_that_only_its_owner_reads(folder, guarded, file, named):
    url, key = guarded
    path = folder / "dana.key" if named else file
    path.write_text(f"{key}\n", "ascii")
    more = {"AUDITOR_KEY_FILE": str(path)} if named else {}
    path.chmod(0o640)
    done = upload(folder, url, **more)
    assert (done.status, done.out) == (2, "")
    assert f"{path} can be read by others than its owner (mode 640)" in done.err
    assert f"chmod 600 {path}" in done.err
    path.chmod(0o600)
    done = upload(folder, url, **more)
    assert (done.status, "created session 1" in done.out) == (0, True), done.err


def test_the_environment_goes_before_the_file(folder, guarded, file):
    url, key = guarded
    file.write_text("cra_of_another_service", "ascii")
    file.chmod(0o600)
    assert upload(folder, url, AUDITOR_KEY=key).status == 0


def test_it_says_what_to_do_without_a_key_or_with_a_wrong_one(folder, guarded, file):
    url, _ = guarded
    done = upload(folder, url)
    assert done.status == 2
    assert "needs a key" in done.err
    assert f"from AUDITOR_KEY, or from AUDITOR_KEY_FILE or {file} (mode 600)" in done.err
    done = upload(folder, url, AUDITOR_KEY="cra_aaaaaaaa_x")
    assert "The key is not one of this service" in done.err
    done = upload(folder, url, AUDITOR_KEY_FILE=str(folder / "nowhere"))
    assert (done.status, "nowhere, which does not exist" in done.err) == (2, True)
    file.write_text("two\nlines", "ascii")
    file.chmod(0o600)
    done = upload(folder, url)
    assert (done.status, f"{file} has no key: one line is expected" in done.err) == (2, True)


def test_every_command_that_asks_a_service_sends_it(folder, guarded):
    url, key = guarded
    for words in (
        ("rooms",),
        ("audits", "again", "1", "--known", "now"),
        ("nightly", "--state", folder / "state"),
    ):
        without = call(*words, "--url", url, XDG_CONFIG_HOME=str(folder))
        assert "needs a key" in without.err, words
        done = call(*words, "--url", url, XDG_CONFIG_HOME=str(folder), AUDITOR_KEY=key)
        assert "key." not in done.err or "A key of the role room may not" in done.err, (words, done.err)


def test_no_option_takes_a_key(folder, guarded):
    url, key = guarded
    done = call("upload", folder / "right.ndjson", "--url", url, "--key", key)
    assert (done.status, "No such option" in done.err) == (2, True)
