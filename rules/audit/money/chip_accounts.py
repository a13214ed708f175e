"""The accounts of chips of a log: how many could be compared, and why not the others."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

NO_ACCOUNTS = "no stacks are on record"


class Accounts(Struct, frozen=True):
    """The accounts of chips of a log. closed: number compared; seen: players with an account; not_known: reasons that
    players' accounts may not close, each with their number.
    """

    closed: int = 0
    not_known: Sequence[tuple[str, int]] = ()
    seen: int = 0
