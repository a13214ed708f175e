"""Refusals of what cannot be done with a session that staff key, in words for them."""

from __future__ import annotations

from collections.abc import Mapping

from auditor.errors import DomainError, NotFound
from auditor.store.stored_keyed import HandRow


class NoSuchDraft(NotFound):
    """A keyed draft that a room does not have: it was submitted or discarded, or there never was one."""


class CannotKey(DomainError):
    """Something that a draft cannot have, or that cannot be done with it. field: of the form that it is about."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class Mistyped(CannotKey):
    """Fields that do not say what they should: what is expected, by the names of the fields."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__("Some fields cannot be read. Nothing was saved; what you typed is below.")
        self.errors = dict(errors)


class KeyedMeanwhile(DomainError):
    """A hand, or a draft, that somebody else changed since. theirs: the hand as it is now; None: it is gone, or a draft."""

    def __init__(self, message: str, theirs: HandRow | None = None) -> None:
        super().__init__(message)
        self.theirs = theirs


class NetsMissing(DomainError):
    """A hand of a draft of which what was due is not shown yet."""
