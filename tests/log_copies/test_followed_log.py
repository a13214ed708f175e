"""`auditor follow`: a copy of a service's log elsewhere, verified over HTTP, and what it says of logs that went back."""

import json
import threading
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.log_copies.copy_folder import CopyFolder
from auditor.register import register_checkpoints, tiles
from auditor.register.register_notes import new_signer, verifier
from auditor.store import Store
from auditor.store.register_head import FILE as HEAD
from auditor.store.register_key import begin_next
from tests import altered_stores
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.log_copies.test_exported_log import content, hold
from tests.services import application, empty_store, listening


@pytest.fixture
def data(tmp_path):
    """A folder with a log of more than a bundle."""
    empty_store(tmp_path / "data")
    enter(tmp_path / "data", 300)
    return tmp_path / "data"


def enter(data, times, reason="case 12"):
    with closing(Store(data)) as store:
        hold(store, reason, times)


def follow(data, copy, *options, **env):
    """Follow a service over a folder, once."""
    with listening(data) as url:
        return call("follow", url, "--output", copy, *options, **env)


def copied(copy):
    """Key and last checkpoint of a copy."""
    key = verifier(json.loads((copy / "log.json").read_bytes())["key"])
    return key, register_checkpoints.seen((copy / "checkpoint").read_bytes(), key).checkpoint


def put_back(older, data):
    """Put an older store in place, without what is kept beside the key."""
    (data / HEAD).unlink()
    altered_stores.put_back(older, data)


def test_the_tiles_of_a_service_are_copied_and_each_later_run_adds_what_came(data, tmp_path):
    copy = tmp_path / "copy"
    first = follow(data, copy)
    key, at_first = copied(copy)
    assert (first.status, first.err) == (0, "")
    assert first.lines == [
        f"{copy}: {at_first.size:,} entries of {key.name}, all new. Root {at_first.root.hex()}",
        f"Signed by {key}",
    ]
    enter(data, 250)
    later = follow(data, copy, "--format", "json")
    _, now = copied(copy)
    assert now.size == at_first.size + 250
    assert later.json == {
        "log": {"name": key.name, "before": at_first.size, "size": now.size, "root": now.root.hex()},
        "key": str(key), "records": None,
    }  # fmt: skip
    with closing(Store(data)) as store:
        assert f"{store.register_key.verifier}" == f"{key}"
        for each in (*tiles.tiles_of(now.size), *(tiles.at(None, index, now.size) for index in range(3))):
            assert (copy / "tile" / each.path).read_bytes() == store.register.tile(each), each.path
    assert not any(path.startswith(("records/", "parts/", "bytes/")) for path in content(copy))
    quiet = follow(data, copy, "--quiet")
    assert (quiet.status, quiet.out) == (0, "")


def test_a_log_that_went_back_is_named_with_both_sizes_until_somebody_looks(data, tmp_path):
    copy, older = tmp_path / "copy", tmp_path / "older"
    altered_stores.kept_aside(data, older)
    enter(data, 40)
    assert follow(data, copy).status == 0
    had, (_, signed) = content(copy), copied(copy)
    put_back(older, data)
    for _ in range(2):
        done = follow(data, copy)
        with closing(Store(data)) as store:
            size = store.register.size()
        words = f"auditor: Rolled back: the log has {size:,} entries, and {copy} has {signed.size:,} that its key signed."
        assert (done.status, done.out, done.err.startswith(words)) == (1, "", True), done.err
        assert content(copy) == had


def test_a_fork_is_named_with_both_sizes(data, tmp_path):
    copy, older = tmp_path / "copy", tmp_path / "older"
    altered_stores.kept_aside(data, older)
    enter(data, 40)
    assert follow(data, copy).status == 0
    had, (_, signed) = content(copy), copied(copy)
    put_back(older, data)
    enter(data, 60, "another one")
    done = follow(data, copy)
    words = (
        f"entries, and its first {signed.size:,} are not those that {copy} has of it. The copy stays as it is"
    )
    assert (done.status, done.err.startswith("auditor: Forked: the log has 3"), words in done.err) == (
        1,
        True,
        True,
    )
    assert content(copy) == had


def test_a_log_that_lost_all_its_entries_is_named(data, tmp_path):
    copy = tmp_path / "copy"
    with serving_answers({}) as url:
        key = new_signer("log.example/1", b"\x07" * 32)
        state = {"name": key.name, "key": str(key.verifier), "checkpoint": None}
        _answers["/v1/register"] = json.dumps(state).encode()
        empty = call("follow", url, "--output", copy)
        assert (empty.status, empty.out) == (0, "The log log.example/1 has no entry yet.\n")
        assert follow(data, tmp_path / "other").status == 0
        theirs = json.loads((tmp_path / "other" / "log.json").read_bytes())["key"]
        _answers["/v1/register"] = json.dumps(
            state | {"name": theirs.partition("+")[0], "key": theirs}
        ).encode()
        done = call("follow", url, "--output", tmp_path / "other")
    assert (done.status, "Rolled back: the log has 0 entries" in done.err) == (1, True)


