"""Passwords: acceptance, hashing, comparison. NIST SP 800-63B: length counts, composition does not."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib import resources

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST, LONGEST = 12, 256  # characters
_OURS = frozenset({"cardroomauditor", "cardroom-auditor", "card-room-auditor"})
# OWASP's parameters for argon2id; whoever raises them has each password hashed anew when its person signs in next
_HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


class PasswordRefused(ValueError):
    """A refused password, in words for its chooser."""


def must_be_possible(password: str, known: Iterable[str] = ()) -> None:
    """Raise PasswordRefused. known: facts about the person, such as the sign-in name."""
    text = _normal(password)
    if not SHORTEST <= len(text) <= LONGEST:
        raise PasswordRefused(
            f"Use {SHORTEST} to {LONGEST} characters; this password has {len(text)}. Several words with spaces are fine."
        )
    folded = text.casefold()
    if folded in _common():
        raise PasswordRefused("This password is one of the most common ones. Choose another.")
    if folded in (folded * 2)[1:-1]:
        raise PasswordRefused("This password repeats the same characters over and over. Choose another.")
    if folded in _OURS or folded in {_normal(each).casefold() for each in known}:
        raise PasswordRefused(
            "This password is your name, your sign-in name or the name of this service. Choose another."
        )


def hashed(password: str) -> str:
    """A password as it is kept."""
    return _HASHER.hash(_normal(password))


def is_right(kept: str | None, password: str) -> bool:
    """Whether a password is the kept one, in equal time for None."""
    if len(password) > 4 * LONGEST:
        password = ""  # nobody's: no time is spent on it in proportion
    nobodys = _nobodys()  # in each case: the first one makes it
    try:
        return _HASHER.verify(kept or nobodys, _normal(password)) and kept is not None
    except (VerificationError, InvalidHashError):
        return False


def is_out_of_date(kept: str) -> bool:
    """Whether a hash has other parameters than today's."""
    return _HASHER.check_needs_rehash(kept)


def _normal(password: str) -> str:
    return unicodedata.normalize("NFKC", password)


@cache
def _common() -> frozenset[str]:
    lines = (resources.files("auditor.access") / "common_passwords.txt").read_text("utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))


@cache
def _nobodys() -> str:
    """Hash of nobody's password."""
    return _HASHER.hash("")
