"""`auditor keys`: what it prints, and what it does to the data folder."""

import json
import re

import pytest

from auditor.access import keys
from auditor.store import Store
from tests.cli.kit import call

MAKE = ("keys", "make", "--name", "Dana Reyes")


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


def made(data, *args):
    done = call(*MAKE, *args, "--data", data)
    assert (done.status, done.err) == (0, ""), done.err
    return done.out


def test_a_key_is_all_that_is_printed(data):
    out = made(data, "--role", "room", "--room", "WA-0417", "--room", "WA-0418")
    assert re.fullmatch(r"cra_[a-z2-7]{8}_[\w-]{43}\n", out)
    store = Store(data)
    found = keys.authenticate(store, out.strip())
    assert (found.role, found.name, found.rooms) == ("room", "Dana Reyes", ("WA-0417", "WA-0418"))
    store.close()


def test_the_list_says_what_each_key_is_for_and_not_the_key(data):
    texts = [
        made(data, "--role", "room", "--room", "WA-0417"),
        made(data, "--role", "regulator", "--authority", "wsgc"),
        made(data, "--role", "automation", "--all-rooms", "--days", "90"),
        made(data, "--role", "administrator"),
    ]
    done = call("keys", "list", "--data", data)
    assert done.status == 0
    for text, words in zip(texts, ("WA-0417", "wsgc", "all rooms", "the service"), strict=True):
        (line,) = [each for each in done.lines if each.startswith(text[4:12])]
        assert re.search(rf"valid +until 20\d\d-\d\d-\d\d .* {words}  Dana Reyes.*, never used", line), line
        assert text[13:].strip() not in done.out
    assert "Dana Reyes (program)" in done.out
    listed = call("keys", "list", "--format", "json", "--data", data).json
    assert [(each["role"], each["rooms"], each["authority"], each["person"]) for each in listed] == [
        ("room", ["WA-0417"], None, True),
        ("regulator", None, "wsgc", True),
        ("automation", None, None, False),
        ("administrator", None, None, True),
    ]
    assert "secret" not in json.dumps(listed)


def test_a_key_is_rotated_and_revoked(data):
    old = made(data, "--role", "administrator")[4:12]
    done = call("keys", "rotate", old, "--data", data)
    new = done.out[4:12]
    assert (done.status, done.err) == (0, "")
    done = call("keys", "revoke", new, "--data", data)
    assert re.fullmatch(rf"{new}: revoked at 20\S+Z \(Dana Reyes\)\n", done.out)
    rows = {line[:8]: line for line in call("keys", "list", "--data", data).lines}
    assert re.match(rf"{new}  revoked since 20.*follows {old}", rows[new])
    assert f"{old}  valid " in rows[old]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("make", "--role", "room", "--name", "Dana"), "needs its rooms: --room WA-0417"),
        (("make", "--role", "regulator", "--name", "Ortiz", "--authority", "wsg"), "the library knows wsgc"),
        (("make", "--role", "king", "--name", "Ortiz"), "'king' is not one of"),
        (("make", "--role", "administrator", "--name", "ops", "--days", "0"), "1 to 3650 days"),
        (("rotate", "nobodysk"), "There is no key nobodysk. auditor keys list shows those there are"),
        (("revoke", "nobodysk"), "There is no key nobodysk"),
    ],
)  # fmt: skip
def test_what_is_not_possible_is_said_with_what_to_do(data, args, says):
    Store(data).close()
    done = call("keys", *args, "--data", data)
    assert (done.status, done.out) == (2, "")
    assert says in done.err


@pytest.mark.parametrize("args", [("list",), ("rotate", "nobodysk"), ("revoke", "nobodysk")])
def test_a_folder_that_is_none_of_a_service_is_not_made_one(data, args):
    done = call("keys", *args, "--data", data)
    assert done.status == 2
    assert f"{data} is not the data folder of a service" in done.err
    assert not data.exists()