def test_a_folder_of_another_log_is_refused_and_left_as_it_was(data, tmp_path):
    empty_store(tmp_path / "elsewhere")
    enter(tmp_path / "elsewhere", 3)
    copy = tmp_path / "copy"
    assert follow(tmp_path / "elsewhere", copy).status == 0
    had, (key, _) = content(copy), copied(copy)
    done = follow(data, copy)
    assert (done.status, f"and the one to be copied is {key.name}. Name another folder." in done.err) == (
        2,
        True,
    )
    assert content(copy) == had


def test_a_log_with_another_name_after_an_accepted_loss_is_another_log(data, tmp_path):
    copy = tmp_path / "copy"
    assert follow(data, copy).status == 0
    key, _ = copied(copy)
    begin_next(data, key.name)
    (data / HEAD).unlink()
    altered_stores.forget_keys(data)
    enter(data, 1)
    done = follow(data, copy)
    assert (done.status, done.err.startswith(f"auditor: This is the log {key.name}/2, and the one")) == (
        2,
        True,
    )


def test_the_key_that_was_stated_has_to_sign(data, tmp_path):
    other = new_signer("elsewhere.example/register", b"\x07" * 32).verifier
    done = follow(data, tmp_path / "copy", "--key", str(other))
    assert (done.status, f"the one to be copied is {other.name}" in done.err) == (2, True)
    assert not (tmp_path / "copy").exists()
    with closing(Store(data)) as store:
        mine = store.register_key.verifier
    false = new_signer(mine.name, b"\x07" * 32).verifier
    done = follow(data, tmp_path / "copy", "--key", str(false))
    assert (
        done.status,
        done.err.startswith(f"auditor: Another key: the log {mine.name} is signed with"),
    ) == (1, True)
    nonsense = follow(data, tmp_path / "copy", "--key", "abc")
    assert (nonsense.status, "--key: A public key is written NAME+ID+KEY" in nonsense.err) == (2, True)
    assert follow(data, tmp_path / "copy", "--key", str(mine)).status == 0


# --- records ----------------------------------------------------------------------------------------------------------


def test_the_records_that_a_key_may_read_are_copied_with_the_nonces_that_open_them(tmp_path):
    data, copy = tmp_path / "data", tmp_path / "copy"
    with application(data) as app:
        put_room(app.test_client())
        put_room(app.test_client(), "WA-0500")
        _, key = keys.make(app.extensions["auditor"].store, NewKey("room", "Dana Reyes", rooms=["WA-0417"]))
    with listening(data, open_to_all=False) as url:
        refused = call("follow", url, "--output", copy, "--records", XDG_CONFIG_HOME=str(tmp_path))
        assert (refused.status, "This address needs a key" in refused.err) == (2, True)
        done = call("follow", url, "--output", copy, "--records", AUDITOR_KEY=key)
        assert (done.status, done.lines[-1]) == (0, "1 records that the key may read")
        lines = [json.loads(line) for line in (copy / "records" / "000.ndjson").read_text().splitlines()]
        assert [
            (json.loads(each["record"])["kind"], json.loads(each["record"])["rooms"]) for each in lines
        ] == [("room.terms", ["WA-0417"])]
        again = content(copy)
        assert call("follow", url, "--output", copy, "--records", AUDITOR_KEY=key).status == 0
        assert content(copy) == again


# --- services that are none, or not the one ---------------------------------------------------------------------------

_answers = {}


