"""Refusals of a request's key, in words for its sender."""

from __future__ import annotations

from auditor.errors import DomainError
from auditor.errors import KeyExpired as KeyExpired
from auditor.errors import KeyRevoked as KeyRevoked
from auditor.remedies import Remedy


class NoKey(DomainError):
    """A request that lacks its key."""

    def __init__(self) -> None:
        super().__init__(
            "This address needs a key.",
            Remedy(
                "Sign in.",
                "Send it as 'Authorization: Bearer KEY'; whoever runs the service makes one with auditor keys make.",
                "Whoever runs the service makes one with `auditor keys make`.",
            ),
        )


class BadKey(DomainError):
    """A text that is no key of this service."""

    def __init__(self) -> None:
        super().__init__(
            "The key is not one of this service.",
            Remedy(
                "Sign in again.",
                "Send it whole, as 'Authorization: Bearer cra_…', and see that it was made for this service.",
                "Give it whole, and see that it was made for this service.",
            ),
        )


class KeyDamaged(DomainError):
    """A key whose stored row was altered."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(
            f"What the store has of key {key} is not what was written when the key was made, so nothing is done for it. Whoever "
            "runs the service makes another one, and looks with auditor doctor for what else was altered."
        )
