"""`auditor people`: what it prints, and what it does to the data folder."""

import re

import pytest

from auditor.access import people
from auditor.store import Store
from auditor.store.service_clock import now
from auditor.store.stored_people import SignInWay
from tests.access.accounts import DANA, GOOD
from tests.cli.kit import call

INVITE = ("people", "invite", "Dana Reyes", "--email", "Dana.Reyes@example.org")
ROOM = ("--role", "room", "--room", "WA-0417")


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


def test_a_code_is_all_that_is_on_standard_output(data):
    done = call(*INVITE, *ROOM, "--room", "WA-0418", "--data", data)
    assert done.status == 0
    assert re.fullmatch(r"[a-z2-7]{6}(-[a-z2-7]{6}){3}\n", done.out)
    assert re.fullmatch(
        r"auditor: Dana Reyes \(dana\.reyes@example\.org\) sets a password with this code until 20\d\d-\d\d-\d\dT\d\d:\d\dZ\. It "
        r"works once, and is shown this once: give it to its person over a channel that you trust\.\n",
        done.err,
    )
    store = Store(data)
    accepted = people.accept(store, done.out.strip(), GOOD, now())
    assert (accepted.email, accepted.key.rooms) == (DANA, ("WA-0417", "WA-0418"))
    assert accepted.key.made_by is not None
    store.close()


def test_the_list_says_who_may_do_what_and_no_secret(data):
    code = call(*INVITE, *ROOM, "--data", data).out.strip()
    given = ("--email", "m@example.gov", "--role", "regulator", "--authority", "wsgc")
    assert call("people", "invite", "M. Ortiz", *given, "--data", data).status == 0
    store = Store(data)
    people.accept(store, code, GOOD, now())
    store.close()
    done = call("people", "list", "--data", data)
    assert re.search(
        r"active +since 20.*  room +WA-0417  Dana Reyes <dana\.reyes@example\.org>, without an authenticator, never used",
        done.lines[0],
    )
    assert re.search(r"invited +since 20.*  regulator +wsgc  M\. Ortiz <m@example\.gov>", done.lines[1])
    listed = call("people", "list", "--format", "json", "--data", data)
    assert [(each["email"], each["state"], each["second_factor"]) for each in listed.json] == [
        (DANA, "active", False), ("m@example.gov", "invited", False),
    ]  # fmt: skip
    assert [each["invited_until"] is None for each in listed.json] == [True, False]
    assert [each["provider"] for each in listed.json] == [None, None]
    store = Store(data)
    store.people.bind(1, SignInWay(issuer="https://login.example.org", subject="dana-1"), now())
    store.close()
    bound = "<dana.reyes@example.org>, signs in at https://login.example.org, without an authenticator"
    assert bound in call("people", "list", "--data", data).lines[0]
    for secret in (code, "argon2", "password"):
        assert secret not in done.out + listed.out
    kept = call("keys", "list", "--data", data)
    assert f"Dana Reyes (account {DANA}), never used" in kept.lines[0]
    assert call("keys", "list", "--format", "json", "--data", data).json[0]["account"] == DANA


def test_a_person_is_reset_and_disabled(data):
    first = call(*INVITE, *ROOM, "--data", data).out
    again = call("people", "reset", "DANA.REYES@example.org", "--data", data)
    assert again.status == 0
    assert re.fullmatch(r"[a-z2-7-]{27}\n", again.out)
    assert again.out != first
    done = call("people", "disable", DANA, "--data", data)
    assert done.status == 0
    assert re.fullmatch(r"dana\.reyes@example\.org: disabled at 20\S+Z \(Dana Reyes\)\n", done.out)
    assert re.search(r"^\w{8}  disabled since ", call("people", "list", "--data", data).out)
    assert call("doctor", "--data", data).status == 0
    for command in ("reset", "disable"):
        gone = call("people", command, DANA, "--data", data)
        assert (gone.status, gone.out) == (2, "")
        assert f"{DANA} has no account that can be used. auditor people list shows" in gone.err


def test_what_is_not_possible_is_said(data):
    assert call(*INVITE, *ROOM, "--data", data).status == 0
    for given, words in (
        ((*INVITE, *ROOM), "dana.reyes@example.org has an account."),
        (("people", "invite", "Ann", "--email", "ann", *ROOM), "'ann' is no e-mail address"),
        (
            ("people", "invite", "Ann", "--email", "a@example.org", "--role", "regulator"),
            "A key of the role regulator needs its authority: --authority wsgc.",
        ),
        (
            ("people", "invite", "Ann", "--email", "a@example.org", "--role", "regulator", "--authority", "x"),
            "the library knows",
        ),
        (("people", "invite", "Ann", "--email", "a@example.org", "--role", "automation"), "'automation' is not one of"),
    ):  # fmt: skip
        done = call(*given, "--data", data)
        assert (done.status, done.out) == (2, ""), given
        assert words in done.err.replace("\n", " "), done.err


def test_a_folder_without_a_service_is_named(tmp_path):
    for command in (("list",), ("reset", DANA), ("disable", DANA)):
        done = call("people", *command, "--data", tmp_path / "nothing")
        assert (done.status, "is not the data folder of a service" in done.err) == (2, True)
    store = Store(tmp_path / "data")
    store.close()
    assert "There is no account yet" in call("people", "list", "--data", tmp_path / "data").err
