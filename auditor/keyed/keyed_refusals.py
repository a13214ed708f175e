"""Refusals of keying, in words for staff."""

from __future__ import annotations

from collections.abc import Mapping

from auditor.errors import DomainError, NotFound
from auditor.store.stored_keyed import HandRow


class NoSuchDraft(NotFound):
    """A draft that a room does not have (any more)."""


class CannotKey(DomainError):
    """Something that a draft cannot have or permit. field: of the form."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class Mistyped(CannotKey):
    """Mistyped fields: expectations by field."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__("Some fields cannot be read. Nothing was saved; what you typed is below.")
        self.errors = dict(errors)


class KeyedMeanwhile(DomainError):
    """A hand or draft changed by somebody else. theirs: the hand now; None: gone, or a draft."""

    def __init__(self, message: str, theirs: HandRow | None = None) -> None:
        super().__init__(message)
        self.theirs = theirs


class NetsMissing(DomainError):
    """A hand whose dues are not shown before its nets."""
