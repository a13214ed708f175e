"""Passwords: which are refused with which words, and how they are kept."""

import re

import pytest
from argon2 import PasswordHasher

from auditor.access import passwords
from auditor.access.passwords import PasswordRefused

pytestmark = pytest.mark.usefixtures("real_hashes")
GOOD = "seven cards short of a deck"


def refusal(password, known=()):
    with pytest.raises(PasswordRefused) as refused:
        passwords.must_be_possible(password, known)
    return str(refused.value)


def test_the_length_counts_and_nothing_else():
    for fine in (
        "a bc d ef g h",
        "x7" + "q" * 9 + "zz",
        "é" * 11 + "e",
        "квадратный стол",
        f"{GOOD}, " * 7 + GOOD,
    ):
        passwords.must_be_possible(fine)
    assert refusal("elevenchars") == (
        "Use 12 to 256 characters; this password has 11. Several words with spaces are fine."
    )
    passwords.must_be_possible("ab" * 127 + "xy")
    assert "this password has 257" in refusal("ab" * 128 + "x")


def test_common_passwords_are_refused_however_they_are_written():
    for common in ("password1234", "PASSWORD1234", "qwerty123456", "1qaz2wsx3edc", "Ｐassword1234"):
        assert refusal(common).startswith("This password is one of the most common ones"), common
    passwords.must_be_possible("password1234 of the floor")


def test_the_list_is_of_passwords_that_are_long_enough_with_its_licence():
    assert len(passwords._common()) == 229
    assert all(len(each) >= passwords.SHORTEST and each == each.casefold() for each in passwords._common())
    text = (passwords.resources.files("auditor.access") / "common_passwords.txt").read_text("utf-8")
    assert "# MIT License" in text


@pytest.mark.parametrize("password", ["aaaaaaaaaaaa", "abcabcabcabc", "PokerpokerPOKER", "123456123456"])
def test_what_repeats_itself_is_refused(password):
    assert refusal(password) == ("This password repeats the same characters over and over. Choose another.")


def test_what_everybody_knows_of_a_person_is_refused():
    known = ("dana.reyes@example.org", "Dana Reyes of the Floor")
    for password in ("Dana.Reyes@Example.org", "dana reyes of the floor", "cardroomauditor"):
        assert refusal(password, known) == (
            "This password is your name, your sign-in name or the name of this service. Choose another."
        )


@pytest.mark.slow
def test_a_password_is_known_again_and_no_other_is():
    kept = passwords.hashed(GOOD)
    assert re.match(r"\$argon2id\$v=19\$m=19456,t=2,p=1\$", kept)
    assert GOOD not in kept
    assert passwords.hashed(GOOD) != kept  # salted
    assert passwords.is_right(kept, GOOD)
    for other in (GOOD.upper(), f"{GOOD} ", GOOD[:-1], "", "x" * 5_000):
        assert not passwords.is_right(kept, other)
    assert not passwords.is_right("no hash at all", GOOD)


def test_how_a_keyboard_composes_a_letter_makes_no_difference():
    assert passwords.is_right(passwords.hashed("cafe\u0301 au lait noir"), "caf\u00e9 au lait noir")


def test_nobody_has_the_password_of_an_account_that_has_none():
    """It is compared all the same, so that the answer takes as long."""
    assert not passwords.is_right(None, "")
    assert not passwords.is_right(None, GOOD)
    assert not passwords.is_out_of_date(passwords._nobodys())


def test_a_password_under_smaller_parameters_is_out_of_date():
    old = PasswordHasher(time_cost=1, memory_cost=8_192, parallelism=1).hash(GOOD)
    assert passwords.is_right(old, GOOD)
    assert passwords.is_out_of_date(old)
    assert not passwords.is_out_of_date(passwords.hashed(GOOD))