@contextmanager
def serving_answers(answers):
    """Something that answers with bytes by path, and 404 otherwise."""
    _answers.clear()
    _answers.update(answers)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            body = _answers.get(self.path)
            self.send_response(404 if body is None else 200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(body or b"{}")

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_an_address_of_no_service_is_said_to_be_none(tmp_path):
    copy = tmp_path / "copy"
    assert call("follow", "nonsense", "--output", copy).status == 2
    nobody = call("follow", "http://127.0.0.1:9", "--output", copy)
    assert (nobody.status, "cannot be reached (nothing answers there)" in nobody.err) == (5, True)
    with serving_answers({}) as url:
        done = call("follow", url, "--output", copy)
        assert (done.status, f"{url} answered 404 and is not the auditor's service" in done.err) == (5, True)
    with serving_answers({"/v1/register": b'{"name": 3}'}) as url:
        done = call("follow", url, "--output", copy)
        assert (
            done.status,
            "says of its log what no service of the auditor says" in done.err,
        ) == (
            5,
            True,
        )
    assert not copy.exists()


def test_tiles_that_nobody_signed_are_refused(data, tmp_path):
    """Whoever is between altered an entry, and the tiles with it."""
    with closing(Store(data)) as store:
        key, note = store.register_key.verifier, store.register.checkpoint()
        size = store.register.size()
        bundles = [store.register.tile(tiles.at(None, index, size)) for index in range(2)]
    paths = [f"/v1/register/tile/{tiles.at(None, index, size).path}" for index in range(2)]
    state = json.dumps({"name": key.name, "key": str(key), "checkpoint": note}).encode()
    altered = bundles[0][:40] + bytes(8) + bundles[0][48:]
    copy = tmp_path / "copy"
    for first, words in (
        (altered, f"not those that its key signed (size {size:,})"),
        (bundles[0][:-30], "The bundle ends within its entry 255"),
        (bundles[0][:-34], "tile/entries/000 of the log has 255 entries, and not 256."),
    ):
        with serving_answers({"/v1/register": state, paths[0]: first, paths[1]: bundles[1]}) as url:
            done = call("follow", url, "--output", copy)
        assert (done.status, words in done.err) == (1, True), done.err
        assert not (copy / "checkpoint").exists()
    with serving_answers({"/v1/register": state, paths[0]: bundles[0], paths[1]: bundles[1]}) as url:
        assert call("follow", url, "--output", copy).status == 0
    assert copied(copy)[1].size == size


def test_a_checkpoint_that_the_key_did_not_sign_is_refused(data, tmp_path):
    with closing(Store(data)) as store:
        key, note = store.register_key.verifier, store.register.checkpoint()
    state = {"name": key.name, "key": str(key), "checkpoint": note.replace("\n300\n", "\n299\n")}
    with serving_answers({"/v1/register": json.dumps(state).encode()}) as url:
        done = call("follow", url, "--output", tmp_path / "copy")
    assert (done.status, "The checkpoint of the log is not what its key signed" in done.err) == (1, True)


# --- folders ----------------------------------------------------------------------------------------------------------


def test_a_copy_that_cannot_be_written_says_so_and_keeps_what_it_had(data, tmp_path, monkeypatch):
    copy = tmp_path / "copy"
    assert follow(data, copy).status == 0
    had = content(copy)
    enter(data, 5)

    def full(self, part, body):
        raise OSError(28, "No space left on device", str(self.path / part))

    monkeypatch.setattr(CopyFolder, "write", full)
    done = follow(data, copy)
    assert (done.status, done.err.startswith(f"auditor: {copy} cannot be written to:")) == (74, True)
    assert "No space left on device. What it had stays; run it again once there is room." in done.err
    assert content(copy) == had
    (tmp_path / "file").write_text("")
    nowhere = follow(data, tmp_path / "file" / "copy")
    assert (nowhere.status, "Not a directory" in nowhere.err, "Traceback" in nowhere.err) == (74, True, False)


# --- auditor export --log -----------------------------------------------------------------------------------------------


def test_the_command_that_exports_a_log_says_what_came_and_what_is_wrong(data, tmp_path):
    copy = tmp_path / "copy"
    done = call("export", "--data", data, "--log", copy)
    key, now = copied(copy)
    assert (done.status, done.err) == (0, "")
    assert done.lines == [
        f"{copy}: 300 entries of {key.name}, all new. Root {now.root.hex()}",
        "0 files of bytes, parts and results came, 0 were erased",
    ]
    assert "none of them new" in call("export", "--data", data, "--log", copy).out
    assert call("export", "--data", data, "--log", copy, "--quiet").out == ""
    (copy / "bytes" / "aa").mkdir(parents=True)
    (copy / "bytes" / "aa" / ("aa" * 32)).write_bytes(b"gone from the store")
    missing = call("export", "--data", data, "--log", copy)
    assert (missing.status, missing.err.splitlines()[1:]) == (1, [f"  {'aa' * 32}"])
    assert "though no purge says so; the copy keeps it. Look with `auditor doctor`." in missing.err


def test_a_log_is_exported_from_the_folder_of_a_service_alone(data, tmp_path):
    none = call("export", "--data", data)
    assert (none.status, "State --out for Parquet files, or --log for a copy of the log." in none.err) == (
        2,
        True,
    )
    both = call("export", "--data", data, "--out", tmp_path / "out", "--log", tmp_path / "copy")
    assert (both.status, "State --out" in both.err) == (2, True)
    nowhere = call("export", "--data", tmp_path / "nothing", "--log", tmp_path / "copy")
    assert nowhere.status == 2
    (data / "register.key").rename(tmp_path / "register.key")
    keyless = call("export", "--data", data, "--log", tmp_path / "copy")
    assert (keyless.status, "has no register.key" in keyless.err) == (2, True)
    assert not (tmp_path / "copy").exists()


def test_a_copy_that_was_exported_is_followed_on(data, tmp_path):
    """The folders are of one kind: what the service has elsewhere continues what was copied beside it."""
    copy = tmp_path / "copy"
    assert call("export", "--data", data, "--log", copy).status == 0
    enter(data, 10)
    done = follow(data, copy)
    assert (
        done.status,
        done.lines[0].startswith(f"{copy}: 311 entries of"),
        "11 of them new" in done.out,
    ) == (0, True, True)
