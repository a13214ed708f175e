"""The accounts of chips of a log: how many could be compared, and why not the others."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

NO_ACCOUNTS = "no stacks are on record"


class Accounts(Struct, frozen=True):
    """The accounts of chips of a log. closed: how many could be compared; seen: how many players with an account; not_known:
    reasons why it is not known of players whether theirs close, each with how many."""

    closed: int = 0
    not_known: Sequence[tuple[str, int]] = ()
    seen: int = 0
